"""The fit as a whole: it finds what is wrong with the numbers, and keeps only what other games confirm."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from support.scored import early_records
from tenfold.engine import types as t
from tenfold.engine.variants import find
from tenfold.eval import tables
from tenfold.eval.weights import rules_with_placement, weights_for
from tenfold.training.fit import command
from tenfold.training.fitting import Fit, Loss, Settings
from tenfold.training.logistic import squashed
from tenfold.training.measure import Gauge
from tenfold.training.parameters import Parameters
from tenfold.training.positions import read_quiet

GAME = find("grand")
KNIGHT = [266, 227]  # what the teacher thinks of one


def teach(path: Path) -> Path:
    """Positions with the scores that the engine itself would give if it liked knights better."""
    made = early_records("grand", 500, 12).copy()
    np.savez(path, positions=made)
    positions = read_quiet([path])
    weights, rules = weights_for(GAME).copy(), rules_with_placement(GAME).copy()
    for half in range(2):
        weights["material"][t.KNIGHT] += 120 << 32 * half
    scores = Gauge(Parameters(GAME), weights, rules).scores(positions)
    white = np.random.default_rng(4).random(len(scores)) < squashed(scores, 200)
    made["score"] = np.clip(np.where(made["stm"] == 0, scores, -scores), -1400, 1400)
    made["result"] = np.where(white, 1, -1)
    np.savez(path, positions=made)
    return path


def knight(found: tables.Tables) -> float:
    return float(np.mean(found["material"]["n"]))


NOW = knight(tables.tables_of(GAME, weights_for(GAME), rules_with_placement(GAME)))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["grand", "--rounds", "1", *arguments])


def losses(output: str, row: str) -> list[float]:
    [line] = [line for line in output.splitlines() if row in line]
    return [float(number) for number in re.findall(r"\d\.\d{5}", line)]


def test_the_command_finds_the_dearer_knight(tmp_path: Path) -> None:
    data, out = teach(tmp_path / "data.npz"), tmp_path / "out.json"
    done = run("--data", str(data), "--out", str(out), "--result-share", "0.1")
    assert done.exit_code == 0, done.output
    before, after = losses(done.output, "before"), losses(done.output, "after")
    assert after[1] < before[1]
    assert losses(done.output, "teacher's score")[1] < after[1] + 0.01
    found = json.loads(out.read_text())
    assert 40 < knight(found) - NOW < 180
    tables.fill_weights(weights_for(GAME).copy(), found)

    # Going on from there finds little more, and a strong pull goes back to the engine's numbers.
    again = run("--data", str(data), "--out", str(out), "--result-share", "0.1", "--resume")
    assert losses(again.output, "before")[1] == pytest.approx(after[1], abs=1e-4)
    held = tmp_path / "held.json"
    done = run("--data", str(data), "--out", str(held), "--result-share", "0.1", "--pull", "0.5")
    assert done.exit_code == 0, done.output
    assert abs(knight(json.loads(held.read_text())) - NOW) < 20


def test_what_is_found_survives_an_interrupt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, out = teach(tmp_path / "data.npz"), tmp_path / "out.json"
    steps = Fit.round

    def first_step_only(fit: Fit, report: Callable[[int], None]) -> Iterator[tuple[Loss, bool]]:
        yield next(steps(fit, report))
        raise KeyboardInterrupt

    monkeypatch.setattr(Fit, "round", first_step_only)
    done = run("--data", str(data), "--out", str(out), "--result-share", "0.1")
    assert done.exit_code == 0 and "broken off" in done.output
    assert losses(done.output, "after")[1] < losses(done.output, "before")[1]
    assert knight(json.loads(out.read_text())) > NOW + 30
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.npz", "out.json"]


def test_a_field_can_be_left_out(tmp_path: Path) -> None:
    data, out = teach(tmp_path / "data.npz"), tmp_path / "out.json"
    done = run("--data", str(data), "--out", str(out), "--without", "mobility", "--without", "tempo")
    assert done.exit_code == 0, done.output
    found = json.loads(out.read_text())
    assert not np.any(found["mobility"]["n"]) and not np.any(found["tempo"])
    assert np.any(found["danger_base"])


def test_the_best_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a step proposes, the numbers that judge best are the ones in the records at the end."""
    weights, rules = weights_for(GAME).copy(), rules_with_placement(GAME).copy()
    fit = Fit(GAME, read_quiet([teach(tmp_path / "data.npz")]), weights, rules, Settings(seed=3))
    start, loss = fit.values.copy(), fit.loss
    worse = np.where(fit.parameters.fields == "material", start / 3, start)
    better = start.copy()
    knights = [row for row, number in enumerate(fit.parameters.numbers) if number.where == (t.KNIGHT,)]
    [row] = [row for row in knights if fit.parameters.numbers[row].field == "material"]
    better[fit.parameters.places[row]] += 100
    proposals = iter([(worse, 0.0), (better, 0.0), (worse, 0.0)])
    monkeypatch.setattr("tenfold.training.fitting.Problem.steps", lambda problem: proposals)
    assert [is_better for _, is_better in fit.round()] == [False, True, False]
    assert fit.loss.wanted < loss.wanted
    fit.take_best()
    assert fit.parameters.values(weights, rules).tolist() == better.tolist()


def test_games_that_judge_are_not_fitted_to(tmp_path: Path) -> None:
    positions = read_quiet([teach(tmp_path / "data.npz")])
    weights, rules = weights_for(GAME).copy(), rules_with_placement(GAME).copy()
    seen = []
    for seed in (1, 1, 2):
        fit = Fit(GAME, positions, weights.copy(), rules.copy(), Settings(seed=seed))
        assert not set(fit.training.games) & set(fit.judging.games)
        assert len(fit.training) + len(fit.judging) == len(positions)
        assert 0.03 < len(fit.judging) / len(positions) < 0.2
        seen.append(fit.judging.games.tolist())
    assert seen[0] == seen[1] != seen[2]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [(("--without", "nonsense"), "nonsense"), (("--resume",), "no such file")],
    ids=str,
)
def test_what_cannot_be_done_is_told(arguments: tuple[str, ...], word: str, tmp_path: Path) -> None:
    done = run("--data", str(teach(tmp_path / "data.npz")), "--out", str(tmp_path / "o.json"), *arguments)
    assert done.exit_code == 1 and word in done.output.lower()
    assert not (tmp_path / "o.json").exists()


def test_few_games_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "few.npz", positions=early_records("grand", 15, 1))
    done = run("--data", str(tmp_path / "few.npz"), "--out", str(tmp_path / "o.json"))
    assert done.exit_code == 1 and "games" in done.output


def test_a_folder_is_all_its_files(tmp_path: Path) -> None:
    made = early_records("grand", 500, 12)
    (tmp_path / "data").mkdir()
    for number, part in enumerate(np.array_split(made, 2)):
        np.savez(tmp_path / "data" / f"{number}.npz", positions=part)
    np.savez(tmp_path / "all.npz", positions=made)
    told = [
        run("--data", str(tmp_path / name), "--out", str(tmp_path / "o.json"), "--rounds", "0").output
        for name in ("data", "all.npz")
    ]
    assert told[0].split(" of other")[0] == told[1].split(" of other")[0]
