"""Fit the evaluation of a game to scored positions: `python -m tenfold.training.fit`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import click
import numpy as np
from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from ..engine.memory import Record
from ..engine.variants import VARIANTS, Variant, find
from ..eval import tables
from ..eval.weights import formulas, rules_with_formulas, rules_with_placement, weights_for
from .fitting import Fit, Loss, Settings
from .parameters import Parameters
from .positions import Positions, read_quiet
from .saving import save
from .shards import SUFFIX

_USUAL = Settings()


@click.command(epilog="Example: python -m tenfold.training.fit grand --data games.npz --out grand.json")
@click.argument("game", type=click.Choice([variant.name for variant in VARIANTS]))
@click.option(
    "--data",
    "files",
    required=True,
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Scored positions: a file (.positions or .npz), or a folder of them; may be given several times.",
)
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="Where the tables go."
)
@click.option("--resume", is_flag=True, help="Go on from the tables in --out.")
@click.option("--from-formulas", is_flag=True, help="Forget earlier fits: begin at the formulas.")
@click.option("--rounds", default=3, show_default=True, help="Times to measure and fit.")
@click.option("--positions", "most", default=300_000, show_default=True, help="Use at most so many.")
@click.option(
    "--result-share",
    default=_USUAL.result_share,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="Share of the game's result in what is fitted; the rest is the teacher's score.",
)
@click.option(
    "--pull",
    default=_USUAL.pull,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Centipawns by which a number may well move.",
)
@click.option(
    "--smooth",
    default=_USUAL.smooth,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Centipawns by which neighbours in a row, or on the board, may well move apart.",
)
@click.option("--without", multiple=True, metavar="FIELD", help="Hold a field at zero, to see its worth.")
@click.option("--seed", default=_USUAL.seed, show_default=True, help="Decides which games judge.")
def command(
    game: str,
    files: tuple[Path, ...],
    out: Path,
    resume: bool,
    from_formulas: bool,
    rounds: int,
    most: int,
    result_share: float,
    pull: float,
    smooth: float,
    without: tuple[str, ...],
    seed: int,
) -> None:
    """Fit the evaluation's numbers for GAME to scored positions of games.

    One game in ten is kept for judging: the losses shown are of its positions, and the best numbers by them
    are in --out at any time, so the work may be broken off. Half of a loss's way down to the teacher's is a
    large step; a term of the evaluation that moves it by less than 0.0005 is hardly worth its time.
    """
    variant = find(game)
    settings = Settings(result_share, pull, smooth, without, seed)
    console = Console()
    try:
        positions = _some(read_quiet(_each(files)), most, seed)
        weights, rules = _records(variant, from_formulas)
        prior = Parameters(variant).values(weights, rules)
        if resume:
            found = json.loads(out.read_text(encoding="utf-8"))
            tables.fill_weights(weights, found)
            tables.fill_placement(rules, variant, found)
        fit = Fit(variant, positions, weights, rules, settings, prior)
    except (ValueError, OSError) as error:
        raise click.ClickException(str(error)) from error
    console.print(
        f"{len(fit.training)} positions to fit {fit.parameters.size} values to, {len(fit.judging)} of other "
        f"games to judge by; who is 100 centipawns ahead gets {fit.share_of(100):.0%} of the points"
    )
    rows = [("teacher's score", fit.teacher_loss()), ("before", fit.loss)]

    def keep() -> None:
        save(out, tables.text(tables.tables_of(variant, weights, rules)).encode())

    try:
        _improve(fit, rounds, keep, console)
    except KeyboardInterrupt:
        console.print("broken off; the best so far is kept")
    fit.take_best()
    keep()
    console.print(_table([*rows, ("after", fit.loss)]))


def _improve(fit: Fit, rounds: int, keep: Callable[[], None], console: Console) -> None:
    """Go through the rounds, or until one finds nothing better; `keep` is called at each better one."""
    for number in range(1, rounds + 1):
        with Progress(console=console) as bar:
            task = bar.add_task(f"round {number}: measuring", total=len(fit.training))
            improved = False
            for loss, better in fit.round(partial(_show, bar, task)):
                words = f"round {number}: {_numbers(loss)}"
                console.print(words if better else f"{words} (not better)")
                if better:
                    improved = True
                    keep()
        if not improved:
            return


def _show(bar: Progress, task: TaskID, done: int) -> None:
    bar.update(task, completed=done)


def _each(paths: Iterable[Path]) -> list[Path]:
    """The files, and those in the folders."""
    return [
        file
        for path in paths
        for file in (sorted([*path.glob("*.npz"), *path.glob(f"*{SUFFIX}")]) if path.is_dir() else [path])
    ]


def _some(positions: Positions, most: int, seed: int) -> Positions:
    """At most so many positions, in their order."""
    if len(positions) <= most:
        return positions
    chosen = np.random.default_rng(seed).permutation(len(positions))[:most]
    return positions[np.sort(chosen)]


def _records(variant: Variant, from_formulas: bool) -> tuple[Record, Record]:
    """Weights and rules to change: the engine's, or those that stand in no fitted tables."""
    if from_formulas:
        return formulas(variant), rules_with_formulas(variant)
    return weights_for(variant).copy(), rules_with_placement(variant).copy()


def _numbers(loss: Loss) -> str:
    return f"loss on results {loss.results:.5f}, on what is fitted {loss.wanted:.5f}"


def _table(rows: list[tuple[str, Loss]]) -> Table:
    table = Table("", "loss on results", "on what is fitted", title="Positions of games kept for judging")
    for name, loss in rows:
        table.add_row(name, f"{loss.results:.5f}", f"{loss.wanted:.5f}")
    return table


if __name__ == "__main__":
    command()
