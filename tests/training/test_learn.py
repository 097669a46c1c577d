"""Training: the model is what the kernels compute, it learns, and a broken run goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from support.games import ALL_GAMES
from support.lessons import datum, lessons, some_boards
from support.positions import is_bare, placed
from tenfold.engine import variants
from tenfold.engine.board import Board
from tenfold.engine.position import refresh_key
from tenfold.eval.evaluate import evaluate
from tenfold.eval.nnue import files
from tenfold.eval.nnue.network import INPUTS, SCALE
from tenfold.eval.weights import rules_with_placement, weights_for
from tenfold.training.by_hand import by_hand
from tenfold.training.inputs import inputs_of
from tenfold.training.learn import Learner, Settings, centipawns_of_a_logit, data_of, load, model_of
from tenfold.training.model import Bags, Model, Seen
from tenfold.training.shards import DATUM, UNKNOWN


def seen_of(game: str, records: np.ndarray) -> Seen:
    inputs = inputs_of(variants.find(game), records)
    arrays = inputs.bags(np.arange(len(records)))
    _, traits = by_hand(variants.find(game), records)
    return Seen(
        Bags(*map(torch.from_numpy, arrays)),
        torch.from_numpy(traits.astype(np.float32)),
        torch.from_numpy(inputs.buckets),
    )


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_model_is_what_the_kernels_compute(game: str) -> None:
    variant = variants.find(game)
    torch.manual_seed(1)
    boards = [board for board in some_boards(game, 150) if not is_bare(board)]
    records = np.array([datum(board) for board in boards], DATUM)
    seen = seen_of(game, records)
    model = Model()
    model.scale_traits(seen.traits.numpy())
    with torch.no_grad():
        model.worth.normal_(std=0.1)
        model.output.weight.normal_(std=0.1)
        for part in model.shared:
            part.normal_(std=0.05)
    learned = files.unpack(files.pack(game, "", model.quantised()), game)
    weights, rules = weights_for(variant).copy(), rules_with_placement(variant)
    files.install(weights, learned)
    with torch.no_grad():
        floating = (model(seen) * SCALE).numpy()
    # The hand-written evaluation apart, which leaves its sets and terms to the network.
    told, _ = by_hand(variant, records)
    whole = np.array([evaluate(placed(board), rules, weights) for board in boards]) - told
    # Rounded weights: a neuron's sum is off by a few 255ths, the output's weights by a 512th.
    assert np.abs(floating - whole).max() < 25
    assert np.abs(floating - whole).mean() < 8
    assert whole.std() > 50


@pytest.mark.parametrize("game", ["grand", "bigchess", "greatchess"])
def test_what_is_written_by_hand(game: str) -> None:
    variant = variants.find(game)
    boards = some_boards(game, 1500, seed=4)
    told, _ = by_hand(variant, np.array([datum(board) for board in boards], DATUM))
    rules, weights = rules_with_placement(variant), weights_for(variant)
    for board, value in list(zip(boards, told, strict=True))[::19]:
        pos = board.pos.copy()
        refresh_key(pos, rules)
        assert evaluate(pos, rules, weights) == value, board.fen()


def test_in_the_beginning_nothing_is_corrected() -> None:
    records = np.array([datum(board) for board in some_boards("grand", 20)], DATUM)
    with torch.no_grad():
        assert (Model()(seen_of("grand", records)) == 0).all()


def test_gradients_are_those_of_pytorch() -> None:
    records = np.array([datum(board) for board in some_boards("grand", 40)], DATUM)
    bags = seen_of("grand", records).bags
    weight = torch.randn(INPUTS, 5, requires_grad=True)
    wanted = torch.randn(len(bags.starts), 5)
    from tenfold.training.model import _Sums

    _Sums.apply(weight, *bags).backward(wanted)
    ours, weight.grad = weight.grad, None
    torch.nn.functional.embedding_bag(bags.rows, weight, bags.starts, mode="sum").backward(wanted)
    assert ours is not None and weight.grad is not None
    assert torch.allclose(ours, weight.grad, atol=1e-5)


SETTINGS = Settings(epochs=4, batch=128, rate=0.01)


def learner(records: np.ndarray, settings: Settings = SETTINGS) -> Learner:
    return Learner(data_of(variants.GRAND, records), settings)


def test_it_learns() -> None:
    torch.set_num_threads(1)
    pupil = learner(lessons())
    assert 0 < len(pupil.judging) < len(pupil.training) / 20
    before, _ = pupil.judge()
    losses = [pupil.epoch() for _ in range(4)]
    assert [loss.epoch for loss in losses] == [1, 2, 3, 4]
    assert losses[-1].training < losses[0].training - 0.05
    assert all(loss.judging < before - 0.05 for loss in losses)  # of what it has not seen


def test_a_broken_run_comes_to_the_same(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    records = lessons(600)
    about = {"game": "grand", "positions": 600}
    whole = learner(records)
    for _ in range(4):
        whole.epoch()
    first = learner(records)
    first.epoch()
    first.epoch()
    path = tmp_path / "checkpoint.pt"
    first.save(path, about)
    second = learner(records)
    second.restore(load(path), about)
    second.epoch()
    second.epoch()
    assert second.losses == whole.losses
    for name, values in whole.model.quantised().items():
        assert (second.model.quantised()[name] == values).all(), name
    assert (model_of(load(path)).quantised()["input"] == first.model.quantised()["input"]).all()

    with pytest.raises(ValueError, match=r"rate 0\.01, not 0\.02"):
        learner(records, replace(SETTINGS, rate=0.02)).restore(load(path), about)
    with pytest.raises(ValueError, match="has other positions"):
        learner(records).restore(load(path), {**about, "positions": 601})


def test_other_checkpoints_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "odd.pt"
    path.write_bytes(b"no checkpoint")
    with pytest.raises(ValueError, match=r"odd\.pt is no checkpoint"):
        load(path)


def test_bare_kings_are_not_learned_from() -> None:
    boards = [
        Board("grand", f"{rows} {side} - - 0 1")
        for side in "wb"
        for rows in ("5k4/10/10/10/10/10/10/10/10/4KN4", "5kr3/10/10/10/10/10/10/10/10/4K5")
    ]
    records = np.array([datum(board) for board in boards] + [datum(some_boards("grand", 1)[0])], DATUM)
    assert len(data_of(variants.GRAND, records).by_hand) == 1


def test_the_unit_is_found() -> None:
    """Results drawn with 150 centipawns to a logit."""
    rng = np.random.default_rng(1)
    records = np.repeat(lessons(500), 20)
    scores = rng.integers(-600, 601, len(records))
    records["score"] = scores
    won = rng.random(len(records)) < 1 / (1 + np.exp(-scores / 150))
    records["result"] = np.where(won, 1, -1) * np.where(records["stm"] == 0, 1, -1)
    records["result"][::7] = UNKNOWN
    data = data_of(variants.GRAND, records)
    assert np.isnan(data.results[::7]).all() and not np.isnan(data.results[1::7]).any()
    assert 135 < centipawns_of_a_logit(data) < 165
