"""Moves and scores in words, for people who do not read notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine import types as t
from ..engine.notation import square_name

if TYPE_CHECKING:
    from ..engine.board import Board, Move
    from ..search.limits import Score

_NAMES = {
    t.PAWN: "pawn",
    t.KNIGHT: "knight",
    t.BISHOP: "bishop",
    t.ROOK: "rook",
    t.ARCHBISHOP: "archbishop",
    t.CHANCELLOR: "chancellor",
    t.QUEEN: "queen",
    t.GIRAFFE: "giraffe",
    t.KING: "king",
}
_MOVES_AS = {
    t.ARCHBISHOP: "bishop + knight",
    t.CHANCELLOR: "rook + knight",
    t.GIRAFFE: "queen + knight",
}
#: From how many centipawns on a side is better, clearly better, winning.
_EVEN, _BETTER, _CLEARLY = 40, 150, 500


def piece_name(board: Board, piece_type: int) -> str:
    """What the players of the game call a piece."""
    return board.variant.piece_names.get(t.LETTERS[piece_type], _NAMES[piece_type])


def legend(board: Board) -> str:
    """The compound pieces of the game, with their letters and how they move."""
    return ", ".join(
        f"{t.LETTERS[kind].upper()} {piece_name(board, kind)} ({moves})"
        for kind, moves in _MOVES_AS.items()
        if t.LETTERS[kind] in board.variant.letters
    )


def move_in_words(board: Board, move: Move) -> str:
    """What a legal move does: ``the marshal on e1 takes the rook on e9, with check``."""
    man = board.piece_at(move.from_square)
    victim = board.piece_at(move.to_square)
    tenth = board.variant.tenth_file
    start, end = square_name(move.from_square, tenth), square_name(move.to_square, tenth)
    name = piece_name(board, man.piece_type) if man else "man"
    if board.is_castling(move):
        text = f"the king castles from {start} to {end}"
    elif board.is_en_passant(move):
        text = f"the pawn on {start} takes a pawn in passing, on {end}"
    elif victim is not None:
        text = f"the {name} on {start} takes the {piece_name(board, victim.piece_type)} on {end}"
    else:
        text = f"the {name} on {start} goes to {end}"
    if move.promotion:
        text += f" and becomes a {piece_name(board, move.promotion)}"
    mark = board.check_mark(board.encode(move))
    return text + {"": "", "+": ", with check", "#": ", checkmate"}[mark]


def score_in_words(score: Score, white_to_move: bool) -> str:
    """Who stands how much better. The score is the side to move's."""
    ahead = score.mate > 0 if score.mate is not None else score.value >= 0
    side = "White" if ahead == white_to_move else "Black"
    if score.mate is not None:
        moves = abs(score.mate)
        return f"{side} mates in {moves} move{'s' if moves != 1 else ''}" if moves else f"{side} has mated"
    size = abs(score.value)
    if size < _EVEN:
        return "the game is level"
    how = "a little better" if size < _BETTER else "clearly better" if size < _CLEARLY else "winning"
    return f"{side} is {how}, by the worth of {size / 100:.1f} pawns"


def score_text(score: Score, white_to_move: bool) -> str:
    """A score from White's side, as programs for people show it: ``+1.25``, ``-M3``."""
    sign = 1 if white_to_move else -1
    if score.mate is not None:
        ahead = score.mate > 0  # mate 0: the side to move has been mated
        return f"{'+' if ahead == white_to_move else '-'}M{abs(score.mate)}"
    return f"{sign * score.value / 100:+.2f}"
