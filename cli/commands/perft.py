"""`tenfold perft`."""

from __future__ import annotations

import time

import click

from ...engine.variants import Variant
from ..common import Game, warm_up


@click.command("perft", epilog="Example: tenfold perft grand 4 --divide")
@click.argument("variant", type=Game())
@click.argument("depth", type=click.IntRange(1, 30))
@click.option("--fen", help="Count from this position instead of the start.")
@click.option("--divide", is_flag=True, help="Show the count below each move.")
def command(variant: Variant, depth: int, fen: str | None, divide: bool) -> None:
    """Count the legal lines of DEPTH plies in VARIANT (grand, bigchess, greatchess, chess)."""
    warm_up()
    from ...uci.backend import Backend

    backend = Backend()
    try:
        board = backend.board(variant.name, fen)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    begin = time.perf_counter()
    total = 0
    for move, leaves in backend.perft(board, depth):
        total += leaves
        if divide:
            click.echo(f"{move.uci()}: {leaves}")
    seconds = max(time.perf_counter() - begin, 1e-9)
    if divide:
        click.echo()
    click.echo(f"Nodes searched: {total}")
    click.echo(f"Time: {seconds:.3f} s, {total / seconds / 1e6:.1f} million a second")
