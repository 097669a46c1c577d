"""FEN: what is read, how it is written, and what is refused with which words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.games import ALL_GAMES, TEN_BY_TEN, fens, random_game
from tenfold.engine import variants
from tenfold.engine.board import Board, InvalidFenError

GRAND = variants.GRAND.start_fen
GRAND_BOARD = GRAND.split()[0]


def ep(fen: str) -> str:
    return fen.split()[3]


@pytest.mark.compiled
@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_every_fen_of_the_data_comes_back(variant: str) -> None:
    for fen in fens(variant):
        board = Board(variant, fen)
        written = board.fen()
        if written != fen:
            # The data lists squares that a pawn attacks; ours lists those where the capture is legal.
            assert written.split()[:3] + written.split()[4:] == fen.split()[:3] + fen.split()[4:]
            assert ep(fen).startswith(ep(written)) or ep(fen).endswith(ep(written)) or ep(written) == "-"
            captures = [m for m in board.legal_moves if board.is_en_passant(m)]
            assert len({m.to_square for m in captures}) == len(board.ep_squares)
        assert Board(variant, written).fen() == written


@pytest.mark.compiled
@pytest.mark.parametrize("variant", ALL_GAMES)
def test_random_positions_come_back(variant: str) -> None:
    rng = random.Random(1)
    for _ in range(5):
        board = Board(variant)
        for _ in random_game(board, rng, 80):
            again = Board(variant, board.fen())
            assert again.fen() == board.fen()
            assert again == board
            assert again.key == board.key


def test_one_to_six_fields() -> None:
    fields = f"{GRAND_BOARD} b - - 7 12".split()
    for count, rest in enumerate(["w - - 0 1", *["b - - 0 1"] * 3, "b - - 7 1", "b - - 7 12"], 1):
        assert Board("grand", " ".join(fields[:count])).fen() == f"{GRAND_BOARD} {rest}"


def test_white_space_does_not_matter() -> None:
    assert Board("grand", f"  {GRAND_BOARD}\tw  -   - 0 1\r\n").fen() == GRAND


@pytest.mark.parametrize("text", ["[-] w - - 0 1", "[] w - - 0 1", "[-] w - 0 1", " w - 0 1", "[-]"])
def test_holdings_and_the_five_field_form(text: str) -> None:
    assert Board("grand", GRAND_BOARD + text).fen() == GRAND


def test_five_fields_of_a_game_that_castles() -> None:
    start = variants.BIGCHESS.start_fen
    assert Board("bigchess", f"{start.split()[0]}[-] b KQkq 3 9").fen() == f"{start.split()[0]} b KQkq - 3 9"


def test_a_move_number_of_zero_is_read_as_one() -> None:
    assert Board("grand", f"{GRAND_BOARD} w - - 0 0").fen() == GRAND


def test_the_letters_of_the_rulebook() -> None:
    rulebook = "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1"
    board = Board("grand", rulebook)
    assert board.fen() == GRAND
    assert board.fen(letters="MC") == rulebook
    # Without an M in the text, a C is the chancellor unless the reader knows better.
    lone = "4k5/10/10/10/10/10/10/10/10/C3K5 w - - 0 1"
    board.set_fen(lone)
    assert board.fen() == lone
    board.set_fen(lone, letters="MC")
    assert board.fen() == lone.replace("C", "A")
    with pytest.raises(InvalidFenError, match="A, C and M together"):
        Board("grand", "4k5/10/10/10/10/10/10/10/10/ACM1K5 w - - 0 1")
    assert Board("grand", "4k5/10/10/10/10/10/10/10/10/AM2K5 w - - 0 1").fen().split()[0].endswith("/AC2K5")


def test_the_letters_of_other_programs() -> None:
    vw = "rnbqkgvbnr/ppppwwpppp/4pp4/10/10/10/10/4PP4/PPPPWWPPPP/RNBVGKQBNR w - - 0 1"
    assert Board("greatchess", vw).fen() == variants.GREATCHESS.start_fen
    clones = "rnbcqkcbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBCQKCBNR w KQkq - 0 1"
    assert Board("bigchess", clones).fen() == variants.BIGCHESS.start_fen


@pytest.mark.parametrize(
    ("variant", "fen", "kept"),
    [
        ("grand", f"{GRAND_BOARD} w KQkq - 0 1", "-"),
        ("bigchess", "r4k3r/10/10/10/10/10/10/10/10/R4K3R w KQkq - 0 1", "KQkq"),
        ("bigchess", "r4k3r/10/10/10/10/10/10/10/10/R4K3R w qkQK - 0 1", "KQkq"),
        ("bigchess", "r3k4r/10/10/10/10/10/10/10/10/R4K2R1 w KQkq - 0 1", "Q"),
        ("bigchess", "r4k3n/10/10/10/10/10/10/10/10/N4K3R w KQkq - 0 1", "Kq"),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq"),
        ("chess", "1r2k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "k"),
    ],
)
def test_castling_letters_need_king_and_rook_at_home(variant: str, fen: str, kept: str) -> None:
    assert Board(variant, fen).fen().split()[2] == kept


#: White went d2-d5; black pawns stand on c4, c5 and e5.
TRIPLE = "5k4/10/10/10/10/2pPp5/2p7/10/10/5K4"


@pytest.mark.parametrize(
    ("variant", "fen", "kept"),
    [
        ("bigchess", f"{TRIPLE} b - d3d4 0 1", "d3d4"),
        ("bigchess", f"{TRIPLE} b - d3,d4 0 1", "d3d4"),
        ("bigchess", f"{TRIPLE} b - d4d3 0 1", "d3d4"),
        ("bigchess", f"{TRIPLE} b - d3 0 1", "d3"),
        ("bigchess", f"{TRIPLE} b - d4 0 1", "d4"),
        ("bigchess", "5k4/10/10/10/10/3Pp5/10/10/10/5K4 b - d3d4 0 1", "d4"),  # nobody attacks d3
        ("bigchess", "5k4/10/10/10/10/8pP/10/10/10/5K4 b - m4 0 1", "j4"),
        ("bigchess", "5k4/10/10/10/10/3Pp5/10/3N6/10/5K4 b - d4 0 1", "-"),  # d3 was not empty
        ("bigchess", "5k4/10/10/10/10/3Pp5/10/10/3N6/5K4 b - d4 0 1", "-"),  # nor d2, where it came from
        ("bigchess", "5k4/10/10/10/10/3Pp5/10/10/10/5K4 b - d2 0 1", "-"),
        ("bigchess", "5k4/10/10/10/10/3Pp5/10/10/10/5K4 b - d5 0 1", "-"),
        ("bigchess", "10/10/10/9R/k9/10/2pB6/10/1P2B5/1R2B4K w - b4 0 1", "-"),
        ("grand", "4k5/10/10/10/10/4Pp4/10/10/10/4K5 b - e6 0 1", "-"),
        ("grand", "4k5/10/10/10/10/4Pp4/10/10/10/4K5 b - e4 0 1", "e4"),
        ("grand", "r8r/1nbqkcabn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - e7 0 3", "e7"),
        ("grand", "r8r/1nbqkcabn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - e6 0 3", "-"),
        ("grand", "10/4k5/10/10/K3pP3r/10/10/10/10/10 w - e7 0 1", "-"),  # the rank would open
        ("grand", "4kr4/10/10/10/4pP4/10/10/10/10/5K4 w - e7 0 1", "-"),  # the captor is pinned
        ("grand", "4k5/10/10/10/4pP4/3K6/10/10/10/10 w - e7 0 1", "e7"),  # takes the checking pawn
        ("greatchess", "5k4/10/10/10/10/3Pp5/10/10/10/5K4 b - d4 0 1", "-"),
        ("chess", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "d3"),
    ],
)
def test_en_passant_squares_without_a_legal_capture_are_dropped(variant: str, fen: str, kept: str) -> None:
    board = Board(variant, fen)
    assert ep(board.fen()) == kept
    captures = {m.to_square for m in board.legal_moves if board.is_en_passant(m)}
    assert captures == set(board.ep_squares)


PLAIN = "10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1"


@pytest.mark.parametrize(
    ("variant", "fen", "field", "words"),
    [
        ("grand", "", "board", "empty"),
        ("grand", "startpos", "board", "1 rank"),
        ("grand", f"{GRAND_BOARD} w - - 0 1 more", "fields", "7 of them"),
        ("grand", variants.CHESS.start_fen, "board", "an 8x8 board, but Grand Chess is played on 10x10"),
        ("chess", GRAND, "board", "a 10x10 board, but Chess is played on 8x8"),
        ("grand", GRAND.replace("/10/10", "/10", 1), "board", "9 ranks"),
        ("grand", f"r8r/1nbqkcabn1/pppppppppp/19/{PLAIN[3:]}", "board", "rank 7: '19' is no count"),
        ("grand", f"r8r/1nbqkcabn1/pppppppppp/91/{PLAIN[3:]}", "board", "'91'"),
        ("grand", f"r8r/1nbqkcabn1/pppppppppp/11/{PLAIN[3:]}", "board", "'11'"),
        ("grand", f"r8r/1nbqkcabn1/pppppppppp/55/{PLAIN[3:]}", "board", "'55'"),
        ("grand", f"r8r/1nbqkcabn1/pppppppppp/010/{PLAIN[3:]}", "board", "'010'"),
        ("grand", f"r8r/1nbqkcabn1/pppppppppp/0/{PLAIN[3:]}", "board", "'0'"),
        ("grand", f"r8r/1nbqkcabn1/pppppppppp/1111111111/{PLAIN[3:]}", "board", "'1111111111'"),
        ("grand", GRAND.replace("1nbqkcabn1", "1nbqkcabn2", 1), "board", "rank 9 is 11 wide"),
        ("grand", GRAND.replace("1nbqkcabn1", "1nbqkcabn", 1), "board", "rank 9 is 9 wide"),
        ("grand", GRAND.replace("1nbqkcabn1", "1nbqkcxbn1", 1), "board", "rank 9: 'x' is no man"),
        ("grand", GRAND.replace("1nbqkcabn1", "1nbq\u212acabn1", 1), "board", "is no man"),
        ("bigchess", GRAND.replace("c", "g"), "board", "'g' is no man of Big Chess"),
        ("grand", GRAND.replace("k", "q", 1), "board", "Black has no king"),
        ("grand", GRAND.replace("Q", "K", 1), "board", "White has 2 kings"),
        ("grand", GRAND.replace("10", "Q9", 1), "board", "White has 21 men"),
        ("grand", "4k5/10/10/10/10/10/10/10/1P8/4K5 w - - 0 1", "board", "a white pawn on b2"),
        ("grand", "4k5/1p8/10/10/10/10/10/10/10/4K5 w - - 0 1", "board", "a black pawn on b9"),
        ("grand", "1P2k5/10/10/10/10/10/10/10/10/4K5 w - - 0 1", "board", "a white pawn on its last rank"),
        ("bigchess", "4k5/10/10/10/10/10/10/10/10/1P2K5 w - - 0 1", "board", "a white pawn on b1"),
        ("bigchess", "4k5/10/10/10/10/10/10/10/10/1p2K5 w - - 0 1", "board", "a black pawn on its last rank"),
        ("grand", "10/10/10/4kK4/10/10/10/10/10/10 w - - 0 1", "board", "the kings touch"),
        ("grand", "4k5/10/10/10/4R5/10/10/10/10/4K5 w - - 0 1", "side to move", "Black stands in check"),
        ("grand", f"{GRAND_BOARD}[Qq] w - - 0 1", "board", "in hand"),
        ("grand", f"{GRAND_BOARD}[-]x w - - 0 1", "board", "in hand"),
        ("grand", f"{GRAND_BOARD} x - - 0 1", "side to move", "'x' is neither w nor b"),
        ("grand", f"{GRAND_BOARD} W - - 0 1", "side to move", "neither"),
        ("bigchess", variants.BIGCHESS.start_fen.replace("KQkq", "KQkx"), "castling", "'KQkx'"),
        ("bigchess", variants.BIGCHESS.start_fen.replace("KQkq", "KK"), "castling", "'KK'"),
        ("grand", f"{GRAND_BOARD} w - e0 0 1", "en passant", "'e0'"),
        ("grand", f"{GRAND_BOARD} w - m7 0 1", "en passant", "no file m"),
        ("chess", variants.CHESS.start_fen.replace("KQkq -", "KQkq i3"), "en passant", "i3 is not on"),
        ("grand", f"{GRAND_BOARD} w - e7,,f7 0 1", "en passant", "'e7,,f7'"),
        ("grand", f"{GRAND_BOARD} w - e7f7 0 1", "en passant", "more than one file"),
        ("grand", f"{GRAND_BOARD} w - - -3 1", "half-move clock", "'-3' is not a number"),
        ("grand", f"{GRAND_BOARD} w - - abc 1", "half-move clock", "'abc' is not a number"),
        ("grand", f"{GRAND_BOARD} w - - \u0661 1", "half-move clock", "is not a number"),
        ("grand", f"{GRAND_BOARD} w - - 99999999999 1", "half-move clock", "is above"),
        ("grand", f"{GRAND_BOARD} w - - 0 99999999999", "move number", "is above"),
        ("grand", f"{GRAND_BOARD} w - - 0 1.5", "move number", "'1.5' is not a number"),
        ("grand", "/" * 9, "board", "rank 10 is 0 wide"),
        ("grand", "k" * 100_000, "board", "1 rank"),
    ],
)
def test_what_is_refused_names_field_and_reason_in_one_line(
    variant: str, fen: str, field: str, words: str
) -> None:
    board = Board(variant)
    before = board.fen()
    with pytest.raises(InvalidFenError) as caught:
        board.set_fen(fen)
    assert caught.value.field == field
    assert words in caught.value.reason
    assert caught.value.fen == fen
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200
    assert board.fen() == before


SAMPLES = {variant: fens(variant) for variant in TEN_BY_TEN} | {"chess": [variants.CHESS.start_fen]}


@st.composite
def spoilt_fens(draw: st.DrawFn) -> tuple[str, str]:
    """A game and a FEN of it with some characters changed, taken out or put in."""
    variant = draw(st.sampled_from(ALL_GAMES))
    text = draw(st.sampled_from(SAMPLES[variant]))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 2))
        put = draw(st.text(alphabet="0123456789/ pnbrqkacgmvwPNBRQKACGMVW-[],abcdefghij", max_size=2))
        text = text[:at] + put + text[at + cut :]
    return variant, text


def check_reading(variant: str, text: str) -> None:
    try:
        board = Board(variant, text)
    except InvalidFenError as error:
        assert error.fen == text
        assert "\n" not in str(error)
        return
    fen = board.fen()
    assert Board(variant, fen).fen() == fen
    assert board.piece_at(board.king(True)) is not None
    for move in board.legal_moves:
        board.push(move)
        assert not board.is_attacked_by(board.turn, board.king(not board.turn))
        board.pop()
    assert board.fen() == fen


@pytest.mark.compiled
@settings(max_examples=400, deadline=None)
@given(spoilt_fens())
def test_spoilt_text_is_refused_or_a_sound_position(sample: tuple[str, str]) -> None:
    check_reading(*sample)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(ALL_GAMES), st.text(max_size=80))
def test_any_text_is_refused_or_a_sound_position(variant: str, text: str) -> None:
    check_reading(variant, text)
