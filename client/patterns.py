"""What python-chess's engine module cannot read of larger boards, repaired once per process.

Its pattern for moves knows 64 squares and cuts a line at the first move beyond them; `currmove` is read
without asking the board; and a bound is lost after the chances (``wdl``), where Fairy-Stockfish writes it.
"""

from __future__ import annotations

import re
from typing import Any

import chess
import chess.engine

from ..engine.board import Board
from ..engine.errors import InvalidMoveError
from ..engine.notation import read_uci

#: A move on a board of up to ten by ten, Big Chess's file m included; drops and null moves as before.
MOVE = re.compile(r"^(?:[a-jm](?:10|[1-9])[a-jm](?:10|[1-9])[a-zA-Z]?|[PNBRQK]@[a-h][1-8]|0000)\Z")
_CURRENT_MOVE = re.compile(r"(?:^|\s)currmove\s+(\S+)")
_LATE_BOUND = re.compile(r"(\bwdl \d+ \d+ \d+) (lowerbound|upperbound)\b")
_SCORE = re.compile(r"(\bscore (?:cp|mate) -?\d+)\b")

_read_orthodox = chess.engine._parse_uci_info


def read_info(
    arg: str, root_board: Any, selector: chess.engine.Info = chess.engine.INFO_ALL
) -> chess.engine.InfoDict:
    """The words after ``info`` as a dictionary, its moves being those of `root_board`."""
    if not isinstance(root_board, Board) or arg.startswith("string "):
        return _read_orthodox(arg, root_board, selector)
    if bound := _LATE_BOUND.search(arg):
        arg = _SCORE.sub(rf"\1 {bound[2]}", _LATE_BOUND.sub(r"\1", arg), count=1)
    current = _CURRENT_MOVE.search(arg)
    orthodox: Any = root_board  # python-chess asks it for no more than what all boards have
    info = _read_orthodox(_CURRENT_MOVE.sub("", arg, count=1), orthodox, selector)
    if current:
        try:
            info["currmove"] = read_uci(current[1], root_board.variant)  # type: ignore[typeddict-item]
        except InvalidMoveError as error:
            chess.engine.LOGGER.error("%s in info %r", error, arg)
    return info


def widen() -> None:
    """Make python-chess's engine module read moves of our boards; orthodox boards are read as before."""
    chess.engine.UCI_REGEX = MOVE
    chess.engine._parse_uci_info = read_info
