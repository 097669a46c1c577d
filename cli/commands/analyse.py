"""`tenfold analyse`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...engine.variants import VARIANTS, Variant
from ..asked_engine import asked_engine, engine_options, limit_of, limit_options
from ..common import GameOrFile, OutputFile, game_and_file, warm_up
from ..position import position, position_options

if TYPE_CHECKING:
    from ..analysis.task import Task

_SECONDS = 5.0
#: What an engine that has these options is told unless the user says otherwise.
_FOR_ANALYSIS = {"UCI_ShowWDL": True, "Hash": 128}


@click.command(
    "analyse",
    short_help="What an engine thinks of positions and games.",
    epilog="Example: tenfold analyse grand --moves '1. e5 e6' --multipv 3 --time 10",
)
@click.argument("words", type=GameOrFile(), nargs=-1, metavar="[GAME] [FILE]")
@position_options
@click.option("--game", "number", type=click.IntRange(1), help="Of a PGN only this game, counted from 1.")
@click.option("--every", is_flag=True, help="Of a PGN every position, not only the last of each game.")
@limit_options
@click.option("--infinite", is_flag=True, help="Think until Ctrl-C.")
@click.option("--multipv", type=click.IntRange(1, 256), default=3, show_default=True, help="How many lines.")
@click.option("--threads", type=click.IntRange(1), help="Search threads of the engine.")
@click.option("--hash", "hash_mb", type=click.IntRange(1), help="The engine's table in megabytes; else 128.")
@engine_options
@click.option("--flip", is_flag=True, help="Black below.")
@click.option("--json", "as_json", is_flag=True, help="A JSON object per position on standard output.")
@click.option(
    "-o",
    "--output",
    type=OutputFile(),
    help="Add results to this file as well, as JSON lines or, if its name ends in .epd, as EPD.",
)
@click.option("--picture", type=OutputFile(".svg", ""), help="Keep the screen of one position as SVG.")
def command(
    words: tuple[Variant | Path, ...],
    fen: str | None,
    moves: str | None,
    number: int | None,
    every: bool,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    infinite: bool,
    multipv: int,
    threads: int | None,
    hash_mb: int | None,
    engine: str | None,
    option: tuple[tuple[str, str], ...],
    flip: bool,
    as_json: bool,
    output: Path | None,
    picture: Path | None,
) -> int:
    """Analyse positions with Tenfold or any UCI engine, five seconds each unless told otherwise.

    GAME is grand, bigchess, greatchess or chess; FILE is a PGN, an EPD or a list of FENs. Without a FILE it
    is the start position, or what --fen and --moves say. Scores are White's, in JSON and EPD those of the
    side to move. Ctrl-C ends the search and shows what was found. With --output, the same command goes on
    where an earlier run ended: positions that are in the file already are not analysed again.
    """
    game, file = game_and_file(words)
    if file is not None and (fen or moves):
        raise click.UsageError("a file brings its own positions; --fen and --moves go without it")
    if infinite and (seconds or depth or nodes):
        raise click.UsageError("--infinite goes without --time, --depth and --nodes")
    if (number or every) and (file is None or file.suffix.lower() != ".pgn"):
        raise click.UsageError("--game and --every choose among the games of a PGN file")
    if file is not None and output is not None and output.exists() and output.samefile(file):
        raise click.BadParameter("the results need a file of their own", param_hint="--output")
    one = file is None or (number is not None and not every)
    if picture is not None and not one:
        raise click.UsageError("--picture shows one position; name it by --fen, --moves or --game")
    warm_up()
    from ...client import Limit
    from ..analysis.results import ResultsFile
    from ..analysis.run import Study, analyse_all, analyse_one
    from ..analysis.task import Task, count

    limit = Limit() if infinite else limit_of(seconds, depth, nodes, _SECONDS)
    tasks = _tasks(file, game, number, every) if file else iter([Task(position(game, fen, moves))])
    settings = {"Threads": threads, "Hash": hash_mb, **dict(option)}
    asked = {name: value for name, value in settings.items() if value is not None}
    with asked_engine(engine, asked) as running:
        for name, value in _FOR_ANALYSIS.items():
            if name in running.options and name not in asked:
                running.configure({name: value})
        try:
            results = ResultsFile(output, running.id.get("name", "")) if output else None
        except OSError as error:
            raise click.ClickException(f"{output}: {error.strerror}") from None
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--output") from None
        with closing(results) if results else nullcontext():
            study = Study(running, limit, multipv, as_json, flip, results, picture)
            if one:
                return analyse_one(study, next(tasks, None))
            return analyse_all(study, tasks, count(file, every) if file else 1)


def _tasks(file: Path, game: Variant | None, number: int | None, every: bool) -> Iterator[Task]:
    """The positions of a file."""
    from ..analysis.task import epd_tasks, pgn_tasks

    if file.suffix.lower() == ".pgn":
        return pgn_tasks(file, game, number, every)
    if game is None:
        names = ", ".join(known.name for known in VARIANTS)
        raise click.UsageError(f"{file.name} does not say which game it is; name it before the file: {names}")
    return epd_tasks(file, game)
