"""What values mean, found in games whose results were drawn from known curves."""

from __future__ import annotations

import numpy as np
import pytest
from tenfold.search.outlook import Outlook
from tenfold.training.outlook import fit, reliability
from tenfold.training.positions import Positions

TRUE = Outlook((60.0, 150.0), (50.0, 110.0))


def drawn(count: int, seed: int) -> Positions:
    """Positions of as many men as their number says, with results by `TRUE`."""
    rng = np.random.default_rng(seed)
    men = rng.integers(4, 41, count)
    boards = np.where(np.arange(100) < men[:, None], 2, 0)
    values = rng.integers(-500, 501, count)
    chance = rng.random(count)
    curves = [TRUE.curve(int(number)) for number in men]
    even, width = np.array(curves).T
    won = chance < 1 / (1 + np.exp((even - values) / width))
    lost = 1 - chance < 1 / (1 + np.exp((even + values) / width))
    sides = rng.integers(0, 2, count)
    sign = np.where(sides == 0, 1, -1)
    results = (1 + sign * (won.astype(int) - lost)) / 2
    return Positions(boards, sides, sign * values, results, np.arange(count))


def test_the_curves_are_found() -> None:
    found = fit(drawn(60_000, 1))
    assert found.even == pytest.approx(TRUE.even, abs=8)
    assert found.width == pytest.approx(TRUE.width, abs=8)


def test_reliability() -> None:
    positions = drawn(60_000, 2)
    for row in reliability(positions, TRUE):
        assert row.came == pytest.approx(row.expected, abs=4 / 2 / row.positions**0.5)
    assert sum(row.positions for row in reliability(positions, TRUE)) == 60_000
    off = reliability(positions, Outlook((60.0, 150.0), (200.0, 200.0)))
    assert max(abs(row.came - row.expected) for row in off) > 0.05
