"""Board classes with a fixed game, of the shape that python-chess's engine and PGN modules expect.

Those modules ask the *class* for its game (``type(board).uci_variant``) and call it with a FEN alone;
``Board("grand")`` makes a `GrandBoard`. Some of their patterns know eight-by-eight squares only: importing
`tenfold.client` and `tenfold.pgn` widens them.
"""

from __future__ import annotations

from typing import Any

from . import variants
from .board import Board
from .variants import Variant


class NamedBoard(Board):
    """Base of the classes that `board_class` makes."""

    uci_variant: str
    aliases: tuple[str, ...]
    starting_fen: str

    def __init__(self, fen: str | None = None, *, chess960: bool = False) -> None:
        if chess960:
            raise ValueError(f"{self.uci_variant} has no Chess960 form")
        super().__init__(self.uci_variant, fen)

    def has_chess960_castling_rights(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.fen()!r})"


def board_class(variant: str | Variant) -> type[NamedBoard]:
    """The class of boards of one game: ``GrandBoard`` and so on. Raises `KeyError` for an unknown name."""
    game = variants.find(variant) if isinstance(variant, str) else variant
    return BOARDS[game.name]


def _named(name: str, game: Variant) -> type[NamedBoard]:
    members: dict[str, Any] = {
        "__doc__": f"A board of {game.title}.",
        "__module__": __name__,
        "uci_variant": game.name,
        # python-chess writes the first as the tag Variant, but for "Standard", which it leaves out.
        "aliases": ("Standard" if game is variants.CHESS else game.name, game.title, *game.aliases),
        "starting_fen": game.start_fen,
    }
    return type(name, (NamedBoard,), members)


GrandBoard = _named("GrandBoard", variants.GRAND)
BigChessBoard = _named("BigChessBoard", variants.BIGCHESS)
GreatChessBoard = _named("GreatChessBoard", variants.GREATCHESS)
ChessBoard = _named("ChessBoard", variants.CHESS)

BOARDS = {cls.uci_variant: cls for cls in (GrandBoard, BigChessBoard, GreatChessBoard, ChessBoard)}
