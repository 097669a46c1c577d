"""What a person sees of a game: the board with a score sheet beside it, and lines of text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from ...engine.board import Board
from ..board_view import board_view, shows_colours
from .entry import WORDS
from .game import CasualGame, side_name

_ROWS = 7  # of the score sheet
_WIDTH_FOR_BOTH = 68  # columns for board and score sheet side by side


class Screen:
    """Writes to a terminal in colour; to a pipe or a plain terminal in letters."""

    def __init__(self, console: Console, names: Mapping[bool, str], flipped: bool) -> None:
        self.console = console
        self.names = names
        self.flipped = flipped

    @property
    def coloured(self) -> bool:
        return shows_colours(self.console)

    def show(self, game: CasualGame) -> None:
        """The board with the last move marked, the players, and the newest moves."""
        if not self.coloured:
            self.console.print("\n" + game.board.ascii(flipped=self.flipped) + "\n", markup=False)
            return
        last = game.board.move_stack[-1] if game.board.move_stack else None
        board = board_view(game.board, last, flipped=self.flipped)
        picture = Table.grid(padding=(0, 3))
        if self.console.width >= _WIDTH_FOR_BOTH:
            picture.add_row(board, self._sheet(game))
        else:
            picture.add_row(board)
        self.console.print()
        self.console.print(picture)
        self.console.print()

    def _sheet(self, game: CasualGame) -> Group:
        """The players as they sit at the board, and between them what was played."""
        moves = Table.grid(padding=(0, 2, 0, 0))
        moves.add_column(justify="right", style="dim")
        moves.add_column(min_width=7)
        moves.add_column(min_width=7)
        rows = game.score_sheet()[-_ROWS:]
        for number, white, black in rows:
            newest = (number, white, black) == rows[-1]
            cells = [Text(number), Text(white), Text(black)]
            if newest:
                cells[2 if black else 1].stylize("bold yellow")
            moves.add_row(*cells)
        for _ in range(_ROWS - len(rows)):
            moves.add_row("", "", "")
        return Group(
            self._seat(game, self.flipped), Text(), moves, Text(), self._seat(game, not self.flipped)
        )

    def _seat(self, game: CasualGame, color: bool) -> Text:
        """Who has a colour, and whether it is that side's turn."""
        to_move = not game.ending and game.board.turn == color
        text = Text.assemble((f"{side_name(color)}  ", "dim"), (self.names[color], "bold" if to_move else ""))
        if to_move:
            text.append(*("  in check", "bold red") if game.board.is_check() else ("  to move", "green"))
        return text

    def say(self, text: str, style: str = "") -> None:
        """A line of text, or several."""
        self.console.print(Text(text, style=style), soft_wrap=True)

    def complain(self, text: str) -> None:
        """A line about something that cannot be done."""
        self.say(text, "red")

    def list_moves(self, board: Board) -> None:
        """The legal moves in columns."""
        sans = sorted(board.san(move) for move in board.legal_moves)
        if self.console.is_terminal:
            self.console.print(Columns([Text(san) for san in sans], padding=(0, 2), column_first=True))
        else:
            self.say(" ".join(sans))

    def help(self, board: Board) -> None:
        """What may be typed."""
        table = Table.grid(padding=(0, 3, 0, 0))
        table.add_row(Text(" or ".join(example(board)), "bold"), "a move, as SAN or as UCI text")
        for word in WORDS:
            name = f"{word.name} {word.argument}".rstrip()
            table.add_row(Text(name, "bold"), word.help, Text(", ".join(word.aliases), "dim"))
        self.console.print(table)

    def thinking(self, name: str) -> AbstractContextManager[Any]:
        """Shows that the engine thinks, as long as the context lasts."""
        if not self.coloured:
            return nullcontext()
        return self.console.status(Text(f"{name} is thinking …", "dim"))


def example(board: Board) -> tuple[str, ...]:
    """A legal move in both notations, a piece's rather than a pawn's; nothing where there is none."""
    moves = [(board.san(move), move.uci(board.variant.tenth_file)) for move in board.legal_moves]
    return min(moves, key=lambda texts: not texts[0][0].isupper(), default=())


def asker() -> Callable[[str], str]:
    """A function that prompts for a line and raises `EOFError` at the end of input, as `input` does.

    A terminal gets line editing; input from a pipe is repeated, so that what is printed can be read.
    """
    if sys.stdin.isatty():
        with suppress(ImportError):  # Windows has none
            import readline  # noqa: F401  (its import is what makes `input` edit lines)
        return input

    def ask(prompt: str) -> str:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        print(line.rstrip("\n"))
        if not line:
            raise EOFError
        return line

    return ask
