"""A match or a tournament as it is played: what is missing is played, what has been played is kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator
from contextlib import closing
from typing import Any, Protocol

from .games_file import GamesFile
from .journal import Journal
from .jsonable import to_json
from .record import GameRecord, GameTask, Reason
from .schedule import Setup, schedule
from .slot import Finished
from .sprt import Sprt, Verdict
from .standings import Played, Standings

#: Ends of games after which an engine has to be started again.
_BROKEN = (Reason.DISCONNECT, Reason.STALL, Reason.NO_START)


class ExecutorError(Exception):
    """Games can be played no more, by no fault of an engine; the text is one line."""


class Executor(Protocol):
    """Where games are played: `local.py` or `cluster.py`."""

    def play(self, tasks: list[GameTask]) -> Generator[Finished, None, None]:
        """The games as they end; closing the iterator stops those that are on."""

    def interrupt(self) -> None:
        """Have `play` raise `KeyboardInterrupt` at the next chance."""


class Match:
    """The schedule, what of it has been played, and the standings so far."""

    def __init__(
        self,
        setup: Setup,
        games: int,
        journal: Journal,
        games_file: GamesFile,
        *,
        sprt: Sprt | None = None,
        recover: bool = True,
    ) -> None:
        """`games` between every two engines; `recover` False: the first crash or silence ends the match."""
        self.tasks = schedule(setup, games)
        self.names = [engine.name for engine in setup.engines]
        self.sprt = sprt
        self.standings = Standings(self.names)
        self.warnings: list[str] = []
        self._journal = journal
        self._games_file = games_file
        self._recover = recover
        for game in journal.played.values():
            self.standings.add(game)

    @property
    def missing(self) -> list[GameTask]:
        """The games of the schedule that have not been played."""
        return [task for task in self.tasks if task.number not in self._journal.played]

    @property
    def verdict(self) -> Verdict:
        """What the test says so far; without one it never says anything."""
        if self.sprt is None:
            return Verdict.RUNNING
        return self.sprt.verdict(self.standings.against(*self.names[:2]).pentanomial)

    @property
    def over(self) -> bool:
        """Whether nothing is left to be played."""
        return self.verdict is not Verdict.RUNNING or not self.missing

    def play(self, executor: Executor) -> Generator[GameRecord, None, None]:
        """Play what is missing. Each game is in the journal and in the PGN before it comes out here.

        Raises what the executor raises, and `OSError` when a game cannot be kept.
        """
        if self.over:
            return
        with closing(executor.play(self.missing)) as games:
            for record, warnings in games:
                self._journal.append(record)
                self._games_file.append(record)
                self.standings.add(Played.of(record))
                self.warnings += [warning for warning in warnings if warning not in self.warnings]
                yield record
                if self.verdict is not Verdict.RUNNING or (record.reason in _BROKEN and not self._recover):
                    return


def decides(setup: Setup, description: dict[str, Any]) -> dict[str, Any]:
    """What makes this match this match, as JSON for the journal; `description` says where openings come from.

    The number of games, the test and how many play at a time are not in it: they may change.
    """
    openings = json.dumps(to_json(setup.openings), ensure_ascii=False)
    return {
        "engines": to_json(setup.engines),
        "rules": to_json(setup.rules),
        "gauntlet": setup.gauntlet,
        "openings": {
            **description,
            "count": len(setup.openings),
            "digest": hashlib.sha256(openings.encode()).hexdigest()[:16],
        },
    }
