"""The PGN file of a match: it follows the journal, and is made from it again where it lags behind."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from .games_pgn import round_tag
from .journal import Journal
from .record import GameRecord

_ROUND = re.compile(r'^\[Round "([^"]*)"\]$', re.M)


class GamesFile:
    """Games in the order in which they ended. `text` makes PGN of a record, with an empty line at its end."""

    def __init__(self, path: Path, text: Callable[[GameRecord], str]) -> None:
        self.path = path
        self._text = text

    def append(self, record: GameRecord) -> None:
        """Add a game. Raises `OSError`."""
        with open(self.path, "a", encoding="utf-8", newline="\n") as file:
            file.write(self._text(record))

    def follow(self, journal: Journal) -> bool:
        """Write the file anew if it does not have the journal's games; say whether that was necessary.

        What was there is replaced in one step, so that it is never half there. Raises `OSError`, also when
        there are games before the journal has any: they are somebody else's.
        """
        if self._has(journal):
            return False
        if not journal.played:
            raise FileExistsError(f"{self.path} has other games; name another --out, or move it away")
        beside = self.path.with_name(self.path.name + ".part")
        with open(beside, "w", encoding="utf-8", newline="\n") as file:
            for record in journal.records():
                file.write(self._text(record))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self.path)
        return True

    def _has(self, journal: Journal) -> bool:
        """Whether the same games stand there in the same order, and the last of them is whole."""
        try:
            content = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return not journal.played
        except ValueError:
            return False
        last = journal.last()
        if last is None:
            return not content
        rounds = [round_tag(game.pair, number) for number, game in journal.played.items()]
        return _ROUND.findall(content) == rounds and content.endswith(self._text(last))
