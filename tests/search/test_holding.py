"""Searches that are spoken to: stop, ponderhit, and best moves that are held back."""

from __future__ import annotations

import pytest
from support.games import ALL_GAMES
from support.searching import Running, best, check, infos
from tenfold.engine.board import Board
from tenfold.search.limits import BestMove, Info, Limits, Settings
from tenfold.search.searcher import Searcher

pytestmark = pytest.mark.compiled

MATED = "k9/10/2A7/10/10/10/10/10/10/9K b - - 0 1"
MATE_IN_1 = "k9/10/1K8/10/10/7C2/10/10/10/10 w - - 0 1"
HOUR = 3_600_000


@pytest.mark.parametrize("variant", ALL_GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_stop_before_the_start(variant: str, threads: int, searcher: Searcher) -> None:
    """The conversation prepares a search, and a stop may arrive before the search's thread runs."""
    board, limits, settings = Board(variant), Limits(infinite=True), Settings(threads=threads, multipv=2)
    searcher.new_game()
    searcher.prepare(limits)
    searcher.stop()
    events = list(searcher.search(board, limits, settings))
    check(board, events, limits, settings)


@pytest.mark.parametrize(
    "limits",
    [Limits(infinite=True), Limits(), Limits(depth=100), Limits(time=HOUR), Limits(ponder=True, time=HOUR)],
    ids=str,
)
def test_stop_during_the_search(limits: Limits, searcher: Searcher) -> None:
    board = Board("grand")
    running = Running(searcher, board, limits)
    events = running.until(Info)
    for _ in range(3):  # as often as one likes
        searcher.stop()
    events += running.rest()
    check(board, events, limits, Settings())


def test_stop_after_the_end_and_without_a_search(searcher: Searcher) -> None:
    searcher.stop()
    searcher.ponderhit()
    board, limits = Board("chess"), Limits(depth=3)
    for _ in range(2):
        events = Running(searcher, board, limits).rest()
        searcher.stop()
        # A stop for the search before does not shorten the next one.
        assert infos(events)[-1].depth == 3


@pytest.mark.parametrize(
    "limits",
    [
        Limits(infinite=True),
        Limits(infinite=True, depth=3),
        Limits(infinite=True, nodes=50),
        Limits(infinite=True, time=1, movetime=1),
        Limits(infinite=True, ponder=True),
        Limits(ponder=True, depth=3),
        Limits(ponder=True, time=1),
        Limits(ponder=True, movetime=1),
        Limits(infinite=True, mate=1),
    ],
    ids=str,
)
@pytest.mark.parametrize("fen", [MATE_IN_1, MATED], ids=["mate in 1", "mated"])
def test_the_best_move_is_held_back(fen: str, limits: Limits, searcher: Searcher) -> None:
    board = Board("grand", fen)
    running = Running(searcher, board, limits)
    events = running.holds()
    if limits.infinite:
        searcher.ponderhit()  # is nothing to an infinite search
        events += running.holds(0.1)
    searcher.stop()
    events += running.rest()
    if board.packed_moves():
        check(board, events, limits, Settings())
        assert limits.time or limits.movetime or str(best(events).move) == "h5h10"
    else:
        assert [type(event) for event in events] == [Info, BestMove] and best(events).move is None


@pytest.mark.parametrize(
    "limits",
    [Limits(ponder=True, time=300), Limits(ponder=True, movetime=30), Limits(ponder=True, depth=4)],
    ids=str,
)
def test_ponderhit_lets_the_search_end(limits: Limits, searcher: Searcher) -> None:
    board = Board("bigchess")
    running = Running(searcher, board, limits)
    events = running.holds()
    searcher.ponderhit()
    searcher.ponderhit()
    events += running.rest()
    check(board, events, limits, Settings())


def test_ponderhit_before_the_start(searcher: Searcher) -> None:
    board, limits = Board("greatchess"), Limits(ponder=True, time=200)
    searcher.prepare(limits)
    searcher.ponderhit()
    check(board, list(searcher.search(board, limits, Settings())), limits, Settings())


def test_ponderhit_without_a_clock_leaves_the_other_limits(searcher: Searcher) -> None:
    board, limits = Board("chess"), Limits(ponder=True)
    running = Running(searcher, board, limits)
    running.until(Info)
    searcher.ponderhit()
    running.holds(0.2)  # nothing was said about when to end
    searcher.stop()
    assert best(running.rest()).move is not None


def test_ponderhit_on_a_finished_game(searcher: Searcher) -> None:
    running = Running(searcher, Board("grand", MATED), Limits(ponder=True, time=1000))
    running.holds(0.1)
    searcher.ponderhit()
    assert best(running.rest()).move is None


def test_a_search_that_is_given_up_can_be_followed_by_another(searcher: Searcher) -> None:
    """Whoever closes the generator early gets a working searcher for the next position."""
    board = Board("grand")
    limits = Limits(depth=4)
    searcher.prepare(limits)
    events = searcher.search(board, limits, Settings())
    next(iter(events))
    searcher.stop()
    list(events)
    assert infos(Running(searcher, board, limits).rest())[-1].depth == 4
