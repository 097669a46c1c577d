"""`tenfold annotate`: all games of a file, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from ... import pgn
from ...client import Engine, Limit
from ...engine.variants import Variant
from ..pgn_positions import games_in
from . import output
from .annotator import Analyst, annotate
from .judgement import JudgedMove
from .report import game_name, game_report, progress_bar


@dataclass(frozen=True)
class Task:
    """What is to be annotated, how, and where it goes."""

    source: Path
    variant: Variant | None  # the game where the file does not say it
    out: Path
    limit: Limit
    lines: int  # of the engine for each position
    plot: Path | None


def count_games(source: Path) -> int:
    """How many games a file has. Raises `OSError`."""
    with pgn.open_pgn(source) as file:
        return sum(1 for _ in iter(lambda: pgn.read_headers(file), None))


class Work:
    """Annotates what the file does not have yet. `total` is the number of games in the source."""

    def __init__(self, task: Task, engine: Engine, total: int) -> None:
        self.task = task
        self.engine = engine
        self.total = total
        self.annotator = f"{engine.id.get('name', 'an engine')}, {_in_words(task.limit)}"
        self.console = Console(highlight=False)
        self.progress = progress_bar(Console(stderr=True, highlight=False))
        if "UCI_ShowWDL" in engine.options:
            engine.configure({"UCI_ShowWDL": True})

    def run(self) -> None:
        """Do it; each game is in the file when it is done. Raises `OtherGamesError`, `EngineError`."""
        games = games_in(self.task.source, self.task.variant)
        done = output.take_up(self.task.out, (game for _, game in games), self.annotator)
        if done:
            self._say(f"{done} of {self.total} games are in {self.task.out} already.")
        with self.progress:
            for number, game in games:
                self._one(number, game)

    def _one(self, number: int, game: pgn.Game) -> None:
        name = game_name(number, game.headers)
        positions = sum(1 for _ in game.mainline()) + 1
        label = name if self.total == 1 else f"{name} (of {self.total})"
        bar = self.progress.add_task(label, total=positions)
        analyst = Analyst(self.engine, self.task.limit, self.task.lines, number)
        moves = annotate(game, analyst, lambda: self.progress.advance(bar))
        game.headers["Annotator"] = self.annotator
        if moves and self.task.plot is not None:
            self._plot(self.task.plot, number, moves, game)
        output.append(self.task.out, output.text_of(game))
        self.progress.remove_task(bar)
        self.console.print(game_report(name, game.headers, moves))

    def _plot(self, path: Path, number: int, moves: list[JudgedMove], game: pgn.Game) -> None:
        from .plot import plot

        if self.total > 1:
            path = path.with_stem(f"{path.stem}-{number}")
        plot(path, moves, game.headers, game.board().variant.title)

    def _say(self, text: str) -> None:
        self.progress.console.print(text, markup=False, soft_wrap=True)


def _in_words(limit: Limit) -> str:
    """The limit for a position: ``0.5 s a position``."""
    parts = (
        (limit.time, "{:g} s"),
        (limit.depth, "depth {}"),
        (limit.nodes, "{} nodes"),
    )
    return ", ".join(form.format(value) for value, form in parts if value is not None) + " a position"
