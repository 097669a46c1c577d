"""Searches whose events are collected, and what holds for those of every search."""

from __future__ import annotations

import queue
import threading

from tenfold.engine import types as t
from tenfold.engine.board import Board, Move
from tenfold.search.limits import BestMove, Event, Info, Limits, Settings
from tenfold.search.score import SOLVED
from tenfold.search.searcher import Searcher

PATIENCE = 120.0  # seconds after which a search that should have ended counts as hanging


class Running:
    """A search on a thread of its own, for tests that speak to it while it runs."""

    def __init__(self, searcher: Searcher, board: Board, limits: Limits, settings: Settings | None = None):
        self.searcher = searcher
        searcher.prepare(limits)
        self._events: queue.SimpleQueue[Event | BaseException | None] = queue.SimpleQueue()
        self._thread = threading.Thread(
            target=self._run, args=(board, limits, settings or Settings()), daemon=True
        )
        self._thread.start()

    def _run(self, board: Board, limits: Limits, settings: Settings) -> None:
        try:
            for event in self.searcher.search(board, limits, settings):
                self._events.put(event)
            self._events.put(None)
        except BaseException as error:  # for the test to raise
            self._events.put(error)

    def next(self, seconds: float = PATIENCE) -> Event | None:
        """The next event, None at the end. Raises `queue.Empty` if none comes in time."""
        event = self._events.get(timeout=seconds)
        if isinstance(event, BaseException):
            raise event
        return event

    def until(self, kind: type) -> list[Event]:
        """The events up to the first of a kind."""
        events: list[Event] = []
        while not events or not isinstance(events[-1], kind):
            event = self.next()
            assert event is not None, f"the search ended without {kind.__name__}: {events}"
            events.append(event)
        return events

    def rest(self) -> list[Event]:
        """All events to the end."""
        events: list[Event] = []
        while (event := self.next()) is not None:
            events.append(event)
        self._thread.join(PATIENCE)
        return events

    def holds(self, seconds: float = 0.3) -> list[Event]:
        """What comes within some time, which must not be the end."""
        events: list[Event] = []
        try:
            while True:
                event = self.next(seconds)
                assert event is not None and not isinstance(event, BestMove), "the best move came too early"
                events.append(event)
                if len(events) > 2000:
                    return events
        except queue.Empty:
            return events


def run(
    searcher: Searcher, board: Board, limits: Limits, settings: Settings | None = None, fresh: bool = True
) -> list[Event]:
    """All events of a search that ends by itself, checked as `check` does; by default of a new game."""
    if fresh:
        searcher.new_game()
    events = Running(searcher, board, limits, settings).rest()
    check(board, events, limits, settings or Settings())
    return events


def infos(events: list[Event]) -> list[Info]:
    return [event for event in events if isinstance(event, Info)]


def best(events: list[Event]) -> BestMove:
    """The last event, which has to be the best move."""
    assert isinstance(events[-1], BestMove)
    return events[-1]


def final(events: list[Event]) -> Info:
    """The last exact report of the best line."""
    return [info for info in infos(events) if info.multipv == 1 and not info.score.bound][-1]


def check(board: Board, events: list[Event], limits: Limits, settings: Settings) -> None:
    """What holds for the events of every search of a position with legal moves."""
    legal = board.packed_moves()
    allowed = [move for move in legal if move in limits.searchmoves] or legal
    assert [type(event) for event in events].count(BestMove) == 1
    end = best(events)
    assert end.move is not None
    assert board.encode(end.move) in allowed

    last = final(events)
    lines = [info for info in infos(events) if not info.score.bound]
    assert last.pv[0] == end.move, "the last exact report is not that of the best move"
    assert lines[-1] is last or settings.multipv > 1
    if end.ponder is not None:
        assert last.pv[:2] == (end.move, end.ponder)

    nodes = time = 0
    for info in infos(events):
        assert 1 <= info.multipv <= min(settings.multipv, len(allowed))
        assert 1 <= info.depth <= (limits.depth or t.MAX_PLY)
        assert 1 <= info.seldepth <= t.MAX_PLY
        assert info.nodes >= nodes and info.time_ms >= time and info.nps >= 0
        nodes, time = info.nodes, info.time_ms
        assert 0 <= info.hashfull <= 1000 and info.tbhits == 0
        assert sum(info.score.wdl) == 1000 and min(info.score.wdl) >= 0
        assert info.score.mate is not None or abs(info.score.value) < SOLVED
        assert info.score.mate != 0
        assert info.pv and board.encode(info.pv[0]) in allowed
        replay(board, info.pv)


def replay(board: Board, moves: tuple[Move, ...]) -> Board:
    """The position after a line; raises if a move of it is illegal."""
    after = board.copy()
    for move in moves:
        after.push(move)
    return after


def shape(events: list[Event]) -> list[tuple]:
    """What must be the same when a search is repeated: all but the times."""
    found: list[tuple] = [
        (i.depth, i.seldepth, i.multipv, i.score, i.nodes, i.hashfull, tuple(map(str, i.pv)))
        for i in infos(events)
    ]
    end = best(events)
    return [*found, (str(end.move), str(end.ponder))]
