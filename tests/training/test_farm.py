"""Work on several processors and on a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import count, islice

import pytest
from support.chores import once_deadly, squared
from tenfold.arbiter.match import ExecutorError
from tenfold.engine.variants import GRAND
from tenfold.training import farm
from tenfold.training.datagen import header_of, play_block

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as started:
        yield started.scheduler_address


@pytest.fixture(params=["processes", "cluster"])
def place(request: pytest.FixtureRequest) -> AbstractContextManager[farm.Farm]:
    if request.param == "processes":
        return farm.processes(2)
    return farm.cluster(request.getfixturevalue("address"))


def test_every_task_is_done(place: AbstractContextManager[farm.Farm]) -> None:
    with place as work:
        assert sorted(work(squared, range(12))) == [number * number for number in range(12)]


def test_tasks_are_taken_as_they_are_needed(place: AbstractContextManager[farm.Farm]) -> None:
    taken = 0

    def without_end() -> Iterator[int]:
        nonlocal taken
        for number in count(100):
            taken += 1
            yield number

    with place as work:
        assert len(list(islice(work(squared, without_end()), 5))) == 5
    assert taken <= 5 + 2 * 2


def test_an_error_comes_back(place: AbstractContextManager[farm.Farm]) -> None:
    with place as work, pytest.raises(ValueError, match="no thirteen"):
        list(work(squared, [13]))


def test_what_a_dead_worker_had_is_done_again(address: str, tmp_path: object) -> None:
    with farm.cluster(address) as work:
        tasks = [(f"{tmp_path}/mark", number) for number in range(6)]
        assert sorted(work(once_deadly, tasks)) == list(range(6))


def test_blocks_are_the_same_on_a_cluster(address: str) -> None:
    header = header_of(GRAND, 30, 1, 0, 1)
    with farm.cluster(address) as work:
        [block] = work(lambda number: play_block(header, number), [2])
    assert block.positions.tobytes() == play_block(header, 2).positions.tobytes()
    assert len(block.positions) > 100


def test_a_worker_with_another_engine_is_told() -> None:
    header = replace(header_of(GRAND, 30, 1, 0, 1), version="0.0.1")
    with pytest.raises(ExecutorError, match=r"a worker has Tenfold .*, the run is of 0\.0\.1"):
        play_block(header, 0)


@pytest.mark.parametrize("address", ["nonsense", "tcp://127.0.0.1:1"])
def test_no_cluster_there(address: str) -> None:
    with pytest.raises(ExecutorError, match="scheduler"), farm.cluster(address):
        pass
