"""Every number of the evaluation, one record for each game; nothing else holds an evaluation constant.

The three ten-by-ten games have tables in `fitted/`, the result of a logistic fit of these terms to positions
of games, started from and held near the formulas below; orthodox chess has the formulas alone.

A value with a middlegame and an endgame half is packed in an int64, ``middlegame + (endgame << 32)``, so that
sums of packed values are packed sums. All are centipawns from the owner's side.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.jit import declare
from ..engine.memory import Record
from ..engine.rules import rules_for
from ..engine.variants import BIGCHESS, CHESS, GRAND, GREATCHESS, Variant
from .tables import fill_placement, fill_weights, fitted, packed

MAX_MOBILITY = 48
MAX_DANGER = 128
PAWN_MEMORY = 2048  # pawn structures remembered

WEIGHTS = np.dtype(
    [
        ("material", np.int64, (t.PIECE_TYPES,)),
        ("phase", np.int32, (t.PIECE_TYPES,)),  # of one man, towards the middlegame
        ("full_phase", np.int32),  # both armies at the start
        ("mobility", np.int64, (t.PIECE_TYPES, MAX_MOBILITY)),  # by squares a man can go to
        ("bishop_pair", np.int64),
        ("tempo", np.int64),
        ("rook_open_file", np.int64),
        ("rook_half_open_file", np.int64),
        ("pawn_threat", np.int64, (t.PIECE_TYPES,)),  # a pawn attacks a man of the type
        # pawns
        ("passed", np.int64, (g.SIZE + 1,)),  # by steps to the first rank where it may promote
        ("doubled", np.int64),
        ("isolated", np.int64),
        ("connected", np.int64, (g.SIZE,)),  # by own rank
        # the king
        ("attack_units", np.int32, (t.PIECE_TYPES,)),  # for each square of the king's zone a man attacks
        ("danger", np.int64, (MAX_DANGER,)),  # by the sum of units
        ("shelter", np.int64, (4,)),  # by how far the nearest own pawn on a file stands ahead: 1, 2, 3, none
        ("storm", np.int64, (6,)),  # by the distance of the nearest enemy pawn on the king's files
        # the mop-up of a bare king
        ("drive_edge", np.int32, (g.SQUARES,)),  # for a bare king there, from the winner's side
        ("drive_near", np.int32),  # for each step the kings are closer
        ("drive_room", np.int32),  # for each square of the rectangle that rooks leave it
        ("drive_escapes", np.int32),  # for each safe square beside it
        # geometry
        ("zone", np.uint16, (2, g.SQUARES, g.LINES)),  # places of a line in the zone of a king, by its colour
        ("in_zone", np.uint8, (2, 2 * g.SQUARES)),  # [square - king + SQUARES]
        ("first_promotion_rank", np.int32),  # own ranks from 0
        ("files", np.int32),
        ("ranks", np.int32),
        ("may_promote", np.uint16, (2,)),  # ranks from which a pawn may promote by its next move
        ("ahead", np.uint16, (2, g.SIZE)),  # ranks in front of a rank
        ("promotes_to_lost_only", np.int32),
        # what `evaluate` remembers of pawn structures: give each thread its own copy of the record
        ("pawn_key", np.int64, (PAWN_MEMORY,)),
        ("pawn_value", np.int64, (PAWN_MEMORY,)),
    ],
    align=True,
)
declare("Weights", WEIGHTS)
Weights: TypeAlias = Record  # the hint, as type checkers see it


# P, N, B, R, A, C, Q, G. Starting points were logistic fits of results on material in games of each
# kind; Grand Chess has dearer pawns because they promote two ranks early.
_MATERIAL = {
    GRAND.name: ((85, 245, 295, 410, 680, 740, 830, 0), (115, 235, 290, 440, 650, 730, 830, 0)),
    BIGCHESS.name: ((90, 310, 390, 570, 900, 0, 1090, 0), (120, 310, 400, 620, 900, 0, 1120, 0)),
    GREATCHESS.name: ((90, 320, 390, 570, 890, 940, 1030, 1290), (120, 320, 400, 620, 900, 960, 1060, 1320)),
    CHESS.name: ((90, 320, 340, 480, 0, 0, 960, 0), (115, 310, 340, 540, 0, 0, 980, 0)),
}
_PHASE = (0, 1, 1, 2, 3, 4, 4, 5)
_ATTACK_UNITS = (0, 3, 3, 4, 7, 8, 8, 11)
# Centipawns for one square more or less than a man's usual number of squares, and that number.
_MOBILITY = {
    t.KNIGHT: (5, 4, 4),
    t.BISHOP: (4, 4, 6),
    t.ROOK: (2, 4, 8),
    t.ARCHBISHOP: (3, 3, 11),
    t.CHANCELLOR: (3, 3, 12),
    t.QUEEN: (2, 3, 14),
    t.GIRAFFE: (2, 3, 19),
}
_TYPES = range(t.PAWN, t.KING)


def _centre(variant: Variant, file: int, rank: int) -> float:
    """How near the middle of the board a square is: 0 in a corner to 1."""
    across = 1 - abs(file - (variant.files - 1) / 2) / ((variant.files - 1) / 2)
    along = 1 - abs(rank - (variant.ranks - 1) / 2) / ((variant.ranks - 1) / 2)
    return (across + along) / 2


def _placement(variant: Variant, piece_type: int, file: int, rank: int) -> tuple[float, float]:
    """Middlegame and endgame worth of a white man's square, `rank` from 0."""
    centre = _centre(variant, file, rank)
    across = 1 - abs(file - (variant.files - 1) / 2) / ((variant.files - 1) / 2)
    if piece_type == t.PAWN:
        advance = rank - (variant.pawn_home_rank - 1)
        return advance * 3 + advance * across * 4 + across * 6, advance * 8
    if piece_type == t.KING:
        wing = 1 - across
        return -14 * rank - (variant.ranks / 2) * centre * 4 + 22 * wing, 60 * centre
    if piece_type == t.ROOK:
        return 6 * across, 4 * rank / variant.ranks
    weight = {t.KNIGHT: 45, t.BISHOP: 24, t.ARCHBISHOP: 30, t.CHANCELLOR: 16, t.QUEEN: 12, t.GIRAFFE: 14}[
        piece_type
    ]
    back = -8 if rank == 0 and piece_type in (t.KNIGHT, t.BISHOP) else 0
    return weight * (centre - 0.5) + back, weight * (centre - 0.5)


