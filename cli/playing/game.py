"""The state of a game between a person and an engine: position, moves, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from ...engine.board import Board, Move, Termination


class NotPossible(ValueError):
    """What was asked for cannot be done now; the text says why."""


@dataclass(frozen=True)
class Ending:
    """How a game ended. `winner` is a colour, None for a draw; `reason` is in words."""

    winner: bool | None
    reason: str

    @property
    def result(self) -> str:
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"

    def __str__(self) -> str:
        if self.winner is None:
            return f"Draw: {self.reason}."
        return f"{side_name(self.winner)} wins: {self.reason}."


def side_name(color: bool) -> str:
    return "White" if color else "Black"


class CasualGame:
    """A game; `player` is the colour of the person. Moves are made by either side through `push`."""

    def __init__(self, board: Board, player: bool) -> None:
        self.board = board
        self.player = player
        self.sans: list[str] = []  # the moves made here
        self._agreed: Ending | None = None  # an end that the board does not show

    @property
    def ending(self) -> Ending | None:
        """How the game has ended, None while it goes on."""
        outcome = self.board.outcome()
        if outcome is not None:
            return Ending(outcome.winner, outcome.termination.phrase)
        return self._agreed

    @property
    def result(self) -> str:
        return self.ending.result if self.ending else "*"

    @property
    def players_turn(self) -> bool:
        return self.board.turn == self.player

    def push(self, move: Move) -> None:
        """Make a move. Raises `NotPossible` when the game is over, `IllegalMoveError`."""
        if self.ending:
            raise NotPossible("The game is over.")
        san = self.board.san(move)
        self.board.push(move)
        self.sans.append(san)

    def take_back(self) -> int:
        """Take back the person's last move and what followed; the number of plies. Raises `NotPossible`."""
        plies = 2 if self.players_turn else 1
        if len(self.sans) < plies:
            raise NotPossible("You have made no move yet that could be taken back.")
        for _ in range(plies):
            self.board.pop()
            self.sans.pop()
        self._agreed = None
        return plies

    def resign(self, color: bool) -> None:
        """`color` gives up. Raises `NotPossible` when the game is over."""
        self._end(Ending(not color, f"{side_name(color)} resigns"))

    def agree_draw(self) -> None:
        """Both sides are content with a draw. Raises `NotPossible` when the game is over."""
        self._end(Ending(None, "by agreement"))

    def claim_draw(self) -> None:
        """The side to move claims a draw, which ends the game. Raises `NotPossible` without a right to it."""
        if not self.board.can_claim_draw():
            raise NotPossible("There is no draw to claim.")
        fifty = self.board.can_claim_fifty_moves()
        reason = Termination.FIFTY_MOVES if fifty else Termination.THREEFOLD_REPETITION
        self._end(Ending(None, f"{reason.phrase}, claimed by {side_name(self.board.turn)}"))

    def _end(self, ending: Ending) -> None:
        if self.ending:
            raise NotPossible("The game is over.")
        self._agreed = ending

    def score_sheet(self) -> list[tuple[str, str, str]]:
        """The moves made here, a row each: number, White's move, Black's; "…" for one before the start."""
        plies = self.board.ply() - len(self.sans)
        cells = ["…"] * (plies % 2) + self.sans
        pairs = zip_longest(cells[::2], cells[1::2], fillvalue="")
        return [(f"{number}.", white, black) for number, (white, black) in enumerate(pairs, plies // 2 + 1)]
