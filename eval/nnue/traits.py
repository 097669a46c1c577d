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
def _middlegame(total: int) -> int:
    """A packed value's half."""
    return np.int64(np.int32(total & 0xFFFFFFFF))


@inlined
def _endgame(total: int) -> int:
    """The other half."""
    return (total + 0x80000000) >> 32


@inlined
def _set(weights: Weights, at: int, value: int) -> None:
    weights.traits[at] = max(-MOST_TRAIT, min(MOST_TRAIT, value))


@inlined
def _set_halves(weights: Weights, at: int, total: int) -> None:
    """A packed value as two traits."""
    _set(weights, at, _middlegame(total))
    _set(weights, at + 1, _endgame(total))


@kernel
def _observe_side(pos: Position, rules: Rules, weights: Weights, us: int, at: int) -> None:
    """The `SIDE_TRAITS` traits of a side."""
    us &= 1
    them = us ^ 1
    slot = weights.slot
    their_king = king_square(pos, them)
    _set_halves(weights, at, weights.freedom[us])
    _set_halves(weights, at + 2, weights.terms.danger[us])
    _set_halves(weights, at + 4, weights.terms.threats[us])
    _set(weights, at + 6, _middlegame(weights.terms.rooks[us]))
    _set(weights, at + 7, _endgame(weights.terms.passers[us]))
    _set(weights, at + 8, _middlegame(weights.pawns[slot].shelter[us]))
    _set(weights, at + 9, weights.units[us])
    for piece_type in range(t.PAWN, t.KING):
        _set(weights, at + 9 + piece_type, COUNT * np.int64(pos.count[2 * piece_type + us]))
    reach = 0
    alone = 0
    grip = 0
    attacked = 0
    hanging = 0
    loose_pieces = 0
    loose_pawns = 0
    pawn_attacks = 0
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
        ring += bit_count(ours & weights.ring[them, their_king, half])
        harassed += bit_count(pieces & weights.attacks[them, t.PAWN, half])
        invasion += bit_count(ours & ~theirs & weights.far[us, half])
    _set(weights, at + 18, COUNT * reach)
    _set(weights, at + 19, COUNT * alone)
    _set(weights, at + 20, COUNT * grip)
    _set(weights, at + 21, COUNT * attacked)
    _set(weights, at + 22, COUNT * hanging)
    _set(weights, at + 23, COUNT * loose_pieces)
    _set(weights, at + 24, COUNT * loose_pawns)
    _set(weights, at + 25, COUNT * pawn_attacks)
    _set(weights, at + 26, COUNT * ring)
    _set(weights, at + 27, COUNT * harassed)
    _set(weights, at + 28, COUNT * invasion)


@kernel
def observe(pos: Position, rules: Rules, weights: Weights, worth: int) -> None:
    """Fill `weights.traits`: the side to move's, the other side's, placement, the evaluation itself, the
    kings' distance, open files and pawns that block each other.

    The sets and terms are those of the evaluation of this position, which came to `worth`.
    """
    us = np.int64(pos.side)
    _observe_side(pos, rules, weights, us, 0)
    _observe_side(pos, rules, weights, us ^ 1, SIDE_TRAITS)
    placement = np.int64(pos.tally)
    _set_halves(weights, 2 * SIDE_TRAITS, placement if us == t.WHITE else -placement)
    _set(weights, 2 * SIDE_TRAITS + 2, worth)
    white, black = king_square(pos, t.WHITE), king_square(pos, t.BLACK)
    files = abs(np.int64(rules.place[white, g.RANK]) - np.int64(rules.place[black, g.RANK]))
    ranks = abs(np.int64(rules.place[white, g.FILE]) - np.int64(rules.place[black, g.FILE]))
    _set(weights, 2 * SIDE_TRAITS + 3, COUNT * max(files, ranks))
    open_files = 0
    blocked = 0
    for file in range(weights.files):
        white_pawns = np.int64(pos.pawn_files[t.WHITE, file])
        black_pawns = np.int64(pos.pawn_files[t.BLACK, file])
        open_files += white_pawns | black_pawns == 0
        blocked += bit_count(white_pawns << 1 & black_pawns)
    _set(weights, 2 * SIDE_TRAITS + 4, COUNT * open_files)
    _set(weights, 2 * SIDE_TRAITS + 5, COUNT * blocked)
