"""Which squares a side's men attack, as sets (`shapes.py`), and what the men's freedom to move is worth.

The sets stand in the weights' record, whose copies belong to one thread each: `occupy` and then `survey` for
both colours fill them, the other terms read them.
"""

from __future__ import annotations

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.jit import bit_count, inlined
from ..engine.record import Position, king_square
from ..engine.rules import Rules
from .shapes import (
    ANTI_PICKED,
    BIAS,
    DIAGONAL_PICKED,
    FILE_COPIES,
    FILE_PICKED,
    HALF,
    ROOM,
    SLANT_COPIES,
)
from .weights import Weights

_OCCUPIED = 1023


@inlined
def along(pos: Position, rules: Rules, line: int, place: int, transparent: int) -> int:
    """Places of a line that a slider on `place` reaches when the `transparent` ones do not stop it."""
    occupied = np.int64(pos.lines[0, line] | pos.lines[1, line]) & ~transparent & _OCCUPIED
    return np.int64(rules.slide[place, occupied])


@inlined
def rank_word(weights: Weights, line: int, places: int, half: int) -> int:
    """The word of a half of the board for places of a rank."""
    return (places & np.int64(weights.window[line].places[half])) << np.int64(
        weights.window[line].shift[half]
    )


@inlined
def file_word(weights: Weights, line: int, places: int, half: int) -> int:
    """The same for a file."""
    window = (places & np.int64(weights.window[line].places[half])) >> HALF * half
    return (window * FILE_COPIES & FILE_PICKED) >> np.int64(weights.window[line].shift[half])


@inlined
def diagonal_word(weights: Weights, line: int, places: int, half: int) -> int:
    """The same for a diagonal that goes up."""
    shift = np.int64(weights.window[line].shift[half])
    window = (places & np.int64(weights.window[line].places[half])) << ROOM >> shift
    return (window * SLANT_COPIES & DIAGONAL_PICKED) >> (BIAS + ROOM - shift)


@inlined
def anti_word(weights: Weights, line: int, places: int, half: int) -> int:
    """The same for a diagonal that goes down."""
    shift = np.int64(weights.window[line].shift[half])
    window = (places & np.int64(weights.window[line].places[half])) << ROOM >> shift
    return (window * SLANT_COPIES & ANTI_PICKED) >> (BIAS + ROOM - shift)


@inlined
def occupy(pos: Position, weights: Weights) -> None:
    """Fill the sets of all men of a colour."""
    for colour in range(2):
        for half in range(2):
            men = 0
            for row in range(5):
                men |= (np.int64(pos.lines[colour, 5 * half + row]) & _OCCUPIED) << 10 * row
            weights.men[colour, half] = men & weights.board[half]


@inlined
def survey(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Fill the attack sets of a side, and its part in the attack on the enemy king; its packed mobility.

    A slider's attack goes on behind own sliders on the same line ("X-ray"), for they back each other. A
    man's freedom is the squares it attacks that no own pawn or king holds and no enemy pawn guards.
    """
    us &= 1
    them = us ^ 1
    king = king_square(pos, them)
    own_king = king_square(pos, us)
    ring_low = weights.ring[them, king, 0]
    ring_high = weights.ring[them, king, 1]
    pawn_low = weights.attacks[us, t.PAWN, 0]
    pawn_high = weights.attacks[us, t.PAWN, 1]
    slot = weights.slot
    free_low = ~(weights.pawns[slot].men[us, 0] | weights.bit[own_king, 0] | weights.attacks[them, t.PAWN, 0])
    free_high = ~(
        weights.pawns[slot].men[us, 1] | weights.bit[own_king, 1] | weights.attacks[them, t.PAWN, 1]
    )
    king_low = weights.steps[own_king, 0]
    king_high = weights.steps[own_king, 1]
    weights.attacks[us, t.KING, 0] = king_low
    weights.attacks[us, t.KING, 1] = king_high
    all_low = pawn_low | king_low
    all_high = pawn_high | king_high
    twice_low = pawn_low & king_low
    twice_high = pawn_high & king_high
    total = 0
    units = 0
    attackers = 0
    for piece_type in range(t.KNIGHT, t.KING):
        piece = 2 * piece_type + us
        straight = rules.mark[piece, g.RANK] > 1
        slanted = rules.mark[piece, g.DIAGONAL] > 1
        leaps = rules.leaps[piece]
        by_low = 0
        by_high = 0
        for i in range(pos.count[piece]):
            sq = np.int64(pos.list[piece, i])
            low = 0
            high = 0
            if leaps:
                low = weights.leaps[sq, 0]
                high = weights.leaps[sq, 1]
            if straight:
                line = np.int64(rules.line[sq, g.RANK])
                own_sliders = np.int64(pos.lines[us, line]) >> 16
                reached = along(pos, rules, line, rules.place[sq, g.RANK], own_sliders)
                low |= rank_word(weights, line, reached, 0)
                high |= rank_word(weights, line, reached, 1)
                line = np.int64(rules.line[sq, g.FILE])
                own_sliders = np.int64(pos.lines[us, line]) >> 16
                reached = along(pos, rules, line, rules.place[sq, g.FILE], own_sliders)
                low |= file_word(weights, line, reached, 0)
                high |= file_word(weights, line, reached, 1)
            if slanted:
                line = np.int64(rules.line[sq, g.DIAGONAL])
                own_sliders = np.int64(pos.lines[us, line]) >> 16
                reached = along(pos, rules, line, rules.place[sq, g.DIAGONAL], own_sliders)
                low |= diagonal_word(weights, line, reached, 0)
                high |= diagonal_word(weights, line, reached, 1)
                line = np.int64(rules.line[sq, g.ANTI])
                own_sliders = np.int64(pos.lines[us, line]) >> 16
                reached = along(pos, rules, line, rules.place[sq, g.ANTI], own_sliders)
                low |= anti_word(weights, line, reached, 0)
                high |= anti_word(weights, line, reached, 1)
            twice_low |= all_low & low
            twice_high |= all_high & high
            all_low |= low
            all_high |= high
            by_low |= low
            by_high |= high
            total += weights.mobility[piece_type, bit_count(low & free_low) + bit_count(high & free_high)]
            hits = bit_count(low & ring_low) + bit_count(high & ring_high)
            units += hits * weights.attack_units[piece_type]
            attackers += min(hits, 1) * weights.attackers[piece_type]
        weights.attacks[us, piece_type, 0] = by_low
        weights.attacks[us, piece_type, 1] = by_high
    weights.attacked[us, 0] = all_low
    weights.attacked[us, 1] = all_high
    weights.twice[us, 0] = twice_low
    weights.twice[us, 1] = twice_high
    weights.units[us] = units + attackers
    return total
