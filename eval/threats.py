"""Threats: men attacked by cheaper ones, undefended ones, and squares taken from the enemy.

The kinds of threats are those that Stockfish's evaluation made popular (Chess Programming Wiki,
"Evaluation").
"""

from __future__ import annotations

import numpy as np

from ..engine import types as t
from ..engine.jit import bit_count, first_bit, inlined
from ..engine.record import Position
from ..engine.rules import Rules
from .weights import Weights


@inlined
def threats(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Packed worth of what a side's men attack. Needs the attack sets of both sides."""
    us &= 1
    them = us ^ 1
    total = 0
    on_move = 0
    for half in range(2):
        ours = weights.attacked[us, half]
        theirs = weights.attacked[them, half]
        men = weights.men[them, half]
        pieces = men & ~weights.pawns[weights.slot].men[them, half]
        # Squares that the enemy guards well enough
        strong = weights.attacks[them, t.PAWN, half]
        strong |= weights.twice[them, half] & ~weights.twice[us, half]
        weak = men & ours & ~strong
        by_minor = weights.attacks[us, t.KNIGHT, half] | weights.attacks[us, t.BISHOP, half]
        by_minor &= pieces | weak
        by_rook = weights.attacks[us, t.ROOK, half] & weak
        by_compound = weights.attacks[us, t.ARCHBISHOP, half] | weights.attacks[us, t.CHANCELLOR, half]
        by_compound &= weak
        by_pawn = weights.attacks[us, t.PAWN, half]
        left = men & (by_pawn | by_minor | by_rook | by_compound)
        while left:
            at = first_bit(left)
            left &= left - 1
            victim = np.int64(pos.board[weights.square[half, at]]) >> 1
            total += weights.pawn_threat[victim] * (by_pawn >> at & 1)
            total += weights.minor_threat[victim] * (by_minor >> at & 1)
            total += weights.rook_threat[victim] * (by_rook >> at & 1)
            total += weights.compound_threat[victim] * (by_compound >> at & 1)
        hanging = weak & (~theirs | pieces & weights.twice[us, half])
        total += weights.hanging * bit_count(hanging)
        on_move += bit_count(weak & pieces)
        total += weights.king_threat * bit_count(weak & weights.attacks[us, t.KING, half])
        total += weights.restricted * bit_count(ours & theirs & ~strong)
        far = weights.far[us, half]
        total += weights.control * bit_count(ours & ~theirs & far)
        total += weights.grip * bit_count(weights.twice[us, half] & ~weights.twice[them, half] & far)
    return total + weights.weak_on_move * on_move * (pos.side == us)
