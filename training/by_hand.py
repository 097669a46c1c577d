"""The hand-written evaluation of many positions, for networks that learn how far it is off."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.jit import declare, kernel
from ..engine.memory import Record
from ..engine.position import clear, new_position
from ..engine.record import Position, put
from ..engine.rules import Rules
from ..engine.variants import Variant
from ..eval.evaluate import evaluate
from ..eval.nnue.network import MEN, TRAITS
from ..eval.nnue.traits import observe
from ..eval.weights import Weights, rules_with_placement, weights_for
from .positions import ENGINE_CODES, WALLED

_TOGETHER = 1024

_BOARDS = np.dtype(
    [
        ("count", np.int32),
        ("board", np.uint8, (_TOGETHER, g.SQUARES)),
        ("side", np.uint8, (_TOGETHER,)),
        ("worth", np.int32, (_TOGETHER,)),
        ("traits", np.int16, (_TOGETHER, TRAITS)),
    ],
    align=True,
)
declare("Boards", _BOARDS)
Boards: TypeAlias = Record  # the hint, as type checkers see it


@kernel
def evaluate_all(pos: Position, rules: Rules, weights: Weights, boards: Boards) -> None:
    """Set the worths and traits of boards for the sides to move. `pos` is overwritten."""
    for i in range(boards.count):
        clear(pos, rules)
        for sq in range(g.SQUARES):
            piece = np.int64(boards.board[i, sq])
            if piece > t.WALL:
                put(pos, rules, sq, piece)
        pos.side = boards.side[i]
        boards.worth[i] = evaluate(pos, rules, weights)
        observe(pos, rules, weights, np.int64(boards.worth[i]))
        for trait in range(TRAITS):
            boards.traits[i, trait] = weights.traits[trait]


def by_hand(variant: Variant, records: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The hand-written evaluation of `DATUM` records, centipawns for the side to move, and its traits.

    Without bare kings: there the evaluation has no terms.
    """
    rules, weights = rules_with_placement(variant), weights_for(variant)
    pos, boards = new_position(), Record(_BOARDS)
    worths, traits = np.zeros(len(records), np.int16), np.zeros((len(records), TRAITS), np.int16)
    for first in range(0, len(records), _TOGETHER):
        part = records[first : first + _TOGETHER]
        boards.count = len(part)
        boards["board"][: len(part), WALLED] = ENGINE_CODES[part["board"]]
        boards["side"][: len(part)] = part["stm"]
        evaluate_all(pos, rules, weights, boards)
        worths[first : first + len(part)] = boards["worth"][: len(part)]
        traits[first : first + len(part)] = boards["traits"][: len(part)]
    return worths, traits


def has_bare_king(records: np.ndarray) -> np.ndarray:
    """Which `DATUM` records have a side without any man but its king."""
    boards = records["board"]
    white = (boards > 0) & (boards <= MEN)
    return (white.sum(axis=1) == 1) | ((boards > MEN).sum(axis=1) == 1)
