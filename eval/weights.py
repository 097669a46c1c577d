"""Every number of the evaluation, one record for each game; nothing else holds an evaluation constant.

The three ten-by-ten games have tables in `fitted/`, the result of a logistic fit of these terms to positions
of games, started from and held near the formulas (`formulas.py`); orthodox chess has the formulas alone.

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
from ..engine.variants import Variant
from .formulas import fill_geometry, fill_king, fill_terms, placement
from .nnue.network import FRESH, NETWORK, ROWS, STACK, SUMS, TRAITS, fill_rows
from .shapes import SHAPES, fill_shapes
from .tables import fill_placement, fill_weights, fitted, packed

MAX_MOBILITY = 48
PAWN_MEMORY = 1024  # pawn structures remembered

#: What `evaluate` remembers of a pawn structure. Sets of squares (`shapes.py`) are by colour and half.
PAWNS = np.dtype(
    [
        ("key", np.int64),
        ("value", np.int64),
        ("shelter", np.int64, (2,)),
        ("men", np.int64, (2, 2)),
        ("attacks", np.int64, (2, 2)),
        ("passed", np.int64, (2, 2)),
    ]
)

#: Packed terms of an evaluation, by colour.
TERMS = np.dtype([(name, np.int64, (2,)) for name in ("rooks", "danger", "threats", "passers")])

WEIGHTS = np.dtype(
    [
        ("material", np.int64, (t.PIECE_TYPES,)),
        ("phase", np.int32, (t.PIECE_TYPES,)),  # of one man, of FULL_PHASE that both armies have at the start
        ("mobility", np.int64, (t.PIECE_TYPES, MAX_MOBILITY)),  # by squares a man can go to
        ("bishop_pair", np.int64),
        ("tempo", np.int64),
        ("rook_open_file", np.int64),
        ("rook_half_open_file", np.int64),
        # a man of the type is attacked, by a pawn, by knight or bishop, and while not well guarded by a rook
        # or by cardinal or marshal
        ("pawn_threat", np.int64, (t.PIECE_TYPES,)),
        ("minor_threat", np.int64, (t.PIECE_TYPES,)),
        ("rook_threat", np.int64, (t.PIECE_TYPES,)),
        ("compound_threat", np.int64, (t.PIECE_TYPES,)),
        ("hanging", np.int64),  # an attacked man that nobody guards
        ("weak_on_move", np.int64),  # a piece attacked and not well guarded, the attacker on the move
        ("king_threat", np.int64),  # the king attacks a man
        ("restricted", np.int64),  # a square that both attack and the enemy does not guard well
        ("control", np.int64),  # a square in the enemy's half that only we attack
        ("grip", np.int64),  # one that we attack twice, the enemy does not
        # pawns
        ("passed", np.int64, (g.SIZE + 1,)),  # by steps to the first rank where it may promote
        ("passer_blocked", np.int64, (g.SIZE + 1,)),  # also by steps: a man stands in front
        ("passer_free", np.int64, (g.SIZE + 1,)),  # nobody stands on its way or attacks it
        ("passer_safe", np.int64, (g.SIZE + 1,)),  # the next square is empty and not attacked
        ("passer_helped", np.int64, (g.SIZE + 1,)),  # attacked, but guarded
        ("passer_own_king", np.int64, (6,)),  # by its distance, for each step nearer than seven
        ("passer_their_king", np.int64, (6,)),
        ("doubled", np.int64),
        ("isolated", np.int64),
        ("backward", np.int64),
        ("connected", np.int64, (g.SIZE,)),  # by own rank
        # the king
        ("attack_units", np.int32, (t.PIECE_TYPES,)),  # for each square of the king's zone a man attacks
        ("attackers", np.int32, (t.PIECE_TYPES,)),  # for each man that attacks the zone
        ("safe_check", np.int32, (t.PIECE_TYPES, 3)),  # none, one, several squares to give check from
        ("unsafe_check", np.int32),  # for each
        ("weak_ring", np.int32),  # for each square of the zone that only king or queen guard
        ("camp_attack", np.int32),  # for each attacked square in front of and around the king
        ("camp_defence", np.int32),
        ("danger_base", np.int32),
        ("initiative", np.int32),  # the attacker is on the move
        ("shelter", np.int64, (4,)),  # by how far the nearest own pawn on a file stands ahead: 1, 2, 3, none
        ("storm", np.int64, (6,)),  # by the distance of the nearest enemy pawn on the king's files
        # endings that are hard to win
        ("winning_lead", np.int32),  # centipawns beyond a bishop that win without pawns
        ("pawnless_chances", np.int32),  # sixteenths of a smaller lead that count
        ("opposite_bishops_chances", np.int32),
        # the mop-up of a bare king
        ("drive_edge", np.int32, (g.SQUARES,)),  # for a bare king there, from the winner's side
        ("drive_near", np.int32),  # for each step the kings are closer
        ("drive_room", np.int32),  # for each square of the rectangle that rooks leave it
        ("drive_escapes", np.int32),  # for each safe square beside it
        ("tables", np.int64),  # how many of the next are attached
        ("solved", np.int64, (7,)),  # addresses of the tables of solved.py, 0 where none is attached
        # geometry
        *SHAPES,
        ("first_promotion_rank", np.int32),  # own ranks from 0
        ("files", np.int32),
        ("ranks", np.int32),
        ("may_promote", np.uint16, (2,)),  # ranks from which a pawn may promote by its next move
        ("ahead", np.uint16, (2, g.SIZE)),  # ranks in front of a rank
        ("promotes_to_lost_only", np.int32),
        # what `evaluate` remembers of pawn structures: give each thread its own copy of the record
        ("pawns", PAWNS, (PAWN_MEMORY,)),
        # scratch of `evaluate`: sets by colour, piece type and half
        ("slot", np.int64),  # of this position's pawns
        ("men", np.int64, (2, 2)),
        ("attacks", np.int64, (2, t.PIECE_TYPES, 2)),  # what men of a type attack
        ("attacked", np.int64, (2, 2)),
        ("twice", np.int64, (2, 2)),
        ("freedom", np.int64, (2,)),  # packed mobility
        ("units", np.int64, (2,)),  # of men that attack the enemy king's zone
        ("terms", TERMS),
        # the network, and its kernels' scratch
        ("net", NETWORK),
        *ROWS,
        ("sums", SUMS, (STACK,)),
        ("fresh", FRESH, (2, 2)),  # by side looking and half
        ("traits", np.int16, (TRAITS,)),
    ],
    align=True,
)
declare("Weights", WEIGHTS)
Weights: TypeAlias = Record  # the hint, as type checkers see it


@cache
def weights_for(variant: Variant) -> Record:
    """The evaluation's numbers for a game. Shared by everyone who asks, so not to be written to."""
    weights = formulas(variant)
    fill_weights(weights, fitted(variant))
    return weights


def formulas(variant: Variant) -> Record:
    """The numbers as they are without a fit, in a record of the caller's own."""
    weights = Record(WEIGHTS)
    fill_terms(weights, variant)
    fill_king(weights, variant)
    fill_geometry(weights, variant)
    fill_shapes(weights, variant)
    fill_rows(weights, variant)
    return weights


@cache
def rules_with_placement(variant: Variant) -> Record:
    """The variant's rules with the piece-square values as the tally that a position keeps, middlegame and
    endgame packed.
    """
    rules = rules_with_formulas(variant)
    fill_placement(rules, variant, fitted(variant))
    return rules


def rules_with_formulas(variant: Variant) -> Record:
    """The same with piece-square values as they are without a fit, in a record of the caller's own."""
    rules = rules_for(variant).copy()
    tally = rules["tally"]
    for piece_type in range(t.PAWN, t.KING + 1):
        for rank in range(variant.ranks):
            for file in range(variant.files):
                value = packed(*placement(variant, piece_type, file, rank))
                tally[2 * piece_type, g.square(file, rank)] = value
                tally[2 * piece_type + 1, g.square(file, variant.ranks - 1 - rank)] = -value
    return rules
