"""What the rules of a game say of its end, with the fifty-move rule as a match wants it."""

from __future__ import annotations

from dataclasses import replace

from ..engine import variants
from ..engine.board import Board
from ..engine.result import Termination
from .record import Reason, Rules

#: Plies of the fifty-move rule where a match wants it and the game's book has none.
FIFTY_MOVES = 100

_REASONS = {
    Termination.CHECKMATE: Reason.CHECKMATE,
    Termination.STALEMATE: Reason.STALEMATE,
    Termination.INSUFFICIENT_MATERIAL: Reason.INSUFFICIENT_MATERIAL,
    Termination.FIFTY_MOVES: Reason.FIFTY_MOVES,
    Termination.SEVENTYFIVE_MOVES: Reason.FIFTY_MOVES,
    Termination.THREEFOLD_REPETITION: Reason.THREEFOLD_REPETITION,
    Termination.FIVEFOLD_REPETITION: Reason.THREEFOLD_REPETITION,
}


def board_for(rules: Rules, fen: str | None = None) -> Board:
    """A board that knows the rules of a match. Raises `KeyError` and `InvalidFenError` as `Board` does."""
    variant = variants.find(rules.variant)
    if rules.fifty_moves is not None:
        plies = (variant.move_rule or FIFTY_MOVES) if rules.fifty_moves else 0
        variant = replace(variant, move_rule=plies)
    return Board(variant, fen)


def verdict(board: Board) -> tuple[str, Reason] | None:
    """Result and reason if the game is over. Draws that a player may claim are draws at once."""
    outcome = board.outcome(claim_draw=True)
    return None if outcome is None else (outcome.result(), _REASONS[outcome.termination])
