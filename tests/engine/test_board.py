"""`Board`: history, copies, comparison, drawings, and that no caller can harm a kernel."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.games import ALL_GAMES, TEN_BY_TEN, fens, random_game, records
from tenfold.engine import types as t
from tenfold.engine import variants
from tenfold.engine.board import (
    BLACK,
    WHITE,
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    Move,
    Piece,
)
from tenfold.engine.named_boards import GrandBoard, board_class


@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_legal_moves_of_the_data(variant: str) -> None:
    for record in records(f"divide-{variant}"):
        board = Board(variant, record["fen"])
        assert sorted(move.uci() for move in board.legal_moves) == record["moves"], record["name"]
        assert board.is_check() == record["check"]
        for text in record["must_not"]:
            if (variant, text[5:]) != ("bigchess", "c"):  # which Big Chess reads as an a, the Clone
                with pytest.raises(InvalidMoveError):
                    board.parse_uci(text)


@pytest.mark.compiled
@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_made_moves_of_the_data(variant: str) -> None:
    for record in records(f"make-{variant}"):
        board = Board(variant, record["fen"])
        before = board.fen()
        move = board.parse_uci(record["move"])
        assert board.gives_check(move) == record["check"]
        assert board.is_en_passant(move) == record["kind"].startswith("en passant")
        assert board.is_castling(move) == record["kind"].startswith("castling")
        board.push(move)
        assert board.fen() == Board(variant, record["after"]).fen()
        assert board.pop() == move
        assert board.fen() == before


def test_what_a_board_tells() -> None:
    board = Board("bigchess")
    assert board.variant is variants.BIGCHESS
    assert board.turn is WHITE
    assert (board.fullmove_number, board.halfmove_clock, board.ply()) == (1, 0, 0)
    assert board.piece_at(3) == Piece(t.ARCHBISHOP, WHITE)
    assert board.piece_at(93) == Piece(t.ARCHBISHOP, BLACK)
    assert board.piece_at(50) is None
    assert board.piece_at(100) is None and board.piece_at(-1) is None
    assert (board.king(WHITE), board.king(BLACK)) == (5, 95)
    assert board.is_attacked_by(WHITE, 22) and not board.is_attacked_by(BLACK, 22)
    board.push_uci("b1c3")
    assert board.turn is BLACK
    assert (board.fullmove_number, board.halfmove_clock, board.ply()) == (1, 1, 1)
    with pytest.raises(ValueError, match="number 100"):
        board.is_attacked_by(WHITE, 100)
    with pytest.raises(KeyError, match="no variant is called"):
        Board("ludo")


def test_the_small_board_has_the_same_square_numbers() -> None:
    board = Board("chess")
    assert board.piece_at(77) == Piece(t.ROOK, BLACK)
    assert board.piece_at(8) is None and board.piece_at(80) is None
    assert board.king(BLACK) == 74
    with pytest.raises(ValueError):
        board.is_attacked_by(WHITE, 8)


def test_legal_moves_are_counted_listed_and_asked() -> None:
    board = Board("grand")
    moves = board.legal_moves
    assert len(moves) == moves.count() == len(list(moves)) == 65
    assert Move.from_uci("e3e5") in moves
    assert Move.from_uci("e3e6") not in moves
    assert "e3e5" not in moves  # a text is no move
    assert Move.null() not in moves
    assert "e3e5" in repr(moves)
    board.push_uci("e3e5")
    assert Move.from_uci("e3e5") not in moves


@pytest.mark.compiled
@pytest.mark.parametrize("variant", ALL_GAMES)
def test_pop_restores_everything(variant: str) -> None:
    rng = random.Random(7)
    for _ in range(3):
        board = Board(variant)
        states: list[tuple[str, int]] = []
        for moves in random_game(board, rng, 120):
            states.append((board.fen(), board.key))
            assert len(moves) == len(board.legal_moves)
        line = list(board.move_stack)
        root = board.root()
        assert root == Board(variant) and not root.move_stack
        assert len(line) == len(board.move_stack)
        if len(states) == len(line):
            states.append((board.fen(), board.key))
        while board.move_stack:
            assert (board.fen(), board.key) == states[len(board.move_stack)]
            assert board.peek() == line.pop()
            board.pop()
        assert board == root
        with pytest.raises(IndexError):
            board.pop()
        with pytest.raises(IndexError):
            board.peek()


@pytest.mark.compiled
def test_games_of_any_length() -> None:
    board = Board("bigchess")
    shuffle = [Move.from_uci(text) for text in ("b1c3", "b10c8", "c3b1", "c8b10")]
    seen: list[str] = []
    plies = 3 * t.MAX_HISTORY + 5
    for i in range(plies):
        if i % 500 == 0:
            seen.append(board.fen())
        board.push(shuffle[i % 4])
        assert board.pos.ply <= t.MAX_HISTORY
    assert board.halfmove_clock == board.ply() == len(board.move_stack) == plies
    other = board.copy()
    for game in (board, other):
        for i in reversed(range(plies)):
            assert game.pop() == shuffle[i % 4]
            if i % 500 == 0:
                assert game.fen() == seen[i // 500]
        assert game == Board("bigchess")


def test_copies_are_independent() -> None:
    board = Board("grand")
    board.push_uci("e3e5")
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert other == board and hash(other) == hash(board)
        other.push_uci("e8e6")
        assert other != board
        assert len(board.move_stack) == 1 and len(other.move_stack) == 2
    bare = board.copy(stack=False)
    assert bare == board and not bare.move_stack
    with pytest.raises(IndexError):
        bare.pop()
    board.pop()
    assert bare.fen() != board.fen()
    bare.push_uci("e8e6")
    assert bare.pop() == Move.from_uci("e8e6")


def test_equality_is_about_the_position() -> None:
    start = Board("grand")
    there_and_back = Board("grand")
    for text in ("b2c4", "b9c7", "c4b2", "c7b9"):
        there_and_back.push_uci(text)
    assert there_and_back.key == start.key and hash(there_and_back) == hash(start)
    assert there_and_back != start  # the counters differ
    assert Board("grand", start.fen()) == start
    bare = "9k/10/10/10/10/10/10/10/10/K9 w - - 0 1"
    assert Board("grand", bare) != Board("greatchess", bare)
    assert start != "grand"


@pytest.mark.compiled
@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_the_mirror_has_the_mirrored_moves(variant: str) -> None:
    for fen in fens(variant):
        board = Board(variant, fen)
        mirror = board.mirror()
        assert mirror.turn != board.turn
        assert len(mirror.legal_moves) == len(board.legal_moves)
        assert mirror.mirror() == board


def test_set_fen_forgets_the_moves_and_a_bad_one_changes_nothing() -> None:
    board = Board("grand")
    board.push_uci("e3e5")
    with pytest.raises(InvalidFenError):
        board.set_fen("nonsense")
    assert len(board.move_stack) == 1
    board.set_fen(variants.GRAND.start_fen)
    assert board == Board("grand") and not board.move_stack


#: Values that are no legal move, some of which would alias one if squares were packed unchecked.
STRANGE = [
    Move.null(),
    Move(-1, 5),
    Move(100, 5),
    Move(1, 300),
    Move(24, 24),
    Move(24 + 256, 44),
    Move(24, 44, 99),
    Move(24, 44, -1),
    Move(24, 44, t.KING),
    Move(10**30, -(10**30)),
]


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_illegal_values_are_refused(variant: str) -> None:
    board = Board(variant)
    fen = board.fen()
    for move in STRANGE:
        for use in (board.push, board.san, board.encode, board.is_capture, board.gives_check):
            with pytest.raises(IllegalMoveError) as caught:
                use(move)
            assert caught.value.fen == fen
            assert "\n" not in str(caught.value)
        assert move not in board.legal_moves
    for packed in (0, -1, 1 << 24, 255, 255 << 8, 2**31 - 1, -(2**31), 10**30):
        with pytest.raises(IllegalMoveError):
            board.push_packed(packed)
    assert board.fen() == fen and not board.move_stack


@pytest.mark.compiled
@settings(max_examples=300, deadline=None)
@given(st.integers(-5, 300), st.integers(-5, 300), st.one_of(st.none(), st.integers(-2, 20)))
def test_any_numbers_are_a_legal_move_or_refused(start: int, end: int, promotion: int | None) -> None:
    board = Board("grand")
    move = Move(start, end, promotion)
    try:
        board.push(move)
    except IllegalMoveError:
        assert not board.move_stack
    else:
        assert move.uci() in [legal.uci() for legal in Board("grand").legal_moves]


def test_packed_moves_and_moves() -> None:
    board = Board("bigchess", "r4k3r/p9/10/10/10/3Pp5/10/10/P9/R4K3R b KQkq d4 0 1")
    for packed in board.packed_moves():
        move = board.decode(packed)
        assert board.encode(move) == packed
        board.push_packed(packed)
        assert board.pop() == move
    assert not board.decode(t.NO_MOVE)
    assert board.is_castling(Move.from_uci("f10i10"))
    assert board.is_en_passant(Move.from_uci("e5d4"))
    assert board.is_capture(Move.from_uci("e5d4"))
    assert not board.is_capture(Move.from_uci("e5e4"))


@pytest.mark.parametrize("variant", ("grand", "bigchess", "greatchess", "chess"))
def test_the_legal_moves_are_those_of_the_position_that_stands(variant: str) -> None:
    """Whatever was asked and done before: the moves are kept until the position changes."""

    def check(board: Board) -> None:
        assert sorted(board.packed_moves()) == sorted(Board(variant, board.fen()).packed_moves())

    source = random.Random(3)
    board = Board(variant)
    for _ in range(60):
        legal = board.packed_moves()
        if not legal:
            break
        move = board.decode(source.choice(legal))
        legal.clear()  # a caller's list is the caller's
        board.san(move)
        check(board)
        other = board.copy()
        board.push(move)
        check(board)
        check(other)
        if source.random() < 0.3:
            board.pop()
            check(board)
    board.set_fen(board.variant.start_fen)
    check(board)


def test_errors_travel_between_processes() -> None:
    for error in (
        InvalidFenError("fen", "board", "why"),
        InvalidMoveError("e9", "why", "fen"),
        IllegalMoveError("e9", "why", "fen"),
        AmbiguousMoveError("e9", "why", "fen"),
    ):
        again: Any = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error) and again.fen == "fen"
        assert isinstance(error, ValueError)


DRAWN = """\
10  . . . . k . . . . r
 9  . . . . . . . . . .
 8  . . . . . . . . . .
 7  . . . . . . . . . .
 6  . . . . . . . . . .
 5  . . . a . . . . . .
 4  . . . . . . . . . .
 3  . . . . . . . . . .
 2  . P . . . . . . . .
 1  R . . A . K . . . .

    a b c d e f g h i m"""


def test_drawings() -> None:
    board = Board("bigchess", "4k4r/10/10/10/10/3a6/10/10/1P8/R2A1K4 w - - 0 1")
    assert str(board) == board.ascii() == DRAWN
    assert board.unicode().splitlines()[0] == "10  · · · · ♚ · · · · ♜"
    assert board.unicode().splitlines()[-3] == " 1  ♖ · · A · ♔ · · · ·"
    flipped = board.ascii(flipped=True).splitlines()
    assert flipped[0] == " 1  . . . . K . A . . R"
    assert flipped[-1] == "    m i h g f e d c b a"
    assert Board("grand").ascii().splitlines()[-1] == "    a b c d e f g h i j"
    assert Board("chess").ascii().splitlines()[0] == " 8  r n b q k b n r"
    assert board.ascii(letters="MC").splitlines()[9] == " 1  R . . C . K . . . ."
    assert repr(board) == f"BigChessBoard('{board.fen()}')"


def test_boards_of_the_shape_that_python_chess_wants() -> None:
    assert GrandBoard.uci_variant == "grand" and board_class("big chess").uci_variant == "bigchess"
    board = GrandBoard()
    assert board == Board("grand")
    assert board.copy().uci_variant == "grand" and type(board.root()) is GrandBoard
    assert board.fen(shredder=False, en_passant="xfen") == GrandBoard.starting_fen
    with pytest.raises(ValueError):
        GrandBoard(chess960=True)
    with pytest.raises(KeyError):
        board_class("ludo")
