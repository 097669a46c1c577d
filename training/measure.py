"""How the evaluation depends on its numbers, measured on the evaluation itself.

Numbers are changed, and the sum that the evaluation tapers tells what they do; so no second copy of the
evaluation has to be kept in step with the first. For packed values, which the sum depends on linearly, that
is exact; for the others it is the slope around the present value.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import numpy as np

from ..engine.memory import Record
from ..engine.placement import place_men
from ..engine.position import clear, new_position
from .effects import CHANGES, EFFECT, SHARE, measure
from .parameters import Number, Parameters
from .positions import WALLED, Positions
from .sparse import Sparse

#: Packed values are changed four together, each by so much: counts up to 40, and percentages of them, come
#: out exactly from the sum's halves and their digits.
_STEP = 100
_DIGIT = 13  # bits
_PACKED_STEPS = (_STEP, _STEP << _DIGIT, _STEP << 32, _STEP << 32 + _DIGIT)
_SINGLE_STEP = 10  # in the parameters' units
_TOGETHER = 1024  # positions whose rows are made in one go
_GAUGES = count(1)


class _Plan:
    """The changes to make: packed values four together, then each other number once up and once down."""

    def __init__(self, parameters: Parameters, weights: Record, rules: Record) -> None:
        self.changes = Record(CHANGES)
        self._words = 0
        self._weights = weights
        for first in range(0, len(parameters.packed), len(_PACKED_STEPS)):
            rows = parameters.packed[first : first + len(_PACKED_STEPS)]
            for row, step in zip(rows, _PACKED_STEPS, strict=False):
                self._add_word(parameters.numbers[row], step)
            self._end_change()
        self.together = int(self.changes.count)
        units = parameters.units(parameters.values(weights, rules))
        steps = _SINGLE_STEP * units[parameters.places[parameters.single, 0]]
        self.steps = np.maximum(1, np.rint(steps)).astype(np.int64)  # of the single numbers
        for row, step in zip(parameters.single, self.steps.tolist(), strict=True):
            for each in (step, -step):
                self._add_word(parameters.numbers[row], each)
                self._end_change()

    def _add_word(self, number: Number, step: int) -> None:
        changes, at = self.changes, self._words
        start, size = number.offset & ~7, 8 if number.is_packed else 4
        value = int(self._weights[number.field][number.where])

        def word(value: int) -> int:
            whole = bytearray(8)
            first = number.offset - start
            whole[first : first + size] = value.to_bytes(size, "little", signed=True)
            return int.from_bytes(whole, "little", signed=True)

        changes["word"][at] = self._weights.address + start
        changes["keep"][at] = ~word(-1)
        changes["bits"][at] = word(value)
        changes["changed"][at] = word(value + step)
        changes["piece_type"][at] = number.piece_type
        self._words += 1

    def _end_change(self) -> None:
        self.changes["end"][int(self.changes.count)] = self._words
        self.changes.count += 1


def _halves(packed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    middlegame = packed.astype(np.int32).astype(np.int64)
    return middlegame, (packed - middlegame) >> 32


def _digits(half: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    carry = 1 << _DIGIT - 1
    low = (half + carry) % (2 * carry) - carry
    return low, (half - low) >> _DIGIT


class Gauge:
    """Measures positions with the numbers that stand in `weights` and `rules` at the time."""

    def __init__(self, parameters: Parameters, weights: Record, rules: Record) -> None:
        self._parameters = parameters
        self._weights = weights
        self._rules = rules
        self._pos = new_position()
        self._effect = Record(EFFECT)
        self._effect.calls = next(_GAUGES) << 40  # more than any gauge makes

    def scores(self, positions: Positions) -> np.ndarray:
        """The evaluation of each position, centipawns from White's side."""
        none = Record(CHANGES)
        found = np.zeros(len(positions))
        for row in range(len(positions)):
            self._measure(positions, row, none)
            found[row] = self._effect.score
        return found

    def slopes(
        self, positions: Positions, report: Callable[[int], None] = lambda done: None
    ) -> tuple[np.ndarray, Sparse]:
        """The evaluation of each position, and how it changes with each number of the vector.

        `report` hears how many positions are done.
        """
        plan = _Plan(self._parameters, self._weights, self._rules)
        scores = np.zeros(len(positions))
        blocks = []
        for first in range(0, len(positions), _TOGETHER):
            part = positions[first : first + _TOGETHER]
            totals = np.zeros((len(part), int(plan.changes.count)), np.int64)
            shares = np.zeros((len(part), 2))
            for row in range(len(part)):
                self._measure(part, row, plan.changes)
                scores[first + row] = self._effect.score
                shares[row] = self._effect["share"]
                totals[row] = self._effect["total"][: totals.shape[1]]
            blocks.append(self._rows(part, plan, totals, shares / SHARE))
            report(first + len(part))
        return scores, Sparse.stacked(blocks, self._parameters.size)

    def _measure(self, positions: Positions, row: int, changes: Record) -> None:
        pos = self._pos
        clear(pos, self._rules)
        squares = positions.boards[row].nonzero()[0]
        pos["board"][WALLED[squares]] = positions.boards[row, squares]
        place_men(pos, self._rules)
        pos.side = positions.sides[row]
        measure(pos, self._rules, self._weights, changes, self._effect)

    def _rows(self, part: Positions, plan: _Plan, totals: np.ndarray, shares: np.ndarray) -> Sparse:
        """Slopes in the vector's places, from those of the packed sum."""
        parameters = self._parameters
        dense = np.zeros((len(part), parameters.size), np.float32)
        digits = [_digits(half) for half in _halves(totals[:, : plan.together])]
        counts = np.stack([digit for half in digits for digit in half], axis=2).reshape(len(part), -1)
        counts = counts[:, : len(parameters.packed)] / _STEP
        ups, downs = (_halves(totals[:, plan.together + i :: 2]) for i in range(2))
        rows, squares = part.boards.nonzero()
        pieces = part.boards[rows, squares]
        signs = np.where(pieces & 1, -1, 1)
        for half in range(2):
            share = shares[:, half : half + 1]
            dense[:, parameters.places[parameters.packed, half]] = counts * share
            slopes = (ups[half] - downs[half]) / (2 * plan.steps)
            dense[:, parameters.places[parameters.single, 0]] += slopes * share
            at = parameters.squares[pieces, squares, half]
            np.add.at(dense, (rows, at), signs * shares[rows, half])
        return Sparse.of(dense)
