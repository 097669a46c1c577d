"""How near a king is to being mated, from the attack sets of both sides.

The idea of units that add up and count by their square is old (Chess Programming Wiki, "King Safety"); safe
checks by each kind of piece and squares that only the king guards come from Stockfish's evaluation as that
wiki describes it.
"""

from __future__ import annotations

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.jit import bit_count, inlined
from ..engine.record import Position, king_square
from ..engine.rules import Rules
from .attacks import along, anti_word, diagonal_word, file_word, rank_word
from .weights import Weights

_MOST = 1000  # units beyond it change nothing


@inlined
def danger_units(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """How much danger a side's king is in: by attackers, checks and squares that it alone guards."""
    us &= 1
    them = us ^ 1
    king = king_square(pos, us)
    straight_0 = np.int64(rules.line[king, g.RANK])
    straight_1 = np.int64(rules.line[king, g.FILE])
    diagonal_0 = np.int64(rules.line[king, g.DIAGONAL])
    diagonal_1 = np.int64(rules.line[king, g.ANTI])
    seen_0 = along(pos, rules, straight_0, rules.place[king, g.RANK], 0)
    seen_1 = along(pos, rules, straight_1, rules.place[king, g.FILE], 0)
    seen_2 = along(pos, rules, diagonal_0, rules.place[king, g.DIAGONAL], 0)
    seen_3 = along(pos, rules, diagonal_1, rules.place[king, g.ANTI], 0)
    file = np.int64(rules.place[king, g.RANK])
    weak_ring = 0
    unsafe = 0
    camp = 0
    camp_defence = 0
    knight = 0
    bishop = 0
    rook = 0
    archbishop = 0
    chancellor = 0
    queen = 0
    giraffe = 0
    for half in range(2):
        ours = weights.attacked[us, half]
        theirs = weights.attacked[them, half]
        weak = theirs & ~weights.twice[us, half]
        weak &= ~ours | weights.attacks[us, t.KING, half] | weights.attacks[us, t.QUEEN, half]
        safe = ~weights.men[them, half] & (~ours | weak & weights.twice[them, half])
        straight = rank_word(weights, straight_0, seen_0, half)
        straight |= file_word(weights, straight_1, seen_1, half)
        diagonal = diagonal_word(weights, diagonal_0, seen_2, half)
        diagonal |= anti_word(weights, diagonal_1, seen_3, half)
        leap = weights.leaps[king, half]
        by_knight = weights.attacks[them, t.KNIGHT, half] & leap
        by_bishop = weights.attacks[them, t.BISHOP, half] & diagonal
        by_rook = weights.attacks[them, t.ROOK, half] & straight
        by_archbishop = weights.attacks[them, t.ARCHBISHOP, half] & (diagonal | leap)
        by_chancellor = weights.attacks[them, t.CHANCELLOR, half] & (straight | leap)
        by_queen = weights.attacks[them, t.QUEEN, half] & (straight | diagonal)
        by_giraffe = weights.attacks[them, t.GIRAFFE, half] & (straight | diagonal | leap)
        knight += bit_count(by_knight & safe)
        bishop += bit_count(by_bishop & safe)
        rook += bit_count(by_rook & safe)
        archbishop += bit_count(by_archbishop & safe)
        chancellor += bit_count(by_chancellor & safe)
        queen += bit_count(by_queen & safe)
        giraffe += bit_count(by_giraffe & safe)
        every = by_knight | by_bishop | by_rook | by_archbishop | by_chancellor | by_queen | by_giraffe
        unsafe += bit_count(every & ~safe & ~weights.men[them, half])
        weak_ring += bit_count(weak & weights.ring[us, king, half])
        area = weights.camp[us, file, half]
        camp += bit_count(area & theirs)
        camp_defence += bit_count(area & ours)
    return (
        weights.units[them]
        + weights.safe_check[t.KNIGHT, min(knight, 2)]
        + weights.safe_check[t.BISHOP, min(bishop, 2)]
        + weights.safe_check[t.ROOK, min(rook, 2)]
        + weights.safe_check[t.ARCHBISHOP, min(archbishop, 2)]
        + weights.safe_check[t.CHANCELLOR, min(chancellor, 2)]
        + weights.safe_check[t.QUEEN, min(queen, 2)]
        + weights.safe_check[t.GIRAFFE, min(giraffe, 2)]
        + weights.unsafe_check * unsafe
        + weights.weak_ring * weak_ring
        + weights.camp_attack * camp
        + weights.camp_defence * camp_defence
        + weights.danger_base
        + weights.initiative * (pos.side == them)
    )


@inlined
def danger(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Packed loss of a side by the danger its king is in: a little danger is none, much is far more.

    Where nothing attacks the king's zone it is not counted at all: that saves a tenth of an evaluation and
    changes little.
    """
    if weights.units[us ^ 1] == 0:
        return 0
    units = max(0, min(_MOST, danger_units(pos, rules, weights, us)))
    return -((units * units >> 9) + (units >> 3 << 32))
