"""`Piece`, a man as `Board` hands it out, and the colours of the friendly layer."""

from __future__ import annotations

from dataclasses import dataclass

from . import types as t
from .letters import letters_of

#: As in python-chess, where White is true. Records and kernels count the other way: `types.WHITE` is 0.
WHITE, BLACK = True, False

#: Unicode has marks for the orthodox men only; compound pieces show their letter.
_MARKS = {t.KING: "♔♚", t.QUEEN: "♕♛", t.ROOK: "♖♜", t.BISHOP: "♗♝", t.KNIGHT: "♘♞", t.PAWN: "♙♟"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A man: its type (see types.py) and whether it is White's."""

    piece_type: int
    color: bool

    @classmethod
    def from_code(cls, code: int) -> Piece:
        return cls(code >> 1, code & 1 == t.WHITE)

    def symbol(self, letters: str = "AC") -> str:
        """Its FEN letter, a capital for White."""
        symbol = letters_of(letters)[self.piece_type]
        return symbol.upper() if self.color else symbol

    def unicode_symbol(self, letters: str = "AC") -> str:
        """Its chess mark, or its letter where Unicode has no mark."""
        marks = _MARKS.get(self.piece_type)
        return self.symbol(letters) if marks is None else marks[0 if self.color else 1]

    def __str__(self) -> str:
        return self.symbol()
