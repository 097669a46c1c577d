"""Files as other programs write them: Cute Chess, XBoard, and those that take moves from Fairy-Stockfish."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pyffish
import pytest
from support.games import random_game
from tenfold import Board, Termination, pgn

DATA = Path(__file__).parents[1] / "data"


def read_all(name: str) -> list[pgn.Game]:
    problems: list[pgn.Problem] = []
    games = list(pgn.games(DATA / "pgn" / name, report=problems.append))
    assert problems == []
    return games


def test_cute_chess() -> None:
    games = read_all("cutechess.pgn")
    assert len(games) == 6
    for game in games:
        assert len(list(game.mainline())) == int(game.headers["PlyCount"])
        outcome = game.end().board().outcome()
        if "Termination" not in game.headers:
            assert outcome is not None and outcome.termination is Termination.CHECKMATE
            assert outcome.result() == game.headers["Result"]
        elif "FEN" in game.headers:
            assert game.end().comment.endswith("Draw by adjudication: maximal game length")
            assert game.board().fen() == game.headers["FEN"]


def test_cute_chess_on_an_operating_system_with_other_line_ends() -> None:
    text = (DATA / "pgn" / "cutechess.pgn").read_text(encoding="utf-8").replace("\n", "\r\n")
    games = list(pgn.games(io.StringIO("\ufeff" + text, newline="")))
    assert list(map(str, games)) == list(map(str, read_all("cutechess.pgn")))


def test_xboard_counts_ranks_from_zero() -> None:
    first, second = read_all("xboard.pgn")
    moves = [node.san() for node in first.mainline()]
    assert moves[:4] == ["d5", "h7", "h4", "d7"] and "Kd10" in moves and "Kd1" in moves
    assert second.headers["FEN"].endswith("/7RAR w - - 0 1")  # without the holdings that only XBoard reads
    assert [node.san() for node in second.mainline()] == ["d5", "h7", "Kd1"]
    assert second.comment.endswith("white to play --------------")


def test_xboard_is_known_by_its_marks_where_no_rank_tells() -> None:
    for mark in (
        '[Annotator "1. +1.20   1... -1.33"]',
        '[FEN "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R[-] w - 0 1"]',
    ):
        game = pgn.read_game(io.StringIO(f'[Variant "grand"]\n{mark}\n\n1. d4 h6 *'))
        assert game is not None and game.errors == []
        assert [node.san() for node in game.mainline()] == ["d5", "h7"]


def test_a_null_move_is_no_rank_of_xboards() -> None:
    for tags in ("", '[Variant "grand"]\n\n'):
        game = pgn.read_game(io.StringIO(f"{tags}1. d4 d6 2. Z0 *"))
        assert game is not None and [node.san() for node in game.mainline()] == ["d4", "d6"]


def test_marks_of_xboard_do_not_outweigh_a_tenth_rank() -> None:
    text = '[Variant "grand"]\n[Annotator "1. +1.20   1... -1.33"]\n\n1. d5 h7 2. d6 Rj10g10 *'
    game = pgn.read_game(io.StringIO(text))
    assert game is not None and [node.san() for node in game.mainline()] == ["d5", "h7", "d6", "Rjg10"]


@pytest.fixture(scope="module")
def fairy_variants() -> None:
    pyffish.load_variant_config((DATA / "rules" / "fairy-variants.ini").read_text(encoding="utf-8"))


@pytest.mark.parametrize("variant", ["grand", "bigchess", "greatchess", "chess"])
@pytest.mark.usefixtures("fairy_variants")
def test_moves_that_fairy_stockfish_spells(variant: str) -> None:
    """In the manner of pychess.org: a capitalised name, and the FEN even of the first position."""
    board = Board(variant)
    for _ in random_game(board, random.Random(7), 80):
        pass
    start, moves = board.root().fen(), [move.uci() for move in board.move_stack]
    spelled = pyffish.get_san_moves(variant, start, moves)
    numbered = " ".join(f"{n // 2 + 1}. {san}" if n % 2 == 0 else san for n, san in enumerate(spelled))
    tags = f'[Event "?"]\n[Variant "{variant.capitalize()}"]\n[FEN "{start}"]\n[SetUp "1"]\n'
    game = pgn.read_game(io.StringIO(f"{tags}\n{numbered} *\n"))
    assert game is not None and game.errors == []
    assert list(game.mainline_moves()) == board.move_stack
    assert game.end().board() == board
