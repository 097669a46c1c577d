"""The tuner as a command: it keeps its run in a file, and goes on with it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from tenfold.arbiter.spec import parse_engine
from tenfold.cli.group import tenfold
from tenfold.search.params import PARAMS
from tenfold.training import compare
from tenfold.training.selfplay import Pair
from tenfold.training.tune import command, read_knob

FIRST, SECOND = PARAMS[3], PARAMS[4]


class Games:
    """In the place of real games: whoever has the higher first parameter wins. Counts, and may break off."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.openings: list[str] = []
        self.left = 1 << 30
        monkeypatch.setattr("tenfold.training.selfplay._play_pair", self.play)

    def play(self, variant: str, task: tuple) -> Pair:
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        first, second, opening = task
        self.openings.append(opening)
        points = 2.0 if first.params[FIRST.name] > second.params[FIRST.name] else 0.0
        return Pair(opening, points, 100)


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> Games:
    return Games(monkeypatch)


def run(path: Path, *arguments: str) -> Result:
    words = ["grand", "--state", str(path), "--pairs", "60", "--together", "4", *arguments]
    return CliRunner().invoke(command, words)


PARAMETERS = ("--param", f"{FIRST.name}:5:0.05", "--param", SECOND.name)


def test_a_whole_run(games: Games, tmp_path: Path) -> None:
    done = run(tmp_path / "run", *PARAMETERS)
    assert done.exit_code == 0, done.output
    state = json.loads((tmp_path / "run").read_text())
    assert state["done"] == 60 and state["game"] == "grand" and state["nodes"] == 3000
    assert len(games.openings) == len(set(games.openings)) == 60
    assert state["values"][0] > FIRST.default + 1
    assert "after 60 pairs" in done.output and FIRST.name in done.output and SECOND.name in done.output
    again = run(tmp_path / "run", *PARAMETERS)
    assert again.exit_code == 0 and len(games.openings) == 60  # nothing left to play


def test_a_broken_run_goes_on(games: Games, tmp_path: Path) -> None:
    run(tmp_path / "whole", *PARAMETERS)
    whole, games.openings = games.openings, []
    for broken_after in (10, 0, 23):
        games.left = broken_after
        done = run(tmp_path / "broken", *PARAMETERS)
        assert done.exit_code == 130 and "the same command goes on" in done.output
    games.left = 1000
    assert run(tmp_path / "broken", *PARAMETERS).exit_code == 0
    assert (tmp_path / "broken").read_text() == (tmp_path / "whole").read_text()
    assert set(games.openings) == set(whole)


def test_the_advice_can_be_followed(games: Games, tmp_path: Path) -> None:
    output = run(tmp_path / "run", *PARAMETERS).output
    state = json.loads((tmp_path / "run").read_text())
    value = round(state["values"][0])

    line = next(line for line in output.splitlines() if "training.compare" in line)
    words = shlex.split(line)[3:]
    context = compare.main.make_context("compare", words)
    assert compare.read_changes(context.params["first"])[FIRST.name] == value

    line = next(line for line in output.splitlines() if "tenfold match" in line)
    words = shlex.split(line)[2:]
    match = tenfold.get_command(click.Context(tenfold), "match")
    assert match is not None and match.make_context("match", list(words)).params
    engine = parse_engine(words[words.index("--engine") + 1], words[words.index("--each") + 1])
    assert (FIRST.name, str(value)) in engine.options
    assert "uci" in engine.command and "--tune" in engine.command


def test_everything_is_tuned_if_nothing_is_named(games: Games, tmp_path: Path) -> None:
    done = run(tmp_path / "run")
    assert done.exit_code == 0
    knobs = json.loads((tmp_path / "run").read_text())["knobs"]
    assert [knob["name"] for knob in knobs] == [row.name for row in PARAMS]
    for knob, row in zip(knobs, PARAMS, strict=True):
        assert (knob["start"], knob["low"], knob["high"]) == (row.default, row.low, row.high)
        assert 0.5 <= knob["c_end"] <= (row.high - row.low) / 2


def test_another_runs_file_is_not_touched(games: Games, tmp_path: Path) -> None:
    path = tmp_path / "run"
    run(path, *PARAMETERS)
    before = path.read_text()
    for other in (("--seed", "2"), ("--nodes", "9"), ("--param", "null_base"), ("--pairs", "61")):
        done = run(path, *PARAMETERS, *other)
        assert done.exit_code == 1 and "other settings" in re.sub(r"\s+", " ", done.output)
    path.write_text("{}")
    assert run(path, *PARAMETERS).exit_code == 1
    path.write_text(before)
    assert run(path, *PARAMETERS).exit_code == 0


def test_knobs_as_text() -> None:
    knob = read_knob(f"{FIRST.name}:7:0.01")
    assert (knob.c_end, knob.r_end, knob.start) == (7, 0.01, FIRST.default)
    assert read_knob(f"{FIRST.name}:7").r_end == read_knob(FIRST.name).r_end
    assert read_knob(SECOND.name).c_end >= 0.5
    for wrong in ("nothing", f"{FIRST.name}:x", f"{FIRST.name}:1:2:3", f"{FIRST.name}:0", f"{FIRST.name}:"):
        with pytest.raises(click.BadParameter):
            read_knob(wrong)


@pytest.mark.compiled
def test_real_games(tmp_path: Path) -> None:
    words = ("--nodes", "60", "--pairs", "2", "--param", FIRST.name)
    for name in "ab":
        done = run(tmp_path / name, *words)
        assert done.exit_code == 0, done.output
    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()