def _fill_terms(weights: Record, variant: Variant) -> None:
    middlegame, endgame = _MATERIAL[variant.name]
    for piece_type in _TYPES:
        weights.material[piece_type] = packed(middlegame[piece_type - 1], endgame[piece_type - 1])
        weights.phase[piece_type] = _PHASE[piece_type - 1]
        weights.attack_units[piece_type] = _ATTACK_UNITS[piece_type - 1]
        army = variant.start_fen.split()[0].lower().count(t.LETTERS[piece_type])
        weights.full_phase += army * _PHASE[piece_type - 1]
    mobility = weights["mobility"]
    for piece_type, (mg, eg, usual) in _MOBILITY.items():
        for squares in range(MAX_MOBILITY):
            gain = squares - usual
            # Squares beyond the usual count for less
            gain = gain if gain < 0 else 2.2 * gain**0.7 if gain > 1 else gain
            mobility[piece_type, squares] = packed(mg * gain, eg * gain)
    weights.bishop_pair = packed(22, 35)
    weights.tempo = packed(14, 6)
    weights.rook_open_file = packed(24, 10)
    weights.rook_half_open_file = packed(10, 6)
    for piece_type in _TYPES:
        worth = (
            0
            if piece_type == t.PAWN
            else 30 + (8 if piece_type > t.BISHOP else 0) + (8 if piece_type > t.ROOK else 0)
        )
        weights.pawn_threat[piece_type] = packed(worth, worth * 0.7)
    for steps in range(g.SIZE + 1):
        near = max(0, 7 - steps)
        weights.passed[steps] = packed(1.3 * near**2, 3.2 * near**2)
    weights.doubled = packed(-8, -14)
    weights.isolated = packed(-9, -10)
    for rank in range(g.SIZE):
        weights.connected[rank] = packed(3 + 2 * max(0, rank - 2), 2 + 2 * max(0, rank - 2))


