"""The network that corrects the hand-written evaluation: what it looks like, as a record that kernels read.

The inputs are men on squares, seen by each side as if it were White: a rank counts from its own first rank,
and where its king stands on the right half of the board left and right are exchanged, so that both halves
share what they learn. One layer of `WIDTH` neurons turns them into numbers, the same for both sides.
`TRAIT_NEURONS` others look at what the hand-written evaluation has seen (`traits.py`). All their numbers
together say how far the hand-written evaluation is off, by weights that depend on how many men are left.
Beside the neurons each man on a square has a worth of its own, so that what a square is worth need not be
learned by all of them.

The neurons' outputs are clipped to 0 .. 1 and squared ("SCReLU"). Weights are integers: of the neurons in
1/`ONE`, those of traits in 1/(`ONE` * `TRAIT_ONE`), of the output in 1/`OUTPUT_ONE`.
"""

from __future__ import annotations

import numpy as np

from ...engine import geometry as g
from ...engine import types as t
from ...engine.memory import Record
from ...engine.variants import Variant

WIDTH = 16  # neurons for each side
TRAIT_NEURONS = 16  # those that look at traits
BUCKETS = 8  # sets of output weights, by the men left
ONE = 255
OUTPUT_ONE = 256
TRAIT_ONE = 128
SCALE = 400  # centipawns of an output of one

SQUARES = g.SIZE * g.SIZE
MEN = t.PIECE_TYPES - 1  # kinds of men of a side
INPUTS = 2 * MEN * SQUARES  # own pawns on all squares, own knights, ..., enemy pawns, ...

SIDE_TRAITS = 29  # of a side
TRAITS = 2 * SIDE_TRAITS + 6  # both sides' and common ones; 64 are fast to multiply
COUNT = 16  # what one of something counts in a trait, beside centipawns
MOST_TRAIT = 2047  # no trait is further from 0

#: No output weight is larger, so that a neuron's output times it fits into 16 bits, and a side's sum into 32.
MOST_OUTPUT_WEIGHT = 127

NETWORK = np.dtype(
    [
        ("present", np.int32),  # 0: there is no network, use the hand-written evaluation
        ("input", np.int16, (INPUTS, WIDTH)),
        ("worth", np.int32, (INPUTS, BUCKETS)),  # in 1 / (ONE * OUTPUT_ONE); half the difference counts
        ("bias", np.int16, (WIDTH,)),
        ("trait", np.int16, (TRAIT_NEURONS, TRAITS)),  # in 1 / (ONE * TRAIT_ONE)
        ("trait_bias", np.int32, (TRAIT_NEURONS,)),
        # for the neurons of the side to move, of the other side, and of the traits
        ("output", np.int16, (BUCKETS, 2 * WIDTH + TRAIT_NEURONS)),
        ("output_bias", np.int32, (BUCKETS,)),  # in 1 / (ONE * OUTPUT_ONE)
    ],
    align=True,
)

#: Rows of `input` as sums: what a man adds, by side looking and piece code, and what its square adds, by side
#: looking, whether left and right are exchanged, and square.
ROWS = [("man_row", np.int16, (2, t.PIECES)), ("square_row", np.int16, (2, 2, g.SQUARES))]


def fill_rows(record: Record, variant: Variant) -> None:
    """Set the fields `ROWS` of a record for a game's board."""
    for side in range(2):
        for code in range(2, t.PIECES):
            theirs = (code & 1) != side
            record["man_row"][side, code] = (theirs * MEN + code // 2 - 1) * SQUARES
        for rank in range(variant.ranks):
            for file in range(variant.files):
                own_rank = variant.ranks - 1 - rank if side else rank
                row = record["square_row"][side]
                row[0, g.square(file, rank)] = g.SIZE * own_rank + file
                row[1, g.square(file, rank)] = g.SIZE * own_rank + variant.files - 1 - file


def bucket_of(men: int) -> int:
    """The set of output weights for so many men on the board, kings included."""
    return min((men - 2) * BUCKETS // t.MAX_MEN // 2, BUCKETS - 1)


STACK = 256  # positions of a line whose sums are kept, by ply

#: Scratch of the kernels: the neurons' sums of positions on the line, by side looking.
SUMS = np.dtype(
    [("key", np.int64), ("sum", np.int16, (2, WIDTH)), ("worth", np.int32, (2, BUCKETS))], align=True
)
#: The board as it stood when a side's sums were last added up from the start, and those sums.
FRESH = np.dtype(
    [("board", np.uint8, (g.SQUARES,)), ("sum", np.int16, (WIDTH,)), ("worth", np.int32, (BUCKETS,))],
    align=True,
)
