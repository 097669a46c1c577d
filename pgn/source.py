"""Lines of a PGN file, counted, and the way back for a line that turned out to belong to the next game."""

from __future__ import annotations

from contextlib import suppress
from typing import TextIO
from weakref import WeakKeyDictionary

#: The byte order mark, and how it looks where UTF-8 was taken for Latin-1.
_MARKS = ("\ufeff", "ï»¿")


class Source:
    """The lines of a text file with their numbers, from 1."""

    def __init__(self, handle: TextIO) -> None:
        self._handle = handle
        self._kept = ""  # a line that was put back
        self._start: int | None = None  # where the line read last begins, if that is known
        self._blank = True  # was the line read last a blank one?
        self._left_at: int | None = None
        self.line = 0  # the number of the line read last
        self.games = 0  # games begun so far

    def read(self) -> str | None:
        """The next line without its end; None after the last."""
        if self._kept:
            text, self._kept = self._kept, ""
        else:
            self._start = self._tell() if self._blank else None
            text = self._handle.readline()
        if isinstance(text, bytes):
            raise TypeError("PGN is read from files in text mode, such as open_pgn opens")
        if not text:
            return None
        self.line += 1
        if self.line == 1:
            for mark in _MARKS:
                text = text.removeprefix(mark)
        self._blank = text.isspace()
        return text.rstrip("\r\n")

    def put_back(self, rest: str) -> None:
        """Make the next `read` give `rest`, the end of the line read last."""
        self.line -= 1
        self._kept = rest + "\n"

    def put_line_back(self, line: str) -> None:
        """Put back the whole line read last, into the file if that can be, so that `tell` is at a game."""
        self.put_back(line)
        if self._start is not None:
            with suppress(OSError):
                self._handle.seek(self._start)
                self._kept = ""

    def leave(self) -> None:
        """Remember where the file stands, so that `moved` can tell whether someone else moved it."""
        self._left_at = self._tell()

    @property
    def moved(self) -> bool:
        return self._tell() != self._left_at

    def _tell(self) -> int | None:
        try:
            return self._handle.tell()
        except (AttributeError, OSError, ValueError):  # a pipe, or a loop over the file
            return None


_SOURCES: WeakKeyDictionary[TextIO, Source] = WeakKeyDictionary()


def source_of(handle: TextIO) -> Source:
    """The `Source` of a file from which games were read one by one, or a new one if the file was moved."""
    try:
        source = _SOURCES.get(handle)
        if source is None or source.moved:
            source = _SOURCES[handle] = Source(handle)
    except TypeError:  # an object of its own kind that no dictionary takes
        source = Source(handle)
    return source
