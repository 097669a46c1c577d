"""Chances to win, draw and lose."""

from __future__ import annotations

import pytest
from tenfold.engine.variants import VARIANTS
from tenfold.search.outlook import Curve, Outlook, outlook_for
from tenfold.search.score import MATE_FOUND

CURVE = Curve(180.0, 115.0)


def test_chances_add_up_and_mirror() -> None:
    before = (-1, 0, 1001)
    for value in range(-2000, 2001):
        win, draw, loss = chances = CURVE.chances(value)
        assert win + draw + loss == 1000 and min(chances) >= 0
        assert CURVE.chances(-value) == (loss, draw, win)
        assert win >= before[0] and loss <= before[2]  # the better the score, the better the chances
        before = chances


def test_chances_at_the_ends() -> None:
    assert CURVE.chances(MATE_FOUND) == (1000, 0, 0)
    assert CURVE.chances(-MATE_FOUND) == (0, 0, 1000)
    win, draw, loss = CURVE.chances(0)
    assert win == loss and draw > 0


def test_half_are_won_with_a_hundred() -> None:
    assert CURVE.chances(180)[0] == 500
    assert [CURVE.centipawns(value) for value in (180, -180, 0, 90)] == [100, -100, 0, 50]


def test_the_men_left_choose_the_curve() -> None:
    outlook = Outlook((100.0, 200.0), (50.0, 90.0))
    assert outlook.curve(22) == (150.0, 70.0)
    assert outlook.curve(44) == (200.0, 90.0)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_curves_of_the_games_can_be(variant: object) -> None:
    for men in range(2, 41):
        curve = outlook_for(variant).curve(men)  # type: ignore[arg-type]
        assert 20 < curve.even < 400 and 20 < curve.width < 400
