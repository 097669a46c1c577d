"""What the tests of the kernels share: what stands in a record, and games in which rare rules come up."""

from __future__ import annotations

import random
from collections.abc import Iterator
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
_PLAIN = ("key", "pawn_key", "tally", "halfmove", "fullmove", "ply", "side", "castling", "ep", "ep_pawn")
_TABLES = ("board", "lines", "count", "pawn_files", "pinned")
_SLOTS = np.arange(t.MAX_MEN)
_MOVES = new_move_list()


def fewer(count: int, without_jit: int) -> int:
    """`count`, or the smaller number when kernels run as plain Python, a thousand times slower."""
    return without_jit if DISABLED else count


@cache
def square_name(sq: int) -> str:
    """A walled square's name, worked out here so that a fault of the engine's own naming shows."""
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
    """Everything in a record that means something, for comparing by field.

    Left out are men beyond the count of their list, undo entries beyond `ply`, the slots of empty squares and
    the scratch of a generator (`check_*`). Lists keep their order: moves come in the order of the men.
    """
    fields = pos.array[0]
    state: dict[str, Any] = {name: fields[name].tolist() for name in _PLAIN}
    for name in _TABLES:
        state[name] = fields[name].tobytes()
    state["list"] = (fields["list"] * (fields["count"][:, None] > _SLOTS)).tobytes()
    state["slot"] = (fields["slot"] * (fields["board"] > t.WALL)).tobytes()
    state["undo"] = fields["undo"][: fields["ply"]].tobytes()
    return state


def is_capture(pos: Record, packed: int) -> bool:
    return packed >> 20 & 3 == t.EN_PASSANT or int(pos["board"][packed >> 8 & 255]) > t.WALL


def _passes_a_pawn(pos: Record, packed: int) -> bool:
    """Whether a long step passes a square that an enemy pawn looks at."""
    from_sq, to_sq = packed & 255, packed >> 8 & 255
    ahead = 12 if to_sq > from_sq else -12
    enemy = 2 * t.PAWN + (int(pos["side"]) ^ 1)
    captors = (sq + ahead + side for sq in range(from_sq + ahead, to_sq, ahead) for side in (-1, 1))
    return any(pos["board"][sq] == enemy for sq in captors)


def weight(pos: Record, packed: int) -> int:
    """How much more often than an idle move a lively game makes this one."""
    kind = packed >> 20 & 3
    if kind == t.EN_PASSANT:
        return 60
    if kind == t.CASTLING:
        return 40
    if kind == t.LONG_STEP:
        return 40 if _passes_a_pawn(pos, packed) else 3
    if packed >> 16 & 15:
        return 8
    if is_capture(pos, packed):
        return 6
    return 5 if pos["board"][packed & 255] >> 1 == t.PAWN else 1


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
