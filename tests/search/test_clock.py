"""How long a search may take, by the limits it was given."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tenfold.search.clock import appetite, budget
from tenfold.search.limits import Limits

LEAST = 0.001


def times(overhead: int = 10, **limits: Any) -> tuple[float, float]:
    """Soft and hard limit in milliseconds."""
    found = budget(Limits(**limits), overhead)
    assert found.soft is not None and found.hard is not None
    return 1000 * found.soft, 1000 * found.hard


@pytest.mark.parametrize(
    "limits", [Limits(), Limits(depth=3), Limits(nodes=9), Limits(mate=2), Limits(infinite=True)], ids=str
)
def test_no_clock_no_budget(limits: Limits) -> None:
    found = budget(limits, 10)
    assert found.soft is None and found.hard is None


@pytest.mark.parametrize(
    ("movetime", "overhead", "hard"),
    [
        (1000, 10, 0.99),
        (1000, 0, 1.0),
        (100, 30, 0.07),
        (10, 10, LEAST),
        (1, 10, LEAST),
        (0, 10, LEAST),
        (-5, 0, LEAST),
    ],
)
def test_movetime_is_used_up_less_the_overhead(movetime: int, overhead: int, hard: float) -> None:
    found = budget(Limits(movetime=movetime), overhead)
    assert found.soft is None
    assert found.hard == pytest.approx(hard)


def test_movetime_goes_before_the_clock() -> None:
    assert budget(Limits(movetime=500, time=100_000), 0).hard == pytest.approx(0.5)


@pytest.mark.parametrize(
    "limits",
    [
        {"time": 0},
        {"time": -1},
        {"time": -100_000, "increment": 100},
        {"time": 1},
        {"time": 5},
        {"time": 10, "increment": 5000},
        {"time": 10, "movestogo": 1},
        {"time": 0, "movestogo": 0},
        {"time": -50, "movestogo": -3},
    ],
    ids=str,
)
def test_without_time_the_move_comes_at_once(limits: dict[str, int]) -> None:
    soft, hard = times(**limits)
    assert 0 < soft <= hard <= 1000 * LEAST


def test_the_last_move_before_the_control_may_take_the_clock() -> None:
    soft, hard = times(time=10_000, movestogo=1)
    assert 5000 <= soft <= hard <= 9990
    assert hard < times(time=10_000, movestogo=1, overhead=0)[1]


def test_many_moves_to_go_share_the_clock() -> None:
    shares = [times(time=60_000, movestogo=moves)[0] for moves in (1, 2, 5, 10, 20, 40)]
    assert shares == sorted(shares, reverse=True)
    # Absurdly many are no reason to blunder.
    assert times(time=60_000, movestogo=10_000)[0] > 500


def test_a_whole_game_lasts() -> None:
    """Moves at their soft limit leave time for a long game, and each costs its overhead, too."""
    clock = 60_000.0
    for move in range(100):
        soft, hard = times(overhead=30, time=int(clock), increment=100)
        assert hard <= clock - 30, move
        clock += 100 - soft - 30
        assert clock > 100, move


@pytest.mark.parametrize("clock", [20, 50, 100, 500])
def test_increments_larger_than_the_clock(clock: int) -> None:
    """An increment comes after the move: it cannot be spent on it."""
    soft, hard = times(time=clock, increment=10_000)
    assert 0 < soft <= hard <= clock - 10
    assert soft > times(time=clock)[0]


@pytest.mark.parametrize("clock", [200, 1000, 10_000])
@pytest.mark.parametrize("movestogo", [None, 1, 20])
def test_a_hiccup_costs_no_game(clock: int, movestogo: int | None) -> None:
    assert times(time=clock, increment=10, movestogo=movestogo)[1] <= clock - 10 - 50


def test_bullet_games_with_hiccups_last() -> None:
    clock = 1010.0
    for move in range(300):
        hiccup = 45 if move % 10 == 9 else 1
        soft, hard = times(time=int(clock), increment=10)
        clock -= (hard if move % 5 == 4 else soft) + hiccup
        assert clock > 0, move
        clock += 10


def test_an_increment_is_used() -> None:
    assert times(time=60_000, increment=1000)[0] > times(time=60_000)[0] + 500


def test_overhead_beyond_the_increment_shortens_the_moves() -> None:
    assert (
        times(overhead=200, time=10_000, increment=100)[0] < times(overhead=20, time=10_000, increment=100)[0]
    )


@given(
    time=st.integers(1, 10**9) | st.integers(1, 2000),
    increment=st.integers(0, 10**7) | st.integers(0, 2000),
    movestogo=st.none() | st.integers(0, 10**6),
    overhead=st.integers(0, 5000),
)
def test_soft_and_hard_are_on_the_clock(
    time: int, increment: int, movestogo: int | None, overhead: int
) -> None:
    soft, hard = times(overhead, time=time, increment=increment, movestogo=movestogo)
    assert 0 < soft <= hard
    assert hard <= max(time - overhead, 1000 * LEAST) + 1e-9


@given(time=st.integers(-(10**9), 10**9), increment=st.integers(0, 10**6), overhead=st.integers(0, 5000))
def test_more_time_is_never_less(time: int, increment: int, overhead: int) -> None:
    fewer = times(overhead, time=time, increment=increment)
    more = times(overhead, time=time + 100, increment=increment)
    assert more[0] >= fewer[0] - 1e-9 and more[1] >= fewer[1] - 1e-9


def test_an_easy_move_takes_less_time_than_a_troubled_one() -> None:
    usual = appetite(3, 0.6, 0)
    assert appetite(8, 0.6, 0) < usual < appetite(0, 0.6, 0)
    assert appetite(3, 0.95, 0) < usual < appetite(3, 0.2, 0)
    assert usual < appetite(3, 0.6, 40) < appetite(3, 0.6, 80)
    assert appetite(3, 0.6, -50) == usual  # good news takes no longer


@given(stable=st.integers(0, 100), share=st.floats(0, 1), drop=st.integers(-60_000, 60_000))
def test_appetite_is_bounded(stable: int, share: float, drop: int) -> None:
    assert 0.3 < appetite(stable, share, drop) < 5
