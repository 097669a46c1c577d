"""The openings of a match: from EPD, FEN or PGN files, or the book that ships with each game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from ..engine.board import Board
from ..engine.variants import Variant
from .record import Opening

#: The counters' operations in EPD: moves without capture or pawn move, and the number of the move.
_COUNTERS = ("hmvc", "fmvn")
_ID = re.compile(r'\bid "([^"]*)"')


def shipped_book(variant: Variant) -> tuple[Opening, ...]:
    """The book in `books/`. Raises `ValueError` if there is none for the game."""
    book = resources.files(__package__).joinpath("books", f"{variant.name}.epd")
    if not book.is_file():
        raise ValueError(f"no book of openings ships for {variant.title}; name a file")
    return tuple(epd_openings(book.read_text(encoding="utf-8"), variant, "the book"))


def read_openings(path: Path, variant: Variant, plies: int | None = None) -> tuple[Opening, ...]:
    """The openings in a file, in its order: PGN if it is called so, else a FEN or an EPD a line.

    Of a game the first `plies` are played (None: all). Raises `ValueError` with file, place and reason, for
    openings after which the game is over too; `OSError`.
    """
    if path.suffix.lower() == ".pgn":
        found = tuple(_pgn(path, variant, plies))
    else:
        found = tuple(epd_openings(path.read_text(encoding="utf-8-sig"), variant, str(path)))
    if not found:
        raise ValueError(f"{path} has no openings")
    return found


def shuffled(openings: tuple[Opening, ...], seed: int) -> tuple[Opening, ...]:
    """In random order, the same for the same seed."""
    return tuple(random.Random(f"openings {seed}").sample(openings, len(openings)))


def epd_openings(text: str, variant: Variant, source: str) -> Iterator[Opening]:
    """The openings in lines of FEN or EPD. Raises `ValueError` with `source`, line and reason."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            board = Board(variant, _fen(line))
            yield _opening(board, board.fen(), "".join(_ID.findall(line)[:1]))
        except ValueError as error:
            raise ValueError(f"{source}, line {number}: {error}") from None


def _fen(line: str) -> str:
    """The FEN of a line that is one, or that has four fields and EPD operations (``hmvc 0; fmvn 1;``)."""
    fields = line.split()
    if len(fields) <= 4 or fields[4].isdigit():
        return line
    found = (re.search(rf"\b{name} (\d+);", line) for name in _COUNTERS)
    halfmoves, number = (match[1] if match else default for match, default in zip(found, "01", strict=True))
    return " ".join([*fields[:4], halfmoves, number])


def _pgn(path: Path, variant: Variant, plies: int | None) -> Iterator[Opening]:
    from chess.pgn import SKIP

    from ..pgn import GameBuilder, games

    class MainLine(GameBuilder):
        """A game without its variations: what is wrong in them does no harm to an opening."""

        def begin_variation(self) -> Any:
            return SKIP

        def end_variation(self) -> None:
            pass

    for number, game in enumerate(games(path, Visitor=MainLine, variant=variant.name), 1):
        place = f"{path}, game {number}"
        for problem in game.errors:
            raise ValueError(f"{path}, {problem}")
        start = game.board()
        if start.uci_variant != variant.name:
            raise ValueError(f"{place} is not {variant.title}")
        board = Board(variant, start.fen())
        for move in list(game.mainline_moves())[:plies]:
            board.push_uci(move.uci())
        try:
            yield _opening(board, start.fen(), game.headers.get("Round", "?").strip("?"))
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None


def _opening(board: Board, start: str, name: str) -> Opening:
    """The opening whose moves led from `start` to `board`. Raises `ValueError` if the game is over."""
    outcome = board.outcome(claim_draw=True)
    if outcome is not None:
        raise ValueError(f"the game is over: {outcome.termination.phrase}")
    moves = tuple(move.uci() for move in board.move_stack)
    return Opening(None if start == board.variant.start_fen else start, moves, name)
