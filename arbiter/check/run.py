"""The whole compliance test: every step in order, each a row of the report."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ..process import EngineError
from . import (
    handshake_steps,
    life_steps,
    limit_steps,
    report_steps,
    robust_steps,
    rules_steps,
    thinking_steps,
)
from .step import Failed, Row, Skipped, Step, Verdict
from .talk import Talk

#: The steps in their order, by group. Some read what earlier ones found out.
GROUPS: dict[str, tuple[Step, ...]] = {
    "Introduction": handshake_steps.STEPS,
    "Limits": limit_steps.STEPS,
    "Thinking": thinking_steps.STEPS,
    "Reports": report_steps.STEPS,
    "Rules": rules_steps.STEPS,
    "Odd input": robust_steps.STEPS,
    "The end": life_steps.STEPS,
}
COUNT = sum(map(len, GROUPS.values()))


def check(talk: Talk) -> Iterator[Row]:
    """Try every step, and end the engine. If it cannot be started the other steps are left out."""
    try:
        for group, steps in GROUPS.items():
            for step in steps:
                row = attempt(talk, group, step)
                yield row
                if step is handshake_steps.STEPS[0] and row.verdict is Verdict.FAIL:
                    return
    finally:
        talk.drop()


def attempt(talk: Talk, group: str, step: Step) -> Row:
    """Try one step. After a fault the next one gets a fresh process."""
    begin = time.perf_counter()
    lines: tuple[str, ...] = ()
    try:
        verdict, reason = Verdict.PASS, step.run(talk) or ""
        if talk.running:
            talk.ready(talk.patience)  # a fault that shows only now is this step's
    except Skipped as skipped:
        verdict, reason = Verdict.SKIP, str(skipped)
    except (Failed, EngineError) as fault:
        verdict, reason = Verdict.WARN if step.advice else Verdict.FAIL, str(fault)
        lines = talk.last_lines()[-12:]
        talk.drop()  # nobody knows its state now
    return Row(group, step.name, verdict, reason, time.perf_counter() - begin, lines)
