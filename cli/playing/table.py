"""Where a game of `tenfold play` is put together: names, screen, opponent, file."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from ...client import Engine, EngineError, Limit
from ...engine.board import Board
from ..asked_engine import expect_to_play
from ..words import legend
from .dialogue import Dialogue, opening_line
from .game import CasualGame
from .opponent import Opponent, weakened
from .screen import Screen, asker, example


def sit_down(
    board: Board, player: bool, engine: Engine, limit: Limit, level: int | None, elo: int | None, file: Path
) -> int:
    """Play a game; the exit status. `level` and `elo` None: at full strength.

    What the engine cannot do is a `click.ClickException` or an `EngineError`.
    """
    expect_to_play(engine, board.variant)
    try:
        weakness = weakened(engine, level, elo)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    strength = "" if not weakness else f" (level {level})" if elo is None else f" (Elo {elo})"
    name = engine.id.get("name", "The engine")
    names = {player: "You", not player: name + strength}
    screen = Screen(Console(highlight=False), names, flipped=not player)
    screen.say(opening_line(board.variant.title, player, names), "bold")
    if pieces := legend(board):
        screen.say(pieces, "dim")
    if board.legal_moves:
        screen.say(f"Type a move ({' or '.join(example(board))}) or `help`.", "dim")
    game = CasualGame(board, player)
    dialogue = Dialogue(game, Opponent(engine, name, limit, weakness), screen, file, asker())
    status = 0
    try:
        dialogue.run()
    except KeyboardInterrupt:
        screen.say("")
        status = 130
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror or error}") from None
    except EngineError:
        _tell_where(game, screen, file)
        raise
    _tell_where(game, screen, file)
    return status


def _tell_where(game: CasualGame, screen: Screen, file: Path) -> None:
    """Say where an unfinished game is."""
    if game.sans and not game.ending:
        screen.say(f"The game is not finished; it is in {file}.")
