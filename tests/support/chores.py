"""Tasks for farms. Workers have to find them by name, which they do not in a file of tests."""

from __future__ import annotations

import os
import signal


def squared(number: int) -> int:
    if number == 13:
        raise ValueError("no thirteen")
    return number * number


def once_deadly(task: tuple[str, int]) -> int:
    """The first to come takes the whole process with it."""
    mark, number = task
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return number
    os.kill(os.getpid(), signal.SIGKILL)
    return -1
