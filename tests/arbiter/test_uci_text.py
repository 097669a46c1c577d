"""What engines are told of a game and what they say of their thoughts."""

from __future__ import annotations

import pytest
from tenfold.arbiter.clock import Clock
from tenfold.arbiter.record import Score
from tenfold.arbiter.spec import TimeControl, parse_control
from tenfold.arbiter.uci_text import Thoughts, go_line, position_line
from tenfold.engine.variants import BIGCHESS, GRAND

FEN = "4k5/10/10/10/9p/9P/10/10/10/4K4R b K j5 0 1"


def test_positions() -> None:
    assert position_line(GRAND, None, []) == "position startpos"
    assert position_line(GRAND, None, ["j3j5"]) == "position startpos moves j3j5"
    assert position_line(BIGCHESS, FEN, []) == f"position fen {FEN}"


def test_the_tenth_file_is_m_where_an_engine_wants_it_so() -> None:
    said = position_line(BIGCHESS, FEN, ["j6j5", "e1e2"], "m")
    assert said == f"position fen {FEN.replace('j5', 'm5')} moves m6m5 e1e2"
    assert (
        position_line(GRAND, None, ["j3j5"], "m") == "position startpos moves j3j5"
    )  # other games have no m


@pytest.mark.parametrize(
    ("white", "black", "to_move", "line"),
    [
        ("2+0.05", "1+0.01", True, "go wtime 2050 btime 1010 winc 50 binc 10"),
        ("2+0.05", "3/1", False, "go wtime 2050 btime 1000 winc 50 binc 0 movestogo 3"),
        ("2", "inf", True, "go wtime 2000 btime 2000 winc 0 binc 0"),
    ],
)
def test_clocks(white: str, black: str, to_move: bool, line: str) -> None:
    clocks = {True: Clock(parse_control(white)), False: Clock(parse_control(black))}
    assert go_line(clocks, to_move) == line
    assert go_line(clocks, to_move, ponder=True) == line.replace("go", "go ponder", 1)


@pytest.mark.parametrize(
    ("control", "line"),
    [
        (TimeControl(movetime=0.25), "go movetime 250"),
        (TimeControl(nodes=8000, depth=6), "go nodes 8000 depth 6"),
        (TimeControl(base=1.0, nodes=5), "go wtime 1000 btime 1000 winc 0 binc 0 nodes 5"),
        (TimeControl(), "go infinite"),
    ],
)
def test_limits(control: TimeControl, line: str) -> None:
    assert go_line({True: Clock(control), False: Clock(control)}, True) == line


def test_an_engine_is_never_told_that_it_has_no_time_or_more_than_it_has() -> None:
    clock = Clock(parse_control("1"))
    clock.spend(0.0004)
    assert go_line({True: clock, False: clock}, True).startswith("go wtime 999 ")
    clock.spend(1.5)
    assert go_line({True: clock, False: clock}, True).startswith("go wtime 1 ")


def thoughts(*lines: str) -> tuple[Score | None, int, int]:
    found = Thoughts()
    for line in lines:
        found.note(line)
    return found.score, found.depth, found.nodes


GOOD = "info depth 7 seldepth 9 multipv 1 score cp -13 wdl 1 2 3 nodes 1234 nps 5 time 6 pv a1b1"


@pytest.mark.parametrize(
    "line",
    [
        "info depth 8 score cp 50 lowerbound nodes 5",
        "info depth 8 score cp 50 upperbound nodes 5",
        "info depth 8 multipv 2 score cp 50 nodes 5",
        "info depth 8 multipv 10 score cp 50 nodes 5",
        "info string depth 8 score cp 50",
        "info depth 8 string score cp 50",
        "info depth 8 currmove a1b1",
        "depth 8 score cp 50",
    ],
)
def test_lines_that_do_not_count(line: str) -> None:
    assert thoughts(GOOD, line) == (Score(centipawns=-13), 7, 1234)


def test_the_last_line_counts() -> None:
    assert thoughts(GOOD, "info score mate -3 depth 9") == (Score(mate=-3), 9, 0)
    assert thoughts(GOOD, "info nodes 7 depth 9 score cp 1") == (Score(centipawns=1), 9, 7)


@pytest.mark.parametrize(
    "line", ["", "info", "info depth x score cp y nodes z", "info score cp", "info score 5"]
)
def test_nonsense(line: str) -> None:
    assert thoughts(line) == (None, 0, 0)
