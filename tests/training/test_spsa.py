"""SPSA climbs a noisy hill, keeps to its schedule, and a broken run ends where a whole one does."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pytest
from tenfold.training.spsa import Knob, Schedule, Spsa, Trial

TOP = {"a": 70, "b": -20, "c": 3}
KNOBS = (
    Knob("a", 20, 0, 200, c_end=10, r_end=0.02),
    Knob("b", 40, -100, 100, c_end=10, r_end=0.02),
    Knob("c", 7, 1, 9, c_end=1, r_end=0.02),
)
WIDTHS = {"a": 40, "b": 40, "c": 3}


def height(values: dict[str, int]) -> float:
    """A hill, in Elo."""
    return -60 * sum(((value - TOP[name]) / WIDTHS[name]) ** 2 for name, value in values.items())


def play(trials: Sequence[Trial], rng: np.random.Generator) -> list[float]:
    """Two games for each comparison, won or lost with the chances that the heights give."""
    results = []
    for trial in trials:
        share = 1 / (1 + 10 ** ((height(trial.second) - height(trial.first)) / 400))
        results.append(float(np.sum(np.where(rng.random(2) < share, 1, -1))))
    return results


def finish(run: Spsa, seed: int = 5) -> Spsa:
    while not run.finished:
        run.learn(play(run.trials(), np.random.default_rng([seed, run.done])))
    return run


def test_it_climbs() -> None:
    run = finish(Spsa(KNOBS, Schedule(6000)))
    assert run.done == 6000
    for knob, value in zip(KNOBS, run.values.tolist(), strict=True):
        start, end = abs(knob.start - TOP[knob.name]), abs(value - TOP[knob.name])
        assert end < 0.35 * start, knob.name
    assert height(run.best()) > height({knob.name: int(knob.start) for knob in KNOBS}) / 8


def test_without_a_hill_nothing_drifts_far() -> None:
    run = Spsa(KNOBS, Schedule(3000))
    rng = np.random.default_rng(1)
    while not run.finished:
        run.learn(rng.choice([-2.0, 0.0, 2.0], len(run.trials())).tolist())
    assert np.abs(run.drift()).max() < 5
    assert np.abs(run.drift()).max() > 0


@pytest.mark.parametrize("every", [1, 7])
def test_a_broken_run_ends_as_a_whole_one(every: int) -> None:
    whole = finish(Spsa(KNOBS, Schedule(500, together=6, seed=9)))
    run = Spsa(KNOBS, Schedule(500, together=6, seed=9))
    steps = 0
    while not run.finished:
        run.learn(play(run.trials(), np.random.default_rng([5, run.done])))
        steps += 1
        if steps % every == 0:
            run.trials()  # asked for, but broken off
            run = Spsa.restored(json.loads(json.dumps(run.state())))
    assert run.state() == whole.state()


def test_seeds_differ() -> None:
    runs = [Spsa(KNOBS, Schedule(100, seed=seed)).trials() for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_trials_are_on_opposite_sides_and_whole() -> None:
    run = Spsa(KNOBS, Schedule(1000, together=200))
    trials = run.trials()
    assert len(trials) == 200
    c = 1000**0.101  # times c_end, at the first comparison
    for knob, value in zip(KNOBS, run.values.tolist(), strict=True):
        for trial in trials:
            first, second = trial.first[knob.name], trial.second[knob.name]
            assert isinstance(first, int) and knob.low <= min(first, second)
            assert abs((first + second) / 2 - value) <= 1
            assert abs(abs(first - second) - 2 * c * knob.c_end) < 2
        firsts = [trial.first[knob.name] for trial in trials]
        assert 60 < sum(first > value for first in firsts) < 140
        # Rounded to either side, so that on average nothing is lost.
        higher = [first for first in firsts if first > value]
        assert np.mean(higher) == pytest.approx(value + c * knob.c_end, abs=0.2)
    directions = {tuple(t.first[k.name] > k.start for k in KNOBS) for t in trials}
    assert len(directions) == 8


def test_the_schedule_is_fishtests() -> None:
    """At the end of a run c is c_end, and a won pair moves a parameter by r_end * c_end a game."""
    schedule = Schedule(1000, together=1)
    run = Spsa([Knob("a", 50, 0, 100, c_end=4, r_end=0.005)], schedule)
    sizes, steps = [], []
    while not run.finished:
        [trial] = run.trials()
        sizes.append(abs(trial.first["a"] - trial.second["a"]) / 2)
        before = run.values[0]
        run.learn([1 if trial.first["a"] > trial.second["a"] else -1])
        steps.append(run.values[0] - before)
        run.values[:] = 50  # stay where nothing is cut
    assert np.mean(sizes[-50:]) == pytest.approx(4, abs=0.1)
    assert np.mean(sizes[:2]) == pytest.approx(4 * 1000**0.101, abs=0.6)
    assert steps[-1] == pytest.approx(0.005 * 4, rel=0.01)
    assert steps[0] == pytest.approx(0.005 * 4 * (1100 / 101) ** 0.602 / 1000**0.101, rel=0.01)


def test_bounds_hold() -> None:
    run = Spsa([Knob("a", 9, 0, 10, c_end=3, r_end=1)], Schedule(50))
    while not run.finished:
        trials = run.trials()
        assert all(0 <= value <= 10 for trial in trials for value in (trial.first["a"], trial.second["a"]))
        run.learn([2.0 if trial.first["a"] > trial.second["a"] else -2.0 for trial in trials])
        assert 0 <= run.values[0] <= 10
    assert run.best() == {"a": 10}


def test_history_has_the_way() -> None:
    run = finish(Spsa(KNOBS, Schedule(4000)))
    assert 90 <= len(run.history) <= 101
    assert run.history[0] == [0, 20, 40, 7] and run.history[-1][0] == 4000
    assert len(finish(Spsa(KNOBS, Schedule(20))).history) <= 4


@pytest.mark.parametrize(
    "wrong", [(5, 6, 9, 1, 0.1), (5, 0, 9, 0, 0.1), (5, 0, 9, 1, -1), (5, 5, 5, 1, 0.1)], ids=str
)
def test_knobs_without_sense(wrong: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="x: "):
        Knob("x", *wrong)


def test_results_must_be_those_of_the_trials() -> None:
    with pytest.raises(ValueError, match="3 results of 8"):
        Spsa(KNOBS, Schedule(100)).learn([1, 1, 1])


@pytest.mark.parametrize("change", [{"knobs": [{"name": "a"}]}, {"values": [1]}, {"done": None}], ids=str)
def test_states_of_no_run(change: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Spsa.restored(Spsa(KNOBS, Schedule(100)).state() | change)
