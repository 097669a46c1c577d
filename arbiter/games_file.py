"""The PGN file of a match: it follows the journal, and is made from it again where the two do not agree."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from .games_pgn import round_tag
from .journal import Journal
from .record import GameRecord

_ROUND = re.compile(r'^\[Round "([^"]*)"\]$', re.M)


#: Hands records on, of which there are so many, and may show how far it is.
Watch = Callable[[Iterator[GameRecord], int], Iterable[GameRecord]]


class GamesFile:
    """Games in the order in which they ended. `text` makes PGN of a record, with an empty line at its end."""

    def __init__(self, path: Path, text: Callable[[GameRecord], str]) -> None:
        self.path = path
        self._text = text

    def append(self, record: GameRecord) -> None:
        """Add a game. Raises `OSError`."""
        self._write(self.path, "a", [record])

    def follow(self, journal: Journal, watch: Watch = lambda records, count: records) -> bool:
        """Give the file the journal's games, if it does not have them; say whether it was written anew.

        What is missing at its end is added. Anything else is replaced in one step, so that it is never half
        there. Thousands of games take a while, which `watch` can show. Raises `OSError`, also when there are
        games before the journal has any: somebody else's.
        """
        kept = self._kept(journal)
        if kept == len(journal.played):
            return False
        if not journal.played:
            raise FileExistsError(f"{self.path} has other games; name another --out, or move it away")
        if kept > 0:
            self._write(self.path, "a", watch(journal.records(kept), len(journal.played) - kept))
            return False
        beside = self.path.with_name(self.path.name + ".part")
        self._write(beside, "w", watch(journal.records(), len(journal.played)))
        os.replace(beside, self.path)
        return True

    def _write(self, path: Path, mode: str, records: Iterable[GameRecord]) -> None:
        with open(path, mode, encoding="utf-8", newline="\n") as file:
            file.writelines(map(self._text, records))
            file.flush()
            os.fsync(file.fileno())

    def _kept(self, journal: Journal) -> int:
        """How many of the journal's games the file has, in the same order and the last of them whole.

        -1 for a file with anything else.
        """
        try:
            content = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return 0
        except ValueError:
            return -1
        found = _ROUND.findall(content)
        rounds = [round_tag(game.pair, number) for number, game in journal.played.items()]
        if not content:
            return 0
        if not found or found != rounds[: len(found)]:
            return -1
        last = next(journal.records(len(found) - 1))
        return len(found) if content.endswith(self._text(last)) else -1
