"""Solved endings in the search: perfect play, true scores, and captures that lead there."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from support.positions import random_endgames, solved_in
from support.searching import final, run
from tenfold.engine.board import Board
from tenfold.eval.solved import ENDINGS
from tenfold.search.limits import BestMove, Limits
from tenfold.search.score import SOLVED
from tenfold.search.searcher import Searcher

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize(
    ("variant", "men"),
    [
        *(("greatchess", men) for men in ENDINGS),
        ("grand", "BN"),
        ("bigchess", "BN"),  # a game without a move rule
        ("bigchess", "R"),
    ],
)
def test_every_move_is_the_best(variant: str, men: str) -> None:
    """At a few hundred nodes, against the longest defence."""
    searcher = Searcher(1)
    board = max(islice(random_endgames(variant, "Kk" + men, random.Random(8)), 20), key=solved_in)
    left = solved_in(board)
    while left > 1:
        events = run(searcher, board, Limits(nodes=400))
        score = final(events).score
        if score.mate is None:
            assert SOLVED - 2 * left <= score.value <= SOLVED - 2 * left + 2
        else:
            assert score.mate == left
        board.push(_move(events))
        board.push(_move(run(searcher, board, Limits(nodes=400))))
        left -= 1
        assert solved_in(board) == left, board.fen()


def _move(events):  # type: ignore[no-untyped-def]
    [move] = [event.move for event in events if isinstance(event, BestMove)]
    assert move is not None
    return move


def test_a_capture_that_leads_to_a_draw_is_not_taken_for_a_win() -> None:
    """Black takes one of two, whatever White does; and the same men beside each other win."""
    searcher = Searcher(1)
    fork = Board("grand", "10/10/10/10/4k5/3B1N4/10/10/10/K9 b - - 0 1")
    assert final(run(searcher, fork, Limits(depth=6))).score.value == 0
    won = Board("grand", "10/10/10/10/4k5/10/10/3BN5/4K5/10 b - - 0 1")
    assert final(run(searcher, won, Limits(depth=6))).score.value < -19_000


def test_wins_that_the_move_rule_ends_are_not_called_won() -> None:
    searcher = Searcher(1)
    board = Board("grand", "1N8/10/10/10/10/10/10/10/10/K1k1B5 w - - 20 60")
    assert solved_in(board) == 47
    assert final(run(searcher, board, Limits(depth=4))).score.value < 5_000
