"""Endings that are solved: a piece, bishop and knight or two bishops against a bare king, on a large board.

Bishop and knight take up to 47 moves of the fifty that the rules give, with no visible progress for most of
them, so no search finds its way without being told how far it is. A table has a byte for each placement with
White to move: the moves to mate, 0 where there is none. Turned and mirrored boards share their bytes: the
bare king stands in the `WEDGE`. `training/solve.py` makes the tables.
"""

from __future__ import annotations

import lzma
import threading
from functools import cache
from pathlib import Path

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.attacks import king_is_safe_after
from ..engine.jit import inlined, kernel, load_word
from ..engine.memory import Record
from ..engine.record import Position, board_square, king_square
from ..engine.rules import Rules
from ..engine.variants import Variant
from .weights import Weights

#: The bare king's squares in the tables, in order: file, rank <= 4, file <= rank.
WEDGE = tuple(g.SIZE * rank + file for rank in range(g.SIZE // 2) for file in range(rank + 1))
#: White's men, in the order of a table's axes; those of one man by the order of piece types from the rook on.
ENDINGS = ("R", "A", "C", "Q", "G", "BN", "BB")
_BISHOP_KNIGHT, _BISHOPS = ENDINGS.index("BN"), ENDINGS.index("BB")
UNKNOWN = -1
_FOLDER = Path(__file__).with_name("distances")
_FEW = 8  # men; before that no table is read from its file
_READING = threading.Lock()
_PADDING = bytes(8)  # a word may be read at the last byte


def _table(men: str) -> np.ndarray:
    with _READING:  # searches keep a table's address, so there must never be two of it
        return _read(men)


@cache
def _read(men: str) -> np.ndarray:
    data = lzma.decompress((_FOLDER / f"{men}.xz").read_bytes())
    return np.frombuffer(data + _PADDING, np.uint8)


def load_tables() -> None:
    """Read all tables, so that no search has to wait for one."""
    for men in ENDINGS:
        _table(men)


def attach_solved(weights: Record, pos: Record, variant: Variant) -> None:
    """Let `weights` know of the tables that may be wanted in a search from a position."""
    weights["solved"], weights["tables"] = 0, 0
    counts = pos["count"]
    if (variant.files, variant.ranks) != (g.SIZE, g.SIZE) or counts.sum() > _FEW:
        return
    for colour in range(2):
        bishops, knights = int(counts[2 * t.BISHOP + colour]), int(counts[2 * t.KNIGHT + colour])
        pieces = [int(counts[2 * piece_type + colour]) for piece_type in range(t.ROOK, t.GIRAFFE + 1)]
        for index, wanted in enumerate((*pieces, bishops and knights, bishops > 1)):
            if wanted:
                weights["solved"][index] = _table(ENDINGS[index]).ctypes.data
    weights["tables"] = np.count_nonzero(weights["solved"])


@inlined
def _turned(square: int, turn: int) -> int:
    """A square after a turn of the board: 1 mirrors the files, 2 the ranks, 4 then swaps the two."""
    file, rank = square % g.SIZE, square // g.SIZE
    if turn & 1:
        file = g.SIZE - 1 - file
    if turn & 2:
        rank = g.SIZE - 1 - rank
    return g.SIZE * file + rank if turn & 4 else g.SIZE * rank + file


@kernel
def _look_up(table: int, king: int, bare: int, first: int, second: int) -> int:
    """A table's number for men on squares 10 * rank + file; `second` is -1 where there is one man."""
    turn = (1 if bare % g.SIZE >= g.SIZE // 2 else 0) | (2 if bare // g.SIZE >= g.SIZE // 2 else 0)
    at = _turned(bare, turn)
    if at % g.SIZE > at // g.SIZE:
        turn |= 4
        at = _turned(bare, turn)
    file, rank = at % g.SIZE, at // g.SIZE
    place = rank * (rank + 1) // 2 + file
    for sq in (first, second, king):
        if sq >= 0:
            place = place * g.SIZE * g.SIZE + _turned(sq, turn)
    return load_word(table + place) & 255


@kernel
def moves_to_mate(pos: Position, rules: Rules, weights: Weights, us: int) -> int:
    """Moves in which `us` mates a bare king, 0 if there is no win, UNKNOWN where no table says."""
    men = 0
    strongest = t.PAWN
    for piece_type in range(t.PAWN, t.KING):
        if pos.count[2 * piece_type + us]:
            men += np.int64(pos.count[2 * piece_type + us])
            strongest = piece_type
    second = -1
    index = strongest - t.ROOK
    if men == 2 and strongest == t.BISHOP and pos.count[2 * t.PAWN + us] == 0:
        if pos.count[2 * t.KNIGHT + us]:
            index = _BISHOP_KNIGHT
            second = board_square(rules, np.int64(pos.list[2 * t.KNIGHT + us, 0]))
        else:
            index = _BISHOPS
            second = board_square(rules, np.int64(pos.list[2 * t.BISHOP + us, 1]))
    elif men != 1 or index < 0:
        return UNKNOWN
    table = np.int64(weights.solved[index])
    if table == 0:
        return UNKNOWN
    first = board_square(rules, np.int64(pos.list[2 * strongest + us, 0]))
    king = board_square(rules, king_square(pos, us))
    bare = king_square(pos, us ^ 1)
    if pos.side == us:
        return _look_up(table, king, board_square(rules, bare), first, second)
    # The bare king's best move; without one it is mated or stalemated, which the search sees by itself.
    most = 0
    for step in g.KING_STEPS:
        to_sq = bare + step
        if pos.board[to_sq] != t.WALL and king_is_safe_after(pos, rules, bare, to_sq, to_sq):
            if pos.board[to_sq] != t.EMPTY:
                return 0
            moves = _look_up(table, king, board_square(rules, to_sq), first, second)
            if moves == 0:
                return 0
            most = max(most, moves)
    return most if most else UNKNOWN
