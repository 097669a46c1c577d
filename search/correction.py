"""Correction history: where the search keeps finding that the evaluation is wrong, and by how much.

By pawn structure, by the last move, and by the last two: what the evaluation does not see there is mostly the
same in all positions that share them. After "Static Evaluation Correction History", chessprogramming wiki.
"""

from __future__ import annotations

import numpy as np

from ..engine.jit import inlined
from ..engine.record import Position
from ..engine.rules import Rules
from ..eval.evaluate import LIMIT
from .history import mover_before
from .worker import CORRECTIONS, Worker

_LIMIT = 2048  # of a stored correction, 64 centipawns
_PALING = 200  # plies without capture or pawn move after which an evaluation would be 0
_GRAIN = 32  # stored corrections are in so many parts of a centipawn


@inlined
def _pair(w: Worker, ply: int) -> int:
    return (mover_before(w, ply, 1) * 2003 + mover_before(w, ply, 2)) & (CORRECTIONS - 1)


@inlined
def corrected(pos: Position, rules: Rules, w: Worker, ply: int, value: int) -> int:
    """An evaluation with what was learned about its errors, and paler as the move rule's end comes near."""
    us = np.int64(pos.side)
    total = (
        np.int64(w.pawn_correction[us, np.int64(pos.pawn_key) & (CORRECTIONS - 1)])
        + np.int64(w.pair_correction[us, _pair(w, ply)])
        + np.int64(w.move_correction[us, mover_before(w, ply, 1)])
    )
    value += total * w.params.correction_weight // (128 * _GRAIN)
    if rules.move_rule:
        value -= value * np.int64(pos.halfmove) // _PALING
    return max(-LIMIT, min(LIMIT, value))


@inlined
def _towards(value: int, bonus: int) -> int:
    return value + bonus - value * abs(bonus) // _LIMIT


@inlined
def learn_correction(pos: Position, w: Worker, ply: int, error: int, depth: int) -> None:
    """Remember that a search of `depth` came out `error` centipawns above the corrected evaluation."""
    us = np.int64(pos.side)
    bonus = max(-_LIMIT // 4, min(_LIMIT // 4, error * depth * _GRAIN // 64))
    pawns = np.int64(pos.pawn_key) & (CORRECTIONS - 1)
    pair = _pair(w, ply)
    last = mover_before(w, ply, 1)
    w.pawn_correction[us, pawns] = _towards(np.int64(w.pawn_correction[us, pawns]), bonus)
    w.pair_correction[us, pair] = _towards(np.int64(w.pair_correction[us, pair]), bonus)
    w.move_correction[us, last] = _towards(np.int64(w.move_correction[us, last]), bonus)
