"""Games on a Dask cluster: each worker thread is room for one game, and keeps its engines.

The workers need Tenfold of the same version, and the engines under the same commands.
"""

from __future__ import annotations

import queue
import re
import threading
import uuid
from collections import deque
from collections.abc import Generator
from typing import TYPE_CHECKING

from .. import __version__
from .match import ExecutorError
from .process import QUIT_PATIENCE, Cancelled
from .record import GameTask
from .slot import Finished, Slot

if TYPE_CHECKING:
    from distributed import Client, Future

#: How often a game is begun anew because the worker that played it died, before somebody should have a look.
MOST_ATTEMPTS = 10
#: Seconds in which a scheduler must answer.
PATIENCE = 10.0
#: Seconds between looks at how many workers there are.
LOOK = 1.0
_ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?)://)?[^/\s]+:\d+")


def connect(address: str) -> Client:
    """A client of the Dask scheduler at an address. Raises `ExecutorError`."""
    try:
        from distributed import Client
    except ImportError:
        raise ExecutorError("a cluster needs Dask: pip install 'tenfold[cluster]'") from None
    if not _ADDRESS.fullmatch(address):
        raise ExecutorError(f"{address!r} is no scheduler's address; one looks like tcp://host:8786")
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ExecutorError(f"no Dask scheduler answers at {address}: {error}") from None


class Cluster:
    """Plays games on the workers of a Dask scheduler. Workers may come and go."""

    def __init__(self, address: str, concurrency: int | None = None) -> None:
        """`concurrency` None: as many games at a time as the workers have threads. Raises `ExecutorError`."""
        self._client = connect(address)
        self._concurrency = concurrency
        self._finished: queue.SimpleQueue[Future | KeyboardInterrupt] = queue.SimpleQueue()
        self._match = uuid.uuid4().hex
        self._attempts: dict[int, int] = {}

    def play(self, tasks: list[GameTask]) -> Generator[Finished, None, None]:
        """The games as they end. Close the iterator to stop those that are on.

        A game whose worker died is played again. Raises `ExecutorError` and what `interrupt` says.
        """
        waiting = deque(tasks)
        running: dict[Future, GameTask] = {}
        try:
            while waiting or running:
                while waiting and len(running) < self._room():
                    self._submit(waiting.popleft(), running)
                try:
                    future = self._finished.get(timeout=LOOK)
                except queue.Empty:
                    continue
                if isinstance(future, KeyboardInterrupt):
                    raise future
                task = running.pop(future)
                finished = self._result(future, task)
                future.release()  # else a game that is here would be played again if its worker died now
                if finished is None:
                    waiting.appendleft(task)
                else:
                    yield finished
        finally:
            self._close(list(running))

    def interrupt(self) -> None:
        """Have `play` raise `KeyboardInterrupt` where it waits for a game. Fit for a signal handler."""
        self._finished.put(KeyboardInterrupt())

    def _room(self) -> int:
        """How many games may be on at a time, now."""
        if self._client.status != "running":
            raise ExecutorError("the Dask scheduler is gone")
        threads = sum(self._client.nthreads().values())
        return threads if self._concurrency is None else min(threads, self._concurrency)

    def _submit(self, task: GameTask, running: dict[Future, GameTask]) -> None:
        attempt = self._attempts[task.number] = self._attempts.get(task.number, 0) + 1
        if attempt > MOST_ATTEMPTS:
            raise ExecutorError(f"game {task.number}: the worker died {MOST_ATTEMPTS} times")
        name = f"tenfold-{self._match}-{task.number}-{attempt}"
        future = self._client.submit(_play, self._match, __version__, task, key=name, pure=False)
        running[future] = task
        future.add_done_callback(self._finished.put)

    def _result(self, future: Future, task: GameTask) -> Finished | None:
        """The game; None if it has to be played again."""
        from distributed import KilledWorker

        if future.status == "finished":
            finished: Finished = future.result()
            return finished
        error = future.exception() if future.status == "error" else None
        if error is None or isinstance(error, KilledWorker):
            return None
        raise ExecutorError(f"game {task.number}: {type(error).__name__}: {error}")

    def _close(self, futures: list[Future]) -> None:
        try:
            if self._client.status == "running":
                self._client.cancel(futures, force=True)
                self._client.run(_leave, self._match, bool(futures), on_error="ignore")
        finally:
            self._client.close()


# What runs on the workers


class _Rooms:
    """The slots of a match on one worker, one for each of its threads."""

    def __init__(self) -> None:
        self.cancelled = threading.Event()
        self.over = False  # stays here, for a game that comes late
        self.slots: dict[int, Slot] = {}

    def close(self, patience: float) -> None:
        for slot in self.slots.values():
            slot.close(patience)


_rooms: dict[str, _Rooms] = {}
_lock = threading.Lock()


def _play(match: str, version: str, task: GameTask) -> Finished:
    """Play a game in this thread's slot."""
    if version != __version__:
        raise ValueError(f"the worker has Tenfold {__version__}, the match is run by {version}")
    with _lock:
        rooms = _rooms.setdefault(match, _Rooms())
        if rooms.over:
            raise Cancelled
        slot = rooms.slots.setdefault(threading.get_ident(), Slot(rooms.cancelled))
    return slot.play(task)


def _leave(match: str, cancel: bool) -> None:
    """End a match's engines on this worker, and with `cancel` the games that are still on."""
    with _lock:
        rooms = _rooms.setdefault(match, _Rooms())
        rooms.over = True
    if cancel:
        rooms.cancelled.set()
    # Not here: this is the thread in which the worker talks to the scheduler.
    threading.Thread(target=rooms.close, args=(0.0 if cancel else QUIT_PATIENCE,), daemon=True).start()
