"""What is measured of the evaluation foretells what it says with other numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.games import ALL_GAMES
from support.positions import is_bare, placed, sample, value
from support.scored import records
from tenfold.engine import types as t
from tenfold.engine.memory import Record
from tenfold.engine.variants import find
from tenfold.eval.endings import chances
from tenfold.eval.weights import rules_with_placement, weights_for
from tenfold.training.measure import Gauge
from tenfold.training.parameters import Parameters
from tenfold.training.positions import Positions, read_quiet


class Bench:
    """A game's positions with a gauge over numbers of its own."""

    def __init__(self, variant: str, folder: Path) -> None:
        np.savez(folder / "positions.npz", positions=records(variant))
        self.positions: Positions = read_quiet([folder / "positions.npz"])
        self.game = find(variant)
        self.parameters = Parameters(self.game)
        self.weights: Record = weights_for(self.game).copy()
        self.rules: Record = rules_with_placement(self.game).copy()
        self.gauge = Gauge(self.parameters, self.weights, self.rules)
        self.values = self.parameters.values(self.weights, self.rules)

    def changed(self, difference: np.ndarray) -> np.ndarray:
        """The scores with other numbers."""
        self.parameters.write(self.values + difference, self.weights, self.rules)
        return self.gauge.scores(self.positions)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_scores_are_the_evaluation(variant: str, tmp_path: Path) -> None:
    boards = [board for board in sample(variant) if not is_bare(board) and not board.is_check()]
    bench = Bench(variant, tmp_path)
    for board, score in zip(boards, bench.gauge.scores(bench.positions).tolist(), strict=True):
        # Without what makes of them endings that are hard to win: that is not for a fit to change.
        hope = chances(placed(board), bench.rules, bench.weights, t.WHITE if score >= 0 else t.BLACK)
        assert value(board) * (1 if board.turn else -1) == int(score * hope / 16), board.fen()


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_packed_values_are_foretold_exactly(variant: str, tmp_path: Path) -> None:
    bench = Bench(variant, tmp_path)
    scores, slopes = bench.gauge.slopes(bench.positions)
    rng = np.random.default_rng(8)
    difference = rng.integers(-30, 31, bench.parameters.size).astype(float)
    difference[bench.parameters.places[bench.parameters.single]] = 0
    found = bench.changed(difference)
    assert np.abs(found - scores).mean() > 40  # or the test would see nothing
    # Scores are whole centipawns, and what counts as a percentage is rounded for each side.
    assert np.abs(found - scores - slopes.times(difference)).max() < 3.5


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_other_numbers_are_foretold_roughly(variant: str, tmp_path: Path) -> None:
    bench = Bench(variant, tmp_path)
    scores, slopes = bench.gauge.slopes(bench.positions)
    single = bench.parameters.places[bench.parameters.single, 0]
    difference = np.zeros(bench.parameters.size)
    difference[single] = np.maximum(1, np.round(0.1 * np.abs(bench.values[single])))
    gained = bench.changed(difference) - scores
    foretold = slopes.times(difference)
    assert np.abs(gained).mean() > 3
    assert np.abs(gained - foretold).mean() < 0.4 * np.abs(gained).mean()


def test_measuring_changes_nothing(tmp_path: Path) -> None:
    bench = Bench("grand", tmp_path)
    before = bench.weights.copy()
    bench.gauge.slopes(bench.positions)
    for number in bench.parameters.numbers:
        assert bench.weights[number.field][number.where] == before[number.field][number.where], number


@pytest.mark.parametrize("gauges", ["the same gauge", "another gauge"])
def test_nothing_is_remembered_of_other_weights(gauges: str, tmp_path: Path) -> None:
    """The evaluation remembers pawn structures; with other weights they are worth something else."""
    bench = Bench("grand", tmp_path)
    bench.gauge.scores(bench.positions)
    difference = np.where(np.isin(bench.parameters.fields, ["connected", "isolated", "shelter"]), 50.0, 0.0)
    wanted = Bench("grand", tmp_path).changed(difference)
    if gauges == "another gauge":
        bench.gauge = Gauge(bench.parameters, bench.weights, bench.rules)
    assert bench.changed(difference).tolist() == wanted.tolist()


def test_progress_is_told(tmp_path: Path) -> None:
    bench = Bench("bigchess", tmp_path)
    told: list[int] = []
    bench.gauge.slopes(bench.positions, told.append)
    assert told[-1] == len(bench.positions)
