"""Moves on a position: make, unmake, the null move, and the en passant squares that a long step leaves."""

from __future__ import annotations

import numpy as np

from . import types as t
from .attacks import king_is_safe_after
from .jit import kernel
from .record import (
    POSITION,
    Position,
    clear,
    count_key,
    king_square,
    new_position,
    put,
    put_back,
    remove,
    shift,
)
from .rules import Rules

__all__ = [
    "POSITION",
    "clear",
    "king_square",
    "make",
    "make_null",
    "new_position",
    "put",
    "refresh_key",
    "remove",
    "set_en_passant",
    "unmake",
    "unmake_null",
]


@kernel
def set_en_passant(pos: Position, rules: Rules, from_sq: int, to_sq: int) -> None:
    """Note the squares passed by a pawn's long step on which the side to move has a legal capture."""
    them = np.int64(pos.side)
    pawn = 2 * t.PAWN + them
    ahead = 12 if them == t.BLACK else -12  # the way the stepping pawn went
    low, high = (from_sq, to_sq) if from_sq < to_sq else (to_sq, from_sq)
    found = 0
    for sq in range(low + 12, high, 12):
        legal = False
        for side in (-1, 1):
            captor = sq + ahead + side
            if pos.board[captor] == pawn and king_is_safe_after(pos, rules, captor, sq, to_sq):
                legal = True
        if legal:
            pos.ep[found] = sq
            pos.ep_pawn = to_sq
            pos.key ^= rules.key_en_passant[sq]
            found += 1


@kernel
def make(pos: Position, rules: Rules, move: int) -> None:
    """Make a legal move."""
    from_sq = move & 255
    to_sq = (move >> 8) & 255
    promoted = (move >> 16) & 15
    kind = (move >> 20) & 3
    us = np.int64(pos.side)
    piece = np.int64(pos.board[from_sq])
    undo = pos.undo[pos.ply]
    undo.key = pos.key
    undo.pawn_key = pos.pawn_key
    undo.tally = pos.tally
    undo.halfmove = pos.halfmove
    undo.move = move
    undo.piece = piece
    undo.castling = pos.castling
    undo.ep[0] = pos.ep[0]
    undo.ep[1] = pos.ep[1]
    undo.ep_pawn = pos.ep_pawn
    pos.ply += 1

    pos.key ^= rules.key_side ^ rules.key_en_passant[pos.ep[0]] ^ rules.key_en_passant[pos.ep[1]]
    pos.ep[0] = 0
    pos.ep[1] = 0
    victim_sq = np.int64(undo.ep_pawn) if kind == t.EN_PASSANT else to_sq
    pos.ep_pawn = 0
    captured = np.int64(pos.board[victim_sq])
    undo.captured = captured
    pos.halfmove += 1
    if captured:
        undo.captured_on = victim_sq
        undo.captured_slot = pos.slot[victim_sq]
        remove(pos, rules, victim_sq)
        pos.halfmove = 0

    if promoted:
        undo.promoted_slot = pos.slot[from_sq]
        remove(pos, rules, from_sq)
        put(pos, rules, to_sq, 2 * promoted + us)
        pos.halfmove = 0
    else:
        shift(pos, rules, from_sq, to_sq)
        pos.tally += rules.tally[piece, to_sq] - rules.tally[piece, from_sq]
        count_key(pos, rules, from_sq, piece)
        count_key(pos, rules, to_sq, piece)
        if piece >> 1 == t.PAWN:
            pos.halfmove = 0
        elif kind == t.CASTLING:
            wing = 0 if to_sq > from_sq else 1
            rook_from = np.int64(rules.castle_rook[us, wing])
            rook_to = np.int64(rules.castle_rook_to[us, wing])
            rook = 2 * t.ROOK + us
            shift(pos, rules, rook_from, rook_to)
            pos.tally += rules.tally[rook, rook_to] - rules.tally[rook, rook_from]
            pos.key ^= rules.key_piece[rook, rook_from] ^ rules.key_piece[rook, rook_to]

    kept = pos.castling & rules.castle_keeps[from_sq] & rules.castle_keeps[to_sq]
    if kept != pos.castling:
        pos.key ^= rules.key_castling[pos.castling] ^ rules.key_castling[kept]
        pos.castling = kept
    pos.side = us ^ 1
    pos.fullmove += us
    if kind == t.LONG_STEP:
        set_en_passant(pos, rules, from_sq, to_sq)


