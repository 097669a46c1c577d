"""Mates are found, at their right distance; those in one or two are proved here by trying everything."""

from __future__ import annotations

import pytest
from support.searching import best, final, replay, run
from tenfold.engine.board import Board
from tenfold.search.limits import Limits
from tenfold.search.searcher import Searcher

pytestmark = pytest.mark.compiled


def mates_in(board: Board, moves: int) -> bool:
    """Whether the side to move can force mate in so many moves, by trying everything."""
    for packed in board.packed_moves():
        board.push_packed(packed)
        try:
            if _is_lost_in(board, moves - 1):
                return True
        finally:
            board.pop()
    return False


def _is_lost_in(board: Board, moves: int) -> bool:
    """Whether the side to move is mated now or, whatever it plays, within so many moves."""
    replies = board.packed_moves()
    if not replies or moves == 0:
        return not replies and board.is_check()
    for packed in replies:
        board.push_packed(packed)
        try:
            if not mates_in(board, moves):
                return False
        finally:
            board.pop()
    return True


#: (variant, FEN, full moves to the mate), found by searching random endgames
MATES = [
    ("grand", "9k/10/5p4/10/9A/10/2K7/10/3N6/10 w - - 0 1", 1),
    ("grand", "10/7a2/10/10/4R5/9K/10/10/9R/6k3 w - - 0 1", 1),
    ("grand", "k9/2P7/10/N2K6/2R7/10/10/10/10/10 w - - 0 1", 1),  # only by promoting to a marshal
    ("grand", "k5B3/10/4K4n/2P7/10/10/10/10/10/10 w - - 0 1", 1),  # only by promoting to a cardinal
    ("grand", "10/k9/2Pr6/7C2/10/10/1K8/10/10/10 w - - 0 1", 2),
    ("grand", "1k8/10/1K8/10/6A3/10/10/10/10/10 w - - 0 1", 2),
    ("grand", "k9/10/10/1K8/A8r/5C4/10/10/10/10 w - - 0 1", 3),
    ("grand", "10/P9/10/10/4P5/3pC5/10/k9/1nK7/10 w - - 0 1", 3),
    ("bigchess", "10/1K1A6/3k6/4R5/10/10/10/6b3/10/10 w - - 0 1", 1),
    ("bigchess", "b7R1/10/10/10/10/10/10/6R3/K9/9k w - - 0 1", 1),
    ("bigchess", "k9/1r8/10/A9/5Q4/10/10/10/10/7K2 w - - 0 1", 2),
    ("bigchess", "4Ak4/10/10/10/K9/10/6q3/10/9A/10 w - - 0 1", 2),
    ("bigchess", "7b2/10/1K8/10/3R6/10/7R2/10/8k1/10 w - - 0 1", 3),
    ("bigchess", "10/7K2/10/10/10/10/6b3/5R2R1/k9/10 w - - 0 1", 3),
    ("greatchess", "10/10/1G8/6nK2/10/10/k9/p4P4/10/10 w - - 0 1", 1),
    ("greatchess", "3k6/5P4/10/10/10/K1n7/10/10/3pG5/10 w - - 0 1", 1),
    ("greatchess", "2K2G4/10/10/10/10/10/10/10/4r5/4k5 w - - 0 1", 2),
    ("greatchess", "K9/5p1kP1/10/n9/10/10/10/10/8G1/10 w - - 0 1", 2),
    ("greatchess", "G9/10/10/10/8r1/10/10/5k4/10/1K8 w - - 0 1", 3),
    ("greatchess", "1k8/10/10/10/9g/4R5/1K8/10/2Q7/10 w - - 0 1", 3),
    ("chess", "k7/7R/5R2/8/8/8/8/b5K1 w - - 0 1", 1),
    ("chess", "2K5/8/8/1b6/7k/8/5R2/6R1 w - - 0 1", 1),
    ("chess", "7K/8/6Q1/8/8/p7/4N3/k7 w - - 0 1", 2),
    ("chess", "2b5/8/8/8/2KR4/k7/2R5/8 w - - 0 1", 2),
    ("chess", "1b6/8/8/4Q3/8/1k6/3K4/2R5 w - - 0 1", 3),
    ("chess", "6k1/8/4K3/8/1R6/8/R7/5b2 w - - 0 1", 3),
]
#: A longer mate is found first here, and what beats a mate is a quiet move.
HIDDEN = [
    ("bigchess", "10/10/10/10/10/10/4R5/k1K7/5R4/6b3 w - - 0 1", 2),
    ("chess", "4QR2/8/k7/8/1K6/8/4b3/8 w - - 0 1", 2),
]


@pytest.mark.parametrize(("variant", "fen", "moves"), [case for case in (*MATES, *HIDDEN) if case[2] < 3])
def test_the_positions_are_what_they_are_said_to_be(variant: str, fen: str, moves: int) -> None:
    board = Board(variant, fen)
    assert mates_in(board, moves)
    assert moves == 1 or not mates_in(board, moves - 1)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "fen", "moves"), [case for case in MATES if case[2] == 3])
def test_the_long_ones_are_not_shorter(variant: str, fen: str, moves: int) -> None:
    board = Board(variant, fen)
    assert not mates_in(board, 2)
    assert mates_in(board, 3)


@pytest.mark.parametrize(("variant", "fen", "moves"), MATES)
def test_mate_is_found_at_its_distance(variant: str, fen: str, moves: int, searcher: Searcher) -> None:
    board = Board(variant, fen)
    for limits in (Limits(mate=moves), Limits(nodes=100_000)):
        events = run(searcher, board, limits)
        found = final(events)
        assert found.score.mate == moves
        assert found.score.wdl == (1000, 0, 0)
        assert len(found.pv) == 2 * moves - 1
        assert replay(board, found.pv).is_checkmate()
    assert best(events).move == found.pv[0]


@pytest.mark.parametrize(("variant", "fen", "moves"), HIDDEN)
def test_a_shorter_mate_is_found_after_a_longer_one(
    variant: str, fen: str, moves: int, searcher: Searcher
) -> None:
    assert final(run(searcher, Board(variant, fen), Limits(depth=16))).score.mate == moves


@pytest.mark.parametrize(("variant", "fen", "moves"), MATES)
def test_the_side_to_be_mated_knows_it(variant: str, fen: str, moves: int, searcher: Searcher) -> None:
    """After the first move of the mate, the other side counts the moves left to it."""
    board = Board(variant, fen)
    first = best(run(searcher, board, Limits(mate=moves))).move
    assert first is not None
    board.push(first)
    if moves == 1:
        assert board.is_checkmate()
        return
    found = final(run(searcher, board, Limits(depth=2 * moves + 4)))
    assert found.score.mate == -(moves - 1)
    assert found.score.wdl == (0, 0, 1000)
    assert replay(board, found.pv).is_checkmate()
