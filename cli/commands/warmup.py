"""`tenfold warmup`."""

from __future__ import annotations

import time

import click

from ..common import warm_up


@click.command(
    "warmup", short_help="Compile all kernels, once after an installation.", epilog="Example: tenfold warmup"
)
def command() -> None:
    """Compile all kernels and keep them on disk, so that later starts take less than a second."""
    begin = time.perf_counter()
    warm_up()
    click.echo(f"Kernels are ready ({time.perf_counter() - begin:.1f} s).")
