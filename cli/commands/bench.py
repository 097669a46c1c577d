"""`tenfold bench`."""

from __future__ import annotations

import click

from ..common import warm_up


@click.command(
    "bench", short_help="Search fixed positions: node count and speed.", epilog="Example: tenfold bench"
)
def command() -> None:
    """Search fixed positions of all games: node count and speed.

    The node count is the same on every machine; it changes when the search or the evaluation does.
    """
    warm_up()
    from ...search.bench import bench as run_bench
    from ...uci.show import bench_text

    click.echo(bench_text(*run_bench(click.echo)))
