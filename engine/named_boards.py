"""Board classes with a fixed game, of the shape that python-chess's engine and PGN modules expect.

Those modules ask the *class* for its game (``type(board).uci_variant``) and call it with a FEN alone;
``Board("grand")`` makes a `GrandBoard`. Some of their patterns know eight-by-eight squares only: importing
`tenfold.client` and `tenfold.pgn` widens them.
"""

from __future__ import annotations

from typing import ClassVar

from . import variants
from .board import Board
from .variants import Variant


class NamedBoard(Board):
    """Base of the classes of one game each."""

    game: ClassVar[Variant]
    uci_variant: str  # what UCI_Variant calls the game
    aliases: ClassVar[tuple[str, ...]]
    starting_fen: ClassVar[str]

    def __init_subclass__(cls, game: Variant) -> None:
        super().__init_subclass__()
        cls.game = game
        cls.uci_variant = game.name
        # python-chess writes the first as the tag Variant, but for "Standard", which it leaves out.
        cls.aliases = ("Standard" if game is variants.CHESS else game.name, game.title, *game.aliases)
        cls.starting_fen = game.start_fen

    def __init__(self, fen: str | None = None, *, chess960: bool = False) -> None:
        """Raises `InvalidFenError` for a FEN that is refused; there is no Chess960 form (`ValueError`)."""
        if chess960:
            raise ValueError(f"{self.game.title} has no Chess960 form")
        super().__init__(self.game, fen)

    def has_chess960_castling_rights(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.fen()!r})"


class GrandBoard(NamedBoard, game=variants.GRAND):
    """A board of Grand Chess."""


class BigChessBoard(NamedBoard, game=variants.BIGCHESS):
    """A board of Big Chess."""


class GreatChessBoard(NamedBoard, game=variants.GREATCHESS):
    """A board of Great Chess."""


class ChessBoard(NamedBoard, game=variants.CHESS):
    """A board of orthodox chess."""


BOARDS: dict[str, type[NamedBoard]] = {
    board.game.name: board for board in (GrandBoard, BigChessBoard, GreatChessBoard, ChessBoard)
}


def board_class(variant: str | Variant) -> type[NamedBoard]:
    """The class of boards of one game: ``GrandBoard`` and so on. Raises `KeyError` for an unknown name."""
    game = variants.find(variant) if isinstance(variant, str) else variant
    return BOARDS[game.name]
