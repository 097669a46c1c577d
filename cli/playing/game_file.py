"""The PGN file of a game in progress, brought up to date after each move."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from .game import CasualGame, side_name


class GameFile:
    """Appends one game to a file; writing again replaces what was written before, and nothing else."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._span: tuple[int, int] | None = None  # where our game begins and ends in the file

    def write(self, text: str) -> None:
        """Put `text` at the end of the file, in place of our earlier text if that is still its end.

        Raises `OSError`.
        """
        if not text and self._span is None:
            return
        mode = "r+b" if self.path.exists() else "w+b"
        with self.path.open(mode) as file:
            end = file.seek(0, os.SEEK_END)
            if self._span is not None and self._span[1] == end:
                file.seek(self._span[0])
            elif end:
                file.seek(end - 1)
                file.write(b"\n\n" if file.read(1) != b"\n" else b"\n")  # an empty line between games
            begin = file.tell()
            file.write(text.encode())
            file.truncate()
            self._span = (begin, file.tell())


def pgn_text(game: CasualGame, names: Mapping[bool, str], today: date) -> str:
    """The game as PGN. `names` are the players' names by colour, the person's aside."""
    from chess.pgn import StringExporter

    from ...pgn import Game

    tree = Game.from_board(game.board)
    ending = game.ending
    tree.headers.update(
        Event="Casual game",
        Date=today.strftime("%Y.%m.%d"),
        Round="-",
        **{side_name(game.player): "Player", side_name(not game.player): names[not game.player]},
        Result=game.result,
        Termination="normal" if ending else "unterminated",
    )
    if ending:
        tree.end().comment = str(ending)
    return f"{tree.accept(StringExporter())}\n"
