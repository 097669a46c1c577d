"""Scores as the world hears them: mates in full moves, chances that add up."""

from __future__ import annotations

import pytest
from tenfold.engine.types import MAX_PLY
from tenfold.eval.evaluate import LIMIT
from tenfold.search.limits import Score
from tenfold.search.outlook import Curve
from tenfold.search.score import INFINITE, MATE, MATE_FOUND, NO_EVAL, SOLVED, SOLVED_FOUND, as_score

CURVE = Curve(200.0, 90.0)


@pytest.mark.parametrize(
    ("plies", "moves"), [(1, 1), (3, 2), (5, 3), (7, 4), (2 * 50 - 1, 50)], ids=lambda n: str(n)
)
def test_mating(plies: int, moves: int) -> None:
    score = as_score(MATE - plies, CURVE)
    assert score.mate == moves
    assert score.wdl == (1000, 0, 0)


@pytest.mark.parametrize(("plies", "moves"), [(0, 0), (2, -1), (4, -2), (6, -3), (100, -50)])
def test_being_mated(plies: int, moves: int) -> None:
    score = as_score(-MATE + plies, CURVE)
    assert score.mate == moves
    assert score.wdl == (0, 0, 1000)


def test_every_distance_the_search_can_see_is_a_mate() -> None:
    for plies in range(MAX_PLY + 1):
        assert as_score(MATE - plies, CURVE).mate == (plies + 1) // 2
        assert as_score(plies - MATE, CURVE).mate == -((plies + 1) // 2)


def test_mates_and_evaluations_are_apart() -> None:
    assert LIMIT < MATE_FOUND < MATE < INFINITE
    assert NO_EVAL < -MATE
    assert INFINITE < 1 << 15  # a table entry has 16 bits for a score
    for value in (LIMIT, -LIMIT, 0):
        assert as_score(value, CURVE).mate is None
        assert as_score(value, CURVE).value == round(value / 2)


def test_solved_endings_stay_apart_from_evaluations() -> None:
    for value in (SOLVED, SOLVED_FOUND, -SOLVED_FOUND, SOLVED - 7):
        for curve in (CURVE, Curve(40.0, 90.0)):
            assert as_score(value, curve) == Score(value=value, wdl=curve.chances(value))
    assert as_score(LIMIT, Curve(40.0, 90.0)).value == SOLVED_FOUND - 1
    assert as_score(-LIMIT, Curve(40.0, 90.0)).value == 1 - SOLVED_FOUND


def test_the_bound_is_passed_on() -> None:
    for value in (12, MATE - 3, 4 - MATE):
        for bound in ("", "lowerbound", "upperbound"):
            assert as_score(value, CURVE, bound).bound == bound
