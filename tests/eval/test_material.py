"""What men are worth in each game, and what a bare king's enemy can do with them."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache
from statistics import mean

import pytest
from support.games import ALL_GAMES
from support.positions import fen_of, is_bare, placed, random_endgames, sample, value
from tenfold.engine import types as t
from tenfold.engine import variants
from tenfold.engine.board import Board
from tenfold.engine.position import remove
from tenfold.eval.evaluate import LIMIT, evaluate
from tenfold.eval.weights import rules_with_placement, weights_for

MATING = {"grand": "QRCA", "bigchess": "QRA", "greatchess": "GQRCA", "chess": "QR"}


@cache
def worths(variant: str) -> dict[str, float]:
    """What the evaluation loses by a man of each type, on average over many positions, in centipawns."""
    game = variants.find(variant)
    rules, weights = rules_with_placement(game), weights_for(game)
    losses: dict[int, list[int]] = defaultdict(list)
    for board in sample(variant)[::3]:
        if is_bare(board):
            continue
        before = value(board)
        pos = placed(board)
        for square in pos["board"].nonzero()[0].tolist():
            piece = int(pos["board"][square])
            if piece == t.WALL or piece >> 1 == t.KING:
                continue
            less = pos.copy()
            remove(less, rules, square)
            loss = before - evaluate(less, rules, weights)
            losses[piece >> 1].append(loss if piece & 1 == int(pos["side"]) else -loss)
    return {t.LETTERS[piece_type]: mean(each) for piece_type, each in losses.items()}


@pytest.mark.compiled  # averages over the few positions of slow runs say little
@pytest.mark.parametrize("variant", ALL_GAMES)
def test_men_are_worth_more_the_farther_they_go(variant: str) -> None:
    worth = worths(variant)
    assert set(worth) == set(variants.find(variant).letters) - {"k"}
    assert 40 <= worth["p"] <= 160  # a pawn is about a hundred centipawns
    assert 1.8 * worth["p"] < worth["n"] < 1.1 * worth["b"]
    assert worth["b"] < worth["r"] < worth["q"]
    assert worth["q"] < 2.5 * worth["r"]
    assert max(worth.values()) < LIMIT / 2


@pytest.mark.compiled
@pytest.mark.parametrize("variant", ["grand", "greatchess"])
def test_marshal_and_cardinal(variant: str) -> None:
    worth = worths(variant)
    assert 0.8 * worth["q"] <= worth["c"] <= 1.05 * worth["q"]
    assert 0.8 * worth["c"] <= worth["a"] < 1.02 * worth["c"]
    assert worth["a"] > worth["r"] + worth["p"]


@pytest.mark.compiled
def test_giraffe() -> None:
    worth = worths("greatchess")
    assert worth["g"] > 1.12 * worth["q"]


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_men_that_are_not_in_the_game_count_nothing(variant: str) -> None:
    weights = weights_for(variants.find(variant))
    for piece_type in range(t.PAWN, t.KING):
        assert bool(weights.material[piece_type]) == (t.LETTERS[piece_type] in variants.find(variant).letters)


@pytest.mark.parametrize("variant", ALL_GAMES)
@pytest.mark.parametrize("men", ["Kk", "KkN", "KkB", "KkNN"])
def test_what_cannot_mate_is_a_draw(variant: str, men: str) -> None:
    rng = random.Random(21)
    empty = Board(variant)
    for _ in range(15):
        squares = [(f, r) for f in range(empty.variant.files) for r in range(empty.variant.ranks)]
        placement = dict(zip(rng.sample(squares, len(men)), men, strict=True))
        try:
            board = Board(variant, fen_of(empty, placement, rng.choice("wb")))
        except ValueError:
            continue
        assert value(board) == 0
        assert value(board.mirror()) == 0


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_a_bare_king_is_lost_against_mating_men(variant: str) -> None:
    rng = random.Random(22)
    for men in (*MATING[variant], "BB", "BN", "NNN"):
        for side, _ in zip("wbwbwb", range(6), strict=True):
            board = next(random_endgames(variant, "Kk" + men, rng, side))
            if board.is_insufficient_material():
                continue
            assert value(board) * (1 if board.turn else -1) > 500, board.fen()


def lone_king(variant: str, theirs: tuple[int, int], ours: tuple[int, int], side: str = "b") -> int:
    """What White's rook in a corner and king on `ours` are worth against a king on `theirs`."""
    empty = Board(variant)
    board = Board(variant, fen_of(empty, {(0, 1): "R", ours: "K", theirs: "k"}, side))
    return value(board) * (1 if board.turn else -1)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_driving_a_bare_king_to_the_edge_pays(variant: str) -> None:
    side = variants.find(variant).files
    middle = side // 2
    # From the middle to the right edge and up to the corner, the winner's king as far away.
    way = [lone_king(variant, (file, middle), (file - 3, middle - 2)) for file in range(middle, side)]
    way += [lone_king(variant, (side - 1, rank), (side - 4, rank - 2)) for rank in range(middle + 1, side)]
    assert way == sorted(way)
    assert way[-1] > way[0]


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_bringing_the_king_near_pays(variant: str) -> None:
    corner = variants.find(variant).files - 1
    way = [lone_king(variant, (corner, corner), (file, file)) for file in range(2, corner - 1)]
    assert way == sorted(way)
    assert len(set(way)) == len(way)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_endings_that_are_hard_to_win(variant: str) -> None:
    """Without pawns a rook hardly beats a bishop; bishops of one colour win where opposite ones do not."""
    empty = Board(variant)
    kings = {(0, 0): "K", (7, 7): "k"}

    def worth(men: dict[tuple[int, int], str]) -> int:
        board = Board(variant, fen_of(empty, kings | men))
        assert value(board.mirror()) == value(board)
        return value(board)

    rook_and_bishop = {(1, 3): "R", (5, 6): "b"}
    assert 0 < worth(rook_and_bishop) < 50
    assert worth(rook_and_bishop | {(3, 3): "P"}) > 100
    assert worth({(1, 3): "R", (5, 5): "p"}) > 150  # the rook mates alone
    pawns = {(1, 3): "P", (2, 3): "P", (8, 3): "P", (6, 5): "p"}
    assert worth(pawns | {(3, 1): "B", (3, 6): "b"}) < 0.7 * worth(pawns | {(3, 1): "B", (4, 6): "b"})
