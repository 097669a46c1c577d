"""Files of positions: what is written is read, what a crash left is cut off, damage is told."""

from __future__ import annotations

import pickle
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tenfold.training.shards import DATUM, Block, Header, ShardError, read_blocks, read_header, write

HEADER = Header("grand", 100, 4, 1, 7, "hand-written", "0.1.0")


def block(number: int, count: int = 30) -> Block:
    rng = np.random.default_rng(number)
    positions = np.zeros(count, DATUM)
    positions["board"] = rng.integers(0, 19, (count, 100))
    positions["score"] = rng.integers(-1500, 1500, count)
    positions["game"] = number
    return Block(number, positions)


def filled(path: Path, *numbers: int) -> Path:
    writer = write(path, HEADER)
    for number in numbers:
        writer.add(block(number))
    writer.close()
    return path


def numbers(path: Path) -> list[int]:
    found = list(read_blocks(path))
    for number, positions in found:
        assert positions.tobytes() == block(number).positions.tobytes()
    return [number for number, _ in found]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.positions", 4, 0, 2)
    assert numbers(path) == [4, 0, 2]
    assert read_header(path) == HEADER
    empty = Block(9, np.zeros(0, DATUM))
    writer = write(path, HEADER)
    assert writer.blocks == {4: 30, 0: 30, 2: 30}
    writer.add(empty)
    writer.close()
    assert [number for number, _ in read_blocks(path)] == [4, 0, 2, 9]


@pytest.mark.parametrize("lost", [1, 10, 400])
def test_a_torn_end_is_cut_off_before_the_next_block(tmp_path: Path, lost: int) -> None:
    path = filled(tmp_path / "a.positions", 0, 1)
    whole = path.read_bytes()
    path.write_bytes(whole[:-lost])
    with pytest.raises(ShardError, match=r"a\.positions: the block at byte \d+ is cut short"):
        list(read_blocks(path))
    assert numbers(filled(path, 5)) == [0, 5]
    assert numbers(filled(path)) == [0, 5]


def test_damage_inside_is_never_cut_off(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.positions", 0, 1, 2)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    for use in (lambda: list(read_blocks(path)), lambda: write(path, HEADER)):
        with pytest.raises(ShardError, match="check sum"):
            use()
    assert path.read_bytes() == bytes(content)


def test_a_mark_in_the_wrong_place(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.positions", 0)
    path.write_bytes(path.read_bytes() + b"something else, longer than a head")
    with pytest.raises(ShardError, match="does not begin as one"):
        write(path, HEADER)


def test_a_head_that_lies(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.positions")
    data = zlib.compress(b"\0" * DATUM.itemsize)
    head = np.array([0, 7, len(data), zlib.crc32(data)], "<u4").tobytes()
    path.write_bytes(path.read_bytes() + b"GAME" + head + data)
    with pytest.raises(ShardError, match="1 positions, its head says 7"):
        list(read_blocks(path))


def test_runs_are_not_mixed(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.positions", 0)
    with pytest.raises(ShardError, match="of another run: nodes 100, not 200"):
        write(path, replace(HEADER, nodes=200))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"TENFOLD POSITIONS 2\n{}\n",
        b"TENFOLD POSITIONS 1\n",
        b"TENFOLD POSITIONS 1\n{}\n",
        pickle.dumps([1]),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.positions"
    path.write_bytes(content)
    for use in (lambda: list(read_blocks(path)), lambda: write(path, HEADER), lambda: read_header(path)):
        with pytest.raises(ShardError, match=r"odd\.positions"):
            use()
    assert path.read_bytes() == content
