"""Steps about the end of an engine: it leaves when it is told to, and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable

from .step import Failed, Step
from .talk import Talk

#: Seconds that Cute Chess waits before it kills an engine.
_PATIENCE = 5.0


def _leaves(talk: Talk, why: str) -> int | None:
    """Wait for the end; the exit status. The next step gets a fresh process."""
    process = talk.process
    ended = process.ends(_PATIENCE)
    company = ended and process.has_company()
    talk.drop()
    if not ended:
        raise Failed(f"it still runs {_PATIENCE:g} s after {why}")
    if company:
        raise Failed(f"it left processes behind after {why}")
    return process.status


def quits(before: Callable[[Talk], None], why: str) -> Callable[[Talk], None]:
    """A step that says quit, after something else."""

    def run(talk: Talk) -> None:
        talk.start()
        before(talk)
        talk.send("quit")
        _leaves(talk, why)

    return run


def closes(before: Callable[[Talk], None], why: str) -> Callable[[Talk], None]:
    """A step that closes the engine's input."""

    def run(talk: Talk) -> None:
        talk.start()
        before(talk)
        talk.process.close_input()
        _leaves(talk, why)

    return run


def _nothing(talk: Talk) -> None:
    pass


def _search(talk: Talk) -> None:
    talk.begin("infinite")
    talk.silence(0.2)


def ends_well(talk: Talk) -> None:
    talk.start()
    talk.send("quit")
    status = _leaves(talk, "quit")
    if status != 0:
        raise Failed(f"exit status {status} after quit")


STEPS = (
    Step("quit ends it", quits(_nothing, "quit")),
    Step("quit ends it during a search", quits(_search, "quit during a search")),
    Step("the exit status after quit is 0", ends_well, advice=True),
    Step("the end of its input ends it", closes(_nothing, "the end of its input")),
    Step("the end of its input ends it during a search", closes(_search, "the end of its input in a search")),
)
