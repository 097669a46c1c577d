"""Legal moves, written into a caller's buffer of `MAX_MOVES`.

Noisy moves are captures and promotions, quiet moves all others; the two halves share no move, and together
they are the legal moves. A man that is pinned keeps to its line and a check leaves few squares, so no move is tried
out except the king's own and en passant captures.
"""

from __future__ import annotations

import numpy as np

from . import geometry as g
from . import types as t
from .attacks import clear_pins, find_checks_and_pins, is_attacked, king_is_safe_after
from .jit import kernel
from .record import king_square
from .rules import COMPULSORY

_OCCUPIED = 1023
_LEAPS = g.KNIGHT_LEAPS
_KING_STEPS = g.KING_STEPS


@kernel
def _pawn_arrives(
    pos: Position, rules: Rules, moves: Moves, n: int, from_sq: int, to_sq: int, stays: bool, promotes: bool
) -> int:
    """Add a pawn's step or capture onto `to_sq`: as a pawn, as what it may become, or both."""
    us = np.int64(pos.side)
    step = from_sq | to_sq << 8
    zone = rules.promotion[us, to_sq]
    if stays and zone != COMPULSORY:
        moves[n] = step
        n += 1
    if promotes and zone:
        i = 0
        promoted = np.int64(rules.promotions[0])
        while promoted:
            if pos.count[2 * promoted + us] < rules.army[promoted]:
                moves[n] = step | promoted << 16
                n += 1
            i += 1
            promoted = np.int64(rules.promotions[i])
    return n


@kernel
def _keeps_line(pos: Position, rules: Rules, from_sq: int, to_sq: int) -> bool:
    """Whether a man that may be pinned stays on the line of its pin."""
    pin = np.int64(pos.pinned[from_sq])
    if pin == 0:
        return True
    return rules.line[to_sq, rules.line_direction[pin - 1]] == pin - 1


@kernel
def _pawn_moves(pos: Position, rules: Rules, moves: Moves, n: int, noisy: bool, quiet: bool) -> int:
    us = np.int64(pos.side)
    pawn = 2 * t.PAWN + us
    ahead = 12 if us == t.WHITE else -12
    for i in range(pos.count[pawn]):
        from_sq = np.int64(pos.list[pawn, i])
        to_sq = from_sq + ahead
        if noisy:
            for side in (-1, 1):
                victim = pos.board[to_sq + side]
                if victim >= 2 and victim & 1 != us and _keeps_line(pos, rules, from_sq, to_sq + side):
                    n = _pawn_arrives(pos, rules, moves, n, from_sq, to_sq + side, True, True)
        if pos.board[to_sq] == t.EMPTY and (quiet or rules.promotion[us, to_sq]):
            if _keeps_line(pos, rules, from_sq, to_sq):
                n = _pawn_arrives(pos, rules, moves, n, from_sq, to_sq, quiet, noisy)
                if quiet:
                    for _ in range(1, rules.pawn_steps[us, from_sq]):
                        to_sq += ahead
                        if pos.board[to_sq] != t.EMPTY:
                            break
                        moves[n] = from_sq | to_sq << 8 | t.LONG_STEP << 20
                        n += 1
    return n


@kernel
def _en_passant(pos: Position, rules: Rules, moves: Moves, n: int) -> int:
    us = np.int64(pos.side)
    ahead = 12 if us == t.WHITE else -12
    for i in range(2):
        to_sq = np.int64(pos.ep[i])
        if to_sq:
            for side in (-1, 1):
                from_sq = to_sq - ahead + side
                if pos.board[from_sq] == 2 * t.PAWN + us:
                    if king_is_safe_after(pos, rules, from_sq, to_sq, np.int64(pos.ep_pawn)):
                        moves[n] = from_sq | to_sq << 8 | t.EN_PASSANT << 20
                        n += 1
    return n


