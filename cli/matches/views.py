"""What a match shows while it is played: a live table in a terminal, a line a game elsewhere."""

from __future__ import annotations

from collections import deque
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from ...arbiter.match import Match
from ...arbiter.record import GameRecord
from .tables import standings_view

#: How many of the latest games stand below the live table.
_LATEST = 5


class View(Protocol):
    """Told of each game as it ends."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def game(self, record: GameRecord) -> None:
        """A game has ended and is counted in the match's standings."""


def view_for(console: Console, match: Match, title: str) -> View:
    """The live view in a terminal, else the plain one."""
    return LiveView(console, match, title) if console.is_terminal else PlainView(console, match)


class LiveView:
    """A table that is drawn anew after each game, below it progress and the latest games."""

    def __init__(self, console: Console, match: Match, title: str) -> None:
        self._match = match
        self._title = title
        self._latest: deque[Text] = deque(maxlen=_LATEST)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=console,
        )
        self._bar = self._progress.add_task(
            "Games", total=len(match.tasks), completed=len(match.tasks) - len(match.missing)
        )
        self._live = Live(console=console, get_renderable=self._render, refresh_per_second=4, transient=True)

    def __enter__(self) -> LiveView:
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, trace)

    def game(self, record: GameRecord) -> None:
        self._latest.append(game_line(record))
        self._progress.advance(self._bar)
        if record.reason.forfeit:
            self._live.console.print(fault_line(record))
        self._live.refresh()

    def _render(self) -> RenderableType:
        return Group(
            Text(self._title, style="bold"),
            standings_view(self._match.standings, self._match.sprt),
            self._progress,
            *self._latest,
        )


class PlainView:
    """A line a game, with the score so far in a match of two."""

    def __init__(self, console: Console, match: Match) -> None:
        self._console = console
        self._match = match

    def __enter__(self) -> PlainView:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def game(self, record: GameRecord) -> None:
        line = game_line(record)
        if len(self._match.names) == 2:
            first, second = self._match.names
            score = self._match.standings.against(first, second)
            line.append(f"  [{first} +{score.wins} ={score.draws} -{score.losses}]")
        self._console.print(line, soft_wrap=True)
        if record.reason.forfeit:
            self._console.print(fault_line(record), soft_wrap=True)


def game_line(record: GameRecord) -> Text:
    """``game 12: A - B  1-0  checkmate, 87 plies``."""
    return Text.assemble(
        f"game {record.number}: {record.white} - {record.black}  ",
        (record.result, "bold"),
        f"  {record.reason.value}, {len(record.moves)} plies",
    )


def fault_line(record: GameRecord) -> Text:
    """Who lost game so-and-so by which fault, exactly."""
    name = record.white if record.at_fault == "white" else record.black
    detail = f": {record.detail}" if record.detail else ""
    return Text(f"game {record.number}: {name}, {record.reason.value}{detail}", style="red")
