"""The journal loses nothing, and is gone on with only by the same match."""

from __future__ import annotations

import random
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.matches import engine, random_record
from tenfold.arbiter.games_file import GamesFile
from tenfold.arbiter.games_pgn import game_text
from tenfold.arbiter.journal import Journal, JournalError, differences
from tenfold.arbiter.record import GameRecord, Opening, Rules
from tenfold.arbiter.recount import recount
from tenfold.arbiter.schedule import Setup, schedule
from tenfold.arbiter.standings import Standings

A, B = engine("A"), engine("B")
ENGINES = {"A": A, "B": B}
DECIDES: dict[str, Any] = {"engines": [{"name": "A"}, {"name": "B"}], "rules": {}}
TASKS = schedule(Setup((A, B), (Opening(), Opening(moves=("e3e5",))), Rules()), 20)
RECORDS = [random_record(task) for task in TASKS]


def pgn(record: GameRecord) -> str:
    return game_text(record, "grand", ENGINES[record.white], ENGINES[record.black], "Test")


def write(path: Path, records: list[GameRecord]) -> None:
    with Journal(path, DECIDES) as journal:
        for record in records:
            journal.append(record)


def test_games_come_back(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write(path, RECORDS[:5])
    write(path, RECORDS[5:])
    with Journal(path, DECIDES) as journal:
        assert list(journal.records()) == RECORDS
        assert list(journal.played) == [task.number for task in TASKS]
        assert list(journal.records(7)) == RECORDS[7:] and list(journal.records(20)) == []


def test_every_cut_loses_at_most_the_game_that_was_being_written(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write(path, RECORDS[:4])
    whole = path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(whole) if byte == ord("\n")]
    sizes = {*random.Random(1).sample(range(len(whole)), 60), *ends, *(end - 1 for end in ends), 0}
    for size in sorted(sizes):
        path.write_bytes(whole[:size])
        complete = max(sum(end - 1 <= size for end in ends) - 1, 0)
        with Journal(path, DECIDES) as journal:
            assert list(journal.records()) == RECORDS[:complete], size
            journal.append(RECORDS[complete])
        with Journal(path, DECIDES) as journal:
            assert list(journal.records()) == RECORDS[: complete + 1], size


def test_damage_elsewhere_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write(path, RECORDS[:4])
    lines = path.read_bytes().splitlines(keepends=True)
    for bad, word in ((b"rubbish\n", "damaged"), (b'{"number": "x"}\n', "not a GameRecord")):
        path.write_bytes(b"".join([*lines[:2], bad, *lines[3:]]))
        with pytest.raises(JournalError, match=f"line 3.*{word}"):
            Journal(path, DECIDES)
    path.write_text("1. e4 e5\n2. d4\n")
    with pytest.raises(JournalError, match="line 1"):
        Journal(path, DECIDES)
    path.write_bytes(b"".join([*lines[:3], lines[2]]))
    with pytest.raises(JournalError, match="line 4: game 2 a second time"):
        Journal(path, DECIDES)
    path.write_text("somebody's notes")
    with pytest.raises(JournalError, match="line 1: damaged, or no journal"):
        Journal(path, DECIDES)
    path.write_text('{"a": 1}\n')
    with pytest.raises(JournalError, match="no journal"):
        Journal(path, DECIDES)
    assert path.read_text() == '{"a": 1}\n'


def test_another_match_is_refused_by_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write(path, RECORDS[:4])
    before = path.read_bytes()
    other = {"engines": [{"name": "A"}, {"name": "C"}], "rules": {}}
    with pytest.raises(JournalError, match=r"engines\.1\.name: 'B' there, 'C' now"):
        Journal(path, other)
    assert path.read_bytes() == before
    write(tmp_path / "empty.jsonl", [])
    with Journal(tmp_path / "empty.jsonl", other) as journal:  # nothing was played, nothing is lost
        journal.append(RECORDS[0])
    with pytest.raises(JournalError, match="'C' there"):
        Journal(tmp_path / "empty.jsonl", DECIDES)


def test_one_match_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with Journal(path, DECIDES), pytest.raises(JournalError, match="in use"):
        Journal(path, DECIDES)
    write(path, RECORDS[:1])


def test_differences() -> None:
    there = {"a": [1, {"b": 2}], "c": True}
    assert list(differences(there, there)) == []
    assert list(differences(there, {"a": [1, {"b": 3}, 4], "d": False})) == [
        "a.1.b: 2 there, 3 now",
        "a.2: none there, 4 now",
        "c: True there, none now",
        "d: none there, False now",
    ]


def test_the_pgn_follows(tmp_path: Path) -> None:
    games = GamesFile(tmp_path / "match.pgn", pgn)
    whole = "".join(map(pgn, RECORDS[:6])).encode()
    with Journal(tmp_path / "match.jsonl", DECIDES) as journal:
        assert not games.follow(journal)
        for record in RECORDS[:6]:
            journal.append(record)
            games.append(record)
        assert games.path.read_bytes() == whole
        assert not games.follow(journal)
        for spoilt in (
            whole[:-1],
            whole[:-200],
            whole[: whole.rindex(b"\n\n1.") + 2],
            whole + b"\n",
            b"",
            b"\xff\xfe",
            "".join(map(pgn, RECORDS[:7])).encode(),
            "".join(map(pgn, [*RECORDS[1:6], RECORDS[0]])).encode(),
        ):
            games.path.write_bytes(spoilt)
            assert games.follow(journal)
            assert games.path.read_bytes() == whole
        games.path.write_bytes("".join(map(pgn, RECORDS[:4])).encode())
        watched: list[int] = []

        def watch(records: Iterator[GameRecord], count: int) -> Iterator[GameRecord]:
            watched.append(count)
            return records

        assert not games.follow(journal, watch)  # only added to
        assert games.path.read_bytes() == whole
        games.path.unlink()
        assert games.follow(journal, watch)
        assert games.path.read_bytes() == whole
        assert watched == [2, 6]


def test_a_full_disk(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    write(path, RECORDS[:2])
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Journal(path, DECIDES) as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 50, before[1]))
        try:
            with pytest.raises(OSError, match="no room"):
                journal.append(RECORDS[2])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert 3 not in journal.played
    with Journal(path, DECIDES) as journal:
        assert list(journal.records()) == RECORDS[:2]
        journal.append(RECORDS[2])
        assert list(journal.records()) == RECORDS[:3]


