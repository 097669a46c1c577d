"""One job after another, on a thread of its own, so that the reading thread is always free for `stop`.

Whatever needs the board, the searcher or compiled kernels is a job; a search is one too. So a command that
would disturb a running search is done after it, in the order in which the GUI sent things.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Protocol


class Stoppable(Protocol):
    def stop(self) -> None: ...

    def ponderhit(self) -> None: ...


class Search:
    """One `go`, from the moment it was read to its best move."""

    def __init__(self, bounded: bool, ponder: bool) -> None:
        self.bounded = bounded  # ends by itself
        self.ponder = ponder  # waits for ponderhit
        self.stopped = False


class Desk:
    """The queue of jobs and the searches in it. All but `begin` and `end` is for the reading thread."""

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._changed = threading.Condition()  # guards everything below
        self._jobs: deque[tuple[Callable[[], None], bool]] = deque()
        self._thread: threading.Thread | None = None
        self._busy = False
        self._requests = 0  # jobs in the queue or at work whose answer somebody typed for
        self._searches: list[Search] = []  # not yet ended, oldest first
        self._running: Search | None = None
        self._searcher: Stoppable | None = None
        self._owed: list[Callable[[], None]] = []  # replies to isready, due when the next search begins
        self._closed = False
        self.aborted = False  # a long request shall break off

    # -- jobs -----------------------------------------------------------------------------------------------

    def put(self, work: Callable[[], None], request: bool = False) -> None:
        """Add a job. A `request` (d, eval, perft, bench) is finished even if the input ends meanwhile."""
        with self._changed:
            self._jobs.append((work, request))
            self._requests += request
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def put_search(self, search: Search, work: Callable[[], None]) -> None:
        """Add a search. Earlier ones that wait for a word of the GUI are stopped: their turn is over."""
        with self._changed:
            for other in self._searches:
                if not other.bounded:
                    self._stop(other)
            self._searches.append(search)
            self.put(work)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                while not self._jobs and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                work, request = self._jobs.popleft()
                self._busy = True
                self.aborted = False
            try:
                work()
            except Exception as error:
                self._failed(error)
            if request:
                with self._changed:
                    self._requests -= 1

    # -- what the reading thread may do at any time ---------------------------------------------------------

    def stop(self, requests: bool = True) -> None:
        """Stop every search read so far, also those not begun yet, and break off a long request."""
        with self._changed:
            for search in self._searches:
                self._stop(search)
            self.aborted = self.aborted or requests

    def stop_waiting(self) -> None:
        """Stop the searches that would wait for a word from the GUI."""
        with self._changed:
            for search in self._searches:
                if not search.bounded:
                    self._stop(search)

    def _stop(self, search: Search) -> None:
        search.stopped = True
        if search is self._running and self._searcher is not None:
            self._searcher.stop()

    def ponderhit(self) -> None:
        """The opponent played the expected move: the oldest pondering search goes on as an ordinary one."""
        with self._changed:
            for search in self._searches:
                if search.ponder and not search.stopped:
                    search.ponder = False
                    search.bounded = True
                    if search is self._running and self._searcher is not None:
                        self._searcher.ponderhit()
                    return

    def ready(self, reply: Callable[[], None]) -> None:
        """Call `reply` when everything read so far is done; during a search at once.

        With a search still to begin, `reply` is due when it does: its end may be far away.
        """
        with self._changed:
            searching = self._running is not None and not self._running.stopped
            if not searching:
                if any(search is not self._running for search in self._searches):
                    self._owed.append(reply)
                else:
                    self.put(reply)
                return
        reply()

    @property
    def searching(self) -> bool:
        """Whether a search runs that nobody has stopped: what is put now will wait for it."""
        with self._changed:
            return self._running is not None and not self._running.stopped

    @property
    def patient(self) -> bool:
        """Whether something is under way that is worth waiting for when the input ends."""
        with self._changed:
            return self._requests > 0 or any(not search.stopped for search in self._searches)

    @property
    def requests(self) -> int:
        with self._changed:
            return self._requests

    def wait_idle(self, seconds: float, unless: Callable[[], bool] = lambda: False) -> bool:
        """Wait until nothing is left to do; False if `seconds` pass first or `unless` turns true."""
        with self._changed:
            idle = self._changed.wait_for(lambda: self._idle() or unless(), seconds)
            return bool(idle) and self._idle()

    def _idle(self) -> bool:
        return not self._jobs and not self._busy

    def wake(self) -> None:
        """Let `wait_idle` look at its `unless` again."""
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        """Stop everything and end the thread."""
        self.stop()
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join(5)

    # -- what a search job calls ----------------------------------------------------------------------------

    def begin(self, search: Search, searcher: Stoppable, prepare: Callable[[], None]) -> None:
        """The search is about to start: from here on stop and ponderhit go to `searcher`.

        `prepare` resets the searcher; words that came before are passed on after it, so none is lost and
        none reaches the next search.
        """
        with self._changed:
            prepare()
            self._running, self._searcher = search, searcher
            owed, self._owed = self._owed, []
            if search.stopped:
                searcher.stop()
        for reply in owed:
            reply()

    def end(self, search: Search) -> None:
        """The search has its best move, which is about to be sent. May be called twice."""
        with self._changed:
            if self._running is search:
                self._running = self._searcher = None
            if search in self._searches:
                self._searches.remove(search)
            owed: list[Callable[[], None]] = []
            if not self._searches:
                owed, self._owed = self._owed, []
            for reply in owed:  # none will begin any more: in turn
                self.put(reply)
