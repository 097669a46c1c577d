"""Clocks, as Cute Chess counts."""

from __future__ import annotations

import pytest
from tenfold.arbiter.clock import Clock
from tenfold.arbiter.spec import TimeControl, parse_control


def test_the_first_increment_is_there_from_the_start() -> None:
    clock = Clock(parse_control("2+0.5"))
    assert clock.left == clock.allowed == 2.5
    clock.spend(1.0)
    assert clock.left == 2.0


def test_controls_repeat() -> None:
    clock = Clock(parse_control("3/60+1"))
    seen = []
    for _ in range(7):
        seen.append((clock.moves_left, clock.left))
        clock.spend(2.0)
    assert seen == [(3, 61), (2, 60), (1, 59), (3, 118), (2, 117), (1, 116), (3, 175)]


def test_a_fixed_time_does_not_run_down() -> None:
    clock = Clock(TimeControl(movetime=0.5))
    clock.spend(0.4)
    assert clock.left is None and clock.allowed == 0.5


@pytest.mark.parametrize(
    ("seconds", "margin", "late"),
    [(0.5, 0, False), (0.5009, 0, False), (0.5011, 0, True), (0.55, 0.05, False), (0.552, 0.05, True)],
)
def test_overrun(seconds: float, margin: float, late: bool) -> None:
    assert Clock(TimeControl(movetime=0.5)).overrun(seconds, margin) is late


def test_no_clock_no_overrun() -> None:
    assert not Clock(TimeControl(nodes=1)).overrun(1e6, 0.0)


def test_a_margin_is_no_gift() -> None:
    clock = Clock(parse_control("1+0.1"))
    clock.spend(1.3)  # 0.2 s too late, within the margin
    assert clock.left == pytest.approx(-0.1)
    assert not clock.overrun(0.09, 0.2)
    assert clock.overrun(0.11, 0.2)
