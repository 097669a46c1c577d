"""Networks as files.

    TENFOLD NETWORK 1
    {"game": "grand", "width": 256, ..., "sha256": "..."}
    the arrays of NETWORK, one behind the other, little-endian

The second line is a `Header`; its check sum is that of all that follows. A file is only ever read as numbers.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from ...engine import types as t
from ...engine.memory import Record
from .network import (
    BUCKETS,
    INPUTS,
    MOST_OUTPUT_WEIGHT,
    MOST_TRAIT,
    NETWORK,
    ONE,
    OUTPUT_ONE,
    SCALE,
    SQUARES,
    TRAIT_NEURONS,
    TRAIT_ONE,
    TRAITS,
    WIDTH,
)

_MAGIC = b"TENFOLD NETWORK 1\n"
_LONGEST_HEADER = 1 << 16
_ARRAYS = tuple(name for name in NETWORK.names or () if name != "present")


class NetworkError(ValueError):
    """A file that is no network this engine can use; the text says why, in one line."""


@dataclass(frozen=True)
class Header:
    """What a network is and where it comes from."""

    game: str  # the variant's name
    data: str = ""  # the positions it learned from
    inputs: int = INPUTS
    width: int = WIDTH
    buckets: int = BUCKETS
    one: int = ONE
    trait_neurons: int = TRAIT_NEURONS
    traits: int = TRAITS
    trait_one: int = TRAIT_ONE
    output_one: int = OUTPUT_ONE
    scale: int = SCALE
    sha256: str = ""


@dataclass(frozen=True, eq=False)
class Network:
    """A network that was read: its header, and its numbers as a `NETWORK` record."""

    header: Header
    numbers: np.ndarray  # of one record

    @property
    def name(self) -> str:
        """What tells it from others: the game and the first digits of the check sum."""
        return f"{self.header.game}-{self.header.sha256[:8]}"


def pack(game: str, data: str, arrays: dict[str, np.ndarray]) -> bytes:
    """A file's contents. Raises `NetworkError` for numbers that the kernels could not compute with."""
    numbers = np.zeros(1, NETWORK)
    for name in _ARRAYS:
        given = np.asarray(arrays[name])
        kind = numbers[name].dtype
        if given.shape != numbers[name].shape[1:]:
            raise NetworkError(f"{name} has the shape {given.shape}, not {numbers[name].shape[1:]}")
        if given.size and (given.min() < np.iinfo(kind).min or given.max() > np.iinfo(kind).max):
            raise NetworkError(f"{name} has numbers beyond {kind}")
        numbers[name] = given
    _check(numbers)
    body = b"".join(numbers[name].astype(numbers[name].dtype.newbyteorder("<")).tobytes() for name in _ARRAYS)
    header = Header(game, data, sha256=hashlib.sha256(body).hexdigest())
    return _MAGIC + json.dumps(asdict(header)).encode() + b"\n" + body


def read(path: Path, game: str) -> Network:
    """The network of a file, for a game. Raises `NetworkError`."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise NetworkError(f"{path}: {error.strerror}") from error
    try:
        return unpack(content, game)
    except NetworkError as error:
        raise NetworkError(f"{path}: {error}") from error


def unpack(content: bytes, game: str) -> Network:
    """The network of a file's contents, for a game. Raises `NetworkError`."""
    if not content.startswith(_MAGIC):
        raise NetworkError("it is no network of this engine and version")
    end = content.find(b"\n", len(_MAGIC), len(_MAGIC) + _LONGEST_HEADER)
    try:
        header = Header(**json.loads(content[len(_MAGIC) : end]))
    except (ValueError, TypeError, RecursionError) as error:
        raise NetworkError("its header cannot be read") from error
    if header.game != game:
        raise NetworkError(f"it is for {str(header.game)[:40]!r}, not for {game}")
    if header != Header(header.game, header.data, sha256=header.sha256):
        raise NetworkError("it has another architecture")
    body = content[end + 1 :]
    numbers = np.zeros(1, NETWORK)
    length = sum(numbers[name].nbytes for name in _ARRAYS)
    if len(body) != length:
        raise NetworkError(f"it has {len(body)} bytes of numbers, not {length}")
    if hashlib.sha256(body).hexdigest() != header.sha256:
        raise NetworkError("its check sum is wrong")
    at = 0
    for name in _ARRAYS:
        kind = numbers[name].dtype.newbyteorder("<")
        numbers[name] = np.frombuffer(body, kind, numbers[name].size, at).reshape(numbers[name].shape)
        at += numbers[name].nbytes
    _check(numbers)
    numbers["present"] = 1
    return Network(header, numbers)


def _check(numbers: np.ndarray) -> None:
    """Refuse numbers with which a kernel's sums could overflow, whatever stands on the board.

    A neuron's sum is its bias and one row for each man; a square has one man at most. So it lies within the
    bias and the sum over the squares of what is the most, or the least, that a man there adds.
    """
    rows = numbers["input"][0].astype(np.int64).reshape(-1, SQUARES, WIDTH)
    bias = numbers["bias"][0].astype(np.int64)
    most = bias + np.maximum(rows.max(axis=0), 0).sum(axis=0)
    least = bias + np.minimum(rows.min(axis=0), 0).sum(axis=0)
    limits = np.iinfo(np.int16)
    if most.max() > limits.max or least.min() < limits.min:
        raise NetworkError("a neuron's sum could leave 16 bits")
    traits = MOST_TRAIT * np.abs(numbers["trait"][0].astype(np.int64)).sum(axis=1)
    if (traits + np.abs(numbers["trait_bias"][0].astype(np.int64))).max() > np.iinfo(np.int32).max:
        raise NetworkError("a sum of traits could leave 32 bits")
    worths = np.abs(numbers["worth"][0].astype(np.int64)).reshape(-1, SQUARES, BUCKETS)
    if worths.max(axis=0).sum(axis=0).max() > np.iinfo(np.int32).max:
        raise NetworkError("the men's worths could leave 32 bits")
    if np.abs(numbers["output"].astype(np.int64)).max() > MOST_OUTPUT_WEIGHT:
        raise NetworkError(f"an output weight is larger than {MOST_OUTPUT_WEIGHT}")


def install(weights: Record, network: Network | None) -> None:
    """Have `weights` evaluate by a network, or by the hand-written evaluation."""
    weights["net"]["present"] = 0
    if network is not None:
        weights["net"] = network.numbers[0]
    weights["sums"]["key"] = 0
    fresh = weights["fresh"]
    fresh["board"] = t.EMPTY
    fresh["sum"] = weights["net"]["bias"]
    fresh["worth"] = 0
