"""`tenfold svg`."""

from __future__ import annotations

from pathlib import Path

import click

from ...engine.variants import Variant
from ..common import Game, OutputFile, warm_up
from ..position import position, position_options

#: The themes of `draw/colors.py`, named here so that help needs no drawing.
THEMES = ("brown", "green", "blue", "paper")


@click.command(
    "svg",
    short_help="Draw a board as a picture.",
    epilog="Example: tenfold svg grand --moves '1. e5 e6' --arrows 'b2c4 Rj10j5' -o board.svg",
)
@click.argument("game", type=Game(), required=False)
@position_options
@click.option(
    "--pgn",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Draw a position of a game in this file; GAME is for files that do not say it.",
)
@click.option("--game", "number", type=click.IntRange(1), default=1, help="Which game of the PGN, from 1.")
@click.option("--ply", type=click.IntRange(0), help="The position after so many plies, not the last one.")
@click.option("--flip", is_flag=True, help="Black below.")
@click.option("--arrows", default="", help="Arrows and rings: 'e3e5 Rj10a1 Bf6', with PGN's colours G R Y B.")
@click.option("--theme", type=click.Choice(THEMES), default="brown", show_default=True)
@click.option(
    "--size", type=click.IntRange(16, 10000), help="Pixels along a side; else as the page has room."
)
@click.option("--no-coordinates", "bare", is_flag=True, help="No names of files and ranks.")
@click.option("-o", "--output", type=OutputFile(".svg", ""), help="The file; else standard output.")
def command(
    game: Variant | None,
    fen: str | None,
    moves: str | None,
    pgn: Path | None,
    number: int,
    ply: int | None,
    flip: bool,
    arrows: str,
    theme: str,
    size: int | None,
    bare: bool,
    output: Path | None,
) -> None:
    """Draw a position of GAME (grand, bigchess, greatchess, chess) as SVG; last move and check are marked.

    It is the start position, one of --fen and --moves, or one of a game in a PGN file. Without GAME the FEN
    shows which game it is; without either it is Grand Chess.
    """
    if pgn is not None and (fen or moves):
        raise click.UsageError("--pgn brings its own position; --fen and --moves go without it")
    warm_up()
    from ...draw import Arrow, board_svg
    from ..pgn_positions import game_in

    board = game_in(pgn, game, number) if pgn else position(game, fen, moves)
    while ply is not None and len(board.move_stack) > ply:
        board.pop()
    try:
        drawn = [Arrow.from_text(word, board.variant) for word in arrows.replace(",", " ").split()]
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--arrows") from None
    picture = board_svg(
        board,
        size=size,
        flipped=flip,
        coordinates=not bare,
        lastmove=board.peek() if board.move_stack else None,
        check=board.king(board.turn) if board.is_check() else None,
        arrows=drawn,
        theme=theme,
    )
    if output is None:
        click.echo(picture)
        return
    try:
        output.write_text(picture + "\n", encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{output}: {error.strerror}") from None
