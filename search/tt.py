"""The transposition table: what earlier searches found out about positions.

An entry is two words, ``key ^ data`` and ``data``: a half-written entry of another thread fails the
comparison, so no lock is needed. Four entries make a cluster of 64 bytes, a cache line. The data word:

    bits  0-19   move without its kind (from, to, promotion)
    bits 20-35   score + 32768, mates counted from the position itself
    bits 36-50   static evaluation + 16384, 0 if there is none
    bit  51      the position was in a line of interest
    bits 52-58   depth
    bits 59-60   bound: 1 upper, 2 lower, 3 exact; 0 only in an empty entry
    bits 61-63   generation, the search that wrote it, modulo 8
"""

from __future__ import annotations

import numpy as np

from ..engine import types as t
from ..engine.jit import inlined, kernel, load_word, prefetch, store_word
from ..engine.memory import Record
from ..engine.record import Position
from ..engine.rules import Rules
from .score import NO_EVAL, SOLVED_FOUND
from .worker import Worker

UPPER, LOWER, EXACT = 1, 2, 3
CLUSTER_BYTES = 64
_MOVE_BITS = (1 << 20) - 1
_OFFSET = 1 << 15
_EVAL_OFFSET = 1 << 14


@inlined
def _cluster(w: Worker, key: int) -> int:
    return w.table + (((key >> 32) & 0xFFFFFFFF) * w.clusters >> 32) * CLUSTER_BYTES


@inlined
def prefetch_entry(w: Worker, key: int) -> None:
    prefetch(_cluster(w, key))


@kernel
def probe(w: Worker, key: int) -> int:
    """The data word stored for `key`, 0 if there is none."""
    at = _cluster(w, key)
    for _ in range(4):
        data = load_word(at + 8)
        if data and load_word(at) ^ data == key:
            return data
        at += 16
    return 0


@inlined
def entry_move(data: int) -> int:
    return data & _MOVE_BITS


@inlined
def entry_score(data: int, ply: int) -> int:
    """The score as seen from the root, `ply` plies up."""
    score = ((data >> 20) & 0xFFFF) - _OFFSET
    if score >= SOLVED_FOUND:
        return score - ply
    if score <= -SOLVED_FOUND:
        return score + ply
    return score


@inlined
def entry_eval(data: int) -> int:
    value = (data >> 36) & 0x7FFF
    return value - _EVAL_OFFSET if value else NO_EVAL


@inlined
def entry_was_pv(data: int) -> int:
    """1 if a search of the position with an open window was ever stored."""
    return (data >> 51) & 1


@inlined
def entry_depth(data: int) -> int:
    return (data >> 52) & 127


@inlined
def entry_bound(data: int) -> int:
    return (data >> 59) & 3


@kernel
def store(
    w: Worker,
    key: int,
    ply: int,
    move: int,
    score: int,
    static_eval: int,
    depth: int,
    bound: int,
    was_pv: int,
) -> None:
    """Write what a node found, over the entry of its cluster that is worth least."""
    if score >= SOLVED_FOUND:
        score += ply
    elif score <= -SOLVED_FOUND:
        score -= ply
    at = _cluster(w, key)
    place = at
    least = 1 << 30
    for _ in range(4):
        data = load_word(at + 8)
        if data == 0:
            place = at
            least = -(1 << 30)
            break
        if load_word(at) ^ data == key:
            # A shallow bound does not push out a deeper one of this search.
            if bound != EXACT and entry_depth(data) > depth + 3 and (data >> 61) & 7 == w.generation:
                return
            if move == 0:
                move = entry_move(data)
            place = at
            break
        age = (w.generation - (data >> 61)) & 7
        worth = entry_depth(data) - 8 * age
        if worth < least:
            least = worth
            place = at
        at += 16
    data = (
        (move & _MOVE_BITS)
        | (score + _OFFSET) << 20
        | (0 if static_eval == NO_EVAL else static_eval + _EVAL_OFFSET) << 36
        | was_pv << 51
        | max(0, min(depth, 127)) << 52
        | bound << 59
        | w.generation << 61
    )
    store_word(place, key ^ data)
    store_word(place + 8, data)


@kernel
def with_kind(pos: Position, rules: Rules, move: int) -> int:
    """A stored move with its kind put back; whether it is legal here, `is_legal` must tell."""
    if move == 0:
        return 0
    from_sq = move & 255
    to_sq = (move >> 8) & 255
    if from_sq >= 168 or to_sq >= 168:
        return 0
    piece_type = pos.board[from_sq] >> 1
    if piece_type == t.PAWN:
        if to_sq == pos.ep[0] or to_sq == pos.ep[1]:
            if (to_sq - from_sq) % 12 != 0:
                return move | t.EN_PASSANT << 20
        elif abs(to_sq - from_sq) > 13:
            return move | t.LONG_STEP << 20
    elif piece_type == t.KING and abs(to_sq - from_sq) in (2, 3):
        return move | t.CASTLING << 20
    return move


class Table:
    """The table's memory, and which searches wrote into it."""

    def __init__(self, megabytes: int) -> None:
        """Raises `MemoryError` if there is not so much memory."""
        self.clusters = megabytes * (1 << 20) // CLUSTER_BYTES
        try:
            # A page of zeros costs nothing until it is written to.
            self._memory = np.zeros(self.clusters * CLUSTER_BYTES + CLUSTER_BYTES, np.uint8)
        except (MemoryError, ValueError) as error:
            raise MemoryError(f"no memory for a table of {megabytes} MB") from error
        self.megabytes = megabytes
        start = self._memory.ctypes.data
        self._skip = -start % CLUSTER_BYTES
        self.address = start + self._skip
        self.generation = 0

    def clear(self) -> None:
        """Forget everything."""
        self._memory.fill(0)
        self.generation = 0

    def next_search(self) -> None:
        """Age what earlier searches wrote."""
        self.generation = (self.generation + 1) & 7

    def attach(self, worker: Record) -> None:
        """Let a worker use the table."""
        worker["table"] = self.address
        worker["clusters"] = self.clusters
        worker["generation"] = self.generation

    def full(self) -> int:
        """How many of a thousand entries this search wrote, judged from a sample."""
        sample = self._memory[self._skip : self._skip + 250 * CLUSTER_BYTES].view(np.int64)[1::2]
        return int(np.count_nonzero((sample != 0) & ((sample >> 61) & 7 == self.generation)))
