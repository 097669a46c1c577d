"""Shards: files of quiet positions of games, each with the score that a search gave it and the game's result.

    TENFOLD POSITIONS 1
    {"game": "grand", "nodes": 1000, ...}
    blocks

The second line is a `Header`. A block holds the positions of some games, deflated `DATUM` records behind a
head that says which block it is, how many positions it has, and its length and check sum. Blocks are only
ever added; what a crash left of one at a file's end is cut off before the next.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

SUFFIX = ".positions"
_MAGIC = b"TENFOLD POSITIONS 1\n"
_HEAD = struct.Struct("<4sIIII")  # _MARK, number, positions, bytes, crc32
_MARK = b"GAME"

UNKNOWN = 2
JUDGES = 40  # one game of so many is not learned from, but kept for judging

#: A position: `SCORED` of `positions.py` without what only a choice among positions needs.
DATUM = np.dtype(
    [
        ("board", np.int8, (100,)),  # 10 * rank + file; 0 empty, 1-9 White's P N B R A C Q G K, 10-18 Black's
        ("stm", np.int8),  # side to move, 0 White
        ("score", np.int16),  # centipawns for the side to move
        ("result", np.int8),  # 1 White won, 0 draw, -1 Black won, UNKNOWN off the path of the game
        ("game", np.int32),  # its number in the run
        ("ply", np.int16),  # from the opening
    ]
)


class ShardError(ValueError):
    """A file that is no shard, or a damaged one; the text says where, in one line."""


@dataclass(frozen=True)
class Header:
    """Where the positions of a shard come from."""

    game: str  # the variant's name
    nodes: int  # searched for a move
    sidelines: int  # of each position, see sidelines.py
    sideline_depth: int
    seed: int
    evaluation: str  # the network's name, or "hand-written"
    version: str  # of the engine


class Block(NamedTuple):
    """The positions of some games."""

    number: int  # in the run
    positions: np.ndarray  # of DATUM


def write(path: Path, header: Header) -> Writer:
    """Open a shard to add to it; it is made if there is none.

    Raises `ShardError` if the file is something else, or the shard of another run, and `OSError`.
    """
    if not path.exists():
        with path.open("xb") as file:
            file.write(_MAGIC + json.dumps(asdict(header)).encode() + b"\n")
    return Writer(path, header)


class Writer:
    """A shard that is added to."""

    def __init__(self, path: Path, header: Header) -> None:
        self.blocks: dict[int, int] = {}  # positions by number of the block
        with path.open("r+b") as file:
            found = _read_header(path, file)
            if found != header:
                raise ShardError(f"{path} is of another run: {_difference(found, header)}")
            for number, count, _ in _walk(path, file, torn_may_end=True):
                self.blocks[number] = count
            file.truncate()
        self._file = path.open("ab")

    def add(self, block: Block) -> None:
        """Write a block behind the others. Raises `OSError`."""
        data = zlib.compress(block.positions.tobytes())
        head = _HEAD.pack(_MARK, block.number, len(block.positions), len(data), zlib.crc32(data))
        self._file.write(head + data)
        self._file.flush()
        os.fsync(self._file.fileno())
        self.blocks[block.number] = len(block.positions)

    def close(self) -> None:
        self._file.close()


def read_header(path: Path) -> Header:
    """Raises `ShardError` and `OSError`."""
    with path.open("rb") as file:
        return _read_header(path, file)


def read_blocks(path: Path) -> Iterator[Block]:
    """All blocks of a shard. Raises `ShardError` where the file is damaged, and `OSError`."""
    with path.open("rb") as file:
        _read_header(path, file)
        for number, count, data in _walk(path, file, torn_may_end=False):
            records = np.frombuffer(zlib.decompress(data), DATUM)
            if len(records) != count:
                raise ShardError(
                    f"{path}: block {number} has {len(records)} positions, its head says {count}"
                )
            yield Block(number, records)


def _read_header(path: Path, file: IO[bytes]) -> Header:
    if file.read(len(_MAGIC)) != _MAGIC:
        raise ShardError(f"{path} is no file of positions of this version")
    try:
        return Header(**json.loads(file.readline(1 << 16)))
    except (ValueError, TypeError) as error:
        raise ShardError(f"{path}: its header cannot be read: {error}") from error


def _walk(path: Path, file: IO[bytes], torn_may_end: bool) -> Iterator[tuple[int, int, bytes]]:
    """Number, positions and data of each block; afterwards the file stands behind the last whole one."""
    while True:
        start = file.tell()
        head = file.read(_HEAD.size)
        if not head:
            return
        problem = "is cut short"
        if len(head) == _HEAD.size:
            mark, number, count, length, crc = _HEAD.unpack(head)
            if mark == _MARK:
                data = file.read(length)
                if len(data) == length and zlib.crc32(data) == crc:
                    yield number, count, data
                    continue
                problem = "is cut short" if len(data) < length else "has another check sum"
            else:
                problem = "does not begin as one"
        if torn_may_end and problem == "is cut short":
            file.seek(start)
            return
        raise ShardError(f"{path}: the block at byte {start} {problem}")


def _difference(found: Header, wanted: Header) -> str:
    return ", ".join(
        f"{name} {there!r}, not {here!r}"
        for (name, there), here in zip(asdict(found).items(), asdict(wanted).values(), strict=True)
        if there != here
    )
