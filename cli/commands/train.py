"""`tenfold train`."""

from __future__ import annotations

from pathlib import Path

import click

from ...engine.variants import Variant
from ..common import Game


@click.command(
    "train",
    short_help="Teach a network the positions of `tenfold datagen`.",
    epilog="Example: tenfold train grand --data data/grand --out nets/grand",
)
@click.argument("game", type=Game())
@click.option(
    "--data",
    "sources",
    required=True,
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Shards: a file, or a folder of them; may be given several times.",
)
@click.option(
    "--out",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the run: checkpoint, losses, plot.",
)
@click.option(
    "--start",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Begin with the network of another run, that of this folder.",
)
@click.option(
    "--epochs", type=click.IntRange(1), default=3, show_default=True, help="Times over all positions."
)
@click.option("--batch", type=click.IntRange(1), default=4096, show_default=True, help="Positions of a step.")
@click.option(
    "--rate",
    type=click.FloatRange(0, min_open=True),
    default=2e-3,
    show_default=True,
    help="The learning rate at its highest.",
)
@click.option(
    "--result-share",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="Share of a game's result in what is learned; the rest is the search's score.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Decides first weights and order.")
@click.option("--threads", type=click.IntRange(1), help="Of PyTorch.  [default: all processors]")
def command(
    game: Variant,
    sources: tuple[Path, ...],
    folder: Path,
    start: Path | None,
    epochs: int,
    batch: int,
    rate: float,
    result_share: float,
    seed: int,
    threads: int | None,
) -> int:
    """Teach a network for GAME the positions that `tenfold datagen` has made.

    Each epoch ends with a checkpoint in --out; the same command goes on where it was broken off. One game in
    forty is kept for judging. `tenfold export` makes a network of the checkpoint. Needs PyTorch: pip install
    'tenfold[train]'.
    """
    from ..train import train

    settings = {"epochs": epochs, "batch": batch, "rate": rate, "result_share": result_share, "seed": seed}
    return train(game, sources, folder, start, settings, threads)
