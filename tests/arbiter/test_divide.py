"""`tenfold perft --compare`: an engine with one mistake is led to it."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tenfold.arbiter.divide import first_difference, our_divide
from tenfold.cli.group import run
from tenfold.engine.board import Board

WRONG = Path(__file__).parents[1] / "support" / "wrong_perft.py"
Compare = Callable[..., tuple[int, str, str]]


@pytest.fixture
def compare(capsys: pytest.CaptureFixture[str]) -> Compare:
    """Compares with an engine that errs: exit status, output, errors."""

    def compare(mistake: str, after: str = "e3e5,d8d6", depth: int = 3) -> tuple[int, str, str]:
        engine = f"name=Wrong cmd='{shlex.join([sys.executable, str(WRONG), after, mistake])}'"
        status = run(["perft", "grand", str(depth), "--compare", engine, "--patience", "2"])
        return status, *capsys.readouterr()

    return compare


def test_a_missing_move_is_found_where_it_is_missing(compare: Compare) -> None:
    status, output, _ = compare("lose:e5e6")
    assert status == 1
    assert output.splitlines() == [
        "Moves:   e3e5 d8d6",
        "FEN:     r8r/1nbqkcabn1/ppp1pppppp/10/3p6/4P5/10/PPPP1PPPPP/1NBQKCABN1/R8R w - - 0 2",
        "Differs: e5e6 at depth 1",
        "Tenfold: 1",
        "Wrong: not a legal move",
    ]


def test_a_move_too_many_is_named(compare: Compare) -> None:
    status, output, _ = compare("add:a1j10")
    assert status == 1 and "Moves:   e3e5 d8d6\n" in output
    assert "Differs: a1j10 at depth 1\nTenfold: not a legal move\nWrong: 1" in output


def test_a_missing_move_at_the_root_is_named_at_once(compare: Compare) -> None:
    _, output, _ = compare("lose:d3d5", "-")
    assert "Moves:   (none)\n" in output and "Differs: d3d5 at depth 3\n" in output
    assert "Tenfold: 4872\nWrong: not a legal move" in output


def test_a_count_that_is_wrong_only_from_above_is_told(compare: Compare) -> None:
    _, output, _ = compare("count")
    assert "Moves:   e3e5\n" in output and "Differs: d8d6 at depth 2\n" in output
    assert "Tenfold: 73\nWrong: 74\nAsked about the position after d8d6" in output


@pytest.mark.parametrize("mistake", ["silent", "search"])
def test_an_engine_without_perft_is_one_line(compare: Compare, mistake: str) -> None:
    status, output, errors = compare(mistake, "-", 2)
    assert status == 2 and output == ""
    assert errors.splitlines()[-1].startswith("tenfold: Wrong: it ") and "go perft" in errors


def test_right_counts_agree() -> None:
    for name in ("grand", "bigchess", "greatchess", "chess"):
        assert first_difference(Board(name), 2, our_divide) is None


def test_the_board_asked_about_stays_as_it_was() -> None:
    board = Board("grand")
    board.push_uci("e3e5")
    before = board.fen()
    first_difference(board, 2, lambda asked, depth: {**our_divide(asked, depth), "a1a2": 1})
    assert board.fen() == before and len(board.move_stack) == 1


@pytest.mark.skipif(not shutil.which("fairy-stockfish", path="/usr/games"), reason="not installed")
def test_fairy_stockfish_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["perft", "grand", "2", "--compare", "fairy-stockfish"]) == 0
    assert "agree on every move to depth 2" in capsys.readouterr().out


def test_either_label_of_the_tenth_file_is_understood() -> None:
    assert run(["perft", "bigchess", "2", "--compare", "cmd=tenfold tenth=m"]) == 0
