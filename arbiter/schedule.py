"""Who plays whom, in which order, from which opening: a pure function of the set-up of a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice

from .record import GameTask, Opening, Rules
from .spec import EngineSpec


@dataclass(frozen=True)
class Setup:
    """What decides the games. The same set-up has the same games, with the same numbers, every time.

    A match is a tournament of two engines.
    """

    engines: tuple[EngineSpec, ...]  # at least two, with different names
    openings: tuple[Opening, ...]  # in the order of play; taken from the first again when they run out
    rules: Rules
    gauntlet: bool = False  # the first engine against each other one; else everybody against everybody


def schedule(setup: Setup, games: int) -> list[GameTask]:
    """The games, `games` between every two engines that meet, rounded up to pairs.

    All meetings take place once, with a pair of games from one opening, then all again with the next opening.
    So a longer schedule begins with the shorter one, and whoever meets plays the same openings as the others.
    """
    meetings = list(_gauntlet(len(setup.engines)) if setup.gauntlet else berger(len(setup.engines)))
    pairs = _pairs(setup, meetings)
    return [game for pair in islice(pairs, len(meetings) * ((games + 1) // 2)) for game in pair]


def _pairs(setup: Setup, meetings: list[tuple[int, int]]) -> Iterator[tuple[GameTask, GameTask]]:
    numbers = count(1)
    for cycle in count():
        opening = setup.openings[cycle % len(setup.openings)]
        for meeting in meetings:
            first, second = (setup.engines[index] for index in meeting)
            pair = next(numbers)
            yield (
                GameTask(2 * pair - 1, pair, first, second, opening, setup.rules),
                GameTask(2 * pair, pair, second, first, opening, setup.rules),
            )


def _gauntlet(players: int) -> Iterator[tuple[int, int]]:
    return ((0, other) for other in range(1, players))


def berger(players: int) -> Iterator[tuple[int, int]]:
    """Every two of `players` once, White first, in the order of FIDE's Berger tables (Handbook C.05).

    Nobody plays twice in a round. With an odd number, whoever meets the last, empty place rests.
    """
    places = players + players % 2
    last = places - 1
    for number in range(last):
        lead = number * places // 2 % last  # who meets the last place; the others meet symmetrically about it
        meetings = [(lead, last) if number % 2 == 0 else (last, lead)]
        meetings += [((lead + step) % last, (lead - step) % last) for step in range(1, places // 2)]
        yield from (meeting for meeting in meetings if max(meeting) < players)
