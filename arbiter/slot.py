"""Room for one game at a time: two engines that stay alive from game to game."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from .play import play_game
from .player import Player
from .process import QUIT_PATIENCE, Cancelled
from .record import GameRecord, GameTask
from .spec import EngineSpec

#: Hears every line of every conversation: engine, direction, line. Called from several threads.
Listener = Callable[[str, str, str], None]


class Finished(NamedTuple):
    """A game, and what its engines' users should know, such as an option that an engine does not have."""

    record: GameRecord
    warnings: tuple[str, ...]


class Slot:
    """Plays one game after another in whatever thread calls it.

    When `cancelled` is set, a game that is being played raises `Cancelled` at once.
    """

    def __init__(self, cancelled: threading.Event, listener: Listener | None = None) -> None:
        self._cancelled = cancelled
        self._listener = listener
        self._players: dict[tuple[EngineSpec, str], Player] = {}
        self._busy = threading.Lock()

    def play(self, task: GameTask) -> Finished:
        """The finished game. Engines that were here for other games only are ended."""
        with self._busy:
            wanted = [(spec, task.rules.variant) for spec in (task.white, task.black)]
            for key in self._players.keys() - wanted:
                self._players.pop(key).close()
            white, black = (self._player(*key) for key in wanted)
            try:
                record = play_game(task, white, black)
            except Cancelled:
                self._end(0.0)
                raise
            return Finished(record, (*white.warnings, *black.warnings))

    def close(self, patience: float = QUIT_PATIENCE) -> None:
        """End the engines, each by `quit` if it listens for so many seconds; waits for a game that is on."""
        with self._busy:
            self._end(patience)

    def _player(self, spec: EngineSpec, variant: str) -> Player:
        key = spec, variant
        if key not in self._players:
            log = partial(self._listener, spec.name) if self._listener else None
            self._players[key] = Player(spec, variant, cancelled=self._cancelled, log=log)
        return self._players[key]

    def _end(self, patience: float) -> None:
        while self._players:
            self._players.popitem()[1].close(patience)
