"""What a network hears of the hand-written evaluation, collected from the board man by man.

The terms themselves are the evaluation's own, which has its own tests.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from tenfold.engine import geometry as g
from tenfold.engine import types as t
from tenfold.engine.board import Board
from tenfold.engine.memory import Record
from tenfold.eval.evaluate import rooks
from tenfold.eval.king import danger
from tenfold.eval.pawns import passers, shelter
from tenfold.eval.tables import unpacked
from tenfold.eval.threats import threats

from .influence import attacks


def traits(board: Board, pos: Record, rules: Record, weights: Record, worth: int) -> list[int]:
    """The inputs in their order; `weights` are those with which `pos`, the board's, was just evaluated."""
    us = int(pos.side)
    found = [*_of_side(board, pos, rules, weights, us), *_of_side(board, pos, rules, weights, us ^ 1)]
    middlegame, endgame = unpacked(int(pos.tally))
    sign = 1 if us == t.WHITE else -1
    found += [sign * middlegame, sign * endgame, worth, *(16 * count for count in _common(pos))]
    return [max(-2047, min(2047, value)) for value in found]


def _common(pos: Record) -> Iterator[int]:
    """The kings' distance, files without pawns, pawns of White with a black one in front."""
    cells = pos["board"]
    [white] = (sq for sq in range(g.SQUARES) if cells[sq] == 2 * t.KING)
    [black] = (sq for sq in range(g.SQUARES) if cells[sq] == 2 * t.KING + 1)
    yield max(abs(g.file_of(white) - g.file_of(black)), abs(g.rank_of(white) - g.rank_of(black)))
    files = {g.file_of(sq) for sq in range(g.SQUARES) if cells[sq] != t.WALL}
    yield len(files - {g.file_of(sq) for sq in range(g.SQUARES) if cells[sq] >> 1 == t.PAWN})
    yield sum(cells[sq] == 2 * t.PAWN and cells[sq + 12] == 2 * t.PAWN + 1 for sq in range(g.SQUARES))


def _of_side(board: Board, pos: Record, rules: Record, weights: Record, us: int) -> Iterator[int]:
    cells = pos["board"]
    squares = [sq for sq in range(g.SQUARES) if cells[sq] != t.WALL]
    men = [{sq for sq in squares if cells[sq] > t.WALL and cells[sq] & 1 == colour} for colour in range(2)]
    times = [_times_attacked(cells, men[colour]) for colour in range(2)]
    mine, enemies = men[us], men[us ^ 1]
    ours, theirs = set(times[us]), set(times[us ^ 1])
    twice, theirs_twice = ({sq for sq, count in times[side].items() if count > 1} for side in (us, us ^ 1))
    pawn = [{sq for sq in men[side] if cells[sq] >> 1 == t.PAWN} for side in range(2)]
    pieces = mine - pawn[us]
    by_pawns = [{to for sq in pawn[side] for to in attacks(cells, sq)} for side in range(2)]
    [their_king] = (sq for sq in enemies if cells[sq] >> 1 == t.KING)
    last_rank = board.variant.ranks - 1

    def own_rank(sq: int, side: int = us) -> int:
        return g.rank_of(sq) if side == t.WHITE else last_rank - g.rank_of(sq)

    def around_their_king(sq: int) -> bool:
        up = own_rank(sq, us ^ 1) - own_rank(their_king, us ^ 1)
        return abs(g.file_of(sq) - g.file_of(their_king)) <= 1 and -1 <= up <= 2

    for total in (weights.freedom[us], danger(pos, rules, weights, us), threats(pos, rules, weights, us)):
        yield from unpacked(int(total))
    yield unpacked(int(rooks(pos, rules, weights, us)))[0]
    yield unpacked(int(passers(pos, rules, weights, us)))[1]
    yield unpacked(int(shelter(pos, rules, weights, us)))[0]
    yield int(weights.units[us])
    counts = [sum(cells[sq] >> 1 == kind for sq in mine) for kind in range(t.PAWN, t.KING)]
    sets = [
        ours,
        ours - theirs,
        twice - theirs_twice,
        ours & enemies,
        ours & enemies - theirs,
        pieces - ours,
        pawn[us] - ours,
        by_pawns[us] & enemies,
        {sq for sq in ours if around_their_king(sq)},
        pieces & by_pawns[us ^ 1],
        {sq for sq in ours - theirs if own_rank(sq) >= board.variant.ranks // 2},
    ]
    yield from (16 * int(count) for count in counts)
    yield from (16 * len(squares) for squares in sets)


def _times_attacked(cells: np.ndarray, men: set[int]) -> dict[int, int]:
    """How often squares are attacked; what two pawns attack counts once."""
    times: dict[int, int] = {}
    by_pawns: set[int] = set()
    for sq in men:
        reached = {to for to in attacks(cells, sq) if cells[to] != t.WALL}
        if cells[sq] >> 1 == t.PAWN:
            by_pawns |= reached
        else:
            for to in reached:
                times[to] = times.get(to, 0) + 1
    for to in by_pawns:
        times[to] = times.get(to, 0) + 1
    return times
