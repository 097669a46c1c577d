"""The search's tunable numbers, one row each; kernels get them in a record.

The last word of a name says what the number is: BASE and SLOPE of a linear formula, MARGIN in centipawns,
DEPTH in plies, DIVISOR, or PLY in 1024ths of a ply.
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
    Param("aspiration_margin", 26, 5, 200, "half width of the first window around the last score"),
    Param("razor_margin", 316, 100, 1000, "below alpha, where quiescence decides, per ply squared"),
    Param("reverse_futility_depth", 8, 2, 14, "deepest node that returns on an evaluation far above beta"),
    Param("reverse_futility_margin", 67, 30, 300, "how far above beta, per ply"),
    Param("null_base", 5, 2, 6, "plies a null move search is shallower by"),
    Param("null_depth_divisor", 4, 2, 8, "one ply more for so many plies of depth"),
    Param("null_eval_divisor", 207, 60, 600, "one ply more for so many centipawns above beta, at most three"),
    Param("null_verify_depth", 14, 6, 40, "from this depth on a search without passing must confirm"),
    Param("probcut_depth", 5, 3, 99, "shallowest node where a capture far above beta may settle it"),
    Param("probcut_margin", 173, 60, 500, "how far above beta"),
    Param("iir_depth", 4, 2, 12, "shallowest node that is reduced for want of a table move"),
    Param("futility_depth", 8, 2, 12, "deepest reduced depth at which hopeless quiet moves are skipped"),
    Param("futility_base", 143, 30, 400, "how far below alpha hopeless is"),
    Param("futility_slope", 47, 30, 300, "and how much more for each ply"),
    Param("capture_futility_depth", 6, 0, 12, "deepest reduced depth at which hopeless captures are skipped"),
    Param("capture_futility_base", 212, 30, 600, "how far below alpha, victim counted, hopeless is"),
    Param("capture_futility_slope", 135, 30, 500, "and how much more for each ply"),
    Param("late_move_base", 5, 1, 12, "quiet moves looked at before late move pruning, at depth 0"),
    Param("history_pruning_slope", 7528, 500, 20000, "bad history that drops a quiet move, per ply"),
    Param("see_quiet_margin", 26, 5, 100, "centipawns a quiet move may lose, per ply squared"),
    Param("see_noisy_margin", 133, 30, 300, "centipawns a capture may lose, per ply"),
    Param("reduction_base_ply", 571, 0, 2048, "of the late move reduction"),
    Param("reduction_slope_ply", 477, 200, 1000, "times ln(depth) ln(move number)"),
    Param("reduction_cut_ply", 840, 0, 4096, "more where a cut is expected"),
    Param("reduction_capture_ply", 707, 0, 2048, "more where the table move is a capture"),
    Param("reduction_worse_ply", 671, 0, 2048, "more where the evaluation does not rise"),
    Param("reduction_many_ply", 688, 0, 2048, "more where the reply cut more than three times"),
    Param("reduction_pv_ply", 781, 0, 2048, "less in a line of interest"),
    Param("reduction_was_pv_ply", 1078, 0, 3072, "less where there was one before"),
    Param("reduction_check_ply", 2063, 0, 3072, "less for a check"),
    Param("reduction_refutation_ply", 160, 0, 2048, "less for a killer or counter move"),
    Param("history_divisor", 15332, 2000, 30000, "history that changes a reduction by a ply"),
    Param("deeper_margin", 66, 0, 400, "a reduced move so far above the best is searched a ply deeper"),
    Param("shallower_margin", 13, 0, 100, "and one nearer than this to it a ply less deep"),
    Param("singular_depth", 7, 4, 14, "shallowest node that tests its table move for being singular"),
    Param("singular_slope", 4, 0, 8, "centipawns a ply by which all others have to fall short"),
    Param("double_extension_margin", 6, 0, 200, "and by how much more for two plies; 0: never"),
    Param("check_extension_depth", 10, 0, 40, "deepest node that extends checks"),
    Param("delta_margin", 102, 50, 600, "what a capture in quiescence may gain beyond its victim"),
    Param("quiescence_checks", 1, 0, 3, "plies of quiescence that look at quiet checks"),
    Param("sort_slope", 1500, 100, 10000, "history down to which quiet moves are sorted, per ply below 0"),
    Param("history_bonus_slope", 255, 50, 400, "of a move that cut, per ply"),
    Param("history_bonus_most", 2204, 500, 4000, "its bound"),
    Param("swing_slope", 5, 0, 40, "history of a move for each centipawn that the evaluation gained by it"),
    Param("correction_weight", 96, 0, 400, "how far the correction history moves an evaluation"),
)

PARAMETERS = np.dtype([(row.name, np.int64) for row in PARAMS], align=True)
