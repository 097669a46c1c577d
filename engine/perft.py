"""Perft: the number of legal move sequences of a given length, the standard check of a move generator."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from .jit import declare, kernel
from .memory import Record
from .movegen import MOVE_LIST, generate, generate_legal, new_move_list
from .position import make, unmake
from .record import Position
from .rules import Rules

MAX_DEPTH = 32
_LISTS = np.dtype([("list", MOVE_LIST, (MAX_DEPTH,))], align=True)
declare("PerftLists", _LISTS)
PerftLists: TypeAlias = Record  # the hint, as type checkers see it


@kernel
def count_leaves(pos: Position, rules: Rules, depth: int, lists: PerftLists) -> int:
    """Leaf count of the legal move tree of `depth` >= 1.

    The last ply is counted from the length of the move list: a legal generator need not make the moves.
    """
    moves = lists.list[depth - 1]
    n = generate(pos, rules, moves, True, True)
    if depth == 1:
        return n
    total = 0
    for i in range(n):
        make(pos, rules, np.int64(moves.move[i]))
        total += count_leaves(pos, rules, depth - 1, lists)
        unmake(pos, rules)
    return total


def perft(pos: Record, rules: Record, depth: int) -> int:
    """The number of legal move sequences of `depth` plies, at most `MAX_DEPTH`; 1 at depth 0."""
    if depth <= 0:
        return 1
    return int(count_leaves(pos, rules, depth, Record(_LISTS)))


def divide(pos: Record, rules: Record, depth: int) -> list[tuple[int, int]]:
    """Each legal move, packed, with the number of sequences of `depth` plies that begin with it."""
    moves = new_move_list()
    counts = []
    for move in moves["move"][: generate_legal(pos, rules, moves)].tolist():
        make(pos, rules, move)
        counts.append((move, perft(pos, rules, depth - 1)))
        unmake(pos, rules)
    return counts
