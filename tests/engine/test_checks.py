"""Whether a move gives check is known before it is made."""

from __future__ import annotations

import pytest
from support.games import ALL_GAMES
from support.kernels import fewer, lively_positions
from tenfold.engine.board import Board
from tenfold.engine.checks import gives_check


def told(board: Board, move: int) -> bool:
    return bool(gives_check(board.pos, board.rules, move))


def seen(board: Board, move: int) -> bool:
    board.push_packed(move)
    found = board.is_check()
    board.pop()
    return found


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_in_random_games(variant: str) -> None:
    """Captures, promotions, castling, en passant and men behind men, as they come."""
    checks = 0
    for board in lively_positions(variant, 36, fewer(6, 1), fewer(150, 8)):
        for move in board.packed_moves():
            assert told(board, move) == seen(board, move), f"{board.fen()} {board.decode(move)}"
            checks += told(board, move)
    assert checks > fewer(100, -1)


@pytest.mark.parametrize(
    ("variant", "fen", "move"),
    [
        (
            "bigchess",
            "5k4/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1",
            "f1i1",
        ),  # the rook gives none on h1
        ("bigchess", "7k2/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1i1"),  # here it does
        ("chess", "8/8/8/8/r2Pp2K/8/8/k7 b - d3 0 1", "e4d3"),  # both pawns leave the rank
        ("chess", "7k/8/8/3pP3/8/8/1B6/K7 w - d6 0 1", "e5d6"),  # a bishop looks through
        ("grand", "10/10/2P4k2/10/10/10/10/10/10/5K4 w - - 0 1", "c8c9"),
    ],
)
def test_rare_moves(variant: str, fen: str, move: str) -> None:
    board = Board(variant, fen)
    packed = board.encode(board.parse_uci(move))
    assert told(board, packed) == seen(board, packed)
