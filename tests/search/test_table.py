"""The transposition table: what is stored comes back, what is torn does not."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.games import ALL_GAMES
from support.kernels import fewer, lively_positions
from support.table import hammer
from tenfold.engine import types as t
from tenfold.engine.board import Board
from tenfold.engine.jit import store_word
from tenfold.engine.memory import Record
from tenfold.engine.movegen import is_legal
from tenfold.search.score import MATE, NO_EVAL, SOLVED, SOLVED_FOUND
from tenfold.search.tt import (
    CLUSTER_BYTES,
    EXACT,
    LOWER,
    UPPER,
    Table,
    entry_bound,
    entry_depth,
    entry_eval,
    entry_move,
    entry_score,
    probe,
    store,
    with_kind,
)
from tenfold.search.worker import new_worker

KEYS = st.integers(0, 2**64 - 1)
WORKER = new_worker()


def signed(key: int) -> int:
    return key - (1 << 64) if key >> 63 else key


def attached(clusters: int | None = None) -> tuple[Table, Record]:
    """An empty table, perhaps of a few clusters only, and a worker that uses it."""
    table = Table(1)
    table.attach(WORKER)
    if clusters is not None:
        WORKER["clusters"] = clusters
    return table, WORKER


@given(
    key=KEYS,
    ply=st.integers(0, t.MAX_PLY),
    move=st.integers(0, (1 << 22) - 1),
    score=st.integers(-SOLVED_FOUND + 1, SOLVED_FOUND - 1),
    static_eval=st.sampled_from([NO_EVAL, 0]) | st.integers(-9000, 9000),
    depth=st.integers(-3, 200),
    bound=st.sampled_from([UPPER, LOWER, EXACT]),
    generation=st.integers(0, 7),
)
@settings(max_examples=300, deadline=None)
def test_round_trip(
    key: int, ply: int, move: int, score: int, static_eval: int, depth: int, bound: int, generation: int
) -> None:
    _table, worker = attached(4)
    worker["generation"] = generation
    store(worker, signed(key), ply, move, score, static_eval, depth, bound, 0)
    data = probe(worker, signed(key))
    assert data
    assert entry_move(data) == move & 0xFFFFF  # the kind is left out
    assert entry_score(data, 0) == entry_score(data, t.MAX_PLY) == score
    assert entry_eval(data) == static_eval
    assert entry_depth(data) == max(0, min(127, depth))
    assert entry_bound(data) == bound
    assert data >> 61 & 7 == generation
    assert probe(worker, signed(key ^ 1)) == 0


@given(key=KEYS, distance=st.integers(0, t.MAX_PLY), here=st.integers(0, 60), there=st.integers(0, 60))
@settings(max_examples=200, deadline=None)
def test_mates_are_counted_from_the_position(key: int, distance: int, here: int, there: int) -> None:
    """A mate `distance` plies below a node is that far below it wherever the node is met."""
    _table, worker = attached(4)
    for mated in (MATE, -MATE, SOLVED, -SOLVED):
        sign = 1 if mated > 0 else -1
        score = mated - sign * (here + distance)
        store(worker, signed(key), here, 0, score, NO_EVAL, 5, EXACT, 0)
        assert entry_score(probe(worker, signed(key)), there) == mated - sign * (there + distance)


def test_an_empty_table_knows_nothing() -> None:
    _table, worker = attached()
    rng = random.Random(1)
    assert not any(
        probe(worker, signed(key)) for key in (0, 2**64 - 1, *(rng.getrandbits(64) for _ in range(99)))
    )


@given(key=KEYS, other=KEYS, moves=st.tuples(*[st.integers(1, 1 << 20)] * 2))
@settings(max_examples=200, deadline=None)
def test_torn_entries_are_not_returned(key: int, other: int, moves: tuple[int, int]) -> None:
    """The first word of one entry with the second of another belongs to neither position."""
    table, worker = attached(1)
    store(worker, signed(key), 0, moves[0], 10, 20, 5, EXACT, 0)
    first = probe(worker, signed(key))
    table.clear()
    store(worker, signed(other), 0, moves[1], -30, 40, 7, LOWER, 0)
    second = probe(worker, signed(other))
    if first == second:
        return
    store_word(table.address, signed((key ^ first) & (2**64 - 1)))
    assert probe(worker, signed(key)) == 0
    assert probe(worker, signed(other)) == (second if key ^ first == other ^ second else 0)


def keys(worker: Record, *known: int) -> list[bool]:
    return [probe(worker, key) != 0 for key in known]


def test_the_shallowest_entry_is_replaced() -> None:
    _table, worker = attached(1)
    for key, depth in ((1, 9), (2, 4), (3, 6), (4, 5)):
        store(worker, key, 0, 0, 0, 0, depth, EXACT, 0)
    assert keys(worker, 1, 2, 3, 4) == [True] * 4
    store(worker, 5, 0, 0, 0, 0, 1, UPPER, 0)
    assert keys(worker, 1, 2, 3, 4, 5) == [True, False, True, True, True]


def test_older_searches_go_first() -> None:
    table, worker = attached(1)
    store(worker, 1, 0, 0, 0, 0, 10, EXACT, 0)
    for _ in range(2):
        table.next_search()
    worker["generation"] = table.generation
    for key in (2, 3, 4):
        store(worker, key, 0, 0, 0, 0, 2, EXACT, 0)
    store(worker, 5, 0, 0, 0, 0, 1, EXACT, 0)
    assert keys(worker, 1, 2, 3, 4, 5) == [False, True, True, True, True]


def test_age_is_counted_around_the_corner() -> None:
    _table, worker = attached(1)
    worker["generation"] = 7
    store(worker, 1, 0, 0, 0, 0, 5, EXACT, 0)
    worker["generation"] = 0  # one search later
    for key in (2, 3, 4):
        store(worker, key, 0, 0, 0, 0, 1, EXACT, 0)
    store(worker, 5, 0, 0, 0, 0, 1, EXACT, 0)
    assert keys(worker, 1, 2, 3, 4, 5) == [False, True, True, True, True]


def test_a_position_has_one_entry() -> None:
    table, worker = attached(1)
    for depth in (3, 4, 9, 6, 8):
        store(worker, 42, 0, depth, depth, 0, depth, EXACT, 0)
    words = table._memory[table._skip : table._skip + CLUSTER_BYTES].view(np.int64)
    assert np.count_nonzero(words[1::2]) == 1
    assert entry_depth(probe(worker, 42)) == 8


def test_a_shallow_bound_does_not_push_out_a_deep_one() -> None:
    _table, worker = attached(1)
    store(worker, 7, 0, 1, 50, 0, 12, LOWER, 0)
    store(worker, 7, 0, 2, 10, 0, 2, UPPER, 0)
    assert entry_depth(probe(worker, 7)) == 12
    store(worker, 7, 0, 3, 10, 0, 2, EXACT, 0)
    assert (entry_depth(probe(worker, 7)), entry_move(probe(worker, 7))) == (2, 3)
    store(worker, 7, 0, 1, 50, 0, 12, LOWER, 0)
    worker["generation"] = 1  # what an earlier search found may be replaced by anything
    store(worker, 7, 0, 2, 10, 0, 2, UPPER, 0)
    assert entry_depth(probe(worker, 7)) == 2


def test_a_known_move_is_kept() -> None:
    _table, worker = attached(1)
    store(worker, 7, 0, 1234, 50, 0, 3, LOWER, 0)
    store(worker, 7, 0, 0, -50, 0, 4, UPPER, 0)
    assert entry_move(probe(worker, 7)) == 1234


@pytest.mark.parametrize("clusters", [0, 1, 3, 7, 8])
def test_nothing_beyond_the_table_is_written(clusters: int) -> None:
    guard = 4 * CLUSTER_BYTES
    memory = np.zeros(2 * guard + 9 * CLUSTER_BYTES, np.uint8)
    worker = new_worker()
    worker["table"] = memory.ctypes.data + guard
    worker["clusters"] = clusters
    rng = random.Random(2)
    extremes = [0, 1, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1]
    for key in extremes + [rng.getrandbits(64) for _ in range(2000)]:
        store(worker, signed(key), 0, 1, 0, 0, 1, EXACT, 0)
    # Without a cluster the first one after the table's start is used: `Table` allocates one more.
    end = guard + max(1, clusters) * CLUSTER_BYTES
    assert not memory[:guard].any() and not memory[end:].any()
    assert memory[guard:end].reshape(-1, CLUSTER_BYTES).any(axis=1).all()


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_moves_get_their_kind_back(variant: str) -> None:
    rng = random.Random(3)
    strangers = Board(variant).packed_moves()
    for number, board in enumerate(lively_positions(variant, 35, fewer(4, 1), fewer(120, 10))):
        legal = board.packed_moves()
        for move in legal:
            assert with_kind(board.pos, board.rules, move & 0xFFFFF) == move, board.fen()
        if number % 4:
            continue
        # Other moves, after a collision of keys, get a kind with which they are legal only if they are.
        for move in [
            *rng.sample(strangers, min(5, len(strangers))),
            *(rng.getrandbits(20) for _ in range(20)),
        ]:
            found = with_kind(board.pos, board.rules, move & 0xFFFFF)
            assert (found != 0 and is_legal(board.pos, board.rules, found)) == (found in legal), board.fen()
        strangers = legal or strangers


@pytest.mark.parametrize("megabytes", [1, 2, 3, 64])
def test_size(megabytes: int) -> None:
    table = Table(megabytes)
    assert table.clusters * CLUSTER_BYTES == megabytes << 20
    assert table.address % CLUSTER_BYTES == 0
    start = table._memory.ctypes.data
    assert start <= table.address
    assert table.address + table.clusters * CLUSTER_BYTES <= start + table._memory.nbytes
    assert table.full() == 0


@pytest.mark.parametrize("megabytes", [1 << 40, 1 << 50, 1 << 90])
def test_no_memory(megabytes: int) -> None:
    with pytest.raises(MemoryError):
        Table(megabytes)


def test_full_counts_this_search() -> None:
    table, worker = attached()
    rng = random.Random(4)
    for _ in range(table.clusters * 2):
        store(worker, signed(rng.getrandbits(64)), 0, 0, 0, 0, 1, EXACT, 0)
    assert 380 < table.full() < 560
    table.next_search()
    assert table.full() == 0
    table.clear()
    assert table.full() == 0 and table.generation == 0


def test_two_threads_write() -> None:
    """They share four clusters, and each reads only what one of them wrote for the key it asks for."""
    _table, worker = attached(4)
    rounds = fewer(400_000, 200)
    wrong: list[int] = []
    threads = [
        threading.Thread(target=lambda seed=seed: wrong.append(hammer(worker, seed, rounds)))
        for seed in (1, 2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [0, 0]
