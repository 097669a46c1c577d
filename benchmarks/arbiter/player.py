"""One side of a match: how its engine is started, set up and asked for moves."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field

from .engine import Engine, EngineError, EngineSilent
from .judge import Position
from .limits import Limits

#: What a mate counts as among scores in centipawns.
MATE = 100_000


class Forfeit(Exception):
    """An engine has lost the game by its own fault; `reason` is short, so that it can be counted."""

    def __init__(self, player: Player, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.player = player
        self.reason = reason


@dataclass(frozen=True)
class Profile:
    """What a side of the match is given."""

    command: str
    limits: Limits
    options: tuple[tuple[str, str], ...] = ()
    margin: float = 0.05  # seconds an engine may be late
    stall: float = 20.0  # seconds of silence after which an engine is given up
    settled_only: bool = False  # send the position after the last irreversible move, not the whole game
    name: str = ""


@dataclass
class Answer:
    """A move, and what the engine said about it."""

    move: str
    seconds: float
    late: float  # seconds past the clock or the move time, before the margin; 0 or less when in time
    score: int | None = None  # centipawns, for the side to move; None when no exact score was given
    depth: int = 0
    nodes: int = 0


@dataclass
class Player:
    """A profile's engine, started when needed and again after a fault."""

    profile: Profile
    variant: str
    warnings: list[str] = field(default_factory=list)
    name: str = ""  # a name given, else the engine's own, else the command
    worst_late: float = 0.0  # seconds past its time, the most so far
    _engine: Engine | None = None

    def __post_init__(self) -> None:
        self.name = self.profile.name or self.profile.command

    @property
    def conversation(self) -> list[str]:
        """The latest lines exchanged with the engine."""
        return list(self._engine.conversation) if self._engine else []

    def new_game(self) -> None:
        """Have the engine ready for a game. Raises `Forfeit`."""
        try:
            if self._engine is None:
                self._engine = Engine(self.profile.command)
                self._engine.handshake()
                self.name = self.profile.name or self._engine.name
                unknown = self._engine.set_up(self.profile.options, self.variant)
                self.warnings += [f"{self.name} announces no option {name}" for name in unknown]
            self._engine.send("ucinewgame")
            self._engine.ready(self.profile.stall)
        except EngineError as error:
            raise self._fault(error) from None

    def ask(self, position: Position, clocks: dict[bool, float]) -> Answer:
        """The engine's move, legal or not, late or not. `clocks` is only read. Raises `Forfeit`."""
        assert self._engine is not None
        engine, limits = self._engine, self.profile.limits
        allowed = self._allowed(clocks[position.white_to_move])
        answer = Answer("", 0.0, 0.0)
        try:
            engine.send(position.command(self.profile.settled_only))
            engine.ready(self.profile.stall)
            sent = engine.send(limits.command(clocks))
            patience = self.profile.stall + (allowed or 0.0)
            came, line = engine.read_until("bestmove", patience, lambda info: _note(info, answer))
        except EngineError as error:
            raise self._fault(error) from None
        words = line.split()
        answer.move = words[1] if len(words) > 1 else ""
        answer.seconds = came - sent
        answer.late = answer.seconds - allowed if allowed is not None else 0.0
        self.worst_late = max(self.worst_late, answer.late)
        return answer

    def _allowed(self, clock: float) -> float | None:
        limits = self.profile.limits
        if limits.movetime_ms is not None:
            return limits.movetime_ms / 1000
        return clock if limits.base is not None else None

    def _fault(self, error: EngineError) -> Forfeit:
        reason = "stall" if isinstance(error, EngineSilent) else "crash"
        time.sleep(0.05)  # so that the last words on the error output are in the conversation
        return Forfeit(self, reason, str(error))

    def close(self) -> None:
        """End the engine; the next game starts a new one."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None


def _note(line: str, answer: Answer) -> None:
    """Keep the depth, nodes and exact score of an `info` line for the first of several lines of play."""
    if not line.startswith("info ") or line.startswith("info string") or re.search(r" multipv (?!1\b)", line):
        return
    for name in ("depth", "nodes"):
        if found := re.search(rf" {name} (\d+)", line):
            setattr(answer, name, int(found[1]))
    found = re.search(r" score (cp|mate) (-?\d+)", line)
    if found and not re.search(r" (upper|lower)bound", line):
        value = int(found[2])
        if found[1] == "mate":
            value = MATE - value if value > 0 else -MATE - value
        answer.score = value
