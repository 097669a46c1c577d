"""A bare king is mated within fifty moves, at a fixed number of nodes for each move."""

from __future__ import annotations

import random

import pytest
from support.positions import random_endgames
from tenfold.engine.board import Board
from tenfold.search.limits import BestMove, Limits, Settings
from tenfold.search.searcher import Searcher

pytestmark = pytest.mark.compiled

ENDINGS = [
    (variant, men)
    for variant, letters in (("grand", "QRCA"), ("bigchess", "QRA"), ("greatchess", "GQRCA"), ("chess", "QR"))
    for men in (*letters, *(("BN", "BB") if variant != "chess" else ()))
]
EVERYDAY = [
    ending for ending in ENDINGS if ending[0] == "grand" or ending[1] == "G" or ending == ("chess", "R")
]
MOVES = 50
WINNER_NODES, LOSER_NODES = 20_000, 2_000


def moves_to_mate(winner: Searcher, loser: Searcher, board: Board) -> int:
    """How many moves White, to move, needs to mate. Fails if the game ends otherwise or takes too long."""
    start = board.fen()
    winner.new_game()
    loser.new_game()
    while (outcome := board.outcome(claim_draw=True)) is None:
        white = board.turn
        assert board.fullmove_number <= MOVES or not white, f"no mate within {MOVES} moves: {start}"
        searcher, limits = (
            (winner, Limits(nodes=WINNER_NODES)) if white else (loser, Limits(nodes=LOSER_NODES))
        )
        searcher.prepare(limits)
        for event in searcher.search(board, limits, Settings()):
            if isinstance(event, BestMove):
                assert event.move is not None
                board.push(event.move)
    assert outcome.termination.name == "CHECKMATE", f"{outcome.termination} from {start}"
    return board.fullmove_number - 1


def play(variant: str, men: str, positions: int, seed: int) -> None:
    boards = random_endgames(variant, "Kk" + men, random.Random(seed))
    winner, loser = Searcher(8), Searcher(1)
    assert all(moves_to_mate(winner, loser, next(boards)) <= MOVES for _ in range(positions))


@pytest.mark.parametrize(("variant", "men"), EVERYDAY)
def test_a_position(variant: str, men: str) -> None:
    play(variant, men, 1, 71)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "men"), ENDINGS)
def test_many_positions(variant: str, men: str) -> None:
    play(variant, men, 50, 72)
