"""What a value of the search is worth in games: the chances to win, to draw and to lose.

The chance to win is a logistic curve over the values, and so is that to lose; what is left is drawn. Where
the curve stands and how wide it is depends on the game and on the men left: an advantage of the same size
wins more often when few are left to fight back. `training/outlook.py` fits the numbers to games.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..engine import types as t
from ..engine.variants import Variant


class Curve(NamedTuple):
    """The chance to win with a value, in a position."""

    even: float  # the value with which half the games are won
    width: float  # values by which the odds change by e

    def chances(self, value: float) -> tuple[int, int, int]:
        """To win, to draw, to lose, in thousandths; they sum to 1000."""
        win = round(1000 / (1 + math.exp(min(50.0, (self.even - value) / self.width))))
        loss = round(1000 / (1 + math.exp(min(50.0, (self.even + value) / self.width))))
        return win, 1000 - win - loss, loss

    def centipawns(self, value: int) -> int:
        """The value on the scale on which half the games are won with 100."""
        return round(100 * value / self.even)


class Outlook(NamedTuple):
    """The curves of a game: lines over the share of the men left."""

    even: tuple[float, float]  # without men, with all
    width: tuple[float, float]

    def curve(self, men: int) -> Curve:
        """The curve for so many men on the board, kings included."""
        share = min(1.0, men / (2 * t.MAX_MEN))
        return Curve(*(bare + (full - bare) * share for bare, full in self))


_USUAL = Outlook((95.0, 95.0), (115.0, 115.0))
_OUTLOOKS: dict[str, Outlook] = {}


def outlook_for(variant: Variant) -> Outlook:
    """The outlook of a game."""
    return _OUTLOOKS.get(variant.name, _USUAL)
