"""Openings made from random legal moves: kept when an engine calls the position near equal, none twice."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ..engine.board import Board
from ..engine.geometry import SIZE
from ..engine.setup import Setup, mirrored, public_squares
from ..engine.variants import Variant

#: So many candidates in a row that are all known, or no opening at all, show that there are no others.
PATIENCE = 2000


@dataclass(frozen=True)
class Recipe:
    """How openings are made. The same recipe makes the same candidates on every machine."""

    variant: Variant
    seed: int = 1
    shortest: int = 6  # plies
    longest: int = 10
    bound: int = 60  # centipawns that neither side may be ahead


@dataclass(frozen=True)
class Trial:
    """A candidate that was put to the engine."""

    number: int  # of the candidate, from 1
    board: Board  # with its moves
    score: int | None  # the engine's, centipawns for the side to move; None for a mate
    kept: bool


def candidate(recipe: Recipe, number: int) -> Board | None:
    """The board after the random moves of a number; None if the game ended on the way."""
    dice = random.Random(f"{recipe.variant.name} {recipe.seed} {number}")
    board = Board(recipe.variant)
    for _ in range(dice.randint(recipe.shortest, recipe.longest)):
        moves = sorted(board.packed_moves())  # so that the order in which they are generated plays no part
        if not moves:
            return None
        board.push_packed(dice.choice(moves))
    return None if board.is_game_over(claim_draw=True) else board


def likeness(board: Board) -> tuple[object, ...]:
    """Equal for positions that are equal, or mirror images of each other, and only for these.

    A mirror image has the colours changed and the board turned upside down, or left and right changed, where
    nobody may castle any more, or both.
    """
    variant, setup = board.variant, board.setup()
    images = [setup, mirrored(variant, setup)]
    if not setup.castling:
        images += [_sideways(variant, image) for image in images]
    return min((image.cells, image.side, image.castling, image.ep) for image in images)


def _sideways(variant: Variant, setup: Setup) -> Setup:
    """The position with left and right changed."""

    def flip(square: int) -> int:
        rank, file = divmod(square, SIZE)
        return SIZE * rank + variant.files - 1 - file

    cells = list(setup.cells)
    for square in public_squares(variant):
        cells[flip(square)] = setup.cells[square]
    return replace(setup, cells=tuple(cells), ep=tuple(sorted(flip(square) for square in setup.ep)))


def trials(
    recipe: Recipe,
    evaluate: Callable[[Board], int | None],
    known: set[tuple[object, ...]],
    first: int = 1,
) -> Iterator[Trial]:
    """Candidates from number `first` on, as far as they are new; `known` holds likenesses and grows.

    `evaluate` is the engine: centipawns for the side to move, or None for a mate. The iterator ends when
    `PATIENCE` candidates in a row were not new.
    """
    number, idle = first, 0
    while idle < PATIENCE:
        board = candidate(recipe, number)
        if board is None or (seen := likeness(board)) in known:
            idle += 1
        else:
            idle = 0
            known.add(seen)
            score = evaluate(board)
            yield Trial(number, board, score, score is not None and abs(score) <= recipe.bound)
        number += 1
