"""The end of a game by its rules, and the fifty-move rule as a switch."""

from __future__ import annotations

import pytest
from tenfold.arbiter.judge import board_for, verdict
from tenfold.arbiter.record import Reason, Rules
from tenfold.engine.board import Board

DRAW = "1/2-1/2"


def after(rules: Rules, fen: str | None, moves: str = "") -> object:
    board = board_for(rules, fen)
    for move in moves.split():
        assert verdict(board) is None
        board.push_uci(move)
    return verdict(board)


@pytest.mark.parametrize(
    ("fen", "moves", "ending"),
    [
        ("4k5/Q9/4K5/10/10/10/10/10/10/10 w - - 0 1", "a9e9", ("1-0", Reason.CHECKMATE)),
        ("4K5/q9/4k5/10/10/10/10/10/10/10 b - - 0 1", "a9e9", ("0-1", Reason.CHECKMATE)),
        ("k9/10/1QK7/10/10/10/10/10/10/10 b - - 0 1", "", (DRAW, Reason.STALEMATE)),
        ("4k5/10/4K5/10/10/10/10/10/10/10 b - - 0 1", "", (DRAW, Reason.INSUFFICIENT_MATERIAL)),
        (None, "b2c4 b9c7 c4b2 c7b9 b2c4 b9c7 c4b2 c7b9", (DRAW, Reason.THREEFOLD_REPETITION)),
        ("4k5/q9/4K5/10/10/10/10/10/10/10 b - - 99 60", "a9b9", (DRAW, Reason.FIFTY_MOVES)),
        ("4k5/q9/4K5/10/10/10/10/10/10/10 b - - 200 160", "", (DRAW, Reason.FIFTY_MOVES)),
        ("4k5/q9/4K5/10/10/10/10/10/10/10 b - - 98 60", "a9b9", None),
        # Mate with the hundredth ply is mate.
        ("4k5/Q9/4K5/10/10/10/10/10/10/10 w - - 99 60", "a9e9", ("1-0", Reason.CHECKMATE)),
    ],
)
def test_ends(fen: str | None, moves: str, ending: object) -> None:
    assert after(Rules("grand"), fen, moves) == ending


LONG = "4k5/q9/4K5/10/10/10/10/10/10/10 b - - {} 160"


@pytest.mark.parametrize(
    ("variant", "switch", "plies", "ending"),
    [
        ("grand", None, 100, (DRAW, Reason.FIFTY_MOVES)),
        ("grand", True, 100, (DRAW, Reason.FIFTY_MOVES)),
        ("grand", False, 400, None),
        ("greatchess", None, 100, (DRAW, Reason.FIFTY_MOVES)),
        ("bigchess", None, 400, None),
        ("bigchess", False, 400, None),
        ("bigchess", True, 99, None),
        ("bigchess", True, 100, (DRAW, Reason.FIFTY_MOVES)),
    ],
)
def test_the_fifty_move_switch(variant: str, switch: bool | None, plies: int, ending: object) -> None:
    fen = LONG.format(plies)
    if variant == "greatchess":
        fen = fen.replace("q", "c")
    assert after(Rules(variant, fifty_moves=switch), fen) == ending


def test_the_switch_changes_nothing_else() -> None:
    for name in ("grand", "bigchess", "greatchess", "chess"):
        for switch in (True, False):
            board = board_for(Rules(name, fifty_moves=switch))
            assert board == Board(name)
            assert {move.uci() for move in board.legal_moves} == {m.uci() for m in Board(name).legal_moves}
