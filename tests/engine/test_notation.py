"""Moves as UCI text, squares and their names."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.games import ALL_GAMES, TEN_BY_TEN, random_game
from tenfold.engine import types as t
from tenfold.engine import variants
from tenfold.engine.board import Board, IllegalMoveError, InvalidMoveError, Move
from tenfold.engine.notation import parse_square, square_name


def test_squares_have_the_same_numbers_in_every_game() -> None:
    assert parse_square("a1", variants.CHESS) == 0
    assert parse_square("h8", variants.CHESS) == 77
    assert parse_square("j10", variants.GRAND) == 99
    assert parse_square("m10", variants.BIGCHESS) == parse_square("j10", variants.BIGCHESS) == 99
    assert square_name(99) == "j10"
    assert square_name(99, "m") == "m10"
    assert [parse_square(square_name(square), variants.GRAND) for square in range(100)] == list(range(100))


@pytest.mark.parametrize("name", ["", "a", "a0", "a11", "k1", "m1", "A1", "a 1", "a1a", "1a", "aa1", "a01"])
def test_names_that_are_no_squares(name: str) -> None:
    with pytest.raises(ValueError, match="no square of Grand Chess"):
        parse_square(name, variants.GRAND)


@pytest.mark.parametrize("name", ["i1", "j8", "a9", "a10"])
def test_the_small_board_ends_earlier(name: str) -> None:
    with pytest.raises(ValueError, match="no square of Chess"):
        parse_square(name, variants.CHESS)


@pytest.mark.parametrize(
    ("text", "start", "end", "promotion"),
    [
        ("a1a10", "a1", "a10", None),
        ("a10a1", "a10", "a1", None),
        ("a10b10", "a10", "b10", None),
        ("j10a1", "j10", "a1", None),
        ("a1b1", "a1", "b1", None),
        ("a9a10c", "a9", "a10", t.CHANCELLOR),
        ("a9a10A", "a9", "a10", t.ARCHBISHOP),
        ("b9c10b", "b9", "c10", t.BISHOP),
    ],
)
def test_two_digit_ranks(text: str, start: str, end: str, promotion: int | None) -> None:
    move = Move.from_uci(text, variants.GRAND)
    game = variants.GRAND
    assert move == Move(parse_square(start, game), parse_square(end, game), promotion)
    assert str(move) == move.uci() == text.lower()
    assert Move.from_uci(text) == move


def test_the_tenth_file_of_big_chess() -> None:
    move = Move.from_uci("m2m4", variants.BIGCHESS)
    assert move == Move.from_uci("j2j4", variants.BIGCHESS) == Move.from_uci("j2m4", variants.BIGCHESS)
    assert move.uci() == "j2j4"
    assert move.uci("m") == "m2m4"
    board = Board("bigchess")
    assert board.push_uci("m2m4") == move
    assert board.uci(move, tenth_file="m") == "m2m4"


@pytest.mark.parametrize("text", ["m3m4", "e2e4\n", " e3e4", "e3-e4", "E3E4", "e3e4qq", "e0e4", "e3e4=q", ""])
def test_bad_text_names_itself_and_the_position(text: str) -> None:
    board = Board("grand")
    with pytest.raises(InvalidMoveError) as caught:
        board.push_uci(text)
    assert not isinstance(caught.value, IllegalMoveError)
    assert caught.value.move == text
    assert caught.value.fen == board.fen()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("fen", "text", "words"),
    [
        (None, "0000", "null move"),
        (None, "e5e6", "no man stands on e5"),
        (None, "e8e7", "Black's"),
        (None, "e3e6", "do not allow"),
        ("9k/P9/10/10/10/10/10/10/10/9K w - - 0 1", "a9a10", "has to promote"),
        ("8k1/P9/10/10/10/10/10/10/1QR7/9K w - - 0 1", "a9a10q", "that promotion"),
        ("9k/9R/10/10/10/10/10/10/10/K9 b - - 0 1", "j10j8", "in check"),
    ],
)
def test_illegal_moves_say_why(fen: str | None, text: str, words: str) -> None:
    board = Board("grand", fen)
    with pytest.raises(IllegalMoveError, match=words) as caught:
        board.push_uci(text)
    assert caught.value.move == text
    assert caught.value.fen == board.fen()


@pytest.mark.parametrize("letter", "kpmgvw1")
def test_letters_that_nobody_promotes_to(letter: str) -> None:
    board = Board("grand", "9k/P9/10/10/10/10/10/10/10/9K w - - 0 1")
    with pytest.raises(InvalidMoveError):
        board.push_uci(f"a9a10{letter}")
    assert not board.move_stack


def test_staying_a_pawn_is_no_promotion() -> None:
    board = Board("grand", "10/5k4/10/1P8/10/10/10/10/10/R3K5 w - - 0 1")
    board.push_uci("b7b8")
    assert board.piece_at(71) is not None
    assert str(board.piece_at(71)) == "P"


def test_aliases_of_promotion_letters() -> None:
    fen = "5k4/P9/10/10/10/10/10/10/10/5K4 w - - 0 1"
    assert Board("bigchess", fen).parse_uci("a9a10c") == Board("bigchess", fen).parse_uci("a9a10a")


@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_a_knight_on_each_of_the_hundred_squares(variant: str) -> None:
    total = 0
    for square in range(100):
        kings = ("f1", "f10") if square % 10 != 5 else ("e1", "e10")
        white, black = (parse_square(name, variants.GRAND) for name in kings)
        cells = {square: "N", white: "K", black: "k"}
        ranks = [[cells.get(10 * rank + file, ".") for file in range(10)] for rank in reversed(range(10))]
        fen = "/".join("".join(rank) for rank in ranks)
        for gap in range(10, 0, -1):
            fen = fen.replace("." * gap, str(gap))
        board = Board(variant, f"{fen} w - - 0 1" if not _attacks(square, black) else f"{fen} b - - 0 1")
        for move in list(board.legal_moves):
            board.push_uci(move.uci())
            assert board.pop() == move
        total += sum(move.from_square == square for move in board.legal_moves)
    assert total > 500


def _attacks(square: int, target: int) -> bool:
    return {abs(square % 10 - target % 10), abs(square // 10 - target // 10)} == {1, 2}


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_every_legal_move_is_read_back(variant: str) -> None:
    board = Board(variant)
    for moves in random_game(board, random.Random(2), 100):
        for move in moves:
            assert board.parse_uci(move.uci()) == move
            assert board.parse_uci(move.uci(board.variant.tenth_file)) == move


def test_the_null_move() -> None:
    assert not Move.null()
    assert Move.null().uci() == "0000"
    assert Move.from_uci("0000") == Move.null()
    assert Move.from_uci("a1a2")
    assert len({Move(1, 2), Move(1, 2), Move(1, 2, t.QUEEN)}) == 2
    assert repr(Move(0, 99)) == "Move.from_uci('a1j10')"


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="abcdefghijkm0123456789qcarbn", max_size=8))
def test_text_is_a_move_or_an_error(text: str) -> None:
    board = Board("grand")
    try:
        move = board.push_uci(text)
    except InvalidMoveError:
        assert not board.move_stack
        return
    assert move.uci() == text
