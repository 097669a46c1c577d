"""A match plays exactly what is missing, stops when its test has decided, and keeps what was played."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from support.matches import engine, random_record
from tenfold.arbiter.games_file import GamesFile
from tenfold.arbiter.games_pgn import game_text
from tenfold.arbiter.journal import Journal
from tenfold.arbiter.match import Match, decides
from tenfold.arbiter.record import GameRecord, GameTask, Opening, Reason, Rules
from tenfold.arbiter.recount import recount
from tenfold.arbiter.schedule import Setup
from tenfold.arbiter.slot import Finished
from tenfold.arbiter.sprt import Sprt, Verdict

A, B = engine("A"), engine("B")
SETUP = Setup((A, B), (Opening(), Opening(moves=("e3e5",))), Rules())


class Made:
    """An executor whose games are made up; it ends them in pairs, the second first, and can break off."""

    def __init__(self, after: int = 10**9, winner: str = "") -> None:
        self.asked: list[int] = []
        self.closed = False
        self._after = after
        self._winner = winner

    def play(self, tasks: list[GameTask]) -> Generator[Finished, None, None]:
        self.asked = [task.number for task in tasks]
        try:
            for count, task in enumerate(sorted(tasks, key=lambda task: (task.pair, -task.number))):
                if count == self._after:
                    raise KeyboardInterrupt
                yield Finished(self._record(task), ("A announces no option Foo",))
        finally:
            self.closed = True

    def _record(self, task: GameTask) -> GameRecord:
        record = random_record(task)
        if not self._winner:
            return record
        result = "1-0" if record.white == self._winner else "0-1"
        return GameRecord(**(vars(record) | {"result": result, "reason": Reason.CHECKMATE, "at_fault": ""}))

    def interrupt(self) -> None:
        raise NotImplementedError


def play(folder: Path, executor: Made, games: int, **settings: object) -> Match:
    """One run of the command, so to speak."""
    with Journal(folder / "m.jsonl", decides(SETUP, {})) as journal:
        file = GamesFile(folder / "m.pgn", lambda record: game_text(record, "grand", A, B, "Test"))
        file.follow(journal)
        match = Match(SETUP, games, journal, file, **settings)  # type: ignore[arg-type]
        try:
            for record in match.play(executor):
                assert record.number in journal.played
        except KeyboardInterrupt:
            pass
        counted, _ = recount(folder / "m.pgn")
        assert counted.endings == match.standings.endings
        assert all(counted.score(name) == match.standings.score(name) for name in "AB")
        return match


def test_what_is_missing_is_played(tmp_path: Path) -> None:
    first = Made(after=5)
    match = play(tmp_path, first, 12)
    assert first.asked == list(range(1, 13))
    assert [task.number for task in match.missing] == [5, 7, 8, 9, 10, 11, 12]
    second = Made()
    match = play(tmp_path, second, 12)
    assert second.asked == [5, 7, 8, 9, 10, 11, 12]
    assert match.over and match.standings.games == 12 and sum(match.standings.score("A").pairs) == 6
    assert match.warnings == ["A announces no option Foo"]
    idle = Made()
    assert play(tmp_path, idle, 12).over and idle.asked == []
    more = Made()
    assert play(tmp_path, more, 15).standings.games == 16
    assert more.asked == [13, 14, 15, 16]
    fewer = Made()
    assert play(tmp_path, fewer, 4).standings.games == 16 and fewer.asked == []


def test_the_test_ends_the_match(tmp_path: Path) -> None:
    executor = Made(winner="B")
    match = play(tmp_path, executor, 1000, sprt=Sprt(-20, 0))
    assert match.verdict is Verdict.H0 and match.over and executor.closed
    assert 20 < match.standings.games < 200
    again = Made()
    assert play(tmp_path, again, 1000, sprt=Sprt(-20, 0)).over and again.asked == []
    on = Made(after=2)
    assert not play(tmp_path, on, 1000).over and len(on.asked) == 1000 - match.standings.games


@pytest.mark.parametrize("recover", [True, False])
def test_a_crash_ends_the_match_if_so_wanted(tmp_path: Path, recover: bool) -> None:
    executor = Made()
    match = play(tmp_path, executor, 30, recover=recover)
    broken = [match.standings.endings[reason.value] for reason in (Reason.DISCONNECT, Reason.STALL)]
    assert sum(broken) + match.standings.endings["could not start"] > 1 if recover else not match.over
    assert executor.closed
