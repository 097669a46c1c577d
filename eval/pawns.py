"""Pawns: their structure, which is remembered, and the passed ones.

What is remembered of a structure also has its sets of squares (`shapes.py`), so that nobody else has to walk
through the pawns.
"""

from __future__ import annotations

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.jit import first_bit, inlined, kernel
from ..engine.record import Position, king_square
from ..engine.rules import Rules
from .shapes import FULL
from .weights import PAWN_MEMORY, Weights

_LAST_ROW = 40  # bits below a word's last rank
_LEFT_FILE = sum(1 << 10 * row for row in range(5))
_RIGHT_FILE = _LEFT_FILE << 9


@inlined
def _neighbours(pos: Position, colour: int, file: int) -> int:
    """Ranks on which a side has pawns on the files beside `file`."""
    ranks = 0
    if file > 0:
        ranks |= np.int64(pos.pawn_files[colour, file - 1])
    if file < g.SIZE - 1:
        ranks |= np.int64(pos.pawn_files[colour, file + 1])
    return ranks


@kernel
def pawns(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Packed worth of a side's pawn structure, the passed pawns aside."""
    pawn = 2 * t.PAWN + us
    total = 0
    for i in range(pos.count[pawn]):
        sq = np.int64(pos.list[pawn, i])
        file = np.int64(rules.place[sq, g.RANK])
        rank = np.int64(rules.place[sq, g.FILE])
        beside = _neighbours(pos, us, file)
        if np.int64(pos.pawn_files[us, file] & weights.ahead[us, rank]):
            total += weights.doubled
        if beside == 0:
            total += weights.isolated
        elif beside & ((1 << rank) | (1 << rank >> 1 if us == t.WHITE else 2 << rank)):
            total += weights.connected[rank if us == t.WHITE else weights.ranks - 1 - rank]
        elif beside & ~np.int64(weights.ahead[us, rank]) == 0:
            total += weights.backward
    return total


@kernel
def shelter(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Packed worth of the pawns in front of a side's king, own and enemy."""
    king = king_square(pos, us)
    file = np.int64(rules.place[king, g.RANK])
    rank = np.int64(rules.place[king, g.FILE])
    total = 0
    for f in range(max(0, file - 1), min(weights.files - 1, file + 1) + 1):
        ours = np.int64(pos.pawn_files[us, f] & weights.ahead[us, rank])
        theirs = np.int64(pos.pawn_files[us ^ 1, f] & weights.ahead[us, rank])
        own = 3
        storm = 5
        for distance in range(1, 5):
            at = rank + distance if us == t.WHITE else rank - distance
            if at < 0:
                break
            if (ours >> at) & 1 and distance <= 3:
                own = min(own, distance - 1)
            if (theirs >> at) & 1:
                storm = min(storm, distance)
        total += weights.shelter[own] + weights.storm[storm]
    return total


@kernel
def _draw_sets(pos: Position, rules: Rules, weights: Weights, slot: int) -> None:
    """Fill the sets of a remembered structure."""
    for us in range(2):
        them = us ^ 1
        pawn = 2 * t.PAWN + us
        for half in range(2):
            weights.pawns[slot].men[us, half] = 0
            weights.pawns[slot].passed[us, half] = 0
        for i in range(pos.count[pawn]):
            sq = np.int64(pos.list[pawn, i])
            file = np.int64(rules.place[sq, g.RANK])
            in_front = np.int64(weights.ahead[us, rules.place[sq, g.FILE]])
            enemies = np.int64(pos.pawn_files[them, file]) | _neighbours(pos, them, file)
            passed = (np.int64(pos.pawn_files[us, file]) | enemies) & in_front == 0
            for half in range(2):
                weights.pawns[slot].men[us, half] |= weights.bit[sq, half]
                if passed:
                    weights.pawns[slot].passed[us, half] |= weights.bit[sq, half]
        low = weights.pawns[slot].men[us, 0]
        high = weights.pawns[slot].men[us, 1]
        low = (low & ~_RIGHT_FILE) << 1 | (low & ~_LEFT_FILE) >> 1
        high = (high & ~_RIGHT_FILE) << 1 | (high & ~_LEFT_FILE) >> 1
        if us == t.WHITE:
            high = (high << 10 | low >> _LAST_ROW) & FULL
            low = low << 10 & FULL
        else:
            low = low >> 10 | high << _LAST_ROW & FULL
            high = high >> 10
        weights.pawns[slot].attacks[us, 0] = low & weights.board[0]
        weights.pawns[slot].attacks[us, 1] = high & weights.board[1]


@inlined
def structure(pos: Position, rules: Rules, weights: Weights) -> int:
    """Packed pawn structure and shelters, White's less Black's, remembered: few moves change them.

    Fills the sets of pawns, and of what they attack.
    """
    kings = king_square(pos, 0) << 8 | king_square(pos, 1)
    key = np.int64(pos.pawn_key) ^ kings * 0x9E3779B97F4A7C1
    slot = (key >> 20) & (PAWN_MEMORY - 1)
    if weights.pawns[slot].key != key:
        weights.pawns[slot].key = key
        for us in range(2):
            weights.pawns[slot].shelter[us] = shelter(pos, rules, weights, us)
        weights.pawns[slot].value = (
            pawns(pos, rules, weights, 0)
            - pawns(pos, rules, weights, 1)
            + weights.pawns[slot].shelter[0]
            - weights.pawns[slot].shelter[1]
        )
        _draw_sets(pos, rules, weights, slot)
    weights.slot = slot
    for us in range(2):
        for half in range(2):
            weights.attacks[us, t.PAWN, half] = weights.pawns[slot].attacks[us, half]
    return weights.pawns[slot].value


@kernel
def promotion_percent(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """What a pawn may become now, as percent of the best promotion: a pawn is worth what has been lost."""
    if weights.promotes_to_lost_only == 0:
        return 100
    best = 20
    for i in range(7):
        promoted = np.int64(rules.promotions[i])
        if promoted and pos.count[2 * promoted + us] < rules.army[promoted]:
            worth = np.int64(rules.exchange[promoted]) * 100 // np.int64(rules.exchange[rules.promotions[0]])
            best = max(best, worth)
    return best


@inlined
def _distance(rules: Rules, one: int, other: int) -> int:
    """King's moves between two squares, at most five: farther is far away."""
    files = abs(np.int64(rules.place[one, g.RANK]) - np.int64(rules.place[other, g.RANK]))
    ranks = abs(np.int64(rules.place[one, g.FILE]) - np.int64(rules.place[other, g.FILE]))
    return min(max(files, ranks), 5)


@inlined
def passers(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Packed worth of a side's passed pawns, by their way to promotion and who guards it.

    Needs the attack sets of both sides.
    """
    us &= 1
    them = us ^ 1
    ahead = g.WIDTH if us == t.WHITE else -g.WIDTH
    total = 0
    for half in range(2):
        left = weights.pawns[weights.slot].passed[us, half]
        while left:
            sq = np.int64(weights.square[half, first_bit(left)])
            left &= left - 1
            rank = np.int64(rules.place[sq, g.FILE])
            own_rank = rank if us == t.WHITE else weights.ranks - 1 - rank
            steps = max(0, weights.first_promotion_rank - own_rank)
            stop = sq + ahead
            total += weights.passed[steps]
            total += weights.passer_their_king[_distance(rules, stop, king_square(pos, them))] * max(
                0, 7 - steps
            )
            total += weights.passer_own_king[_distance(rules, stop, king_square(pos, us))] * max(0, 7 - steps)
            guarded = False
            free = True
            helped = False
            for word in range(2):
                way = weights.front[us, sq, word]
                men = weights.men[us, word] | weights.men[them, word]
                if way & (men | weights.attacked[them, word]):
                    free = False
                if weights.bit[stop, word] & weights.attacked[them, word]:
                    guarded = True
                if weights.bit[stop, word] & weights.attacked[us, word]:
                    helped = True
            if pos.board[stop] != t.EMPTY:
                total += weights.passer_blocked[steps]
            elif free:
                total += weights.passer_free[steps]
            elif not guarded:
                total += weights.passer_safe[steps]
            elif helped:
                total += weights.passer_helped[steps]
    if total == 0 or weights.promotes_to_lost_only == 0:
        return total
    percent = promotion_percent(pos, rules, weights, us)
    middlegame = np.int64(np.int32(total & 0xFFFFFFFF)) * percent // 100
    endgame = ((total + 0x80000000) >> 32) * percent // 100
    return middlegame + (endgame << 32)
