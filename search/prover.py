"""What the search for a proof keeps: a record for its kernels, and a table of positions met before.

An entry of the table is four words: the position's key; what is known for good, and how much work it was,
packed; then phi and delta (see prove.py) as they stood with so many plies left.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ..engine import types as t
from ..engine.jit import declare, inlined, kernel, load_word, store_word
from ..engine.memory import Record
from ..engine.movegen import MOVE_LIST
from ..engine.record import Position

NEVER = 1 << 60  # a number of what cannot be shown
ENTRY_BYTES = 32
BUCKET = 4  # entries among which a position may stand
_BUCKET_BYTES = BUCKET * ENTRY_BYTES
_PLIES = t.MAX_PLY + 4

NODE = np.dtype(
    [
        ("move", np.int32, (t.MAX_MOVES,)),
        ("length", np.int32, (t.MAX_MOVES,)),  # plies to the mate, where it is proved
        ("phi", np.int64, (t.MAX_MOVES,)),  # the numbers after the move, told from the other side
        ("delta", np.int64, (t.MAX_MOVES,)),
    ],
    align=True,
)

PROVER = np.dtype(
    [
        ("table", np.int64),  # address
        ("buckets", np.int64),
        ("node_limit", np.int64),
        ("root_ply", np.int32),  # of the position record
        ("clocked", np.int32),  # the move rule may come into it: its counter is part of a position
        ("phi", np.int64),  # what the node that was left last found out
        ("delta", np.int64),
        ("length", np.int32),
        ("move", np.int32),  # that reaches the aim
        ("allowed", np.int32),  # moves of the root to choose from, 0 for all
        ("roots", np.int32, (t.MAX_MOVES,)),
        ("refutation", np.int32),  # the last reply that left no mate in one
        ("lists", MOVE_LIST, (_PLIES,)),
        ("nodes", NODE, (_PLIES,)),
    ],
    align=True,
)
declare("Prover", PROVER)
Prover: TypeAlias = Record  # the hint, as type checkers see it


@inlined
def position_key(pos: Position, p: Prover) -> int:
    key = np.int64(pos.key)
    if p.clocked:
        key ^= np.int64(pos.halfmove) << 40
    return key


@inlined
def _bucket(p: Prover, key: int) -> int:
    return p.table + (((key >> 32) & 0xFFFFFFFF) * p.buckets >> 32) * _BUCKET_BYTES


@inlined
def mate_in(word: int) -> int:
    """The plies of the mate that an entry knows, 0 if none."""
    return word & 255


@inlined
def none_in(word: int) -> int:
    """The plies within which an entry knows that there is no mate."""
    return (word >> 8) & 255


@inlined
def plies_left(word: int) -> int:
    return (word >> 16) & 255


@inlined
def _work(word: int) -> int:
    return (word >> 24) & 255


@kernel
def find_entry(p: Prover, key: int) -> int:
    """The address of a position's entry, 0 if it has none."""
    at = _bucket(p, key)
    for _ in range(BUCKET):
        if load_word(at) == key and load_word(at + 8):
            return at
        at += ENTRY_BYTES
    return 0


@kernel
def store_entry(p: Prover, key: int, left: int, work: int) -> None:
    """Write what `p` holds of a node with `left` plies, over the entry of its bucket with the least work."""
    size = 0
    while work > 1:
        work >>= 1
        size += 1
    at = find_entry(p, key)
    mate, none = 0, 0
    if at:
        word = load_word(at + 8)
        mate, none = mate_in(word), none_in(word)
        size = max(size, _work(word))
    else:
        least = 1 << 30
        place = _bucket(p, key)
        for _ in range(BUCKET):
            worth = _work(load_word(place + 8)) if load_word(place + 8) else -1
            if worth < least:
                least = worth
                at = place
            place += ENTRY_BYTES
    attacks = left & 1
    if p.phi == 0 if attacks else p.delta == 0:
        mate = np.int64(p.length)
    elif p.delta == 0 if attacks else p.phi == 0:
        none = max(none, left)
    store_word(at, key)
    store_word(at + 8, mate | none << 8 | left << 16 | size << 24 | 1 << 32)
    store_word(at + 16, p.phi)
    store_word(at + 24, p.delta)
