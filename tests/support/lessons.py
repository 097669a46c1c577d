"""Positions for networks to learn from."""

from __future__ import annotations

import random

import numpy as np
from support.games import random_game
from tenfold.engine import types as t
from tenfold.engine.board import Board
from tenfold.training.shards import DATUM


def datum(board: Board, **told: int) -> np.void:
    made = np.zeros(1, DATUM)[0]
    for square in range(100):
        piece = board.piece_at(square)
        if piece:
            kind = t.LETTERS.index(piece.symbol().lower())
            made["board"][square] = kind if piece.symbol().isupper() else kind + 9
    made["stm"] = not board.turn
    for name, value in told.items():
        made[name] = value
    return made


def some_boards(game: str, count: int, seed: int = 1) -> list[Board]:
    rng = random.Random(seed)
    boards: list[Board] = []
    while len(boards) < count:
        board = Board(game)
        boards += [board.copy() for moves in random_game(board, rng, 90) if moves and rng.random() < 0.2]
    return boards[:count]


def lessons(count: int = 1500) -> np.ndarray:
    """Positions in which the side with more room for its king's pawn is ahead: something to be learned."""
    rng = np.random.default_rng(2)
    made = []
    for number, board in enumerate(some_boards("grand", count)):
        height = sum(square // 10 for square in range(100) if str(board.piece_at(square) or "") == "P")
        depth = sum(9 - square // 10 for square in range(100) if str(board.piece_at(square) or "") == "p")
        white = 60 * (height - depth) + int(rng.integers(-30, 31))
        score = white if board.turn else -white
        won = rng.random() < 1 / (1 + np.exp(-white / 200))
        made.append(datum(board, score=score, result=1 if won else -1, game=number))
    return np.array(made, DATUM)
