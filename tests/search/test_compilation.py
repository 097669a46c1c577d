"""No search compiles anything, whatever it is asked for: shown in a fresh process once it is warm."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.compiled

PROGRAM = """
import sys
sys.path[:0] = {path!r}
from tenfold.search.warmup import is_warm, warm_up
warm_up()
assert is_warm()
from tenfold.engine import build, cache
from tenfold.engine.board import Board
from tenfold.eval.trace import trace
from tenfold.search.bench import bench
from tenfold.search.limits import Limits, Settings
from tenfold.search.searcher import Searcher
from support.searching import Running, run

before = cache.compilations
readied = []
build.make_ready = lambda wanted, *rest, **options: readied.extend(wanted)  # not even from the cache
searcher = Searcher(2)
for variant in {variants!r}:
    board = Board(variant)
    move = board.packed_moves()[3]
    for limits, settings in (
        (Limits(depth=7), Settings()),
        (Limits(nodes=3000), Settings(multipv=3)),
        (Limits(mate=1, nodes=3000), Settings()),
        (Limits(time=100, increment=20), Settings()),
        (Limits(time=100, movestogo=2), Settings(threads=2)),
        (Limits(movetime=60), Settings(threads=2, multipv=2)),
        (Limits(depth=5, searchmoves=(move,)), Settings()),
        (Limits(movetime=50), Settings(skill_level=3)),
        (Limits(movetime=50), Settings(limit_strength=True, elo=900)),
        (Limits(depth=3), Settings(analyse=True)),
    ):
        run(searcher, board, limits, settings)
    for limits in (Limits(infinite=True), Limits(ponder=True, time=100)):
        running = Running(searcher, board, limits)
        running.holds(0.1)
        searcher.ponderhit() if limits.ponder else searcher.stop()
        running.rest()
    searcher.resize(3)
    trace(board)
for fen in {endings!r}:
    searcher.new_game()
    running = Running(searcher, Board("grand", fen), Limits(depth=6))
    running.rest()
bench(depth=4)
print(cache.compilations - before, len(readied), "numba" in sys.modules and before == 0)
"""
ENDINGS = (
    "k9/10/2A7/10/10/10/10/10/10/9K b - - 0 1",  # mated
    "2k7/10/1K8/10/10/10/10/10/7C2/10 w - - 97 100",
    "8k1/P9/10/10/10/10/10/10/1QR7/9K w - - 0 1",
    "4k5/10/10/10/4pP4/10/10/10/10/4K5 w - e7 0 1",
)


def test_no_search_compiles() -> None:
    from support.games import ALL_GAMES

    program = PROGRAM.format(path=sys.path, variants=ALL_GAMES, endings=ENDINGS)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    compiled, readied, needless_numba = done.stdout.split()
    assert (compiled, readied) == ("0", "0")
    # With a warm cache not even the compiler is loaded.
    assert needless_numba == "False"
