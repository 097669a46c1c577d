"""Counts below each move (perft's divide), ours and an engine's, and where they first differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..engine.board import Board
from ..engine.errors import InvalidMoveError
from ..engine.notation import read_uci
from ..engine.perft import perft
from .process import EngineProcess, EngineSilent
from .uci_text import position_line

#: What a move of a position leads to: leaves by the move's text, with file j.
Divide = Mapping[str, int]

_COUNT = re.compile(r"\s*([a-m]\d+[a-m]\d+[a-zA-Z]?)\s*[:\s-]\s*(\d+)\s*")
_TOTAL = re.compile(r"\W*(nodes searched|total|perft)\b", re.IGNORECASE)
_SEARCHES = re.compile(r"bestmove\b|info\b.* (score|depth) ")


class PerftUnknown(Exception):
    """The engine does not answer to `go perft`."""


@dataclass(frozen=True)
class Difference:
    """The first move on which two disagree. A count of None means that the move is not in the list."""

    path: tuple[str, ...]  # moves from the position that was asked about
    fen: str  # of the position in which the move is made
    move: str
    ours: int | None
    theirs: int | None
    depth: int  # plies that the counts reach, the move included
    unstable: bool = False  # another count below the same moves than the engine gave from further up


def our_divide(board: Board, depth: int) -> Divide:
    """Leaves below each legal move, `depth` plies in all."""
    counts = {}
    for move in list(board.legal_moves):
        board.push(move)
        counts[move.uci()] = int(perft(board.pos, board.rules, depth - 1))
        board.pop()
    return counts


def told(board: Board, tenth_file: str = "j", startpos: bool = True) -> str:
    """The command that sets up a board and its moves; without `startpos` the start is written as a FEN."""
    start = board.root().fen()
    fen = None if startpos and start == board.variant.start_fen else start
    return position_line(board.variant, fen, [move.uci() for move in board.move_stack], tenth_file)


def engine_divide(engine: EngineProcess, board: Board, depth: int, patience: float) -> Divide:
    """The counts of an engine that has been told game and position.

    `patience` is in seconds between two of its lines. Raises `PerftUnknown`, and what `engine` does.
    """
    sent = engine.send(f"go perft {depth}")
    counts: dict[str, int] = {}
    while True:
        try:
            stamp, line = engine.read(sent + patience)
        except EngineSilent:
            if counts:
                raise
            raise PerftUnknown("it does not answer to go perft") from None
        sent = stamp
        if found := _COUNT.fullmatch(line):
            counts[_with_file_j(found[1], board)] = int(found[2])
        elif _TOTAL.match(line):
            return counts
        elif _SEARCHES.match(line):
            raise PerftUnknown("it takes go perft for a search")


def _with_file_j(text: str, board: Board) -> str:
    try:
        return read_uci(text, board.variant).uci()
    except InvalidMoveError:
        return text  # no move of the game: it will be found to be one too many


def first_difference(
    board: Board,
    depth: int,
    theirs: Callable[[Board, int], Divide],
    report: Callable[[Sequence[str]], None] = lambda path: None,
) -> Difference | None:
    """Follow the counts down to the first move, in alphabetical order, on which the two disagree; or None.

    `theirs` is asked about the board as it stands, `report` hears of each position that is compared.
    """
    board = board.copy(stack=True)
    path: list[str] = []
    wanted: int | None = None  # what the engine counted below the last move of the path
    while True:
        report(path)
        ours, other = our_divide(board, depth), theirs(board, depth)
        differing = sorted(move for move in {*ours, *other} if ours.get(move) != other.get(move))
        # A move that only one of them has says more than a count, which may differ for many reasons.
        lists = [move for move in differing if move not in ours or move not in other]
        if lists or (differing and depth == 1):
            move = (lists or differing)[0]
            return Difference(tuple(path), board.fen(), move, ours.get(move), other.get(move), depth)
        if not differing:
            if wanted is None:
                return None
            counted = sum(ours.values())
            last = board.pop().uci()
            return Difference(tuple(path[:-1]), board.fen(), last, counted, wanted, depth + 1, unstable=True)
        move = differing[0]
        path.append(move)
        board.push_uci(move)
        wanted, depth = other[move], depth - 1
