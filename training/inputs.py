"""Positions as what the network's first layer sees: rows of its weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..engine import types as t
from ..engine.memory import Record
from ..engine.variants import Variant
from ..eval.nnue.network import INPUTS, MEN, bucket_of, fill_rows
from ..eval.weights import WEIGHTS
from .positions import WALLED

_AT_A_TIME = 200_000  # positions


@dataclass(frozen=True)
class Inputs:
    """Positions as bags of rows, those of the side to move and those of the other."""

    rows: np.ndarray  # [2, men of all positions]
    starts: np.ndarray  # [positions + 1]: where a position's men begin
    buckets: np.ndarray  # by position

    def __len__(self) -> int:
        return len(self.buckets)

    def bags(self, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The arrays of `Bags` for some positions: first the bags of the sides to move, then the others."""
        lengths = self.starts[chosen + 1] - self.starts[chosen]
        starts = np.cumsum(lengths) - lengths
        at = np.arange(lengths.sum()) + np.repeat(self.starts[chosen] - starts, lengths)
        rows = self.rows[:, at].reshape(-1)
        order = np.argsort(rows, kind="stable")  # 16-bit numbers: in linear time
        bag = np.repeat(np.arange(2 * len(chosen), dtype=np.int32), np.tile(lengths, 2))
        row_starts = np.searchsorted(rows[order], np.arange(INPUTS))
        both = np.concatenate([starts, starts + len(at)])
        return rows.astype(np.int32), both.astype(np.int32), bag[order], row_starts.astype(np.int32)


def inputs_of(variant: Variant, records: np.ndarray) -> Inputs:
    """The inputs of `DATUM` records."""
    tables = Record(WEIGHTS)
    fill_rows(tables, variant)
    man_row = tables["man_row"].astype(np.int32)
    square_row = tables["square_row"][:, :, WALLED].astype(np.int32)
    parts = [
        _rows(variant, records[first : first + _AT_A_TIME], man_row, square_row)
        for first in range(0, len(records), _AT_A_TIME)
    ]
    counts = np.concatenate([counts for _, counts in parts])
    buckets = np.array([bucket_of(max(2, men)) for men in range(2 * t.MAX_MEN + 1)])
    return Inputs(
        np.concatenate([rows for rows, _ in parts], axis=1),
        np.concatenate([[0], np.cumsum(counts)]),
        buckets[counts],
    )


def _rows(
    variant: Variant, records: np.ndarray, man_row: np.ndarray, square_row: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    boards = records["board"]
    position, square = np.nonzero(boards)
    man = boards[position, square].astype(np.int64) - 1
    codes = 2 * (man % MEN + 1) + man // MEN
    seen = []
    for side in range(2):
        king = np.argmax(boards == t.KING + side * MEN, axis=1)
        half = (2 * (king % 10) >= variant.files).astype(np.int64)
        seen.append(man_row[side, codes] + square_row[side, half[position], square])
    black = records["stm"][position] != 0
    rows = np.stack([np.where(black, seen[1], seen[0]), np.where(black, seen[0], seen[1])])
    return rows.astype(np.int16), np.bincount(position, minlength=len(records))
