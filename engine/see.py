"""Static exchange evaluation: what a capture wins when both sides go on taking on its square."""

from __future__ import annotations

import numpy as np

from . import geometry as g
from . import types as t
from .jit import first_bit, kernel
from .record import Position
from .rules import Rules

_OCCUPIED = 1023
_LEAPS = g.KNIGHT_LEAPS
_KING_STEPS = g.KING_STEPS
_NOBODY = 1 << 30


@kernel
def least_attacker(pos: Position, rules: Rules, to_sq: int, us: int, gone: int, leapt: int) -> int:
    """The cheapest man of colour `us` that can take on `to_sq`, packed; -1 if there is none.

    `gone` has ten bits for each direction: the places on the lines through `to_sq` whose men have already
    taken part. `leapt` has a bit for each leap that has. The result holds the worth (from bit 16), the
    direction or 4 + leap (bits 8-15) and the square (bits 0-7).
    """
    best = _NOBODY
    behind = to_sq - 12 if us == t.WHITE else to_sq + 12
    pawn = 2 * t.PAWN + us
    for side in (-1, 1):
        sq = behind + side
        if pos.board[sq] == pawn:
            # A pawn captures along a diagonal: up the board to the left is the anti-diagonal.
            d = g.DIAGONAL if (side == -1) == (us == t.WHITE) else g.ANTI
            if (gone >> (10 * d + np.int64(rules.place[sq, d]))) & 1 == 0:
                return np.int64(rules.exchange[t.PAWN]) << 16 | d << 8 | sq
    for i in range(8):
        sq = to_sq + _LEAPS[i]
        piece = np.int64(pos.board[sq])
        if rules.leaps[piece] and piece & 1 == us and (leapt >> i) & 1 == 0:
            found = np.int64(rules.exchange[piece >> 1]) << 16 | (4 + i) << 8 | sq
            best = min(best, found)
    for d in range(g.DIRECTIONS):
        line = rules.line[to_sq, d]
        left = _OCCUPIED & ~(gone >> (10 * d))
        ours = np.int64(pos.lines[us, line])
        sliders = (ours >> 16) & left
        if sliders:
            occupied = (ours | np.int64(pos.lines[us ^ 1, line])) & left
            hit = np.int64(rules.slide[rules.place[to_sq, d], occupied]) & sliders
            while hit:
                at = first_bit(hit)
                hit &= hit - 1
                sq = np.int64(rules.line_start[line]) + at * g.STEPS[d]
                found = np.int64(rules.exchange[pos.board[sq] >> 1]) << 16 | d << 8 | sq
                best = min(best, found)
    if best < _NOBODY:
        return best
    king = np.int64(pos.list[2 * t.KING + us, 0])
    if rules.king_near[king - to_sq + g.SQUARES]:
        for d in range(g.DIRECTIONS):
            if rules.line[king, d] == rules.line[to_sq, d]:
                if (gone >> (10 * d + np.int64(rules.place[king, d]))) & 1:
                    return -1
                return np.int64(rules.exchange[t.KING]) << 16 | d << 8 | king
    return -1


@kernel
def see_ge(pos: Position, rules: Rules, move: int, threshold: int) -> bool:
    """Whether the exchanges that `move` starts on its target win at least `threshold` centipawns.

    Each side takes with its cheapest man and stops when going on would lose; pins are not looked at. The
    plan is the swap algorithm of the chess programming literature, with men behind men counted in as the
    lines open.
    """
    kind = (move >> 20) & 3
    if kind == t.CASTLING:
        return threshold <= 0
    from_sq = move & 255
    to_sq = (move >> 8) & 255
    promoted = (move >> 16) & 15
    us = np.int64(pos.side)
    piece_type = np.int64(pos.board[from_sq]) >> 1
    gone = 0
    leapt = 0
    balance = -threshold
    if kind == t.EN_PASSANT:
        balance += np.int64(rules.exchange[t.PAWN])
        victim = np.int64(pos.ep_pawn)
        for d in range(g.DIRECTIONS):
            if rules.line[victim, d] == rules.line[to_sq, d]:
                gone |= 1 << (10 * d + np.int64(rules.place[victim, d]))
    elif pos.board[to_sq]:
        balance += np.int64(rules.exchange[pos.board[to_sq] >> 1])
    if promoted:
        balance += np.int64(rules.exchange[promoted]) - np.int64(rules.exchange[t.PAWN])
        piece_type = promoted
    if balance < 0:
        return False
    at_stake = np.int64(rules.exchange[piece_type])
    balance -= at_stake
    if balance >= 0:
        return True
    for d in range(g.DIRECTIONS):
        if rules.line[from_sq, d] == rules.line[to_sq, d]:
            gone |= 1 << (10 * d + np.int64(rules.place[from_sq, d]))
    for i in range(8):
        if to_sq + _LEAPS[i] == from_sq:
            leapt |= 1 << i
    # `balance` is what the side that has just taken is ahead by if its man is taken for nothing.
    side = us
    while True:
        side ^= 1
        found = least_attacker(pos, rules, to_sq, side, gone, leapt)
        if found < 0:
            break
        worth = found >> 16
        if worth == rules.exchange[t.KING]:
            # A king may take only what nobody guards any more.
            if least_attacker(pos, rules, to_sq, side ^ 1, gone, leapt) >= 0:
                break
        how = (found >> 8) & 255
        if how < g.DIRECTIONS:
            gone |= 1 << (10 * how + np.int64(rules.place[found & 255, how]))
        else:
            leapt |= 1 << (how - 4)
        balance = -balance - 1 - worth
        if balance >= 0:
            side ^= 1
            break
    return side != us
