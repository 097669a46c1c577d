"""The file of annotated games: written as each game is done, taken up again where it was left."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ... import pgn

_KEY_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN")
Key = tuple[tuple[str, ...], tuple[str, ...]]


class OtherGamesError(ValueError):
    """The file holds something else than the first of the games that are to be annotated."""


def text_of(game: pgn.Game) -> str:
    """A game as it stands in the file; the empty line at the end shows that it is whole."""
    return f"{game.accept(pgn.StringExporter())}\n\n"


def append(path: Path, text: str) -> None:
    """Add a game to the file, safe on disk on return. Raises `OSError`."""
    with path.open("ab") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())


def take_up(path: Path, source: Iterator[pgn.Game], annotator: str) -> int:
    """How many games the file has already; as many are taken from `source`.

    A game that was not written to its end is cut off the file. Raises `OtherGamesError` if the file holds
    other games, or the same ones with another `annotator`.
    """
    if not path.exists():
        return 0
    _cut_unfinished(path)
    done = 0
    for written in pgn.games(path):
        done += 1
        wanted = next(source, None)
        if wanted is None or _key(written) != _key(wanted):
            raise OtherGamesError(f"game {done} of {path} is not game {done} of the games to annotate")
        if written.headers.get("Annotator") != annotator:
            raise OtherGamesError(f"{path} was annotated by {written.headers.get('Annotator', 'nobody')}")
    return done


def _key(game: pgn.Game) -> Key:
    """What tells games apart, and annotation leaves as it is."""
    return (
        tuple(game.headers.get(tag, "") for tag in _KEY_TAGS),
        tuple(move.uci() for move in game.mainline_moves()),
    )


def _cut_unfinished(path: Path) -> None:
    with path.open("r+b") as file:
        text = file.read()
        # A whole game ends in its result and an empty line; tags alone end in a bracket and an empty line.
        if text and (not text.endswith(b"\n\n") or text.endswith(b"]\n\n")):
            last = text.rfind(b"\n\n[")
            file.truncate(last + 2 if last >= 0 else 0)
