"""The tables that kernels read, built once for each variant. Kernels never ask for a variant's name."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

import numpy as np

from . import geometry as g
from . import types as t
from .jit import declare
from .memory import Record
from .variants import Variant

OPTIONAL, COMPULSORY = 1, 2  # values of `promotion`
UNLIMITED = 255  # value of `army` where a promotion has no limit

BACK_SLOTS = 1 << 14
BACK_MOVES = 15_000

RULES = np.dtype(
    [
        # geometry
        ("line", np.uint8, (g.SQUARES, g.DIRECTIONS)),  # the four lines through a square
        ("place", np.uint8, (g.SQUARES, g.DIRECTIONS)),  # where on them it stands
        ("line_start", np.int16, (g.LINES,)),
        ("line_direction", np.uint8, (g.LINES,)),
        ("walls", np.uint32, (g.LINES,)),  # places of a line outside the board
        # [place, occupancy]: places reached, first blockers included
        ("slide", np.uint16, (g.SIZE, 1 << g.SIZE)),
        ("king_near", np.uint8, (2 * g.SQUARES,)),  # [a - b + SQUARES]: a and b touch
        ("wall", np.uint8, (g.SQUARES,)),
        # pieces, by piece code
        ("first_direction", np.uint8, (t.PIECES,)),  # slides in directions first .. last - 1
        ("last_direction", np.uint8, (t.PIECES,)),
        ("leaps", np.uint8, (t.PIECES,)),  # moves as a knight, too
        ("mark", np.uint32, (t.PIECES, g.DIRECTIONS)),  # what the piece writes on a line: own bit, slider bit
        ("exchange", np.int32, (t.PIECE_TYPES,)),  # centipawns, for exchanges
        # Summed over the men by put and remove; zero unless a caller fills it
        ("tally", np.int64, (t.PIECES, g.SQUARES)),
        # pawns, by colour and square
        ("pawn_steps", np.uint8, (2, g.SQUARES)),
        ("promotion", np.uint8, (2, g.SQUARES)),  # 0, OPTIONAL or COMPULSORY on arriving there
        ("promotions", np.uint8, (8,)),  # piece types, best first, 0 ends
        ("army", np.uint8, (t.PIECE_TYPES,)),  # men of the type from which on no pawn becomes one
        # castling, by colour and wing (0 king's side, 1 queen's side)
        ("castle_right", np.uint8, (2, 2)),
        ("castle_king", np.uint8, (2,)),
        ("castle_king_to", np.uint8, (2, 2)),
        ("castle_rook", np.uint8, (2, 2)),
        ("castle_rook_to", np.uint8, (2, 2)),
        ("castle_free", np.uint16, (2, 2)),  # places of the rank line between king and rook
        ("castle_keeps", np.uint8, (g.SQUARES,)),  # rights that survive a move from or to the square
        # keys
        ("key_piece", np.uint64, (t.PIECES, g.SQUARES)),
        ("key_castling", np.uint64, (16,)),
        ("key_en_passant", np.uint64, (g.SQUARES,)),
        ("key_side", np.uint64),
        ("move_rule", np.int32),  # plies, 0 where the game has none
        # Every way of a man but a pawn from a square to another and back, by the key that it changes: those
        # whose key ends in `slot` are number back_start[slot] .. back_start[slot + 1] - 1
        ("back_start", np.uint16, (BACK_SLOTS + 1,)),
        ("back_key", np.uint64, (BACK_MOVES,)),
        ("back_squares", np.uint8, (BACK_MOVES, 2)),
    ],
    align=True,
)

declare("Rules", RULES)
Rules: TypeAlias = Record  # the hint, as type checkers see it

_SLIDES = {  # piece type: directions first .. last - 1
    t.BISHOP: (2, 4),
    t.ROOK: (0, 2),
    t.ARCHBISHOP: (2, 4),
    t.CHANCELLOR: (0, 2),
    t.QUEEN: (0, 4),
    t.GIRAFFE: (0, 4),
}
_LEAPERS = (t.KNIGHT, t.ARCHBISHOP, t.CHANCELLOR, t.GIRAFFE)
_KEY_SEED = 0x7E4F01D


@cache
def rules_for(variant: Variant) -> Record:
    """The tables of `variant`. Shared by everyone who asks, so not to be written to."""
    rules = Record(RULES)
    _fill_geometry(rules, variant)
    _fill_pieces(rules, variant)
    _fill_pawns(rules, variant)
    _fill_castling(rules, variant)
    _fill_keys(rules)
    _fill_ways_back(rules)
    rules.move_rule = variant.move_rule
    return rules


def start_army(variant: Variant, piece_type: int) -> int:
    """How many men of a type one side has in the start position."""
    return variant.start_fen.split()[0].count(t.LETTERS[piece_type].upper())


def _reach(place: int, occupancy: int) -> int:
    reached = 0
    for step in (1, -1):
        at = place + step
        while 0 <= at < g.SIZE:
            reached |= 1 << at
            if occupancy >> at & 1:
                break
            at += step
    return reached


def _fill_geometry(rules: Record, variant: Variant) -> None:
    wall, walls, lines, places = rules["wall"], rules["walls"], rules["line"], rules["place"]
    wall[:] = 1
    walls[:] = (1 << g.SIZE) - 1
    for rank in range(variant.ranks):
        for file in range(variant.files):
            sq = g.square(file, rank)
            wall[sq] = 0
            for d in range(g.DIRECTIONS):
                line, place = g.line_of(file, rank, d), g.place_of(file, rank, d)
                lines[sq, d], places[sq, d] = line, place
                walls[line] &= ~np.uint32(1 << place)
    for line in range(g.LINES):
        rules.line_start[line] = g.line_start(line)
        rules.line_direction[line] = g.direction_of(line)
    rules.slide[:] = _slide_table()
    for step in g.KING_STEPS:
        rules.king_near[step + g.SQUARES] = 1


@cache
def _slide_table() -> np.ndarray:
    table = [[_reach(place, bits) for bits in range(1 << g.SIZE)] for place in range(g.SIZE)]
    return np.array(table, np.uint16)


def _fill_pieces(rules: Record, variant: Variant) -> None:
    for piece_type in range(1, t.PIECE_TYPES):
        first, last = _SLIDES.get(piece_type, (0, 0))
        for colour in (t.WHITE, t.BLACK):
            piece = 2 * piece_type + colour
            rules.first_direction[piece], rules.last_direction[piece] = first, last
            rules.leaps[piece] = piece_type in _LEAPERS
            for d in range(g.DIRECTIONS):
                rules.mark[piece, d] = 0x10001 if first <= d < last else 1
        rules.exchange[piece_type] = variant.exchange_values.get(t.LETTERS[piece_type], 0)


def _fill_pawns(rules: Record, variant: Variant) -> None:
    steps, promotion = rules["pawn_steps"], rules["promotion"]
    for rank in range(variant.ranks):
        for file in range(variant.files):
            for colour, own_rank in ((t.WHITE, rank + 1), (t.BLACK, variant.ranks - rank)):
                sq = g.square(file, rank)
                home = own_rank == variant.pawn_home_rank
                steps[colour, sq] = variant.pawn_longest_step if home else 1
                if own_rank == variant.ranks:
                    promotion[colour, sq] = COMPULSORY
                elif own_rank >= variant.promotion_rank:
                    promotion[colour, sq] = OPTIONAL
    for i, letter in enumerate(variant.promotions):
        piece_type = t.LETTERS.index(letter)
        rules.promotions[i] = piece_type
        rules.army[piece_type] = (
            start_army(variant, piece_type) if variant.promotes_to_lost_only else UNLIMITED
        )


def _fill_castling(rules: Record, variant: Variant) -> None:
    rules.castle_keeps[:] = 15
    castling = variant.castling
    if castling is None:
        return
    for colour, rank in ((t.WHITE, 0), (t.BLACK, variant.ranks - 1)):
        king_file = g.FILE_NAMES.index(castling.king_file)
        rules.castle_king[colour] = g.square(king_file, rank)
        for wing, rook_name in enumerate((castling.kingside_rook_file, castling.queenside_rook_file)):
            toward = 1 if wing == 0 else -1
            rook_file = g.FILE_NAMES.index(rook_name)
            king_to = king_file + toward * castling.distance
            right = 1 << (2 * colour + wing)
            rules.castle_right[colour, wing] = right
            rules.castle_king_to[colour, wing] = g.square(king_to, rank)
            rules.castle_rook[colour, wing] = g.square(rook_file, rank)
            rules.castle_rook_to[colour, wing] = g.square(king_to - toward, rank)
            between = range(min(king_file, rook_file) + 1, max(king_file, rook_file))
            rules.castle_free[colour, wing] = sum(1 << file for file in between)
            rules.castle_keeps[rules.castle_rook[colour, wing]] &= ~right & 15
            rules.castle_keeps[rules.castle_king[colour]] &= ~right & 15


def _fill_keys(rules: Record) -> None:
    random = np.random.Generator(np.random.PCG64(_KEY_SEED))

    def keys(*shape: int) -> np.ndarray:
        return random.integers(0, 1 << 64, shape, np.uint64)

    rules.key_piece[:] = keys(t.PIECES, g.SQUARES)
    rules.key_castling[1:] = keys(15)
    rules.key_en_passant[1:] = keys(g.SQUARES - 1)  # square 0 stands for "none"
    rules.key_side = keys(1)[0]


def _fill_ways_back(rules: Record) -> None:
    squares = np.flatnonzero(rules["wall"] == 0)
    one, other = (squares[index] for index in np.triu_indices(len(squares), 1))
    steps = other - one
    same_line = rules["line"][one] == rules["line"][other]
    keys, ends = [], []
    for piece in range(2 * t.KNIGHT, t.PIECES):
        there = same_line[:, rules.first_direction[piece] : rules.last_direction[piece]].any(axis=1)
        if rules.leaps[piece]:
            there |= np.isin(steps, g.KNIGHT_LEAPS)
        if piece >> 1 == t.KING:
            there |= np.isin(steps, g.KING_STEPS)
        keys.append(rules["key_piece"][piece, one[there]] ^ rules["key_piece"][piece, other[there]])
        ends.append(np.stack((one[there], other[there]), axis=1))
    key = np.concatenate(keys)
    slot = (key & np.uint64(BACK_SLOTS - 1)).astype(np.int64)
    order = np.argsort(slot, kind="stable")
    rules["back_key"][: len(key)] = key[order]
    rules["back_squares"][: len(key)] = np.concatenate(ends)[order]
    rules["back_start"][:] = np.searchsorted(slot[order], np.arange(BACK_SLOTS + 1))
