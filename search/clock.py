"""How long to think about a move, in seconds. Pure functions: time is an argument."""

from __future__ import annotations

from dataclasses import dataclass

from .limits import Limits

_MOVES_LEFT = 25  # what a clock for the whole game is shared among
_LEAST = 0.001
#: Kept on the clock: a busy machine stops any program for some hundredths of a second now and then.
_RESERVE = 0.05


@dataclass(frozen=True)
class Budget:
    """When to stop: after an iteration that ends past `soft`, and at `hard` whatever is going on. None:
    never.
    """

    soft: float | None
    hard: float | None


def budget(limits: Limits, overhead_ms: int) -> Budget:
    """The time that `limits` allow, with `overhead_ms` left for the way between engine and clock."""
    if limits.movetime is not None:
        exact = max(_LEAST, (limits.movetime - overhead_ms) / 1000)
        return Budget(None, exact)
    if limits.time is None:
        return Budget(None, None)
    clock = limits.time / 1000
    overhead = overhead_ms / 1000
    increment = limits.increment / 1000
    moves = min(limits.movestogo or _MOVES_LEFT, 50)
    usable = max(0.0, clock - overhead)
    usable -= min(_RESERVE, usable / 2)
    # Each move to come costs its overhead, too, and brings its increment.
    pool = max(0.0, usable + (moves - 1) * (increment - overhead))
    soft = min(pool / moves + increment / 4, usable * 0.6)
    hard = min(soft * 4.5, usable * (0.9 if moves == 1 else 0.45))
    hard = max(_LEAST, hard)
    return Budget(max(_LEAST, min(soft, hard)), hard)


def appetite(stable: int, share: float, drop: int) -> float:
    """How much of the soft limit a move deserves, 1 on average.

    `stable` counts the iterations since the best move changed, `share` is its part of the nodes so far, from
    0 to 1, `drop` is what its score lost since the iteration before, in centipawns. A move that has stood for
    long, or whose rivals are refuted at once, needs little; a score that falls asks for a way out.
    """
    stability = 1.3 - 0.07 * min(stable, 8)
    focus = 1.9 - 1.3 * share
    trouble = 1.0 + max(0, min(drop, 90)) / 120
    return stability * focus * trouble
