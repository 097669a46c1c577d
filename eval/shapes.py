"""Sets of squares as two words: how sliders' lines, leaps and surroundings become such sets.

A set has one word for the lower five ranks and one for the upper five; bit ``10 * (rank % 5) + file`` stands
for a square. On smaller boards the bits outside the board are never set.

What a slider reaches on a line is a 10-bit number by place (`engine/attacks.py`). Five places at most lie in
one half of the board, except on a rank, and they lie at equal distances in its word. So a multiplication
makes copies of the five bits far enough apart that a mask can pick one bit of each: the way magic bitboards
work (Chess Programming Wiki, "Magic Bitboards"), backwards.
"""

from __future__ import annotations

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.memory import Record
from ..engine.variants import Variant

HALF = 5  # ranks in a word
FULL = (1 << HALF * g.SIZE) - 1

ROOM = 5  # a window may begin outside the board
BIAS = 10  # spread bits stand so much too high, so that every line's last shift goes to the right
FILE_COPIES = sum(1 << BIAS + 9 * i for i in range(HALF))
FILE_PICKED = sum(1 << BIAS + 10 * i for i in range(HALF))
SLANT_COPIES = sum(1 << BIAS + 10 * i for i in range(HALF))
DIAGONAL_PICKED = sum(1 << BIAS + 11 * i for i in range(HALF))
ANTI_PICKED = sum(1 << BIAS + 40 - 9 * i for i in range(HALF))

#: Where a half of the board takes its bits of a line from, and where it puts them.
WINDOW = np.dtype(
    [
        ("places", np.uint16, (2,)),  # of the line, that lie in the half
        ("shift", np.uint8, (2,)),  # see the words of `attacks.py`
    ]
)

SHAPES = [
    ("window", WINDOW, (g.LINES,)),
    ("board", np.int64, (2,)),
    ("bit", np.int64, (g.SQUARES, 2)),
    ("square", np.uint8, (2, HALF * g.SIZE)),  # the walled square of a bit
    ("leaps", np.int64, (g.SQUARES, 2)),  # of a knight
    ("steps", np.int64, (g.SQUARES, 2)),  # of a king
    ("ring", np.int64, (2, g.SQUARES, 2)),  # a king, by its colour: its square, those around, three in front
    ("camp", np.int64, (2, g.SIZE, 2)),  # the own six ranks of files within two of a file
    ("front", np.int64, (2, g.SQUARES, 2)),  # squares in front of a square on its file
    ("far", np.int64, (2, 2)),  # the enemy's half of the board
]


def _put(words: np.ndarray, file: int, rank: int) -> None:
    words[rank // HALF] |= 1 << (rank % HALF * g.SIZE + file)


def fill_shapes(weights: Record, variant: Variant) -> None:
    """Fill the fields that `SHAPES` names."""
    _fill_windows(weights, variant)
    squares = [(file, rank) for rank in range(variant.ranks) for file in range(variant.files)]
    for file, rank in squares:
        sq = g.square(file, rank)
        _put(weights["board"], file, rank)
        _put(weights["bit"][sq], file, rank)
        weights["square"][rank // HALF, rank % HALF * g.SIZE + file] = sq
        for name, steps in (("leaps", g.KNIGHT_LEAPS), ("steps", g.KING_STEPS)):
            for step in steps:
                at = g.file_of(sq + step), g.rank_of(sq + step)
                if at in squares:
                    _put(weights[name][sq], *at)
        for colour, forward in ((t.WHITE, 1), (t.BLACK, -1)):
            own_rank = rank if colour == t.WHITE else variant.ranks - 1 - rank
            if own_rank >= variant.ranks // 2:
                _put(weights["far"][colour], file, rank)
            for other_file, other_rank in squares:
                ahead = (other_rank - rank) * forward
                beside = abs(other_file - file)
                if beside <= 1 and -1 <= ahead <= 2:
                    _put(weights["ring"][colour, sq], other_file, other_rank)
                if beside == 0 and ahead > 0:
                    _put(weights["front"][colour, sq], other_file, other_rank)
            if rank == 0:
                for other_file, other_rank in squares:
                    own = other_rank if colour == t.WHITE else variant.ranks - 1 - other_rank
                    if abs(other_file - file) <= 2 and own <= variant.ranks * 6 // 10:
                        _put(weights["camp"][colour, file], other_file, other_rank)


def _fill_windows(weights: Record, variant: Variant) -> None:
    for rank in range(variant.ranks):
        for file in range(variant.files):
            half, row = divmod(rank, HALF)
            # On a diagonal: where it enters the half, maybe outside the board.
            shifts = row * g.SIZE, BIAS - file, ROOM + file - row, ROOM + file + row - (HALF - 1)
            for d in range(g.DIRECTIONS):
                window = weights["window"][g.line_of(file, rank, d)]
                window["places"][half] |= 1 << g.place_of(file, rank, d)
                window["shift"][half] = shifts[d]
