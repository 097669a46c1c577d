"""Positions off the path of a game: after a few random moves, and the captures that these call for.

A search looks at far more blunders than games contain, and the evaluation has to know what they cost. These
positions are cheap: a search of a few plies gives them a score, and no game has to be played to its end.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ..engine import geometry as g
from ..engine.jit import declare, inlined, kernel
from ..engine.memory import Record
from ..engine.movegen import MoveList, generate
from ..engine.position import unmake
from ..engine.record import Position
from ..engine.rules import Rules
from ..eval.weights import Weights
from ..search.alphabeta import search
from ..search.history import is_noisy
from ..search.node import enter, is_draw
from ..search.score import INFINITE, NO_EVAL
from ..search.worker import Worker
from .positions import MAX_SCORE

MOST = 128  # sidelines of a position
_RANDOM = 3  # at most so many random moves
_CAPTURES = 4  # at most so many moves afterwards, until the position is quiet

NOTES = np.dtype(
    [
        ("random", np.uint64),  # state of the random numbers
        ("count", np.int32),
        ("board", np.uint8, (MOST, g.SQUARES)),
        ("side", np.uint8, (MOST,)),
        ("score", np.int32, (MOST,)),  # centipawns for the side to move
    ],
    align=True,
)
declare("Notes", NOTES)
Notes: TypeAlias = Record  # the hint, as type checkers see it


@inlined
def _random(notes: Notes, below: int) -> int:
    """A number from 0 (xorshift64)."""
    x = notes.random
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    notes.random = x
    return np.int64(x >> np.uint64(33)) % below


@kernel
def explore(
    pos: Position,
    rules: Rules,
    weights: Weights,
    w: Worker,
    moves: MoveList,
    notes: Notes,
    lines: int,
    depth: int,
) -> None:
    """Follow `lines` sidelines from a position, and note the quiet positions in which they end.

    Without depth the quiescence search scores them, and quiet is where it finds nothing to capture.
    The position and the worker's table and histories are those of a search at its root.
    """
    notes.count = 0
    w.stop = 0
    w.may_stop = 0  # no count of nodes ends these searches
    for _ in range(lines):
        ply = 0
        for _ in range(1 + _random(notes, _RANDOM)):
            count = generate(pos, rules, moves, True, True)
            if count == 0:
                break
            w.evals[ply] = NO_EVAL
            enter(pos, rules, w, np.int64(moves.move[_random(notes, count)]), ply)
            ply += 1
        for _ in range(_CAPTURES):
            if ply == 0 or w.checks[ply] or is_draw(pos, rules, ply):
                break
            w.evals[ply] = NO_EVAL
            score = search(pos, rules, weights, w, -INFINITE, INFINITE, depth, ply, 0)
            best = np.int64(w.pv[ply, 0]) if w.pv_length[ply] else 0
            if (best == 0 and depth) or abs(score) >= MAX_SCORE:
                break
            if not (best and is_noisy(pos, best)):
                if best and depth == 0:  # a check that wins something
                    break
                at = np.int64(notes.count)
                for sq in range(g.SQUARES):
                    notes.board[at, sq] = pos.board[sq]
                notes.side[at] = pos.side
                notes.score[at] = score
                notes.count = at + 1
                break
            enter(pos, rules, w, best, ply)
            ply += 1
        while ply:
            unmake(pos, rules)
            ply -= 1
