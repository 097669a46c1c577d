"""The table of the `eval` command adds up to the evaluation."""

from __future__ import annotations

import re

import pytest
from support.games import ALL_GAMES
from support.positions import is_bare, sample, value
from tenfold.engine import types as t
from tenfold.engine.board import Board
from tenfold.eval.formulas import FULL_PHASE
from tenfold.eval.tables import unpacked
from tenfold.eval.trace import trace
from tenfold.eval.weights import weights_for

_NUMBER = r"-?\d+\.\d\d"


def differences(text: str) -> tuple[int, int]:
    """The sum of the last two columns, middlegame and endgame, in centipawns."""
    middlegame = endgame = 0
    for line in text.splitlines()[2:-1]:
        numbers = [round(100 * float(number)) for number in re.findall(_NUMBER, line)]
        if len(numbers) == 6:
            assert numbers[4] == numbers[0] - numbers[2] and numbers[5] == numbers[1] - numbers[3], line
        else:
            assert len(numbers) == 2, line
        middlegame += numbers[-2]
        endgame += numbers[-1]
    return middlegame, endgame


def tapered(board: Board, middlegame: int, endgame: int) -> int:
    """The middlegame's share by the men left, rounded towards zero."""
    weights = weights_for(board.variant)
    men = [t.LETTERS.index(letter.lower()) for letter in re.findall("[A-Za-z]", board.fen().split()[0])]
    phase = min(sum(int(weights.phase[man]) for man in men if man != t.KING), FULL_PHASE)
    return int((middlegame * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_terms_add_up(variant: str) -> None:
    for board in sample(variant):
        if is_bare(board):
            continue
        text = trace(board)
        middlegame, endgame = differences(text)
        tempo = unpacked(int(weights_for(board.variant).tempo))
        sign = 1 if board.turn else -1
        wanted = tapered(board, middlegame + sign * tempo[0], endgame + sign * tempo[1])
        if hard := re.search(r"(\d+)/16", text):
            wanted = int(wanted * int(hard[1]) / 16)
        assert value(board) == sign * wanted, board.fen()
        assert f"evaluation {wanted / 100:+.2f}" in text


def test_last_line_is_for_white() -> None:
    fen = "4k5/10/10/10/10/10/10/QQQ7/10/4K5 {} - - 0 1"
    for side in "wb":
        last = trace(Board("grand", fen.format(side))).splitlines()[-1]
        assert float(re.search(r"[+-]\d+\.\d\d", last).group()) > 10
