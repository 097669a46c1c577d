"""Which thread's line to play when several have searched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .deepen import Line
from .score import MATE_FOUND

_LEAST_VOTE = 14  # centipawns: what even the line with the lowest score brings its move


def elect(lines: Sequence[Line]) -> Line:
    """The best of the threads' lines, the first thread's first.

    A mate found goes before all else, the shortest first. Otherwise each line votes for its move, with more
    weight the deeper it is and the better its score, and of the winner's lines the deepest is taken: threads
    that agree have looked at the same move in different ways. After "Lazy SMP", chessprogramming wiki.
    """
    best = max(lines, key=lambda line: line.score)
    if best.score >= MATE_FOUND:
        return best
    lowest = min(line.score for line in lines)
    votes: Counter[int] = Counter()
    for line in lines:
        votes[line.pv[0]] += (line.score - lowest + _LEAST_VOTE) * line.depth
    move = max(votes, key=lambda move: votes[move])
    return max((line for line in lines if line.pv[0] == move), key=lambda line: (line.depth, line.score))
