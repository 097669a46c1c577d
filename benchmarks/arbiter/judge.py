"""The rules of a game as pyffish has them, with its known faults in repetition kept out.

Two faults of pyffish concern en passant: two squares on one file cancel out in its position key, and a
capture that would leave the king attacked still counts as a right. So positions are compared here, by
board, side to move, castling rights and *legal* en passant captures.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pyffish

VARIANTS = ("grand", "bigchess", "greatchess", "chess")
VARIANTS_FILE = Path(__file__).resolve().parents[2] / "tests" / "data" / "rules" / "fairy-variants.ini"
#: Half-moves without capture or pawn move that end the game. Big Chess's rulebook has no such rule.
MOVE_RULE = {"grand": 100, "greatchess": 100, "chess": 100}

_SQUARE = re.compile(r"[a-j]\d+")

pyffish.load_variant_config(VARIANTS_FILE.read_text(encoding="utf-8"))


class BadFen(ValueError):
    """pyffish does not take a FEN."""


def start_fen(variant: str) -> str:
    """The start position."""
    return str(pyffish.start_fen(variant))


def checked_fen(variant: str, fen: str) -> str:
    """`fen`, of four to six fields or an EPD line, as six. Raises `BadFen`."""
    fields = fen.split(";")[0].split()
    if len(fields) < 4:
        raise BadFen(f"too few fields: {fen!r}")
    counters = fields[4:6] if len(fields) >= 6 and fields[4].isdigit() and fields[5].isdigit() else ["0", "1"]
    # validate_fen refuses two en passant squares, which get_fen itself writes; so it doesn't see that field.
    code = pyffish.validate_fen(" ".join([*fields[:3], "-", *counters]), variant)
    if code != pyffish.FEN_OK:
        raise BadFen(f"pyffish refuses the position (code {code}): {fen!r}")
    return str(pyffish.get_fen(variant, " ".join(fields[:4] + counters), []))


class Position:
    """A game in progress: where it stands, and why it has ended if it has."""

    def __init__(self, variant: str, fen: str | None = None) -> None:
        """Begin at `fen` (already checked), or at the start position."""
        self.variant = variant
        self.root = fen
        self.fen = fen or start_fen(variant)
        self.moves: list[str] = []
        #: The position after the last irreversible move, and how many moves led to it.
        self.settled = (self.fen, 0)
        self.legal: list[str] = pyffish.legal_moves(variant, self.fen, [])
        self._seen: Counter[str] = Counter([self._key()])

    @property
    def white_to_move(self) -> bool:
        """Whose turn it is."""
        return self.fen.split()[1] == "w"

    def san(self, move: str) -> str:
        """A legal move as people write it."""
        return str(pyffish.get_san(self.variant, self.fen, move))

    def push(self, move: str) -> None:
        """Make a move, which must be one of `legal`."""
        self.fen = pyffish.get_fen(self.variant, self.fen, [move])
        self.moves.append(move)
        self.legal = pyffish.legal_moves(self.variant, self.fen, [])
        if self._clock() == 0:
            self.settled = (self.fen, len(self.moves))
            self._seen.clear()
        self._seen[self._key()] += 1

    def command(self, settled_only: bool = False) -> str:
        """The UCI command for this position: all of the game, or what repetition can still reach back to."""
        if settled_only:
            base, moves = f"fen {self.settled[0]}", self.moves[self.settled[1] :]
        else:
            base, moves = (f"fen {self.root}" if self.root else "startpos"), self.moves
        return " ".join(["position", base, *(["moves", *moves] if moves else [])])

    def ending(self) -> tuple[str, str] | None:
        """The result ("1-0", "0-1", "1/2-1/2") and why, once the rules end the game; mate before all else."""
        if not self.legal:
            if pyffish.gives_check(self.variant, self.fen, []):
                return ("0-1" if self.white_to_move else "1-0"), "checkmate"
            return "1/2-1/2", "stalemate"
        if all(pyffish.has_insufficient_material(self.variant, self.fen, [])):
            return "1/2-1/2", "insufficient material"
        if self._clock() >= MOVE_RULE.get(self.variant, 1 << 30):
            return "1/2-1/2", "fifty moves"
        if self._seen[self._key()] >= 3:
            return "1/2-1/2", "threefold repetition"
        return None

    def _clock(self) -> int:
        return int(self.fen.split()[4])

    def _key(self) -> str:
        board, side, castling, passed = self.fen.split()[:4]
        pawns = _pawn_squares(board, "P" if side == "w" else "p")
        captures = [
            square
            for square in _SQUARE.findall(passed)
            if any(pawn + square in self.legal for pawn in pawns if pawn[0] != square[0])
        ]
        return " ".join([board, side, castling, *captures])


def _pawn_squares(board: str, letter: str) -> set[str]:
    """The squares of a side's pawns, from the first field of a FEN."""
    found = set()
    rows = board.split("[")[0].split("/")
    for index, row in enumerate(rows):
        file = 0
        for token in re.findall(r"\d+|[A-Za-z]", row):
            if token.isdigit():
                file += int(token)
                continue
            if token == letter:
                found.add(f"{chr(ord('a') + file)}{len(rows) - index}")
            file += 1
    return found
