"""Logistic regression held near a prior: the loss, and Newton's method for its minimum.

The model's score of a position is ``scores + slopes * (values - start)``; squashed by a scale it is White's
expected share of the point. The loss is the cross entropy with the share that came, on average over
positions, and for each value the square of its distance from the prior. It is convex, so there is one
minimum, and nothing random in finding it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .sparse import Sparse

#: Positions of a game resemble each other: so many of them tell as much as one alone would.
ALIKE = 8
_MOST_STEPS = 12
_MOST_PRODUCTS = 60  # in solving for one step
_ENOUGH = 1e-7  # of the loss: a step that gains less is the last
_SOLVED = 0.02  # of the gradient


def squashed(scores: np.ndarray, scale: float) -> np.ndarray:
    """White's expected share of the point."""
    return 1 / (1 + np.exp(np.clip(-scores / scale, -60, 60)))


def cross_entropy(shares: np.ndarray, wanted: np.ndarray) -> float:
    """The average loss in nats of expecting `shares` where `wanted` came."""
    shares = np.clip(shares, 1e-12, 1 - 1e-12)
    return float(-np.mean(wanted * np.log(shares) + (1 - wanted) * np.log(1 - shares)))


def best_scale(scores: np.ndarray, shares: np.ndarray) -> float:
    """The scale with which squashed scores tell the shares of the point best."""
    scales = np.geomspace(30, 1500, 40)
    for _ in range(3):
        losses = [cross_entropy(squashed(scores, scale), shares) for scale in scales]
        at = int(np.argmin(losses))
        scales = np.geomspace(scales[max(at - 1, 0)], scales[min(at + 1, len(scales) - 1)], 12)
    return float(scales[len(scales) // 2])


@dataclass(frozen=True)
class Prior:
    """Where values are held, and how strongly."""

    values: np.ndarray
    pull: np.ndarray  # 1 / variance of a value around the prior's
    links: np.ndarray  # [link, 2]: values whose differences from the prior should be alike
    link_pull: np.ndarray  # 1 / variance of the difference of the two

    def loss(self, values: np.ndarray) -> float:
        away = values - self.values
        apart = away[self.links[:, 0]] - away[self.links[:, 1]]
        return float(self.pull @ away**2 + self.link_pull @ apart**2) / 2

    def times(self, vector: np.ndarray) -> np.ndarray:
        """The loss's second derivative times a vector; that of ``values - prior`` is the first derivative."""
        apart = (vector[self.links[:, 0]] - vector[self.links[:, 1]]) * self.link_pull
        product = self.pull * vector
        product += np.bincount(self.links[:, 0], apart, minlength=len(vector))
        product -= np.bincount(self.links[:, 1], apart, minlength=len(vector))
        return product

    def diagonal(self) -> np.ndarray:
        both = np.bincount(self.links.ravel(), np.repeat(self.link_pull, 2), minlength=len(self.pull))
        return self.pull + both


@dataclass(frozen=True)
class Problem:
    """What is to be minimised, over the values that are `free`; the others stay as they start."""

    slopes: Sparse
    scores: np.ndarray  # at `start`
    start: np.ndarray
    wanted: np.ndarray  # shares
    scale: float
    prior: Prior
    free: np.ndarray

    def shares(self, values: np.ndarray) -> np.ndarray:
        return squashed(self.scores + self.slopes.times(values - self.start), self.scale)

    def loss(self, values: np.ndarray) -> float:
        weight = ALIKE / len(self.slopes)
        return cross_entropy(self.shares(values), self.wanted) + weight * self.prior.loss(values)

    def steps(self) -> Iterator[tuple[np.ndarray, float]]:
        """Values and their loss after each step of Newton's method, the loss ever smaller."""
        values, loss = self.start.copy(), self.loss(self.start)
        for _ in range(_MOST_STEPS):
            step = self._newton_step(values)
            size, found = 1.0, self.loss(values + step)
            while found > loss and size > 0.01:
                size /= 2
                found = self.loss(values + size * step)
            if found > loss:
                return
            gain = loss - found
            values, loss = values + size * step, found
            yield values, loss
            if gain < _ENOUGH * loss:
                return

    def _newton_step(self, values: np.ndarray) -> np.ndarray:
        """The step that leads to the minimum if the loss is a parabola: by conjugate gradients."""
        count, prior = len(self.slopes), self.prior
        shares = self.shares(values)
        curvature = shares * (1 - shares) / (self.scale**2 * count)
        weight = ALIKE / count
        gradient = self.slopes.transposed_times((shares - self.wanted) / (self.scale * count))
        gradient += weight * prior.times(values - prior.values)
        diagonal = self.slopes.transposed_times(curvature, squared=True) + weight * prior.diagonal()

        def bent(direction: np.ndarray) -> np.ndarray:
            product = self.slopes.transposed_times(curvature * self.slopes.times(direction))
            return (product + weight * prior.times(direction)) * self.free

        step = np.zeros(len(values))
        rest = -gradient * self.free
        # By hand: conjugate gradients with each value on the scale of its own curvature.
        scaled = rest / diagonal
        direction = scaled
        size = first = rest @ scaled
        for _ in range(_MOST_PRODUCTS):
            if size <= _SOLVED**2 * first:
                break
            product = bent(direction)
            along = size / (direction @ product)
            step += along * direction
            rest = rest - along * product
            scaled = rest / diagonal
            size, before = rest @ scaled, size
            direction = scaled + size / before * direction
        return step
