"""Playing below full strength."""

from __future__ import annotations

import random
from itertools import pairwise
from statistics import mean

import pytest
from tenfold.search.levels import FULL, HIGHEST_ELO, LOWEST_ELO, Handicap, handicap
from tenfold.search.limits import Settings

LINES = ([30, 20, 5, -10], [120, 40, 35, 0], [0, 0, 0, 0], [-20, -90, -95, -400])


def loss(level: float) -> float:
    """How many centipawns a level gives away by its choice, on average."""
    player = Handicap(level)
    return mean(scores[0] - scores[player.choose(scores, seed)] for scores in LINES for seed in range(400))


def test_full_strength_has_no_handicap() -> None:
    assert handicap(Settings()) is None
    assert handicap(Settings(skill_level=25)) is None


@pytest.mark.parametrize("level", range(20))
def test_skill_level(level: int) -> None:
    assert handicap(Settings(skill_level=level)) == Handicap(float(level))


def test_skill_level_below_the_range() -> None:
    assert handicap(Settings(skill_level=-3)) == Handicap(0.0)


def test_elo() -> None:
    levels = [
        handicap(Settings(limit_strength=True, elo=elo)) for elo in range(LOWEST_ELO, HIGHEST_ELO + 1, 100)
    ]
    assert all(level is not None for level in levels)
    assert levels[0] == Handicap(0.0)
    assert all(first.level < second.level for first, second in pairwise(levels))
    assert 19 < levels[-1].level < FULL


@pytest.mark.parametrize("elo", [-100, 0, LOWEST_ELO - 1, HIGHEST_ELO + 1, 10**9])
def test_elo_beyond_the_range_is_the_nearest(elo: int) -> None:
    nearest = LOWEST_ELO if elo < LOWEST_ELO else HIGHEST_ELO
    assert handicap(Settings(limit_strength=True, elo=elo)) == handicap(
        Settings(limit_strength=True, elo=nearest)
    )


def test_elo_goes_before_skill_level() -> None:
    both = Settings(limit_strength=True, elo=1500, skill_level=3)
    assert handicap(both) == handicap(Settings(limit_strength=True, elo=1500))


def test_stronger_levels_see_more() -> None:
    nodes = [Handicap(float(level)).nodes for level in range(20)]
    assert nodes == sorted(nodes) and nodes[0] >= 10 and nodes[-1] > 1000 * nodes[0] / 10


def test_the_same_seed_chooses_the_same() -> None:
    for level in (0.0, 7.5, 19.0):
        for scores in LINES:
            choices = [Handicap(level).choose(scores, seed) for seed in range(50)]
            assert choices == [Handicap(level).choose(scores, seed) for seed in range(50)]
            assert all(0 <= choice < len(scores) for choice in choices)


def test_choices_vary_with_the_seed() -> None:
    assert len({Handicap(0.0).choose([30, 25, 20, 15], seed) for seed in range(200)}) == 4


def test_choosing_does_not_disturb_other_users_of_chance() -> None:
    random.seed(5)
    wanted = random.random()
    random.seed(5)
    Handicap(3.0).choose([1, 0], 9)
    assert random.random() == wanted


def test_weaker_levels_lose_more() -> None:
    losses = [loss(level) for level in (0.0, 5.0, 10.0, 15.0, 19.9)]
    assert all(weaker > stronger for weaker, stronger in pairwise(losses))
    assert losses[-1] < 2


@pytest.mark.parametrize("level", [0.0, 10.0, 19.0])
def test_plainly_worse_moves_are_not_played(level: int) -> None:
    """A weak player plays weak moves, not absurd ones: it neither hangs its queen nor misses all mates."""
    for scores in ([0, -500], [31_990, 200, 0], [100, -31_990]):
        assert {Handicap(level).choose(scores, seed) for seed in range(300)} == {0}


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63, 2**64 - 1])
def test_one_move_is_no_choice(seed: int) -> None:
    assert Handicap(0.0).choose([-31_990], seed) == 0
