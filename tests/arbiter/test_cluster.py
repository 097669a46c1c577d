"""Games on a Dask cluster: workers that die and come, engines that stay, and an end at once."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.stubs import leftovers, normal, stub
from tenfold.arbiter.cluster import Cluster
from tenfold.arbiter.match import ExecutorError
from tenfold.arbiter.record import GameTask, Opening, Rules
from tenfold.arbiter.schedule import Setup, schedule
from tenfold.arbiter.spec import EngineSpec

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def cluster() -> Iterator[distributed.LocalCluster]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as started:
        yield started


def tasks(*engines: EngineSpec, games: int) -> list[GameTask]:
    return schedule(Setup(engines, (Opening(),), Rules()), games)


def test_games_come_back_and_engines_stay(cluster: distributed.LocalCluster, tmp_path: Path) -> None:
    log = tmp_path / "log"
    mine = tasks(stub(f"log={log} options=Hash", "option.Foo=1", name="A"), stub(name="B"), games=6)
    played = list(Cluster(cluster.scheduler_address).play(mine))
    assert sorted(finished.record.number for finished in played) == [1, 2, 3, 4, 5, 6]
    assert all(normal(finished.record) for finished in played)
    assert all("Foo" in finished.warnings[0] for finished in played)
    assert log.read_text().splitlines().count("uci") <= 2
    assert not leftovers()


def test_a_game_whose_worker_died_is_played_again(cluster: distributed.LocalCluster, tmp_path: Path) -> None:
    log = tmp_path / "log"
    mine = tasks(stub(f"log={log} late=0.1", name="A"), stub(name="B"), games=4)
    victim = next(iter(cluster.workers.values())).pid
    played = []
    for finished in Cluster(cluster.scheduler_address).play(mine):
        if not played:  # half a second later both workers are in the midst of another game
            threading.Timer(0.5, os.kill, (victim, signal.SIGKILL)).start()
        played.append(finished.record)
    assert sorted(record.number for record in played) == [1, 2, 3, 4]
    assert all(normal(record) for record in played)
    assert log.read_text().splitlines().count("ucinewgame") == 5
    assert not leftovers()


def test_an_interruption_ends_games_at_once(cluster: distributed.LocalCluster) -> None:
    slow = [stub("late=30 stays", "tc=100", name=name) for name in "AB"]
    executor = Cluster(cluster.scheduler_address)
    began = time.perf_counter()
    threading.Timer(1.0, executor.interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        list(executor.play(tasks(*slow, games=6)))
    assert time.perf_counter() - began < 20
    assert not leftovers()


def test_no_more_at_a_time_than_wanted(cluster: distributed.LocalCluster, tmp_path: Path) -> None:
    log = tmp_path / "log"
    mine = tasks(stub(f"log={log}", name="A"), stub(name="B"), games=4)
    assert len(list(Cluster(cluster.scheduler_address, 1).play(mine))) == 4
    words = [word for word in log.read_text().splitlines() if word in ("ucinewgame", "quit")]
    assert words[:4] == ["ucinewgame"] * 4


@pytest.mark.parametrize("address", ["nonsense", "http://127.0.0.1:8786", "tcp://127.0.0.1:1"])
def test_no_scheduler(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenfold.arbiter.cluster.PATIENCE", 0.5)
    with pytest.raises(ExecutorError, match="scheduler"):
        Cluster(address)
