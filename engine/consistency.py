"""Everything that make and unmake keep up to date, computed anew: what differs is a bug."""

from __future__ import annotations

import numpy as np

from . import types as t
from .memory import Record
from .placement import place_men
from .position import clear, new_position, refresh_key

_STATE = ("side", "castling", "ep", "ep_pawn", "halfmove", "fullmove", "ply")
_DERIVED = ("board", "lines", "count", "pawn_files", "pinned", "key", "pawn_key", "tally")


def differences(pos: Record, rules: Record) -> list[str]:
    """The fields of `pos` that do not follow from its board, side, castling rights and en passant squares."""
    fresh = new_position()
    clear(fresh, rules)
    board = pos["board"]
    np.copyto(fresh["board"], board, where=(board > t.WALL) & (board < t.PIECES))
    place_men(fresh, rules)
    for name in _STATE:
        fresh[name] = pos[name]
    refresh_key(fresh, rules)
    wrong = []
    for name in _DERIVED:
        if not np.array_equal(pos[name], fresh[name]):
            wrong.append(f"{name}: {pos[name]} should be {fresh[name]}")
    cells, slots = board.tolist(), pos["slot"].tolist()
    lists, counts = pos["list"].tolist(), pos["count"].tolist()
    for piece in range(2, t.PIECES):
        for slot, sq in enumerate(lists[piece][: counts[piece]]):
            if cells[sq] != piece or slots[sq] != slot:
                wrong.append(f"list: {piece} in slot {slot} is not on {sq}")
    return wrong
