"""Training a network: epochs over positions, each ending with a checkpoint."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from ..engine.variants import Variant
from ..eval.nnue.network import SCALE
from .by_hand import by_hand, has_bare_king
from .inputs import Inputs, inputs_of
from .model import Bags, Model, Seen
from .shards import JUDGES, UNKNOWN

_WARM_UP = 0.03  # share of the steps in which the learning rate rises
_DECAY = 2.0  # of weights that belong to one square alone
_LAST_RATE = 0.01  # of the highest


@dataclass(frozen=True)
class Settings:
    """What decides a run, besides its positions."""

    epochs: int = 3
    batch: int = 4096
    rate: float = 2e-3  # the highest learning rate
    result_share: float = 0.0  # of a game's result in what is learned; the rest is the search's score
    seed: int = 1


class Data(NamedTuple):
    """Positions ready to learn from."""

    inputs: Inputs
    by_hand: np.ndarray  # the hand-written evaluation, centipawns for the side to move
    traits: np.ndarray  # what it has seen
    scores: np.ndarray  # centipawns for the side to move
    results: np.ndarray  # points of the side to move: 0, 1/2, 1; NaN where no game tells
    games: np.ndarray


class Loss(NamedTuple):
    """What an epoch has come to, in nats: log 2 = 0.693 is knowing nothing."""

    epoch: int
    training: float
    judging: float
    results: float  # of the judging games' results alone


def data_of(variant: Variant, records: np.ndarray) -> Data:
    """What is to be learned from `DATUM` records; bare kings are left out, no network evaluates them."""
    records = records[~has_bare_king(records)]
    sign = np.where(records["stm"] == 0, 1, -1)
    results = ((sign * records["result"] + 1) / 2).astype(np.float32)
    results[records["result"] == UNKNOWN] = np.nan
    worths, traits = by_hand(variant, records)
    return Data(
        inputs_of(variant, records),
        worths,
        traits,
        records["score"].astype(np.float32),
        results,
        records["game"],
    )


def centipawns_of_a_logit(data: Data) -> float:
    """How many centipawns change the odds of winning by e, by the scores and results of the positions."""
    low, high = 20.0, 2000.0
    known = ~np.isnan(data.results)
    scores, results = data.scores[known].astype(np.float64), data.results[known]
    for _ in range(40):  # the loss has one minimum
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if _entropy(scores / left, results) < _entropy(scores / right, results):
            high = right
        else:
            low = left
    return (low + high) / 2


def _entropy(logits: np.ndarray, wanted: np.ndarray) -> float:
    return float(np.mean(np.logaddexp(0, logits) - wanted * logits))


def _counts(data: Data) -> np.ndarray:
    """How much each position counts, 1 on average: those off the paths of the games together as much as
    those on them, however many there are."""
    played = ~np.isnan(data.results)
    counts = np.ones(len(played), np.float32)
    if played.any() and not played.all():
        counts[played] = len(played) / (2 * played.sum())
        counts[~played] = len(played) / (2 * (~played).sum())
    return counts


class _Batch(NamedTuple):
    seen: Seen
    by_hand: torch.Tensor  # in logits
    wanted: torch.Tensor
    counts: torch.Tensor
    results: torch.Tensor


class Learner:
    """A model on its way, with everything that a checkpoint keeps."""

    def __init__(self, data: Data, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        self.settings = settings
        self.model = Model()
        self.model.scale_traits(data.traits)
        self.losses: list[Loss] = []
        self._data = data
        judging = data.games % JUDGES == 0
        self.training, self.judging = np.flatnonzero(~judging), np.flatnonzero(judging)
        self._counts = _counts(data)
        self.unit = centipawns_of_a_logit(data)
        share = settings.result_share
        said = 1 / (1 + np.exp(-data.scores / self.unit))
        mixed = share * data.results + (1 - share) * said
        self._wanted = np.where(np.isnan(mixed), said, mixed).astype(np.float32)
        self._steps = settings.epochs * math.ceil(len(self.training) / settings.batch)
        self._optimizer = torch.optim.AdamW(self.model.groups(_DECAY), lr=settings.rate, weight_decay=0.0)
        self._schedule = torch.optim.lr_scheduler.LambdaLR(self._optimizer, self._rate)

    def _rate(self, step: int) -> float:
        """The learning rate of a step as a share of the highest."""
        done = step / max(1, self._steps)
        if done < _WARM_UP:
            return done / _WARM_UP
        turn = (done - _WARM_UP) / (1 - _WARM_UP)
        return _LAST_RATE + (1 - _LAST_RATE) * (1 + math.cos(math.pi * min(1.0, turn))) / 2

    def epoch(self, progress: Callable[[int, float], None] = lambda positions, loss: None) -> Loss:
        """Go once through the training positions. `progress` hears how many are done, and the loss so far."""
        number = len(self.losses) + 1
        order = np.random.default_rng((self.settings.seed, number)).permutation(self.training)
        total = done = 0.0
        for seen, told, wanted, counts, _ in self._batches(order):
            self._optimizer.zero_grad()
            logits = told + self.model(seen) * (SCALE / self.unit)
            loss = binary_cross_entropy_with_logits(logits, wanted, counts)
            loss.backward()
            self._optimizer.step()
            self._schedule.step()
            self.model.clip()
            total += loss.item() * len(wanted)
            done += len(wanted)
            progress(int(done), total / done)
        judged, results = self.judge()
        self.losses.append(Loss(number, total / max(1, done), judged, results))
        return self.losses[-1]

    @torch.no_grad()
    def judge(self) -> tuple[float, float]:
        """Losses on the judging games: on what is wanted, and on results alone."""
        sums, counts = np.zeros(2), np.zeros(2)
        for seen, told, wanted, weights, results in self._batches(self.judging):
            logits = told + self.model(seen) * (SCALE / self.unit)
            known = (~results.isnan()).float()
            for i, (truth, weight) in enumerate(((wanted, weights), (results.nan_to_num(), known))):
                sums[i] += binary_cross_entropy_with_logits(logits, truth, weight, reduction="sum").item()
                counts[i] += float(weight.sum())
        judged, results_alone = sums / np.maximum(1, counts)
        return float(judged), float(results_alone)

    def _batches(self, order: np.ndarray) -> Iterator[_Batch]:
        """The positions in that order, each batch made while the one before is worked on."""
        size = self.settings.batch
        parts = [order[first : first + size] for first in range(0, len(order), size)]
        with ThreadPoolExecutor(1) as aside:
            ahead = aside.submit(self._batch, parts[0]) if parts else None
            for part in [*parts[1:], None]:
                assert ahead is not None
                ready = ahead.result()
                if part is not None:
                    ahead = aside.submit(self._batch, part)
                yield ready

    def _batch(self, chosen: np.ndarray) -> _Batch:
        return _Batch(
            Seen(
                Bags(*map(torch.from_numpy, self._data.inputs.bags(chosen))),
                torch.from_numpy(self._data.traits[chosen].astype(np.float32)),
                torch.from_numpy(self._data.inputs.buckets[chosen]),
            ),
            torch.from_numpy(self._data.by_hand[chosen].astype(np.float32) / np.float32(self.unit)),
            torch.from_numpy(self._wanted[chosen]),
            torch.from_numpy(self._counts[chosen]),
            torch.from_numpy(self._data.results[chosen]),
        )

    # Checkpoints

    def start_from(self, found: dict[str, Any]) -> None:
        """Begin with the weights of another run's checkpoint, that `load` has read."""
        self.model.load_state_dict(found["model"])

    def save(self, path: Path, about: dict[str, Any]) -> None:
        """Write everything to a file, or leave the old one. `about` is kept with it. Raises `OSError`."""
        beside = path.with_name(path.name + ".new")
        torch.save(
            {
                "settings": asdict(self.settings),
                "about": about,
                "unit": self.unit,
                "losses": [list(loss) for loss in self.losses],
                "model": self.model.state_dict(),
                "optimizer": self._optimizer.state_dict(),
                "schedule": self._schedule.state_dict(),
            },
            beside,
        )
        os.replace(beside, path)

    def restore(self, found: dict[str, Any], about: dict[str, Any]) -> None:
        """Go on from what `load` has read. Raises `ValueError` if that was another run."""
        settings, wanted = found["settings"], asdict(self.settings)
        for name, value in wanted.items():
            if settings.get(name) != value:
                raise ValueError(
                    f"the run there has {name} {settings.get(name)}, not {value};"
                    " name another folder, or remove it"
                )
        if found["about"] != about:
            raise ValueError(
                "the run there has other positions or another beginning; name another folder, or remove it"
            )
        self.losses = [Loss(int(row[0]), *row[1:]) for row in found["losses"]]
        self.model.load_state_dict(found["model"])
        self._optimizer.load_state_dict(found["optimizer"])
        self._schedule.load_state_dict(found["schedule"])


def model_of(found: dict[str, Any]) -> Model:
    """The model of a checkpoint that `load` has read."""
    model = Model()
    model.load_state_dict(found["model"])
    return model


def use_threads(number: int | None) -> None:
    """How many threads PyTorch works with, all processors if None."""
    torch.set_num_threads(number or os.cpu_count() or 1)


def load(path: Path) -> dict[str, Any]:
    """What a checkpoint holds; nothing in it is executed. Raises `ValueError` and `OSError`."""
    try:
        found: dict[str, Any] = torch.load(path, weights_only=True)
    except OSError:
        raise
    except Exception as error:  # of several libraries
        raise ValueError(f"{path} is no checkpoint: {str(error).splitlines()[0]}") from error
    return found
