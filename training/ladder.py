"""The levels play each other, each the one below it: `python -m tenfold.training.ladder`."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Protocol

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..arbiter.statistics import Pentanomial, elo, elo_estimate
from ..engine.board import Board
from ..engine.see import see_ge
from ..engine.variants import VARIANTS, Variant, find
from ..search.levels import Handicap, at_level, level_of
from ..search.rungs import RUNGS, Rung
from .compare import openings
from .selfplay import Seat, Side

_LONGEST = 400  # plies; then it is a draw. The weakest levels need many to mate
_MOST = 10_000  # centipawns: more than any exchange wins


class Player(Protocol):
    """Who can play games."""

    def new_game(self) -> None:
        """Forget the game before."""

    def choose(self, board: Board) -> int:
        """A legal move, packed."""


class Climber:
    """A level of ours, as it plays over UCI."""

    def __init__(self, variant: Variant, handicap: Handicap) -> None:
        self._handicap = handicap
        self._seat = Seat(variant, Side(handicap.nodes))

    def new_game(self) -> None:
        self._seat.new_game()

    def choose(self, board: Board) -> int:
        return self._seat.choose(board, self._handicap.seen(board, board.packed_moves()))[0]


class Beginner:
    """Sees one ply: takes what wins most by the exchanges on its square, else plays any move."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)

    def new_game(self) -> None:
        pass

    def choose(self, board: Board) -> int:
        moves = board.packed_moves()
        gains = [gain(board, move) for move in moves]
        best = max(gains)
        return self._draw.choice([move for move, won in zip(moves, gains, strict=True) if won == best])


def gain(board: Board, move: int) -> int:
    """Centipawns that a capture or promotion wins by exchanges on its square; 0 if it wins nothing."""
    if not (board.pos.board[move >> 8 & 255] or move >> 16 & 15):
        return 0
    return bisect_left(
        range(1, _MOST), True, key=lambda least: not see_ge(board.pos, board.rules, move, least)
    )


def play_game(variant: Variant, opening: str, white: Player, black: Player) -> float:
    """White's points. Nothing but the rules ends a game: a weak side may yet throw away what is won."""
    board = Board(variant, opening)
    white.new_game()
    black.new_game()
    while (end := board.outcome(claim_draw=True)) is None and board.ply() < _LONGEST:
        board.push_packed((white if board.turn else black).choose(board))
    return 0.5 if end is None or end.winner is None else float(end.winner)


@dataclass
class Step:
    """Games of one player against a weaker one."""

    counts: list[int]  # pairs of games by the first player's points, 0 to 2 in halves

    @property
    def games(self) -> int:
        return 2 * sum(self.counts)

    @property
    def share(self) -> float:
        """The stronger player's share of the points; a half before there are any."""
        points = sum(halves * count for halves, count in enumerate(self.counts)) / 2
        return points / self.games if self.games else 0.5

    @property
    def elo(self) -> int:
        """The difference in Elo, at least 1 so that a scale rises, and finite even if all was won."""
        return max(1, round(elo((self.share * self.games + 0.5) / (self.games + 1))))

    def __str__(self) -> str:
        c = self.counts
        counts: Pentanomial = (c[0], c[1], c[2], c[3], c[4])
        return f"{self.share:6.1%} of {self.games}, Elo {elo_estimate(counts)}"


def play_pair(variant: Variant, opening: str, first: Player, second: Player) -> int:
    """The first player's half points from an opening played with both colours."""
    white = play_game(variant, opening, first, second)
    return round(2 * (white + 1 - play_game(variant, opening, second, first)))


def scale(rungs: Sequence[Rung], steps: Sequence[Step]) -> list[Rung]:
    """The rungs with the Elo that the steps between them add up to; the lowest keeps its own."""
    found = [rungs[0]]
    for rung, step in zip(rungs[1:], steps, strict=True):
        found.append(replace(rung, elo=found[-1].elo + step.elo))
    return found


def even(rungs: Sequence[Rung]) -> list[Rung]:
    """As many rungs on the same way from the weakest to the strongest, at equal distances in Elo."""
    low, high, last = rungs[0].elo, rungs[-1].elo, len(rungs) - 1
    found = []
    for number in range(last + 1):
        target = round(low + (high - low) * number / last)
        player = at_level(level_of(target, rungs), rungs)
        found.append(Rung(round(player.sees, 3), player.nodes, target))
    return found


def _row(rung: Rung) -> str:
    return f"    Rung({rung.sees}, {rung.nodes}, {rung.elo}),"


@click.command(epilog="Example: python -m tenfold.training.ladder grand --games 200")
@click.argument("game", type=click.Choice([variant.name for variant in VARIANTS]))
@click.option("--games", default=200, show_default=True, type=click.IntRange(2), help="For each step.")
@click.option("--lowest", default=0, show_default=True, type=click.IntRange(0, len(RUNGS) - 2), help="Level.")
@click.option(
    "--highest",
    default=len(RUNGS) - 1,
    show_default=True,
    type=click.IntRange(1, len(RUNGS) - 1),
    help="Level.",
)
@click.option("--seed", default=1, show_default=True, help="Decides the openings.")
def main(game: str, games: int, lowest: int, highest: int, seed: int) -> None:
    """Each level of GAME plays the one below it, the lowest one a beginner; shares of the points, and Elo.

    The last lines are rows for search/rungs.py: the levels with the Elo they have now, and levels with even
    steps. The same command gives the same games.
    """
    if lowest >= highest:
        raise click.UsageError("--lowest is below --highest")
    rungs = RUNGS[lowest : highest + 1]
    steps = [Step([0] * 5) for _ in rungs]
    shown = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    complete = False
    with Progress(*shown, transient=True) as progress:
        task = progress.add_task("", total=len(steps) * (games // 2))
        try:
            for number, points in _pairs(find(game), rungs, games // 2, seed):
                steps[number].counts[points] += 1
                progress.update(task, advance=1, description=f"level {lowest + number} {steps[number]}")
            complete = True
        except KeyboardInterrupt:
            pass
    for number, step in enumerate(steps):
        below = "a beginner" if number == 0 else f"level {lowest + number - 1}"
        click.echo(f"level {lowest + number:>2} against {below:<10} {step}")
    if not complete:
        raise SystemExit(130)
    measured = scale(rungs, steps[1:])
    for title, found in (("As they are:", measured), ("With even steps:", even(measured))):
        click.echo("\n".join((title, *map(_row, found))))


def _pairs(variant: Variant, rungs: Sequence[Rung], pairs: int, seed: int) -> Iterator[tuple[int, int]]:
    """The number of a rung and its half points in a pair of games against the one below, for all of them."""
    below: Player = Beginner(seed)
    for number, rung in enumerate(rungs):
        player = Climber(variant, Handicap(rung.sees, rung.nodes))
        for opening in islice(openings(variant, seed + number), pairs):
            yield number, play_pair(variant, opening, player, below)
        below = player


if __name__ == "__main__":
    main()
