"""What a compliance test is made of: steps, and the rows of a report that they become."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .talk import Talk


class Failed(Exception):
    """A step found a fault. The text says in one line what the engine did and what it should have done."""


class Skipped(Exception):
    """A step does not apply to the engine or the game. The text says why."""


class Verdict(Enum):
    """How a step went. A warning is a fault in what the protocol leaves open or only recommends."""

    PASS = "pass"
    FAIL = "fail"
    WARN = "warn"
    SKIP = "skip"


@dataclass(frozen=True)
class Step:
    """One thing that is tried. `run` returns a remark for the report, or raises `Failed` or `Skipped`."""

    name: str
    run: Callable[[Talk], str | None]
    advice: bool = False  # failing is only worth a warning


@dataclass(frozen=True)
class Row:
    """A line of the report."""

    group: str
    name: str
    verdict: Verdict
    reason: str = ""
    seconds: float = 0.0
    lines: tuple[str, ...] = ()  # the latest of the conversation, for a step that failed
