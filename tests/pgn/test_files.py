"""Encodings, and files of any length."""

from __future__ import annotations

import codecs
import io
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from tenfold import pgn

TEXT = '[White "Åsa Müller"]\n[Variant "grand"]\n\n1. d5 {très bien} d6 *\n'
GAME = (
    (Path(__file__).parents[1] / "data" / "pgn" / "cutechess.pgn").read_text(encoding="utf-8").split("\n\n")
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_encodings(tmp_path: Path, encoding: str, line_end: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(TEXT.replace("\n", line_end).encode(encoding))
    (game,) = pgn.games(path)
    assert game.errors == []
    assert game.headers["White"] == "Åsa Müller"
    assert game.variations[0].comment == "très bien"


def test_text_in_both_encodings(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(TEXT.encode("utf-8") + b"\n" + TEXT.encode("latin-1"))
    assert [game.headers["White"] for game in pgn.games(str(path))] == ["Åsa Müller"] * 2


def test_utf_16_that_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(codecs.BOM_UTF16_BE + (TEXT + TEXT).encode("utf-16-be")[:-1])
    assert [game.headers["White"] for game in pgn.games(path)] == ["Åsa Müller"] * 2


def test_utf_8_taken_for_latin_1() -> None:
    handle = io.TextIOWrapper(io.BytesIO(TEXT.encode("utf-8-sig")), encoding="latin-1")
    game = pgn.read_game(handle)
    assert game is not None and game.errors == [] and game.headers["White"].endswith("ller")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(pgn.games(tmp_path / "none.pgn"))


def test_a_pipe() -> None:
    class Pipe(io.StringIO):
        def tell(self) -> int:
            raise OSError("not seekable")

        def seek(self, *place: int) -> int:
            raise OSError("not seekable")

    handle = Pipe(TEXT.replace(" *", "") + "\n" + TEXT)
    first, second = pgn.read_game(handle), pgn.read_game(handle)
    assert first is not None and second is not None and pgn.read_game(handle) is None
    assert first.headers == second.headers


def test_two_files_in_turn() -> None:
    handles = [io.StringIO(TEXT * 3), io.StringIO("1. e4 *\n\n1. d4 *\n\n1. c4 *")]
    for number in range(3):
        games = [pgn.read_game(handle) for handle in handles]
        assert [game.next().san() for game in games] == ["d5", ["e4", "d4", "c4"][number]]  # type: ignore[union-attr]


def beginning(moves: int) -> str:
    """A real game, cut after so many moves."""
    return f"{GAME[0]}\n\n{'}'.join(GAME[1].split('}')[: 2 * moves])}}} *\n\n"


class Stream(io.TextIOBase):
    """`count` games that exist only while they are read."""

    def __init__(self, text: str, count: int) -> None:
        self.lines = self._lines(text.splitlines(keepends=True), count)

    def _lines(self, lines: list[str], count: int) -> Iterator[str]:
        for _ in range(count):
            yield from lines

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        return next(self.lines, "")


def growth(count: int, moves: int) -> int:
    """Most memory in use, in bytes, while `count` games of `moves` moves are read and forgotten."""
    tracemalloc.start()
    try:
        seen = sum(1 for game in pgn.games(Stream(beginning(moves), count)) if not game.errors)  # type: ignore[arg-type]
        assert seen == count
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_file() -> None:
    growth(2, 8)  # what is made once
    few, many = growth(10, 6), growth(70, 6)
    assert many < few + 500_000, (few, many)


#: Prints the greatest size of the process, in kilobytes, after 500 games and after 10,000.
READ_MANY = """
import io, resource, sys
from tenfold import pgn

class Stream(io.TextIOBase):
    def __init__(self, text, count):
        self.lines = (line for _ in range(count) for line in text.splitlines(keepends=True))

    def readline(self, size=-1):
        return next(self.lines, "")

for count in (500, 9_500):
    seen = sum(not game.errors for game in pgn.games(Stream(sys.argv[1], count)))
    print(seen, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.slow
def test_ten_thousand_games_in_bounded_memory() -> None:
    command = [sys.executable, "-c", READ_MANY, beginning(8)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (few, before), (many, after) = (map(int, line.split()) for line in done.stdout.splitlines())
    assert few + many == 10_000
    assert after < before * 1.1, (before, after)
