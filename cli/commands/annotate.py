"""`tenfold annotate`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from ...engine.variants import Variant
from ..asked_engine import asked_engine, engine_options, limit_of, limit_options
from ..common import GameOrFile, OutputFile, game_and_file, warm_up


@click.command(
    "annotate",
    short_help="Games with evaluations, better lines and a plot.",
    epilog="Example: tenfold annotate games.pgn --time 0.2 --plot chances.svg",
)
@click.argument("words", type=GameOrFile(), nargs=-1, required=True, metavar="[GAME] GAMES")
@click.option("-o", "--out", type=OutputFile(), help="The annotated games.  [default: GAMES with -annotated]")
@click.option(
    "--plot",
    type=OutputFile(".svg", ".png", ".pdf"),
    help="A picture of the winning chances, SVG, PNG or PDF.",
)
@click.option(
    "--multipv", type=click.IntRange(1, 20), default=1, show_default=True, help="Better lines to show."
)
@click.option("--overwrite", is_flag=True, help="Begin anew if the file of annotated games exists.")
@limit_options
@engine_options
def command(
    words: tuple[Variant | Path, ...],
    out: Path | None,
    plot: Path | None,
    multipv: int,
    overwrite: bool,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    engine: str | None,
    option: tuple[tuple[str, str], ...],
) -> int:
    """Annotate the PGN file GAMES: evaluations, marks for mistakes, better lines, how each side played.

    GAME (grand, bigchess, greatchess, chess) is for files that do not say which game they hold.
    The engine thinks half a second about each position unless told otherwise. Each game is written when it is
    done; the same command goes on after an interruption. With several games --plot numbers its pictures.
    """
    game, games = game_and_file(words)
    if games is None:
        raise click.UsageError("which file of games? name it after the game")
    out = out or OutputFile().convert(games.with_stem(f"{games.stem}-annotated"), None, None)
    if out.exists() and out.samefile(games):
        raise click.BadParameter("the annotated games need a file of their own", param_hint="--out")
    if plot is not None and find_spec("matplotlib") is None:
        raise click.ClickException("plots need matplotlib: pip install 'tenfold[plot]'")
    warm_up()
    from ..annotation.output import OtherGamesError
    from ..annotation.run import Task, Work, count_games

    total = count_games(games)
    if not total:
        raise click.BadParameter(f"{games} has no games")
    with asked_engine(engine, dict(option)) as client:
        if overwrite:
            out.unlink(missing_ok=True)
        limit = limit_of(seconds, depth, nodes, 0.5)
        work = Work(Task(games, game, out, limit, multipv, plot), client, total)
        try:
            work.run()
        except KeyboardInterrupt:
            kept = count_games(out) if out.exists() else 0
            click.echo(
                f"Interrupted: {kept} of {total} games are in {out}; the same command goes on.", err=True
            )
            return 130
        except OtherGamesError as error:
            raise click.ClickException(f"{error}; --overwrite begins anew") from None
        except OSError as error:
            raise click.ClickException(f"{error.filename or out}: {error.strerror or error}") from None
    click.echo(f"The annotated games are in {out}.")
    return 0
