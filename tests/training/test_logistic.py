"""The sparse products, and Newton's method on problems with a known answer."""

from __future__ import annotations

import numpy as np
import pytest
from tenfold.training.logistic import Prior, Problem, best_scale, cross_entropy, squashed
from tenfold.training.sparse import Sparse

RNG = np.random.default_rng(2)


def sparse_matrix(rows: int, columns: int) -> np.ndarray:
    dense = RNG.normal(size=(rows, columns)) * (RNG.random((rows, columns)) < 0.2)
    dense[rows // 3] = 0  # a row with nothing in it
    return dense.astype(np.float32)


@pytest.mark.parametrize("blocks", [1, 3])
def test_products(blocks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenfold.training.sparse._TOGETHER", 50)
    dense = sparse_matrix(90, 17)
    matrix = Sparse.stacked([Sparse.of(part) for part in np.array_split(dense, blocks)], 17)
    assert len(matrix) == 90
    right, left = RNG.normal(size=17), RNG.normal(size=90)
    assert np.allclose(matrix.times(right), dense @ right, atol=1e-5)
    assert np.allclose(matrix.transposed_times(left), dense.T @ left, atol=1e-5)
    assert np.allclose(matrix.transposed_times(left, squared=True), (dense**2).T @ left, atol=1e-5)


def test_squashing_and_its_loss() -> None:
    assert squashed(np.array([0.0, 1e9, -1e9]), 200).tolist() == pytest.approx([0.5, 1, 0])
    assert cross_entropy(np.array([0.5, 0.5]), np.array([1.0, 0.0])) == pytest.approx(np.log(2))
    assert cross_entropy(np.array([0.9]), np.array([1.0])) < cross_entropy(np.array([0.8]), np.array([1.0]))


@pytest.mark.parametrize("scale", [90, 240, 700])
def test_the_scale_is_found(scale: float) -> None:
    scores = RNG.normal(0, 400, 60_000)
    results = (RNG.random(len(scores)) < squashed(scores, scale)).astype(float)
    assert best_scale(scores, results) == pytest.approx(scale, rel=0.05)


def free_prior(size: int, variance: float = 1e12) -> Prior:
    return Prior(np.zeros(size), np.full(size, 1 / variance), np.zeros((0, 2), np.int64), np.zeros(0))


def problem(prior: Prior, truth: np.ndarray, count: int = 4000, free: np.ndarray | None = None) -> Problem:
    dense = sparse_matrix(count, len(truth))
    scores = RNG.normal(0, 100, count)
    wanted = squashed(scores + dense @ truth, 200)
    everything = np.ones(len(truth), bool)
    return Problem(
        Sparse.of(dense),
        scores,
        np.zeros(len(truth)),
        wanted,
        200,
        prior,
        everything if free is None else free,
    )


def solved(it: Problem) -> np.ndarray:
    return list(it.steps())[-1][0]


def test_newton_finds_the_truth() -> None:
    truth = RNG.normal(0, 150, 12)
    it = problem(free_prior(12), truth)
    losses = [loss for _, loss in it.steps()]
    assert losses == sorted(losses, reverse=True) and losses[0] < it.loss(it.start)
    assert np.allclose(solved(it), truth, atol=2)


def test_values_that_are_not_free_stay() -> None:
    truth = RNG.normal(0, 150, 12)
    free = np.arange(12) % 3 > 0
    values = solved(problem(free_prior(12), truth, free=free))
    assert not values[~free].any() and values[free].all()


def test_the_minimum_is_one() -> None:
    """No small step in any direction has a smaller loss."""
    prior = Prior(RNG.normal(0, 50, 8), np.full(8, 1e-3), np.array([[0, 1], [1, 2]]), np.array([0.01, 0.02]))
    it = problem(prior, RNG.normal(0, 150, 8), count=500)
    values = solved(it)
    for _ in range(20):
        assert it.loss(values + RNG.normal(0, 3, 8)) > it.loss(values)


def test_a_strong_prior_wins() -> None:
    prior = Prior(np.full(6, 40.0), np.full(6, 1e6), np.zeros((0, 2), np.int64), np.zeros(0))
    assert np.allclose(solved(problem(prior, RNG.normal(0, 150, 6))), 40, atol=0.5)


def test_linked_values_move_together() -> None:
    truth = np.array([100.0, -100.0, 100.0])
    apart = free_prior(3)
    links = np.array([[0, 1]])
    linked = Prior(apart.values, apart.pull, links, np.array([1e6]))
    values = solved(problem(linked, truth))
    assert abs(values[0] - values[1]) < 1 and values[2] == pytest.approx(100, abs=10)


def test_the_priors_derivatives() -> None:
    prior = Prior(RNG.normal(size=5), RNG.random(5), np.array([[0, 3], [3, 4]]), RNG.random(2))
    values, step = RNG.normal(size=5), 1e-5
    slope = prior.times(values - prior.values)
    for i in range(5):
        there = values + step * (np.arange(5) == i)
        assert (prior.loss(there) - prior.loss(values)) / step == pytest.approx(slope[i], abs=1e-3)
        assert prior.diagonal()[i] == pytest.approx(prior.times((np.arange(5) == i).astype(float))[i])
