"""A whole board at once: a call of a kernel from Python costs far more than what `put` does."""

from __future__ import annotations

import numpy as np

from . import geometry as g
from . import types as t
from .jit import kernel
from .record import Position, put
from .rules import Rules


@kernel
def place_men(pos: Position, rules: Rules) -> None:
    """`put` every man that the caller has written into `pos.board` after `clear`, and nowhere else."""
    for sq in range(g.SQUARES):
        piece = np.int64(pos.board[sq])
        if piece > t.WALL:
            pos.board[sq] = t.EMPTY
            put(pos, rules, sq, piece)
