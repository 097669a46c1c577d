"""`Setup` into a position record and back: the one way in for a position that somebody else wrote."""

from __future__ import annotations

from . import types as t
from .attacks import is_attacked
from .errors import InvalidFenError
from .fen import SIDE_NAMES
from .geometry import SIZE, to_public, to_walled
from .memory import Record
from .placement import place_men
from .position import clear, refresh_key, set_en_passant
from .setup import Setup, public_squares, stepped_pawn
from .variants import Variant


def king_on(pos: Record, colour: int) -> int:
    """The walled square of a side's king."""
    return int(pos["list"][2 * t.KING + colour, 0])


def load(pos: Record, rules: Record, variant: Variant, setup: Setup, fen: str) -> None:
    """Set up `pos`. Its history is then empty; en passant squares without a legal capture are dropped.

    The setup must have passed `fen.read_fen`, which keeps every index in bounds. Raises `InvalidFenError`
    if the side to move could take the king; `pos` then holds no position and must not be used.
    """
    clear(pos, rules)
    board = pos["board"]
    for square in public_squares(variant):
        if setup.cells[square]:
            board[to_walled(square)] = setup.cells[square]
    place_men(pos, rules)
    pos.side = setup.side
    pos.castling = setup.castling
    pos.halfmove = setup.halfmove
    pos.fullmove = setup.fullmove
    them = setup.side ^ 1
    if is_attacked(pos, rules, king_on(pos, them), setup.side):
        reason = f"{SIDE_NAMES[setup.side]} is to move while {SIDE_NAMES[them]} stands in check"
        raise InvalidFenError(fen, "side to move", reason)
    if setup.ep:
        _load_en_passant(pos, rules, variant, setup)
    refresh_key(pos, rules)


def _load_en_passant(pos: Record, rules: Record, variant: Variant, setup: Setup) -> None:
    listed = {square: stepped_pawn(variant, setup, square) for square in setup.ep}
    pawn = next((pawn for pawn in listed.values() if pawn is not None), None)
    if pawn is None:
        return
    # The kernel finds every capture the step allows; the FEN may list fewer, and then means fewer.
    back_rank = 0 if setup.side == t.BLACK else variant.ranks - 1
    home = SIZE * abs(back_rank - (variant.pawn_home_rank - 1)) + pawn % SIZE
    set_en_passant(pos, rules, to_walled(home), to_walled(pawn))
    kept = [int(sq) for sq in pos.ep if sq and listed.get(to_public(int(sq))) is not None]
    for slot in range(2):
        pos.ep[slot] = kept[slot] if slot < len(kept) else 0
    if not kept:
        pos.ep_pawn = 0


def dump(pos: Record, variant: Variant) -> Setup:
    """The position in `pos` as plain values."""
    cells = [t.EMPTY] * (SIZE * SIZE)
    board = pos["board"].tolist()
    for square in public_squares(variant):
        cells[square] = board[to_walled(square)]
    return Setup(
        tuple(cells),
        int(pos["side"]),
        int(pos["castling"]),
        tuple(to_public(sq) for sq in pos["ep"].tolist() if sq),
        int(pos["halfmove"]),
        int(pos["fullmove"]),
    )
