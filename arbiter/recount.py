"""A table counted from a PGN file, ours or another program's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from chess.pgn import read_headers

from .standings import POINTS, Played, Standings

#: What Termination says of games lost by a fault, in our files, Cute Chess's and fastchess's.
FORFEITS = ("time forfeit", "illegal move", "abandoned", "stalled connection", "disconnect", "stall")
#: Our Round tag: pair and game.
_ROUND = re.compile(r"(\d+)\.([12])\Z")


def recount(path: Path) -> tuple[Standings, int]:
    """The standings by a PGN file, and how many games in it have no result. Raises `OSError`.

    Games with our numbers are counted in the order of the schedule, so that the first engine comes first.
    """
    standings, games = Standings(), sorted(_games(path), key=lambda numbered: numbered[0])
    counted = [game for _, game in games if game.result in POINTS]
    for game in counted:
        standings.add(game)
    return standings, len(games) - len(counted)


def _games(path: Path) -> Iterator[tuple[int, Played]]:
    """The games with their numbers, 0 for those of other programs."""
    with path.open(encoding="utf-8-sig", errors="replace") as handle:
        while (tags := read_headers(handle)) is not None:
            termination = tags.get("Termination", "normal").lower()
            numbered = _ROUND.match(tags.get("Round", ""))
            yield (
                2 * int(numbered[1]) + int(numbered[2]) if numbered else 0,
                Played(
                    white=tags.get("White", "?"),
                    black=tags.get("Black", "?"),
                    result=tags.get("Result", "*"),
                    pair=numbered[1] if numbered else tags.get("FEN", ""),  # else two games of one opening
                    ending=tags.get("Ending", termination),
                    forfeit=termination in FORFEITS,
                ),
            )
