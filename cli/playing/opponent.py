"""The engine as an opponent: it moves, gives hints, and answers to draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...client import INFO_ALL, Engine, EngineError, Limit, PovScore
from ...engine.board import Board, Move

#: From this move on the engine agrees to a draw in a game in which it does not stand better.
_FIRST_DRAW_MOVE = 30
_HINT = Limit(time=1.0)


@dataclass(frozen=True)
class Hint:
    """What the engine would play at full strength: a line, and its score."""

    line: tuple[Move, ...]
    score: PovScore | None


@dataclass
class Opponent:
    """An engine and how it plays. `weakness` are UCI options that hold while it chooses its own moves."""

    engine: Engine
    name: str
    limit: Limit
    weakness: Mapping[str, Any] = field(default_factory=dict)
    _score: PovScore | None = None  # of its newest search

    def choose(self, board: Board) -> Move:
        """The engine's move. Raises `EngineError` when it has none or fails."""
        played = self.engine.play(board, self.limit, game="game", info=INFO_ALL, options=self.weakness)
        if played.move is None:
            raise EngineError("the engine gave no move")
        self._score = played.info.get("score", self._score)
        return played.move

    def hint(self, board: Board) -> Hint:
        """The best line at full strength. Raises `EngineError`."""
        # As another game, so that what is found out here does not help the weakened engine later.
        info = self.engine.analyse(board, _HINT, game="hint")
        return Hint(tuple(info.get("pv", ())), info.get("score"))

    def content_with_draw(self, board: Board) -> bool:
        """Whether the engine, at its newest search, did not stand better."""
        if self._score is None:
            return False
        return self._score.relative.score(mate_score=100_000) <= 0

    def agrees_to_draw(self, board: Board) -> bool:
        """Whether it accepts an offer: late in the game, and when it does not stand better."""
        return board.fullmove_number >= _FIRST_DRAW_MOVE and self.content_with_draw(board)


def weakened(engine: Engine, level: int | None, elo: int | None) -> dict[str, int | bool]:
    """The options for a level or an Elo. Raises `ValueError` if the engine has no such strength."""
    options: dict[str, int | bool] = {}
    for name, value in (("Skill Level", level), ("UCI_Elo", elo)):
        if value is None:
            continue
        option = engine.options.get(name)
        if option is None:
            raise ValueError(f"the engine has no option {name}")
        if not (option.min or 0) <= value <= (option.max or 0):
            raise ValueError(f"the engine's {name} goes from {option.min} to {option.max}, not to {value}")
        options[name] = value
        if name == "UCI_Elo":
            options["UCI_LimitStrength"] = True
    return options
