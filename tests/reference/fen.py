"""Reading and writing positions as text, with no opinion about the rules beyond the shape of a FEN."""

from __future__ import annotations

import re

from .variants import Rules

Square = tuple[int, int]
"""(file, rank), both counted from 1."""
Placement = dict[Square, str]
"""Occupied squares only; capitals are White."""


def square_name(square: Square) -> str:
    return "abcdefghij"[square[0] - 1] + str(square[1])


def square_at(text: str) -> Square:
    """Raises ValueError for anything but a file letter and a rank number."""
    return "abcdefghij".index(text[0]) + 1, int(text[1:])


def read_placement(text: str, rules: Rules) -> Placement:
    """Raises ValueError when a rank is missing, too short, too long, or holds an unknown letter."""
    rows = text.split("/")
    if len(rows) != rules.size:
        raise ValueError(f"{len(rows)} ranks instead of {rules.size}: {text}")
    board: Placement = {}
    for rank, row in zip(range(rules.size, 0, -1), rows, strict=True):
        file = 1
        for token in re.findall(r"\d+|\D", row):
            if token.isdigit():
                file += int(token)
                continue
            if token.lower() not in rules.pieces:
                raise ValueError(f"no piece {token} in {rules.name}")
            board[file, rank] = token
            file += 1
        if file != rules.size + 1:
            raise ValueError(f"rank {rank} is {file - 1} squares wide")
    return board


def write_placement(board: Placement, size: int) -> str:
    rows = []
    for rank in range(size, 0, -1):
        row, empty = "", 0
        for file in range(1, size + 1):
            piece = board.get((file, rank))
            if piece is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + piece
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def in_board_order(squares: set[Square]) -> list[Square]:
    """a1, b1, ... then rank 2: the order in which a FEN lists en passant squares."""
    return sorted(squares, key=lambda square: (square[1], square[0]))


def write_squares(squares: set[Square]) -> str:
    return "".join(map(square_name, in_board_order(squares))) or "-"


def read_squares(text: str) -> set[Square]:
    """Squares of an en passant field; raises ValueError when it is neither "-" nor squares in a row."""
    if text == "-":
        return set()
    if not re.fullmatch(r"([a-j]\d+)+", text):
        raise ValueError(f"bad en passant field {text}")
    return {square_at(name) for name in re.findall(r"[a-j]\d+", text)}
