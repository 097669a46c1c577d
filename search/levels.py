"""Playing below full strength, and naturally: fewer nodes to see with, and now and then the second-best
move.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from .limits import Settings

FULL = 20.0
LOWEST_ELO, HIGHEST_ELO = 500, 2800
_CANDIDATES = 4  # lines a weak player chooses from


@dataclass(frozen=True)
class Handicap:
    """How a level plays. `level` is 0 (weakest) to just below `FULL`."""

    level: float

    @property
    def nodes(self) -> int:
        """Nodes it may search for a move: few see few tactics, as a weak player does."""
        return round(40 * 1.62**self.level)

    @property
    def lines(self) -> int:
        return _CANDIDATES

    def choose(self, scores: list[int], seed: int) -> int:
        """Which of the candidate moves, best first with their scores, to play.

        The same seed chooses the same.
        """
        draw = random.Random(seed)
        weakness = FULL - self.level
        # Noise grows with weakness, but what is plainly worse stays worse.
        noise = 2.2 * weakness + 3
        spread = min(scores[0] - scores[-1], 200)
        best, best_value = 0, float("-inf")
        for index, score in enumerate(scores):
            push = draw.random() * (noise + spread * weakness / 60)
            if score + push > best_value:
                best, best_value = index, score + push
        return best


def handicap(settings: Settings) -> Handicap | None:
    """The handicap that the options ask for, None at full strength.

    A limit of Elo goes before a skill level.
    """
    if settings.limit_strength:
        share = (settings.elo - LOWEST_ELO) / (HIGHEST_ELO - LOWEST_ELO)
        return Handicap(max(0.0, min(1.0, share)) * (FULL - 0.01))
    if settings.skill_level < FULL:
        return Handicap(float(max(0, settings.skill_level)))
    return None
