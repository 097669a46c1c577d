"""Tables of matches in windows of any width."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from tenfold.arbiter.standings import Played, Standings
from tenfold.cli.matches.tables import standings_view


def shown(width: int, *names: str) -> str:
    """The table of a match in which the first won and drew against each of the others, a hundred times."""
    standings = Standings(list(names))
    for other in names[1:]:
        for pair in range(100):
            standings.add(Played(names[0], other, "1-0", str(pair), "checkmate", False))
            standings.add(Played(other, names[0], "1/2-1/2", str(pair), "stalemate", False))
    console = Console(file=io.StringIO(), width=width)
    console.print(standings_view(standings))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(
    ("width", "heading", "row"),
    [
        (80, "Engine Games + = - Points % Faults", "tenfold 200 100 100 0 150 75.0 0"),
        (46, "Engine Games + = - Points", "tenfold 200 100 100 0 150"),
        (40, "Engine + = - Points", "tenfold 100 100 0 150"),
    ],
)
def test_a_narrow_window_loses_columns_and_no_numbers(width: int, heading: str, row: str) -> None:
    lines = [" ".join(line.split()) for line in shown(width, "tenfold", "stockfish").splitlines()]
    assert heading in lines and row in lines


def test_several_engines() -> None:
    wide, narrow = (shown(width, "A", "B", "C") for width in (120, 50))
    assert "nElo" in wide and "Elo" not in narrow
    assert max(map(len, narrow.splitlines())) <= 50
