"""What a person may type during a game: words from a table, or a move."""

from __future__ import annotations

from dataclasses import dataclass

from ...engine.board import Board, InvalidMoveError, Move


@dataclass(frozen=True)
class Word:
    """A command, how else it may be called, and what it does."""

    name: str
    aliases: tuple[str, ...]
    help: str
    argument: str = ""  # what may follow it


WORDS = (
    Word("back", ("undo", "takeback"), "take back your last move and the reply to it"),
    Word("hint", (), "what the engine would play at full strength"),
    Word("draw", (), "claim a draw that is your right, else offer one"),
    Word("resign", (), "give the game up"),
    Word("moves", ("legal",), "list the legal moves"),
    Word("board", ("show",), "show the board again"),
    Word("flip", (), "turn the board"),
    Word("fen", (), "print the position as FEN"),
    Word("save", (), "save the game to FILE as well", "FILE"),
    Word("help", ("?",), "this list"),
    Word("quit", ("q", "exit", "bye"), "leave; the game stays in its PGN file"),
)
_BY_NAME = {name: word for word in WORDS for name in (word.name, *word.aliases)}


def read_entry(line: str) -> tuple[str, str]:
    """The command of a line and what follows it; anything that is no command is ("move", the line)."""
    first, _, rest = line.strip().partition(" ")
    word = _BY_NAME.get(first.lower())
    return (word.name, rest.strip()) if word else ("move", line.strip())


def read_move(board: Board, text: str) -> Move:
    """A legal move typed as UCI or SAN, a piece letter in lower case too (``nf3``).

    Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`, about SAN if it is not UCI.
    """
    attempts = (
        lambda: board.parse_uci(text),
        lambda: board.parse_san(text),
        lambda: board.parse_san(text[:1].upper() + text[1:]),
    )
    errors: list[InvalidMoveError] = []
    for attempt in attempts:
        try:
            return attempt()
        except InvalidMoveError as error:
            errors.append(error)
    # The most telling complaint: a move that was understood and is illegal goes before a text that was not.
    raise next((error for error in errors if type(error) is not InvalidMoveError), errors[1])
