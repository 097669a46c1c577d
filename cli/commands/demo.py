"""`tenfold demo`."""

from __future__ import annotations

import click

from ...engine.variants import Variant
from ..common import Game, warm_up


@click.command(
    "demo",
    short_help="Watch the engine think about a middlegame.",
    epilog="Example: tenfold demo --seconds 10",
)
@click.argument("game", type=Game(), default="grand")
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=6.0, show_default=True)
def command(game: Variant, seconds: float) -> None:
    """Watch the engine think about a middlegame of GAME (grand, bigchess, greatchess)."""
    if game.name == "chess":
        raise click.BadParameter("there is a demonstration of grand, bigchess and greatchess only")
    warm_up()
    from ..demo import demo as run_demo

    run_demo(game.name, seconds)
