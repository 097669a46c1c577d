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


def fill_shapes(weights: Record, variant: Variant) -> None:
    """Fill the fields that `SHAPES` names."""
    _fill_windows(weights, variant)
    ranks, files = (row.ravel() for row in np.indices((variant.ranks, variant.files)))
    squares = np.array([g.square(*at) for at in zip(files.tolist(), ranks.tolist(), strict=True)])
    places = ranks % HALF * g.SIZE + files
    bits = np.int64(1) << places

    def words(chosen: np.ndarray) -> np.ndarray:
        """The sets of the squares that are true on the last axis; there the halves take their place."""
        return np.stack([(chosen & (ranks // HALF == half)) @ bits for half in range(2)], axis=-1)

    everywhere = np.ones(len(squares), bool)
    weights["board"] = words(everywhere)
    weights["bit"][squares] = words(np.eye(len(squares), dtype=bool))
    weights["square"][ranks // HALF, places] = squares
    beside = abs(files[:, None] - files)
    above = ranks - ranks[:, None]
    weights["leaps"][squares] = words(beside * abs(above) == 2)
    weights["steps"][squares] = words(np.maximum(beside, abs(above)) == 1)
    for colour, ahead, own_ranks in (
        (t.WHITE, above, ranks),
        (t.BLACK, -above, variant.ranks - 1 - ranks),
    ):
        weights["ring"][colour, squares] = words((beside <= 1) & (ahead >= -1) & (ahead <= 2))
        weights["front"][colour, squares] = words((beside == 0) & (ahead > 0))
        weights["far"][colour] = words(own_ranks >= variant.ranks // 2)
        near = beside[ranks == 0] <= 2
        weights["camp"][colour, : variant.files] = words(near & (own_ranks <= variant.ranks * 6 // 10))


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
