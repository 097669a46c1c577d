"""Scores inside the search: centipawns for the side to move, and mates counted from the root."""

from __future__ import annotations

from ..engine.types import MAX_PLY
from .limits import Score
from .outlook import Curve

INFINITE = 32_500
MATE = 32_000  # mated right now is -MATE
MATE_FOUND = MATE - 2 * MAX_PLY  # scores from here on are mates
SOLVED = 20_000  # mated right now, as tables know it
SOLVED_FOUND = SOLVED - 2 * MAX_PLY  # scores from here on are counted in plies from the root
DECIDED = 2500  # centipawns; beyond them only a mate counts, and nothing is pruned by the evaluation
NO_EVAL = -INFINITE  # no static evaluation is known


def as_score(value: int, curve: Curve, bound: str = "") -> Score:
    """What the world is told of a search value at the root, where values mean what `curve` says."""
    if value >= MATE_FOUND:
        return Score(mate=(MATE - value + 1) // 2, bound=bound, wdl=(1000, 0, 0))
    if value <= -MATE_FOUND:
        return Score(mate=-(MATE + value) // 2, bound=bound, wdl=(0, 0, 1000))
    if abs(value) >= SOLVED_FOUND:
        return Score(value=value, bound=bound, wdl=curve.chances(value))  # they count plies, not pawns
    value, wdl = curve.centipawns(value), curve.chances(value)
    return Score(value=max(1 - SOLVED_FOUND, min(SOLVED_FOUND - 1, value)), bound=bound, wdl=wdl)