def test_games_of_others_are_left_alone(tmp_path: Path) -> None:
    games = GamesFile(tmp_path / "match.pgn", pgn)
    games.path.write_text("somebody's games\n")
    for _ in range(2):
        with (
            Journal(tmp_path / "match.jsonl", DECIDES) as journal,
            pytest.raises(OSError, match="other games"),
        ):
            games.follow(journal)
    assert games.path.read_text() == "somebody's games\n"


def test_a_recount_gives_the_same_table(tmp_path: Path) -> None:
    engines = tuple(engine(name) for name in "ABCD")
    tasks = schedule(Setup(engines, (Opening(), Opening(moves=("e3e5",))), Rules()), 6)
    tasks = random.Random(2).sample(tasks, len(tasks) - 3)  # as they end, with unfinished pairs
    path = tmp_path / "tournament.pgn"
    games = GamesFile(path, lambda record: game_text(record, "grand", A, B, "Test"))
    live = Standings("ABCD")
    with Journal(tmp_path / "tournament.jsonl", DECIDES) as journal:
        for task in tasks:
            journal.append(random_record(task))
            games.append(random_record(task))
            live.add(journal.played[task.number])
    counted, unfinished = recount(path)
    assert unfinished == 0
    assert counted.endings == live.endings
    assert counted.ranking() == live.ranking()
    for name in "ABCD":
        assert counted.score(name) == live.score(name)
        for other in set("ABCD") - {name}:
            assert counted.against(name, other) == live.against(name, other)
    assert live.forfeits > 0
