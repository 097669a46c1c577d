"""Playing below full strength, and naturally: a weaker player overlooks more and thinks less far.

It plays the best of what it sees. So its mistakes are those of people: the good move it did not think of, the
answer it did not foresee. From the middle of the ladder up nothing is overlooked.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ..engine.board import Board
from ..engine.geometry import to_walled
from .limits import Settings
from .rungs import RUNGS, Rung

FULL = len(RUNGS)  # the skill level of full strength


@dataclass(frozen=True)
class Handicap:
    """How a weak player plays; `Rung` says what the numbers mean."""

    sees: float
    nodes: int

    def seen(self, board: Board, moves: list[int]) -> list[int]:
        """Those of the legal `moves`, packed, that the player looks at, in the order in which it does.

        At least one, and in the same position the same ones. What takes the man that moved last is never
        overlooked: even a beginner takes back.
        """
        draw = random.Random(board.key)
        last = to_walled(int(board.peek().to_square)) if board.move_stack else None
        found = [move for move in moves if draw.random() < self.sees or move >> 8 & 255 == last]
        # In any order: where the nodes end before the moves do, it must not be the same men's that are left.
        draw.shuffle(found)
        return found or [draw.choice(moves)]


def at_level(level: float, rungs: Sequence[Rung] = RUNGS) -> Handicap:
    """The player of a level from 0 to that of the last rung, or the nearest; between rungs a mixture."""
    level = min(max(0.0, level), len(rungs) - 1.0)
    below = min(int(level), len(rungs) - 2)
    low, high, share = rungs[below], rungs[below + 1], level - below
    # Twice as much is as much more everywhere on the ladder: so the means are geometric.
    sees = low.sees ** (1 - share) * high.sees**share
    return Handicap(sees, round(low.nodes ** (1 - share) * high.nodes**share))


def level_of(elo: float, rungs: Sequence[Rung] = RUNGS) -> float:
    """The level that was measured to have so much Elo, or the nearest."""
    elo = min(max(rungs[0].elo, elo), rungs[-1].elo)
    below = min(bisect_right(rungs, elo, key=lambda rung: rung.elo), len(rungs) - 1) - 1
    low, high = rungs[below].elo, rungs[below + 1].elo
    return below + (elo - low) / (high - low)


def handicap(settings: Settings) -> Handicap | None:
    """The handicap that the options ask for, None at full strength.

    A limit of Elo goes before a skill level.
    """
    if settings.limit_strength:
        return at_level(level_of(settings.elo))
    return at_level(settings.skill_level) if settings.skill_level < FULL else None
