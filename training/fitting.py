"""A fit of the evaluation's numbers to scored positions, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ..engine.memory import Record
from ..engine.variants import Variant
from .logistic import Prior, Problem, best_scale, cross_entropy, squashed
from .measure import Gauge
from .parameters import Parameters
from .positions import Positions

_JUDGING = 10  # one of so many games is kept for judging


@dataclass(frozen=True)
class Settings:
    """How to fit."""

    result_share: float = 0.5  # of the game's result in what is fitted; the rest is the teacher's score
    pull: float = 100  # centipawns by which a number may well move
    smooth: float = 20  # centipawns by which neighbours may well move apart
    without: tuple[str, ...] = ()  # fields that are held at zero, to see what they are worth
    seed: int = 1  # decides which games are kept for judging


@dataclass(frozen=True)
class Loss:
    """Average losses, in nats, of expecting White's share of the point."""

    results: float  # where the games' results came
    wanted: float  # where what is fitted came


class Fit:
    """The numbers in `weights` and `rules`, changed step by step to tell positions' results and scores.

    The records always hold the numbers looked at last. `values` and `loss` are the best so far, by positions
    of games that are kept for judging.
    """

    def __init__(
        self,
        variant: Variant,
        positions: Positions,
        weights: Record,
        rules: Record,
        settings: Settings = Settings(),
        prior: np.ndarray | None = None,
    ) -> None:
        """The numbers are held near `prior`, by default those in the records.

        Raises `ValueError` for a field in `settings` that does not exist, and if there are too few games.
        """
        self.parameters = parameters = Parameters(variant)
        unknown = set(settings.without) - set(parameters.fields)
        if unknown:
            raise ValueError(f"the evaluation has no field {', '.join(sorted(unknown))}")
        kept = _kept_for_judging(positions.games, settings.seed)
        self.training, self.judging = positions[~kept], positions[kept]
        self._weights, self._rules = weights, rules
        self._gauge = Gauge(parameters, weights, rules)
        self._free = ~np.isin(parameters.fields, settings.without)
        self.values = parameters.values(weights, rules)
        if prior is None:
            prior = self.values
        self._result_share = settings.result_share
        self.teacher_scale = best_scale(self.training.scores, self.training.results)
        # Scores keep the meaning that they have by the prior, also without a field; told by what is fitted,
        # not by results alone, or each fit would make them a little larger.
        parameters.write(prior, weights, rules)
        self.scale = best_scale(self._gauge.scores(self.training), self._wanted(self.training))
        units = parameters.units(prior)
        link_units = units[parameters.links[:, 0]]
        self._prior = Prior(
            prior * self._free,
            (settings.pull * units) ** -2,
            parameters.links,
            (settings.smooth * link_units) ** -2,
        )
        self.values = self.values * self._free
        self.loss = self._look_at(self.values)

    def share_of(self, score: float) -> float:
        """The share of the points that a score of the evaluation stands for."""
        return float(squashed(np.array(score), self.scale))

    def teacher_loss(self) -> Loss:
        """That of the teacher's own scores."""
        return self._loss(squashed(self.judging.scores, self.teacher_scale))

    def round(self, report: Callable[[int], None] = lambda done: None) -> Iterator[tuple[Loss, bool]]:
        """Measure, then improve: after each step the loss and whether it is the best so far.

        `report` hears how many positions are measured.
        """
        self._look_at(self.values)
        scores, slopes = self._gauge.slopes(self.training, report)
        start = self.parameters.values(self._weights, self._rules)
        wanted = self._wanted(self.training)
        problem = Problem(slopes, scores, start, wanted, self.scale, self._prior, self._free)
        for values, _ in problem.steps():
            loss = self._look_at(values)
            better = loss.wanted < self.loss.wanted
            if better:
                self.values, self.loss = self.parameters.values(self._weights, self._rules), loss
            yield loss, better

    def take_best(self) -> None:
        """Put the best numbers so far into the records."""
        self.parameters.write(self.values, self._weights, self._rules)

    def _look_at(self, values: np.ndarray) -> Loss:
        self.parameters.write(values, self._weights, self._rules)
        return self._loss(squashed(self._gauge.scores(self.judging), self.scale))

    def _loss(self, shares: np.ndarray) -> Loss:
        judging = self.judging
        return Loss(cross_entropy(shares, judging.results), cross_entropy(shares, self._wanted(judging)))

    def _wanted(self, positions: Positions) -> np.ndarray:
        teacher = squashed(positions.scores, self.teacher_scale)
        return self._result_share * positions.results + (1 - self._result_share) * teacher


def _kept_for_judging(games: np.ndarray, seed: int) -> np.ndarray:
    """Which positions are of games kept for judging. Raises `ValueError` if there are too few games."""
    numbers = np.unique(games)
    if len(numbers) < 2 * _JUDGING:
        raise ValueError(f"only {len(numbers)} games have quiet positions, {2 * _JUDGING} are the least")
    shuffled = np.random.default_rng(seed).permutation(numbers)
    return np.isin(games, shuffled[: len(numbers) // _JUDGING])
