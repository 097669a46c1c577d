"""Work on several processors, or on the workers of a Dask scheduler: results as they come."""

from __future__ import annotations

import queue
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from ..arbiter.cluster import connect

#: Tasks given out for each place, so that none waits for the next.
_AHEAD = 2

#: Runs a function of one task on tasks, of which it takes as many as it needs.
Farm = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
_Submit = Callable[[Callable[[Any], Any], Any, "queue.SimpleQueue[Any]"], None]


def _farm(submit: _Submit, places: Callable[[], int]) -> Farm:
    def run(function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        finished: queue.SimpleQueue[Any] = queue.SimpleQueue()
        running = 0
        for task in tasks:
            while running >= _AHEAD * places():
                yield _taken(finished)
                running -= 1
            submit(function, task, finished)
            running += 1
        for _ in range(running):
            yield _taken(finished)

    return run


def _taken(finished: queue.SimpleQueue[Any]) -> Any:
    result = finished.get()
    if isinstance(result, BaseException):
        raise result
    return result


@contextmanager
def processes(number: int) -> Iterator[Farm]:
    """A farm of processes that live as long as the block. Leaving it ends them, whatever is left to do."""
    # Ctrl-C is for this process to answer.
    with get_context("spawn").Pool(number, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:

        def submit(function: Callable[[Any], Any], task: Any, finished: queue.SimpleQueue[Any]) -> None:
            pool.apply_async(function, (task,), callback=finished.put, error_callback=finished.put)

        yield _farm(submit, lambda: number)


@contextmanager
def cluster(address: str) -> Iterator[Farm]:
    """A farm of all threads of a Dask scheduler's workers, who may come and go; what a dead one had is done
    again.

    The workers need Tenfold of the same version. Raises `ExecutorError`.
    """
    client = connect(address)
    try:

        def submit(function: Callable[[Any], Any], task: Any, finished: queue.SimpleQueue[Any]) -> None:
            future = client.submit(function, task, pure=False)
            future.add_done_callback(lambda done: finished.put(done.exception() or done.result()))

        yield _farm(submit, lambda: max(1, sum(client.nthreads().values())))
    finally:
        client.close()
