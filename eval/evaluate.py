"""The hand-written evaluation: how good a standing position is, in centipawns.

Terms are sums of packed middlegame and endgame values from White's side; `evaluate` tapers them by the men
left and turns the result to the side to move.
"""

from __future__ import annotations

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.attacks import is_attacked
from ..engine.jit import bit_count, inlined, kernel
from ..engine.record import Position, king_square
from ..engine.rules import Rules
from .weights import MAX_DANGER, PAWN_MEMORY, Weights

_OCCUPIED = 1023
_LEAPS = g.KNIGHT_LEAPS
_KING_STEPS = g.KING_STEPS
#: No evaluation is further from 0; scores beyond it are mates.
LIMIT = 9000
#: How far `estimate` is trusted to be from `evaluate`.
LAZY = 450


@kernel
def material(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Packed worth of a side's men."""
    total = 0
    for piece_type in range(t.PAWN, t.KING):
        total += np.int64(pos.count[2 * piece_type + us]) * weights.material[piece_type]
    if pos.count[2 * t.BISHOP + us] >= 2:
        total += weights.bishop_pair
    return total


@kernel
def pieces(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Packed mobility of a side's pieces and the danger they are to the enemy king."""
    them = us ^ 1
    king = king_square(pos, them)
    total = 0
    units = 0
    for piece_type in range(t.KNIGHT, t.KING):
        piece = 2 * piece_type + us
        first = np.int64(rules.first_direction[piece])
        last = np.int64(rules.last_direction[piece])
        leaps = rules.leaps[piece]
        for i in range(pos.count[piece]):
            sq = np.int64(pos.list[piece, i])
            squares = 0
            hits = 0
            for d in range(first, last):
                line = np.int64(rules.line[sq, d])
                ours = np.int64(pos.lines[us, line])
                occupied = (ours | np.int64(pos.lines[them, line])) & _OCCUPIED
                reached = np.int64(rules.slide[rules.place[sq, d], occupied])
                squares += bit_count(reached & ~ours)
                hits += bit_count(reached & np.int64(weights.zone[them, king, line]))
            if leaps:
                for leap in _LEAPS:
                    at = pos.board[sq + leap]
                    if at != t.WALL:
                        if at == t.EMPTY or at & 1 != us:
                            squares += 1
                        hits += np.int64(weights.in_zone[them, sq + leap - king + g.SQUARES])
            total += weights.mobility[piece_type, squares]
            units += hits * weights.attack_units[piece_type]
    return total + weights.danger[min(units, MAX_DANGER - 1)]


@kernel
def rooks(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Packed worth of rooks and marshals on open files."""
    total = 0
    for piece_type in (t.ROOK, t.CHANCELLOR):
        piece = 2 * piece_type + us
        for i in range(pos.count[piece]):
            file = rules.place[pos.list[piece, i], g.RANK]
            if pos.pawn_files[us, file] == 0:
                total += (
                    weights.rook_half_open_file if pos.pawn_files[us ^ 1, file] else weights.rook_open_file
                )
    return total


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


@kernel
def pawns(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Packed worth of a side's pawn structure and its passed pawns."""
    them = us ^ 1
    pawn = 2 * t.PAWN + us
    percent = promotion_percent(pos, rules, weights, us)
    total = 0
    for i in range(pos.count[pawn]):
        sq = np.int64(pos.list[pawn, i])
        file = np.int64(rules.place[sq, g.RANK])
        rank = np.int64(rules.place[sq, g.FILE])
        own_rank = rank if us == t.WHITE else weights.ranks - 1 - rank
        in_front = np.int64(weights.ahead[us, rank])
        beside = _neighbours(pos, us, file)
        if np.int64(pos.pawn_files[us, file]) & in_front:
            total += weights.doubled
        elif (np.int64(pos.pawn_files[them, file]) | _neighbours(pos, them, file)) & in_front == 0:
            steps = max(0, weights.first_promotion_rank - own_rank)
            worth = weights.passed[steps]
            if percent != 100:
                middlegame = np.int64(np.int32(worth & 0xFFFFFFFF)) * percent // 100
                endgame = (worth >> 32) * percent // 100
                worth = middlegame + (endgame << 32)
            total += worth
        if beside == 0:
            total += weights.isolated
        elif beside & ((1 << rank) | (1 << rank >> 1 if us == t.WHITE else 2 << rank)):
            total += weights.connected[own_rank]
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
def threats(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Packed worth of the pieces that a side's pawns attack."""
    pawn = 2 * t.PAWN + us
    ahead = 12 if us == t.WHITE else -12
    total = 0
    for i in range(pos.count[pawn]):
        to_sq = np.int64(pos.list[pawn, i]) + ahead
        for side in (-1, 1):
            victim = pos.board[to_sq + side]
            if victim >= 2 and victim & 1 != us:
                total += weights.pawn_threat[victim >> 1]
    return total


@inlined
def _structure(pos: Position, rules: Rules, weights: Weights) -> int:
    """Packed pawn structure and shelters, White's less Black's, remembered: few moves change them."""
    percents = 0
    if weights.promotes_to_lost_only:
        percents = promotion_percent(pos, rules, weights, 0) << 8 | promotion_percent(pos, rules, weights, 1)
    kings = king_square(pos, 0) << 8 | king_square(pos, 1)
    key = np.int64(pos.pawn_key) ^ (kings << 16 | percents) * 0x9E3779B97F4A7C1
    slot = (key >> 20) & (PAWN_MEMORY - 1)
    if weights.pawn_key[slot] == key:
        return weights.pawn_value[slot]
    value = (
        pawns(pos, rules, weights, 0)
        - pawns(pos, rules, weights, 1)
        + shelter(pos, rules, weights, 0)
        - shelter(pos, rules, weights, 1)
    )
    weights.pawn_key[slot] = key
    weights.pawn_value[slot] = value
    return value


@inlined
def _is_bare(pos: Position, us: int) -> bool:
    """Whether a side has its king alone."""
    for piece_type in range(t.PAWN, t.KING):
        if pos.count[2 * piece_type + us]:
            return False
    return True


@inlined
def _room(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Squares of the rectangle around a bare enemy king that `us` fences in by rooks, marshals and queens."""
    king = king_square(pos, us ^ 1)
    file, rank = np.int64(rules.place[king, g.RANK]), np.int64(rules.place[king, g.FILE])
    left, right, bottom, top = -1, np.int64(weights.files), -1, np.int64(weights.ranks)
    for piece_type in range(t.ROOK, t.KING):
        piece = 2 * piece_type + us
        if rules.mark[piece, g.RANK] > 1:  # slides along ranks and files
            for i in range(pos.count[piece]):
                sq = pos.list[piece, i]
                at_file, at_rank = np.int64(rules.place[sq, g.RANK]), np.int64(rules.place[sq, g.FILE])
                if at_file < file:
                    left = max(left, at_file)
                elif at_file > file:
                    right = min(right, at_file)
                if at_rank < rank:
                    bottom = max(bottom, at_rank)
                elif at_rank > rank:
                    top = min(top, at_rank)
    return (right - left - 1) * (top - bottom - 1)


@inlined
def _escapes(pos: Position, rules: Rules, us: int) -> int:
    """Squares beside a bare enemy king that `us` does not attack."""
    king = king_square(pos, us ^ 1)
    found = 0
    for step in _KING_STEPS:
        if pos.board[king + step] != t.WALL and not is_attacked(pos, rules, king + step, us):
            found += 1
    return found


@kernel
def mop_up(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Centipawns for driving a bare enemy king to the edge, taking its room and coming near it."""
    theirs = king_square(pos, us ^ 1)
    ours = king_square(pos, us)
    files = abs(np.int64(rules.place[theirs, g.RANK]) - np.int64(rules.place[ours, g.RANK]))
    ranks = abs(np.int64(rules.place[theirs, g.FILE]) - np.int64(rules.place[ours, g.FILE]))
    return (
        600
        + weights.drive_edge[theirs]
        + weights.drive_near * (2 * g.SIZE - max(files, ranks) - (files + ranks) // 2)
        - weights.drive_room * _room(pos, rules, weights, us)
        - weights.drive_escapes * _escapes(pos, rules, us)
    )


@inlined
def _cannot_win(pos: Position, us: int) -> bool:
    """Whether a side against a bare king has only knights or a single minor piece, which force no mate."""
    for piece_type in (t.PAWN, t.ROOK, t.ARCHBISHOP, t.CHANCELLOR, t.QUEEN, t.GIRAFFE):
        if pos.count[2 * piece_type + us]:
            return False
    bishops = np.int64(pos.count[2 * t.BISHOP + us])
    knights = np.int64(pos.count[2 * t.KNIGHT + us])
    return bishops + knights <= 1 or (bishops == 0 and knights == 2)


@inlined
def packed_total(pos: Position, rules: Rules, weights: Weights) -> int:
    """What `evaluate` tapers where no king is bare: the sum of all terms, from White's side."""
    total = pos.tally + _structure(pos, rules, weights)
    for colour in range(2):
        terms = (
            material(pos, rules, weights, colour)
            + pieces(pos, rules, weights, colour)
            + rooks(pos, rules, weights, colour)
            + threats(pos, rules, weights, colour)
        )
        if colour == pos.side:
            terms += weights.tempo
        total += terms if colour == t.WHITE else -terms
    return total


@inlined
def tapered(pos: Position, weights: Weights, total: int) -> int:
    """Centipawns of a packed sum, by the men left."""
    phase = 0
    for piece_type in range(t.KNIGHT, t.KING):
        men = np.int64(pos.count[2 * piece_type]) + np.int64(pos.count[2 * piece_type + 1])
        phase += men * weights.phase[piece_type]
    phase = min(phase, weights.full_phase)
    middlegame = np.int64(np.int32(total & 0xFFFFFFFF))
    endgame = (total + 0x80000000) >> 32
    score = middlegame * phase + endgame * (weights.full_phase - phase)
    # Rounded towards zero for both colours alike, so that the evaluation is the same seen from either side.
    worth = score // weights.full_phase if score >= 0 else -(-score // weights.full_phase)
    return max(-LIMIT, min(LIMIT, worth))


@kernel
def evaluate(pos: Position, rules: Rules, weights: Weights) -> int:
    """The position's worth for the side to move, centipawns within `LIMIT`.

    `rules` are `rules_with_placement`.
    """
    us = np.int64(pos.side)
    for colour in range(2):
        if _is_bare(pos, colour ^ 1):
            if _cannot_win(pos, colour):
                return 0
            worth = material(pos, rules, weights, colour) >> 32
            worth += mop_up(pos, rules, weights, colour)
            worth = min(worth, LIMIT)
            return worth if colour == us else -worth
    worth = tapered(pos, weights, packed_total(pos, rules, weights))
    return worth if us == t.WHITE else -worth


@kernel
def estimate(pos: Position, rules: Rules, weights: Weights) -> int:
    """Material and placement alone, centipawns for the side to move: cheap, and mostly within `LAZY` of
    `evaluate`.
    """
    if _is_bare(pos, 0) or _is_bare(pos, 1):
        return evaluate(pos, rules, weights)
    worth = tapered(
        pos, weights, pos.tally + material(pos, rules, weights, 0) - material(pos, rules, weights, 1)
    )
    return worth if pos.side == t.WHITE else -worth
