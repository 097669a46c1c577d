"""`tenfold annotate`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from ..asked_engine import asked_engine, engine_options, limit_of, limit_options
from ..common import warm_up

_PICTURES = (".svg", ".png", ".pdf")
_Out = click.Path(dir_okay=False, path_type=Path)


@click.command(
    "annotate",
    short_help="Games with evaluations, better lines and a plot.",
    epilog="Example: tenfold annotate games.pgn --time 0.2 --plot chances.svg",
)
@click.argument("games", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-o", "--out", type=_Out, help="The annotated games.  [default: GAMES with -annotated]")
@click.option("--plot", type=_Out, help="A picture of the winning chances: .svg, .png or .pdf.")
@click.option(
    "--multipv", type=click.IntRange(1, 20), default=1, show_default=True, help="Better lines to show."
)
@click.option("--overwrite", is_flag=True, help="Begin anew if the file of annotated games exists.")
@limit_options
@engine_options
def command(
    games: Path,
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

    The engine thinks half a second about each position unless told otherwise. Each game is written when it is
    done; the same command goes on after an interruption. With several games --plot numbers its pictures.
    """
    out = out or games.with_stem(f"{games.stem}-annotated")
    if out.exists() and out.samefile(games):
        raise click.BadParameter("the annotated games need a file of their own", param_hint="--out")
    if plot is not None:
        _check_plot(plot)
    warm_up()
    from ..annotation.output import OtherGamesError
    from ..annotation.run import Task, Work, count_games

    total = count_games(games)
    if not total:
        raise click.BadParameter(f"{games} has no games")
    with asked_engine(engine, dict(option)) as client:
        if overwrite:
            out.unlink(missing_ok=True)
        work = Work(Task(games, out, limit_of(seconds, depth, nodes, 0.5), multipv, plot), client, total)
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


def _check_plot(plot: Path) -> None:
    if plot.suffix.lower() not in _PICTURES:
        raise click.BadParameter(f"a picture's name ends in {', '.join(_PICTURES)}", param_hint="--plot")
    if not plot.parent.is_dir():
        raise click.BadParameter(f"there is no folder {plot.parent}", param_hint="--plot")
    if find_spec("matplotlib") is None:
        raise click.ClickException("plots need matplotlib: pip install 'tenfold[plot]'")
