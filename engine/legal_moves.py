"""`LegalMoves`, what `Board.legal_moves` gives: iterate, count, or ask with `in`."""

from __future__ import annotations

from collections.abc import Iterator

from .errors import IllegalMoveError
from .game import Game
from .notation import Move


class LegalMoves:
    """The legal moves of the position that the game has now: it follows the game, a loop over it does not."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __iter__(self) -> Iterator[Move]:
        return map(self._game.decode, self._game.packed_moves())

    def __len__(self) -> int:
        return len(self._game.packed_moves())

    count = __len__

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        try:
            self._game.encode(move)
        except IllegalMoveError:
            return False
        return True

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(move.uci() for move in self)}>"
