"""A position as the command line names it: a game, a FEN, moves from there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ..engine.variants import GRAND

if TYPE_CHECKING:
    from ..engine.board import Board
    from ..engine.variants import Variant

#: Move numbers, as in ``1.`` and ``1...e5``, which say nothing.
_NUMBER = re.compile(r"\b\d+\.+")


def position_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds ``--fen`` and ``--moves``; `position` makes a board of them."""
    for decorate in (
        click.option("--moves", help="Moves from there, in SAN or as UCI writes them: '1. e5 e6 2. Nc4'."),
        click.option("--fen", help="A position instead of the start."),
    ):
        function = decorate(function)
    return function


def position(variant: Variant | None, fen: str | None, moves: str | None = None) -> Board:
    """The board with its moves; without a `variant` the game that the FEN shows, else Grand Chess.

    What is wrong with FEN or moves is a `click.BadParameter`.
    """
    from ..engine.board import Board
    from ..pgn.which import shown_by
    from .playing.entry import read_move

    try:
        if variant is None:
            variant = shown_by(fen) if fen else GRAND
        board = Board(variant, fen)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--fen") from None
    for word in _NUMBER.sub(" ", moves or "").split():
        try:
            board.push(read_move(board, word))
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--moves") from None
    return board
