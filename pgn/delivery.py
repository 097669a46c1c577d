"""Tell a visitor of python-chess's kind about a game that was taken apart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from chess.pgn import SKIP, BaseVisitor

from ..engine.board import Board
from ..engine.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from ..engine.notation import Move
from .dialect import spelling
from .opening import Opening, opening_of
from .problem import Problem
from .split import RawGame
from .tokens import LAST_NAG, NULL_MOVES, Kind, Token

_FAULTS = {IllegalMoveError: "illegal", AmbiguousMoveError: "ambiguous", InvalidMoveError: "no move"}


@dataclass
class _Line:
    """The main line or a variation that is being told."""

    begun: Token | None = None  # where a variation begins
    told: bool = True  # does the visitor know of it?
    broken: bool = False  # nothing more of it is told
    replaced: Move | None = None  # the move of the line above that it is played instead of
    length: int = 0  # moves on the board before it


class Delivery:
    """One game on its way to a visitor; `run` returns what the visitor makes of it."""

    def __init__(
        self,
        raw: RawGame,
        visitor: BaseVisitor[Any],
        number: int,
        variant: str,
        letters: str | None,
        problems: list[Problem],
        report: Callable[[Problem], None] | None,
    ) -> None:
        self.raw = raw
        self.visitor = visitor
        self.number = number
        self.variant = variant
        self.letters = letters
        self.problems = problems
        self.report = report
        self.lines = [_Line()]

    def run(self) -> Any:
        if self.visitor.begin_game() is not SKIP:
            self.visitor.begin_headers()
            opening = opening_of(self.raw, self.variant, self.letters)
            for name, value in opening.headers.items():
                self.visitor.visit_header(name, value)
            if self.visitor.end_headers() is not SKIP:
                self.tell(opening)
        self.visitor.end_game()
        return self.visitor.result()

    def tell(self, opening: Opening) -> None:
        """Start position and movetext, and before them what was wrong with the text as such."""
        board = opening.board()
        found = [*opening.doubts, *([opening.trouble] if opening.trouble else [])]
        self.problems += [Problem(self.number, *trouble) for trouble in found]
        if (
            not self.raw.has_moves
            and self.raw.result == "*"
            and opening.fen is None
            and opening.trouble is None
        ):
            self.problems.append(Problem(self.number, self.raw.line, 1, "", "the game has no moves"))
        for problem in sorted(self.problems, key=lambda problem: (problem.line, problem.column)):
            self.handle(problem)
        if board is None:
            return
        self.board: Board = board
        self.spell = spelling(self.raw, board.variant, opening.letters)
        self.visitor.visit_board(self.visible)
        for token in self.raw.tokens:
            self.take(token)
        while len(self.lines) > 1:
            begun = self.lines[-1].begun
            assert begun is not None
            self.object_to(begun, "the variation is not closed")
            self.end_variation()

    @property
    def visible(self) -> Any:
        """The board, for visitors: they are typed for python-chess's."""
        return self.board

    def handle(self, problem: Problem) -> None:
        if self.report is not None:
            self.report(problem)
        self.visitor.handle_error(problem)

    def object_to(self, token: Token, reason: str) -> None:
        self.handle(Problem(self.number, token.line, token.column, token.text, reason))

    def take(self, token: Token) -> None:
        """Tell the visitor one token of the movetext."""
        line = self.lines[-1]
        if token.kind is Kind.OPEN:
            self.begin_variation(token)
        elif token.kind is Kind.CLOSE:
            if len(self.lines) > 1:
                self.end_variation()
            else:
                self.object_to(token, "no variation is open")
        elif token.kind is Kind.RESULT:
            if len(self.lines) == 1:
                self.visitor.visit_result(token.text)
        elif line.broken:
            pass
        elif token.kind is Kind.MOVE:
            line.broken = not self.take_move(token)
        elif token.kind is Kind.COMMENT:
            self.visitor.visit_comment(token.text)
        elif token.kind is Kind.NAG:
            self.take_nag(token)
        else:
            self.object_to(token, "neither move nor mark nor comment")

    def take_nag(self, token: Token) -> None:
        # Python refuses to make a number of thousands of digits.
        digits = token.text.lstrip("0") or "0"
        if len(digits) > len(str(LAST_NAG)) or int(digits) > LAST_NAG:
            self.object_to(token, f"the last NAG is ${LAST_NAG}")
        else:
            self.visitor.visit_nag(int(digits))

    def take_move(self, token: Token) -> bool:
        """Make a move and tell it. False, after a complaint, if it cannot be made."""
        try:
            if token.text in NULL_MOVES:
                raise IllegalMoveError(token.text, "in none of our games may a player pass")
            word = self.spell(token.text)
            if self.visitor.begin_parse_san(self.visible, word) is not SKIP:
                move = self.read_move(word)
                self.visitor.visit_move(self.visible, move)
                self.board.push(move)
        except InvalidMoveError as error:
            where = f"{self.board.fullmove_number}{'.' if self.board.turn else '...'}"
            self.object_to(token, f"{_FAULTS[type(error)]} at {where} ({error.reason})")
            return False
        self.visitor.visit_board(self.visible)
        return True

    def read_move(self, word: str) -> Any:
        """A move in SAN, or else in UCI's notation."""
        try:
            return self.visitor.parse_san(self.visible, word)
        except InvalidMoveError:
            with suppress(InvalidMoveError):
                return self.board.parse_uci(word)
            raise

    def begin_variation(self, token: Token) -> None:
        above = self.lines[-1]
        if above.broken:
            self.lines.append(_Line(token, told=False, broken=True))
        elif len(self.board.move_stack) == above.length:
            self.object_to(token, "a variation before any move")
            self.lines.append(_Line(token, told=False, broken=True))
        elif self.visitor.begin_variation() is SKIP:
            self.lines.append(_Line(token, broken=True))
        else:
            replaced = self.board.pop()
            self.lines.append(_Line(token, replaced=replaced, length=len(self.board.move_stack)))

    def end_variation(self) -> None:
        line = self.lines.pop()
        if line.replaced is not None:
            while len(self.board.move_stack) > line.length:
                self.board.pop()
            self.board.push(line.replaced)
        if line.told:
            self.visitor.end_variation()
