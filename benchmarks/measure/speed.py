"""How fast an engine counts and searches: nodes and the seconds they took."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from tenfold.arbiter.handshake import ready
from tenfold.arbiter.process import EngineError, EngineProcess

#: Seconds that an answer may take, beyond the time it is given: the engine may still be loading its code.
PATIENCE = 30.0


@dataclass(frozen=True)
class Count:
    """Nodes, and seconds by the wall clock or of processor time, as asked for."""

    nodes: int
    seconds: float

    @property
    def rate(self) -> float:
        """Nodes per second."""
        return self.nodes / max(self.seconds, 1e-3)


def perft(engine: EngineProcess, depth: int, processor_time: bool) -> Count:
    """Leaf nodes of the start position to `depth`; patience ends sooner below depth 5."""
    engine.send("position startpos")
    ready(engine, PATIENCE)
    before = processor_seconds(engine)
    sent = engine.send(f"go perft {depth}")
    came, line = engine.read_until("Nodes", PATIENCE if depth < 5 else 40 * PATIENCE)
    spent = processor_seconds(engine) - before if processor_time else came - sent
    return Count(int(line.split()[2]), spent)


def search(engine: EngineProcess, fen: str | None, movetime_ms: int, processor_time: bool) -> Count:
    """Nodes of a search with an empty table, as the last `info` line with nodes and time has them."""
    engine.send("ucinewgame")
    engine.send(f"position fen {fen}" if fen else "position startpos")
    ready(engine, PATIENCE)
    last = {"nodes": 0, "time": 0}

    def note(line: str) -> None:
        values = {name: re.search(rf" {name} (\d+)", line) for name in last}
        if line.startswith("info ") and all(values.values()):
            last.update((name, int(found[1])) for name, found in values.items() if found)

    before = processor_seconds(engine)
    engine.send(f"go movetime {movetime_ms}")
    engine.read_until("bestmove", movetime_ms / 1000 + PATIENCE, note)
    if not last["nodes"]:
        raise EngineError("no info line with nodes and time")
    return Count(last["nodes"], processor_seconds(engine) - before if processor_time else last["time"] / 1000)


def processor_seconds(engine: EngineProcess) -> float:
    """Processor time used so far, by all threads of the engine; 0 where the system has no /proc."""
    try:
        text = Path(f"/proc/{engine.pid}/stat").read_text()
    except OSError:
        return 0.0
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
