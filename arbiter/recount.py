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
_ROUND = re.compile(r"(\d+)\.[12]\Z")


def recount(path: Path) -> tuple[Standings, int]:
    """The standings by a PGN file, and how many games in it have no result. Raises `OSError`."""
    standings, unfinished = Standings(), 0
    for game in _games(path):
        if game.result in POINTS:
            standings.add(game)
        else:
            unfinished += 1
    return standings, unfinished


def _games(path: Path) -> Iterator[Played]:
    with path.open(encoding="utf-8-sig", errors="replace") as handle:
        while (tags := read_headers(handle)) is not None:
            termination = tags.get("Termination", "normal").lower()
            numbered = _ROUND.match(tags.get("Round", ""))
            yield Played(
                white=tags.get("White", "?"),
                black=tags.get("Black", "?"),
                result=tags.get("Result", "*"),
                pair=numbered[1] if numbered else tags.get("FEN", ""),  # else two games of one opening
                ending=tags.get("Ending", termination),
                forfeit=termination in FORFEITS,
            )
