"""The search's tunable numbers, one row each; kernels get them in a record.

The last word of a name says what the number is: BASE and SLOPE of a linear formula, MARGIN in centipawns,
DEPTH in plies, DIVISOR.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Param(NamedTuple):
    name: str
    default: int
    low: int
    high: int
    help: str


PARAMS = (
    Param("aspiration_margin", 22, 5, 200, "half width of the first window around the last score"),
    Param("razor_margin", 320, 100, 1000, "below alpha, where quiescence decides, per ply squared"),
    Param("reverse_futility_depth", 8, 2, 14, "deepest node that returns on an evaluation far above beta"),
    Param("reverse_futility_margin", 95, 30, 300, "how far above beta, per ply"),
    Param("null_base", 4, 2, 6, "plies a null move search is shallower by"),
    Param("null_depth_divisor", 4, 2, 8, "one ply more for so many plies of depth"),
    Param("null_eval_divisor", 180, 60, 600, "one ply more for so many centipawns above beta, at most three"),
    Param("futility_depth", 8, 2, 12, "deepest reduced depth at which hopeless quiet moves are skipped"),
    Param("futility_base", 120, 30, 400, "how far below alpha hopeless is"),
    Param("futility_slope", 100, 30, 300, "and how much more for each ply"),
    Param("late_move_base", 4, 1, 12, "quiet moves looked at before late move pruning, at depth 0"),
    Param("see_quiet_margin", 28, 5, 100, "centipawns a quiet move may lose, per ply squared"),
    Param("see_noisy_margin", 110, 30, 300, "centipawns a capture may lose, per ply"),
    Param("history_divisor", 9000, 2000, 30000, "history that changes a reduction by a ply"),
    Param("singular_depth", 7, 5, 12, "shallowest node that tests its table move for being singular"),
    Param("delta_margin", 180, 50, 600, "what a capture in quiescence may gain beyond its victim"),
)

PARAMETERS = np.dtype([(row.name, np.int64) for row in PARAMS], align=True)
