"""Kernels that look at the evaluation while numbers of it are changed."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ..engine.jit import declare, inlined, kernel, load_word, store_word
from ..engine.memory import Record
from ..engine.record import Position
from ..engine.rules import Rules
from ..eval.evaluate import packed_total, tapered
from ..eval.weights import Weights

_MAX_WORDS = 4096
_MAX_CHANGES = 2048
_SHARE_STEP = 2048  # centipawns
SHARE = 2 * _SHARE_STEP  # what `share` is for a value that counts in full

CHANGES = np.dtype(
    [
        ("count", np.int64),
        ("end", np.int64, (_MAX_CHANGES,)),  # the words of a change end before this one
        ("word", np.int64, (_MAX_WORDS,)),  # address of one that holds a number to change
        ("keep", np.int64, (_MAX_WORDS,)),  # bits of the word that belong to other numbers
        ("bits", np.int64, (_MAX_WORDS,)),  # the others, before
        ("changed", np.int64, (_MAX_WORDS,)),  # and after
        ("piece_type", np.int64, (_MAX_WORDS,)),  # without such a man the number plays no part; 0: always
    ],
    align=True,
)
EFFECT = np.dtype(
    [
        ("calls", np.int64),  # of the evaluation, by anybody with these weights
        ("score", np.int64),  # centipawns, White's side
        ("share", np.int64, (2,)),  # of a middlegame and an endgame value in the score, in parts of SHARE
        ("total", np.int64, (_MAX_CHANGES,)),  # what each change does to the packed sum
    ],
    align=True,
)
declare("Changes", CHANGES)
declare("Effect", EFFECT)
Changes: TypeAlias = Record
Effect: TypeAlias = Record


@kernel
def total_anew(pos: Position, rules: Rules, weights: Weights, effect: Effect) -> int:
    """The packed sum, with a pawn structure that nobody can remember: what is remembered came from other
    weights.
    """
    effect.calls += 1
    pos.pawn_key = np.uint64(effect.calls)
    return packed_total(pos, rules, weights)


@inlined
def _write(changes: Changes, first: int, end: int, changed: bool) -> None:
    """Put the changed or the old numbers into some words."""
    for i in range(first, end):
        bits = changes.changed[i] if changed else changes.bits[i]
        store_word(changes.word[i], load_word(changes.word[i]) & changes.keep[i] | bits)


@kernel
def measure(pos: Position, rules: Rules, weights: Weights, changes: Changes, effect: Effect) -> None:
    """What each change does to the packed sum. The weights are afterwards as they were."""
    total = total_anew(pos, rules, weights, effect)
    effect.score = tapered(pos, weights, total)
    for half in range(2):
        step = _SHARE_STEP << 32 * half
        effect.share[half] = tapered(pos, weights, total + step) - tapered(pos, weights, total - step)
    end = 0
    for number in range(changes.count):
        first = end
        end = changes.end[number]
        plays = False
        for i in range(first, end):
            piece = 2 * changes.piece_type[i]
            if piece == 0 or pos.count[piece] or pos.count[piece + 1]:
                plays = True
        effect.total[number] = 0
        if plays:
            _write(changes, first, end, True)
            effect.total[number] = total_anew(pos, rules, weights, effect) - total
            _write(changes, first, end, False)
