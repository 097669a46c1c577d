"""Perft: the number of legal move sequences of a given length, the standard check of a move generator."""

from __future__ import annotations

import numpy as np

from . import types as t
from .jit import kernel
from .movegen import generate_legal
from .position import make, unmake


@kernel
def perft_into(pos: Position, rules: Rules, depth: int, buffers: Moves) -> int:
    """Leaf count of the legal move tree of `depth` >= 1; `buffers` has `MAX_MOVES` cells for each depth.

    The last ply is counted from the length of the move list: a legal generator need not make the moves.
    """
    moves = buffers[(depth - 1) * t.MAX_MOVES : depth * t.MAX_MOVES]
    n = generate_legal(pos, rules, moves)
    if depth == 1:
        return n
    total = 0
    for i in range(n):
        make(pos, rules, np.int64(moves[i]))
        total += perft_into(pos, rules, depth - 1, buffers)
        unmake(pos, rules)
    return total


def perft(pos: np.record, rules: np.record, depth: int) -> int:
    """The number of legal move sequences of `depth` plies; 1 at depth 0."""
    if depth <= 0:
        return 1
    return int(perft_into(pos, rules, depth, np.zeros(depth * t.MAX_MOVES, np.int32)))
