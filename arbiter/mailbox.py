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
        self._wanted = ""
        self._found = False  # a wanted line is among the lines
        self._due = 0  # so many of them are handed out without waiting
        self._changed = threading.Condition()

    def put(self, stamp: float, line: str) -> None:
        """Add a line; wait while there is no room for it. After the end nothing is added."""
        with self._changed:
            self._changed.wait_for(lambda: self._size < self._room or self._ended is not None)
            if self._ended is not None:
                return
            self._lines.append((stamp, line))
            self._size += len(line) + 1
            self._found = self._found or line.startswith(self._wanted)
            if self._is_due():
                self._changed.notify_all()

    def end(self, stamp: float) -> None:
        """No more lines will come, or nobody wants them; a waiting `put` returns."""
        with self._changed:
            self._ended = stamp
            self._changed.notify_all()

    def get(self, seconds: float, wanted: str = "") -> tuple[float, str | None] | None:
        """The next line with its stamp, waited for so long at most; None if none came.

        Who waits for a line that begins with `wanted` is not woken by each of those before it, which would
        take time from the engines: they come with it, or when the time is over or the room half full.
        """
        with self._changed:
            if not self._due:
                self._wanted = wanted
                self._found = any(line.startswith(wanted) for _, line in self._lines)
                self._changed.wait_for(self._is_due, max(0.0, seconds))
                self._due = len(self._lines)
            if not self._due:
                return None if self._ended is None else (self._ended, None)
            self._due -= 1
            stamp, line = self._lines.popleft()
            self._size -= len(line) + 1
            self._changed.notify_all()
            return stamp, line

    def _is_due(self) -> bool:
        return self._found or self._ended is not None or self._size >= self._room // 2


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
