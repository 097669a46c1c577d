"""Everything that make and unmake keep up to date, computed anew: what differs is a bug."""

from __future__ import annotations

import numpy as np

from . import types as t
from .memory import Record
from .position import clear, new_position, put, refresh_key


def differences(pos: Record, rules: Record) -> list[str]:
    """The fields of `pos` that do not follow from its board, side, castling rights and en passant squares."""
    fresh = new_position()
    clear(fresh, rules)
    for piece in range(2, t.PIECES):
        for slot in range(pos.count[piece]):
            put(fresh, rules, int(pos.list[piece, slot]), piece)
    for name in ("side", "castling", "ep", "ep_pawn", "halfmove", "fullmove", "ply"):
        fresh[name] = pos[name]
    refresh_key(fresh, rules)
    wrong = []
    for name in ("board", "lines", "count", "pawn_files", "pinned", "key", "pawn_key", "tally"):
        if not np.array_equal(pos[name], fresh[name]):
            wrong.append(f"{name}: {pos[name]} should be {fresh[name]}")
    for piece in range(2, t.PIECES):
        for slot in range(pos.count[piece]):
            sq = pos.list[piece, slot]
            if pos.board[sq] != piece or pos.slot[sq] != slot:
                wrong.append(f"list: {piece} in slot {slot} is not on {sq}")
    return wrong
