"""Standard algebraic notation, written and read: ``R10a9``, ``bxc10=R+``, ``O-O-O``.

Written as python-chess, Cute Chess and Fairy-Stockfish do: a file tells two men of a kind apart, else a
rank, else both. A pawn that stays a pawn in a promotion zone is written without ``=``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from . import types as t
from .errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from .geometry import SIZE, to_public, to_walled
from .letters import letter, reading_table
from .notation import Move, file_index, square_name

if TYPE_CHECKING:
    from .board import Board

#: piece, from-file, from-rank, to-file, to-rank, promotion. Ten is tried before one.
_SAN = re.compile(
    r"([A-Z])?([a-jm])?(10|[1-9])?[-x]?([a-jm])(10|[1-9])(?:=?([A-Za-z]))?[+#]?",
)
_CASTLING = re.compile(r"(O-O|0-0)(-O|-0)?[+#]?")


def write_san(
    board: Board, move: Move, letters: str = "AC", tenth_file: str | None = None, long: bool = False
) -> str:
    """The SAN of a legal move; `long` names the from-square in full (``Ng1-f3``).

    `tenth_file` is the letter of the tenth file, None for the one that the game's players use.
    """
    packed = board.encode(move)
    file_letter = board.variant.tenth_file if tenth_file is None else tenth_file
    return _without_suffix(board, packed, letters, file_letter, long) + board.check_mark(packed)


def _without_suffix(board: Board, packed: int, letters: str, file_letter: str, long: bool) -> str:
    from_walled, to_walled, kind = packed & 255, packed >> 8 & 255, packed >> 20 & 3
    if kind == t.CASTLING:
        return "O-O" if to_walled > from_walled else "O-O-O"
    piece_type = board.piece_type_on(from_walled)
    origin = square_name(to_public(from_walled), file_letter)
    target = square_name(to_public(to_walled), file_letter)
    captures = board.captures(packed)
    if piece_type == t.PAWN:
        text = origin if long else origin[0] if captures else ""
    else:
        text = letter(piece_type, letters).upper()
        text += origin if long else _told_apart(board, packed, piece_type, origin)
    text += "x" if captures else "-" if long else ""
    text += target
    promoted = packed >> 16 & 15
    return text + (f"={letter(promoted, letters).upper()}" if promoted else "")


def _told_apart(board: Board, packed: int, piece_type: int, origin: str) -> str:
    """What of the from-square must be written because other men of the kind reach the same square."""
    here = to_public(packed & 255)
    others = [
        to_public(other & 255)
        for other in board.packed_moves()
        if other >> 8 & 255 == packed >> 8 & 255
        and other & 255 != packed & 255
        and board.piece_type_on(other & 255) == piece_type
    ]
    if not others:
        return ""
    if all(other % SIZE != here % SIZE for other in others):
        return origin[0]
    if all(other // SIZE != here // SIZE for other in others):
        return origin[1:]
    return origin


def read_san(board: Board, text: str, letters: str = "AC") -> Move:
    """The legal move that a SAN text means.

    `letters` says what a C is. Either digit or letter is read for castling, ``b10R`` and ``b10=r`` for
    ``b10=R``, and more of the from-square than is needed. Raises `InvalidMoveError` for a text that is no
    SAN, `IllegalMoveError`, `AmbiguousMoveError`.
    """
    castling = _CASTLING.fullmatch(text)
    if castling:
        return _castling_move(board, text, kingside=castling[2] is None)
    match = _SAN.fullmatch(text)
    if match is None:
        raise InvalidMoveError(text, "not a move such as e4, Nf3, R10a9 or bxc10=R+", board.fen())
    variant = board.variant
    table = reading_table(variant, letters)
    piece_type = table.get(match[1].lower(), 0) if match[1] else t.PAWN
    promotion = table.get(match[6].lower(), 0) if match[6] else None
    for symbol, meaning in ((match[1], piece_type), (match[6], promotion)):
        if meaning == 0 or (symbol and meaning == t.PAWN):
            raise InvalidMoveError(text, f"{symbol} is no piece of {variant.title}", board.fen())
    from_file = file_index(match[2], variant) if match[2] else None
    to_file = file_index(match[4], variant)
    if to_file is None or int(match[5]) > variant.ranks or (match[2] and from_file is None):
        raise InvalidMoveError(text, "it names a square that is not on the board", board.fen())
    target = SIZE * (int(match[5]) - 1) + to_file
    if piece_type == t.PAWN and from_file is None:
        from_file = to_file  # a pawn's capture always names the file it comes from
    found = [
        move
        for move in _to_square(board, target, piece_type)
        if move.promotion == promotion
        and (from_file is None or move.from_square % SIZE == from_file)
        and (match[3] is None or move.from_square // SIZE == int(match[3]) - 1)
    ]
    return _only(board, text, found)


def _to_square(board: Board, target: int, piece_type: int) -> Iterable[Move]:
    arrives = to_walled(target) << 8
    for packed in [packed for packed in board.packed_moves() if packed & 0xFF00 == arrives]:
        if board.piece_type_on(packed & 255) == piece_type and packed >> 20 & 3 != t.CASTLING:
            yield board.decode(packed)


def _castling_move(board: Board, text: str, kingside: bool) -> Move:
    found = [
        board.decode(packed)
        for packed in board.packed_moves()
        if packed >> 20 & 3 == t.CASTLING and (packed >> 8 & 255 > packed & 255) == kingside
    ]
    return _only(board, text, found)


def _only(board: Board, text: str, found: list[Move]) -> Move:
    if not found:
        raise IllegalMoveError(text, "no legal move fits", board.fen())
    if len(found) > 1:
        names = " and ".join(move.uci() for move in found)
        raise AmbiguousMoveError(text, f"it could be {names}", board.fen())
    return found[0]
