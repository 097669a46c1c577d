"""Legal moves, written into a caller's buffer of `MAX_MOVES`.

Noisy moves are captures and promotions, quiet moves all others; the two halves share no move, and together
they are the legal moves. A man that is pinned keeps to its line and a check leaves few squares, so no move
is tried out except the king's own and en passant captures.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from . import geometry as g
from . import types as t
from .attacks import clear_pins, find_checks_and_pins, is_attacked, king_is_safe_after
from .jit import declare, first_bit, inlined, kernel
from .memory import Record
from .record import Position, king_square, mark
from .rules import COMPULSORY, Rules

# The padding keeps the heads of many lists out of the same few lines of the processor's cache.
MOVE_LIST = np.dtype(
    [
        ("move", np.int32, (t.MAX_MOVES,)),
        ("padding", np.int32, (80,)),
        ("score", np.int32, (t.MAX_MOVES,)),
        ("more_padding", np.int32, (80,)),
    ],
    align=True,
)
declare("MoveList", MOVE_LIST)
MoveList: TypeAlias = Record  # the hint, as type checkers see it

_OCCUPIED = 1023
_LEAPS = g.KNIGHT_LEAPS
_KING_STEPS = g.KING_STEPS


def new_move_list() -> Record:
    """An empty buffer: `move` holds the moves, `score` is the caller's to order them by."""
    return Record(MOVE_LIST)


@inlined
def _pawn_arrives(
    pos: Position,
    rules: Rules,
    moves: MoveList,
    n: int,
    from_sq: int,
    to_sq: int,
    stays: bool,
    promotes: bool,
) -> int:
    """Add a pawn's step or capture onto `to_sq`: as a pawn, as what it may become, or both."""
    us = np.int64(pos.side)
    step = from_sq | to_sq << 8
    zone = rules.promotion[us, to_sq]
    if stays and zone != COMPULSORY:
        moves.move[n] = step
        n += 1
    if promotes and zone:
        i = 0
        promoted = np.int64(rules.promotions[0])
        while promoted:
            if pos.count[2 * promoted + us] < rules.army[promoted]:
                moves.move[n] = step | promoted << 16
                n += 1
            i += 1
            promoted = np.int64(rules.promotions[i])
    return n


@inlined
def _keeps_line(pos: Position, rules: Rules, from_sq: int, to_sq: int) -> bool:
    """Whether a man that may be pinned stays on the line of its pin."""
    pin = np.int64(pos.pinned[from_sq])
    if pin == 0:
        return True
    return rules.line[to_sq, rules.line_direction[pin - 1]] == pin - 1


@inlined
def _pawn_moves(pos: Position, rules: Rules, moves: MoveList, n: int, noisy: bool, quiet: bool) -> int:
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
                        moves.move[n] = from_sq | to_sq << 8 | t.LONG_STEP << 20
                        n += 1
    return n


@inlined
def _en_passant(pos: Position, rules: Rules, moves: MoveList, n: int) -> int:
    us = np.int64(pos.side)
    ahead = 12 if us == t.WHITE else -12
    for i in range(2):
        to_sq = np.int64(pos.ep[i])
        if to_sq:
            for side in (-1, 1):
                from_sq = to_sq - ahead + side
                if pos.board[from_sq] == 2 * t.PAWN + us:
                    if king_is_safe_after(pos, rules, from_sq, to_sq, np.int64(pos.ep_pawn)):
                        moves.move[n] = from_sq | to_sq << 8 | t.EN_PASSANT << 20
                        n += 1
    return n


@inlined
def _piece_moves(pos: Position, rules: Rules, moves: MoveList, n: int, noisy: bool, quiet: bool) -> int:
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
                theirs = np.int64(pos.lines[us ^ 1, line])
                if not quiet and (theirs & ~ours) & _OCCUPIED == 0:  # walls are everybody's
                    continue
                occupied = (ours | theirs) & _OCCUPIED
                reached = np.int64(rules.slide[rules.place[from_sq, d], occupied]) & ~ours
                targets = reached & ((occupied & noisy_places) | (~occupied & quiet_places))
                base = from_sq | np.int64(rules.line_start[line]) << 8
                step = g.STEPS[d] << 8
                while targets:
                    moves.move[n] = base + first_bit(targets) * step
                    n += 1
                    targets &= targets - 1
            if leaps and pin == 0:
                for leap in _LEAPS:
                    victim = pos.board[from_sq + leap]
                    if victim == t.EMPTY:
                        if quiet:
                            moves.move[n] = from_sq | (from_sq + leap) << 8
                            n += 1
                    elif noisy and victim != t.WALL and victim & 1 != us:
                        moves.move[n] = from_sq | (from_sq + leap) << 8
                        n += 1
    return n


@inlined
def _stops_check(pos: Position, rules: Rules, to_sq: int) -> bool:
    """Whether a man arriving on `to_sq` takes the one checking man or steps in its way."""
    if to_sq == pos.check_square:
        return True
    if pos.check_places == 0 or rules.line[to_sq, pos.check_direction] != pos.check_line:
        return False
    return (np.int64(pos.check_places) >> rules.place[to_sq, pos.check_direction]) & 1 != 0


@inlined
def _king_moves(pos: Position, rules: Rules, moves: MoveList, n: int, noisy: bool, quiet: bool) -> int:
    us = np.int64(pos.side)
    king = king_square(pos, us)
    mark(pos, rules, king, 2 * t.KING + us)  # it does not shelter the squares behind it
    for step in _KING_STEPS:
        to_sq = king + step
        victim = pos.board[to_sq]
        if (victim == t.EMPTY and quiet) or (victim >= 2 and victim & 1 != us and noisy):
            if not is_attacked(pos, rules, to_sq, us ^ 1):
                moves.move[n] = king | to_sq << 8
                n += 1
    mark(pos, rules, king, 2 * t.KING + us)
    return n


