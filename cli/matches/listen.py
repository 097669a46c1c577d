"""A file with every line of every conversation of a match."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from ...arbiter.slot import Listener


@contextmanager
def log_to(path: Path) -> Iterator[Listener]:
    """A listener that adds lines to a file: time, engine, direction, line."""
    lock = threading.Lock()
    with path.open("a", encoding="utf-8", errors="replace") as file:

        def listen(engine: str, mark: str, line: str) -> None:
            stamp = datetime.now().isoformat(timespec="milliseconds")
            with lock:
                if file.closed:  # the last words of an engine that was ended by force
                    return
                file.write(f"{stamp} {engine} {mark} {line}\n")

        yield listen
