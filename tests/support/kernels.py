"""What the tests of the kernels share: the standing part of a record, and games in which rare rules come up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
from tenfold.engine import types as t
from tenfold.engine.board import Board
from tenfold.engine.jit import DISABLED
from tenfold.engine.memory import Record
from tenfold.engine.movegen import generate_legal, new_move_list
from tenfold.engine.outcome import insufficient_material

FILES = "abcdefghij"
_SCALARS = "key pawn_key tally halfmove fullmove ply side castling ep_pawn".split()
_MOVES = new_move_list()


def fewer(count: int, without_jit: int) -> int:
    """`count`, or the smaller number when kernels run as plain Python, a thousand times slower."""
    return without_jit if DISABLED else count


@cache
def square_name(sq: int) -> str:
    """A walled square's name, worked out from the drawing in the README of the layout and not by the engine."""
    return f"{FILES[sq % 12 - 1]}{sq // 12 - 1}"


@cache
def uci(packed: int) -> str:
    promoted = packed >> 16 & 15
    letter = t.LETTERS[promoted] if promoted else ""
    return square_name(packed & 255) + square_name(packed >> 8 & 255) + letter


def legal(pos: Record, rules: Record) -> list[int]:
    moves: list[int] = _MOVES["move"][: generate_legal(pos, rules, _MOVES)].tolist()
    return moves


def standing(pos: Record) -> dict[str, Any]:
    """Everything in a record that means something: men beyond a list's count and undo entries beyond `ply` do not,
    nor does the slot of an empty square or the scratch of a generator (`check_*`).

    Lists keep their order here: the search must see the moves of a position in one order.
    """
    board = np.array(pos["board"])
    state: dict[str, Any] = {name: int(pos[name]) for name in _SCALARS}
    for name in ("lines", "count", "pawn_files", "pinned", "ep"):
        state[name] = pos[name].tolist()
    state["board"] = board.tolist()
    state["list"] = [pos["list"][piece, : pos["count"][piece]].tolist() for piece in range(t.PIECES)]
    state["slot"] = pos["slot"][board > t.WALL].tolist()
    state["undo"] = pos["undo"][: pos["ply"]].tobytes()
    return state


def is_capture(pos: Record, packed: int) -> bool:
    return packed >> 20 & 3 == t.EN_PASSANT or int(pos["board"][packed >> 8 & 255]) > t.WALL


def _passes_a_pawn(pos: Record, packed: int) -> bool:
    """Whether a long step passes a square that an enemy pawn looks at."""
    from_sq, to_sq = packed & 255, packed >> 8 & 255
    ahead = 12 if to_sq > from_sq else -12
    enemy = 2 * t.PAWN + (int(pos["side"]) ^ 1)
    board = pos["board"]
    return any(enemy in (board[sq + ahead - 1], board[sq + ahead + 1]) for sq in range(from_sq + ahead, to_sq, ahead))


def weight(pos: Record, packed: int) -> int:
    """How much more often than an idle move a lively game makes this one."""
    kind = packed >> 20 & 3
    if kind == t.EN_PASSANT:
        return 60
    if kind == t.CASTLING:
        return 40
    if kind == t.LONG_STEP:
        return 20 if _passes_a_pawn(pos, packed) else 2
    if packed >> 16 & 15:
        return 4
    if is_capture(pos, packed):
        return 3
    return 3 if pos["board"][packed & 255] >> 1 == t.PAWN else 1


Observer = Callable[[Board, list[int]], None]


def lively_game(board: Board, rng: random.Random, plies: int) -> Iterator[list[int]]:
    """Play on `board`, favouring captures, promotions, castling and long steps past enemy pawns.

    Gives the legal moves, packed, before each move and after the last.
    """
    for _ in range(plies):
        moves = board.packed_moves()
        yield moves
        if not moves or insufficient_material(board.pos, board.rules):
            return
        board.push_packed(rng.choices(moves, [weight(board.pos, move) for move in moves])[0])
    yield board.packed_moves()


def lively_positions(variant: str, seed: int, games: int, plies: int) -> Iterator[Board]:
    """The positions of some lively games; the board is one and the same within a game."""
    rng = random.Random(seed)
    for _ in range(games):
        board = Board(variant)
        for _ in lively_game(board, rng, plies):
            yield board