@inlined
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


@inlined
def _castling(pos: Position, rules: Rules, moves: MoveList, n: int) -> int:
    us = np.int64(pos.side)
    for wing in range(2):
        if _may_castle(pos, rules, wing):
            king, to_sq = np.int64(rules.castle_king[us]), np.int64(rules.castle_king_to[us, wing])
            moves.move[n] = king | to_sq << 8 | t.CASTLING << 20
            n += 1
    return n


@kernel
def generate(pos: Position, rules: Rules, moves: MoveList, noisy: bool, quiet: bool) -> int:
    """Write the legal moves that are noisy, quiet or either into `moves`; how many there are."""
    checks = find_checks_and_pins(pos, rules)
    n = 0
    if checks < 2:
        n = _pawn_moves(pos, rules, moves, n, noisy, quiet)
        n = _piece_moves(pos, rules, moves, n, noisy, quiet)
        if checks:
            kept = 0
            for i in range(n):
                move = moves.move[i]
                if _stops_check(pos, rules, (np.int64(move) >> 8) & 255):
                    moves.move[kept] = move
                    kept += 1
            n = kept
        if noisy and pos.ep[0]:
            n = _en_passant(pos, rules, moves, n)
        if quiet and checks == 0 and pos.castling:
            n = _castling(pos, rules, moves, n)
    clear_pins(pos)
    return _king_moves(pos, rules, moves, n, noisy, quiet)


def generate_legal(pos: Record, rules: Record, moves: Record) -> int:
    """Write all legal moves into `moves`; how many there are."""
    return int(generate(pos, rules, moves, True, True))


@inlined
def _reaches(pos: Position, rules: Rules, from_sq: int, to_sq: int, piece: int) -> bool:
    """Whether a man that is no pawn gets from one square to another, by its movement alone (no castling)."""
    if piece >> 1 == t.KING:
        return rules.king_near[to_sq - from_sq + g.SQUARES] != 0
    if rules.leaps[piece]:
        for leap in _LEAPS:
            if to_sq - from_sq == leap:
                return True
    for d in range(np.int64(rules.first_direction[piece]), np.int64(rules.last_direction[piece])):
        line = rules.line[from_sq, d]
        if line == rules.line[to_sq, d]:
            occupied = np.int64(pos.lines[0, line] | pos.lines[1, line]) & _OCCUPIED
            reached = np.int64(rules.slide[rules.place[from_sq, d], occupied])
            return (reached >> rules.place[to_sq, d]) & 1 != 0
    return False


@inlined
def _is_pawn_move(pos: Position, rules: Rules, move: int) -> bool:
    """Whether a move of one's own pawn is right in form, king's safety and en passant aside."""
    us = np.int64(pos.side)
    from_sq = move & 255
    to_sq = (move >> 8) & 255
    promoted = (move >> 16) & 15
    kind = (move >> 20) & 3
    ahead = 12 if us == t.WHITE else -12
    zone = rules.promotion[us, to_sq]
    if promoted:
        known = False
        for i in range(7):
            if rules.promotions[i] == promoted:
                known = True
        if not known or zone == 0 or pos.count[2 * promoted + us] >= rules.army[promoted]:
            return False
    elif zone == COMPULSORY:
        return False
    if to_sq == from_sq + ahead:
        return kind == t.ORDINARY and pos.board[to_sq] == t.EMPTY
    if to_sq == from_sq + ahead - 1 or to_sq == from_sq + ahead + 1:
        return kind == t.ORDINARY and pos.board[to_sq] >= 2
    if kind != t.LONG_STEP or promoted:
        return False
    sq = from_sq
    for _ in range(rules.pawn_steps[us, from_sq]):
        sq += ahead
        if pos.board[sq] != t.EMPTY:
            return False
        if sq == to_sq:
            return True
    return False


@kernel
def is_legal(pos: Position, rules: Rules, move: int) -> bool:
    """Whether any number at all is a legal move here: a torn or colliding table entry may hold any."""
    from_sq = move & 255
    to_sq = (move >> 8) & 255
    promoted = (move >> 16) & 15
    kind = (move >> 20) & 3
    if from_sq >= g.SQUARES or to_sq >= g.SQUARES or move >> 22:
        return False
    us = np.int64(pos.side)
    piece = np.int64(pos.board[from_sq])
    target = np.int64(pos.board[to_sq])
    if piece < 2 or piece & 1 != us or target == t.WALL or (target >= 2 and target & 1 == us):
        return False
    if kind == t.EN_PASSANT:
        ahead = 12 if us == t.WHITE else -12
        step = to_sq - from_sq - ahead
        if piece >> 1 != t.PAWN or promoted or (step != 1 and step != -1):
            return False
        if to_sq != pos.ep[0] and to_sq != pos.ep[1]:
            return False
        return king_is_safe_after(pos, rules, from_sq, to_sq, np.int64(pos.ep_pawn)) != 0
    if kind == t.CASTLING:
        if piece >> 1 != t.KING or promoted or from_sq != rules.castle_king[us]:
            return False
        wing = 0 if to_sq > from_sq else 1
        if to_sq != rules.castle_king_to[us, wing] or is_attacked(pos, rules, from_sq, us ^ 1):
            return False
        return _may_castle(pos, rules, wing)
    if piece >> 1 == t.PAWN:
        if not _is_pawn_move(pos, rules, move):
            return False
    elif promoted or kind or not _reaches(pos, rules, from_sq, to_sq, piece):
        return False
    return king_is_safe_after(pos, rules, from_sq, to_sq, to_sq) != 0
