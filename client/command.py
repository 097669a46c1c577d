"""How an engine is named: as a list of words, as a command line, or not at all, which is Tenfold itself."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Sequence
from os import PathLike, fspath

#: A list of words, a command line, a program's path; None for Tenfold itself.
Command = str | PathLike[str] | Sequence[str] | None

#: Where Debian puts chess programs, which is often not on a shell's path.
GAME_FOLDERS = "/usr/games:/usr/local/games"


def words_of(command: Command = None) -> list[str]:
    """The words to start an engine with; a text is split as a shell does unless it names a program as it is.

    Raises `ValueError` for a text without words or with an open quotation mark.
    """
    if command is None:
        return [sys.executable, "-m", "tenfold"]
    if isinstance(command, PathLike):
        words = [fspath(command)]
    elif not isinstance(command, str):
        words = list(command)
    elif shutil.which(command):
        words = [command]
    else:
        words = shlex.split(command)
    if not words:
        raise ValueError("an engine's command has no words")
    return [_located(words[0]), *words[1:]]


def _located(program: str) -> str:
    return program if shutil.which(program) else shutil.which(program, path=GAME_FOLDERS) or program
