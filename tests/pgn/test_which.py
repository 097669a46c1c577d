"""Which game a PGN is about: the tag in any spelling, or the position."""

from __future__ import annotations

import io
import random

import pytest
from support.games import random_game
from tenfold import VARIANTS, Board, pgn
from tenfold.pgn.which import named, shown_by

GAMES = {variant.name: variant for variant in VARIANTS}
TEN_BY_TEN = ("grand", "bigchess", "greatchess")


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("grand", "grand"),
        ("Grand", "grand"),
        ("GRAND CHESS", "grand"),
        ("grand-chess", "grand"),
        ("Grand_Chess", "grand"),
        ("Big", "bigchess"),
        ("Big Chess", "bigchess"),
        ("BigChess", "bigchess"),
        ("IndianGreat", "greatchess"),
        ("Indian Great Chess", "greatchess"),
        ("great-chess", "greatchess"),
        ("chess", "chess"),
        ("Orthodox", "chess"),
    ],
)
def test_names_in_any_spelling(tag: str, name: str) -> None:
    assert named(tag) is GAMES[name]


@pytest.mark.parametrize("tag", ["", "From Position", "from position", "Standard", "normal", "SetUp"])
def test_names_that_say_nothing(tag: str) -> None:
    assert named(tag) is None


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_start_positions(variant: pgn.Headers) -> None:
    assert shown_by(variant.start_fen) is variant  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", TEN_BY_TEN)
def test_positions_of_games(name: str) -> None:
    """Openings and middlegames tell their game; Big Chess without castling may look like another late on."""
    for seed in range(20):
        board = Board(name)
        for _ in random_game(board, random.Random(seed), 60):
            assert shown_by(board.fen()) is GAMES[name], board.fen()


@pytest.mark.parametrize(
    ("fen", "name"),
    [
        ("10/4k5/10/10/10/10/10/10/4K5/10 w - - 0 1", "grand"),  # any could have it
        ("10/4k5/10/10/10/10/10/10/P3K5/10 w - - 0 1", "bigchess"),  # no pawn of Grand Chess stands there
        ("10/4k5/10/10/10/10/10/2QQ6/4K5/10 w - - 0 1", "bigchess"),  # in Grand Chess there is one queen
        ("10/4k5/10/10/10/10/10/2CC6/4K5/10 w - - 0 1", "greatchess"),
        ("10/4k5/10/10/10/10/10/2G7/4K5/10 w - - 0 1", "greatchess"),
        ("10/4k5/10/10/10/10/10/2V7/4K5/10 w - - 0 1", "greatchess"),
        ("10/4k5/10/10/10/10/10/2M7/4K5/10 w - - 0 1", "grand"),
        ("4k5/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "bigchess"),
        ("r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1", "grand"),
        ("rnbcqkcbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBCQKCBNR w KQkq - 0 1", "bigchess"),
        ("r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R[-] w - 0 1", "grand"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "chess"),
    ],
)
def test_positions_that_tell(fen: str, name: str) -> None:
    assert shown_by(fen) is GAMES[name]


@pytest.mark.parametrize("tag", ["", '[Variant "From Position"]\n', '[variant "?"]\n'])
def test_a_game_without_a_name_but_with_ten_ranks(tag: str) -> None:
    fen = GAMES["bigchess"].start_fen
    if "?" in tag:
        tag = tag.replace("?", "")
    game = pgn.read_game(io.StringIO(f'{tag}[Fen "{fen}"]\n[White "A"]\n\n1. d5 d6 *'))
    assert game is not None and game.errors == []
    assert game.board().variant.name == "bigchess"
    assert len(list(game.mainline())) == 2


ENDING = "10/4k5/10/10/10/10/10/2C7/4K5/10 w - - 0 1"  # without pawns any game with a C could have it


def test_a_guess_is_told_and_a_default_is_heeded() -> None:
    text = f'[White "A"]\n[FEN "{ENDING}"]\n\n1. Cc4 *'
    game = pgn.read_game(io.StringIO(text))
    assert game is not None and game.headers["Variant"] == "grand" and len(list(game.mainline())) == 1
    (problem,) = game.errors
    assert problem.line == 2
    assert problem.reason == (
        "no Variant tag; read as Grand Chess, though the position could be of Great Chess"
    )
    for name in TEN_BY_TEN:
        game = pgn.read_game(io.StringIO(text), variant=name)
        assert game is not None and game.board().variant.name == ("grand" if name == "bigchess" else name)
        assert bool(game.errors) == (name == "bigchess")


def test_a_name_that_says_nothing_gives_way() -> None:
    fen = GAMES["greatchess"].start_fen
    game = pgn.read_game(io.StringIO(f'[Variant "From Position"]\n[FEN "{fen}"]\n\n*'))
    assert game is not None and game.errors == [] and game.headers["Variant"] == "greatchess"


def test_tags_in_any_order_and_case() -> None:
    text = (
        '[RESULT "1-0"]\n[fen "{}"]\n[white "A"]\n[VARIANT "GRAND"]\n[Own_Tag "x"]\n[setup "1"]\n\n1. e5 1-0'
    )
    game = pgn.read_game(io.StringIO(text.format(GAMES["grand"].start_fen)))
    assert game is not None and game.errors == []
    assert list(game.headers) == [
        *("Event", "Site", "Date", "Round", "White", "Black", "Result"),
        *("FEN", "Variant", "Own_Tag", "SetUp"),
    ]
    assert game.headers["wHITE"] == game.headers["White"] == "A"
    assert "fen" in game.headers
    del game.headers["fen"]
    assert "FEN" not in game.headers
