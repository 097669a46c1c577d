"""A board in the colours of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ..engine.geometry import SIZE
from ..engine.notation import square_name
from ..engine.pieces import Piece

if TYPE_CHECKING:
    from rich.console import Console

    from ..engine.board import Board, Move

_LIGHT, _DARK = "rgb(201,166,121)", "rgb(152,104,66)"
_LIGHT_MARKED, _DARK_MARKED = "rgb(214,214,110)", "rgb(170,162,58)"
_WHITE_MAN, _BLACK_MAN = "bold rgb(255,255,255)", "bold rgb(0,0,0)"


def shows_colours(console: Console) -> bool:
    """Whether the board can be told in colours there; sides and squares differ in nothing else."""
    return bool(console.is_terminal and console.color_system and not console.no_color)


def board_view(
    board: Board, marked: Move | None = None, marks: bool = True, *, flipped: bool = False
) -> Text:
    """The board, White below unless `flipped`, with the squares of `marked` in another colour.

    With `marks` orthodox men get Unicode's chess marks; compound pieces have none and keep their letter.
    """
    text = Text()
    squares = {marked.from_square, marked.to_square} if marked else set()
    ranks, files = range(board.variant.ranks), range(board.variant.files)
    for rank in ranks if flipped else reversed(ranks):
        text.append(f"{rank + 1:>2} ", style="dim")
        for file in reversed(files) if flipped else files:
            square = SIZE * rank + file
            piece = board.piece_at(square)
            text.append(
                f" {_symbol(piece, marks)} ", style=_style(piece, (file + rank) % 2 == 0, square in squares)
            )
        text.append("\n")
    text.append("   ")
    for file in reversed(files) if flipped else files:
        text.append(f" {square_name(file, board.variant.tenth_file)[0]} ", style="dim")
    return text


def _symbol(piece: Piece | None, marks: bool) -> str:
    if piece is None:
        return " "
    # Colour tells the sides apart, so both use the filled marks, which are easier to see.
    filled = Piece(piece.piece_type, False)
    return (filled.unicode_symbol() if marks else filled.symbol()).upper()


def _style(piece: Piece | None, dark: bool, marked: bool) -> str:
    if marked:
        ground = _DARK_MARKED if dark else _LIGHT_MARKED
    else:
        ground = _DARK if dark else _LIGHT
    if piece is None:
        return f"on {ground}"
    return f"{_WHITE_MAN if piece.color else _BLACK_MAN} on {ground}"
