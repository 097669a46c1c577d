"""What an engine takes: memory, and time to start."""

from __future__ import annotations

import re
import shlex
import time
from dataclasses import dataclass
from pathlib import Path

from tenfold.arbiter.handshake import introduce, ready
from tenfold.arbiter.process import EngineError, EngineProcess

#: Seconds that a start may take: the engine may have its code to compile.
PATIENCE = 120.0


def resident_megabytes(engine: EngineProcess, field: str = "VmRSS") -> float:
    """Memory of the process in MB of 1024 x 1024 bytes: now ("VmRSS") or at its highest ("VmHWM").

    Raises `EngineError` where the system does not tell.
    """
    try:
        found = re.search(rf"^{field}:\s+(\d+) kB", Path(f"/proc/{engine.pid}/status").read_text(), re.M)
    except OSError:
        found = None
    if not found:
        raise EngineError("this system does not tell a process's memory")
    return int(found[1]) / 1024


@dataclass(frozen=True)
class StartUp:
    """Seconds from the start of the process."""

    uciok: float
    readyok: float


def start_up(command: str) -> StartUp:
    """Start `command`, send `uci`, then `isready`, and end it."""
    started = time.perf_counter()
    engine = EngineProcess(shlex.split(command))
    try:
        introduce(engine, PATIENCE)
        known = time.perf_counter()
        ready(engine, PATIENCE)
        return StartUp(known - started, time.perf_counter() - started)
    finally:
        engine.close()
