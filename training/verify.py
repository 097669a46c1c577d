"""Whether the positions of shards can be what they say they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ..engine import types as t
from ..engine.variants import Variant, find
from .positions import MAX_SCORE
from .shards import UNKNOWN, read_blocks, read_header

_TYPES = t.PIECE_TYPES - 1


def problems(path: Path) -> Iterator[str]:
    """What is wrong in a shard, a line for each block with a fault. Raises `ShardError` and `OSError`."""
    variant = find(read_header(path).game)
    for number, records in read_blocks(path):
        for what, wrong in _faults(variant, records).items():
            if wrong.any():
                first = int(np.flatnonzero(wrong)[0])
                many = int(wrong.sum())
                yield f"{path}: block {number}: {many} positions with {what}, the first is {first}"


def _faults(variant: Variant, records: np.ndarray) -> dict[str, np.ndarray]:
    """Which records have which fault."""
    boards = records["board"]
    ranks, files = np.divmod(np.arange(100), 10)
    outside = (ranks >= variant.ranks) | (files >= variant.files)
    known = [t.LETTERS.index(letter) for letter in variant.letters]
    codes = [0, *known, *(code + _TYPES for code in known)]
    white = ((boards > 0) & (boards <= _TYPES)).sum(axis=1)
    black = (boards > _TYPES).sum(axis=1)
    return {
        "men of another game": ~np.isin(boards, codes).all(axis=1),
        "men beside the board": boards[:, outside].any(axis=1),
        "no king or several": ((boards == t.KING).sum(axis=1) != 1)
        | ((boards == t.KING + _TYPES).sum(axis=1) != 1),
        "too many men": (white > t.MAX_MEN) | (black > t.MAX_MEN),
        "no side to move": ~np.isin(records["stm"], (0, 1)),
        "no result": ~np.isin(records["result"], (-1, 0, 1, UNKNOWN)),
        "a score of a decided game": np.abs(records["score"].astype(np.int32)) >= MAX_SCORE,
    }
