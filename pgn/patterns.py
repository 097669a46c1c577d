"""What python-chess's own PGN module needs to read and write our games, set up once per process."""

from __future__ import annotations

import re

import chess.pgn
import chess.variant

from ..engine.named_boards import BigChessBoard, GrandBoard, GreatChessBoard

#: python-chess's pattern with squares up to j10, Big Chess's file m and all piece letters. A promotion
#: without "=" keeps to letters that no remark behind a move begins with ("e.p.", "ch").
MOVETEXT = re.compile(
    r"""
    (
        [A-Z]?[a-jm]?(?:10|[1-9])?[\-x]?[a-jm](?:10|[1-9])(?:=[A-Za-z]|[nbrqkNBRQKACGM])?
        |[PNBRQK]?@[a-h][1-8]
        |--
        |Z0
        |0000
        |@@@@
        |O-O(?:-O)?
        |0-0(?:-0)?
    )
    |(\{.*)
    |(;.*)
    |(\$[0-9]+)
    |(\()
    |(\))
    |(\*|1-0|0-1|1/2-1/2)
    |([\?!]{1,2})
    """,
    re.DOTALL | re.VERBOSE,
)


def widen() -> None:
    """Make `chess.pgn` read our games and `chess.variant` find them; orthodox games are read as before."""
    chess.pgn.MOVETEXT_REGEX = MOVETEXT
    for board in (GrandBoard, BigChessBoard, GreatChessBoard):
        if board not in chess.variant.VARIANTS:
            chess.variant.VARIANTS.append(board)  # type: ignore[arg-type]
