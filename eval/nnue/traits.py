"""What the hand-written evaluation has seen of a position, as inputs of the network.

Its terms know of open lines, of attacks and of kings in danger what a network on men and squares would need
millions of games to learn. How terms go together they do not know: each is added to the others.
"""

from __future__ import annotations

import numpy as np

from ...engine import geometry as g
from ...engine import types as t
from ...engine.jit import bit_count, inlined, kernel
from ...engine.record import Position, king_square
from ...engine.rules import Rules
from ..weights import Weights
from .network import COUNT, MOST_TRAIT, SIDE_TRAITS


@inlined
def _set(weights: Weights, at: int, value: int) -> None:
    weights.traits[at] = max(-MOST_TRAIT, min(MOST_TRAIT, value))


@inlined
def _set_halves(weights: Weights, at: int, total: int) -> None:
    """A packed value as two traits, middlegame and endgame."""
    _set(weights, at, np.int64(np.int32(total & 0xFFFFFFFF)))
    _set(weights, at + 1, (total + 0x80000000) >> 32)


@kernel
def _observe_side(pos: Position, rules: Rules, weights: Weights, us: int, at: int) -> None:
    """The `SIDE_TRAITS` traits of a side."""
    us &= 1
    them = us ^ 1
    slot = weights.slot
    king = king_square(pos, us)
    their_king = king_square(pos, them)
    _set_halves(weights, at, weights.freedom[us])
    _set_halves(weights, at + 2, weights.terms.rooks[us])
    _set_halves(weights, at + 4, weights.terms.danger[us])
    _set_halves(weights, at + 6, weights.terms.threats[us])
    _set_halves(weights, at + 8, weights.terms.passers[us])
    _set_halves(weights, at + 10, weights.pawns[slot].structure[us])
    _set_halves(weights, at + 12, weights.pawns[slot].shelter[us])
    _set(weights, at + 14, weights.units[us])
    rank = np.int64(rules.place[king, g.FILE])
    file = np.int64(rules.place[king, g.RANK])
    _set(weights, at + 15, COUNT * (rank if us == t.WHITE else weights.ranks - 1 - rank))
    _set(weights, at + 16, COUNT * min(file, weights.files - 1 - file))
    for piece_type in range(t.PAWN, t.KING):
        _set(weights, at + 16 + piece_type, COUNT * np.int64(pos.count[2 * piece_type + us]))
    reach = 0
    alone = 0
    grip = 0
    attacked = 0
    hanging = 0
    loose_pieces = 0
    loose_pawns = 0
    pawn_attacks = 0
    passed = 0
    ring = 0
    harassed = 0
    invasion = 0
    for half in range(2):
        ours = weights.attacked[us, half]
        theirs = weights.attacked[them, half]
        enemies = weights.men[them, half]
        own_pawns = weights.pawns[slot].men[us, half]
        pieces = weights.men[us, half] & ~own_pawns
        reach += bit_count(ours)
        alone += bit_count(ours & ~theirs)
        grip += bit_count(weights.twice[us, half] & ~weights.twice[them, half])
        attacked += bit_count(ours & enemies)
        hanging += bit_count(ours & enemies & ~theirs)
        loose_pieces += bit_count(pieces & ~ours)
        loose_pawns += bit_count(own_pawns & ~ours)
        pawn_attacks += bit_count(weights.attacks[us, t.PAWN, half] & enemies)
        passed += bit_count(weights.pawns[slot].passed[us, half])
        ring += bit_count(ours & weights.ring[them, their_king, half])
        harassed += bit_count(pieces & weights.attacks[them, t.PAWN, half])
        invasion += bit_count(ours & ~theirs & weights.far[us, half])
    _set(weights, at + 25, COUNT * reach)
    _set(weights, at + 26, COUNT * alone)
    _set(weights, at + 27, COUNT * grip)
    _set(weights, at + 28, COUNT * attacked)
    _set(weights, at + 29, COUNT * hanging)
    _set(weights, at + 30, COUNT * loose_pieces)
    _set(weights, at + 31, COUNT * loose_pawns)
    _set(weights, at + 32, COUNT * pawn_attacks)
    _set(weights, at + 33, COUNT * passed)
    _set(weights, at + 34, COUNT * ring)
    _set(weights, at + 35, COUNT * harassed)
    _set(weights, at + 36, COUNT * invasion)


@kernel
def observe(pos: Position, rules: Rules, weights: Weights, worth: int) -> None:
    """Fill `weights.traits`: the side to move's, the other side's, placement, and the evaluation itself.

    The sets and terms are those of the evaluation of this position, which came to `worth`.
    """
    us = np.int64(pos.side)
    _observe_side(pos, rules, weights, us, 0)
    _observe_side(pos, rules, weights, us ^ 1, SIDE_TRAITS)
    placement = np.int64(pos.tally)
    _set_halves(weights, 2 * SIDE_TRAITS, placement if us == t.WHITE else -placement)
    _set(weights, 2 * SIDE_TRAITS + 2, worth)
