"""`Task`: a position to analyse, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import click

from ...engine.board import Board, Move
from ...engine.variants import Variant
from ..pgn_positions import games_in, title_of
from ..playing.entry import read_move
from .epd import Epd, read_epd


@dataclass(frozen=True)
class Task:
    """A position with the moves that led to it."""

    board: Board
    title: str = ""  # what its file calls it
    source: Mapping[str, str | int] = field(default_factory=dict)  # file, and line or game and ply
    best: tuple[Move, ...] = ()  # the file says that one of these is to be found
    avoid: tuple[Move, ...] = ()  # the file says that none of these is

    @property
    def fen(self) -> str:
        return self.board.fen()

    def solved_by(self, move: Move | None) -> bool | None:
        """Whether a move is what the file asks for; None if it asks for nothing."""
        if not self.best and not self.avoid:
            return None
        return move is not None and (not self.best or move in self.best) and move not in self.avoid


def warn(text: str) -> None:
    """Tell what is left out, on standard error, so that results stay readable for programs."""
    click.echo(f"tenfold: {text}", err=True)


def epd_tasks(path: Path, variant: Variant) -> Iterator[Task]:
    """The positions of an EPD file or a list of FENs, in its order; bad lines are told and left out."""
    with path.open(encoding="utf-8-sig", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            try:
                epd = read_epd(line)
                if epd is not None:
                    yield _task(epd, variant, {"file": path.name, "line": number})
            except ValueError as error:
                warn(f"{path.name}, line {number}: left out: {error}")


def _task(epd: Epd, variant: Variant, source: Mapping[str, str | int]) -> Task:
    board = Board(variant, epd.fen)
    best, avoid = (
        tuple(read_move(board, word.rstrip(",")) for word in epd.operations.get(name, ()))
        for name in ("bm", "am")
    )
    return Task(board, epd.id, source, best, avoid)


def pgn_tasks(
    path: Path, otherwise: Variant | None, only: int | None = None, every: bool = False
) -> Iterator[Task]:
    """The last position of each game's main line, or of one game's; with `every` those before it, too."""
    for number, game in games_in(path, otherwise, only):
        board = game.board()
        moves = list(game.mainline_moves())
        for ply in range(len(moves) + 1):
            if every or ply == len(moves):
                here = board.copy()
                yield Task(here, title_of(game, here), {"file": path.name, "game": number, "ply": ply})
            if ply < len(moves):
                board.push(moves[ply])


def count(path: Path, every: bool) -> int | None:
    """About how many positions a file has, for a progress bar; None if only reading it would tell."""
    if every:
        return None
    with path.open(encoding="utf-8-sig", errors="replace") as lines:
        if path.suffix.lower() == ".pgn":
            return sum(line.startswith("[Event ") for line in lines) or None
        return sum(read_epd(line) is not None for line in lines)
