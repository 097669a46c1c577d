"""Whether a move gives check, before it is made."""

from __future__ import annotations

import numpy as np

from . import geometry as g
from . import types as t
from .attacks import in_check
from .jit import kernel
from .position import make, unmake
from .record import Position, king_square
from .rules import Rules

_OCCUPIED = 1023
_LEAPS = g.KNIGHT_LEAPS


@kernel
def gives_check(pos: Position, rules: Rules, move: int) -> bool:
    """Whether a legal move attacks the enemy king, by the man that moves or by one behind it."""
    kind = (move >> 20) & 3
    if kind == t.CASTLING or kind == t.EN_PASSANT:  # two men move or vanish: rare, so tried out
        make(pos, rules, move)
        found = in_check(pos, rules)
        unmake(pos, rules)
        return found
    from_sq = move & 255
    to_sq = (move >> 8) & 255
    promoted = (move >> 16) & 15
    us = np.int64(pos.side)
    piece = 2 * promoted + us if promoted else np.int64(pos.board[from_sq])
    king = king_square(pos, us ^ 1)
    for d in range(g.DIRECTIONS):
        line = np.int64(rules.line[king, d])
        arrives = rules.line[to_sq, d] == line and rules.mark[piece, d] >> 16
        leaves = rules.line[from_sq, d] == line
        if not arrives and not leaves:
            continue
        ours = np.int64(pos.lines[us, line])
        sliders = ours >> 16
        occupied = (ours | np.int64(pos.lines[us ^ 1, line])) & _OCCUPIED
        if leaves:
            gone = ~(1 << np.int64(rules.place[from_sq, d]))
            sliders &= gone
            occupied &= gone
        if rules.line[to_sq, d] == line:
            place = np.int64(rules.place[to_sq, d])
            occupied |= 1 << place
            sliders &= ~(1 << place)
            if arrives:
                sliders |= 1 << place
        if np.int64(rules.slide[rules.place[king, d], occupied]) & sliders:
            return True
    if piece >> 1 == t.PAWN:
        ahead = to_sq + 12 if us == t.WHITE else to_sq - 12
        return king == ahead - 1 or king == ahead + 1
    if rules.leaps[piece]:
        for leap in _LEAPS:
            if to_sq + leap == king:
                return True
    return False
