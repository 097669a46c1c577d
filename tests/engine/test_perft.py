"""Counts of the legal move tree, against published counts and those that independent programs agree on.

The everyday run counts up to `BUDGET` leaves a position; the slow suite counts everything: about ten thousand
million leaves, most of them below the start positions.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.games import TEN_BY_TEN, records
from support.kernels import fewer, standing, uci
from tenfold.engine.board import Board
from tenfold.engine.perft import divide, perft

DATA = Path(__file__).parents[1] / "data" / "perft"
BUDGET = fewer(600_000, 500)


def load(name: str) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def cases() -> list[Any]:
    found = [(game, record) for game in TEN_BY_TEN for record in records(f"perft-{game}")]
    found += [("chess", record) for record in load("chess")]
    found += [(record["variant"], record) for record in load("reported")]
    return [pytest.param(game, record, id=f"{game}-{record['name']}") for game, record in found]


def check(variant: str, fen: str, depth: int, leaves: int) -> None:
    board = Board(variant, fen)
    counted = perft(board.pos, board.rules, depth)
    if counted != leaves:
        lines = [f"{uci(move)}: {count}" for move, count in divide(board.pos, board.rules, depth)]
        pytest.fail(f"{counted} instead of {leaves} at depth {depth} of {fen}\n" + "\n".join(sorted(lines)))


@pytest.mark.parametrize(("variant", "record"), cases())
def test_counts(variant: str, record: dict[str, Any]) -> None:
    for depth, leaves in record["depths"].items():
        if leaves <= BUDGET:
            check(variant, record["fen"], int(depth), leaves)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "record"), cases())
def test_deep_counts(variant: str, record: dict[str, Any]) -> None:
    for depth, leaves in record["depths"].items():
        check(variant, record["fen"], int(depth), leaves)


@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_divide_sums_to_the_count_and_leaves_the_position_alone(variant: str) -> None:
    board = Board(variant)
    before = standing(board.pos)
    depth = fewer(3, 2)
    counts = dict(divide(board.pos, board.rules, depth))
    assert list(counts) == board.packed_moves()
    assert sum(counts.values()) == perft(board.pos, board.rules, depth)
    assert standing(board.pos) == before
    assert perft(board.pos, board.rules, 0) == 1
