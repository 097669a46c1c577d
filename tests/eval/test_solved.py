"""Endings that are solved: the tables agree with the rules, whichever way the board is turned."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from support.games import TEN_BY_TEN
from support.kernels import fewer
from support.positions import fen_of, random_endgames, solved_in, value
from tenfold.engine.board import Board
from tenfold.engine.variants import GRAND, find
from tenfold.eval import solved
from tenfold.eval.solved import ENDINGS, UNKNOWN, attach_solved
from tenfold.eval.weights import weights_for


def after_each_move(board: Board) -> Iterator[Board]:
    for move in board.legal_moves:
        board.push(move)
        yield board
        board.pop()


def best_for_black(board: Board) -> int:
    """Moves in which Black, to move, is mated, by the tables after each move of its; 0 if it gets away."""
    if board.is_checkmate():
        return 0
    lengths = [solved_in(after) for after in after_each_move(board)]  # UNKNOWN where a man was taken
    return max(lengths) if lengths and min(lengths) > 0 else UNKNOWN


@pytest.mark.parametrize("men", ENDINGS)
def test_a_move_leads_one_move_nearer(men: str) -> None:
    """Never two, and there is always one that does."""
    boards = random_endgames("greatchess", "Kk" + men, random.Random(5))
    won = 0
    for _ in range(fewer(40, 2)):
        board = next(boards)
        moves = solved_in(board)
        left = [best_for_black(after) for after in after_each_move(board)]
        if moves == 0:
            assert all(length == UNKNOWN for length in left), board.fen()
            continue
        won += 1
        assert min(length for length in left if length != UNKNOWN) == moves - 1, board.fen()
    assert won > fewer(20, 0)


@pytest.mark.parametrize("men", ENDINGS)
@pytest.mark.parametrize("side", "wb")
def test_turned_boards_and_colours_are_told_the_same(men: str, side: str) -> None:
    boards = random_endgames("greatchess", "Kk" + men, random.Random(6), side)
    turns = (
        lambda file, rank: (9 - file, rank),
        lambda file, rank: (file, 9 - rank),
        lambda file, rank: (rank, file),
        lambda file, rank: (9 - rank, file),
    )
    lengths = set()
    for _ in range(fewer(60, 3)):
        board = next(boards)
        moves = solved_in(board)
        lengths.add(moves)
        assert solved_in(board.mirror()) == moves
        for turn in turns:
            placement = {
                turn(square % 10, square // 10): piece.symbol()
                for square in range(100)
                if (piece := board.piece_at(square))
            }
            assert solved_in(Board("greatchess", fen_of(board, placement, side))) == moves
    assert len(lengths) > fewer(2, 0)


@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_the_evaluation_knows_the_way(variant: str) -> None:
    weights = weights_for(find(variant)).copy()
    values: dict[int, int] = {}
    boards = random_endgames(variant, "KkBN", random.Random(7))
    for _ in range(fewer(60, 5)):
        board = next(boards)
        attach_solved(weights, board.pos, board.variant)
        values[solved_in(board)] = value(board, weights)
    in_order = [values[moves] for moves in sorted(values) if moves]
    assert in_order == sorted(in_order, reverse=True) and in_order[-1] > 500
    assert values.get(0, 0) == 0


def test_mate_in_one_and_the_longest() -> None:
    assert solved_in(Board("grand", "10/10/10/10/10/10/10/10/10/kBK1N5 w - - 0 1")) == 1
    assert solved_in(Board("grand", "1N8/10/10/10/10/10/10/10/10/K1k1B5 w - - 0 1")) == 47
    fork = Board("grand", "10/10/10/10/4k5/3B1N4/10/10/10/K9 b - - 0 1")
    assert solved_in(fork) == 0  # one of the two is lost
    assert solved_in(Board("grand", "10/10/10/4k5/10/10/10/3B3B2/10/K9 w - - 0 1")) == 0  # of one colour


def test_other_endings_are_not_known() -> None:
    for fen in (
        "4k5/10/10/10/10/10/10/2NN6/10/4K5 w - - 0 1",
        "4k5/10/10/10/10/10/10/2BNN5/10/4K5 w - - 0 1",
        "4k5/10/10/10/10/10/10/2BR6/10/4K5 w - - 0 1",
        "4k5/10/10/10/10/10/10/2BP6/10/4K5 w - - 0 1",
        "4k5/10/10/10/10/10/10/2P7/10/4K5 w - - 0 1",
        "4k5/10/10/10/10/10/10/2RR6/10/4K5 w - - 0 1",
    ):
        assert solved_in(Board("grand", fen)) == UNKNOWN
    for men in ("BN4", "R5"):
        assert solved_in(Board("chess", f"4k3/8/8/8/8/8/2{men}/4K3 w - - 0 1")) == UNKNOWN


def test_threads_get_the_same_table() -> None:
    solved._read.cache_clear()
    with ThreadPoolExecutor(4) as threads:
        tables = list(threads.map(solved._table, ["BB"] * 4))
    assert len({table.ctypes.data for table in tables}) == 1


def test_tables_are_attached_when_few_are_left() -> None:
    weights = weights_for(GRAND).copy()
    few = Board("grand", "4k5/10/10/10/10/10/10/2BN3q2/10/4K5 w - - 0 1")
    attach_solved(weights, few.pos, GRAND)
    assert {men for men, table in zip(ENDINGS, weights["solved"], strict=True) if table} == {"BN", "Q"}
    assert weights["tables"] == 2
    attach_solved(weights, Board("grand").pos, GRAND)
    assert not weights["solved"].any() and weights["tables"] == 0
