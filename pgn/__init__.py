"""Games in PGN, read and written in python-chess's manner, for every game that Tenfold knows.

    from tenfold import pgn

    for game in pgn.games("games.pgn"):
        print(game.headers["White"], game.end().board().fen(), game.errors)

Trees, visitors and exporters are python-chess's; the reader is our own: it knows boards of ten by ten, and
says where something stands that it cannot read. Importing this module also makes `chess.pgn` read our games.
"""

from __future__ import annotations

from chess.pgn import (
    SKIP,
    BaseVisitor,
    BoardBuilder,
    HeadersBuilder,
    SkipVisitor,
)

from .exporters import FileExporter, StringExporter
from .files import open_pgn
from .headers import Headers
from .patterns import widen
from .problem import Problem
from .reader import games, read_game, read_headers, skip_game
from .tree import ChildNode, Game, GameBuilder, GameNode
from .which import shown_by

__all__ = [
    "SKIP",
    "BaseVisitor",
    "BoardBuilder",
    "ChildNode",
    "FileExporter",
    "Game",
    "GameBuilder",
    "GameNode",
    "Headers",
    "HeadersBuilder",
    "Problem",
    "SkipVisitor",
    "StringExporter",
    "games",
    "open_pgn",
    "read_game",
    "read_headers",
    "shown_by",
    "skip_game",
]

widen()
