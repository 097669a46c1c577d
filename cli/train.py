"""Networks from the command line: trained with a table that grows, and exported."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from ..engine.variants import Variant
from ..eval.nnue.files import NetworkError, pack, unpack
from ..training.saving import save
from ..training.shards import DATUM, JUDGES, SUFFIX, ShardError, read_blocks, read_header
from .common import reason

_CHECKPOINT = "checkpoint.pt"
_LOSSES = "losses.csv"
_PLOT = "losses.png"
_COLUMNS = ("epoch", "training", "judging", "results")


def _torch_parts() -> Any:
    try:
        from ..training import learn
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise click.ClickException("training needs PyTorch: pip install 'tenfold[train]'") from None
    return learn


def train(
    variant: Variant,
    sources: tuple[Path, ...],
    folder: Path,
    start: Path | None,
    chosen: dict[str, Any],
    threads: int | None,
) -> int:
    """Train, or go on; the exit status."""
    learn = _torch_parts()

    console = Console()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        records, about = read_shards(variant, sources)
        console.print(f"{len(records):,} positions of {variant.title}")
        learn.use_threads(threads)
        learner = learn.Learner(
            learn.data_of(variant, records),
            learn.Settings(**chosen),
        )
        if start:
            found = learn.load(start / _CHECKPOINT)
            if found["about"]["game"] != variant.name:
                raise ValueError(f"{start} has a network for {found['about']['game']}")
            learner.start_from(found)
            about["start"] = _words(found)
        path = folder / _CHECKPOINT
        if path.exists():
            learner.restore(learn.load(path), about)
            console.print(f"{len(learner.losses)} epochs are in {path} already.")
        console.print(
            f"{len(learner.training):,} to learn from, {len(learner.judging):,} to judge by; a side's odds"
            f" grow by e with {learner.unit:.0f} centipawns"
        )
        for _ in range(len(learner.losses), learner.settings.epochs):
            loss = _epoch(console, learner)
            learner.save(path, about)
            _write_losses(folder, learner.losses)
            console.print("epoch {}: training {:.5f}, judging {:.5f}, results {:.5f}".format(*loss))
    except (ShardError, ValueError, OSError) as error:
        raise click.ClickException(reason(error)) from None
    except KeyboardInterrupt:
        console.print("Interrupted; the same command goes on after the last whole epoch.")
        return 130
    return 0


def read_shards(variant: Variant, sources: tuple[Path, ...]) -> tuple[np.ndarray, dict[str, Any]]:
    """The positions of shards, and a description of them: their runs, count and check sum.

    Raises `ShardError` and `OSError`.
    """
    paths = [
        path
        for source in sources
        for path in (sorted(source.glob(f"*{SUFFIX}")) if source.is_dir() else [source])
    ]
    parts, runs, digest = [np.zeros(0, DATUM)], [], hashlib.sha256()
    games = 0
    for path in paths:
        header = read_header(path)
        if header.game != variant.name:
            raise ShardError(f"{path} has positions of {header.game}")
        if str(header) not in runs:
            runs.append(str(header))
        blocks = [block.positions for block in read_blocks(path)]
        positions = np.concatenate([np.zeros(0, DATUM), *blocks])
        digest.update(positions.tobytes())
        # Games of different shards are different games; runs of one seed keep the same ones for judging.
        positions["game"] += games
        games = (int(positions["game"].max(initial=games)) // JUDGES + 1) * JUDGES
        parts.append(positions)
    records = np.concatenate(parts)
    if not len(records):
        raise ShardError("there are no positions to learn from")
    return records, {
        "game": variant.name,
        "runs": runs,
        "positions": len(records),
        "sha256": digest.hexdigest(),
    }


def _epoch(console: Console, learner: Any) -> Any:
    number = len(learner.losses) + 1
    shown = (
        TextColumn(f"epoch {number}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} positions, loss {task.fields[loss]:.5f}"),
        TimeRemainingColumn(),
    )
    with Progress(*shown, console=console, transient=True) as bar:
        task = bar.add_task("", total=len(learner.training), loss=float("nan"))
        return learner.epoch(lambda done, loss: bar.update(task, completed=done, loss=loss))


def _write_losses(folder: Path, losses: list[Any]) -> None:
    """The losses as a table, and as a plot where matplotlib is there."""
    rows = [",".join(_COLUMNS), *(",".join(f"{value:g}" for value in loss) for loss in losses)]
    save(folder / _LOSSES, ("\n".join(rows) + "\n").encode())
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        return
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for column, name in enumerate(_COLUMNS[1:3], 1):
        axes.plot([loss[0] for loss in losses], [loss[column] for loss in losses], marker=".", label=name)
    axes.set(xlabel="epoch", ylabel="loss in nats")
    axes.legend()
    figure.savefig(folder / _PLOT)


def _words(found: dict[str, Any]) -> str:
    """What a checkpoint's network has learned from."""
    about = found["about"]
    epochs = f"{len(found['losses'])} epochs of {about['positions']} positions, sha256 {about['sha256'][:16]}"
    begun = [f"begun with: {about['start']}"] if "start" in about else []
    return "; ".join([epochs, *about["runs"], *begun])


def export(folder: Path, out: Path) -> None:
    """Write the network of a run's checkpoint."""
    learn = _torch_parts()
    try:
        found = learn.load(folder / _CHECKPOINT)
        game, words = found["about"]["game"], _words(found)
        content = pack(game, words, learn.model_of(found).quantised())
        network = unpack(content, game)
        save(out, content)
    except (NetworkError, ValueError, KeyError, OSError) as error:
        raise click.ClickException(reason(error)) from None
    click.echo(f"{out}: {network.name}, {len(content):,} bytes; {words}")
