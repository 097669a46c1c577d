"""What an engine says of a position, as numbers from White's side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...client import EngineError
from ..analysis.words import score_text

if TYPE_CHECKING:
    from chess.engine import PovScore

    from ...client import Info
    from ...engine.board import Move

#: Centipawns beyond which a position counts as won all the same; mates count as this.
CEILING = 1000
#: The steepness that lichess fitted to games of orthodox chess: https://lichess.org/page/accuracy
_STEEPNESS = 0.00368208


@dataclass(frozen=True)
class Line:
    """A line of play that an engine found, with its score."""

    moves: tuple[Move, ...]
    score: PovScore | None = None
    depth: int | None = None


@dataclass(frozen=True)
class Evaluation:
    """A position's value. Numbers are White's; the lines are best first.

    `chances` is the expected score, from 0 (Black wins) to 1. `score` is None where the game is over.
    """

    chances: float
    centipawns: int
    score: PovScore | None = None
    depth: int | None = None
    lines: tuple[Line, ...] = ()

    @property
    def best(self) -> Move | None:
        return self.lines[0].moves[0] if self.lines else None

    def __str__(self) -> str:
        """As people write it: ``+0.35``, ``-M3``."""
        if self.score is None:
            return f"{self.chances:g}"
        return score_text(self.score)


def chances_of(centipawns: float) -> float:
    """The expected score of a side with such an advantage, by lichess's formula."""
    return 1 / (1 + math.exp(-_STEEPNESS * centipawns))


def evaluation_of(infos: Sequence[Info]) -> Evaluation:
    """The evaluation in an engine's lines, best first. `EngineError` if there is no score.

    The chances are the engine's own (``wdl``) where it tells them.
    """
    best = infos[0] if infos else {}
    score = best.get("score")
    if score is None:
        raise EngineError("it gave no score")
    white = score.white()
    centipawns = max(-CEILING, min(CEILING, white.score(mate_score=100_000)))
    wdl = best.get("wdl")
    if white.is_mate():
        chances = float(centipawns > 0)
    elif wdl is not None:
        chances = wdl.white().expectation()
    else:
        chances = chances_of(white.score(mate_score=0))
    lines = tuple(
        Line(tuple(info["pv"]), info.get("score"), info.get("depth")) for info in infos if info.get("pv")
    )
    return Evaluation(chances, centipawns, score, best.get("depth"), lines)


def finished(winner: bool | None) -> Evaluation:
    """The evaluation of a position in which the game is over; `winner` is None for a draw."""
    if winner is None:
        return Evaluation(0.5, 0)
    return Evaluation(float(winner), CEILING if winner else -CEILING)
