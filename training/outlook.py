"""Fit what values mean to games: `python -m tenfold.training.outlook`, for `search/outlook.py`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
import torch
from rich.console import Console
from rich.table import Table
from torch import Tensor
from torch.nn.functional import logsigmoid

from ..engine import types as t
from ..engine.variants import VARIANTS, find
from ..search.outlook import Outlook
from .positions import Positions, read_quiet
from .shards import SUFFIX

_JUDGES = 10  # one game of so many is kept for judging
_BINS = 20
_STEPS = 60


@dataclass(frozen=True)
class Bin:
    """Positions with about the same chances."""

    positions: int
    expected: float  # points
    came: float


def fit(positions: Positions) -> Outlook:
    """The outlook with which the positions' results are most likely."""
    values, men, results = (torch.from_numpy(array) for array in _seen(positions))
    lines = torch.tensor([100.0, 100.0, 100.0, 100.0], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([lines], max_iter=_STEPS, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        optimizer.zero_grad()
        found = -_likelihood(lines, values, men, results)
        found.backward()
        return found

    optimizer.step(loss)
    even, even_full, width, width_full = lines.detach().tolist()
    return Outlook((even, even_full), (width, width_full))


def _seen(positions: Positions) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Values, shares of the men left, results: all from the side to move."""
    sign = np.where(positions.sides == 0, 1, -1)
    men = (positions.boards > t.WALL).sum(axis=1) / (2 * t.MAX_MEN)
    return (sign * positions.scores).astype(np.float64), men, sign * (2 * positions.results - 1)


def _likelihood(lines: Tensor, values: Tensor, men: Tensor, results: Tensor) -> Tensor:
    """The average logarithm of the chance of what came."""
    even = lines[0] + (lines[1] - lines[0]) * men
    width = (lines[2] + (lines[3] - lines[2]) * men).clamp(min=1.0)
    win, loss = (values - even) / width, (-values - even) / width
    # 1 - s(a) - s(b) without cancelling: s(-a) s(-b) (1 - exp(a + b)), and a + b = -2 even / width
    draw = (
        logsigmoid(-win) + logsigmoid(-loss) + torch.log1p(-torch.exp((-2 * even / width).clamp(max=-1e-6)))
    )
    chosen = torch.where(results > 0, logsigmoid(win), torch.where(results < 0, logsigmoid(loss), draw))
    return chosen.mean()


def reliability(positions: Positions, outlook: Outlook) -> list[Bin]:
    """What is expected of positions, and what came, by bins of the first."""
    values, men, results = _seen(positions)
    counts = np.rint(men * 2 * t.MAX_MEN).astype(int)
    expected = np.zeros(len(values))
    for count in np.unique(counts):
        even, width = outlook.curve(int(count))
        at = counts == count
        win = 1 / (1 + np.exp(np.clip((even - values[at]) / width, -50, 50)))
        loss = 1 / (1 + np.exp(np.clip((even + values[at]) / width, -50, 50)))
        expected[at] = (1 + win - loss) / 2
    bins = np.minimum((expected * _BINS).astype(int), _BINS - 1)
    return [
        Bin(int(at.sum()), float(expected[at].mean()), float((results[at] + 1).mean() / 2))
        for at in (bins == number for number in range(_BINS))
        if at.any()
    ]


def _plot(bins: list[Bin], title: str, path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.5, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    axes.plot([row.expected for row in bins], [row.came for row in bins], marker="o", markersize=4)
    axes.set(xlabel="points expected", ylabel="points that came", title=title, xlim=(0, 1), ylim=(0, 1))
    figure.savefig(path)


@click.command(epilog="Example: python -m tenfold.training.outlook grand --data data/grand")
@click.argument("game", type=click.Choice([variant.name for variant in VARIANTS]))
@click.option(
    "--data",
    "sources",
    required=True,
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Shards: a file, or a folder of them; may be given several times.",
)
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw what came over what was expected."
)
def command(game: str, sources: tuple[Path, ...], plot: Path | None) -> None:
    """Find how many centipawns win how many games of GAME, by positions of games and their results.

    One game in ten is kept for judging; the table is of its positions.
    """
    variant = find(game)
    try:
        positions = read_quiet(
            file
            for source in sources
            for file in (sorted(source.glob(f"*{SUFFIX}")) if source.is_dir() else [source])
        )
    except (ValueError, OSError) as error:
        raise click.ClickException(str(error)) from error
    judging = positions.games % _JUDGES == 0
    outlook = fit(positions[~judging])
    bins = reliability(positions[judging], outlook)
    table = Table("positions", "points expected", "points that came")
    for row in bins:
        table.add_row(f"{row.positions:,}", f"{row.expected:.3f}", f"{row.came:.3f}")
    console = Console()
    console.print(table)
    lines = (f"({bare:.1f}, {full:.1f})" for bare, full in outlook)
    console.print(f"{variant.name}: Outlook({', '.join(lines)})")
    if plot is not None:
        _plot(bins, variant.title, plot)


if __name__ == "__main__":
    command()
