"""Standard algebraic notation, judged by pyffish in the three games and by python-chess in chess."""

from __future__ import annotations

import random

import chess
import pyffish
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.games import ALL_GAMES, TEN_BY_TEN, fens, random_game
from tenfold.engine.board import AmbiguousMoveError, Board, IllegalMoveError, InvalidMoveError

ROOKS = "Rr8/10/1r1k6/10/10/10/10/5K4/10/R9 w - - 0 1"
ROOKS_LINE = (
    "R10a9 R10b9 Ra10 Rg9 R1a7 Rbb9 R7a8+ Kc9 Ke4 Ra9 R10xa9+ Kd10 Ra10+ Kd9 Rj8 Re9+ Kd5 Kc9 Rjj10 Rd9+"
    " Kc6 Kc8 Rjc10+"
)
PROMOTION = "2r5k1/1P8/10/10/10/10/10/2R3NN2/2BB2QCA1/4K5 w - - 0 1"


def test_two_digit_ranks_tell_rooks_apart() -> None:
    board = Board("grand", ROOKS)
    for san in ROOKS_LINE.split():
        move = board.parse_san(san)
        assert board.san(move) == san
        board.push(move)
    assert board.fen() == "R1R7/3r6/2k7/10/2K7/10/10/10/10/10 b - - 12 12"


def test_promotion_on_the_last_rank() -> None:
    board = Board("grand", PROMOTION)
    pawn = [board.san(move) for move in board.legal_moves if move.from_square == 81]
    assert sorted(pawn) == ["b10=R", "bxc10=R+"]
    for text in ("bxc10=R+", "bxc10=R", "bxc10R", "bxc10=r", "bxc10=R#", "b9xc10=R"):
        assert board.parse_san(text).uci() == "b9c10r"
    board.push_san("bxc10=R+")
    assert board.fen() == "2R5k1/10/10/10/10/10/10/2R3NN2/2BB2QCA1/4K5 b - - 0 1"


@pytest.mark.parametrize(
    ("fen", "uci", "san", "rulebook"),
    [
        ("k9/2P7/10/N2K6/2R7/10/10/10/10/10 w - - 0 1", "c9c10c", "c10=C#", "c10=M#"),
        ("k5B3/10/4K4n/2P7/10/10/10/10/10/10 w - - 0 1", "c7c8a", "c8=A#", "c8=C#"),
        ("10/5k4/10/1P8/10/10/10/10/10/R3K5 w - - 0 1", "b7b8", "b8", "b8"),
    ],
)
def test_both_letter_sets(fen: str, uci: str, san: str, rulebook: str) -> None:
    board = Board("grand", fen)
    move = board.parse_uci(uci)
    assert board.san(move) == san
    assert board.san(move, letters="MC") == rulebook
    assert board.parse_san(san) == move
    assert board.parse_san(rulebook, letters="MC") == move


def test_an_m_needs_no_hint() -> None:
    assert Board("grand").parse_san("Me4") == Board("grand").parse_san("Ce4")
    with pytest.raises(ValueError, match="no set of piece letters"):
        Board("grand").parse_san("Me4", letters="XY")


def test_castling() -> None:
    board = Board("bigchess", "r4k3r/p9/10/10/10/10/10/10/P9/R4K3R w KQkq - 0 1")
    assert board.san(board.parse_uci("f1i1")) == "O-O"
    assert board.san(board.parse_uci("f1c1")) == "O-O-O"
    assert board.parse_san("O-O").uci() == board.parse_san("0-0").uci() == "f1i1"
    assert board.parse_san("O-O-O").uci() == board.parse_san("0-0-0+").uci() == "f1c1"
    assert board.lan(board.parse_san("O-O")) == "O-O"
    mate = Board("bigchess", "7k2/p9/10/10/10/10/10/6R3/P7R1/5K3R w K - 0 1")
    assert mate.san(mate.parse_uci("f1i1")) == "O-O#"
    with pytest.raises(IllegalMoveError):
        Board("grand").parse_san("O-O")
    with pytest.raises(InvalidMoveError):
        Board("bigchess").parse_san("O-0")


def test_people_read_the_rulebooks_tenth_file() -> None:
    board = Board("bigchess")
    move = board.parse_uci("j2j5")
    assert board.san(move) == "m5"
    assert board.san(move, tenth_file="j") == "j5"
    assert board.parse_san("m5") == board.parse_san("j5") == move
    capture = Board("bigchess", "5k4/10/10/10/10/8pP/10/10/10/5K4 b - j4 0 1")
    assert capture.san(capture.parse_uci("i5j4")) == "ixm4"
    assert capture.parse_san("ixj4") == capture.parse_san("ixm4")
    with pytest.raises(InvalidMoveError, match="not on the board"):
        Board("grand").parse_san("m5")


