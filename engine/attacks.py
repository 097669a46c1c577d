"""Who attacks what. A piece attacks the squares it could capture on, pinned or not."""

from __future__ import annotations

import numpy as np

from . import geometry as g
from . import types as t
from .jit import first_bit, inlined, kernel
from .record import Position, king_square
from .rules import Rules

_OCCUPIED = 1023  # the own-man bits of a line
_LEAPS = g.KNIGHT_LEAPS


@kernel
def is_attacked(pos: Position, rules: Rules, sq: int, by: int) -> bool:
    """Whether a man of colour `by` attacks `sq`."""
    for d in range(g.DIRECTIONS):
        line = rules.line[sq, d]
        theirs = np.int64(pos.lines[by, line])
        if theirs >> 16:
            occupied = (theirs | np.int64(pos.lines[by ^ 1, line])) & _OCCUPIED
            if np.int64(rules.slide[rules.place[sq, d], occupied]) & (theirs >> 16):
                return True
    behind = sq - 12 if by == t.WHITE else sq + 12
    pawn = 2 * t.PAWN + by
    if pos.board[behind - 1] == pawn or pos.board[behind + 1] == pawn:
        return True
    if rules.king_near[sq - king_square(pos, by) + g.SQUARES]:
        return True
    for leap in _LEAPS:
        piece = pos.board[sq + leap]
        if rules.leaps[piece] and piece & 1 == by:
            return True
    return False


@inlined
def in_check(pos: Position, rules: Rules) -> bool:
    """Whether the side to move is in check."""
    us = np.int64(pos.side)
    return is_attacked(pos, rules, king_square(pos, us), us ^ 1)


@inlined
def _lift(pos: Position, rules: Rules, sq: int, piece: int) -> None:
    """Write or wipe a man on board and lines only, to try something out."""
    colour = piece & 1
    for d in range(g.DIRECTIONS):
        pos.lines[colour, rules.line[sq, d]] ^= rules.mark[piece, d] << rules.place[sq, d]


@kernel
def king_is_safe_after(pos: Position, rules: Rules, from_sq: int, to_sq: int, victim_sq: int) -> bool:
    """Whether the side to move keeps its king safe when its man on `from_sq` goes to `to_sq`.

    `victim_sq` is where a captured man stands, or `to_sq` where none is. Castling is not for this kernel.
    Testing by trial covers the ranks and diagonals that an en passant capture opens by clearing two squares
    at once.
    """
    us = np.int64(pos.side)
    piece = np.int64(pos.board[from_sq])
    victim = np.int64(pos.board[victim_sq])
    if victim:
        _lift(pos, rules, victim_sq, victim)
        pos.board[victim_sq] = t.EMPTY
    _lift(pos, rules, from_sq, piece)
    _lift(pos, rules, to_sq, piece)
    pos.board[from_sq] = t.EMPTY
    pos.board[to_sq] = piece
    king = to_sq if piece >> 1 == t.KING else king_square(pos, us)
    safe = not is_attacked(pos, rules, king, us ^ 1)
    pos.board[to_sq] = t.EMPTY
    pos.board[from_sq] = piece
    _lift(pos, rules, to_sq, piece)
    _lift(pos, rules, from_sq, piece)
    if victim:
        pos.board[victim_sq] = victim
        _lift(pos, rules, victim_sq, victim)
    return safe


@inlined
def find_checks_and_pins(pos: Position, rules: Rules) -> int:
    """The number of men that give check to the side to move (two stands for more).

    Sets `pos.pinned` of each pinned man to its line + 1, which `clear_pins` wipes. With one check,
    `pos.check_square` is where the checking man stands and, if it slides, `check_line`, `check_direction` and
    `check_places` say on which squares a man may step between; `check_places` is 0 for a leaper or a pawn.
    """
    us = np.int64(pos.side)
    them = us ^ 1
    king = king_square(pos, us)
    checks = 0
    pos.pins = 0
    pos.check_places = 0
    for d in range(g.DIRECTIONS):
        line = np.int64(rules.line[king, d])
        theirs = np.int64(pos.lines[them, line])
        sliders = theirs >> 16
        if sliders == 0:
            continue
        ours = np.int64(pos.lines[us, line])
        occupied = (theirs | ours) & _OCCUPIED
        place = np.int64(rules.place[king, d])
        seen = np.int64(rules.slide[place, occupied])
        start = np.int64(rules.line_start[line])
        step = g.STEPS[d]
        below = (1 << place) - 1
        hit = seen & sliders
        while hit:
            at = first_bit(hit)
            hit &= hit - 1
            checks += 1
            pos.check_square = start + at * step
            pos.check_line = line
            pos.check_direction = d
            pos.check_places = seen & (below if at < place else ~below)
        blockers = seen & ours
        behind = np.int64(rules.slide[place, occupied & ~blockers]) & sliders & ~seen
        while behind:
            at = first_bit(behind)
            behind &= behind - 1
            blocker = blockers & (below if at < place else ~below)
            pinned = start + first_bit(blocker) * step
            pos.pinned[pinned] = line + 1
            pos.pin_squares[pos.pins] = pinned
            pos.pins += 1
    pawn = 2 * t.PAWN + them
    ahead = king + 12 if us == t.WHITE else king - 12
    for side in (-1, 1):
        if pos.board[ahead + side] == pawn:
            checks += 1
            pos.check_square = ahead + side
            pos.check_places = 0
    for leap in _LEAPS:
        piece = pos.board[king + leap]
        if rules.leaps[piece] and piece & 1 == them:
            checks += 1
            pos.check_square = king + leap
            pos.check_places = 0
    return checks


@inlined
def clear_pins(pos: Position) -> None:
    """Wipe what `find_checks_and_pins` wrote into `pos.pinned`."""
    for i in range(pos.pins):
        pos.pinned[pos.pin_squares[i]] = 0
