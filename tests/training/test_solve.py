"""Endings solved backwards: the longest wins are those that are known."""

from __future__ import annotations

import lzma
import random

import numpy as np
import pytest
from click.testing import CliRunner
from support.positions import random_endgames
from tenfold.eval.solved import WEDGE
from tenfold.training.solve import Ending, command, pack


def longest(men: str) -> tuple[Ending, int]:
    ending = Ending(men)
    return ending, max(ending.solve())


@pytest.mark.parametrize(
    ("men", "moves"),
    [
        ("R", 21),
        *(pytest.param(*row, marks=pytest.mark.slow) for row in (("Q", 12), ("C", 14), ("A", 24), ("G", 5))),
    ],
)
def test_the_longest_win(men: str, moves: int) -> None:
    ending, found = longest(men)
    assert found == moves
    for board, _ in zip(
        random_endgames("greatchess", "Kk" + men, random.Random(3)), range(200), strict=False
    ):
        squares = {piece.symbol(): square for square in range(100) if (piece := board.piece_at(square))}
        told = ending.moves[squares["K"], squares["k"], squares[men]]
        mates = any(_mates(board, move) for move in list(board.legal_moves))
        assert (told == 1) == mates, board.fen()


def _mates(board, move) -> bool:  # type: ignore[no-untyped-def]
    board.push(move)
    mated: bool = board.is_checkmate()
    board.pop()
    return mated


def test_a_knight_alone_never_mates() -> None:
    ending = Ending("N")
    assert list(ending.solve()) == []
    assert set(np.unique(ending.moves)) == {0, 255}


def test_packing() -> None:
    ending, _ = longest("R")
    packed = np.frombuffer(lzma.decompress(pack(ending)), np.uint8).reshape(len(WEDGE), 100, 100)
    legal = ending.moves != 255
    for place, bare in enumerate(WEDGE):
        wanted, fine = ending.moves[:, bare].T, legal[:, bare].T
        assert (packed[place][fine] == wanted[fine]).all()


def test_the_command_says_what_it_finds() -> None:
    result = CliRunner().invoke(command, ["G"])
    assert result.exit_code == 0
    assert "mate in 1: " in result.output and result.output.endswith("G: at most 5 moves\n")
