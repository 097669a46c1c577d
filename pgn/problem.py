"""`Problem`, what was wrong with a game in a PGN file, and where."""

from __future__ import annotations

from ..engine.errors import quote


class Problem(ValueError):
    """Something in a PGN file that could not be read. `str(problem)` is one line with place and reason.

    `game` counts the games of the file from 1, `line` its lines and `column` the characters of a line; junk
    belongs to the game after it. `token` is the text that was wrong, "" where something was missing.
    """

    def __init__(self, game: int, line: int, column: int, token: str, reason: str) -> None:
        super().__init__(game, line, column, token, reason)
        self.game = game
        self.line = line
        self.column = column
        self.token = token
        self.reason = reason

    def __str__(self) -> str:
        what = f"{quote(self.token)}: " if self.token else ""
        return f"game {self.game}, line {self.line}, column {self.column}: {what}{self.reason}"
