"""Positions to learn from, from the command line: made with a bar, and checked."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ..arbiter.match import ExecutorError
from ..engine.variants import Variant
from ..eval.nnue.files import Network, NetworkError
from ..eval.nnue.shipped import wanted as wanted_network
from ..training import farm
from ..training.datagen import Run, header_of, play_block
from ..training.shards import SUFFIX, ShardError
from ..training.verify import problems
from .common import reason, warm_up


def generate(
    variant: Variant,
    folder: Path,
    wanted: int,
    nodes: int,
    seed: int,
    sidelines: int,
    sideline_depth: int,
    eval_file: str,
    processes: int,
    scheduler: str | None,
) -> int:
    """Play until the run in `folder` has so many positions; the exit status."""
    if scheduler is None:
        warm_up()
    console = Console()
    try:
        network = wanted_network(variant, eval_file)
        run = Run(folder, header_of(variant, nodes, seed, sidelines, sideline_depth, network))
    except (NetworkError, ShardError, OSError) as error:
        raise click.ClickException(reason(error)) from None
    begun = run.positions
    if begun:
        console.print(f"{begun:,} positions are in {folder} already.")
    try:
        _play(console, run, network, wanted, processes, scheduler)
    except (ExecutorError, OSError) as error:
        raise click.ClickException(reason(error)) from None
    except KeyboardInterrupt:
        console.print(f"Interrupted with {run.positions:,} positions; the same command goes on.")
        return 130
    finally:
        run.close()
    console.print(f"{run.positions:,} positions, {run.positions - begun:,} of them new.")
    return 0


def _play(
    console: Console, run: Run, network: Network | None, wanted: int, processes: int, scheduler: str | None
) -> None:
    shown = (
        BarColumn(),
        TextColumn("{task.completed:,.0f} positions, {task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(elapsed_when_finished=True, compact=True),
    )
    if run.positions >= wanted:
        return
    place = farm.processes(processes) if scheduler is None else farm.cluster(scheduler)
    with Progress(*shown, console=console, transient=True, speed_estimate_period=300) as progress:
        bar = progress.add_task("", total=wanted, completed=run.positions, rate="")
        with place as work:
            for block in work(partial(play_block, run.header, network=network), run.missing()):
                run.add(block)
                progress.advance(bar, len(block.positions))
                speed = progress.tasks[0].speed
                progress.update(bar, rate=f"{speed:,.0f} a second" if speed else "")
                if run.positions >= wanted:
                    return


def verify_shards(folder: Path) -> int:
    """Check all shards of a folder; the exit status, 1 if there is something wrong."""
    paths = sorted(folder.glob(f"*{SUFFIX}"))
    if not paths:
        raise click.ClickException(f"{folder} has no shards")
    found = 0
    for path in paths:
        try:
            for problem in problems(path):
                click.echo(problem)
                found += 1
        except (ShardError, OSError) as error:
            click.echo(reason(error))
            found += 1
    click.echo(f"{len(paths)} shards, " + (f"{found} problems" if found else "no problem"))
    return 1 if found else 0
