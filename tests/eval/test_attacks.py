"""The sets of attacked squares against a plain walk over the board."""

from __future__ import annotations

import numpy as np
import pytest
from reference.influence import attacks
from support.games import ALL_GAMES
from support.positions import placed, sample
from tenfold.engine import geometry as g
from tenfold.engine import types as t
from tenfold.eval.evaluate import prepare
from tenfold.eval.weights import rules_with_placement, weights_for


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_attack_sets(variant: str) -> None:
    for board in sample(variant):
        weights, pos = weights_for(board.variant).copy(), placed(board)
        prepare(pos, rules_with_placement(board.variant), weights)
        cells, squares = pos["board"], weights["square"]

        def walled(words: np.ndarray, squares: np.ndarray = squares) -> list[int]:
            bits = [(half, bit) for half in range(2) for bit in range(50) if int(words[half]) >> bit & 1]
            return sorted(int(squares[half, bit]) for half, bit in bits)

        for us in (t.WHITE, t.BLACK):
            times = np.zeros(g.SQUARES, int)
            for kind in range(t.PAWN, t.KING + 1):
                men = np.flatnonzero(cells == 2 * kind + us).tolist()
                by_man = [{to for to in attacks(cells, sq) if cells[to] != t.WALL} for sq in men]
                assert walled(weights["attacks"][us, kind]) == sorted(set().union(*by_man)), board.fen()
                if kind == t.PAWN:
                    assert walled(weights["pawns"][int(weights.slot)]["men"][us]) == men
                    # What two pawns attack counts once.
                    by_man = [set().union(*by_man)]
                for each in by_man:
                    times[list(each)] += 1
            assert walled(weights["attacked"][us]) == np.flatnonzero(times).tolist(), board.fen()
            assert walled(weights["twice"][us]) == np.flatnonzero(times > 1).tolist(), board.fen()
            own = [sq for sq in range(g.SQUARES) if cells[sq] > t.WALL and int(cells[sq]) & 1 == us]
            assert walled(weights["men"][us]) == own
