"""The evaluation's tunable numbers as one vector, and back.

The fields are those of `eval/tables.py` and the piece-square values; nothing here knows what they mean. A
packed value has two places in the vector, middlegame and endgame, any other number one.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.memory import Record
from ..engine.variants import Variant
from ..eval.tables import FIELDS, PLACEMENT, packed, unpacked
from ..eval.weights import WEIGHTS

_SHARE = 0.02  # of the mean size of large numbers: as large a change as that of a small one by a centipawn
_SQUARE = 0.4  # the same for piece-square values: there are many, and each is small


class Number(NamedTuple):
    """One number of the weights' record."""

    field: str
    where: tuple[int, ...]  # its index in the field
    piece_type: int  # it counts only while such a man is on the board; 0: always
    is_packed: bool
    offset: int  # bytes from the record's start


class Parameters:
    """Where each tunable number of a game stands in a vector."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.numbers = list(_numbers(variant))
        #: [number, half]: place in the vector; both halves of a number that is not packed are one place.
        self.places = np.zeros((len(self.numbers), 2), np.int64)
        self.packed = np.flatnonzero([number.is_packed for number in self.numbers])  # numbers, by row
        self.single = np.flatnonzero([not number.is_packed for number in self.numbers])
        self.size = 0
        for row, number in enumerate(self.numbers):
            self.places[row] = self.size, self.size + number.is_packed
            self.size += 1 + number.is_packed
        #: [piece code, 10 * rank + file, half]: place of a piece-square value, -1 where there is none.
        self.squares = np.full((t.PIECES, g.SIZE * g.SIZE, 2), -1, np.int64)
        for letter in variant.letters:
            self._add_squares(2 * t.LETTERS.index(letter))
        self.fields = self._fields()
        self.links = self._links()

    def _add_squares(self, piece: int) -> None:
        variant = self.variant
        for rank in range(variant.ranks):
            for file in range(variant.files):
                twin = g.SIZE * rank + variant.files - 1 - file
                if file > variant.files - 1 - file:
                    place = self.squares[piece, twin]
                else:
                    place = np.array([self.size, self.size + 1])
                    self.size += 2
                self.squares[piece, g.SIZE * rank + file] = place
                self.squares[piece + 1, g.SIZE * (variant.ranks - 1 - rank) + file] = place

    def _fields(self) -> np.ndarray:
        """The name of the field at each place."""
        names = np.full(self.size, PLACEMENT, object)
        for number, places in zip(self.numbers, self.places, strict=True):
            names[places] = number.field
        return names

    def _links(self) -> np.ndarray:
        """Pairs of places whose numbers should differ little: neighbours in a row or on the board."""
        pairs: set[tuple[int, int]] = set()
        for (one, here), (other, there) in pairwise(zip(self.numbers, self.places, strict=True)):
            # The first index of a field by piece type is no scale.
            is_scale = len(one.where) > (one.piece_type > 0)
            if is_scale and one.field == other.field and one.where[:-1] == other.where[:-1]:
                pairs.update(zip(here.tolist(), there.tolist(), strict=True))
        board = self.squares[::2, :].reshape(t.PIECE_TYPES, g.SIZE, g.SIZE, 2)
        for here, there in ((board[:, 1:], board[:, :-1]), (board[:, :, 1:], board[:, :, :-1])):
            both = np.stack([here.ravel(), there.ravel()], axis=1)
            both = both[(both >= 0).all(axis=1) & (both[:, 0] != both[:, 1])]
            pairs.update(zip(both[:, 0].tolist(), both[:, 1].tolist(), strict=True))
        return np.array(sorted(pairs), np.int64)

    def units(self, values: np.ndarray) -> np.ndarray:
        """For each value, how much is as large a change as that of a usual packed value by a centipawn."""
        units = np.full(self.size, _SQUARE)
        for name in {number.field for number in self.numbers}:
            rows = [row for row, number in enumerate(self.numbers) if number.field == name]
            places = self.places[rows]
            large = _SHARE * np.abs(values[places]).mean()
            units[places] = max(1.0, large) if self.numbers[rows[0]].is_packed else max(_SHARE, large)
        return units

    def values(self, weights: Record, rules: Record) -> np.ndarray:
        """The vector of the numbers that stand in the records."""
        values = np.zeros(self.size)
        for number, places in zip(self.numbers, self.places, strict=True):
            value = int(weights[number.field][number.where])
            values[places] = unpacked(value) if number.is_packed else value
        for piece in range(2, t.PIECES, 2):
            for square in np.flatnonzero(self.squares[piece, :, 0] >= 0):
                value = int(rules["tally"][piece, g.to_walled(int(square))])
                values[self.squares[piece, square]] = unpacked(value)
        return values

    def write(self, values: np.ndarray, weights: Record, rules: Record) -> None:
        """Put a vector's numbers, rounded, into the records."""
        for number, places in zip(self.numbers, self.places, strict=True):
            first, second = values[places].tolist()
            value = packed(first, second) if number.is_packed else round(first)
            if number.where:
                weights[number.field][number.where] = value
            else:
                weights[number.field] = value
        for piece in range(2, t.PIECES):
            sign = -1 if piece & 1 else 1
            for square in np.flatnonzero(self.squares[piece, :, 0] >= 0):
                value = packed(*values[self.squares[piece, square]].tolist())
                rules["tally"][piece, g.to_walled(int(square))] = sign * value


def _numbers(variant: Variant) -> list[Number]:
    numbers = []
    for name, types in FIELDS:
        assert WEIGHTS.fields is not None
        whole, start = WEIGHTS.fields[name][:2]
        shape = whole.shape
        for position, where in enumerate(np.ndindex(shape)):
            piece_type = where[0] if types else 0
            if types and t.LETTERS[piece_type] not in set(types) & set(variant.letters):
                continue
            offset = start + position * whole.base.itemsize
            numbers.append(Number(name, where, piece_type, whole.base == np.int64, offset))
    return numbers