@kernel
def _piece_moves(pos: Position, rules: Rules, moves: Moves, n: int, noisy: bool, quiet: bool) -> int:
    """Moves of all men but pawns and king."""
    us = np.int64(pos.side)
    noisy_places = _OCCUPIED if noisy else 0
    quiet_places = _OCCUPIED if quiet else 0
    for piece_type in range(t.KNIGHT, t.KING):
        piece = 2 * piece_type + us
        first = np.int64(rules.first_direction[piece])
        last = np.int64(rules.last_direction[piece])
        leaps = rules.leaps[piece]
        for i in range(pos.count[piece]):
            from_sq = np.int64(pos.list[piece, i])
            pin = np.int64(pos.pinned[from_sq])
            for d in range(first, last):
                line = np.int64(rules.line[from_sq, d])
                if pin and pin != line + 1:
                    continue
                ours = np.int64(pos.lines[us, line])
                occupied = (ours | np.int64(pos.lines[us ^ 1, line])) & _OCCUPIED
                reached = np.int64(rules.slide[rules.place[from_sq, d], occupied]) & ~ours
                targets = reached & ((occupied & noisy_places) | (~occupied & quiet_places))
                base = from_sq | np.int64(rules.line_start[line]) << 8
                step = g.STEPS[d] << 8
                while targets:
                    moves[n] = base + np.int64(rules.first_bit[targets]) * step
                    n += 1
                    targets &= targets - 1
            if leaps and pin == 0:
                for leap in _LEAPS:
                    victim = pos.board[from_sq + leap]
                    if victim == t.EMPTY:
                        if quiet:
                            moves[n] = from_sq | (from_sq + leap) << 8
                            n += 1
                    elif noisy and victim != t.WALL and victim & 1 != us:
                        moves[n] = from_sq | (from_sq + leap) << 8
                        n += 1
    return n


@kernel
def _stops_check(pos: Position, rules: Rules, to_sq: int) -> bool:
    """Whether a man arriving on `to_sq` takes the one checking man or steps in its way."""
    if to_sq == pos.check_square:
        return True
    if pos.check_places == 0 or rules.line[to_sq, pos.check_direction] != pos.check_line:
        return False
    return (np.int64(pos.check_places) >> rules.place[to_sq, pos.check_direction]) & 1 != 0


@kernel
def _king_moves(pos: Position, rules: Rules, moves: Moves, n: int, noisy: bool, quiet: bool) -> int:
    us = np.int64(pos.side)
    king = king_square(pos, us)
    for step in _KING_STEPS:
        to_sq = king + step
        victim = pos.board[to_sq]
        if (victim == t.EMPTY and quiet) or (victim >= 2 and victim & 1 != us and noisy):
            if king_is_safe_after(pos, rules, king, to_sq, to_sq):
                moves[n] = king | to_sq << 8
                n += 1
    return n


@kernel
def _may_castle(pos: Position, rules: Rules, wing: int) -> bool:
    """Whether the side to move, not being in check, may castle on a wing (0 king's side, 1 queen's side)."""
    us = np.int64(pos.side)
    if pos.castling & rules.castle_right[us, wing] == 0:
        return False
    king = np.int64(rules.castle_king[us])
    line = rules.line[king, g.RANK]
    if np.int64(pos.lines[0, line] | pos.lines[1, line]) & np.int64(rules.castle_free[us, wing]):
        return False
    step = 1 if wing == 0 else -1
    sq = king
    while sq != rules.castle_king_to[us, wing]:
        sq += step
        if is_attacked(pos, rules, sq, us ^ 1):
            return False
    return True


@kernel
def _castling(pos: Position, rules: Rules, moves: Moves, n: int) -> int:
    us = np.int64(pos.side)
    for wing in range(2):
        if _may_castle(pos, rules, wing):
            king, to_sq = np.int64(rules.castle_king[us]), np.int64(rules.castle_king_to[us, wing])
            moves[n] = king | to_sq << 8 | t.CASTLING << 20
            n += 1
    return n


@kernel
def generate(pos: Position, rules: Rules, moves: Moves, noisy: bool, quiet: bool) -> int:
    """Write the legal moves that are noisy, quiet or either into `moves`; how many there are."""
    checks = find_checks_and_pins(pos, rules)
    n = 0
    if checks < 2:
        n = _pawn_moves(pos, rules, moves, n, noisy, quiet)
        n = _piece_moves(pos, rules, moves, n, noisy, quiet)
        if checks:
            kept = 0
            for i in range(n):
                move = moves[i]
                if _stops_check(pos, rules, (np.int64(move) >> 8) & 255):
                    moves[kept] = move
                    kept += 1
            n = kept
        if noisy and pos.ep[0]:
            n = _en_passant(pos, rules, moves, n)
        if quiet and checks == 0 and pos.castling:
            n = _castling(pos, rules, moves, n)
    clear_pins(pos, rules)
    return _king_moves(pos, rules, moves, n, noisy, quiet)


@kernel
def generate_legal(pos: Position, rules: Rules, moves: Moves) -> int:
    """Write all legal moves into `moves`; how many there are."""
    return generate(pos, rules, moves, True, True)
