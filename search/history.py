"""What a worker remembers of moves that cut, to try the like of them first.

All histories are sums with gravity: the nearer a value is to its limit, the less a bonus moves it, so that
what happened lately counts more.
"""

from __future__ import annotations

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.jit import inlined
from ..engine.record import Position, board_square
from ..engine.rules import Rules
from .worker import BACK, Worker

LIMIT = 16384


@inlined
def mover(pos: Position, rules: Rules, move: int) -> int:
    """The row a move has in the histories: piece code and target square."""
    square = board_square(rules, (move >> 8) & 255)
    return np.int64(pos.board[move & 255]) * g.SIZE * g.SIZE + square


@inlined
def victim_type(pos: Position, move: int) -> int:
    """The type of the man that a move captures, 0 if none."""
    if (move >> 20) & 3 == t.EN_PASSANT:
        return t.PAWN
    return np.int64(pos.board[(move >> 8) & 255]) >> 1


@inlined
def is_noisy(pos: Position, move: int) -> bool:
    return victim_type(pos, move) != 0 or (move >> 16) & 15 != 0


@inlined
def mover_before(w: Worker, ply: int, plies: int) -> int:
    """The row of the move made so many plies before the one at `ply`; 0, which no move has, if none was."""
    return np.int64(w.movers[ply - plies + BACK])


@inlined
def quiet_history(w: Worker, ply: int, row: int) -> int:
    """What the histories say about a quiet move, given the line that led here."""
    return (
        np.int64(w.history[row])
        + np.int64(w.continuation[mover_before(w, ply, 1), row])
        + np.int64(w.continuation[mover_before(w, ply, 2), row])
        + np.int64(w.continuation[mover_before(w, ply, 4), row]) // 2
    )


@inlined
def _towards(value: int, bonus: int) -> int:
    """A history value after a bonus."""
    return value + bonus - value * abs(bonus) // LIMIT


@inlined
def learn_history(w: Worker, row: int, bonus: int) -> None:
    """Remember of a quiet move that it was good or bad, wherever."""
    w.history[row] = _towards(np.int64(w.history[row]), bonus)


@inlined
def learn_continuation(w: Worker, ply: int, row: int, bonus: int) -> None:
    """Remember of a quiet move that it was a good or bad sequel to the moves before."""
    for plies in (1, 2, 4):
        before = mover_before(w, ply, plies)
        w.continuation[before, row] = _towards(np.int64(w.continuation[before, row]), bonus)


@inlined
def learn_capture(pos: Position, rules: Rules, w: Worker, move: int, bonus: int) -> None:
    """Remember of a capture or promotion that it was good or bad."""
    row = mover(pos, rules, move)
    victim = victim_type(pos, move)
    w.captures[row, victim] = _towards(np.int64(w.captures[row, victim]), bonus)
