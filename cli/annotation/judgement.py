"""Which moves were mistakes, and how well a side played, by lichess's rules.

The rules are those of lichess's analysis: marks by the drop of the winning chances (its ``Advice.scala``),
accuracy by https://lichess.org/page/accuracy (its ``AccuracyPercent.scala``). Their numbers were fitted to
orthodox chess; for the other games they are conventions by which games can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import fmean, harmonic_mean, pstdev

from .evaluation import Evaluation


class Mark(Enum):
    """What is wrong with a move: the word, the sign, PGN's number for it, and how much it costs at least.

    The cost is in winning chances from -1 (lost) to 1 (won), so a tenth is five points of expected score.
    """

    INACCURACY = ("Inaccuracy", "?!", 6, 0.1)
    MISTAKE = ("Mistake", "?", 2, 0.2)
    BLUNDER = ("Blunder", "??", 4, 0.3)

    def __init__(self, word: str, sign: str, nag: int, cost: float) -> None:
        self.word = word
        self.sign = sign
        self.nag = nag
        self.cost = cost


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game, as SAN, with the evaluations around it. `number` counts full moves.

    `white` says who made it, `best` is what the engine would have played ("" if it named nothing).
    """

    number: int
    white: bool
    san: str
    best: str
    before: Evaluation
    after: Evaluation

    @property
    def loss(self) -> float:
        """By how much it lowered the mover's expected score, from 0 to 1."""
        drop = self.before.chances - self.after.chances
        return max(0.0, drop if self.white else -drop)

    @property
    def centipawn_loss(self) -> int:
        drop = self.before.centipawns - self.after.centipawns
        return max(0, drop if self.white else -drop)

    @property
    def mark(self) -> Mark | None:
        """What is wrong with it, None if nothing much; never anything with the engine's own choice."""
        if self.san == self.best:
            return None
        # A hundredth of a point of tolerance, so that a drop by the exact cost counts whatever the rounding.
        return next((mark for mark in reversed(Mark) if 2 * self.loss >= mark.cost - 1e-4), None)

    @property
    def accuracy(self) -> float:
        """How good it was in per cent; 100 for a move that loses nothing."""
        if not self.loss:
            return 100.0
        value = 103.1668100711649 * math.exp(-0.04354415386753951 * 100 * self.loss) - 3.166924740191411
        return max(0.0, min(100.0, value + 1))

    @property
    def label(self) -> str:
        """Number, move and mark: ``23...Cxe5??``."""
        return f"{self.number}{'.' if self.white else '...'}{self.san}{self.mark.sign if self.mark else ''}"


@dataclass(frozen=True)
class Summary:
    """How one side played."""

    moves: int
    marks: dict[Mark, int]
    centipawn_loss: float  # mean a move
    accuracy: float  # per cent


def summary(moves: Sequence[JudgedMove], white: bool) -> Summary | None:
    """How a side played in a game; None if it made no move."""
    own = [(move, weight) for move, weight in zip(moves, _weights(moves), strict=True) if move.white == white]
    if not own:
        return None
    marks = {mark: sum(move.mark is mark for move, _ in own) for mark in Mark}
    accuracies = [move.accuracy for move, _ in own]
    weighted = fmean(accuracies, [weight for _, weight in own])
    # The harmonic mean lets a single terrible move weigh; a zero would be all that counts.
    harmonic = harmonic_mean([max(1.0, accuracy) for accuracy in accuracies])
    centipawns = fmean(move.centipawn_loss for move, _ in own)
    return Summary(len(own), marks, centipawns, (weighted + harmonic) / 2)


def _weights(moves: Sequence[JudgedMove]) -> list[float]:
    """For each move, how much the chances went up and down around it: what is played in calm counts less."""
    percent = [100 * move.before.chances for move in moves[:1]] + [100 * move.after.chances for move in moves]
    size = max(2, min(8, len(moves) // 10))
    windows = [percent[:size]] * (min(size, len(percent)) - 2)
    windows += [percent[begin : begin + size] for begin in range(len(percent) - size + 1)]
    return [max(0.5, min(12.0, pstdev(window))) for window in windows]
