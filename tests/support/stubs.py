"""Games between stub engines, and a look at what they leave behind."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tenfold.arbiter.play import play_game
from tenfold.arbiter.player import Player
from tenfold.arbiter.record import GameRecord, GameTask, Opening, Reason, Rules
from tenfold.arbiter.spec import EngineSpec, parse_engine

SCRIPT = Path(__file__).with_name("stub_engine.py")
#: Seconds that children of stubs sleep: a number by which those of this very process are known.
NAP = f"1000.{os.getpid()}"
COMMAND = shlex.join([sys.executable, "-S", "-E", str(SCRIPT)])


def stub(settings: str = "", words: str = "", name: str = "stub") -> EngineSpec:
    """A stub engine with `settings`, described in `words` as on the command line."""
    text = f"name={name} cmd={shlex.quote(f'{COMMAND} {settings}')} {words}"
    return parse_engine(text, "" if "nodes=" in words else "tc=10")


class Tables:
    """Two players who play one game after the other."""

    def __init__(self, white: EngineSpec, black: EngineSpec, rules: Rules) -> None:
        self.specs = {True: white, False: black}
        self.rules = rules
        self.cancelled = threading.Event()
        self.said: list[str] = []  # by all engines, and to them
        self.players = {
            white: Player(
                spec,
                rules.variant,
                cancelled=self.cancelled,
                log=lambda mark, line: self.said.append(f"{mark} {line}"),
            )
            for white, spec in self.specs.items()
        }

    def play(self, opening: Opening | None = None) -> GameRecord:
        task = GameTask(1, 1, self.specs[True], self.specs[False], opening or Opening(), self.rules)
        return play_game(task, self.players[True], self.players[False])

    def pids(self) -> list[int]:
        return [player.pid for player in self.players.values() if player.pid is not None]


@contextlib.contextmanager
def tables(white: EngineSpec, black: EngineSpec | None = None, **rules: Any) -> Iterator[Tables]:
    """Two players; when they are closed, neither process nor thread must be left."""
    threads = threading.active_count()
    table = Tables(white, black or stub(name="other"), Rules(**rules))
    try:
        yield table
    finally:
        for player in table.players.values():
            player.close(0.5)
    assert not leftovers()
    assert threading.active_count() == threads


def leftovers(seconds: float = 3.0) -> list[str]:
    """Stub engines and their children, dead ones that nobody waited for too; what is dying has some time."""
    deadline = time.monotonic() + seconds
    while (found := list(_stubs())) and time.monotonic() < deadline:
        time.sleep(0.02)
    return found


def _stubs() -> Iterator[str]:
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            words = (folder / "cmdline").read_text()
            own = int(parent) == os.getpid()
            if (
                (own and state == "Z")
                or (SCRIPT.name in words and own)
                or (words == f"sleep\0{NAP}\0" and state != "Z")
            ):
                yield f"{folder.name} {state} {words}"


def white_lost(game: GameRecord, reason: Reason, *details: str) -> bool:
    """White's engine forfeited, and these words are in the detail."""
    assert (game.result, game.reason, game.at_fault) == ("0-1", reason, "white"), game
    assert "\n" not in game.detail
    for detail in details:
        assert detail in game.detail
    return True


def normal(game: GameRecord) -> bool:
    """Both stub engines have played on to the third repetition."""
    assert (game.result, game.reason) == ("1/2-1/2", Reason.THREEFOLD_REPETITION), game
    assert (len(game.moves), game.at_fault, game.detail, game.last_lines) == (34, "", "", ())
    return True
