"""A file of results: each is written at once, and a second run goes on where the first one stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

from ...engine.board import Board
from .epd import read_epd
from .findings import Findings
from .report import as_epd, as_json
from .task import Task

#: A position that is done: game, FEN and the moves that led to it, as far as the file has them.
Key = tuple[str, str, tuple[str, ...]]


class ResultsFile:
    """JSON lines, or EPD if the file is called so. What stands in it already counts as done.

    Raises `OSError`; `ValueError` for a file that holds something else.
    """

    def __init__(self, path: Path, engine: str) -> None:
        self._engine = engine
        self._epd = path.suffix.lower() == ".epd"
        self._write = as_epd if self._epd else as_json
        self._done: set[Key] = set()
        if path.exists():
            self._read(path)
        self._file: IO[str] = path.open("a", encoding="utf-8")

    def _read(self, path: Path) -> None:
        read: Callable[[str], Key] = _key_of_epd if self._epd else _key_of_json
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        # Below whole results an unfinished line is one that a crash has cut off.
        cut_off = len(lines) > 1 and not lines[-1].endswith("\n")
        for number, line in enumerate(lines[:-1] if cut_off else lines, 1):
            try:
                self._done.add(read(line))
            except (ValueError, KeyError, TypeError, AttributeError):
                raise ValueError(f"{path}, line {number} is no result of an analysis") from None
        if cut_off:
            os.truncate(path, sum(len(line.encode()) for line in lines[:-1]))
        elif lines and not lines[-1].endswith("\n"):
            with path.open("a", encoding="utf-8") as file:
                file.write("\n")

    def has(self, task: Task) -> bool:
        """Whether the position stands in the file."""
        return self._key(task.board) in self._done

    def _key(self, board: Board) -> Key:
        if self._epd:
            return "", board.fen(), ()
        return board.variant.name, board.fen(), tuple(move.uci() for move in board.move_stack)

    def write(self, task: Task, findings: Findings) -> None:
        """Add a result, so that it is on the disk when this returns."""
        print(self._write(task, findings, self._engine), file=self._file, flush=True)
        os.fsync(self._file.fileno())
        self._done.add(self._key(task.board))

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _key_of_json(line: str) -> Key:
    found = json.loads(line)
    return found["variant"], found["fen"], tuple(found.get("history", {}).get("moves", ()))


def _key_of_epd(line: str) -> Key:
    epd = read_epd(line)
    if epd is None:
        raise ValueError(line)
    return "", epd.fen, ()
