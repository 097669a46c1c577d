"""Which squares a man's attack covers for the evaluation, by a plain walk over the board."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from tenfold.engine import geometry as g
from tenfold.engine import types as t

STRAIGHT = (1, -1, 12, -12)
DIAGONAL = (11, -11, 13, -13)
SLIDERS = {
    **dict.fromkeys(STRAIGHT, (t.ROOK, t.CHANCELLOR, t.QUEEN, t.GIRAFFE)),
    **dict.fromkeys(DIAGONAL, (t.BISHOP, t.ARCHBISHOP, t.QUEEN, t.GIRAFFE)),
}
LEAPERS = (t.KNIGHT, t.ARCHBISHOP, t.CHANCELLOR, t.GIRAFFE)


def attacks(board: np.ndarray, sq: int) -> Iterator[int]:
    """The squares that the man on `sq` attacks, walls among them."""
    kind, colour = int(board[sq]) >> 1, int(board[sq]) & 1
    if kind == t.PAWN:
        ahead = sq + (12 if colour == t.WHITE else -12)
        yield from (ahead - 1, ahead + 1)
    if kind == t.KING:
        yield from (sq + step for step in g.KING_STEPS)
    if kind in LEAPERS:
        yield from (sq + leap for leap in g.KNIGHT_LEAPS)
    for step, kinds in SLIDERS.items():
        at = sq
        while kind in kinds:
            at += step
            yield at
            man = int(board[at])
            # Own sliders of the line are seen through; a wall is no man.
            if man != t.EMPTY and (man == t.WALL or man & 1 != colour or man >> 1 not in kinds):
                break
