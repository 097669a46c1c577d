"""Records that kernels and Python share, and raw memory for tables too large for a record."""

from __future__ import annotations

from typing import Any

import numpy as np


class Record:
    """One record of a numpy dtype: its fields are attributes, and kernels get its address.

    A plain numpy record would do, but numba needs ten microseconds to find out what it is at every call.
    """

    __slots__ = ("address", "array", "fields", "items")

    array: np.ndarray  # of one record, owns the memory
    fields: np.record  # a view of it, with attributes all the way down
    items: np.void  # another one: numpy reads its fields twenty times as fast
    address: int

    def __init__(self, dtype: np.dtype[Any]) -> None:
        array = np.zeros(1, dtype)
        object.__setattr__(self, "array", array)
        object.__setattr__(self, "fields", array.view(np.recarray)[0])
        object.__setattr__(self, "items", array[0])
        object.__setattr__(self, "address", array.ctypes.data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.fields, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.fields, name, value)

    def __getitem__(self, name: str) -> Any:
        return self.items[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self.items[name] = value

    def copy(self) -> Record:
        """Another record with the same contents."""
        other = Record(self.array.dtype)
        other.assign(self)
        return other

    def assign(self, other: Record) -> None:
        """Take over the contents of `other`, a record of the same dtype."""
        # Numpy copies bytes far faster than fields.
        self.array.view(np.uint8)[:] = other.array.view(np.uint8)
