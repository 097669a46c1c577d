"""Parameters of the search: each one matters, and a change lasts for the searches that ask for it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.searching import final, run
from tenfold.engine.board import Board
from tenfold.search.limits import Limits, Settings
from tenfold.search.params import PARAMS, Param
from tenfold.search.searcher import Searcher

pytestmark = pytest.mark.compiled

MIDDLEGAME = "r8r/1n2kcabn1/1p1q1ppp1p/2pbp3p1/p2p1P4/3P4P1/P1P1P1N2P/1P2B2P2/1N1QKCAB2/R8R w - - 0 9"
DEPTH = 10
#: What only deep searches need is asked for deeper.
DEEPER = {"null_verify_depth": 12}


def nodes(searcher: Searcher, settings: Settings, depth: int = DEPTH) -> int:
    return final(run(searcher, Board("grand", MIDDLEGAME), Limits(depth=depth), settings)).nodes


def test_rows_are_sound() -> None:
    assert len({row.name for row in PARAMS}) == len(PARAMS)
    for row in PARAMS:
        assert row.low < row.high and row.low <= row.default <= row.high, row.name
        assert row.name.isidentifier() and row.help, row.name


@pytest.mark.parametrize("row", PARAMS, ids=lambda row: row.name)
def test_every_parameter_matters(row: Param, searcher: Searcher) -> None:
    depth = DEEPER.get(row.name, DEPTH)
    usual = nodes(searcher, Settings(), depth)
    changed = {nodes(searcher, Settings(params=((row.name, value),)), depth) for value in (row.low, row.high)}
    assert changed != {usual}


def test_a_change_ends_with_its_search(searcher: Searcher) -> None:
    usual = nodes(searcher, Settings())
    changed = Settings(params=tuple((row.name, row.high) for row in PARAMS))
    assert nodes(searcher, changed) != usual
    assert nodes(searcher, Settings()) == usual


def test_a_change_reaches_all_threads(searcher: Searcher) -> None:
    row = PARAMS[-1]
    settings = Settings(threads=2, params=((row.name, row.high),))
    for wanted, each in ((row.high, settings), (row.default, replace(settings, params=()))):
        run(searcher, Board("grand"), Limits(depth=3), each)
        assert [int(worker.params[row.name]) for worker in searcher._workers] == [wanted, wanted]


def test_a_parameter_that_does_not_exist_is_refused(searcher: Searcher) -> None:
    limits = Limits(depth=1)
    searcher.prepare(limits)
    with pytest.raises(ValueError, match="no_such"):
        list(searcher.search(Board("grand"), limits, Settings(params=(("no_such", 1),))))
