"""`tenfold play`."""

from __future__ import annotations

import random
from pathlib import Path

import click

from ...engine.variants import Variant
from ...search.rungs import HIGHEST_ELO, LOWEST_ELO
from ..asked_engine import asked_engine, engine_options, limit_of, limit_options
from ..common import Game, OutputFile, warm_up
from ..position import position


@click.command(
    "play",
    short_help="Play a game in the terminal.",
    epilog="Example: tenfold play bigchess --level 5 --color black",
)
@click.argument("game", type=Game(), required=False)
@click.option("--level", type=click.IntRange(0, 20), help="How strong the engine plays, 20 is full strength.")
@click.option("--elo", type=int, help=f"The same as a rating, {LOWEST_ELO} to {HIGHEST_ELO}.")
@click.option("--color", type=click.Choice(["white", "black", "random"]), default="white", show_default=True)
@click.option("--seed", type=int, help="Makes the choice of `--color random` repeatable.")
@click.option("--fen", help="Start from this position.")
@click.option(
    "--pgn",
    type=OutputFile(),
    default="play.pgn",
    show_default=True,
    help="The game is added to this file.",
)
@limit_options
@engine_options
def command(
    game: Variant | None,
    level: int | None,
    elo: int | None,
    color: str,
    seed: int | None,
    fen: str | None,
    pgn: Path,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    engine: str | None,
    option: tuple[tuple[str, str], ...],
) -> int:
    """Play GAME (grand, bigchess, greatchess, chess) in the terminal; `help` lists what you can type.

    Without GAME it is the one that --fen shows, else Grand Chess.

    The engine thinks a second a move unless told otherwise. After each move the game is saved, also when you
    leave with Ctrl-C.
    """
    if level is not None and elo is not None:
        raise click.UsageError("--level and --elo say the same; give one of them")
    warm_up()
    from ..playing.table import sit_down

    board = position(game, fen)
    player = random.Random(seed).random() < 0.5 if color == "random" else color == "white"
    with asked_engine(engine, dict(option)) as client:
        return sit_down(board, player, client, limit_of(seconds, depth, nodes, 1.0), level, elo, pgn)
