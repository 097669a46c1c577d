"""A matrix most of whose entries are 0, with the two products that a fit needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

_TOGETHER = 1 << 19  # entries multiplied in one go: their products stay in the processor's cache


@dataclass(frozen=True)
class Sparse:
    """A matrix by rows: entries `starts[i]` to `starts[i + 1]` are those of row i."""

    starts: np.ndarray
    columns: np.ndarray
    entries: np.ndarray
    width: int

    @classmethod
    def of(cls, dense: np.ndarray) -> Sparse:
        """The entries of an ordinary matrix."""
        rows, columns = dense.nonzero()
        starts = np.zeros(len(dense) + 1, np.int64)
        np.cumsum(np.bincount(rows, minlength=len(dense)), out=starts[1:])
        return cls(starts, columns.astype(np.uint16), dense[rows, columns].astype(np.float32), dense.shape[1])

    @classmethod
    def stacked(cls, blocks: list[Sparse], width: int) -> Sparse:
        """The rows of all blocks, one block after the other."""
        starts = [np.zeros(1, np.int64)]
        for block in blocks:
            starts.append(block.starts[1:] + starts[-1][-1])
        columns = [np.zeros(0, np.uint16), *(block.columns for block in blocks)]
        entries = [np.zeros(0, np.float32), *(block.entries for block in blocks)]
        return cls(np.concatenate(starts), np.concatenate(columns), np.concatenate(entries), width)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def _parts(self) -> Iterator[tuple[slice, slice, np.ndarray]]:
        """Rows, their entries, and the rows that have some."""
        row = 0
        while row < len(self):
            end = int(np.searchsorted(self.starts, self.starts[row] + _TOGETHER, "right")) - 1
            end = min(max(end, row + 1), len(self))
            starts = self.starts[row : end + 1]
            yield slice(row, end), slice(int(starts[0]), int(starts[-1])), np.diff(starts)
            row = end

    def times(self, vector: np.ndarray) -> np.ndarray:
        """The matrix times a vector."""
        product = np.zeros(len(self))
        for rows, entries, counts in self._parts():
            if entries.start < entries.stop:
                terms = self.entries[entries] * vector[self.columns[entries]]
                some = counts > 0
                firsts = (self.starts[rows] - entries.start)[some]
                product[rows][some] = np.add.reduceat(terms, firsts)
        return product

    def transposed_times(self, vector: np.ndarray, squared: bool = False) -> np.ndarray:
        """The transposed matrix, or that of its squared entries, times a vector."""
        product = np.zeros(self.width)
        for rows, entries, counts in self._parts():
            values = self.entries[entries]
            terms = (values * values if squared else values) * np.repeat(vector[rows], counts)
            product += np.bincount(self.columns[entries], terms, minlength=self.width)
        return product
