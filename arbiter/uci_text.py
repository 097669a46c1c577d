"""What an engine is told of a game, and what it says of its thoughts, as UCI text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..engine.variants import Variant
from .clock import Clock
from .record import Score

_SCORE = re.compile(r" score (cp|mate) (-?\d+)(?= |$)")
_DEPTH = re.compile(r" depth (\d+)(?= |$)")
_NODES = re.compile(r" nodes (\d+)(?= |$)")
_UNWANTED = re.compile(r" (lowerbound|upperbound|string|multipv (?!1 ))")


def position_line(variant: Variant, fen: str | None, moves: Sequence[str], tenth_file: str = "j") -> str:
    """The game so far: the position it began with and every move, so that the engine sees repetitions.

    `fen` None is the start position. With `tenth_file` m the tenth file of a game that has it is called so.
    """
    relabel = tenth_file == "m" and variant.tenth_file == "m"
    words = ["position startpos"]
    if fen is not None:
        fields = fen.split()
        if relabel and len(fields) > 3:
            fields[3] = fields[3].replace("j", "m")  # en passant squares
        words = ["position fen", *fields]
    if moves:
        text = " ".join(moves)
        words += ["moves", text.replace("j", "m") if relabel else text]
    return " ".join(words)


def go_line(clocks: Mapping[bool, Clock], white: bool, *, ponder: bool = False) -> str:
    """`go` with the limits of the side to move. An opponent without a clock is shown with the same time."""
    own, control = clocks[white], clocks[white].control
    words = ["go ponder"] if ponder else ["go"]
    if own.left is not None:
        shown = {side: own if clock.left is None else clock for side, clock in clocks.items()}
        for side, letter in ((True, "w"), (False, "b")):
            words.append(f"{letter}time {max(1, int(1000 * (shown[side].left or 0.0)))}")
        for side, letter in ((True, "w"), (False, "b")):
            words.append(f"{letter}inc {round(1000 * shown[side].control.increment)}")
        if own.moves_left:
            words.append(f"movestogo {own.moves_left}")
    if control.movetime is not None:
        words.append(f"movetime {max(1, round(1000 * control.movetime))}")
    if control.nodes is not None:
        words.append(f"nodes {control.nodes}")
    if control.depth is not None:
        words.append(f"depth {control.depth}")
    return " ".join(words if control.limited else [*words, "infinite"])


class Thoughts:
    """The last exact score of the first line of play among the `info` lines of a search."""

    def __init__(self) -> None:
        self._line = ""

    def note(self, line: str) -> None:
        """Look at a line of the engine."""
        if line.startswith("info ") and " score " in line and not _UNWANTED.search(line):
            self._line = line

    @property
    def score(self) -> Score | None:
        """From the engine's point of view."""
        found = _SCORE.search(self._line)
        if found is None:
            return None
        return Score(mate=int(found[2])) if found[1] == "mate" else Score(centipawns=int(found[2]))

    @property
    def depth(self) -> int:
        """In plies; 0 if not said."""
        return _number(_DEPTH, self._line)

    @property
    def nodes(self) -> int:
        """0 if not said."""
        return _number(_NODES, self._line)


def _number(pattern: re.Pattern[str], line: str) -> int:
    found = pattern.search(line)
    return int(found[1]) if found else 0
