"""Scores as the world hears them: mates in full moves, chances that add up."""

from __future__ import annotations

import pytest
from tenfold.engine.types import MAX_PLY
from tenfold.eval.evaluate import LIMIT
from tenfold.search.score import INFINITE, MATE, MATE_FOUND, NO_EVAL, as_score, win_draw_loss


@pytest.mark.parametrize(
    ("plies", "moves"), [(1, 1), (3, 2), (5, 3), (7, 4), (2 * 50 - 1, 50)], ids=lambda n: str(n)
)
def test_mating(plies: int, moves: int) -> None:
    score = as_score(MATE - plies)
    assert score.mate == moves
    assert score.wdl == (1000, 0, 0)


@pytest.mark.parametrize(("plies", "moves"), [(0, 0), (2, -1), (4, -2), (6, -3), (100, -50)])
def test_being_mated(plies: int, moves: int) -> None:
    score = as_score(-MATE + plies)
    assert score.mate == moves
    assert score.wdl == (0, 0, 1000)


def test_every_distance_the_search_can_see_is_a_mate() -> None:
    for plies in range(MAX_PLY + 1):
        assert as_score(MATE - plies).mate == (plies + 1) // 2
        assert as_score(plies - MATE).mate == -((plies + 1) // 2)


def test_mates_and_evaluations_are_apart() -> None:
    assert LIMIT < MATE_FOUND < MATE < INFINITE
    assert NO_EVAL < -MATE
    assert INFINITE < 1 << 15  # a table entry has 16 bits for a score
    for value in (LIMIT, -LIMIT, MATE_FOUND - 1, 1 - MATE_FOUND, 0):
        assert as_score(value).mate is None
        assert as_score(value).value == value


def test_the_bound_is_passed_on() -> None:
    for value in (12, MATE - 3, 4 - MATE):
        for bound in ("", "lowerbound", "upperbound"):
            assert as_score(value, bound).bound == bound


def test_chances_add_up_and_mirror() -> None:
    before = (-1, 0, 1001)
    for value in range(-2000, 2001):
        win, draw, loss = chances = win_draw_loss(value)
        assert win + draw + loss == 1000 and min(chances) >= 0
        assert win_draw_loss(-value) == (loss, draw, win)
        assert win >= before[0] and loss <= before[2]  # the better the score, the better the chances
        before = chances


def test_chances_at_the_ends() -> None:
    assert win_draw_loss(MATE_FOUND) == (1000, 0, 0)
    assert win_draw_loss(-MATE_FOUND) == (0, 0, 1000)
    win, draw, loss = win_draw_loss(0)
    assert win == loss and draw > 0
