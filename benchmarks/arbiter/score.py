"""The score of a match and what it says about strength."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Score:
    """Results from the first engine's side, pair by pair of games with the same opening."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    _pairs: dict[int, list[float]] = field(default_factory=dict)

    def add(self, pair: int, points: float, reason: str) -> None:
        """Count a game: 1, 0.5 or 0 points for the first engine."""
        self.wins += points == 1
        self.losses += points == 0
        self.draws += points == 0.5
        self.reasons[reason] += 1
        self._pairs.setdefault(pair, []).append(points)

    @property
    def games(self) -> int:
        """How many have been played."""
        return self.wins + self.losses + self.draws

    @property
    def share(self) -> float:
        """The first engine's points out of all, 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def error(self) -> float:
        """Half the width of the 95 % interval of `share`.

        Taken over pairs: two games from one opening are not independent, a lopsided one gives 1-1 whatever
        the engines are worth.
        """
        means = [sum(points) / len(points) for points in self._pairs.values()]
        if len(means) < 2:
            return 0.5
        mean = sum(means) / len(means)
        variance = sum((value - mean) ** 2 for value in means) / (len(means) - 1)
        return 1.96 * math.sqrt(variance / len(means))

    def __str__(self) -> str:
        return f"+{self.wins} -{self.losses} ={self.draws}  {100 * self.share:.1f} %  {self.elo()}"

    def elo(self) -> str:
        """The difference in Elo with its 95 % interval, or a plain word where the score gives none."""
        if not 0 < self.share < 1:
            return "Elo: no measure, one side took every point" if self.games else "Elo: no games"
        low, high = self.share - self.error(), self.share + self.error()
        if len(self._pairs) < 2 or (low <= 0 and high >= 1):
            return f"Elo {elo(self.share):+.0f} (too few games for an error)"
        if high >= 1:
            return f"Elo {elo(self.share):+.0f} (95 %: above {elo(low):+.0f})"
        if low <= 0:
            return f"Elo {elo(self.share):+.0f} (95 %: below {elo(high):+.0f})"
        return f"Elo {elo(self.share):+.0f} ± {(elo(high) - elo(low)) / 2:.0f}"


def elo(share: float) -> float:
    """The Elo difference that makes `share` the expected score."""
    return 400 * math.log10(share / (1 - share))
