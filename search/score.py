"""Scores inside the search: centipawns for the side to move, and mates counted from the root."""

from __future__ import annotations

import math

from ..engine.types import MAX_PLY
from .limits import Score

INFINITE = 32_500
MATE = 32_000  # mated right now is -MATE
MATE_FOUND = MATE - 2 * MAX_PLY  # scores from here on are mates
SOLVED = 20_000  # mated right now, as tables know it
SOLVED_FOUND = SOLVED - 2 * MAX_PLY  # scores from here on are counted in plies from the root
DECIDED = 2500  # centipawns; beyond them only a mate counts, and nothing is pruned by the evaluation
NO_EVAL = -INFINITE  # no static evaluation is known

# The chance to win at a score, a logistic curve; its place and width are those of decided games.
_WIN_AT = 95.0  # centipawns at which half the games are won
_WIN_WIDTH = 115.0


def win_draw_loss(value: int) -> tuple[int, int, int]:
    """Chances in thousandths for the side that scores `value` centipawns."""
    win = round(1000 / (1 + math.exp(min(50.0, (_WIN_AT - value) / _WIN_WIDTH))))
    loss = round(1000 / (1 + math.exp(min(50.0, (_WIN_AT + value) / _WIN_WIDTH))))
    return win, 1000 - win - loss, loss


def as_score(value: int, bound: str = "") -> Score:
    """What the world is told of a search value at the root."""
    if value >= MATE_FOUND:
        return Score(mate=(MATE - value + 1) // 2, bound=bound, wdl=(1000, 0, 0))
    if value <= -MATE_FOUND:
        return Score(mate=-(MATE + value) // 2, bound=bound, wdl=(0, 0, 1000))
    return Score(value=value, bound=bound, wdl=win_draw_loss(value))
