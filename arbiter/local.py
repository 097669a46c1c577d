"""Several games at a time on this machine: a thread for each, since the work is in the engines' processes."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Generator

from .process import QUIT_PATIENCE, Cancelled
from .record import GameTask
from .slot import Finished, Listener, Slot

#: Seconds after which Python hands its lock on. At the usual 5 ms one game's work would blur another's clock.
SWITCH_INTERVAL = 0.0005


class Local:
    """Plays games in threads of this process."""

    def __init__(self, concurrency: int = 1, listener: Listener | None = None) -> None:
        self._concurrency = concurrency
        self._listener = listener
        self._finished: queue.SimpleQueue[Finished | BaseException] = queue.SimpleQueue()

    def play(self, tasks: list[GameTask]) -> Generator[Finished, None, None]:
        """The games as they end, begun in the order of `tasks`. Close the iterator to stop those that are on.

        Raises what `interrupt` says, and nothing else of what the engines do.
        """
        waiting: queue.SimpleQueue[GameTask] = queue.SimpleQueue()
        for task in tasks:
            waiting.put(task)
        cancelled = threading.Event()
        threads = [
            threading.Thread(target=self._work, args=(waiting, cancelled), daemon=True)
            for _ in range(min(self._concurrency, len(tasks)))
        ]
        interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_INTERVAL)
        for thread in threads:
            thread.start()
        try:
            for _ in tasks:
                finished = self._finished.get()
                if isinstance(finished, BaseException):
                    raise finished
                yield finished
        except BaseException:
            cancelled.set()
            raise
        finally:
            for thread in threads:
                thread.join()
            sys.setswitchinterval(interval)

    def interrupt(self) -> None:
        """Have `play` raise `KeyboardInterrupt` where it waits for a game. Fit for a signal handler."""
        self._finished.put(KeyboardInterrupt())

    def _work(self, waiting: queue.SimpleQueue[GameTask], cancelled: threading.Event) -> None:
        slot = Slot(cancelled, self._listener)
        try:
            while not cancelled.is_set():
                self._finished.put(slot.play(waiting.get_nowait()))
        except (queue.Empty, Cancelled):
            pass
        except BaseException as error:  # a mistake of the arbiter's own must not look like a hang
            self._finished.put(error)
        finally:
            slot.close(0.0 if cancelled.is_set() else QUIT_PATIENCE)
