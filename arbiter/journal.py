"""The journal of a match: what decides its games, then a line of JSON for each that was played.

The journal is the match: everything else (PGN, table) is made from it. A line is on the disk before anything
else learns of the game, so that whatever happens to the program, no finished game is lost.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import __version__
from .jsonable import from_json, to_json
from .record import GameRecord
from .standings import Played

try:
    import fcntl
except ImportError:  # Windows; there nothing keeps two matches from writing to one journal
    fcntl = None  # type: ignore[assignment]

#: Changes when older programs could not read the lines.
VERSION = 1
#: How every journal begins.
_BEGIN = b'{"journal":'


class JournalError(ValueError):
    """A journal that cannot be gone on with; the text is one line."""


class Journal:
    """An open journal, locked against other matches. Use it as a context manager.

    `played` has the games so far by their numbers, in the order of the file.
    """

    def __init__(self, path: Path, decides: dict[str, Any]) -> None:
        """Open or begin the journal of the match that `decides` describes (JSON values).

        A last line that was cut off is dropped; a journal without games begins anew. Raises `JournalError`
        when the file is of another match, damaged elsewhere or in use, `OSError` when it cannot be opened.
        """
        self.path = path
        self.played: dict[int, Played] = {}
        self._starts: list[int] = []  # where the line of each game begins
        # Without a buffer, so that a line which a full disk refuses is not tried again on closing.
        self._file = open(path, "a+b", buffering=0)  # noqa: SIM115  (closed by `__exit__`)
        try:
            self._lock()
            self._read(json.loads(json.dumps(decides)))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def append(self, record: GameRecord) -> None:
        """Keep a game; when this returns it is on the disk. Raises `OSError`."""
        start = self._file.seek(0, os.SEEK_END)
        self._write(to_json(record))
        self._starts.append(start)
        self.played[record.number] = Played.of(record)

    def records(self, first: int = 0) -> Iterator[GameRecord]:
        """Games with their moves in the order in which they ended, from the `first`-th on, counted from 0.

        They come one at a time from the disk.
        """
        with open(self.path, "rb") as lines:
            if first >= len(self._starts):
                return
            lines.seek(self._starts[first])
            for line in lines:
                try:
                    yield from_json(GameRecord, json.loads(line))
                except ValueError as error:
                    raise JournalError(f"{self.path}: a damaged line: {error}") from None

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise JournalError(f"{self.path} is in use by another match") from None

    def _read(self, decides: dict[str, Any]) -> None:
        header: dict[str, Any] | None = None
        good = 0  # up to here lines are whole
        for number, start, size, data in _whole_lines(self.path):
            if header is None:
                header = self._checked(data)
            else:
                self._note(data, number, start)
            good = start + size
        if header is not None and self.played:
            self._compare(header, decides)
        else:
            good = 0
        self._file.truncate(good)
        if not good:
            self._write({"journal": VERSION, "tenfold": __version__, "match": decides})
        elif self._ends_within_a_line(good):
            self._file.write(b"\n")

    def _ends_within_a_line(self, size: int) -> bool:
        self._file.seek(size - 1)
        return self._file.read(1) != b"\n"

    def _checked(self, data: dict[str, Any]) -> dict[str, Any]:
        """The first line, if it is that of a journal."""
        if "journal" not in data:
            raise JournalError(f"{self.path} is no journal of a match")
        if data["journal"] != VERSION:
            raise JournalError(f"{self.path} was written by another version ({data.get('tenfold', '?')})")
        return data

    def _compare(self, header: dict[str, Any], decides: dict[str, Any]) -> None:
        if differing := list(differences(header.get("match"), decides)):
            more = f" and {len(differing) - 3} more" if len(differing) > 3 else ""
            raise JournalError(
                f"{self.path} is another match ({'; '.join(differing[:3])}{more}); "
                "name another --out, or move it away"
            )

    def _note(self, data: dict[str, Any], number: int, start: int) -> None:
        try:
            record = from_json(GameRecord, data | {"moves": []})  # the moves are most of the work
        except ValueError as error:
            raise JournalError(f"{self.path}, line {number}: {error}") from None
        if record.number in self.played:
            raise JournalError(f"{self.path}, line {number}: game {record.number} a second time")
        self.played[record.number] = Played.of(record)
        self._starts.append(start)

    def _write(self, data: Any) -> None:
        line = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        if self._file.write(line) != len(line):
            raise OSError(f"{self.path}: no room for another game")
        os.fsync(self._file.fileno())


def differences(there: Any, now: Any, path: str = "") -> Iterator[str]:
    """What differs between two JSON values, a text each: ``engines.0.name: 'A' there, 'B' now``."""
    if isinstance(there, list) and isinstance(now, list):
        there, now = dict(enumerate(there)), dict(enumerate(now))
    if isinstance(there, dict) and isinstance(now, dict):
        for key in [*there, *(key for key in now if key not in there)]:
            yield from differences(there.get(key), now.get(key), f"{path}.{key}" if path else str(key))
    elif there != now:
        there, now = ("none" if value is None else repr(value) for value in (there, now))
        yield f"{path}: {there} there, {now} now"


def _whole_lines(path: Path) -> Iterator[tuple[int, int, int, dict[str, Any]]]:
    """Number, place, size and object of each line but a last one that was cut off. Raises `JournalError`."""
    start = 0
    with open(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            data = _object(line)
            if data is None:
                if lines.read(1) or (number == 1 and not line.startswith(_BEGIN[: len(line)])):
                    raise JournalError(f"{path}, line {number}: damaged, or no journal")
                return
            yield number, start, len(line), data
            start += len(line)


def _object(line: bytes) -> dict[str, Any] | None:
    """The object in a line; None if the line is cut off or damaged."""
    try:
        data = json.loads(line)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None
