"""`StringExporter` and `FileExporter`: python-chess's, for comments of any text.

A comment's line breaks are written as spaces, which are the same to the PGN standard: a blank line and a line
of tags in a comment would begin a new game for whoever reads the file.
"""

from __future__ import annotations

import re

import chess.pgn

_BREAK = re.compile(r"\s*[\r\n]\s*")


class _OneLineComments(chess.pgn.StringExporterMixin):
    def visit_comment(self, comment: str) -> None:
        super().visit_comment(_BREAK.sub(" ", comment))


class StringExporter(_OneLineComments, chess.pgn.StringExporter):
    """Makes a text of a game: ``game.accept(StringExporter())``."""


class FileExporter(_OneLineComments, chess.pgn.FileExporter):
    """Writes a game and a blank line to a text file: ``game.accept(FileExporter(file))``."""
