"""Which of several threads' lines is played."""

from __future__ import annotations

from tenfold.search.deepen import Line
from tenfold.search.score import MATE
from tenfold.search.vote import elect


def line(move: int, score: int, depth: int) -> Line:
    return Line(score, depth, depth, (move, 99))


def test_one_line_is_taken() -> None:
    assert elect([line(1, -50, 3)]) == line(1, -50, 3)


def test_equal_lines_leave_the_first_threads_move() -> None:
    assert elect([line(1, 20, 10), line(2, 20, 10)]) == line(1, 20, 10)


def test_the_majority_wins_and_its_deepest_line_is_told() -> None:
    lines = [line(1, 22, 12), line(2, 20, 12), line(2, 21, 13), line(2, 25, 12)]
    assert elect(lines) == lines[2]


def test_a_much_better_score_outvotes_a_ply() -> None:
    assert elect([line(1, 0, 13), line(2, 150, 12)]) == line(2, 150, 12)


def test_the_shortest_mate_goes_before_all() -> None:
    lines = [line(1, 900, 30), line(2, MATE - 9, 8), line(3, MATE - 5, 7), line(1, 900, 31)]
    assert elect(lines) == lines[2]


def test_being_mated_later_is_better() -> None:
    assert elect([line(1, -MATE + 4, 9), line(2, -MATE + 8, 9)]) == line(2, -MATE + 8, 9)
