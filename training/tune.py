"""Tune the search's parameters by self-play: `python -m tenfold.training.tune`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import click
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..engine.variants import VARIANTS, find
from ..search.params import PARAMS, Param
from .compare import openings
from .saving import save
from .selfplay import Side, player
from .spsa import Knob, Schedule, Spsa, Trial

_C_SHARE = 20  # c_end is the range divided by that
_LEAST_C = 0.5  # less is lost when values are rounded
_USUAL = Schedule(0)

#: Plays some comparisons and says of each the first side's wins less its losses.
Judge = Callable[[Sequence[Trial]], Iterable[float]]


def read_knob(text: str) -> Knob:
    """A parameter as ``NAME``, ``NAME:C_END`` or ``NAME:C_END:R_END``. Raises `click.BadParameter`."""
    name, *numbers = text.split(":")
    rows = [row for row in PARAMS if row.name == name]
    if not rows:
        raise click.BadParameter(f"no search parameter is called {name!r}")
    try:
        [row], values = rows, [float(number) for number in numbers]
        return Knob(row.name, row.default, row.low, row.high, *(values or [_usual_c(row)]))
    except (ValueError, TypeError) as error:
        raise click.BadParameter(f"{text!r} is not NAME, NAME:C_END or NAME:C_END:R_END ({error})") from error


def _usual_c(row: Param) -> float:
    return max(_LEAST_C, (row.high - row.low) / _C_SHARE)


def tune(run: Spsa, judge: Judge, keep: Callable[[], None]) -> Iterator[None]:
    """Go on with a run to its end; `keep` is called whenever it has changed."""
    while not run.finished:
        run.learn(list(judge(run.trials())))
        keep()
        yield


@click.command(
    epilog="Example: python -m tenfold.training.tune grand --state grand.spsa --pairs 20000 --param null_base"
)
@click.argument("game", type=click.Choice([variant.name for variant in VARIANTS]))
@click.option(
    "--state", "path", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The run's file."
)
@click.option(
    "--param",
    "names",
    multiple=True,
    metavar="NAME[:C_END[:R_END]]",
    help="What to tune; may be given several times. Nothing: everything.",
)
@click.option("--pairs", type=click.IntRange(1), default=20_000, show_default=True, help="Pairs of games.")
@click.option("--nodes", type=click.IntRange(1), default=3000, show_default=True, help="For a move.")
@click.option(
    "--together",
    type=click.IntRange(1),
    default=_USUAL.together,
    show_default=True,
    help="Pairs between two changes of the values; more than --processes keeps these busy.",
)
@click.option("--seed", default=_USUAL.seed, show_default=True)
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True, help="At a time.")
def command(
    game: str,
    path: Path,
    names: tuple[str, ...],
    pairs: int,
    nodes: int,
    together: int,
    seed: int,
    processes: int,
) -> None:
    """Tune parameters of the search for GAME by games of the engine with itself at fixed nodes (SPSA).

    A parameter is moved by about C_END either way for a pair of games, and follows the result by R_END (at
    the end of the run; by more before). The run is kept in the file --state after every step: the same
    command goes on where a run was broken off, and comes to the same values as if it had not been.
    """
    knobs = [read_knob(text) for text in names or [row.name for row in PARAMS]]
    fresh = Spsa(knobs, Schedule(pairs, together, seed))
    run = _begun(path, game, nodes, fresh) if path.exists() else fresh
    variant = find(game)
    console = Console()
    source = islice(openings(variant, seed), run.done, None)

    def keep() -> None:
        text = json.dumps({"game": game, "nodes": nodes, **run.state()}, indent=1) + "\n"
        save(path, text.encode())

    def side(params: dict[str, int]) -> Side:
        return Side(nodes, params)

    bar = Progress(
        TextColumn("pairs"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    )
    task = bar.add_task("", total=pairs, completed=run.done)
    with player(game, processes) as play:

        def judge(trials: Sequence[Trial]) -> Iterator[float]:
            tasks = [(side(trial.first), side(trial.second), next(source)) for trial in trials]
            for pair in play(tasks):
                bar.advance(task)
                yield 2 * (pair.points - 1)

        try:
            with Live(Group(bar, _table(run)), console=console, transient=True) as live:
                for _ in tune(run, judge, keep):
                    live.update(Group(bar, _table(run)))
        except KeyboardInterrupt:
            console.print(f"broken off after {run.done} pairs; the same command goes on")
    console.print(_table(run))
    _advise(run, game, nodes, console)
    if not run.finished:
        raise SystemExit(130)


def _begun(path: Path, game: str, nodes: int, fresh: Spsa) -> Spsa:
    """The run in the file. Raises `click.ClickException` if it is not the one that is asked for."""
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        run = Spsa.restored(found)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{path}: {error}") from error
    asked = {"game": game, "nodes": nodes, **fresh.state()}
    for name in ("game", "nodes", "schedule", "knobs"):
        if found.get(name) != asked[name]:
            raise click.ClickException(
                f"{path} holds a run with other settings ({name}); name another --state, or remove it"
            )
    return run


def _table(run: Spsa) -> Table:
    table = Table("parameter", title=f"after {run.done} pairs")
    for heading in ("start", "now", "drift / c_end", "range"):
        table.add_column(heading, justify="right")
    for knob, value, drift in zip(run.knobs, run.values, run.drift(), strict=True):
        span = f"{knob.low:g} to {knob.high:g}"
        table.add_row(knob.name, f"{knob.start:g}", f"{value:.2f}", f"{drift:+.2f}", span)
    return table


def _advise(run: Spsa, game: str, nodes: int, console: Console) -> None:
    """How to find out whether the values are better."""
    starts = {knob.name: round(knob.start) for knob in run.knobs}
    changed = {name: value for name, value in run.best().items() if value != starts[name]}
    if not changed:
        console.print("no parameter has moved by a whole number")
        return
    words = " ".join(f"{name}={value}" for name, value in changed.items())
    options = " ".join(f"option.{name}={value}" for name, value in changed.items())
    lines = (
        "To try the values at fixed nodes, and on a clock:",
        f"  python -m tenfold.training.compare {game} --first '{words}' --nodes {nodes} --pairs 1000",
        f"  tenfold match {game} --engine \"name=tuned cmd='tenfold uci --tune' {options}\" "
        '--engine "name=base cmd=tenfold" --each "tc=5+0.05" --games 1000',
    )
    console.print("\n".join(lines), soft_wrap=True, highlight=False, markup=False)


if __name__ == "__main__":
    command()
