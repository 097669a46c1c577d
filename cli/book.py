"""The work of `tenfold openings`: an engine judges candidates, a file grows, progress is shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import chess.engine
import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..arbiter.book_files import board_of, epd_line, origin, pgn_game, whole_part
from ..arbiter.bookmaker import Recipe, Trial, likeness, trials
from ..arbiter.openings import read_openings
from ..client import Engine
from ..engine.board import Board
from ..engine.named_boards import board_class
from ..engine.variants import Variant
from .asked_engine import asked_engine, expect_to_play
from .common import reason

_COLUMNS = (
    TextColumn("openings"),
    BarColumn(),
    MofNCompleteColumn(),
    TextColumn("of {task.fields[tried]} tried"),
    TimeRemainingColumn(),
)


def make_book(
    recipe: Recipe,
    count: int,
    path: Path | None,
    command: str | None,
    options: Mapping[str, str],
    limit: chess.engine.Limit,
) -> None:
    """Add openings to the file, or standard output, until it has `count`; `command` and `options` are the
    engine's. Raises `click.ClickException`.
    """
    known, first = _known(path, recipe)
    have = len(known)
    if have < count:
        with asked_engine(command, options) as engine, _opened(path) as out:
            evaluate = _judge(engine, recipe.variant, limit)
            write = pgn_game if path is not None and _is_pgn(path) else epd_line
            have = _grow(recipe, count, have, trials(recipe, evaluate, known, first), write, out)
    if path is not None:
        click.echo(f"{path} has {have} openings of {recipe.variant.title}.", err=True)
    if have < count:
        raise click.ClickException(f"there are no more than these {have} openings with so few moves")


def _known(path: Path | None, recipe: Recipe) -> tuple[set[tuple[object, ...]], int]:
    """What the file holds already, and the number of the candidate to go on with."""
    known: set[tuple[object, ...]] = set()
    last = 0
    try:
        if path is not None and path.exists() and path.stat().st_size:
            _mend(path, recipe.variant)
            for opening in read_openings(path, recipe.variant):
                known.add(likeness(board_of(opening, recipe.variant)))
                seed, number = origin(opening.name)
                last = max(last, number if seed == recipe.seed else 0)
    except (OSError, ValueError) as error:
        raise click.ClickException(reason(error)) from None
    return known, last + 1


def _is_pgn(path: Path) -> bool:
    return path.suffix.lower() == ".pgn"


def _mend(path: Path, variant: Variant) -> None:
    """Take an opening off that is there in part only, or end the last line, so that others can follow."""
    text = path.read_bytes().decode("latin-1")  # whatever the bytes mean, they come back as they were
    whole = whole_part(text, variant, _is_pgn(path))
    if len(whole) < len(text):
        click.echo(f"{path} ended within an opening; that is made again.", err=True)
    if whole != text:
        beside = path.with_name(path.name + ".part")
        beside.write_bytes(whole.encode("latin-1"))
        os.replace(beside, path)


def _grow(
    recipe: Recipe,
    count: int,
    have: int,
    found: Iterator[Trial],
    write: Callable[[Board, int, int, int], str],
    out: IO[str],
) -> int:
    """Write openings until there are `count`; how many there are then."""
    console = Console(stderr=True)
    with Progress(*_COLUMNS, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=count, completed=have, tried=0)
        for tried, trial in enumerate(found, 1):
            if trial.kept and trial.score is not None:
                out.write(write(trial.board, trial.score, recipe.seed, trial.number))
                out.flush()  # a game is whole in the file, or not in it
                have += 1
            progress.update(bar, completed=have, tried=tried)
            if have == count:
                break
    return have


def _judge(engine: Engine, variant: Variant, limit: chess.engine.Limit) -> Callable[[Board], int | None]:
    """The engine as a function from a position to its score, centipawns for the side to move."""
    expect_to_play(engine, variant)
    make = board_class(variant)

    def evaluate(board: Board) -> int | None:
        # A new game each time: what an engine remembers must not make a score depend on the order.
        found = engine.analyse(make(board.fen()), limit, game=object(), info=chess.engine.INFO_SCORE)
        score = found.get("score")
        return None if score is None else score.relative.score()

    return evaluate


@contextmanager
def _opened(path: Path | None) -> Iterator[IO[str]]:
    """The file for adding to, or standard output."""
    if path is None:
        yield sys.stdout
        return
    try:
        out = path.open("a", encoding="utf-8")
    except OSError as error:
        raise click.ClickException(reason(error)) from None
    with out:
        yield out
