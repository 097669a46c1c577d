"""Positions of the games in a PGN file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..engine.board import Board
    from ..engine.variants import Variant
    from ..pgn import Game


def games_in(path: Path, otherwise: Variant | None, only: int | None = None) -> Iterator[tuple[int, Game]]:
    """The games of a file with their numbers, from 1; problems are told on standard error.

    `otherwise` is the game where the file does not say it, else orthodox chess. `only` is the number of
    the one that is wanted. A file that cannot be opened is a `click.ClickException`.
    """
    from ..engine.variants import CHESS
    from ..pgn import Problem, games, open_pgn, skip_game

    def tell(problem: Problem) -> None:
        if only in (None, problem.game):
            click.echo(f"tenfold: {path.name}: {problem}", err=True)

    first = only or 1
    try:
        with open_pgn(path) as file:
            all(skip_game(file) for _ in range(1, first))  # up to the end of the file
            numbered = enumerate(games(file, variant=(otherwise or CHESS).name, report=tell), first)
            for number, game in islice(numbered, 1) if only else numbered:
                if game.can_be_set_up():  # else why not has been told
                    yield number, game
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}") from None


def game_in(path: Path, otherwise: Variant | None, number: int) -> Board:
    """The last position of one game's main line, as far as it could be read, with its moves."""
    for _, game in games_in(path, otherwise, number):
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
        return board
    raise click.ClickException(f"{path.name} has no game {number} that could be read")


def title_of(game: Game, board: Board) -> str:
    """Who plays, and after which move the position stands."""
    white, black = game.headers.get("White", "?"), game.headers.get("Black", "?")
    players = f"{white} - {black}" if {white, black} != {"?"} else game.headers.get("Event", "?")
    if not board.move_stack:
        return f"{players}, the start"
    before = board.copy()
    move = before.pop()
    return f"{players}, after {before.variation_san([move])}"
