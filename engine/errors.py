"""The named errors of the rules layer. `str(error)` is always one clear line."""

from __future__ import annotations

_LONGEST_QUOTE = 60


def quote(text: object) -> str:
    """`text` in quotes, on one line and cut to a readable length, whatever the input holds."""
    text = str(text)
    return repr(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "...")


class InvalidFenError(ValueError):
    """A FEN that is refused. `field` names the part of it that is wrong, `reason` says how."""

    def __init__(self, fen: str, field: str, reason: str) -> None:
        super().__init__(f"invalid FEN, {field}: {reason}")
        self.fen = fen
        self.field = field
        self.reason = reason

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        return type(self), (self.fen, self.field, self.reason)


class InvalidMoveError(ValueError):
    """A text that is no move. `move` is the text, `fen` the position it was meant for ("" if unknown)."""

    def __init__(self, move: str, reason: str, fen: str = "") -> None:
        super().__init__(f"{self._label} {quote(move)}: {reason}" + (f" (in {fen})" if fen else ""))
        self.move = move
        self.reason = reason
        self.fen = fen

    _label = "invalid move"

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        return type(self), (self.move, self.reason, self.fen)


class IllegalMoveError(InvalidMoveError):
    """A well-formed move that the rules forbid in the position."""

    _label = "illegal move"


class AmbiguousMoveError(InvalidMoveError):
    """A SAN text that fits more than one legal move."""

    _label = "ambiguous move"
