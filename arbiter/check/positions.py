"""Positions that ask something of an engine, built for the board and the pawns of each game."""

from __future__ import annotations

import random
import re

from ...engine.board import Board
from ...engine.geometry import FILE_NAMES
from ...engine.variants import Variant

_WORD = re.compile(r"([a-zA-Z])([a-j])(\d+)")


def placed(variant: Variant, men: str, turn: str = "w", castling: str = "-") -> Board:
    """A board with men such as ``Ke1 kf10``; T is the last rank, S and R those below it."""
    top = variant.ranks
    for letter, rank in (("T", top), ("S", top - 1), ("R", top - 2)):
        men = re.sub(rf"\b(\w[a-j]){letter}\b", rf"\g<1>{rank}", men)
    at = {(file, int(rank)): man for man, file, rank in _WORD.findall(men)}
    rows = []
    for rank in range(top, 0, -1):
        cells = [at.get((file, rank), " ") for file in FILE_NAMES[: variant.files]]
        rows.append(re.sub(" +", lambda gap: str(len(gap[0])), "".join(cells)))
    return Board(variant, f"{'/'.join(rows)} {turn} {castling} - 0 1")


def mate_in_one(variant: Variant) -> Board:
    """White mates with a rook on the last rank."""
    return placed(variant, "keT RaS Rb1 Kf1")


def mated_next_move(variant: Variant) -> Board:
    """Black's king has two moves, and is mated after either."""
    return placed(variant, "keT RaS RbR Kf1", "b")


def checkmate(variant: Variant) -> Board:
    """Black is mated."""
    return placed(variant, "keT RaS RbT Kf1", "b")


def stalemate(variant: Variant) -> Board:
    """Black has no move and is not in check."""
    return placed(variant, "kaT QbR Kf1", "b")


def one_move(variant: Variant) -> Board:
    """White has a single legal move."""
    return placed(variant, "Ka1 rbT kgT")


def promotion(variant: Variant) -> Board:
    """White's pawn stands before the last rank, a rook is there for it to take."""
    return placed(variant, "PaS Ke1 rbT kgT")


def castling(variant: Variant) -> Board | None:
    """White may castle on both sides; None where the game has no castling."""
    rule = variant.castling
    if rule is None:
        return None
    men = f"K{rule.king_file}1 R{rule.kingside_rook_file}1 R{rule.queenside_rook_file}1 k{rule.king_file}T"
    return placed(variant, men, castling="KQ")


def en_passant(variant: Variant) -> tuple[Board, str, str] | None:
    """A board, White's long step and Black's capture of it in passing; None where no pawn steps far."""
    if variant.pawn_longest_step < 2:
        return None
    home = variant.pawn_home_rank
    board = placed(variant, f"Pd{home} pe{home + 2} Ka1 khT")
    return board, f"d{home}d{home + 2}", f"e{home + 2}d{home + 1}"


def random_game(variant: Variant, seed: int, plies: int) -> Board:
    """A board after so many random moves from the start, fewer if the game ended."""
    board, dice = Board(variant), random.Random(f"{variant.name} {seed}")
    while board.ply() < plies:
        board.push_packed(dice.choice(sorted(board.packed_moves())))
        if board.is_game_over(claim_draw=True):
            board.pop()
            break
    return board
