"""The evaluation: how good a standing position is, in centipawns. It is written by hand; a network that
learned from games how far that is off corrects it, where there is one.

Terms are sums of packed middlegame and endgame values from White's side; `evaluate` tapers them by the men
left and turns the result to the side to move.
"""

from __future__ import annotations

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.jit import inlined, kernel
from ..engine.record import Position
from ..engine.rules import Rules
from .attacks import occupy, survey
from .endings import cannot_win, chances, is_bare, mop_up
from .formulas import FULL_PHASE
from .king import danger
from .nnue.output import network_value
from .pawns import passers, structure
from .solved import moves_to_mate
from .threats import threats
from .weights import Weights

#: How far `estimate` is trusted to be from `evaluate`.
LAZY = 300
#: Centipawns; nine corrections of ten are smaller.
CORRECTION = 80
#: No evaluation is further from 0; scores beyond it are mates.
LIMIT = 9000
#: Centipawns of a bare king with no move left, in an ending that is solved, and of a move to mate.
_SOLVED, _MOVE = 1300, 12


@inlined
def material(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Packed worth of a side's men."""
    total = 0
    for piece_type in range(t.PAWN, t.KING):
        total += np.int64(pos.count[2 * piece_type + us]) * weights.material[piece_type]
    if pos.count[2 * t.BISHOP + us] >= 2:
        total += weights.bishop_pair
    return total


@inlined
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
def tapered(pos: Position, weights: Weights, total: int) -> int:
    """Centipawns of a packed sum, by the men left."""
    phase = 0
    for piece_type in range(t.KNIGHT, t.KING):
        men = np.int64(pos.count[2 * piece_type]) + np.int64(pos.count[2 * piece_type + 1])
        phase += men * weights.phase[piece_type]
    phase = min(phase, FULL_PHASE)
    middlegame = np.int64(np.int32(total & 0xFFFFFFFF))
    endgame = (total + 0x80000000) >> 32
    score = middlegame * phase + endgame * (FULL_PHASE - phase)
    # Rounded towards zero for both colours alike, so that the evaluation is the same seen from either side.
    worth = score // FULL_PHASE if score >= 0 else -(-score // FULL_PHASE)
    return max(-LIMIT, min(LIMIT, worth))


@kernel
def prepare(pos: Position, rules: Rules, weights: Weights) -> int:
    """Fill all sets that the terms read; the packed pawn structure and shelters, White's less Black's."""
    value = structure(pos, rules, weights)
    occupy(pos, weights)
    for colour in range(2):
        weights.freedom[colour] = survey(pos, rules, weights, colour)
    return value


@inlined
def packed_total(pos: Position, rules: Rules, weights: Weights) -> int:
    """What `evaluate` tapers where no king is bare: the sum of all terms, from White's side.

    Leaves the sides' terms in `weights.terms`, for the network.
    """
    total = pos.tally + prepare(pos, rules, weights)
    for colour in range(2):
        weights.terms.rooks[colour] = rooks(pos, rules, weights, colour)
        weights.terms.danger[colour] = danger(pos, rules, weights, colour)
        weights.terms.threats[colour] = threats(pos, rules, weights, colour)
        weights.terms.passers[colour] = passers(pos, rules, weights, colour)
        terms = (
            weights.freedom[colour]
            + weights.terms.rooks[colour]
            + weights.terms.danger[colour]
            + weights.terms.threats[colour]
            + weights.terms.passers[colour]
            + material(pos, rules, weights, colour)
        )
        if colour == pos.side:
            terms += weights.tempo
        total += terms if colour == t.WHITE else -terms
    return total


@kernel
def evaluate(pos: Position, rules: Rules, weights: Weights) -> int:
    """The position's worth for the side to move, centipawns within `LIMIT`.

    `rules` are `rules_with_placement`.
    """
    return evaluate_for(pos, rules, weights, -LIMIT, LIMIT)


@kernel
def evaluate_for(pos: Position, rules: Rules, weights: Weights, alpha: int, beta: int) -> int:
    """The same for a search that asks whether it lies between alpha and beta: where the hand-written
    evaluation is so far outside that the network would not bring it back, the network is not asked.
    """
    us = np.int64(pos.side)
    for colour in range(2):
        if is_bare(pos, colour ^ 1):
            if cannot_win(pos, colour):
                return 0
            moves = moves_to_mate(pos, rules, weights, colour)
            if moves == 0:
                return 0
            worth = material(pos, rules, weights, colour) >> 32
            worth += mop_up(pos, rules, weights, colour) if moves < 0 else _SOLVED - _MOVE * moves
            worth = min(worth, LIMIT)
            return worth if colour == us else -worth
    worth = tapered(pos, weights, packed_total(pos, rules, weights))
    better = t.WHITE if worth >= 0 else t.BLACK
    worth = abs(worth) * chances(pos, rules, weights, better) >> 4
    worth = worth if better == us else -worth
    if weights.net.present and alpha - CORRECTION < worth < beta + CORRECTION:
        worth = max(-LIMIT, min(LIMIT, worth + network_value(pos, rules, weights, worth)))
    return worth


@kernel
def estimate(pos: Position, rules: Rules, weights: Weights) -> int:
    """Material and placement alone, centipawns for the side to move: cheap, and mostly within
    `LAZY` of `evaluate`.
    """
    if is_bare(pos, 0) or is_bare(pos, 1):
        return evaluate(pos, rules, weights)
    worth = tapered(
        pos, weights, pos.tally + material(pos, rules, weights, 0) - material(pos, rules, weights, 1)
    )
    return worth if pos.side == t.WHITE else -worth
