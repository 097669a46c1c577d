"""A move packed in an int32 (the bits are drawn in types.py). All but `pack` also serve inside kernels."""

from __future__ import annotations

from .jit import inlined


@inlined
def from_square(move: int) -> int:
    return move & 255


@inlined
def to_square(move: int) -> int:
    return (move >> 8) & 255


@inlined
def promotion(move: int) -> int:
    return (move >> 16) & 15


@inlined
def kind(move: int) -> int:
    return (move >> 20) & 3


def pack(from_sq: int, to_sq: int, promoted: int = 0, move_kind: int = 0) -> int:
    return from_sq | to_sq << 8 | promoted << 16 | move_kind << 20
