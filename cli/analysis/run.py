"""Analyse one position before the user's eyes, or many, one after the other."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import click
from rich.console import Console, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ...client import Engine, Limit
from ..board_view import shows_colours
from .findings import Findings, think
from .report import as_json
from .results import ResultsFile
from .task import Task
from .view import plain, row, screen

_INTERRUPTED = 130  # exit status, as shells have it for Ctrl-C
_SECONDS_A_PICTURE = 0.1
_PICTURE_WIDTH = 100  # characters


@dataclass(frozen=True)
class Study:
    """How positions are analysed, and where results go."""

    engine: Engine
    limit: Limit
    multipv: int
    json: bool = False
    flipped: bool = False
    results: ResultsFile | None = None
    picture: Path | None = None  # where the final screen goes as SVG

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
    if not study.json and shows_colours(console):
        findings = _watch(console, study, task)
    else:
        findings = _last(study.think(task), Findings(task.board))
        if not study.json:
            plain(console, task, findings, study.name)
    study.keep(task, findings)
    if study.picture is not None:
        _save(study, task, findings, study.picture)
    return 0 if findings.complete or study.limit == Limit() else _INTERRUPTED


def _save(study: Study, task: Task, findings: Findings, path: Path) -> None:
    """The final screen as SVG, in the colours of a terminal whatever this one can do."""
    console = Console(
        record=True, width=_PICTURE_WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(screen(task, findings, study.name, console.width, final=True, flipped=study.flipped))
    try:
        console.save_svg(str(path), title=f"tenfold analyse {task.board.variant.name}")
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}") from None


def _last(
    thoughts: Iterator[Findings], findings: Findings, show: Callable[[Findings], None] | None = None
) -> Findings:
    """What is known when the search has ended or Ctrl-C was pressed; `findings` if that is nothing new."""
    try:
        for findings in thoughts:
            if show is not None:
                show(findings)
    except KeyboardInterrupt:
        pass  # leaving the loop stops the search
    return findings


def _watch(console: Console, study: Study, task: Task) -> Findings:
    due = 0.0

    def picture(findings: Findings, final: bool = False) -> RenderableType:
        return screen(task, findings, study.name, console.width, final=final, flipped=study.flipped)

    def show(findings: Findings) -> None:
        nonlocal due
        if time.monotonic() >= due:
            view.update(picture(findings), refresh=True)
            due = time.monotonic() + _SECONDS_A_PICTURE

    start = Findings(task.board)
    with Live(picture(start), console=console, auto_refresh=False) as view:
        findings = _last(study.think(task), start, show)
        view.update(picture(findings, final=True), refresh=True)
    return findings


@dataclass
class _Tally:
    """How far a run through many positions has come."""

    analysed: int = 0
    known: int = 0  # in the file of results already
    asked: int = 0  # positions whose file says what is to be found
    solved: int = 0
    interrupted: bool = False

    def add(self, verdict: bool | None) -> None:
        self.analysed += 1
        self.asked += verdict is not None
        self.solved += bool(verdict)

    def text(self, resumable: bool) -> str:
        words = [f"{self.analysed} analysed"]
        if self.known:
            words.append(f"{self.known} were in the file already")
        if self.asked:
            words.append(f"{self.solved} of {self.asked} solved")
        if self.interrupted:
            words.append("interrupted; the same command goes on from here" if resumable else "interrupted")
        return ", ".join(words)


def analyse_all(study: Study, tasks: Iterator[Task], total: int | None) -> int:
    """A line or a JSON object for each position; those in the file of results are passed over."""
    tally = _Tally()
    console = Console(highlight=False, stderr=study.json)
    # JSON in a terminal and a bar that moves below it would disturb each other.
    bar = (
        _progress(console, total)
        if console.is_terminal and not (study.json and sys.stdout.isatty())
        else None
    )
    with bar or nullcontext():
        for task in tasks:
            if study.results is not None and study.results.has(task):
                tally.known += 1
            else:
                findings = _last(study.think(task), Findings(task.board))
                study.keep(task, findings)
                if not findings.complete:
                    tally.interrupted = True
                    break
                tally.add(task.solved_by(findings.move))
                if not study.json:
                    console.print(row(tally.analysed + tally.known, task, findings), soft_wrap=True)
            if bar:
                bar.advance(bar.task_ids[0])
    if tally == _Tally():
        raise click.ClickException("there is no position to analyse")
    click.echo(tally.text(resumable=study.results is not None), err=study.json)
    return _INTERRUPTED if tally.interrupted else 0


def _progress(console: Console, total: int | None) -> Progress:
    progress = Progress(
        TextColumn("analysing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    progress.add_task("", total=total)
    return progress
