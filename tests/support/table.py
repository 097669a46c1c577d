"""A kernel that writes and reads the table as fast as it can, to be run on several threads."""

from __future__ import annotations

from tenfold.engine.jit import kernel
from tenfold.search.tt import EXACT, entry_depth, entry_eval, entry_move, entry_score, probe, store
from tenfold.search.worker import Worker

_KEYS = 64
_SPREAD = 0x9E3779B97F4A7C15 - (1 << 64)


@kernel
def hammer(w: Worker, seed: int, rounds: int) -> int:
    """Store one of two entries for one of a few keys, then look one up: how many of those found were wrong.

    Everything in an entry follows from its key and from which of the two it is.
    """
    wrong = 0
    state = seed
    for _ in range(rounds):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        number = (state >> 8) % _KEYS + 1
        form = (state >> 20) & 1
        store(w, number * _SPREAD, 3, number + 1000 * form, number - 500 * form, number, number, EXACT, 0)
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        number = (state >> 8) % _KEYS + 1
        data = probe(w, number * _SPREAD)
        if data:
            form = 1 if entry_move(data) > 1000 else 0
            if (
                entry_move(data) != number + 1000 * form
                or entry_score(data, 3) != number - 500 * form
                or entry_eval(data) != number
                or entry_depth(data) != number
            ):
                wrong += 1
    return wrong
