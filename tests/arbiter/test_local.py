"""Games in threads: engines that stay from game to game, faults that stop nobody, and an end at once."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from support.stubs import leftovers, normal, stub
from tenfold.arbiter.local import Local
from tenfold.arbiter.record import GameTask, Opening, Reason, Rules
from tenfold.arbiter.schedule import Setup, schedule
from tenfold.arbiter.spec import EngineSpec


def tasks(*engines: EngineSpec, games: int) -> list[GameTask]:
    return schedule(Setup(engines, (Opening(),), Rules()), games)


def lines(path: Path, word: str) -> int:
    return path.read_text().splitlines().count(word)


@pytest.mark.parametrize("concurrency", [1, 3])
def test_engines_stay_from_game_to_game(tmp_path: Path, concurrency: int) -> None:
    log = tmp_path / "log"
    threads = threading.active_count()
    mine = tasks(stub(f"log={log}", name="A"), stub(name="B"), games=6)
    heard: list[tuple[str, str, str]] = []
    played = list(Local(concurrency, lambda *line: heard.append(line)).play(mine))
    assert sorted(finished.record.number for finished in played) == [1, 2, 3, 4, 5, 6]
    assert all(normal(finished.record) for finished in played)
    assert lines(log, "uci") <= concurrency and lines(log, "ucinewgame") == 6
    assert ("A", ">", "uci") in heard and ("B", "<", "uciok") in heard
    assert threading.active_count() == threads


def test_faults_stop_nobody() -> None:
    mine = tasks(stub("crash=3 from=6", name="A"), stub("start=1", name="B"), stub(name="C"), games=4)
    played = {finished.record.number: finished.record for finished in Local(2).play(mine)}
    assert len(played) == len(mine) == 12
    for record in played.values():
        names = {record.white, record.black}
        expected = Reason.NO_START if "B" in names else Reason.DISCONNECT
        assert record.reason is expected
        assert "B" in names or (record.white if record.at_fault == "white" else record.black) == "A"


@pytest.mark.parametrize("concurrency", [1, 3])
def test_an_interruption_ends_games_at_once(tmp_path: Path, concurrency: int) -> None:
    slow = [stub("late=30 stays", "tc=100", name=name) for name in "AB"]
    executor = Local(concurrency)
    threads = threading.active_count()
    began = time.perf_counter()
    threading.Timer(0.5, executor.interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        list(executor.play(tasks(*slow, games=6)))
    assert time.perf_counter() - began < 20  # and not the hundreds that the clocks and the games allow
    assert threading.active_count() == threads
    assert not leftovers()


def test_closing_the_iterator_ends_games() -> None:
    fast, slow = stub(name="A"), stub("late=30 stays from=40", "tc=100", name="B")
    threads = threading.active_count()
    games = Local(2).play(tasks(fast, slow, games=4))
    assert next(games).record.number in (1, 2)
    games.close()
    assert threading.active_count() == threads
    assert not leftovers()
