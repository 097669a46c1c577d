"""A position as plain Python values: what a FEN says, before and after it is a record that kernels read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import types as t
from .geometry import SIZE
from .variants import Variant


@dataclass(frozen=True)
class Setup:
    """Men by public square number (piece codes, `EMPTY` where none), and the state beside the board."""

    cells: tuple[int, ...]  # 100 of them on every board
    side: int = t.WHITE
    castling: int = 0  # bits of types.py
    ep: tuple[int, ...] = ()  # public squares, ascending
    halfmove: int = 0
    fullmove: int = 1


def on_board(variant: Variant, square: int) -> bool:
    """Is the public square number one of the variant's squares?"""
    return 0 <= square < SIZE * variant.ranks and square % SIZE < variant.files


def public_squares(variant: Variant) -> list[int]:
    """The variant's squares, a1 first, rank by rank."""
    return [SIZE * rank + file for rank in range(variant.ranks) for file in range(variant.files)]


def castling_at_home(variant: Variant, cells: tuple[int, ...]) -> int:
    """The castling rights whose king and rook stand on their first squares."""
    if variant.castling is None:
        return 0
    rights = 0
    names = (variant.castling.kingside_rook_file, variant.castling.queenside_rook_file)
    for colour, rank in ((t.WHITE, 0), (t.BLACK, variant.ranks - 1)):
        if cells[SIZE * rank + ord(variant.castling.king_file) - ord("a")] != 2 * t.KING + colour:
            continue
        for wing, name in enumerate(names):
            if cells[SIZE * rank + ord(name) - ord("a")] == 2 * t.ROOK + colour:
                rights |= 1 << (2 * colour + wing)
    return rights


def stepped_pawn(variant: Variant, setup: Setup, square: int) -> int | None:
    """The enemy pawn that could just have passed over `square` with a long step, or None.

    It is the first man beyond the square, within the longest step from its home rank, and every square it
    left or passed is empty.
    """
    them = setup.side ^ 1
    forward = SIZE if them == t.WHITE else -SIZE
    file = square % SIZE
    home_rank = variant.pawn_home_rank - 1 if them == t.WHITE else variant.ranks - variant.pawn_home_rank
    at = home = SIZE * home_rank + file
    passed = []
    for _ in range(variant.pawn_longest_step):
        if setup.cells[at] != t.EMPTY:
            return None
        passed.append(at)
        at += forward
        if setup.cells[at] == 2 * t.PAWN + them and len(passed) > 1:
            return at if square != home and square in passed else None
    return None


def mirrored(variant: Variant, setup: Setup) -> Setup:
    """The same position with the colours changed and the board turned upside down."""

    def flip(square: int) -> int:
        return SIZE * (variant.ranks - 1 - square // SIZE) + square % SIZE

    cells = [t.EMPTY] * (SIZE * SIZE)
    for square in public_squares(variant):
        if setup.cells[square]:
            cells[flip(square)] = setup.cells[square] ^ 1
    return replace(
        setup,
        cells=tuple(cells),
        side=setup.side ^ 1,
        castling=(setup.castling & 3) << 2 | setup.castling >> 2,
        ep=tuple(sorted(flip(square) for square in setup.ep)),
    )
