"""The neurons' sums, kept from one position to the next.

A move changes two to four inputs, so the sums after it are those before it and two to four rows of weights.
They are brought up to date when somebody asks for them, not when a move is made: most positions of a search
are never evaluated. A sum belongs to a position's key, so nothing has to be told of moves taken back.
"""

from __future__ import annotations

import numpy as np

from ...engine import geometry as g
from ...engine import types as t
from ...engine.jit import inlined, kernel
from ...engine.record import Position, king_square
from ...engine.rules import Rules
from ..weights import Weights
from .network import BUCKETS, STACK, WIDTH

_MASK = STACK - 1
_FIRST, _LAST = g.square(0, 0), g.square(g.SIZE - 1, g.SIZE - 1)  # on the board
_FAR = 8  # plies; to add up the sums anew is faster than to follow so many moves


@inlined
def _half(pos: Position, rules: Rules, weights: Weights, sq: int) -> int:
    """1 on the right half of the board, where left and right are exchanged."""
    return 1 if 2 * np.int64(rules.place[sq, g.RANK]) >= weights.files else 0


@inlined
def _row(weights: Weights, side: int, half: int, piece: int, sq: int) -> int:
    """The row of weights of a man on a square."""
    return np.int64(weights.man_row[side, piece]) + np.int64(weights.square_row[side, half, sq])


@kernel
def _refresh(pos: Position, weights: Weights, side: int, half: int, at: int) -> None:
    """A side's sums from the board, for entry `at`: those of the last time, and what has changed since."""
    fresh = weights.fresh[side, half]
    for sq in range(_FIRST, _LAST + 1):
        old = np.int64(fresh.board[sq])
        new = np.int64(pos.board[sq])
        if old != new:
            fresh.board[sq] = new
            if old > t.WALL:
                row = _row(weights, side, half, old, sq)
                for i in range(WIDTH):
                    fresh.sum[i] = np.int16(fresh.sum[i] - weights.net.input[row, i])
                for i in range(BUCKETS):
                    fresh.worth[i] -= weights.net.worth[row, i]
            if new > t.WALL:
                row = _row(weights, side, half, new, sq)
                for i in range(WIDTH):
                    fresh.sum[i] = np.int16(fresh.sum[i] + weights.net.input[row, i])
                for i in range(BUCKETS):
                    fresh.worth[i] += weights.net.worth[row, i]
    for i in range(WIDTH):
        weights.sums[at].sum[side, i] = fresh.sum[i]
    for i in range(BUCKETS):
        weights.sums[at].worth[side, i] = fresh.worth[i]


@kernel
def _follow(pos: Position, rules: Rules, weights: Weights, halves: int, ply: int) -> None:
    """Both sides' sums after the move made at `ply` from those before it."""
    before = weights.sums[ply & _MASK]
    after = weights.sums[(ply + 1) & _MASK]
    undo = pos.undo[ply]
    move = np.int64(undo.move)
    if move == t.NO_MOVE:
        for side in range(2):
            for i in range(WIDTH):
                after.sum[side, i] = before.sum[side, i]
            for i in range(BUCKETS):
                after.worth[side, i] = before.worth[side, i]
        return
    from_sq = move & 255
    to_sq = (move >> 8) & 255
    promoted = (move >> 16) & 15
    piece = np.int64(undo.piece)
    put = 2 * promoted + (piece & 1) if promoted else piece
    captured = np.int64(undo.captured)
    captured_on = np.int64(undo.captured_on)
    castling = (move >> 20) & 3 == t.CASTLING
    for side in range(2):
        half = halves >> side & 1
        left = _row(weights, side, half, piece, from_sq)
        came = _row(weights, side, half, put, to_sq)
        if captured:
            taken = _row(weights, side, half, captured, captured_on)
            for i in range(WIDTH):
                after.sum[side, i] = np.int16(
                    before.sum[side, i]
                    + weights.net.input[came, i]
                    - weights.net.input[left, i]
                    - weights.net.input[taken, i]
                )
            for i in range(BUCKETS):
                after.worth[side, i] = (
                    before.worth[side, i]
                    + weights.net.worth[came, i]
                    - weights.net.worth[left, i]
                    - weights.net.worth[taken, i]
                )
        else:
            for i in range(WIDTH):
                after.sum[side, i] = np.int16(
                    before.sum[side, i] + weights.net.input[came, i] - weights.net.input[left, i]
                )
            for i in range(BUCKETS):
                after.worth[side, i] = (
                    before.worth[side, i] + weights.net.worth[came, i] - weights.net.worth[left, i]
                )
        if castling:
            us = piece & 1
            wing = 0 if to_sq > from_sq else 1
            rook = 2 * t.ROOK + us
            left = _row(weights, side, half, rook, np.int64(rules.castle_rook[us, wing]))
            came = _row(weights, side, half, rook, np.int64(rules.castle_rook_to[us, wing]))
            for i in range(WIDTH):
                after.sum[side, i] = np.int16(
                    after.sum[side, i] + weights.net.input[came, i] - weights.net.input[left, i]
                )
            for i in range(BUCKETS):
                after.worth[side, i] += weights.net.worth[came, i] - weights.net.worth[left, i]


@kernel
def accumulate(pos: Position, rules: Rules, weights: Weights) -> None:
    """Bring the sums that both sides see in the present position up to date, in entry `pos.ply`."""
    here = np.int64(pos.ply)
    key = np.int64(pos.key)
    if weights.sums[here & _MASK].key == key:
        return
    white = _half(pos, rules, weights, king_square(pos, t.WHITE))
    black = _half(pos, rules, weights, king_square(pos, t.BLACK))
    halves = white | black << 1
    ply = here
    while True:
        if ply == 0 or here - ply == _FAR:
            ply = -1
            break
        ply -= 1
        undo = pos.undo[ply]
        move = np.int64(undo.move)
        piece = np.int64(undo.piece)
        if move and piece >> 1 == t.KING:
            if _half(pos, rules, weights, move & 255) != halves >> (piece & 1) & 1:
                ply = -1
                break
        if weights.sums[ply & _MASK].key == np.int64(undo.key):
            break
    if ply < 0:
        _refresh(pos, weights, 0, white, here & _MASK)
        _refresh(pos, weights, 1, black, here & _MASK)
    else:
        while ply < here:
            _follow(pos, rules, weights, halves, ply)
            ply += 1
            weights.sums[ply & _MASK].key = np.int64(pos.undo[ply].key) if ply < here else key
    weights.sums[here & _MASK].key = key
