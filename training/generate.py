"""Scored positions from games of the engine with itself: `python -m tenfold.training.generate`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path

import click
import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..engine import geometry as g
from ..engine.game import Game
from ..engine.variants import VARIANTS, Variant, find
from .compare import openings
from .positions import FILE_CODES, SCORED, WALLED
from .saving import save
from .selfplay import Seat, Side, play_game, workers

_GAMES = 50  # in a file


def scored(game: Game, move: int, score: int) -> np.void:
    """A position as a record, its result and game left open."""
    record = np.zeros(1, SCORED)[0]
    record["board"] = FILE_CODES[game.pos["board"][WALLED]]
    record["stm"] = not game.turn
    record["score"] = score
    record["check"] = game.is_check()
    record["from_sq"], record["to_sq"] = g.to_public(move & 255), g.to_public(move >> 8 & 255)
    record["promo"] = move >> 16 & 15
    return record


def play_scored(variant: Variant, seat: Seat, opening: str, number: int) -> list[np.void]:
    """The positions of one game from a FEN, `seat` playing both sides."""
    records: list[np.void] = []
    white, _ = play_game(
        variant, opening, seat, seat, lambda game, move, score: records.append(scored(game, move, score))
    )
    for record in records:
        record["result"], record["game"] = round(2 * white - 1), number
    return records


#: A file, the number of its first game, and the openings of all.
Task = tuple[Path, int, tuple[str, ...]]


def write_file(variant: str, side: Side, task: Task) -> int:
    """Play a file's games and write it whole; how many positions it has."""
    path, first, fens = task
    game, seat = find(variant), Seat(find(variant), side)
    records = [
        record
        for number, opening in enumerate(fens, first)
        for record in play_scored(game, seat, opening, number)
    ]
    content = BytesIO()
    np.savez_compressed(content, positions=np.array(records, SCORED))
    save(path, content.getvalue())
    return len(records)


def _tasks(variant: Variant, folder: Path, games: int, seed: int) -> Iterator[Task]:
    """The files that are not there yet."""
    source = openings(variant, seed)
    for first in range(0, games, _GAMES):
        fens = tuple(islice(source, min(_GAMES, games - first)))
        path = folder / f"{variant.name}-{seed}-{first // _GAMES:05d}.npz"
        if not path.exists():
            yield path, first, fens


@click.command(
    epilog="Example: python -m tenfold.training.generate grand --out positions --games 2000 --nodes 5000"
)
@click.argument("game", type=click.Choice([variant.name for variant in VARIANTS]))
@click.option(
    "--out",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for the files.",
)
@click.option(
    "--games", type=click.IntRange(1), default=2000, show_default=True, help="To be there at the end."
)
@click.option("--nodes", type=click.IntRange(1), default=5000, show_default=True, help="For a move.")
@click.option("--seed", default=1, show_default=True, help="Decides the openings.")
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True, help="At a time.")
def command(game: str, folder: Path, games: int, nodes: int, seed: int, processes: int) -> None:
    """Let the engine play GAME with itself, and keep every position with its score and the game's result.

    A file has the positions of 50 games. Files that are there already are not played again, so the same
    command goes on where it was broken off. Another --seed is other games.
    """
    variant = find(game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tasks = list(_tasks(variant, folder, games, seed))
        positions = _play(partial(write_file, game, Side(nodes)), tasks, processes)
    except OSError as error:
        raise click.ClickException(str(error)) from error
    except KeyboardInterrupt:
        click.echo("broken off; the same command goes on")
        raise SystemExit(130) from None
    click.echo(f"{positions} positions of {sum(len(task[2]) for task in tasks)} games")


def _play(write: Callable[[Task], int], tasks: list[Task], processes: int) -> int:
    positions = 0
    shown = (TextColumn("files"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*shown, transient=True) as progress, workers(processes) as each:
        bar = progress.add_task("", total=len(tasks))
        for count in each(write, tasks):
            positions += count
            progress.advance(bar)
    return positions


if __name__ == "__main__":
    command()
