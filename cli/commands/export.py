"""`tenfold export`."""

from __future__ import annotations

from pathlib import Path

import click

from ..common import OutputFile


@click.command(
    "export",
    short_help="Make a network for the engine of a training run.",
    epilog="Example: tenfold export nets/grand --out grand.network",
)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", required=True, type=OutputFile(), help="The network's file, for `EvalFile`.")
def command(folder: Path, out: Path) -> None:
    """Turn the checkpoint in FOLDER, the --out of `tenfold train`, into a network of whole numbers.

    The engine reads it as EvalFile; its second line says what it was made of. Needs PyTorch: pip install
    'tenfold[train]'.
    """
    from ..train import export

    export(folder, out)
