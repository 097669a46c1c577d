"""Scores and effort of any engine in a few characters."""

from __future__ import annotations

from chess.engine import PovScore, PovWdl

from ...engine.board import WHITE


def score_text(score: PovScore) -> str:
    """From White's side: ``+1.25``, ``-M3``; a mate that stands on the board is ``+M0`` or ``-M0``."""
    white = score.white()
    if white.is_mate():
        ahead = white.score(mate_score=100_000) > 0
        return f"{'+' if ahead else '-'}M{abs(white.mate() or 0)}"
    return f"{(white.score() or 0) / 100:+.2f}"


def chances(score: PovScore, wdl: PovWdl | None) -> tuple[float, float, float]:
    """White's wins, draws and losses as parts of one: the engine's word, else an estimate from the score.

    The estimate is python-chess's, with the constant of lichess, which was found in orthodox chess.
    """
    said = (wdl or score.wdl(model="lichess")).pov(WHITE)
    total = sum(said) or 1
    return said.wins / total, said.draws / total, said.losses / total


def short(number: float) -> str:
    """``950``, ``12.3 k``, ``4.56 M``, ``1.20 G``."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            value = number / size
            return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f} {unit}"
    return f"{number:.0f}"
