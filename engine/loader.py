"""`Setup` into a position record and back: the one way in for a position that somebody else wrote."""

from __future__ import annotations

import numpy as np

from . import types as t
from .attacks import is_attacked
from .errors import InvalidFenError
from .fen import SIDE_NAMES
from .geometry import SIZE, to_public, to_walled
from .position import clear, king_square, put, refresh_key, set_en_passant
from .setup import Setup, public_squares, stepped_pawn
from .variants import Variant


def load(pos: np.record, rules: np.record, variant: Variant, setup: Setup, fen: str) -> None:
    """Set up `pos`. Its history is then empty; en passant squares without a legal capture are dropped [D 10].

    The setup must have passed `fen.read_fen`, which keeps every index in bounds. Raises `InvalidFenError` if the side
    to move could take the king; `pos` then holds no position and must not be used.
    """
    clear(pos, rules)
    for square in public_squares(variant):
        if setup.cells[square]:
            put(pos, rules, to_walled(square), setup.cells[square])
    pos.side = setup.side
    pos.castling = setup.castling
    pos.halfmove = setup.halfmove
    pos.fullmove = setup.fullmove
    them = setup.side ^ 1
    if is_attacked(pos, rules, king_square(pos, them), setup.side):
        raise InvalidFenError(
            fen, "side to move", f"{SIDE_NAMES[setup.side]} is to move while {SIDE_NAMES[them]} stands in check"
        )
    _load_en_passant(pos, rules, variant, setup)
    refresh_key(pos, rules)


def _load_en_passant(pos: np.record, rules: np.record, variant: Variant, setup: Setup) -> None:
    listed = {square: stepped_pawn(variant, setup, square) for square in setup.ep}
    pawn = next((pawn for pawn in listed.values() if pawn is not None), None)
    if pawn is None:
        return
    # The kernel finds every capture the step allows; the FEN may list fewer, and then means fewer.
    home_rank = variant.pawn_home_rank - 1 if setup.side == t.BLACK else variant.ranks - variant.pawn_home_rank
    set_en_passant(pos, rules, to_walled(SIZE * home_rank + pawn % SIZE), to_walled(pawn))
    kept = [int(sq) for sq in pos.ep if sq and listed.get(to_public(int(sq))) is not None]
    for slot in range(2):
        pos.ep[slot] = kept[slot] if slot < len(kept) else 0
    if not kept:
        pos.ep_pawn = 0


def dump(pos: np.record, variant: Variant) -> Setup:
    """The position in `pos` as plain values."""
    cells = [t.EMPTY] * (SIZE * SIZE)
    for square in public_squares(variant):
        cells[square] = int(pos.board[to_walled(square)])
    return Setup(
        tuple(cells),
        int(pos.side),
        int(pos.castling),
        tuple(to_public(int(sq)) for sq in pos.ep if sq),
        int(pos.halfmove),
        int(pos.fullmove),
    )
