"""Positions for the tests of evaluation and search, and what the evaluation says of them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

from support.games import ALL_GAMES, fens
from support.kernels import fewer, lively_positions
from tenfold.engine.board import Board
from tenfold.engine.errors import InvalidFenError
from tenfold.engine.memory import Record
from tenfold.engine.position import refresh_key
from tenfold.eval.evaluate import estimate, evaluate
from tenfold.eval.solved import attach_solved, moves_to_mate
from tenfold.eval.weights import rules_with_placement, weights_for


@cache
def sample(variant: str) -> tuple[Board, ...]:
    """Positions of lively games, and some of the reference data."""
    games = lively_positions(variant, ALL_GAMES.index(variant), fewer(6, 1), fewer(160, 12))
    found = [board.copy(stack=False) for number, board in enumerate(games) if number % 8 == 0]
    known = fens(variant) if variant != "chess" else []
    found += [Board(variant, fen) for fen in known[:: max(1, len(known) // fewer(50, 3))]]
    return tuple(found)


def is_bare(board: Board) -> bool:
    """Whether a side has its king alone."""
    rows = board.fen().split()[0]
    return not re.search("[A-JL-Z]", rows) or not re.search("[a-jl-z]", rows)


def placed(board: Board) -> Record:
    """A copy of a board's record with the tally that the evaluation expects."""
    pos = board.pos.copy()
    refresh_key(pos, rules_with_placement(board.variant))
    return pos


def value(board: Board, weights: Record | None = None) -> int:
    """The evaluation for the side to move."""
    weights = weights or weights_for(board.variant)
    return int(evaluate(placed(board), rules_with_placement(board.variant), weights))


def solved_in(board: Board) -> int:
    """Moves in which whoever has the men mates, by the tables of solved endings."""
    weights = weights_for(board.variant).copy()
    attach_solved(weights, board.pos, board.variant)
    winner = 0 if set(board.fen().split()[0]) & set("RACQGBN") else 1
    return moves_to_mate(board.pos, rules_with_placement(board.variant), weights, winner)


def rough_value(board: Board) -> int:
    """The estimate for the side to move."""
    return int(estimate(placed(board), rules_with_placement(board.variant), weights_for(board.variant)))


def other_wing(fen: str) -> str:
    """The FEN with the files in reverse; rights and en passant are dropped."""
    rows, side = fen.split()[:2]
    reversed_rows = ["".join(reversed(re.findall(r"\d+|[A-Za-z]", row))) for row in rows.split("/")]
    return f"{'/'.join(reversed_rows)} {side} - - 0 1"


def fen_of(variant_board: Board, men: dict[tuple[int, int], str], side: str = "w", halfmove: int = 0) -> str:
    """The FEN of men by file and rank from 0 on a board of the size of `variant_board`'s."""
    variant = variant_board.variant
    rows = []
    for rank in reversed(range(variant.ranks)):
        row, empty = "", 0
        for file in range(variant.files):
            man = men.get((file, rank))
            if man is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + man
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return f"{'/'.join(rows)} {side} - - {halfmove} 1"


def random_endgames(variant: str, men: str, rng: random.Random, side: str = "w") -> Iterator[Board]:
    """Boards without end with just these men on random squares, the game not over."""
    empty = Board(variant)
    squares = [(f, r) for r in range(empty.variant.ranks) for f in range(empty.variant.files)]
    while True:
        fen = fen_of(empty, dict(zip(rng.sample(squares, len(men)), men, strict=True)), side)
        try:
            board = Board(variant, fen)
        except InvalidFenError:
            continue
        if not board.is_game_over():
            yield board
