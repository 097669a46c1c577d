"""`tenfold match`."""

from __future__ import annotations

from typing import Any

import click

from ...engine.variants import Variant
from ..common import Game
from ..matches.options import match_options


@click.command(
    "match",
    short_help="Play a match between two engines.",
    epilog="Example: tenfold match grand --engine tenfold --engine fairy-stockfish --each tc=1+0.01",
)
@click.argument("game", type=Game())
@match_options
@click.option(
    "--sprt",
    metavar="WORDS",
    help='Stop when a test has decided: "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized" (or logistic).',
)
def command(game: Variant, **wanted: Any) -> int:
    """Play a match of GAME (grand, bigchess, greatchess, chess) between two UCI engines.

    The same command after an interruption goes on where it was; with more --games it plays on.
    """
    if len(wanted["engines"]) != 2:
        raise click.ClickException("a match is between two engines, each with its own --engine")
    from ..matches.run import run_match

    return run_match(game, "match", **wanted)
