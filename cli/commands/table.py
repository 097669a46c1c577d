"""`tenfold table`."""

from __future__ import annotations

from pathlib import Path

import click

from ..common import reason


@click.command(
    "table", short_help="Count the table of a match from its PGN.", epilog="Example: tenfold table match.pgn"
)
@click.argument("games", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--sprt", metavar="WORDS", help="Say what this test would, as in tenfold match.")
def command(games: Path, sprt: str | None) -> None:
    """Count the table of a match or tournament from its PGN file GAMES.

    Files of other programs are counted as well: two games from one position with colours swapped are a pair.
    """
    from ...arbiter.recount import recount
    from ...arbiter.sprt import parse_sprt
    from ..matches.tables import console_for_tables, standings_view

    try:
        test = None if sprt is None else parse_sprt(sprt)
        standings, unfinished = recount(games)
    except (OSError, ValueError) as error:
        raise click.ClickException(reason(error)) from None
    if not standings.games:
        raise click.ClickException(f"{games} has no games with a result")
    console = console_for_tables()
    console.print(standings_view(standings, test))
    if unfinished:
        count = f"{unfinished} games" if unfinished > 1 else "one game"
        console.print(f"Not counted: {count} without a result.")
