"""One thread with a limit on depth or nodes finds the same every time."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from support.games import ALL_GAMES
from support.searching import run, shape
from tenfold.engine.board import Board
from tenfold.search.bench import bench
from tenfold.search.deepen import Job, Line, deepen
from tenfold.search.limits import Limits, Settings
from tenfold.search.searcher import Searcher

pytestmark = pytest.mark.compiled

LIMITS = (Limits(nodes=8000), Limits(depth=6))
# Run by a process of its own: the events of some searches, one a line.
PROGRAM = """
import sys
sys.path[:0] = {path!r}
from support.searching import run, shape
from tenfold.engine.board import Board
from tenfold.search.limits import Limits
from tenfold.search.searcher import Searcher
for variant in {variants!r}:
    print(shape(run(Searcher(4), Board(variant), Limits(nodes=8000))))
"""


@pytest.mark.parametrize("variant", ALL_GAMES)
@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_after_a_new_game(variant: str, limits: Limits, searcher: Searcher) -> None:
    board = Board(variant)
    first = shape(run(searcher, board, limits))
    # What another game and another variant left behind is forgotten.
    run(searcher, Board("grand" if variant == "chess" else "chess"), Limits(nodes=5000), fresh=False)
    assert shape(run(searcher, board, limits)) == first
    assert shape(run(Searcher(4), board, limits)) == first


def test_with_several_lines(searcher: Searcher) -> None:
    settings = Settings(multipv=3)
    board = Board("bigchess")
    limits = Limits(nodes=10_000)
    assert shape(run(searcher, board, limits, settings)) == shape(run(searcher, board, limits, settings))


def test_after_many_threads(searcher: Searcher) -> None:
    board, limits = Board("grand"), Limits(nodes=5000)
    first = shape(run(searcher, board, limits))
    run(searcher, board, Limits(depth=5), Settings(threads=2))
    assert shape(run(searcher, board, limits)) == first


def test_threads_share_no_record_that_kernels_write_to(
    searcher: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs: list[Job] = []

    def watched(job: Job) -> list[Line]:
        jobs.append(job)
        return deepen(job)

    monkeypatch.setattr("tenfold.search.searcher.deepen", watched)
    run(searcher, Board("grand"), Limits(depth=4), Settings(threads=3))
    assert len(jobs) == 3
    for name in ("pos", "weights", "worker"):
        assert len({getattr(job, name).address for job in jobs}) == 3, name


def test_a_game_goes_on_the_same(searcher: Searcher) -> None:
    """The table and what was learned stay from move to move, and are part of what repeats."""
    games = []
    for _ in range(2):
        searcher.new_game()
        board = Board("greatchess")
        for _ in range(6):
            events = run(searcher, board, Limits(nodes=3000), fresh=False)
            board.push(events[-1].move)
        games.append([str(move) for move in board.move_stack])
    assert games[0] == games[1]


def test_in_another_process(searcher: Searcher) -> None:
    here = [repr(shape(run(searcher, Board(variant), Limits(nodes=8000)))) for variant in ALL_GAMES]
    program = PROGRAM.format(path=sys.path, variants=ALL_GAMES)
    environment = os.environ | {"PYTHONHASHSEED": "77"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout.splitlines() == here


def test_bench() -> None:
    lines: list[str] = []
    first, seconds = bench(lines.append, depth=6)
    second, _ = bench(depth=6)
    assert first == second > 0 and seconds > 0
    assert len(lines) == 10