def test_long_algebraic() -> None:
    board = Board("chess", "4k3/8/8/3p4/4P3/8/8/4K1N1 w - - 0 1")
    assert [board.lan(board.parse_uci(m)) for m in ("g1f3", "e4d5", "e4e5")] == ["Ng1-f3", "e4xd5", "e4-e5"]
    assert board.parse_san("Ng1-f3").uci() == "g1f3"


def test_a_line_with_move_numbers() -> None:
    board = Board("grand")
    moves = [board.push_san(san) for san in ("e5", "e6", "Nc4")]
    assert Board("grand").variation_san(moves) == "1. e5 e6 2. Nc4"
    board.pop()
    assert board.variation_san(moves[2:]) == "2. Nc4"
    board.pop()
    assert board.variation_san(moves[1:]) == "1... e6 2. Nc4"
    with pytest.raises(IllegalMoveError):
        board.variation_san(moves[2:])


def test_ambiguous_text_names_the_moves() -> None:
    board = Board("grand", ROOKS)
    with pytest.raises(AmbiguousMoveError, match=r"it could be a10?a9 and a10?a9") as caught:
        board.parse_san("Ra9")
    assert caught.value.move == "Ra9"
    assert caught.value.fen == board.fen()


@pytest.mark.parametrize("text", ["", "e", "xx", "e5!!", "Ze4", "e11", "a0", "Pe4", "Rk5", "--", "e4 ", "é4"])
def test_bad_text(text: str) -> None:
    board = Board("grand")
    with pytest.raises(InvalidMoveError) as caught:
        board.push_san(text)
    assert not isinstance(caught.value, IllegalMoveError)
    assert caught.value.fen == board.fen()


@pytest.mark.parametrize("text", ["e6", "Nd5", "exd4", "e4=Q", "e4=K", "Ra10", "Gf4"])
def test_illegal_text(text: str) -> None:
    board = Board("greatchess" if text[0] == "G" else "grand")
    with pytest.raises(IllegalMoveError) as caught:
        board.push_san(text)
    assert caught.value.fen == board.fen()


def judge(board: Board, rng: random.Random, most: int) -> int:
    """Compare the SAN of up to `most` legal moves with pyffish's, and read all of it back."""
    moves = list(board.legal_moves)
    fen = board.fen()
    for move in rng.sample(moves, min(most, len(moves))):
        san = board.san(move, tenth_file="j")
        assert san == pyffish.get_san(board.variant.name, fen, move.uci(), False, pyffish.NOTATION_SAN), fen
        assert board.parse_san(san) == move
        assert board.parse_san(board.san(move)) == move
        assert board.parse_san(board.san(move, letters="MC"), letters="MC") == move
        assert board.parse_san(board.lan(move)) == move
    return min(most, len(moves))


@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_the_positions_of_the_data_agree_with_pyffish(variant: str) -> None:
    rng = random.Random(3)
    assert sum(judge(Board(variant, fen), rng, 1) for fen in fens(variant)) > 80


@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_random_games_agree_with_pyffish(variant: str) -> None:
    compare_games(variant, 4, 1)


@pytest.mark.slow
@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_many_random_games_agree_with_pyffish(variant: str) -> None:
    compare_games(variant, 9, 40)


def compare_games(variant: str, seed: int, games: int) -> None:
    rng = random.Random(seed)
    for _ in range(games):
        board = Board(variant)
        for _ in random_game(board, rng, 150):
            judge(board, rng, 2)


def test_random_games_agree_with_python_chess() -> None:
    rng = random.Random(5)
    for _ in range(12):
        board, other = Board("chess"), chess.Board()
        for moves in random_game(board, rng, 150):
            if board.move_stack:
                other.push_uci(board.peek().uci())
            for move in rng.sample(moves, min(3, len(moves))):
                san = board.san(move)
                assert san == other.san(chess.Move.from_uci(move.uci()))
                assert board.lan(move) == other.lan(chess.Move.from_uci(move.uci()))
                assert board.parse_san(san) == move


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(ALL_GAMES), st.text(alphabet="abcdefghijm0123456789KQRBNACGMxO-+#=", max_size=9))
def test_text_is_a_move_or_an_error(variant: str, text: str) -> None:
    board = Board(variant)
    try:
        move = board.push_san(text)
    except InvalidMoveError:
        assert not board.move_stack
        return
    assert move == board.pop()
