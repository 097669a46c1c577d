"""Draws that the position itself shows: repetition and material with which nobody can mate."""

from __future__ import annotations

import numpy as np

from . import geometry as g
from . import types as t
from .jit import inlined, kernel
from .record import Position
from .rules import BACK_SLOTS, Rules

_OCCUPIED = 1023


@kernel
def repetitions(pos: Position) -> int:
    """How often this position stood before, as far as the undo stack goes back to the last irreversible move.

    Positions are the same when men, side to move, castling rights and legal en passant captures are.
    """
    found = 0
    oldest = max(0, np.int64(pos.ply) - np.int64(pos.halfmove))
    at = np.int64(pos.ply) - 4
    while at >= oldest:
        if pos.undo[at].key == pos.key:
            found += 1
        at -= 2
    return found


@kernel
def repeats_in_search(pos: Position, plies: int) -> bool:
    """Whether a search calls this position drawn, `plies` plies below its root.

    Once before on the way from the root is enough: who could repeat once can do so again. What stood before
    the root counts as the rules have it, at the third time: nobody chose those moves knowing what we know.
    """
    found = 0
    oldest = max(0, np.int64(pos.ply) - np.int64(pos.halfmove))
    root = np.int64(pos.ply) - plies
    at = np.int64(pos.ply) - 4
    while at >= oldest:
        if pos.undo[at].key == pos.key:
            found += 1
            if at >= root or found == 2:
                return True
        at -= 2
    return False


@kernel
def can_repeat(pos: Position, rules: Rules, plies: int) -> bool:
    """Whether the side to move can step back into a position on the way from a search's root to this one,
    `plies` plies below it: then it has a draw in hand.

    The position before an odd number of plies differs from this one by a single move of a man if their keys
    do. After Marcel van Kervinck's "The design and implementation of the Rookie 2.0 chess playing program",
    which finds the move by its key.
    """
    reach = min(np.int64(pos.halfmove), plies)
    back = 3
    while back <= reach:
        key = pos.key ^ rules.key_side ^ pos.undo[np.int64(pos.ply) - back].key
        slot = np.int64(key & np.uint64(BACK_SLOTS - 1))
        for i in range(np.int64(rules.back_start[slot]), np.int64(rules.back_start[slot + 1])):
            if rules.back_key[i] == key:
                from_sq = np.int64(rules.back_squares[i, 0])
                to_sq = np.int64(rules.back_squares[i, 1])
                if pos.board[from_sq] == t.EMPTY:
                    from_sq, to_sq = to_sq, from_sq
                if pos.board[from_sq] & 1 == pos.side and pos.board[to_sq] == t.EMPTY:
                    if _is_free(pos, rules, from_sq, to_sq):
                        return True
        back += 2
    return False


@inlined
def _is_free(pos: Position, rules: Rules, from_sq: int, to_sq: int) -> bool:
    """Whether nobody stands between two squares that a man's move connects."""
    for d in range(g.DIRECTIONS):
        line = rules.line[from_sq, d]
        if rules.line[to_sq, d] == line:
            occupied = np.int64(pos.lines[0, line] | pos.lines[1, line]) & _OCCUPIED
            reached = np.int64(rules.slide[rules.place[from_sq, d], occupied])
            return (reached >> np.int64(rules.place[to_sq, d])) & 1 != 0
    return True


@kernel
def insufficient_material(pos: Position, rules: Rules) -> bool:
    """Whether no mate exists: bare kings, one knight, or bishops that all stand on squares of one colour."""
    for piece_type in (t.PAWN, t.ROOK, t.ARCHBISHOP, t.CHANCELLOR, t.QUEEN, t.GIRAFFE):
        if pos.count[2 * piece_type] or pos.count[2 * piece_type + 1]:
            return False
    knights = np.int64(pos.count[2 * t.KNIGHT]) + np.int64(pos.count[2 * t.KNIGHT + 1])
    dark = 0
    light = 0
    for colour in range(2):
        for i in range(pos.count[2 * t.BISHOP + colour]):
            sq = pos.list[2 * t.BISHOP + colour, i]
            if (np.int64(rules.place[sq, g.RANK]) + np.int64(rules.place[sq, g.FILE])) & 1:
                light += 1
            else:
                dark += 1
    if knights:
        return knights == 1 and dark + light == 0
    return dark == 0 or light == 0
