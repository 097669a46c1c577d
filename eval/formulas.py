"""The evaluation's numbers before any fit: formulas from the size of the board and the rules of the game."""

from __future__ import annotations

from ..engine import geometry as g
from ..engine import types as t
from ..engine.memory import Record
from ..engine.variants import BIGCHESS, CHESS, GRAND, GREATCHESS, Variant
from .tables import packed

# P, N, B, R, A, C, Q, G. Starting points were logistic fits of results on material in games of each
# kind; Grand Chess has dearer pawns because they promote two ranks early.
_MATERIAL = {
    GRAND.name: ((85, 245, 295, 410, 680, 740, 830, 0), (115, 235, 290, 440, 650, 730, 830, 0)),
    BIGCHESS.name: ((90, 310, 390, 570, 900, 0, 1090, 0), (120, 310, 400, 620, 900, 0, 1120, 0)),
    GREATCHESS.name: ((90, 320, 390, 570, 890, 940, 1030, 1290), (120, 320, 400, 620, 900, 960, 1060, 1320)),
    CHESS.name: ((90, 320, 340, 480, 0, 0, 960, 0), (115, 310, 340, 540, 0, 0, 980, 0)),
}
FULL_PHASE = 1024  # of both armies at the start
_PHASE = (0, 1, 1, 2, 3, 4, 4, 5)
_ATTACK_UNITS = (0, 4, 4, 5, 8, 9, 8, 11)
_SAFE_CHECK = (0, 50, 40, 60, 90, 90, 80, 110)
# By the victim's type: by knight or bishop, by rook, by cardinal or marshal
_MINOR_THREAT = ((4, 14), (25, 18), (30, 22), (40, 50), (50, 60), (50, 60), (50, 70), (50, 70))
_ROOK_THREAT = ((2, 20), (18, 30), (18, 30), (0, 20), (35, 25), (35, 25), (35, 25), (35, 25))
_COMPOUND_THREAT = ((2, 10), (14, 18), (14, 18), (16, 20), (0, 10), (0, 10), (14, 14), (14, 14))
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


def placement(variant: Variant, piece_type: int, file: int, rank: int) -> tuple[float, float]:
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


def fill_terms(weights: Record, variant: Variant) -> None:
    middlegame, endgame = _MATERIAL[variant.name]
    for piece_type in _TYPES:
        weights.material[piece_type] = packed(middlegame[piece_type - 1], endgame[piece_type - 1])
    men = variant.start_fen.split()[0].lower()
    phases = {piece_type: _PHASE[piece_type - 1] for piece_type in _TYPES}
    armies = sum(men.count(t.LETTERS[piece_type]) * phase for piece_type, phase in phases.items())
    for piece_type, phase in phases.items():
        weights.phase[piece_type] = round(phase * FULL_PHASE / armies)
    mobility = weights["mobility"]
    for piece_type, (mg, eg, usual) in _MOBILITY.items():
        for squares in range(mobility.shape[1]):
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
        weights.minor_threat[piece_type] = packed(*_MINOR_THREAT[piece_type - 1])
        weights.rook_threat[piece_type] = packed(*_ROOK_THREAT[piece_type - 1])
        weights.compound_threat[piece_type] = packed(*_COMPOUND_THREAT[piece_type - 1])
    weights.hanging, weights.king_threat = packed(30, 20), packed(12, 40)
    weights.restricted = packed(3, 3)
    weights.control, weights.grip, weights.weak_on_move = packed(2, 1), packed(3, 4), packed(5, 11)
    for steps in range(g.SIZE + 1):
        near = max(0, 7 - steps)
        weights.passed[steps] = packed(1.3 * near**2, 2.4 * near**2)
        weights.passer_blocked[steps] = packed(-0.3 * near**2, -0.8 * near**2)
        weights.passer_free[steps] = packed(0.7 * near**2, 1.6 * near**2)
        weights.passer_safe[steps] = packed(0.3 * near**2, 0.8 * near**2)
        weights.passer_helped[steps] = packed(0.2 * near**2, 0.4 * near**2)
    for distance in range(6):
        weights.passer_own_king[distance] = packed(0, -1.5 * distance)
        weights.passer_their_king[distance] = packed(0, 3 * distance)
    weights.doubled = packed(-8, -14)
    weights.isolated = packed(-9, -10)
    weights.backward = packed(-5, -6)
    for rank in range(g.SIZE):
        weights.connected[rank] = packed(3 + 2 * max(0, rank - 2), 2 + 2 * max(0, rank - 2))


def fill_king(weights: Record, variant: Variant) -> None:
    for piece_type in _MOBILITY:
        weights.attack_units[piece_type] = _ATTACK_UNITS[piece_type - 1]
        weights.attackers[piece_type] = 2 * _ATTACK_UNITS[piece_type - 1]
        weights.safe_check[piece_type] = (
            0,
            _SAFE_CHECK[piece_type - 1],
            _SAFE_CHECK[piece_type - 1] * 3 // 2,
        )
    weights.unsafe_check = 10
    weights.weak_ring = 14
    weights.camp_attack, weights.camp_defence = 3, -3
    weights.danger_base, weights.initiative = 60, 7
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
    weights.winning_lead, weights.pawnless_chances, weights.opposite_bishops_chances = 150, 2, 8
    weights.drive_near = 30
    weights.drive_room = 4
    weights.drive_escapes = 9


def fill_geometry(weights: Record, variant: Variant) -> None:
    weights.first_promotion_rank = variant.promotion_rank - 1
    weights.files, weights.ranks = variant.files, variant.ranks
    for rank in range(variant.promotion_rank - 2, variant.ranks - 1):
        weights.may_promote[0] |= 1 << rank
        weights.may_promote[1] |= 1 << variant.ranks - 1 - rank
    weights.promotes_to_lost_only = variant.promotes_to_lost_only
    for rank in range(g.SIZE):
        weights.ahead[0, rank] = sum(1 << r for r in range(rank + 1, g.SIZE))
        weights.ahead[1, rank] = sum(1 << r for r in range(rank))
