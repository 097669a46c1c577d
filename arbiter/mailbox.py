"""Lines on their way out of a pipe, from the thread that reads it to the one that wants them; bounded."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from typing import BinaryIO

#: What is longer of a line is cut off, in bytes.
LONGEST_LINE = 16_384
#: Characters that may wait. A pipe is not read any further beyond them, so that a flood stops at its source.
ROOM = 2_000_000


class Mailbox:
    """Stamped lines in order, of bounded size. None as a line is the end, and stays there."""

    def __init__(self, room: int = ROOM) -> None:
        self._lines: deque[tuple[float, str]] = deque()
        self._room = room
        self._size = 0
        self._ended: float | None = None
        self._changed = threading.Condition()

    def put(self, stamp: float, line: str) -> None:
        """Add a line; wait while there is no room for it. After the end nothing is added."""
        with self._changed:
            self._changed.wait_for(lambda: self._size < self._room or self._ended is not None)
            if self._ended is not None:
                return
            self._lines.append((stamp, line))
            self._size += len(line) + 1
            self._changed.notify_all()

    def end(self, stamp: float) -> None:
        """No more lines will come, or nobody wants them; a waiting `put` returns."""
        with self._changed:
            self._ended = stamp
            self._changed.notify_all()

    def get(self, seconds: float) -> tuple[float, str | None] | None:
        """The next line with its stamp, waited for so long at most; None if none came."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._lines or self._ended is not None, max(0.0, seconds)):
                return None
            if not self._lines:
                assert self._ended is not None
                return self._ended, None
            stamp, line = self._lines.popleft()
            self._size -= len(line) + 1
            self._changed.notify_all()
            return stamp, line


def pipe_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of an unbuffered pipe as they come, until it ends, without their ends."""
    begun = b""
    while data := stream.read(65_536):
        *lines, begun = (begun + data).split(b"\n")
        for line in lines:
            yield _text(line)
        begun = begun[: LONGEST_LINE + 1]
    if begun:
        yield _text(begun)


def _text(line: bytes) -> str:
    return line[:LONGEST_LINE].decode("utf-8", "replace").rstrip("\r\n")
