"""Where things stand in a picture of a board, in user units from its top left corner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..engine.geometry import SIZE
from ..engine.setup import public_squares
from ..engine.variants import Variant
from .elements import SQUARE

_MARGIN = 17


@dataclass(frozen=True)
class Layout:
    """A board of `variant`, White below unless `flipped`, with a margin for the names of files and ranks."""

    variant: Variant
    flipped: bool = False
    coordinates: bool = True

    @property
    def margin(self) -> int:
        """The width of the margin, 0 without coordinates."""
        return _MARGIN if self.coordinates else 0

    @property
    def width(self) -> int:
        return SQUARE * self.variant.files + 2 * self.margin

    @property
    def height(self) -> int:
        return SQUARE * self.variant.ranks + 2 * self.margin

    def squares(self) -> Iterator[tuple[int, int, int]]:
        """Each public square number with its corner."""
        for square in public_squares(self.variant):
            yield square, *self.corner(square)

    def corner(self, square: int) -> tuple[int, int]:
        """The top left corner of a public square number."""
        rank, file = divmod(square, SIZE)
        column = self.variant.files - 1 - file if self.flipped else file
        row = rank if self.flipped else self.variant.ranks - 1 - rank
        return self.margin + SQUARE * column, self.margin + SQUARE * row

    def centre(self, square: int) -> tuple[float, float]:
        """The middle of a public square number."""
        x, y = self.corner(square)
        return x + SQUARE / 2, y + SQUARE / 2
