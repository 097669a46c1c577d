"""`tenfold uci`."""

from __future__ import annotations

import click


@click.command("uci", short_help="The engine, as `tenfold` alone is.", epilog="Example: tenfold uci --tune")
@click.option(
    "--tune", is_flag=True, help="Make the search's parameters options, for programs that tune them."
)
def command(tune: bool) -> None:
    """Speak UCI on standard input and output, as `tenfold` without a command does."""
    from ...uci.loop import main

    main(tuning=tune)
