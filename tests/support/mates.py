"""The suite of mates in tests/data/mates."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tenfold.cli.analysis.epd import read_epd
from tenfold.engine.board import Board

DATA = Path(__file__).parents[1] / "data" / "mates"


@dataclass(frozen=True)
class Mate:
    """A position with its shortest mate; `moves` 0: there is none in `none` moves."""

    name: str
    variant: str
    fen: str
    moves: int
    none: int  # no mate in so many moves
    firsts: frozenset[str]  # every first move of a shortest mate, in UCI form
    witness: str  # what showed that there is none in `none` moves

    @property
    def board(self) -> Board:
        return Board(self.variant, self.fen)

    def __str__(self) -> str:
        return self.name


def suite() -> list[Mate]:
    found = []
    for path in sorted(DATA.glob("*.epd")):
        for line in path.read_text(encoding="utf-8").splitlines():
            epd = read_epd(line)
            if epd is None:
                continue
            board = Board(path.stem, epd.fen)
            moves = int(epd.operations.get("dm", "0")[0])
            none = int(epd.operations["c1"][0].split()[-1]) if "c1" in epd.operations else moves - 1
            firsts = frozenset(board.parse_san(san).uci() for san in epd.operations.get("bm", ()))
            found.append(Mate(epd.id, path.stem, epd.fen, moves, none, firsts, epd.operations["c0"][0]))
    return found
