"""Text drawings of a board, for people: labelled ranks and files, either side below."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .geometry import SIZE
from .notation import square_name
from .pieces import Piece

if TYPE_CHECKING:
    from .board import Board


def ascii_drawing(board: Board, flipped: bool = False, letters: str = "AC") -> str:
    """Letters for men and dots for empty squares; White is below unless `flipped`."""
    return _draw(board, flipped, lambda piece: piece.symbol(letters) if piece else ".")


def unicode_drawing(board: Board, flipped: bool = False, letters: str = "AC") -> str:
    """The same with chess marks. Compound pieces have no mark in Unicode and keep their letter."""
    return _draw(board, flipped, lambda piece: piece.unicode_symbol(letters) if piece else "·")


def _draw(board: Board, flipped: bool, symbol: Callable[[Piece | None], str]) -> str:
    variant = board.variant
    ranks = list(range(variant.ranks)) if flipped else list(reversed(range(variant.ranks)))
    files = list(reversed(range(variant.files))) if flipped else list(range(variant.files))
    lines = []
    for rank in ranks:
        men = " ".join(symbol(board.piece_at(SIZE * rank + file)) for file in files)
        lines.append(f"{rank + 1:>2}  {men}")
    labels = " ".join(square_name(file, variant.tenth_file)[0] for file in files)
    return "\n".join([*lines, "", f"    {labels}"])
