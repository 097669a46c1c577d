"""Solve endings against a bare king, every placement: `python -m tenfold.training.solve`.

Backwards from the mates: who is to move and loses in d moves has, one move earlier, been in a position that
wins in d + 1; and who has only moves into such positions loses in d + 1. A square is 10 * rank + file; a
position is the number ``[king, bare king, man, ...]`` in an array of that shape, White having the men.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from ..engine import geometry as g
from ..eval.solved import ENDINGS, WEDGE
from .saving import save

_SIZE = g.SIZE
_SQUARES = _SIZE * _SIZE
_LOST_OR_DRAWN, _ILLEGAL = 0, 255
_ORTHOGONAL = ((1, 0), (0, 1), (-1, 0), (0, -1))
_DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
_LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


class _Moves(NamedTuple):
    """How a kind of man moves: steps that repeat, and steps that do not."""

    slides: tuple[tuple[int, int], ...]
    leaps: tuple[tuple[int, int], ...]


_KINDS = {
    "K": _Moves((), _ORTHOGONAL + _DIAGONAL),
    "N": _Moves((), _LEAPS),
    "B": _Moves(_DIAGONAL, ()),
    "R": _Moves(_ORTHOGONAL, ()),
    "A": _Moves(_DIAGONAL, _LEAPS),
    "C": _Moves(_ORTHOGONAL, _LEAPS),
    "Q": _Moves(_ORTHOGONAL + _DIAGONAL, ()),
    "G": _Moves(_ORTHOGONAL + _DIAGONAL, _LEAPS),
}


def _targets(step: tuple[int, int]) -> np.ndarray:
    """The square that a step leads to from each square, -1 for none."""
    files, ranks = np.arange(_SQUARES) % _SIZE + step[0], np.arange(_SQUARES) // _SIZE + step[1]
    inside = (files >= 0) & (files < _SIZE) & (ranks >= 0) & (ranks < _SIZE)
    return np.where(inside, _SIZE * ranks + files, -1)


_NEXT = {step: _targets(step) for kind in _KINDS.values() for step in kind.slides + kind.leaps}


class Ending:
    """Some men and a king against a bare king."""

    def __init__(self, men: str) -> None:
        self.kinds = "K" + men  # White's, as the axes of the arrays but the bare king's
        self._shape = (_SQUARES,) * (2 + len(men))
        self._attacks = {kind: self._attack_tables(_KINDS[kind]) for kind in set(self.kinds)}
        # Moves to mate with White to move, moves until being mated with Black to move.
        self._white = np.zeros(self._shape, np.uint8)
        self._black = np.zeros(self._shape, np.uint8)

    @staticmethod
    def _attack_tables(moves: _Moves) -> tuple[np.ndarray, np.ndarray]:
        """Whether a man on a square attacks another on an empty board, and whether a third one is between."""
        attacks = np.zeros((_SQUARES, _SQUARES), bool)
        between = np.zeros((_SQUARES, _SQUARES, _SQUARES), bool)
        for step in moves.leaps:
            for square, target in enumerate(_NEXT[step]):
                if target >= 0:
                    attacks[square, target] = True
        for step in moves.slides:
            for square in range(_SQUARES):
                passed: list[int] = []
                target = _NEXT[step][square]
                while target >= 0:
                    attacks[square, target] = True
                    between[square, target, passed] = True
                    passed.append(int(target))
                    target = _NEXT[step][target]
        return attacks, between

    def solve(self) -> Iterator[int]:
        """Fill the arrays; yields each number of moves that some position needs."""
        self._find_illegal()
        lost = self._mates()
        for moves in range(1, 250):
            won = np.unique(np.concatenate([*self._white_before(lost), np.zeros(0, np.int64)]))
            if not len(won):
                return
            self._white.ravel()[won] = moves
            yield moves
            asked = np.unique(np.concatenate(list(self._black_before(won))))
            lost = asked[self._is_lost(asked)]
            self._black.ravel()[lost] = moves

    @property
    def moves(self) -> np.ndarray:
        """Moves to mate with White to move, 0 where there is no win, 255 where the position is illegal."""
        return self._white

    def _attacked(
        self, squares: tuple[np.ndarray, ...], target: np.ndarray, without: int | None = None
    ) -> np.ndarray:
        """Whether one of White's men on `squares` attacks `target`; all but `without` stand in the way."""
        found = np.zeros(len(target), bool)
        for i, kind in enumerate(self.kinds):
            if i == without:
                continue
            attacks, between = self._attacks[kind]
            sees = attacks[squares[i], target]
            for j, other in enumerate(squares):
                if j not in (i, without):
                    sees &= ~between[squares[i], target, other]
            found |= sees
        return found

    def _split(self, positions: np.ndarray) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
        """The bare king's square, and those of White's men."""
        king, bare, *men = np.unravel_index(positions, self._shape)
        return bare, (king, *men)

    def _join(self, bare: np.ndarray, squares: tuple[np.ndarray, ...]) -> np.ndarray:
        return np.ravel_multi_index((squares[0], bare, *squares[1:]), self._shape)

    def _parts(self) -> Iterator[np.ndarray]:
        """All positions, some at a time."""
        size = self._white.size // _SQUARES
        for first in range(0, self._white.size, size):
            yield np.arange(first, first + size)

    def _find_illegal(self) -> None:
        kings_apart = ~self._attacks["K"][0]
        for positions in self._parts():
            bare, squares = self._split(positions)
            fine = kings_apart[squares[0], bare]
            everybody = (bare, *squares)
            for i, square in enumerate(everybody):
                for other in everybody[:i]:
                    fine &= square != other
            self._black.ravel()[positions[~fine]] = _ILLEGAL
            self._white.ravel()[positions[~fine | self._attacked(squares, bare)]] = _ILLEGAL

    def _mates(self) -> np.ndarray:
        """Positions in which Black is mated."""
        found = []
        for positions in self._parts():
            # With White to move they are illegal, as Black is in check.
            positions = positions[self._black.ravel()[positions] == 0]
            positions = positions[self._white.ravel()[positions] == _ILLEGAL]
            may_move, _ = self._replies(positions)
            found.append(positions[~may_move])
        return np.concatenate(found)

    def _white_before(self, positions: np.ndarray) -> Iterator[np.ndarray]:
        """Positions of unknown worth from which a move of White's leads to one of these."""
        bare, squares = self._split(positions)
        for i, kind in enumerate(self.kinds):
            for step in _KINDS[kind].slides + _KINDS[kind].leaps:
                at, alive = squares[i], np.arange(len(positions))
                while len(alive):
                    at = _NEXT[step][at]
                    free = (at >= 0) & (at != bare[alive])
                    for j, other in enumerate(squares):
                        if j != i:
                            free &= at != other[alive]
                    at, alive = at[free], alive[free]
                    moved = tuple(at if j == i else square[alive] for j, square in enumerate(squares))
                    before = self._join(bare[alive], moved)
                    yield before[self._white.ravel()[before] == _LOST_OR_DRAWN]
                    if step not in _KINDS[kind].slides:
                        break

    def _black_before(self, positions: np.ndarray) -> Iterator[np.ndarray]:
        """Positions of unknown worth from which a move of Black's leads to one of these."""
        bare, squares = self._split(positions)
        for step in _KINDS["K"].leaps:
            at = _NEXT[step][bare]
            inside = at >= 0
            before = self._join(at[inside], tuple(square[inside] for square in squares))
            yield before[self._black.ravel()[before] == 0]

    def _replies(self, positions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Whether Black has a legal move, and whether it has one that does not lose for certain."""
        bare, squares = self._split(positions)
        may_move = np.zeros(len(positions), bool)
        escapes = np.zeros(len(positions), bool)
        for step in _KINDS["K"].leaps:
            target = _NEXT[step][bare]
            inside = target >= 0
            target = np.where(inside, target, bare)
            taken = np.zeros(len(positions), bool)
            for i in range(1, len(squares)):
                hit = inside & (target == squares[i])
                taken |= hit
                safe = np.flatnonzero(hit)
                safe = safe[~self._attacked(tuple(s[safe] for s in squares), target[safe], without=i)]
                may_move[safe] = escapes[safe] = True  # what is left cannot win
            worth = self._white.ravel()[self._join(target, squares)]
            legal = inside & ~taken & (worth != _ILLEGAL)
            may_move |= legal
            escapes |= legal & (worth == _LOST_OR_DRAWN)
        return may_move, escapes

    def _is_lost(self, positions: np.ndarray) -> np.ndarray:
        may_move, escapes = self._replies(positions)
        return may_move & ~escapes


def pack(ending: Ending) -> bytes:
    """The file of `eval/distances/`: moves to mate, by the bare king's square in the wedge, the men's squares
    and the king's.

    Illegal positions get the number before them, for nobody asks.
    """
    moves = ending.moves[:, np.array(WEDGE)]
    moves = np.moveaxis(moves, 0, -1).ravel()
    legal = np.where(moves != _ILLEGAL, np.arange(moves.size), 0)
    return lzma.compress(moves[np.maximum.accumulate(legal)].tobytes(), preset=6)


@click.command(epilog="Example: python -m tenfold.training.solve BN --out eval/distances/BN.xz")
@click.argument("men", type=click.Choice(ENDINGS))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Where the table goes.")
def command(men: str, out: Path | None) -> None:
    """Find for every placement of MEN with a king against a bare king in how many moves it is mated.

    Two men take some minutes and three gigabytes.
    """
    ending = Ending(men)
    longest = 0
    for longest in ending.solve():
        click.echo(f"mate in {longest}: {int((ending.moves == longest).sum()):,}")
    click.echo(f"{men}: at most {longest} moves")
    if out is not None:
        save(out, pack(ending))


if __name__ == "__main__":
    command()
