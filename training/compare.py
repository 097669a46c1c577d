"""Two sets of parameters or evaluation tables against each other: `python -m tenfold.training.compare`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..arbiter.bookmaker import Recipe, candidate
from ..arbiter.openings import shipped_book
from ..arbiter.statistics import Pentanomial, elo_estimate
from ..engine.variants import VARIANTS, Variant, find
from ..eval.nnue.files import Network, NetworkError, read
from ..eval.tables import Tables, fill_placement, fill_weights
from ..eval.weights import formulas, rules_with_formulas
from ..search.params import PARAMS
from .selfplay import Side, play_pairs

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_OWN_SEEDS = 1_000_000  # the books have theirs, and would come again


def read_changes(text: str) -> dict[str, int]:
    """Parameters as ``name=value name=value``. Raises `click.BadParameter`."""
    known = {row.name: row for row in PARAMS}
    changes = {}
    for word in text.split():
        name, _, value = word.partition("=")
        if name not in known:
            raise click.BadParameter(f"no search parameter is called {name!r}")
        row = known[name]
        if not value.lstrip("-").isdecimal() or not row.low <= int(value) <= row.high:
            raise click.BadParameter(f"{name} is a whole number from {row.low} to {row.high}, not {value!r}")
        changes[name] = int(value)
    return changes


def read_tables(variant: Variant, path: Path | None) -> Tables:
    """The tables of a file, none without one. Raises `click.BadParameter`."""
    if path is None:
        return {}
    try:
        tables: Tables = json.loads(path.read_text(encoding="utf-8"))
        fill_weights(formulas(variant), tables)
        fill_placement(rules_with_formulas(variant), variant, tables)
    except (OSError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise click.BadParameter(f"{path} has no tables for {variant.title}: {error}") from error
    return tables


def read_network(variant: Variant, path: Path | None) -> Network | None:
    """The network of a file, none without one. Raises `click.BadParameter`."""
    try:
        return None if path is None else read(path, variant.name)
    except NetworkError as error:
        raise click.BadParameter(str(error)) from error


def openings(variant: Variant, seed: int) -> Iterator[str]:
    """FENs without end: the game's book in random order, then positions after a few random moves."""
    book = [opening.fen for opening in shipped_book(variant) if opening.fen]
    random.Random(seed).shuffle(book)
    yield from book
    recipe = Recipe(variant, _OWN_SEEDS + seed)
    number = 0
    while True:
        number += 1
        board = candidate(recipe, number)
        if board is not None:
            yield board.fen()


@click.command(
    epilog="Example: python -m tenfold.training.compare grand --first 'null_base=3' --nodes 4000 --pairs 500"
)
@click.argument("game", type=click.Choice([variant.name for variant in VARIANTS]))
@click.option("--first", default="", help="What differs from the defaults: 'name=value name=value'.")
@click.option("--second", default="", help="The same for the other side. Nothing: the defaults.")
@click.option("--first-tables", type=_FILE, help="Evaluation tables, as `training.fit` writes them.")
@click.option("--second-tables", type=_FILE, help="The same for the other side. Nothing: the engine's own.")
@click.option("--first-network", type=_FILE, help="A network for the evaluation.")
@click.option("--second-network", type=_FILE, help="The same for the other side.")
@click.option("--nodes", default=4000, show_default=True, type=click.IntRange(1), help="For a move.")
@click.option(
    "--odds",
    default=100,
    show_default=True,
    type=click.IntRange(1),
    help="Nodes of the first side, in percent: what an idea costs in speed can be charged to it.",
)
@click.option("--pairs", default=300, show_default=True, type=click.IntRange(1), help="Pairs of games.")
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1), help="At a time.")
@click.option("--seed", default=1, show_default=True, help="Decides the openings.")
def main(
    game: str,
    first: str,
    second: str,
    first_tables: Path | None,
    second_tables: Path | None,
    first_network: Path | None,
    second_network: Path | None,
    nodes: int,
    odds: int,
    pairs: int,
    processes: int,
    seed: int,
) -> None:
    """Play pairs of GAME in this process, at fixed nodes, and say which side is better.

    Games end when both sides call them decided. The same command gives the same games.
    """
    variant = find(game)
    sides = (
        Side(
            nodes * odds // 100,
            read_changes(first),
            read_tables(variant, first_tables),
            read_network(variant, first_network),
        ),
        Side(
            nodes,
            read_changes(second),
            read_tables(variant, second_tables),
            read_network(variant, second_network),
        ),
    )
    counts = [0, 0, 0, 0, 0]
    shown = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*shown, transient=True) as progress:
        task = progress.add_task("", total=pairs)
        try:
            for pair in play_pairs(game, *sides, islice(openings(variant, seed), pairs), processes):
                counts[round(2 * pair.points)] += 1
                progress.update(task, advance=1, description=_standing(counts))
        except KeyboardInterrupt:
            pass
    click.echo(_standing(counts))
    if sum(counts) < pairs:
        raise SystemExit(130)


def _standing(counts: list[int]) -> str:
    pentanomial: Pentanomial = (counts[0], counts[1], counts[2], counts[3], counts[4])
    return f"Elo {elo_estimate(pentanomial)}, pairs {counts}"


if __name__ == "__main__":
    main()
