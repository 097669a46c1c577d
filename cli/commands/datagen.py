"""`tenfold datagen`."""

from __future__ import annotations

from pathlib import Path

import click

from ...engine.variants import Variant
from ..common import Game


@click.command(
    "datagen",
    short_help="Play games with itself, for positions to learn from.",
    epilog="Example: tenfold datagen grand --out data/grand --positions 5000000 --processes 2",
)
@click.argument("game", type=Game())
@click.option(
    "--out",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the shards.",
)
@click.option(
    "--positions",
    "wanted",
    type=click.IntRange(1),
    default=5_000_000,
    show_default=True,
    help="To be there at the end.",
)
@click.option("--nodes", type=click.IntRange(1), default=1000, show_default=True, help="For a move.")
@click.option(
    "--sidelines",
    type=click.IntRange(0, 128),  # `sidelines.MOST`
    default=4,
    show_default=True,
    help="Positions off the path of the game for each on it.",
)
@click.option(
    "--sideline-depth",
    type=click.IntRange(0, 20),
    default=4,
    show_default=True,
    help="Plies that score them.",
)
@click.option(
    "--network",
    default="",
    metavar="FILE",
    help="The network that plays, 'default' for the game's own; without it the hand-written evaluation does.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Decides the openings.")
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True, help="Games at a time.")
@click.option("--scheduler", metavar="ADDRESS", help="Play on the workers of this Dask scheduler instead.")
@click.option("--verify", is_flag=True, help="Play nothing: check the shards that are there.")
def command(
    game: Variant,
    folder: Path,
    wanted: int,
    nodes: int,
    network: str,
    seed: int,
    sidelines: int,
    sideline_depth: int,
    processes: int,
    scheduler: str | None,
    verify: bool,
) -> int:
    """Let the engine play GAME with itself, and keep quiet positions with their scores and the results.

    The same command goes on where it was broken off, and --positions more makes it go further. The positions
    of a run are decided by its seed and nodes, however many processes or machines play.
    """
    from ..datagen import generate, verify_shards

    if verify:
        return verify_shards(folder)
    return generate(
        game, folder, wanted, nodes, seed, sidelines, sideline_depth, network, processes, scheduler
    )
