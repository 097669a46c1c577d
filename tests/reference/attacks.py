"""Which squares a man reaches, and which squares are attacked."""

from __future__ import annotations

from collections.abc import Iterator

from .fen import Placement, Square
from .variants import DIAGONAL, LEAPS, MOVEMENT, STRAIGHT, Rules


def reach(rules: Rules, board: Placement, source: Square, kind: str) -> Iterator[Square]:
    """Squares a man of this kind (no pawn) attacks from `source`, those of its own men included."""
    file, rank = source
    slides, leaps = MOVEMENT[kind]
    for right, up in leaps:
        if 1 <= file + right <= rules.size and 1 <= rank + up <= rules.size:
            yield file + right, rank + up
    for right, up in slides:
        x, y = file + right, rank + up
        while 1 <= x <= rules.size and 1 <= y <= rules.size:
            yield x, y
            if (x, y) in board:
                break
            x, y = x + right, y + up


def is_attacked(rules: Rules, board: Placement, square: Square, by_white: bool) -> bool:
    """Whether a man of that colour could capture on the square, were its own king of no concern to it.

    Every move but the pawn's goes both ways, so looking out from the square finds what looks at it. A pawn of
    Grand Chess that has nothing to promote to attacks the last rank all the same.
    """
    file, rank = square
    back = -1 if by_white else 1
    if any(board.get((file + side, rank + back)) == ("P" if by_white else "p") for side in (-1, 1)):
        return True
    for directions, steps in ((DIAGONAL, rules.size), (STRAIGHT, rules.size), (LEAPS, 1)):
        for right, up in directions:
            for step in range(1, steps + 1):
                man = board.get((file + right * step, rank + up * step))
                if man is None:
                    continue
                if man.isupper() == by_white and _goes(man.lower(), (right, up), step):
                    return True
                break
    return False


def _goes(kind: str, direction: tuple[int, int], steps: int) -> bool:
    if kind == "p":
        return False
    slides, leaps = MOVEMENT[kind]
    return direction in slides or (direction in leaps and steps == 1)
