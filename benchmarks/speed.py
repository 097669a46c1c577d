"""Measure this checkout's engine, beside Debian's Fairy-Stockfish in the same run, and print a table.

    python benchmarks/speed.py
    python benchmarks/speed.py --only perft --depth 5 --runs 1

Nothing is judged: the exit status is 0 whatever the figures are. A ratio is ours over theirs.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys
from collections.abc import Iterable

from measure.bench import Bench, Row
from tenfold.arbiter.process import EngineError, resolve

MEASURES = ("startup", "memory", "perft", "search", "threads")


def main() -> int:
    """Measure what the command line asks for."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    add = parser.add_argument
    add("--engine", metavar="COMMAND", default="tenfold", help="default: this checkout's engine")
    add("--against", metavar="COMMAND", default="fairy-stockfish", help="default: fairy-stockfish")
    add("--only", metavar="MEASURES", default=",".join(MEASURES), help="default: %(default)s")
    add("--depth", type=int, default=4, help="of perft; default %(default)s")
    add("--runs", type=int, default=3, help="of each measurement; default %(default)s")
    add("--movetime", type=int, default=1000, metavar="MS", help="of each search; default %(default)s")
    add("--processor-time", action="store_true", help="divide by it: for a machine with other work")
    options = parser.parse_args()
    wanted = options.only.split(",")
    if unknown := [name for name in wanted if name not in MEASURES]:
        parser.error(f"no measure {', '.join(unknown)}; there are {', '.join(MEASURES)}")
    commands: tuple[str, ...] = (options.engine, options.against)
    if not shutil.which(resolve(shlex.split(options.against))[0]):
        print(f"{shlex.split(options.against)[0]} is not installed: no ratios to it.")
        commands = commands[:1]
    bench = Bench(commands, options.depth, options.runs, options.movetime, options.processor_time)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; Grand Chess, Hash 64, one thread; "
          f"{'processor time' if options.processor_time else 'wall clock'}")  # fmt: skip
    print_row(Row("", "ours", "theirs" if len(commands) > 1 else "", "ratio", "aim"))
    for name in wanted:
        try:
            rows: Iterable[Row] = getattr(bench, name)()
            for row in rows:
                print_row(row)
        except EngineError as error:
            print(f"{name}: not measured, {error}")
    return 0


def print_row(row: Row) -> None:
    """A line of the table, at once: some measurements take a while."""
    print(f"{row.what:40}{row.ours:>14}{row.theirs:>14}{row.ratio:>8}{row.aim:>8}".rstrip(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
