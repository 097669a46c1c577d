"""The sequential probability ratio test: play until one of two claims about strength can be dropped.

H0 says that the difference is `elo0`, H1 that it is `elo1`. After each pair of games the log-likelihood ratio
of the two is computed; the match ends when it leaves an interval given by the tolerated errors. The ratio is
the generalised one: each claim is given the most likely distribution of results that agrees with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from .statistics import NELO, Pentanomial, mean_and_variance

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
MODELS = ("normalized", "logistic")
#: What an outcome that has not occurred counts as, so that no likelihood is 0. Fishtest's value.
UNSEEN = 1e-3
#: Normalised Elo beyond which the iteration for the likeliest distribution has nothing to begin with.
LARGEST_NELO = 200.0


class Verdict(Enum):
    """What a test says so far."""

    RUNNING = "goes on"
    H0 = "H0 accepted"
    H1 = "H1 accepted"


@dataclass(frozen=True)
class Sprt:
    """A test with its bounds. `model` says in which Elo they are meant.

    Raises `ValueError` for bounds and errors that make no test.
    """

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05  # tolerated chance of accepting H1 though H0 holds
    beta: float = 0.05  # the other way round
    model: str = "normalized"

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be less than elo1, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise ValueError("alpha and beta must lie between 0 and 1, and their sum too")
        if self.model not in MODELS:
            raise ValueError(f"model must be {' or '.join(MODELS)}, not {self.model!r}")

        if self.model == "normalized" and max(abs(self.elo0), abs(self.elo1)) > LARGEST_NELO:
            raise ValueError(f"elo0 and elo1 must lie within {LARGEST_NELO:g} of 0")

    @property
    def lower(self) -> float:
        """At or below this ratio H0 is accepted (Wald's bound)."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above this ratio H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Pentanomial) -> float:
        """The log-likelihood ratio of H1 to H0; 0 before there is a pair."""
        if not sum(counts):
            return 0.0
        seen = [count or UNSEEN for count in counts]
        total = sum(seen)
        chances = tuple(count / total for count in seen)
        likeliest = _with_mean if self.model == "logistic" else _with_normalized
        under0, under1 = likeliest(chances, self.elo0), likeliest(chances, self.elo1)
        return total * sum(
            chance * math.log(p1 / p0) for chance, p0, p1 in zip(chances, under0, under1, strict=True)
        )

    def verdict(self, counts: Pentanomial) -> Verdict:
        """Whether the match is over, and what it has shown."""
        ratio = self.llr(counts)
        return Verdict.H1 if ratio >= self.upper else Verdict.H0 if ratio <= self.lower else Verdict.RUNNING

    def __str__(self) -> str:
        unit = "nElo" if self.model == "normalized" else "Elo"
        return f"{unit} {self.elo0:g} against {self.elo1:g}, errors {self.alpha:g} and {self.beta:g}"


def parse_sprt(text: str) -> Sprt:
    """A test from words like ``elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized``. Raises `ValueError`."""
    values: dict[str, str | float] = {}
    for word in text.split():
        name, mark, value = word.partition("=")
        if not mark or name not in Sprt.__dataclass_fields__:
            raise ValueError(f"{word!r} is none of elo0=, elo1=, alpha=, beta=, model=")
        try:
            values[name] = value if name == "model" else float(value)
        except ValueError:
            raise ValueError(f"{name} must be a number, not {value!r}") from None
    return Sprt(**values)  # type: ignore[arg-type]


def _with_mean(chances: tuple[float, ...], elo: float) -> tuple[float, ...]:
    """The most likely distribution whose mean is that of an Elo difference.

    Proposition 1.1 of Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio
    of a multinomial distribution", https://www.cantate.be/Fishtest/comparing_approximations.pdf
    """
    mean = 1 / (1 + 10 ** (-elo / 400))
    return _tilted(chances, tuple(share - mean for share in SHARES))


def _with_normalized(chances: tuple[float, ...], nelo: float) -> tuple[float, ...]:
    """The most likely distribution with a given distance of its mean from a half, in standard deviations.

    Section 4.1 of Van den Bergh, "Comments on normalized Elo",
    https://www.cantate.be/Fishtest/normalized_elo_practical.pdf: an iteration that begins with equal chances.
    """
    distance = math.sqrt(2) * nelo / NELO  # of a pair
    found = (1 / len(SHARES),) * len(SHARES)
    for _ in range(10):
        mean, variance = mean_and_variance(SHARES, found)
        deviation = math.sqrt(variance)
        pulls = tuple(
            share - 0.5 - distance * deviation * (1 + ((share - mean) / deviation) ** 2) / 2
            for share in SHARES
        )
        before, found = found, _tilted(chances, pulls)
        if max(abs(new - old) for new, old in zip(found, before, strict=True)) < 1e-6:
            break
    return found


def _tilted(chances: tuple[float, ...], pulls: tuple[float, ...]) -> tuple[float, ...]:
    """`chances` over ``1 + θ pull``, with the θ that makes the mean pull vanish."""

    def mean_pull(theta: float) -> float:
        return sum(chance * pull / (1 + theta * pull) for chance, pull in zip(chances, pulls, strict=True))

    inside = 1 - 1e-12  # no chance can become greater than 1, so the root is not nearer to the ends
    theta = _root(mean_pull, -inside / max(pulls), -inside / min(pulls))
    return tuple(chance / (1 + theta * pull) for chance, pull in zip(chances, pulls, strict=True))


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function, infinite at both ends, is 0: by bisection to the last bit but a few."""
    for _ in range(60):
        middle = (low + high) / 2
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
