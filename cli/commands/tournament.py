"""`tenfold tournament`."""

from __future__ import annotations

from typing import Any

import click

from ...engine.variants import Variant
from ..common import Game
from ..matches.options import match_options


@click.command(
    "tournament",
    short_help="Play a tournament between several engines.",
    epilog="Example: tenfold tournament grand --engine tenfold --engine fairy-stockfish "
    '--engine "sjaakii -uci" --each tc=1+0.01 --games 10',
)
@click.argument("game", type=Game())
@match_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["round-robin", "gauntlet"]),
    default="round-robin",
    show_default=True,
    help="Everybody against everybody, or the first engine against the others.",
)
def command(game: Variant, form: str, **wanted: Any) -> int:
    """Play a tournament of GAME (grand, bigchess, greatchess, chess) between UCI engines.

    Every two engines that meet play the same openings. The same command after an interruption goes on where
    it was; with more --games it plays on.
    """
    from ..matches.run import run_match

    return run_match(game, "tournament", gauntlet=form == "gauntlet", **wanted)
