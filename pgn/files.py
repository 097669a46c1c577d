"""Open PGN files, whose encoding nobody declares: UTF-8, else, byte by byte, Latin-1; UTF-16 by its mark."""

from __future__ import annotations

import codecs
import io
from os import PathLike
from typing import TextIO

_FALLBACK = "tenfold-latin-1"


def _as_latin_1(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error(_FALLBACK, _as_latin_1)


def open_pgn(path: str | PathLike[str]) -> TextIO:
    """A PGN file as text, for `read_game`; close it after use. Raises `OSError`."""
    file = io.BufferedReader(io.FileIO(path))
    wide = file.peek(2).startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return io.TextIOWrapper(file, encoding="utf-16" if wide else "utf-8-sig", errors=_FALLBACK)
