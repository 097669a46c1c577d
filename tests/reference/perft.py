"""Counts of leaf nodes of the legal move tree."""

from __future__ import annotations

from .game import Game


def perft(game: Game, depth: int) -> int:
    """Number of sequences of `depth` legal moves; one for depth 0."""
    if depth == 0:
        return 1
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(game.make(move), depth - 1) for move in moves)


def divide(game: Game, depth: int) -> dict[str, int]:
    """The same count split by first move; depth is at least 1."""
    return {move: perft(game.make(move), depth - 1) for move in game.legal_moves()}
