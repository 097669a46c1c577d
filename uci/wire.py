"""The way out: whole lines, one writer at a time, flushed at once; and the log of both directions."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import IO, Protocol


class Sink(Protocol):
    """What lines are written to: a binary stream."""

    def write(self, data: bytes, /) -> object: ...

    def flush(self) -> object: ...


class Wire:
    """Any thread may send. When the reader of our lines is gone, `lost` is called, once."""

    def __init__(self, sink: Sink, lost: Callable[[], None] = lambda: None) -> None:
        self._sink = sink
        self._lost = lost
        self._broken = False
        self._lock = threading.Lock()
        self._log: IO[str] | None = None

    def send(self, text: str) -> None:
        """Write `text`, one line or several, as one piece."""
        with self._lock:
            self._note("<", text)
            if self._broken:
                return
            try:
                self._sink.write(text.encode("utf-8", "replace") + b"\n")
                self._sink.flush()
                return
            except (OSError, ValueError):  # a closed pipe, or a stream that was closed on our side
                self._broken = True
        self._lost()

    def say(self, text: str) -> None:
        """Send an `info string`, on one line whatever `text` holds."""
        self.send("info string " + " ".join(text.split()))

    def received(self, line: str) -> None:
        """Put a line of the GUI into the log."""
        if self._log is not None:
            with self._lock:
                self._note(">", line)

    def open_log(self, path: str) -> None:
        """Append both directions to the file `path` from now on; "" ends that. Raises `OSError`."""
        with self._lock:
            if self._log is not None:
                self._log.close()
                self._log = None
            if path:
                self._log = open(path, "a", encoding="utf-8", errors="replace")  # noqa: SIM115 - lives on

    def _note(self, direction: str, text: str) -> None:
        if self._log is None:
            return
        now = time.time()
        stamp = f"{time.strftime('%H:%M:%S', time.localtime(now))}.{int(now * 1000) % 1000:03d}"
        try:
            self._log.write("".join(f"{stamp} {direction} {line}\n" for line in text.splitlines()))
            self._log.flush()
        except (OSError, ValueError):
            self._log = None  # a full disk must not end the game
