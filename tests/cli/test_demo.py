"""The demonstration, and the words in which it speaks."""

from __future__ import annotations

import subprocess
import sys

import pytest
from rich.console import Console
from tenfold.cli.board_view import board_view
from tenfold.cli.demo import POSITIONS
from tenfold.cli.words import legend, move_in_words, score_in_words, score_text
from tenfold.engine.board import Board
from tenfold.search.limits import Score


@pytest.mark.parametrize(
    ("game", "fen", "move", "words"),
    [
        ("grand", None, "b2a4", "the knight on b2 goes to a4"),
        (
            "bigchess",
            "5k4/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1",
            "f1i1",
            "the king castles from f1 to i1",
        ),
        (
            "bigchess",
            "5k4/10/10/10/10/3Pp5/10/10/10/5K4 b - d4 0 1",
            "e5d4",
            "the pawn on e5 takes a pawn in passing, on d4",
        ),
        (
            "greatchess",
            "4k5/P9/10/10/10/10/10/10/10/5K4 w - - 0 1",
            "a9a10q",
            "the pawn on a9 goes to a10 and becomes a general, with check",
        ),
        (
            "bigchess",
            "k9/10/1K8/10/10/10/10/10/10/9R w - - 0 1",
            "j1j10",
            "the rook on m1 goes to m10, checkmate",
        ),
        (
            "grand",
            "k9/10/10/10/4c5/10/10/10/4C5/K9 w - - 0 1",
            "e2e6",
            "the marshal on e2 takes the marshal on e6",
        ),
    ],
)
def test_moves(game: str, fen: str | None, move: str, words: str) -> None:
    board = Board(game, fen)
    assert move_in_words(board, board.parse_uci(move)) == words


@pytest.mark.parametrize(
    ("score", "white", "words", "text"),
    [
        (Score(0), True, "the game is level", "+0.00"),
        (Score(120), True, "White is a little better, by the worth of 1.2 pawns", "+1.20"),
        (Score(120), False, "Black is a little better, by the worth of 1.2 pawns", "-1.20"),
        (Score(-300), True, "Black is clearly better, by the worth of 3.0 pawns", "-3.00"),
        (Score(-900), False, "White is winning, by the worth of 9.0 pawns", "+9.00"),
        (Score(mate=1), True, "White mates in 1 move", "+M1"),
        (Score(mate=-3), True, "Black mates in 3 moves", "-M3"),
        (Score(mate=0), True, "Black has mated", "-M0"),
    ],
)
def test_scores(score: Score, white: bool, words: str, text: str) -> None:
    assert score_in_words(score, white) == words
    assert score_text(score, white) == text


def test_legend_names_the_compound_pieces_of_the_game() -> None:
    assert legend(Board("bigchess")) == "A clone (bishop + knight)"
    assert "G giraffe" in legend(Board("greatchess")) and "G" not in legend(Board("grand"))


@pytest.mark.parametrize("game", ["grand", "bigchess", "greatchess", "chess"])
def test_the_coloured_board_has_every_man(game: str) -> None:
    board = Board(game)
    console = Console(width=80)
    with console.capture() as capture:
        console.print(board_view(board, marks=False))
    drawn = capture.get()
    placement = board.fen().split()[0]
    for letter in "PNBRQKACG":
        assert drawn.count(letter) == placement.upper().count(letter)


@pytest.mark.parametrize("game", POSITIONS)
def test_positions_are_fine(game: str) -> None:
    board = Board(game, POSITIONS[game])
    assert board.fen() == POSITIONS[game] and board.outcome(claim_draw=True) is None


@pytest.mark.compiled
def test_demo() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tenfold", "demo", "--seconds", "0.3"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert (
        done.stdout.startswith("Grand Chess: ")
        and "\ndepth  1 " in done.stdout
        and "\nBest move: " in done.stdout
    )


def test_chess_has_no_demo() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tenfold", "demo", "chess"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2 and done.stderr.count("\n") == 1
