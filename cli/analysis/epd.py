"""A line of EPD: a position and operations such as ``bm Nc4; id "mate in 3";``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_BOARD_FIELDS, _FEN_FIELDS = 4, 6
_OPERATION = re.compile(r"""\s*([^\s;"]+)((?:"[^"]*"|[^;"])*)(?:;|$)""")
_OPERAND = re.compile(r'"([^"]*)"|(\S+)')


@dataclass(frozen=True)
class Epd:
    """The position as FEN, and the operands of each operation."""

    fen: str
    operations: Mapping[str, tuple[str, ...]]

    @property
    def id(self) -> str:
        """What the line calls its position, or nothing."""
        return " ".join(self.operations.get("id", ()))


def read_epd(line: str) -> Epd | None:
    """The position of a line; None if there is none in it, as in a comment (``#``).

    A whole FEN is read too, whatever follows it. Nothing is checked but the form: `Board` reads the FEN. The
    counters are those of a FEN, else of ``hmvc`` and ``fmvn``.
    """
    line = line.strip()
    if not line or line.startswith("#"):
        return None
    fields = line.split()
    counted = len(fields) >= _FEN_FIELDS and all(field.isdigit() for field in fields[4:6])
    used = _FEN_FIELDS if counted else _BOARD_FIELDS
    rest = line.split(maxsplit=used)[used:]
    operations = {
        match[1]: tuple(text or word for text, word in _OPERAND.findall(match[2]))
        for match in _OPERATION.finditer(rest[0] if rest else "")
    }
    fen = " ".join(fields[:used])
    if not counted and len(fields) >= _BOARD_FIELDS:
        fen += "".join(f" {(operations.get(name) or (default,))[0]}" for name, default in _COUNTERS)
    return Epd(fen, operations)


_COUNTERS = (("hmvc", "0"), ("fmvn", "1"))


def write_epd(fen: str, operations: Mapping[str, str]) -> str:
    """A line of EPD; the counters of the FEN become operations, texts are expected to bring their quotes."""
    fields = fen.split()
    named = {**operations, **{name: count for (name, _), count in zip(_COUNTERS, fields[4:], strict=True)}}
    return " ".join([*fields[:4], *(f"{name} {value};" for name, value in named.items())])
