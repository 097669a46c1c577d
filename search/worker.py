"""What one search thread owns: a record with everything its kernels read and write."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.jit import declare
from ..engine.memory import Record
from ..engine.movegen import MOVE_LIST
from .params import PARAMETERS, PARAMS

PLIES = t.MAX_PLY + 4
MOVERS = t.PIECES * g.SIZE * g.SIZE  # a piece code and the public number of a target square
REDUCTIONS = 64
TRIED = 64  # quiet moves remembered per node, to be blamed if another one cuts
TRIED_NOISY = 32  # captures and promotions likewise
BACK = 4  # how many plies before the root a line may be asked for
CORRECTIONS = 1 << 14  # pawn structures, and pairs of moves, with a correction of the evaluation

PICKER = np.dtype(
    [
        ("stage", np.int32),
        ("at", np.int32),  # next move of the list being picked from
        ("count", np.int32),  # moves in it
        ("losing", np.int32),  # captures set aside because they lose material
        ("table_move", np.int32),
        ("noisy_only", np.int32),  # quiescence: captures and promotions that lose nothing
        ("skip_quiets", np.int32),
        ("in_check", np.int32),
        ("depth", np.int32),  # of the node, which says how many moves are worth sorting
        ("checks", np.int32),  # quiescence: quiet checks, too
        ("threshold", np.int32),  # what a capture must not lose by exchanges to be no losing one
    ],
    align=True,
)

ROOT_MOVE = np.dtype(
    [
        ("move", np.int32),
        ("score", np.int32),  # in this iteration; -INFINITE if it did not beat alpha
        ("seldepth", np.int32),
        ("nodes", np.int64),
        ("pv_length", np.int32),
        ("pv", np.int32, (PLIES,)),
    ],
    align=True,
)

WORKER = np.dtype(
    [
        ("stop", np.int32),  # set by others to end the search; nodes poll it
        ("may_stop", np.int32),  # a first root move has a score
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("seldepth", np.int32),
        ("root_depth", np.int32),
        ("table", np.int64),  # address of the transposition table
        ("clusters", np.int64),
        ("generation", np.int64),
        ("params", PARAMETERS),
        ("reduction", np.int32, (REDUCTIONS, REDUCTIONS)),  # [depth, move number], in 1024ths of a ply
        ("evals", np.int32, (PLIES,)),  # static evaluations of the line
        ("moves", np.int32, (PLIES,)),  # moves of the line, 0 for a null move
        # The row of `continuation` that each move has, see history.mover; [ply + BACK]. 0 before the root.
        ("movers", np.int32, (PLIES + BACK,)),
        ("quiet", np.int32, (PLIES,)),  # whether each move is quiet
        ("checks", np.int32, (PLIES,)),  # whether the side to move is in check
        ("excluded", np.int32, (PLIES,)),  # a move left out to see whether it is singular
        ("doubled", np.int32, (PLIES,)),  # double extensions on the way here
        (
            "cutoffs",
            np.int32,
            (PLIES,),
        ),  # nodes here that reached beta since their grandparent began
        ("null_ply", np.int32),  # nodes above it do not pass: a null move is being verified
        ("killers", np.int32, (PLIES, 2)),
        ("counters", np.int32, (MOVERS,)),  # the quiet move that last refuted a move
        ("history", np.int16, (MOVERS,)),  # by mover: how often a quiet move cut
        ("captures", np.int16, (MOVERS, t.PIECE_TYPES)),  # by mover and victim's type
        ("pickers", PICKER, (PLIES,)),
        ("lists", MOVE_LIST, (PLIES, 2)),  # noisy moves, quiet moves
        ("tried", np.int32, (PLIES, TRIED)),
        ("tried_noisy", np.int32, (PLIES, TRIED_NOISY)),
        ("pv_length", np.int32, (PLIES,)),
        ("pv", np.int32, (PLIES, PLIES)),
        ("root_count", np.int32),
        ("root_first", np.int32),  # moves before it already head a better line
        ("root_at", np.int32),  # the move being searched
        ("root", ROOT_MOVE, (t.MAX_MOVES,)),
        # What searches found beyond the evaluation, in 32nds of a centipawn, for the side to move
        ("pawn_correction", np.int16, (2, CORRECTIONS)),
        ("pair_correction", np.int16, (2, CORRECTIONS)),
        ("move_correction", np.int16, (2, MOVERS)),
        # By the previous mover, or the one before it, and the mover: how often the quiet reply cut.
        ("continuation", np.int16, (MOVERS, MOVERS)),
    ],
    align=True,
)
declare("Worker", WORKER)
Worker: TypeAlias = Record  # the hint, as type checkers see it


def new_worker() -> Record:
    """A worker with default parameters and nothing learned."""
    worker = Record(WORKER)
    set_params(worker)
    return worker


def set_params(worker: Record, changed: Iterable[tuple[str, int]] = ()) -> None:
    """Give a worker the default parameters but for those that are `changed`."""
    worker["params"], worker["reduction"] = _configured(tuple(changed))


@cache
def _configured(changed: tuple[tuple[str, int], ...]) -> tuple[np.void, np.ndarray]:
    """The parameters, and the late move reductions that follow from them."""
    params = np.zeros(1, PARAMETERS)[0]
    for row in PARAMS:
        params[row.name] = row.default
    for name, value in changed:
        params[name] = value
    reductions = np.zeros((REDUCTIONS, REDUCTIONS), np.int32)
    depths, numbers = np.ogrid[1:REDUCTIONS, 1:REDUCTIONS]
    logarithms = np.log(depths) * np.log(numbers)
    reductions[1:, 1:] = np.rint(
        float(params["reduction_base_ply"]) + float(params["reduction_slope_ply"]) * logarithms
    )
    return params, reductions


def forget(worker: Record) -> None:
    """Drop all that was learned about a game."""
    for name in (
        "killers",
        "counters",
        "history",
        "captures",
        "continuation",
        "pawn_correction",
        "pair_correction",
        "move_correction",
    ):
        worker[name].fill(0)
