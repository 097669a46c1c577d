"""The measurements: each yields rows of a table, ours beside theirs."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import geometric_mean, median

from tenfold.arbiter.handshake import ready, set_up
from tenfold.arbiter.process import EngineProcess
from tenfold.arbiter.spec import EngineSpec
from tenfold.engine.variants import GRAND

from .resources import PATIENCE, resident_megabytes, start_up
from .speed import Count, perft, search

POSITIONS = Path(__file__).parents[1] / "positions.epd"
OPTIONS = (("Threads", "1"), ("Hash", "64"))


@dataclass(frozen=True)
class Row:
    """A line of the table; `aim` is what the project wants, as text."""

    what: str
    ours: str = ""
    theirs: str = "-"
    ratio: str = ""
    aim: str = ""


@dataclass(frozen=True)
class Bench:
    """The commands, ours and perhaps theirs, and how long to measure. All methods raise `EngineError`."""

    commands: tuple[str, ...]
    depth: int = 4
    runs: int = 3
    movetime: int = 1000  # milliseconds
    processor_time: bool = False  # instead of the wall clock, where that makes sense

    def perft(self) -> Iterator[Row]:
        """Leaf nodes per second from the start position, medians of alternate runs."""
        with self._engines() as engines:
            for engine in engines:
                perft(engine, 2, False)
            measure = partial(perft, depth=self.depth, processor_time=self.processor_time)
            counts = self._alternate(engines, measure)
        totals = {count.nodes for found in counts for count in found}
        if len(totals) > 1:
            print(f"The engines count differently: {sorted(totals)}.")
        yield _compared(f"perft {self.depth}, leaves/s", counts, "6")

    def search(self) -> Iterator[Row]:
        """Nodes per second of one thread, medians of alternate runs at each position."""
        ratios = []
        with self._engines() as engines:
            for name, fen in positions():
                measure = partial(
                    search, fen=fen, movetime_ms=self.movetime, processor_time=self.processor_time
                )
                counts = self._alternate(engines, measure)
                row = _compared(f"search, {name}, nodes/s", counts, "3")
                ratios += [float(row.ratio)] if row.ratio else []
                yield row
        if ratios:
            mean = geometric_mean(ratios)
            yield Row("search, geometric mean of the ratios", theirs="", ratio=f"{mean:.2f}", aim="3")

    def threads(self) -> Iterator[Row]:
        """Nodes per second of two threads against one, over all positions; always by the wall clock."""
        if (os.cpu_count() or 1) < 2:
            print("There is one processor only: two threads can't be faster than one.")
        nodes, seconds = {1: 0, 2: 0}, {1: 0.0, 2: 0.0}
        with self._engines(ours_only=True) as (engine,):
            for _ in range(self.runs):
                for _, fen in positions():
                    for threads in nodes:
                        engine.send(f"setoption name Threads value {threads}")
                        count = search(engine, fen, self.movetime, False)
                        nodes[threads] += count.nodes
                        seconds[threads] += count.seconds
        one, two = (nodes[threads] / max(seconds[threads], 1e-3) for threads in nodes)
        yield Row("search, one thread, nodes/s", f"{one:,.0f}")
        yield Row("search, two threads (ratio to one)", f"{two:,.0f}", ratio=f"{two / one:.2f}", aim="1.8")

    def memory(self) -> Iterator[Row]:
        """Resident memory around a search from the start position, with 64 MB of hash."""
        with self._engines() as engines:
            for engine in engines:
                search(engine, None, self.movetime, False)
            for field, when in (("VmRSS", "after a search"), ("VmHWM", "at its highest")):
                found = [f"{resident_megabytes(engine, field):.0f}" for engine in engines]
                yield _plain(f"resident memory {when}, MB", found, "< 300")

    def startup(self) -> Iterator[Row]:
        """Seconds from the start of the process, medians; a first start, to fill caches, is not counted."""
        for command in self.commands:
            start_up(command)
        found = [[start_up(command) for _ in range(max(3, self.runs))] for command in self.commands]
        uciok = [f"{median(start.uciok for start in starts):.3f}" for starts in found]
        readyok = [f"{median(start.readyok for start in starts):.3f}" for starts in found]
        yield _plain("start to uciok, s", uciok, "< 0.4")
        yield _plain("start to readyok, warm cache, s", readyok, "< 1")

    @contextmanager
    def _engines(self, ours_only: bool = False) -> Iterator[list[EngineProcess]]:
        """Fresh engines set to Grand Chess, one thread and 64 MB of hash."""
        with ExitStack() as stack:
            engines = []
            for command in self.commands[: 1 if ours_only else 2]:
                spec = EngineSpec(command, tuple(shlex.split(command)), options=OPTIONS)
                engine = stack.enter_context(closing(EngineProcess(spec.command)))
                set_up(engine, spec, GRAND)
                ready(engine, PATIENCE)
                engines.append(engine)
            yield engines

    def _alternate(
        self, engines: Sequence[EngineProcess], measure: Callable[[EngineProcess], Count]
    ) -> list[list[Count]]:
        """`runs` measurements of each engine in turn, so that a busy spell of the machine meets both."""
        found: list[list[Count]] = [[] for _ in engines]
        for _ in range(self.runs):
            for engine, counts in zip(engines, found, strict=True):
                counts.append(measure(engine))
        return found


def _compared(what: str, counts: list[list[Count]], aim: str) -> Row:
    rates = [median(count.rate for count in found) for found in counts]
    if len(rates) < 2:
        return Row(what, f"{rates[0]:,.0f}", aim=aim)
    return Row(what, f"{rates[0]:,.0f}", f"{rates[1]:,.0f}", f"{rates[0] / rates[1]:.2f}", aim)


def _plain(what: str, values: list[str], aim: str) -> Row:
    return Row(what, values[0], values[1] if len(values) > 1 else "-", aim=aim)


def positions() -> list[tuple[str, str | None]]:
    """The start position (None) and the middlegames of the file: name and FEN."""
    lines = [line for line in POSITIONS.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")]
    named = [(name.strip(), fen.strip()) for fen, _, name in (line.partition(";") for line in lines)]
    return [("start", None), *named]
