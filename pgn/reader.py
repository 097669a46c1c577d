"""Read games from a file: `read_game` and its kin in python-chess's manner, and the iterator `games`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import PathLike, fspath
from typing import Any, TextIO, TypeVar, overload

import chess.pgn

from .delivery import Delivery
from .files import open_pgn
from .headers import Headers
from .problem import Problem
from .source import Source, source_of
from .split import read_raw
from .tree import Game, GameBuilder

ResultT = TypeVar("ResultT")
VisitorT = Callable[[], chess.pgn.BaseVisitor[ResultT]]
Report = Callable[[Problem], None]


@overload
def read_game(handle: TextIO, *, variant: str = ..., letters: str | None = ...) -> Game | None: ...
@overload
def read_game(
    handle: TextIO, *, Visitor: VisitorT[ResultT], variant: str = ..., letters: str | None = ...
) -> ResultT | None: ...
def read_game(
    handle: TextIO,
    *,
    Visitor: VisitorT[Any] = GameBuilder,
    variant: str = "chess",
    letters: str | None = None,
) -> Any:
    """The next game of a text file, None after the last.

    What cannot be read is passed over and told to the visitor's `handle_error`; the default one collects it
    in `Game.errors`. A move that cannot be made ends its line, not the game: other lines are still read.

    `variant` is the game where neither a Variant tag nor a FEN says it, `letters` (AC or MC) the set of piece
    letters where the game does not declare it. Raises `KeyError` for an unknown variant.
    """
    source = source_of(handle)
    try:
        return _next(source, Visitor, variant, letters, None)
    finally:
        source.leave()


def read_headers(handle: TextIO, *, variant: str = "chess") -> Headers | None:
    """The tags of the next game, which is passed over; None after the last."""
    return read_game(handle, Visitor=lambda: chess.pgn.HeadersBuilder(Headers=Headers), variant=variant)


def skip_game(handle: TextIO) -> bool:
    """Pass over a game. False after the last."""
    return bool(read_game(handle, Visitor=chess.pgn.SkipVisitor))


@overload
def games(
    source: TextIO | str | PathLike[str],
    *,
    variant: str = ...,
    letters: str | None = ...,
    report: Report | None = ...,
) -> Iterator[Game]: ...
@overload
def games(
    source: TextIO | str | PathLike[str],
    *,
    Visitor: VisitorT[ResultT],
    variant: str = ...,
    letters: str | None = ...,
    report: Report | None = ...,
) -> Iterator[ResultT]: ...
def games(
    source: TextIO | str | PathLike[str],
    *,
    Visitor: VisitorT[Any] = GameBuilder,
    variant: str = "chess",
    letters: str | None = None,
    report: Report | None = None,
) -> Iterator[Any]:
    """All games of a text file, or of the file of a path, one after the other.

    One game is kept in memory at a time. `report` is called with each `Problem` as it is met, those behind
    the last game included. Otherwise as `read_game`; raises `OSError` for a path that cannot be opened.
    """
    if isinstance(source, str | PathLike):
        with open_pgn(fspath(source)) as handle:
            yield from games(handle, Visitor=Visitor, variant=variant, letters=letters, report=report)
        return
    lines = source_of(source)
    while (game := _next(lines, Visitor, variant, letters, report)) is not None:
        lines.leave()
        yield game


def _next(
    source: Source, Visitor: VisitorT[Any], variant: str, letters: str | None, report: Report | None
) -> Any:
    raw = read_raw(source)
    if raw:
        source.games += 1
    number = source.games if raw else source.games + 1
    problems = [Problem(number, *trouble) for trouble in raw.troubles]
    if not raw:
        if report is not None:
            for problem in problems:
                report(problem)
        return None
    return Delivery(raw, Visitor(), number, variant, letters, problems, report).run()
