"""An opening as text, for EPD files and for PGN files, and the name by which it is found again."""

from __future__ import annotations

import re

from ..engine.board import Board
from ..engine.named_boards import board_class
from ..engine.variants import Variant
from .openings import epd_openings
from .record import Opening

_EVENT = "Openings of "
_NAME = re.compile(r"(?:[a-z]+\.)?(\d+)\.(\d+)")


def epd_line(board: Board, score: int, seed: int, number: int) -> str:
    """A line of EPD: position, counters, score (centipawns, the mover's) and the opening's name."""
    *position, halfmove, fullmove = board.fen().split()
    name = f"{board.variant.name}.{seed}.{number}"
    return f'{" ".join(position)} hmvc {halfmove}; fmvn {fullmove}; ce {score}; id "{name}";\n'


def pgn_game(board: Board, score: int, seed: int, number: int) -> str:
    """A game of PGN with the opening's moves; its name stands in the tag Round."""
    from .. import pgn

    replayed = board_class(board.variant)(board.root().fen())
    for move in board.move_stack:
        replayed.push(move)
    game = pgn.Game.from_board(replayed)
    game.headers["Event"] = f"{_EVENT}{board.variant.title}"
    game.headers["Round"] = f"{seed}.{number}"
    ahead = score if board.turn else -score
    game.end().comment = f"{ahead / 100:+.2f}"
    return f"{game}\n\n"


def whole_part(text: str, variant: Variant, pgn: bool) -> str:
    """A book without the opening at its end that was cut off when its writer was killed.

    What lacks nothing but the end of its line gets that; only games that we wrote are taken off.
    """
    return _whole_games(text) if pgn else _whole_lines(text, variant)


def _whole_games(text: str) -> str:
    if not text.strip():
        return text
    if text.split()[-1] in ("*", "1-0", "0-1", "1/2-1/2"):
        return text if text.endswith("\n\n") else text.rstrip() + "\n\n"
    start = text.rfind("\n\n[") + 2 if "\n\n[" in text else 0
    ours, last = f'[Event "{_EVENT}', text[start:]
    return text[:start] if last.startswith(ours) or ours.startswith(last) else text


def _whole_lines(text: str, variant: Variant) -> str:
    if not text or text.endswith("\n"):
        return text
    begin = text.rfind("\n") + 1
    last = text[begin:]
    try:
        whole = bool(tuple(epd_openings(last, variant, ""))) and (";" not in last or last.endswith(";"))
    except ValueError:
        whole = False
    return f"{text}\n" if whole or last.startswith("#") else text[:begin]


def origin(name: str) -> tuple[int, int]:
    """Seed and number of the candidate that an opening's name tells; 0 and 0 for any other name."""
    found = _NAME.fullmatch(name)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def board_of(opening: Opening, variant: Variant) -> Board:
    """The position after an opening, with its moves."""
    board = Board(variant, opening.fen)
    for move in opening.moves:
        board.push_uci(move)
    return board
