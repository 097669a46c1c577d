"""How long an engine may think: a clock, or the same limit at every move."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Seconds, except where the name says otherwise. Exactly one of the four is set."""

    base: float | None = None
    increment: float = 0.0
    nodes: int | None = None
    movetime_ms: int | None = None
    depth: int | None = None

    def __str__(self) -> str:
        if self.base is not None:
            return f"{self.base:g}+{self.increment:g}"
        return self.command({True: 0.0, False: 0.0}).removeprefix("go ")

    def command(self, clocks: dict[bool, float]) -> str:
        """The `go` command; `clocks` gives the seconds left, by "is White's"."""
        if self.nodes is not None:
            return f"go nodes {self.nodes}"
        if self.movetime_ms is not None:
            return f"go movetime {self.movetime_ms}"
        if self.depth is not None:
            return f"go depth {self.depth}"
        white, black = (max(1, round(1000 * clocks[colour])) for colour in (True, False))
        step = round(1000 * self.increment)
        return f"go wtime {white} btime {black} winc {step} binc {step}"


def parse_clock(text: str) -> tuple[float, float]:
    """Base and increment of "2+0.05" or "10", in seconds. Raises `ValueError`."""
    base, _, increment = text.partition("+")
    values = float(base), float(increment or 0)
    if values[0] <= 0 or values[1] < 0:
        raise ValueError(f"not a time control: {text!r}")
    return values
