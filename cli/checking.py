"""The work of `tenfold check`: steps are tried one by one and reported as they end."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import asdict

import click
from rich.console import Console
from rich.text import Text

from ..arbiter.check.run import COUNT, check
from ..arbiter.check.step import Row, Verdict
from ..arbiter.check.talk import Talk

_MARKS = {
    Verdict.PASS: ("ok", "green"),
    Verdict.FAIL: ("FAIL", "bold red"),
    Verdict.WARN: ("warn", "yellow"),
    Verdict.SKIP: ("-", "dim"),
}
_WORDS = {
    Verdict.PASS: "passed",
    Verdict.FAIL: "failed",
    Verdict.WARN: "warnings",
    Verdict.SKIP: "left out",
}


def report(talk: Talk, verbose: bool) -> bool:
    """Print a line for each step as it ends; whether nothing failed. `verbose` shows what led to faults."""
    console = Console(highlight=False)
    begin = time.perf_counter()
    counts: Counter[Verdict] = Counter()
    group = ""
    with console.status("starting the engine") as status:
        for row in check(talk):
            if row.group != group:
                group = row.group
                console.print(f"\n{group}", style="bold")
            _show(console, row, verbose)
            counts[row.verdict] += 1
            status.update(f"step {counts.total() + 1} of {COUNT}")
    told = ", ".join(f"{counts[verdict]} {_WORDS[verdict]}" for verdict in Verdict)
    name = talk.introduction.name or talk.spec.name
    console.print(
        f"\n{name} in {talk.variant.title}: {told} ({time.perf_counter() - begin:.0f} s)", soft_wrap=True
    )
    if counts.total() < COUNT:
        console.print("The engine did not start, so nothing else was tried.")
    return not counts[Verdict.FAIL]


def _show(console: Console, row: Row, verbose: bool) -> None:
    """A line for the step; below it what was wrong."""
    mark, style = _MARKS[row.verdict]
    bad = row.verdict in (Verdict.FAIL, Verdict.WARN)
    text = Text.assemble((f"{mark:>5}", style), f"  {row.name}")
    if bad:
        text.append(f"\n       {row.reason}", style)
    elif row.reason:
        text.append(f"  {row.reason}", "dim")
    if bad and verbose:
        text.append("".join(f"\n         {line}" for line in row.lines), "dim")
    console.print(text, soft_wrap=True)


def report_json(talk: Talk) -> bool:
    """Print a JSON object for each step, as it ends; whether nothing failed."""
    good = True
    for row in check(talk):
        good = good and row.verdict is not Verdict.FAIL
        click.echo(
            json.dumps({**asdict(row), "verdict": row.verdict.value, "seconds": round(row.seconds, 3)})
        )
    return good
