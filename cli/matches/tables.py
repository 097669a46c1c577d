"""Standings as Rich tables: the same for a match that is on and for a PGN file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from ...arbiter.sprt import Sprt, Verdict
from ...arbiter.standings import Score, Standings
from ...arbiter.statistics import elo_estimate, nelo_estimate, superiority

#: More engines make a table of everybody against everybody too wide.
_MOST_CROSSED = 10
#: Columns of a page that nobody looks at through a window.
_WIDTH = 120
_ESTIMATES = ("Elo", "nElo", "LOS")
#: Columns that a narrow window does without, the first of them first.
_SPARED = ("nElo", "LOS", "Elo", "%", "Faults", "Games")
_PAIRS = ("LL", "LD", "WL+DD", "WD", "WW")
_COLOURS = {Verdict.RUNNING: "", Verdict.H0: "bold red", Verdict.H1: "bold green"}


def console_for_tables() -> Console:
    """Standard output; where it is no terminal, wide enough for any table."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=_WIDTH)


def standings_view(standings: Standings, sprt: Sprt | None = None) -> RenderableType:
    """Everything there is to say: the table, who did what against whom, pairs, the test, how games ended."""
    names = standings.ranking()
    parts: list[RenderableType] = [_Fitting(standings, names)]
    if 2 < len(names) <= _MOST_CROSSED:
        parts.append(_crosstable(standings, names))
    if len(names) == 2:
        first, second = standings.names
        score = standings.against(first, second)
        parts += _pair_lines(score, first, second)
        if sprt is not None:
            parts.append(_test_line(sprt, score))
    for name in names:
        if faults := standings.score(name).forfeits:
            parts.append(_counts(f"Faults of {name}", faults))
    if standings.games:
        parts.append(_counts("Endings", standings.endings))
    return Group(*parts)


class _Fitting:
    """The table without the columns that have no room in a window: squeezed, they would show no numbers."""

    def __init__(self, standings: Standings, names: list[str]) -> None:
        self._standings = standings
        self._names = names

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table]:
        for spared in range(len(_SPARED) + 1):
            table = _table(self._standings, self._names, _SPARED[:spared])
            if Measurement.get(console, options.update(width=1000), table).minimum <= options.max_width:
                break
        yield table


def _table(standings: Standings, names: list[str], spared: tuple[str, ...]) -> Table:
    """A row for each engine; with two of them, what one column would only say twice stands below."""
    many = len(names) > 2
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    table.add_column("Engine", overflow="fold")
    headings = ("Games", "+", "=", "-", "Points", "%", *(_ESTIMATES if many else ()), "Faults")
    for heading in headings:
        if heading not in spared:
            table.add_column(heading, justify="right", overflow="fold")
    for name in names:
        score = standings.score(name)
        faults = score.forfeits.total()
        cells = (
            *map(str, (score.games, score.wins, score.draws, score.losses)),
            f"{score.points:g}",
            f"{100 * score.points / score.games:.1f}" if score.games else "",
            *(_estimates(score) if many else ()),
            Text(str(faults), style="red" if faults else ""),
        )
        shown = (cell for heading, cell in zip(headings, cells, strict=True) if heading not in spared)
        table.add_row(name, *shown)
    return table


def _estimates(score: Score) -> tuple[str, str, str]:
    """Elo, normalised Elo and likelihood of superiority; empty where nothing can be said."""
    counts = score.pentanomial
    better = superiority(counts)
    return (
        str(elo_estimate(counts) or ""),
        str(nelo_estimate(counts) or ""),
        "" if better is None else f"{100 * better:.1f} %",
    )


def _crosstable(standings: Standings, names: list[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    table.add_column("Points against", overflow="fold")
    for number in range(1, len(names) + 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    for number, name in enumerate(names, 1):
        table.add_row(f"{number} {name}", *(_points(standings.against(name, other)) for other in names))
    return table


def _points(score: Score) -> str:
    return f"{score.points:g}/{score.games}" if score.games else ""


def _pair_lines(score: Score, first: str, second: str) -> Iterator[Text]:
    """What pairs of games say of the first engine against the second."""
    if not sum(score.pairs):
        return
    said = zip(_ESTIMATES, _estimates(score), strict=True)
    yield Text(f"{first} above {second}: " + ", ".join(f"{name} {value}" for name, value in said if value))
    counts = ", ".join(f"{word} {count}" for word, count in zip(_PAIRS, score.pairs, strict=True))
    level = score.pairs[2]
    yield Text(
        f"Pairs: {counts} (WL {score.decided_pairs}, DD {level - score.decided_pairs}); "
        f"draws {100 * score.draws / score.games:.0f} %"
    )


def _test_line(sprt: Sprt, score: Score) -> Text:
    verdict = sprt.verdict(score.pentanomial)
    ratio = sprt.llr(score.pentanomial)
    return Text.assemble(
        f"SPRT, {sprt}: LLR {ratio:.2f} in ({sprt.lower:.2f}, {sprt.upper:.2f}), ",
        (verdict.value, _COLOURS[verdict]),
    )


def _counts(heading: str, counts: Counter[str]) -> Text:
    return Text(f"{heading}: " + ", ".join(f"{word} {count}" for word, count in counts.most_common()))