@kernel
def unmake(pos: Position, rules: Rules) -> None:
    """Take back the last move. Afterwards every field equals what it was before `make`."""
    pos.ply -= 1
    undo = pos.undo[pos.ply]
    move = np.int64(undo.move)
    from_sq = move & 255
    to_sq = (move >> 8) & 255
    us = np.int64(pos.side) ^ 1
    pos.side = us
    pos.fullmove -= us
    if (move >> 16) & 15:
        remove(pos, rules, to_sq)
        put_back(pos, rules, from_sq, 2 * t.PAWN + us, np.int64(undo.promoted_slot))
    else:
        shift(pos, rules, to_sq, from_sq)
        if (move >> 20) & 3 == t.CASTLING:
            wing = 0 if to_sq > from_sq else 1
            shift(pos, rules, np.int64(rules.castle_rook_to[us, wing]), np.int64(rules.castle_rook[us, wing]))
    if undo.captured:
        put_back(
            pos, rules, np.int64(undo.captured_on), np.int64(undo.captured), np.int64(undo.captured_slot)
        )
    pos.key = undo.key
    pos.pawn_key = undo.pawn_key
    pos.tally = undo.tally
    pos.halfmove = undo.halfmove
    pos.castling = undo.castling
    pos.ep[0] = undo.ep[0]
    pos.ep[1] = undo.ep[1]
    pos.ep_pawn = undo.ep_pawn


@kernel
def make_null(pos: Position, rules: Rules) -> None:
    """Pass. The side to move must not be in check."""
    undo = pos.undo[pos.ply]
    undo.key = pos.key
    undo.halfmove = pos.halfmove
    undo.move = t.NO_MOVE
    undo.ep[0] = pos.ep[0]
    undo.ep[1] = pos.ep[1]
    undo.ep_pawn = pos.ep_pawn
    pos.ply += 1
    pos.key ^= rules.key_side ^ rules.key_en_passant[pos.ep[0]] ^ rules.key_en_passant[pos.ep[1]]
    pos.ep[0] = 0
    pos.ep[1] = 0
    pos.ep_pawn = 0
    # No position before a pass is the same game as one after it: repetition must not look past it.
    pos.halfmove = 0
    pos.side ^= 1


@kernel
def unmake_null(pos: Position) -> None:
    """Take back `make_null`."""
    pos.ply -= 1
    undo = pos.undo[pos.ply]
    pos.key = undo.key
    pos.halfmove = undo.halfmove
    pos.ep[0] = undo.ep[0]
    pos.ep[1] = undo.ep[1]
    pos.ep_pawn = undo.ep_pawn
    pos.side ^= 1


@kernel
def refresh_key(pos: Position, rules: Rules) -> None:
    """Compute keys and tally anew from board, side, castling and en passant squares."""
    pos.key = (
        rules.key_castling[pos.castling] ^ rules.key_en_passant[pos.ep[0]] ^ rules.key_en_passant[pos.ep[1]]
    )
    if pos.side:
        pos.key ^= rules.key_side
    pos.pawn_key = np.uint64(0)
    pos.tally = 0
    for piece in range(2, t.PIECES):
        for slot in range(pos.count[piece]):
            sq = np.int64(pos.list[piece, slot])
            count_key(pos, rules, sq, piece)
            pos.tally += rules.tally[piece, sq]
