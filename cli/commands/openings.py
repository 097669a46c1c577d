"""`tenfold openings`."""

from __future__ import annotations

from pathlib import Path

import click

from ...engine.variants import Variant
from ..asked_engine import engine_options
from ..common import Game, warm_up


class Plies(click.ParamType):
    """A number of plies, or the shortest and the longest: ``8`` or ``6-10``."""

    name = "plies"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Both numbers."""
        if isinstance(value, tuple):
            return value
        shortest, dash, longest = str(value).partition("-")
        try:
            pair = int(shortest), int(longest if dash else shortest)
        except ValueError:
            self.fail(f"{value!r} is not a number of plies such as 8 or 6-10", param, ctx)
        if not 1 <= pair[0] <= pair[1] <= 200:
            self.fail(f"{value!r} does not lie between 1 and 200 plies", param, ctx)
        return pair


@click.command(
    "openings",
    short_help="Make a book of balanced openings.",
    epilog="Example: tenfold openings bigchess --count 100 -o bigchess.epd",
)
@click.argument("game", type=Game())
@click.option("--count", type=click.IntRange(1), default=100, show_default=True, help="Openings in the file.")
@click.option(
    "--plies", type=Plies(), default="6-10", show_default=True, help="Random moves of each opening."
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Another seed, other moves."
)
@engine_options
@click.option("--nodes", type=click.IntRange(1), help="What the engine may search.  [default: 50000]")
@click.option("--depth", type=click.IntRange(1), help="How deep it searches, instead.")
@click.option(
    "--max-score",
    type=click.IntRange(0),
    default=60,
    show_default=True,
    help="By how many centipawns a side may be ahead at most.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file: PGN if it is called .pgn, else EPD. Openings that it has are kept.  [default: print EPD]",
)
def command(
    game: Variant,
    count: int,
    plies: tuple[int, int],
    seed: int,
    engine: str | None,
    option: tuple[tuple[str, str], ...],
    nodes: int | None,
    depth: int | None,
    max_score: int,
    output: Path | None,
) -> None:
    """Make openings of GAME for matches: random legal moves to near equal positions.

    An opening is kept when the engine calls it near equal, and when neither the position nor a mirror image
    of it is in the file. The same command, given again after a break, goes on where it stopped.
    """
    warm_up()
    import chess.engine

    from ...arbiter.bookmaker import Recipe
    from ..book import make_book

    limit = chess.engine.Limit(nodes=nodes or (None if depth else 50_000), depth=depth)
    make_book(Recipe(game, seed, *plies, max_score), count, output, engine, dict(option), limit)
