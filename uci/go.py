"""`go`: its words, and the limits they amount to for the side that moves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..engine.types import BLACK, MAX_PLY
from ..search.limits import Limits

#: Think this long when the GUI runs clocks but does not tell our own, or ponders without any limit.
NO_CLOCK_MS = 100

_MAX_TIME = 10**12  # ms, thirty years; far from what a 64-bit count of nanoseconds holds
_MAX_NODES = 10**15


@dataclass(frozen=True, slots=True)
class Go:
    """A `go` command as it was spelled. Numbers are in range; what was not a number is the least that is."""

    searchmoves: tuple[str, ...] = ()
    ponder: bool = False
    infinite: bool = False
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: int | None = None
    wtime: int | None = None
    btime: int | None = None
    winc: int | None = None
    binc: int | None = None
    movestogo: int | None = None

    @property
    def clocked(self) -> bool:
        """Whether the GUI runs clocks, be it the other side's only."""
        return any(
            value is not None for value in (self.wtime, self.btime, self.winc, self.binc, self.movestogo)
        )

    @property
    def limited(self) -> bool:
        """Whether anything would ever end this search, the GUI's `stop` apart."""
        return self.clocked or any(
            value is not None for value in (self.depth, self.nodes, self.mate, self.movetime)
        )

    @property
    def bounded(self) -> bool:
        """Whether the best move will come without a further word from the GUI."""
        return self.limited and not self.infinite and not self.ponder

    def limits(self, side: int, searchmoves: tuple[int, ...] = (), ponder: bool | None = None) -> Limits:
        """The limits for a search with `side` to move; `searchmoves` are the packed legal ones.

        `ponder` false: the GUI asked to ponder, and its ponderhit has come already.
        """
        limits = Limits(
            depth=self.depth,
            nodes=self.nodes,
            mate=self.mate,
            movetime=self.movetime,
            infinite=self.infinite or not (self.limited or self.ponder),
            ponder=(self.ponder if ponder is None else ponder) and not self.infinite,
            searchmoves=searchmoves,
        )
        if self.infinite:  # until `stop`: clocks and times have no say
            return replace(limits, movetime=None)
        if not self.clocked:
            return limits if self.limited or not self.ponder else replace(limits, movetime=NO_CLOCK_MS)
        own, increment = (self.btime, self.binc) if side == BLACK else (self.wtime, self.winc)
        if own is None:
            return replace(limits, movetime=min(self.movetime or NO_CLOCK_MS, NO_CLOCK_MS))
        return replace(limits, time=max(1, own), increment=increment or 0, movestogo=self.movestogo or None)


#: Words of `go` that take a number, with the least and the greatest that make sense.
NUMBERS: dict[str, tuple[int, int]] = {
    "depth": (1, MAX_PLY),
    "nodes": (1, _MAX_NODES),
    "mate": (1, MAX_PLY // 2),
    "movetime": (1, _MAX_TIME),
    "wtime": (0, _MAX_TIME),
    "btime": (0, _MAX_TIME),
    "winc": (0, _MAX_TIME),
    "binc": (0, _MAX_TIME),
    "movestogo": (0, 1000),  # 0: none, the clock is for the whole game
}
FLAGS = ("ponder", "infinite")


def read_go(words: list[str]) -> tuple[Go, list[str]]:
    """Read the words after `go`, in any order; the last of two equal ones counts. Returns remarks too.

    A word whose number is missing or not one gets the least it can have, so that such a `go` still gets its
    move, and at once.
    """
    values: dict[str, int] = {}
    flags: set[str] = set()
    moves: list[str] = []
    remarks: list[str] = []
    i = 0
    while i < len(words):
        word = words[i].lower()
        i += 1
        if word in FLAGS:
            flags.add(word)
        elif word in NUMBERS:
            low, high = NUMBERS[word]
            number = read_number(words[i]) if i < len(words) else None
            if number is None:
                remarks.append(f"{word} needs a number, using {low}")
                number = low
                if i < len(words) and not _is_keyword(words[i]):
                    i += 1
            else:
                i += 1
            values[word] = min(max(number, low), high)
        elif word == "searchmoves":
            while i < len(words) and not _is_keyword(words[i]):
                moves.append(words[i])
                i += 1
        else:
            remarks.append(f"go: ignored {shown(words[i - 1])}")
    return Go(tuple(moves), ponder="ponder" in flags, infinite="infinite" in flags, **values), remarks


def _is_keyword(word: str) -> bool:
    word = word.lower()
    return word in NUMBERS or word in FLAGS or word == "searchmoves"


def read_number(word: str) -> int | None:
    """A whole number, its fraction cut off; None for anything else. Absurdly long ones stay very large."""
    sign = -1 if word.startswith("-") else 1
    whole, _, fraction = word.lstrip("+-").partition(".")
    if not (whole.isascii() and whole.isdigit()) or (fraction and not fraction.isdigit()):
        return None
    whole = whole.lstrip("0") or "0"
    return sign * (int(whole) if len(whole) <= 18 else 10**18)


def shown(text: str, longest: int = 60) -> str:
    """`text` for a message: on one line, printable, not too long."""
    cut = text if len(text) <= longest else text[:longest] + "..."
    return "".join(character if character.isprintable() else "?" for character in cut)
