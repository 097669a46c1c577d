"""`tenfold perft`."""

from __future__ import annotations

import time

import click

from ...engine.variants import Variant
from ..common import Game, warm_up


@click.command(
    "perft",
    short_help="Count legal lines, and compare with an engine.",
    epilog="Example: tenfold perft grand 3 --compare fairy-stockfish",
)
@click.argument("variant", type=Game())
@click.argument("depth", type=click.IntRange(1, 30))
@click.option("--fen", help="Count from this position instead of the start.")
@click.option("--divide", is_flag=True, help="Show the count below each move.")
@click.option(
    "--compare",
    metavar="ENGINE",
    help="Find the first move on which this UCI engine disagrees. ENGINE is a command line, or the words of"
    " `tenfold match --engine`.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0.1),
    default=60.0,
    show_default=True,
    help="With --compare: seconds of silence after which the engine is given up.",
)
@click.pass_context
def command(
    ctx: click.Context,
    variant: Variant,
    depth: int,
    fen: str | None,
    divide: bool,
    compare: str | None,
    patience: float,
) -> None:
    """Count the legal lines of DEPTH plies in VARIANT (grand, bigchess, greatchess, chess).

    With --compare the exit status is 1 if the engine disagrees.
    """
    warm_up()
    from ...uci.backend import Backend

    backend = Backend()
    try:
        board = backend.board(variant.name, fen)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    if compare is not None:
        from ..compare import compare_with

        ctx.exit(0 if compare_with(compare, board, depth, patience) else 1)
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
