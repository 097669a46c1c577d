"""Tenfold, a UCI engine and rules library for Grand Chess, Big Chess and Great Chess on ten-by-ten boards.

The repository root is the package: `engine/board.py` is imported as `tenfold.engine.board`.

    >>> from tenfold import Board
    >>> board = Board("grand")
    >>> len(list(board.legal_moves))
    65

Names are loaded when first used, so that the engine can greet a GUI before numpy and numba are imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what `_HOMES` and `_FOLDERS` say, for type checkers
    from . import client as client
    from . import draw as draw
    from . import pgn as pgn
    from .engine.board import BLACK as BLACK
    from .engine.board import WHITE as WHITE
    from .engine.board import Board as Board
    from .engine.board import LegalMoves as LegalMoves
    from .engine.board import Outcome as Outcome
    from .engine.board import Piece as Piece
    from .engine.board import Termination as Termination
    from .engine.errors import AmbiguousMoveError as AmbiguousMoveError
    from .engine.errors import IllegalMoveError as IllegalMoveError
    from .engine.errors import InvalidFenError as InvalidFenError
    from .engine.errors import InvalidMoveError as InvalidMoveError
    from .engine.named_boards import BigChessBoard as BigChessBoard
    from .engine.named_boards import ChessBoard as ChessBoard
    from .engine.named_boards import GrandBoard as GrandBoard
    from .engine.named_boards import GreatChessBoard as GreatChessBoard
    from .engine.named_boards import NamedBoard as NamedBoard
    from .engine.named_boards import board_class as board_class
    from .engine.notation import Move as Move
    from .engine.notation import parse_square as parse_square
    from .engine.notation import square_name as square_name
    from .engine.variants import VARIANTS as VARIANTS
    from .engine.variants import Variant as Variant
    from .engine.variants import find as find

__version__ = "0.1.0"

_NAMES = {
    "engine.board": ("BLACK", "WHITE", "Board", "LegalMoves", "Outcome", "Piece", "Termination"),
    "engine.errors": ("AmbiguousMoveError", "IllegalMoveError", "InvalidFenError", "InvalidMoveError"),
    "engine.named_boards": (
        *("BigChessBoard", "ChessBoard", "GrandBoard", "GreatChessBoard"),
        *("NamedBoard", "board_class"),
    ),
    "engine.notation": ("Move", "parse_square", "square_name"),
    "engine.variants": ("VARIANTS", "Variant", "find"),
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names}
_FOLDERS = ("client", "draw", "pgn")

__all__ = [*_HOMES, *_FOLDERS, "__version__"]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _FOLDERS:
        return import_module(f"{__name__}.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
