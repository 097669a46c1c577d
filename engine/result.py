"""How a game ends: `Termination`, the reason, and `Outcome`, the reason and who won."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Termination(Enum):
    """Why a game is over. The values are the names that test data and match records use."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT_MATERIAL = "insufficient"
    SEVENTYFIVE_MOVES = "seventyfive"
    FIVEFOLD_REPETITION = "fivefold"
    FIFTY_MOVES = "fifty"
    THREEFOLD_REPETITION = "threefold"

    @property
    def phrase(self) -> str:
        """The reason in words for people."""
        return _PHRASES[self]


_PHRASES = {
    Termination.CHECKMATE: "checkmate",
    Termination.STALEMATE: "stalemate",
    Termination.INSUFFICIENT_MATERIAL: "insufficient material",
    Termination.SEVENTYFIVE_MOVES: "seventy-five moves without capture or pawn move",
    Termination.FIVEFOLD_REPETITION: "fivefold repetition",
    Termination.FIFTY_MOVES: "fifty moves without capture or pawn move",
    Termination.THREEFOLD_REPETITION: "threefold repetition",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game. `winner` is True for White, False for Black, None for a draw."""

    termination: Termination
    winner: bool | None

    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"
