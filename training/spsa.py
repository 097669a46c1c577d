"""SPSA: many parameters tuned at once by noisy comparisons of two settings near each other.

For each comparison every parameter is moved up or down by chance, the opposite way for the other side, and
then a little towards the side that won (Spall, "Multivariate stochastic approximation using a simultaneous
perturbation gradient approximation", 1992). The schedule and the names of its constants are those that people
know from Stockfish's fishtest: c is how far a parameter is moved for a comparison, r how far it follows the
result, both at the end of the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

_ALPHA, _GAMMA = 0.602, 0.101  # how fast steps and moves shrink
_SETTLING = 0.1  # A, as a share of the run: for so long steps are held back
_HISTORY = 100  # rows kept of a run


@dataclass(frozen=True)
class Knob:
    """A parameter to tune. Raises `ValueError` for numbers that make no sense."""

    name: str
    start: float
    low: float
    high: float
    c_end: float
    r_end: float = 0.002

    def __post_init__(self) -> None:
        if not self.low <= self.start <= self.high or self.low == self.high:
            raise ValueError(f"{self.name}: {self.start} is not between {self.low} and {self.high}")
        if self.c_end <= 0 or self.r_end <= 0:
            raise ValueError(f"{self.name}: c_end and r_end are greater than 0")


@dataclass(frozen=True)
class Schedule:
    """How long a run is, in comparisons; so many are made with the same values before these change."""

    comparisons: int
    together: int = 8
    seed: int = 1


@dataclass(frozen=True)
class Trial:
    """A comparison to be made: whole numbers for both sides."""

    first: dict[str, int]
    second: dict[str, int]


class Spsa:
    """A run, at any point of it. The same results give the same values, also after `restored`."""

    def __init__(self, knobs: Sequence[Knob], schedule: Schedule) -> None:
        self.knobs = tuple(knobs)
        self.schedule = schedule
        self.done = 0  # comparisons
        self.values = np.array([knob.start for knob in knobs], float)
        self.history: list[list[float]] = [[0, *self.values.tolist()]]
        self._low = np.array([knob.low for knob in knobs], float)
        self._high = np.array([knob.high for knob in knobs], float)

    @property
    def finished(self) -> bool:
        return self.done >= self.schedule.comparisons

    def best(self) -> dict[str, int]:
        """The values, rounded."""
        return {knob.name: round(value) for knob, value in zip(self.knobs, self.values.tolist(), strict=True)}

    def drift(self) -> np.ndarray:
        """How far each parameter has come, in its c_end."""
        return np.array(
            [(value - k.start) / k.c_end for k, value in zip(self.knobs, self.values, strict=True)]
        )

    def trials(self) -> list[Trial]:
        """The next comparisons to make: always the same until `learn` has heard of their results."""
        moves, rng = self._moves(), self._rng(1)
        return [
            Trial(self._whole(self.values + move, rng), self._whole(self.values - move, rng))
            for move in moves
        ]

    def learn(self, results: Sequence[float]) -> None:
        """Take in the results of `trials()`, in their order: each the first side's wins less its losses."""
        moves = self._moves()
        if len(results) != len(moves):
            raise ValueError(f"{len(results)} results of {len(moves)} comparisons")
        # a / c, as fishtest has it: the step is that times the result times the direction.
        settling = _SETTLING * self.schedule.comparisons
        end = (self.schedule.comparisons + settling) ** _ALPHA
        shrunk = end / (self.done + 1 + settling) ** _ALPHA
        rates = np.array([knob.r_end * knob.c_end**2 for knob in self.knobs]) * shrunk
        for move, result in zip(moves, results, strict=True):
            self.values += rates / np.abs(move) * np.sign(move) * result
        self.values = np.clip(self.values, self._low, self._high)
        before, self.done = self.done, self.done + len(moves)
        share = _HISTORY / self.schedule.comparisons
        if int(self.done * share) > int(before * share):
            self.history.append([self.done, *self.values.tolist()])

    def state(self) -> dict[str, Any]:
        """Everything there is to a run, for JSON."""
        return {
            "schedule": asdict(self.schedule),
            "knobs": [asdict(knob) for knob in self.knobs],
            "done": self.done,
            "values": self.values.tolist(),
            "history": self.history,
        }

    @classmethod
    def restored(cls, state: dict[str, Any]) -> Spsa:
        """The run that had this state. Raises `ValueError` if none can have had it."""
        try:
            run = cls([Knob(**knob) for knob in state["knobs"]], Schedule(**state["schedule"]))
            run.done = int(state["done"])
            values = np.array(state["values"], float)
            run.history = [list(row) for row in state["history"]]
        except (KeyError, TypeError) as error:
            raise ValueError(f"no run has such a state: {error}") from error
        if values.shape != run.values.shape:
            raise ValueError("values and parameters of the state do not fit together")
        run.values = values
        return run

    def _rng(self, purpose: int) -> np.random.Generator:
        return np.random.default_rng([self.schedule.seed, self.done, purpose])

    def _moves(self) -> np.ndarray:
        """[comparison, parameter]: by how much the first side's values are moved."""
        count = min(self.schedule.together, self.schedule.comparisons - self.done)
        sizes = np.array([knob.c_end for knob in self.knobs], float)
        sizes *= (self.schedule.comparisons / (self.done + 1)) ** _GAMMA
        return sizes * self._rng(0).choice([-1.0, 1.0], (count, len(self.knobs)))

    def _whole(self, values: np.ndarray, rng: np.random.Generator) -> dict[str, int]:
        """Whole numbers within bounds. What is between two falls on either, so that small moves count."""
        values = np.floor(np.clip(values, self._low, self._high) + rng.random(len(values)))
        values = np.clip(values, self._low, self._high)
        return {knob.name: int(value) for knob, value in zip(self.knobs, values, strict=True)}
