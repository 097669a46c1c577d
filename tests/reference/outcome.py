"""How a game stands after its moves, with every draw rule of the game applied at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .game import Game


def state(variant: str, fen: str | None, moves: Iterable[str]) -> tuple[str, str]:
    """(state, result) after the last move: checkmate, stalemate, insufficient, fifty, threefold or ongoing.

    The history begins at `fen`. The order is mate and stalemate, material, fifty moves, repetition.
    ValueError when a move is illegal.
    """
    game = Game.from_fen(variant, fen)
    seen = Counter([game.key()])
    for move in moves:
        game = game.make(move)
        seen[game.key()] += 1
    if not game.legal_moves():
        if not game.in_check():
            return "stalemate", "1/2-1/2"
        return "checkmate", "0-1" if game.white else "1-0"
    if game.insufficient_material():
        return "insufficient", "1/2-1/2"
    if game.rules.fifty_moves and game.halfmove >= 100:
        return "fifty", "1/2-1/2"
    if seen[game.key()] >= 3:
        return "threefold", "1/2-1/2"
    return "ongoing", "*"
