"""What a person sees while games are annotated: progress, and a table for each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console, Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from .judgement import JudgedMove, Mark, summary

_WORST = 3  # mistakes that are named below a game's table
_STYLES = {Mark.INACCURACY: "cyan", Mark.MISTAKE: "yellow", Mark.BLUNDER: "bold red"}


def game_name(number: int, headers: Mapping[str, str]) -> str:
    """A game in one line: ``3. Anand - Polgar 1-0``."""
    white, black, result = (headers.get(tag, "?") for tag in ("White", "Black", "Result"))
    return f"{number}. {white} - {black} {result}"


def progress_bar(console: Console) -> Progress:
    """A bar for the positions of the game at hand; it leaves nothing behind."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("positions"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def game_report(name: str, headers: Mapping[str, str], moves: Sequence[JudgedMove]) -> Group:
    """How both sides played, and the costliest mistakes."""
    if not moves:
        return Group(Text(name, "bold"), Text("no moves", "dim"), Text())
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", no_wrap=True, overflow="ellipsis", max_width=30)
    for heading in ("moves", *(mark.sign for mark in Mark), "average loss", "accuracy"):
        table.add_column(heading, justify="right", no_wrap=True)
    for side, white in (("White", True), ("Black", False)):
        played = summary(moves, white)
        if played is None:
            continue
        counts = [Text(str(count), _STYLES[mark] if count else "dim") for mark, count in played.marks.items()]
        table.add_row(
            side if headers.get(side, "?") == "?" else headers[side],
            str(played.moves),
            *counts,
            f"{played.centipawn_loss / 100:.2f}",
            f"{played.accuracy:.1f} %",
        )
    return Group(Text(name, "bold"), table, *_worst(moves), Text())


def _worst(moves: Sequence[JudgedMove]) -> list[Text]:
    """The costliest mistakes in the order of the game: ``23...Cxe5??  +0.35 → -4.20, Nd4 was best``."""
    found = sorted((move for move in moves if move.mark), key=lambda move: -move.loss)[:_WORST]
    lines = []
    for move in sorted(found, key=lambda move: (move.number, not move.white)):
        assert move.mark is not None
        better = f", {move.best} was best" if move.best else ""
        lines.append(
            Text.assemble((move.label, _STYLES[move.mark]), f"  {move.before} → {move.after}{better}")
        )
    return lines
