"""`go` to limits: whose clock, and what a missing or spent one means."""

from __future__ import annotations

import pytest
from tenfold.engine.types import BLACK, WHITE
from tenfold.search.limits import Limits
from tenfold.uci.go import NO_CLOCK_MS, Go, read_go, shown

LIMITS = [
    ("depth 5", Limits(depth=5)),
    ("nodes 100 mate 2", Limits(nodes=100, mate=2)),
    ("movetime 50", Limits(movetime=50)),
    ("", Limits(infinite=True)),
    ("searchmoves e3e5", Limits(infinite=True)),
    ("infinite", Limits(infinite=True)),
    ("infinite movetime 50 wtime 3", Limits(infinite=True)),
    ("infinite depth 4", Limits(infinite=True, depth=4)),
    ("ponder wtime 1000 btime 2000", Limits(ponder=True, time=1000)),
    ("ponder movetime 70", Limits(ponder=True, movetime=70)),
    ("ponder", Limits(ponder=True, movetime=NO_CLOCK_MS)),
    ("wtime 1000 btime 2000 winc 10 binc 20 movestogo 7", Limits(time=1000, increment=10, movestogo=7)),
    ("wtime 1000 movestogo 0", Limits(time=1000)),
    ("wtime 0 btime -2 winc 20 binc 20", Limits(time=1, increment=20)),
    ("wtime -50 btime 100 movestogo -5", Limits(time=1)),
    ("btime 885300", Limits(movetime=NO_CLOCK_MS)),
    ("btime 885300 depth 99", Limits(movetime=NO_CLOCK_MS, depth=99)),
    ("winc 100", Limits(movetime=NO_CLOCK_MS)),
    ("movestogo 1", Limits(movetime=NO_CLOCK_MS)),
    ("btime 5 movetime 30", Limits(movetime=30)),
]


@pytest.mark.parametrize(("words", "limits"), LIMITS, ids=[words or "nothing" for words, _ in LIMITS])
def test_limits_for_white(words: str, limits: Limits) -> None:
    assert read_go(words.split())[0].limits(WHITE) == limits


def test_black_uses_its_own_clock() -> None:
    go, _ = read_go(["wtime", "1000", "btime", "2000", "winc", "10", "binc", "20"])
    assert go.limits(BLACK) == Limits(time=2000, increment=20)


def test_a_ponderhit_that_came_already() -> None:
    assert Go(ponder=True, wtime=5000).limits(WHITE, ponder=False) == Limits(time=5000)


def test_searchmoves_are_passed_on() -> None:
    assert Go(depth=3).limits(WHITE, (17, 18)) == Limits(depth=3, searchmoves=(17, 18))


@pytest.mark.parametrize(
    ("words", "bounded"),
    [
        ("depth 3", True),
        ("wtime 5", True),
        ("", False),
        ("infinite depth 3", False),
        ("ponder wtime 5", False),
    ],
)
def test_bounded(words: str, bounded: bool) -> None:
    assert read_go(words.split())[0].bounded is bounded


def test_shown_is_printable_and_short() -> None:
    assert shown("a\x00\x1b[2Jb") == "a??[2Jb"
    assert len(shown("x" * 10_000)) < 70
