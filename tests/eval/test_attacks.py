"""The sets of attacked squares against a plain walk over the board."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from support.games import ALL_GAMES
from support.positions import placed, sample
from tenfold.engine import geometry as g
from tenfold.engine import types as t
from tenfold.eval.evaluate import prepare
from tenfold.eval.weights import rules_with_placement, weights_for

STRAIGHT = (1, -1, 12, -12)
DIAGONAL = (11, -11, 13, -13)
SLIDERS = {
    **dict.fromkeys(STRAIGHT, (t.ROOK, t.CHANCELLOR, t.QUEEN, t.GIRAFFE)),
    **dict.fromkeys(DIAGONAL, (t.BISHOP, t.ARCHBISHOP, t.QUEEN, t.GIRAFFE)),
}
LEAPERS = (t.KNIGHT, t.ARCHBISHOP, t.CHANCELLOR, t.GIRAFFE)


def attacks(board: np.ndarray, sq: int) -> Iterator[int]:
    """The squares that the man on `sq` attacks, walls among them."""
    kind, colour = int(board[sq]) >> 1, int(board[sq]) & 1
    if kind == t.PAWN:
        ahead = sq + (12 if colour == t.WHITE else -12)
        yield from (ahead - 1, ahead + 1)
    if kind == t.KING:
        yield from (sq + step for step in g.KING_STEPS)
    if kind in LEAPERS:
        yield from (sq + leap for leap in g.KNIGHT_LEAPS)
    for step, kinds in SLIDERS.items():
        at = sq
        while kind in kinds:
            at += step
            yield at
            man = int(board[at])
            # Own sliders of the line are seen through; a wall is no man.
            if man != t.EMPTY and (man == t.WALL or man & 1 != colour or man >> 1 not in kinds):
                break


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
