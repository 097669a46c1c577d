"""Scored positions for the tests of the tuners, made up from positions of random games."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
from support.positions import is_bare, sample
from tenfold.engine import types as t
from tenfold.engine.board import Board
from tenfold.training.positions import SCORED


def record(board: Board, score: int = 0, result: int = 0, game: int = 0) -> np.ndarray:
    """One record, with an idle move of no man as the best one."""
    made = np.zeros(1, SCORED)[0]
    for square in range(100):
        piece = board.piece_at(square)
        if piece:
            piece_type = t.LETTERS.index(piece.symbol().lower())
            made["board"][square] = piece_type if piece.symbol().isupper() else piece_type + 9
    made["stm"] = not board.turn
    made["score"], made["result"], made["game"] = score, result, game
    made["check"] = board.is_check()
    empty = int(np.flatnonzero(made["board"] == 0)[0])
    made["from_sq"] = made["to_sq"] = empty
    return made


def records(variant: str) -> np.ndarray:
    """Positions of wild games, each as a game of its own, all scores and results 0."""
    boards = [board for board in sample(variant) if not is_bare(board) and not board.is_check()]
    return np.array([record(board, game=number) for number, board in enumerate(boards)], SCORED)


@cache
def early_records(variant: str, games: int, seed: int) -> np.ndarray:
    """Positions after some random moves, one of a game."""
    rng = random.Random(seed)
    made = []
    for number in range(games):
        board = Board(variant)
        for _ in range(rng.randint(15, 45)):
            if moves := board.packed_moves():
                board.push_packed(rng.choice(moves))
        if not board.is_check():
            made.append(record(board, game=number))
    return np.array(made, SCORED)
