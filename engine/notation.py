"""Moves as UCI text: `Move`, the value that `Board` takes and gives, and how squares are named.

Squares are public numbers, ``10 * rank + file`` on every board (a1 = 0, j10 = 99).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import types as t
from .errors import InvalidMoveError
from .geometry import FILE_NAMES, SIZE
from .letters import reading_table
from .variants import Variant

#: Two-digit ranks come first, and `fullmatch` gives a digit back where that leaves no move (a1b10, a10b1).
_UCI = re.compile(r"([a-jm])(10|[1-9])([a-jm])(10|[1-9])([a-zA-Z])?")
NULL_TEXT = "0000"


def square_name(square: int, tenth_file: str = "j") -> str:
    """The name of a public square number; `tenth_file` is the letter of the tenth file."""
    rank, file = divmod(square, SIZE)
    return f"{tenth_file if file == 9 else FILE_NAMES[file]}{rank + 1}"


def file_index(name: str, variant: Variant) -> int | None:
    """The file called `name`, from 0, or None if the board has none; m is the tenth in Big Chess."""
    if name == variant.tenth_file:
        return 9 if variant.files == SIZE else None
    index = FILE_NAMES.find(name)
    return index if 0 <= index < variant.files else None


def parse_square(name: str, variant: Variant) -> int:
    """The public square number of a name such as ``j10``. Raises `ValueError` if it is not on the board."""
    file = file_index(name[:1], variant) if name else None
    rank = _RANKS.get(name[1:])
    if file is None or rank is None or rank >= variant.ranks:
        raise ValueError(f"no square of {variant.title} is called {name[:10]!r}")
    return SIZE * rank + file


_RANKS = {str(rank + 1): rank for rank in range(SIZE)}


@dataclass(frozen=True, slots=True)
class Move:
    """From one square to another, and the piece type a pawn becomes. Castling is the king's own move.

    The null move (`Move.null()`, ``0000``) is false; no position allows it.
    """

    from_square: int
    to_square: int
    promotion: int | None = None

    def uci(self, tenth_file: str = "j") -> str:
        if not self:
            return NULL_TEXT
        promoted = t.LETTERS[self.promotion] if self.promotion else ""
        return square_name(self.from_square, tenth_file) + square_name(self.to_square, tenth_file) + promoted

    @classmethod
    def from_uci(cls, text: str, variant: Variant | None = None) -> Move:
        """Read ``a9a10c``; without a variant any square of a ten-by-ten board and any piece letter goes.

        Raises `InvalidMoveError` for a text that is no move.
        """
        return read_uci(text, variant)

    @classmethod
    def null(cls) -> Move:
        return cls(0, 0)

    def __bool__(self) -> bool:
        return bool(self.from_square or self.to_square or self.promotion)

    def __str__(self) -> str:
        return self.uci()

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r})"


#: For moves whose game is not known: the largest board, every piece, both names of the tenth file.
_ANY_GAME = Variant(name="any", title="any game", start_fen="", letters=t.LETTERS[1:], tenth_file="m")


def read_uci(text: str, variant: Variant | None = None) -> Move:
    """The move that a UCI text spells; whether it is legal is not asked.

    The promotion letter may be a capital. A move of a pawn without one means that it stays a pawn.
    Raises `InvalidMoveError`.
    """
    if text == NULL_TEXT:
        return Move.null()
    game = variant or _ANY_GAME
    match = _UCI.fullmatch(text)
    if match is None:
        raise InvalidMoveError(text, "not a move such as e2e4, a10j1 or b9b10q")
    squares = []
    for name in (match[1] + match[2], match[3] + match[4]):
        try:
            squares.append(parse_square(name, game))
        except ValueError:
            raise InvalidMoveError(text, f"{name} is not on the board") from None
    if squares[0] == squares[1]:
        raise InvalidMoveError(text, "it starts and ends on the same square")
    promotion = None
    if match[5]:
        promotion = uci_letters(game).get(match[5].lower())
        if promotion is None:
            raise InvalidMoveError(text, f"{match[5]} is no piece of {game.title}")
    return Move(squares[0], squares[1], promotion)


def uci_letters(variant: Variant) -> dict[str, int]:
    """What a promotion letter means: a and c as all engines use them, and aliases, but not 000's m."""
    return {letter: piece for letter, piece in reading_table(variant).items() if letter != "m"}
