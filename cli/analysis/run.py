"""Analyse one position before the user's eyes, or many, one after the other."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass

import click
from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ...client import Engine, Limit
from .findings import Findings, think
from .report import as_json
from .results import ResultsFile
from .task import Task
from .view import plain, row, screen

_INTERRUPTED = 130  # exit status, as shells have it for Ctrl-C
_SECONDS_A_PICTURE = 0.1


@dataclass(frozen=True)
class Study:
    """How positions are analysed, and where results go."""

    engine: Engine
    limit: Limit
    multipv: int
    json: bool = False
    flipped: bool = False
    results: ResultsFile | None = None

    @property
    def name(self) -> str:
        """What the engine calls itself."""
        return self.engine.id.get("name", "the engine")

    def think(self, task: Task) -> Iterator[Findings]:
        """`findings.think` about the position."""
        return think(self.engine, task.board, self.limit, self.multipv)

    def keep(self, task: Task, findings: Findings) -> None:
        """Write a result where results go."""
        if self.json:
            print(as_json(task, findings, self.name), flush=True)
        if self.results is not None and findings.complete:
            self.results.write(task, findings)


def analyse_one(study: Study, task: Task | None) -> int:
    """Show the search of one position as it goes on. Ctrl-C ends it; what was found stays on the screen."""
    if task is None:
        raise click.ClickException("there is no position to analyse")
    if study.results is not None and study.results.has(task):
        click.echo("the file has this position already", err=True)
        return 0
    console = Console(highlight=False)
    if study.json:
        findings = _last(study.think(task), Findings(task.board), lambda _: None)
    elif console.is_terminal and console.color_system:
        findings = _watch(console, study, task)
    else:
        findings = _last(study.think(task), Findings(task.board), lambda _: None)
        plain(console, task, findings, study.name)
    study.keep(task, findings)
    return 0 if findings.complete or study.limit == Limit() else _INTERRUPTED


def _last(thoughts: Iterator[Findings], nothing: Findings, show: Callable[[Findings], None]) -> Findings:
    """The findings when the search has ended or Ctrl-C was pressed, each state shown before."""
    findings = nothing
    try:
        for findings in thoughts:
            show(findings)
    except KeyboardInterrupt:
        pass  # the search ends with its iterator
    return findings


def _watch(console: Console, study: Study, task: Task) -> Findings:
    due = 0.0

    with Live(console=console, auto_refresh=False) as view:

        def show(findings: Findings, final: bool = False) -> None:
            nonlocal due
            if final or time.monotonic() >= due:
                picture = screen(
                    task, findings, study.name, console.width, final=final, flipped=study.flipped
                )
                view.update(picture, refresh=True)
                due = time.monotonic() + _SECONDS_A_PICTURE

        start = Findings(task.board)
        show(start)
        findings = _last(study.think(task), start, show)
        show(findings, final=True)
    return findings


def analyse_all(study: Study, tasks: Iterator[Task], total: int | None) -> int:
    """A line or a JSON object for each position; those in the file of results are passed over."""
    count = skipped = asked = solved = 0
    quiet = study.json and sys.stdout.isatty()
    console = Console(highlight=False, stderr=study.json)
    bar = _progress(console) if console.is_terminal and not quiet else None
    interrupted = False
    with bar or nullcontext():
        progress = bar.add_task("", total=total) if bar else None
        for task in tasks:
            if study.results is not None and study.results.has(task):
                skipped += 1
            else:
                findings = _last(study.think(task), Findings(task.board), lambda _: None)
                study.keep(task, findings)
                if not findings.complete:
                    interrupted = True
                    break
                count += 1
                verdict = task.solved_by(findings.move)
                asked, solved = asked + (verdict is not None), solved + bool(verdict)
                if not study.json:
                    console.print(row(count + skipped, task, findings), soft_wrap=True)
            if bar and progress is not None:
                bar.advance(progress)
    if not count and not skipped and not interrupted:
        raise click.ClickException("there is no position to analyse")
    summary = [f"{count} analysed"]
    summary += [f"{skipped} were in the file already"] if skipped else []
    summary += [f"{solved} of {asked} solved"] if asked else []
    summary += ["interrupted"] if interrupted else []
    summary += ["the same command goes on from here"] if interrupted and study.results else []
    click.echo(", ".join(summary), err=study.json)
    return _INTERRUPTED if interrupted else 0


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("analysing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
