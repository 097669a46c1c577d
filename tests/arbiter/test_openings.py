"""Openings from files: every kind that people have, and one clear line for what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from tenfold.arbiter.openings import read_openings, shipped_book, shuffled
from tenfold.arbiter.record import Opening
from tenfold.engine.variants import BIGCHESS, GRAND

START = GRAND.start_fen
BOARD = "r8r/1nbqkcabn1/pppp1ppppp/10/4p5/4P5/10/PPPP1PPPPP/1NBQKCABN1/R8R"
PGN = """[Event "?"]
[Round "7"]
[Variant "grand"]
[Result "*"]

1. e5 {book} e6 2. Nc4 d6 *

[Variant "Grand"]
[SetUp "1"]
[FEN "{BOARD} w - - 0 2"]

2. Nc4 *
""".replace("{BOARD}", BOARD)


def file(folder: Path, text: str, name: str = "openings.epd") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_positions(tmp_path: Path) -> None:
    lines = (
        f"\ufeff# a comment\n\n{START}\n{BOARD} w - -\n{BOARD} b - - 3 9\n"
        f'{BOARD} b - - hmvc 4; fmvn 12; id "x 1";\n{BOARD} b - - id "y";\n{BOARD} w - - bm e5;\n'
    )
    assert read_openings(file(tmp_path, lines), GRAND) == (
        Opening(),
        Opening(f"{BOARD} w - - 0 1"),
        Opening(f"{BOARD} b - - 3 9"),
        Opening(f"{BOARD} b - - 4 12", name="x 1"),
        Opening(f"{BOARD} b - - 0 1", name="y"),
        Opening(f"{BOARD} w - - 0 1"),
    )


def test_games(tmp_path: Path) -> None:
    path = file(tmp_path, PGN, "openings.pgn")
    fen = f"{BOARD} w - - 0 2"
    first = ("e3e5", "e8e6", "b2c4", "d8d6")
    assert [(opening.fen, opening.moves) for opening in read_openings(path, GRAND)] == [
        (None, first),
        (fen, ("b2c4",)),
    ]
    assert [opening.moves for opening in read_openings(path, GRAND, plies=3)] == [first[:3], ("b2c4",)]


def test_a_game_is_taken_for_that_of_the_match_and_variations_play_no_part(tmp_path: Path) -> None:
    text = "1. e5 e6 (1... Qxa9 2. rubbish) 2. Nc4 *\n\n" + f'[FEN "{BOARD} w - - 0 2"]\n\n2. Nc4 *\n'
    assert read_openings(file(tmp_path, text, "a.pgn"), GRAND) == (
        Opening(None, ("e3e5", "e8e6", "b2c4")),
        Opening(f"{BOARD} w - - 0 2", ("b2c4",)),
    )


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.epd", f"{START}\nrubbish w - -\n", "line 2: invalid FEN"),
        ("a.epd", "# nothing\n", "has no openings"),
        ("a.epd", "10/4k5/10/10/10/10/10/10/4K5/10 w - - 0 1\n", "line 1: the game is over: insufficient"),
        ("a.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", "line 1: invalid FEN"),
        ("a.pgn", '[Variant "grand"]\n\n1. e5 e6 2. Qxa9 *\n', "game 1, line 3.*Qxa9"),
        ("a.pgn", '[Variant "bigchess"]\n\n1. e5 *\n', "game 1 is not Grand Chess"),
        ("a.pgn", "", "has no openings"),
    ],
)
def test_what_is_wrong(tmp_path: Path, name: str, text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        read_openings(file(tmp_path, text, name), GRAND)
    assert "\n" not in str(caught.value)


def test_the_order_comes_from_the_seed() -> None:
    openings = tuple(Opening(name=str(number)) for number in range(50))
    first = shuffled(openings, 1)
    assert first == shuffled(openings, 1) != shuffled(openings, 2)
    assert first != openings and sorted(first, key=lambda opening: int(opening.name)) == list(openings)


def test_books_ship() -> None:
    assert len(shipped_book(GRAND)) >= 500
    assert len({opening.fen for opening in shipped_book(BIGCHESS)}) >= 500