def _fill_king(weights: Record, variant: Variant) -> None:
    danger = weights["danger"]
    for units in range(MAX_DANGER):
        danger[units] = packed(min(units * units / 9.0 + units * 0.6, 900), min(units * units / 40.0, 200))
    for i, (mg, eg) in enumerate(((14, 0), (6, 0), (-4, 0), (-22, 0))):
        weights.shelter[i] = packed(mg, eg)
    for i, mg in enumerate((0, -16, -14, -8, -3, 0)):
        weights.storm[i] = packed(mg, 0)
    drive_edge = weights["drive_edge"]
    for rank in range(variant.ranks):
        for file in range(variant.files):
            from_edge = min(file, variant.files - 1 - file) + min(rank, variant.ranks - 1 - rank)
            to_corner = min(file, variant.files - 1 - file) * min(rank, variant.ranks - 1 - rank)
            drive_edge[g.square(file, rank)] = 160 - 22 * from_edge - 3 * to_corner
    weights.drive_near = 14
    weights.drive_room = 4
    weights.drive_escapes = 9


def _fill_geometry(weights: Record, variant: Variant) -> None:
    weights.first_promotion_rank = variant.promotion_rank - 1
    weights.files, weights.ranks = variant.files, variant.ranks
    for rank in range(variant.promotion_rank - 2, variant.ranks - 1):
        weights.may_promote[0] |= 1 << rank
        weights.may_promote[1] |= 1 << variant.ranks - 1 - rank
    weights.promotes_to_lost_only = variant.promotes_to_lost_only
    for rank in range(g.SIZE):
        weights.ahead[0, rank] = sum(1 << r for r in range(rank + 1, g.SIZE))
        weights.ahead[1, rank] = sum(1 << r for r in range(rank))
    zone = weights["zone"]
    squares = [(file, rank) for rank in range(variant.ranks) for file in range(variant.files)]
    for colour, forward in ((t.WHITE, 1), (t.BLACK, -1)):
        # The zone of a king: its own square, those around it, and three more in front.
        steps = [(f, r * forward) for f in (-1, 0, 1) for r in (-1, 0, 1, 2)]
        for f, r in steps:
            weights.in_zone[colour, r * g.WIDTH + f + g.SQUARES] = 1
        for king_file, king_rank in squares:
            king = g.square(king_file, king_rank)
            for f, r in steps:
                file, rank = king_file + f, king_rank + r
                if (file, rank) in squares:
                    for d in range(g.DIRECTIONS):
                        line, place = g.line_of(file, rank, d), g.place_of(file, rank, d)
                        zone[colour, king, line] |= 1 << place


@cache
def weights_for(variant: Variant) -> Record:
    """The evaluation's numbers for a game. Shared by everyone who asks, so not to be written to."""
    weights = Record(WEIGHTS)
    _fill_terms(weights, variant)
    _fill_king(weights, variant)
    _fill_geometry(weights, variant)
    fill_weights(weights, fitted(variant))
    return weights


@cache
def rules_with_placement(variant: Variant) -> Record:
    """The variant's rules with the piece-square values as the tally that a position keeps, middlegame and
    endgame packed.
    """
    rules = rules_for(variant).copy()
    tally = rules["tally"]
    for piece_type in range(t.PAWN, t.KING + 1):
        for rank in range(variant.ranks):
            for file in range(variant.files):
                value = packed(*_placement(variant, piece_type, file, rank))
                tally[2 * piece_type, g.square(file, rank)] = value
                tally[2 * piece_type + 1, g.square(file, variant.ranks - 1 - rank)] = -value
    fill_placement(rules, variant, fitted(variant))
    return rules
