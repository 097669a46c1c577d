"""Pairs with colours swapped, everybody against everybody, and numbers that stay."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from tenfold.arbiter.record import GameTask, Opening, Rules
from tenfold.arbiter.schedule import Setup, berger, schedule
from tenfold.arbiter.spec import EngineSpec

OPENINGS = tuple(Opening(moves=(move,)) for move in ("a3a4", "b3b4", "c3c4"))


def setup(players: int, gauntlet: bool = False) -> Setup:
    engines = tuple(EngineSpec(name, (name,)) for name in "ABCDEFGHIJ"[:players])
    return Setup(engines, OPENINGS, Rules(), gauntlet)


def names(task: GameTask) -> tuple[str, str]:
    return task.white.name, task.black.name


def test_a_match() -> None:
    tasks = schedule(setup(2), 5)
    assert [task.number for task in tasks] == [1, 2, 3, 4, 5, 6]
    assert [task.pair for task in tasks] == [1, 1, 2, 2, 3, 3]
    assert [names(task) for task in tasks] == 3 * [("A", "B"), ("B", "A")]
    assert [task.opening for task in tasks[::2]] == list(OPENINGS)


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("gauntlet", [False, True])
def test_colours_and_openings_are_shared_out(players: int, gauntlet: bool) -> None:
    tasks = schedule(setup(players, gauntlet), 8)
    met = Counter(names(task) for task in tasks)
    expected = {pair for pair in combinations("ABCDEFGHIJ"[:players], 2) if not gauntlet or pair[0] == "A"}
    assert {tuple(sorted(pair)) for pair in met} == expected
    assert all(met[pair] == met[pair[::-1]] == 4 for pair in met)
    for white, black in zip(tasks[::2], tasks[1::2], strict=True):
        assert names(white) == names(black)[::-1]
        assert white.opening == black.opening and white.pair == black.pair
    lines = {pair: [task.opening for task in tasks if names(task) == pair] for pair in met}
    assert all(line == [*OPENINGS, OPENINGS[0]] for line in lines.values())


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_longer_schedule_begins_with_the_shorter_one(players: int) -> None:
    short, long = schedule(setup(players), 4), schedule(setup(players), 10)
    assert long[: len(short)] == short
    assert len(long) == len(short) * 10 // 4


@pytest.mark.parametrize("players", range(2, 13))
def test_nobody_plays_twice_in_a_round(players: int) -> None:
    meetings = list(berger(players))
    assert len({frozenset(meeting) for meeting in meetings}) == len(meetings) == players * (players - 1) // 2
    size = players // 2
    for start in range(0, len(meetings), size):
        busy = [player for meeting in meetings[start : start + size] for player in meeting]
        assert len(set(busy)) == len(busy)


def test_the_table_for_six() -> None:
    printed = "1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1"
    assert list(berger(6)) == [
        tuple(int(player) - 1 for player in meeting.split("-"))
        for meeting in printed.replace(",", "").split()
    ]
