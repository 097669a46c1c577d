"""Adjudication against a slow, literal account of Cute Chess's rules, over random games."""

from __future__ import annotations

import random

import pytest
from tenfold.arbiter.adjudication import Adjudicator
from tenfold.arbiter.record import MoveRecord, Reason, Rules, Score


def move(score: int | None, depth: int = 9) -> MoveRecord:
    return MoveRecord("a1b1", 0.1, None if score is None else Score(centipawns=score), depth)


def ends(rules: Rules, scores: list[int | None], irreversible: frozenset[int] = frozenset()) -> object:
    """Ply and reason of the ending; scores are each mover's own, White begins."""
    adjudicator = Adjudicator(rules)
    for ply, score in enumerate(scores, 1):
        if ending := adjudicator.after(move(score), ply % 2 == 1, ply in irreversible):
            result, reason, _ = ending
            return ply, result, reason
    return None


DRAW = Rules(draw_movenumber=5, draw_movecount=3, draw_score=10)
RESIGN = Rules(resign_movecount=2, resign_score=500)
DREW = ("1/2-1/2", Reason.DRAW_ADJUDICATION)


def test_a_draw_needs_both_numbers() -> None:
    assert ends(DRAW, [0] * 20) == (10, *DREW)  # five full moves
    assert ends(DRAW, [11] * 10 + [10, -10] * 10) == (16, *DREW)  # three of each side
    assert ends(DRAW, [0] * 9 + [11] + [0] * 20) == (16, *DREW)
    assert ends(DRAW, [0, 20] * 50) is None


def test_captures_pawn_moves_and_missing_scores_begin_the_count_anew() -> None:
    assert ends(DRAW, [0] * 30, frozenset({9})) == (14, *DREW)  # the ninth itself counts
    assert ends(DRAW, [0] * 8 + [None] + [0] * 30) == (15, *DREW)
    adjudicator = Adjudicator(DRAW)
    for ply in range(1, 40):
        assert adjudicator.after(move(0, depth=0), ply % 2 == 1, False) is None


def test_resignation_is_of_one_side() -> None:
    assert ends(RESIGN, [0, -500, 0, -900]) == (4, "1-0", Reason.RESIGN_ADJUDICATION)
    assert ends(RESIGN, [-500, 0, -500]) == (3, "0-1", Reason.RESIGN_ADJUDICATION)
    assert ends(RESIGN, [-500, 0, -499, 0, -500]) is None
    assert ends(RESIGN, [-500, 0, None, 0, -500]) is None


def test_both_sides_must_agree_if_so_wanted() -> None:
    both = Rules(resign_movecount=2, resign_score=500, resign_twosided=True)
    assert ends(both, [0, -500] * 5) is None
    assert ends(both, [500, -500] * 5) == (4, "1-0", Reason.RESIGN_ADJUDICATION)
    # The loser sees it first; the game ends at his next move after the winner has seen it twice.
    assert ends(both, [0, -600, 600, -600, 600, -600]) == (6, "1-0", Reason.RESIGN_ADJUDICATION)


def test_mates_are_scores() -> None:
    adjudicator = Adjudicator(RESIGN)
    mated = MoveRecord("a1b1", 0.1, Score(mate=-2), 9)
    assert adjudicator.after(mated, True, False) is None
    assert adjudicator.after(MoveRecord("a1b1", 0.1, Score(mate=0), 9), True, False) is not None
    assert adjudicator.after(MoveRecord("a1b1", 0.1, Score(mate=2), 9), False, False) is None


def test_length_counts_even_without_scores() -> None:
    assert ends(Rules(maxmoves=3), [None] * 10) == (6, "1/2-1/2", Reason.LENGTH)
    assert ends(Rules(maxmoves=3), [100] * 10) == (6, "1/2-1/2", Reason.LENGTH)


def test_nothing_is_adjudicated_unless_wanted() -> None:
    assert ends(Rules(), [0] * 1000) is ends(Rules(), [-9999] * 1000) is None
    assert ends(Rules(draw_score=10, draw_movenumber=1), [0] * 1000) is None


def in_a_row(scores: list[int | None], count: int, wanted: range) -> bool:
    return len(scores) >= count and all(score is not None and score in wanted for score in scores[-count:])


def literally(rules: Rules, scores: list[int | None]) -> object:
    """The rules as windows over the whole game instead of counters."""
    low, high = range(-(10**6), -rules.resign_score + 1), range(rules.resign_score, 10**6)
    for ply in range(1, len(scores) + 1):
        sofar = scores[:ply]
        mover, other = sofar[-1::-2][::-1], sofar[-2::-2][::-1]
        if sofar[-1] is None:
            continue
        near = range(-rules.draw_score, rules.draw_score + 1)
        if ply // 2 >= rules.draw_movenumber and in_a_row(sofar, 2 * rules.draw_movecount, near):
            return ply, *DREW
        agreed = not rules.resign_twosided or in_a_row(other, rules.resign_movecount, high)
        if in_a_row(mover, rules.resign_movecount, low) and agreed:
            return ply, "0-1" if ply % 2 else "1-0", Reason.RESIGN_ADJUDICATION
    return None


@pytest.mark.parametrize("twosided", [False, True])
def test_counters_and_windows_agree(twosided: bool) -> None:
    rng = random.Random(5)
    endings = set()
    for _ in range(800):
        rules = Rules(
            draw_movenumber=rng.randrange(12),
            draw_movecount=rng.randrange(1, 4),
            draw_score=rng.choice((0, 10, 25)),
            resign_movecount=rng.randrange(1, 4),
            resign_score=rng.choice((300, 600)),
            resign_twosided=twosided,
        )
        drift = rng.choice((0, 15, 40))
        scores: list[int | None] = []
        level = 0.0
        for ply in range(60):
            level += rng.gauss(0, 10) + drift
            own = level if ply % 2 == 0 else -level
            scores.append(None if rng.random() < 0.03 else round(own + rng.gauss(0, 5)))
        found = ends(rules, scores)
        assert found == literally(rules, scores), (rules, scores)
        endings.add(found[2] if isinstance(found, tuple) else None)
    assert endings == {None, Reason.DRAW_ADJUDICATION, Reason.RESIGN_ADJUDICATION}
