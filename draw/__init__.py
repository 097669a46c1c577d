"""Boards and men as SVG, in the manner of `chess.svg`.

from tenfold import Board
from tenfold.draw import Arrow, board_svg

board = Board("grand")
move = board.push_san("e5")
picture = board_svg(board, size=500, lastmove=move, arrows=[Arrow(11, 32, "blue")])
"""

from __future__ import annotations

from .arrows import Arrow
from .board import board_svg
from .colors import THEMES
from .elements import Picture
from .pieces import piece_svg

__all__ = ["THEMES", "Arrow", "Picture", "board_svg", "piece_svg"]
