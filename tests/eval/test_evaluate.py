"""The evaluation: the same from both sides, within its limits, and deaf to what it remembers."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from support.games import ALL_GAMES, TEN_BY_TEN
from support.kernels import fewer
from support.positions import fen_of, is_bare, other_wing, rough_value, sample, value
from tenfold.engine import variants
from tenfold.engine.board import Board
from tenfold.engine.errors import InvalidFenError
from tenfold.eval.evaluate import LAZY, LIMIT
from tenfold.eval.weights import weights_for


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_colours_are_treated_alike(variant: str) -> None:
    for board in sample(variant):
        assert value(board.mirror()) == value(board), board.fen()
        assert rough_value(board.mirror()) == rough_value(board), board.fen()


# In chess `shelter` looks for pawns on the file right of the h-file, where there is no board.
@pytest.mark.parametrize("variant", [*TEN_BY_TEN, "chess"])
def test_wings_are_treated_alike(variant: str) -> None:
    # Castling, the one rule that tells the wings apart, is no term of the evaluation.
    for board in sample(variant):
        twin = Board(variant, other_wing(board.fen()))
        assert value(twin) == value(board), board.fen()


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_the_start_is_worth_the_tempo(variant: str) -> None:
    board = Board(variant)
    tempo = value(board)
    assert 0 < tempo < 40
    rows, _, *rest = board.fen().split()
    assert value(Board(variant, " ".join([rows, "b", *rest]))) == tempo


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_pawn_memory_changes_nothing(variant: str) -> None:
    shared = weights_for(variants.find(variant))
    used = shared.copy()
    for board in sample(variant):
        fresh = shared.copy()
        fresh["pawns"]["key"].fill(0)
        wanted = value(board, fresh)
        assert value(board, used) == wanted, board.fen()
        assert value(board, used) == wanted, board.fen()  # now certainly remembered


def test_pawn_memory_knows_what_has_been_lost() -> None:
    """In Grand Chess the worth of a passed pawn depends on the men that a pawn may become."""
    used = weights_for(variants.GRAND).copy()
    full = "4k5/10/10/P9/10/10/10/2RR2NN2/2BB2QCA1/4K5 w - - 0 1"
    without_queen = full.replace("Q", "1").replace("2BB21CA1", "2BB3CA1")
    for fen in (full, without_queen, full):
        assert value(Board("grand", fen), used) == value(Board("grand", fen))


def crowds() -> Iterator[Board]:
    """A king with 21 men of one kind against a king in the far corner, alone, with a man or behind three."""
    for variant in variants.VARIANTS:
        empty = Board(variant)
        last_file, last_rank = variant.files - 1, variant.ranks - 1
        squares = [(file, rank) for rank in range(3) for file in range(variant.files)][:21]
        shield = {
            (last_file - 1, last_rank): "n",
            (last_file - 1, last_rank - 1): "n",
            (last_file, last_rank - 1): "n",
        }
        for letter in variant.letters.upper().replace("K", "").replace("P", ""):
            for others in ({}, {(0, last_rank): "q"}, shield):
                men = dict.fromkeys(squares, letter) | {(last_file, 2): "K", (last_file, last_rank): "k"}
                men |= others
                for side in "wb":
                    try:
                        yield Board(variant, fen_of(empty, men, side))
                    except InvalidFenError:  # the side not to move is in check
                        continue


def test_extreme_armies_stay_within_the_limit() -> None:
    seen = 0
    for board in crowds():
        seen += 1
        worth = value(board)
        assert abs(worth) <= LIMIT, board.fen()
        assert value(board.mirror()) == worth, board.fen()
        assert abs(rough_value(board)) <= LIMIT, board.fen()
        assert (worth > 0) == board.turn and abs(worth) > 1000, board.fen()
    assert seen >= 30


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_random_positions_stay_within_the_limit(variant: str) -> None:
    assert all(abs(value(board)) <= LIMIT for board in sample(variant))


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_estimate_is_mostly_near(variant: str) -> None:
    """Quiescence relies on it. The positions are wild; in searches of games 99 of 100 are near."""
    both = [board for board in sample(variant) if not is_bare(board)]
    near = sum(abs(rough_value(board) - value(board)) <= LAZY for board in both)
    assert near >= 0.8 * len(both)


@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_more_men_are_worth_more(variant: str) -> None:
    """Taking a piece off the start position never helps its side."""
    board = Board(variant)
    men = {(s % 10, s // 10): board.piece_at(s).symbol() for s in range(100) if board.piece_at(s)}
    places = [place for place, man in men.items() if man not in "KkPp"]
    random.Random(6).shuffle(places)
    for place in places[: fewer(100, 4)]:
        less = Board(variant, fen_of(board, {other: man for other, man in men.items() if other != place}))
        assert (value(less) < value(board)) == men[place].isupper(), place
