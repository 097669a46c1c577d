"""What the score of a match says about strength: Elo, normalised Elo, likelihood of superiority.

Everything is computed from *pairs* of games, one opening played from both sides: the two are not independent,
a lopsided opening gives 1-1 whatever the engines are worth. The counts of pairs by points, 0 to 2 in halves,
are the pentanomial ``[LL, LD, WL + DD, WD, WW]``. Formulas after Michel Van den Bergh, "Normalized Elo"
(https://www.cantate.be/Fishtest/normalized_elo.pdf), as Fishtest and fastchess use them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

#: Half the width of a 95 % interval in standard deviations.
Z95 = 1.959963984540054
#: Normalised Elo of one standard deviation a game: so that it equals Elo near 0 for games without draws.
NELO = 800 / math.log(10)

#: Pairs of games by the first engine's points in them: 0, 0.5, 1, 1.5, 2.
Pentanomial = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval. An end is infinite where the score allows anything on that side."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        """Whole numbers where the error has more than one digit before the point."""
        if math.isinf(self.value):
            return "all won" if self.value > 0 else "all lost"
        digits = 1 if self.error < 9.95 else 0
        value = f"{self.value:+.{digits}f}"
        if math.isfinite(self.error):
            return f"{value} ± {self.error:.{digits}f}"
        if math.isfinite(self.low):
            return f"{value} (above {self.low:+.{digits}f})"
        if math.isfinite(self.high):
            return f"{value} (below {self.high:+.{digits}f})"
        return f"{value} ± ?"


def elo(share: float) -> float:
    """The Elo difference with which `share` of the points is expected; infinite at 0 and 1 and beyond."""
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else 400 * math.log10(share / (1 - share))


def mean_and_variance(shares: tuple[float, ...], chances: tuple[float, ...]) -> tuple[float, float]:
    """Of a distribution over shares of the points."""
    mean = sum(share * chance for share, chance in zip(shares, chances, strict=True))
    variance = sum((share - mean) ** 2 * chance for share, chance in zip(shares, chances, strict=True))
    return mean, variance


def _moments(counts: Pentanomial) -> tuple[int, float, float]:
    """Number of pairs, mean and variance of a pair's share of its points."""
    pairs = sum(counts)
    return pairs, *mean_and_variance((0.0, 0.25, 0.5, 0.75, 1.0), tuple(count / pairs for count in counts))


def elo_estimate(counts: Pentanomial) -> Estimate | None:
    """The first engine's Elo above the second; None before there is a pair.

    When all pairs went the same way they say nothing about their scatter, and the interval is infinite.
    """
    if not sum(counts):
        return None
    pairs, mean, variance = _moments(counts)
    margin = Z95 * math.sqrt(variance / pairs) or math.inf
    return Estimate(elo(mean), elo(mean - margin), elo(mean + margin))


def nelo_estimate(counts: Pentanomial) -> Estimate | None:
    """The same in normalised Elo: the mean over the standard deviation of a game; None where that is 0."""
    if not sum(counts):
        return None
    pairs, mean, variance = _moments(counts)
    if not variance:
        return None
    scale = NELO / math.sqrt(2 * variance)  # a pair's share has half the variance of a game's
    margin = Z95 * math.sqrt(variance / pairs)
    value = (mean - 0.5) * scale
    return Estimate(value, value - margin * scale, value + margin * scale)


def superiority(counts: Pentanomial) -> float | None:
    """The likelihood that the first engine is the stronger one, 0 to 1; None where nothing can be said."""
    if not sum(counts):
        return None
    pairs, mean, variance = _moments(counts)
    if not variance:
        return None
    return (1 + math.erf((mean - 0.5) / math.sqrt(2 * variance / pairs))) / 2
