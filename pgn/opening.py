"""What a game's tags say about its start: which game, from which position, in which piece letters."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..engine import variants
from ..engine.errors import InvalidFenError
from ..engine.fen import read_fen, write_fen
from ..engine.letters import LETTER_SETS
from ..engine.named_boards import NamedBoard, board_class
from ..engine.variants import CHESS, Variant
from .headers import Headers, usual_name
from .split import RawGame
from .tokens import RESULTS, result_of
from .which import games_with, named

Trouble = tuple[int, int, str, str]  # line, column, token, reason


@dataclass
class Opening:
    """A game's tags, so written that they say what was found out, and the start position."""

    headers: Headers
    letters: str = "AC"
    variant: Variant | None = None  # None if it is not one of ours
    fen: str | None = None  # None for the game's own start
    trouble: Trouble | None = None
    doubts: list[Trouble] = field(default_factory=list)  # what was guessed, or left out
    places: dict[str, int] = field(default_factory=dict)  # the line of each tag

    def board(self) -> NamedBoard | None:
        """A board at the start; None, with `trouble`, if there is none."""
        if self.variant is None or self.trouble is not None:
            return None
        try:
            return board_class(self.variant)(self.fen)
        except InvalidFenError as error:
            self.blame("FEN", str(error))
            return None

    def blame(self, tag: str, reason: str) -> None:
        self.trouble = self.about(tag, f"{tag}: {reason}")

    def about(self, tag: str, reason: str) -> Trouble:
        return self.places.get(tag, 0), 1, self.headers.get(tag, ""), reason


def opening_of(raw: RawGame, default: str, letters: str | None) -> Opening:
    """The start of a game; `default` is the game where neither Variant nor FEN says it.

    A Variant tag that was missing is added, and the FEN is written as we write it, in the letters A and C, so
    that whoever reads the tags, or the file they are written to, need not know all this. Raises `KeyError` if
    there is no game called `default`.
    """
    opening = Opening(Headers({}), places={usual_name(name): line for name, _, line in raw.tags})
    headers = opening.headers
    for name, value, _ in raw.tags:
        headers[name] = value
    _take_result(opening, raw.result)
    opening.letters = (letters or headers.get("PieceLetters", "AC")).upper()
    if opening.letters not in LETTER_SETS:
        opening.blame("PieceLetters", f"there are {' and '.join(LETTER_SETS)}")
        return opening
    headers.pop("PieceLetters", None)
    told = variants.find(default)
    try:
        opening.variant = headers.game(told)
    except ValueError as error:
        opening.blame("Variant" if "Variant" in headers else "FEN", str(error))
        return opening
    if named(headers.get("Variant", "")) is None and opening.variant is not CHESS:
        headers["Variant"] = opening.variant.name
        if "FEN" in headers and opening.variant is not told:
            _doubt(opening, opening.variant)
    _take_fen(opening, opening.variant)
    return opening


def _take_result(opening: Opening, end: str) -> None:
    """Write the tag Result as it should be: whoever writes the game ends its moves with it."""
    if "Result" not in opening.headers:
        return
    result = result_of(opening.headers["Result"])
    if result not in RESULTS:
        opening.doubts.append(opening.about("Result", "Result: neither 1-0, 0-1, 1/2-1/2 nor *"))
        result = end
    elif "*" not in (result, end) and result != end:
        opening.doubts.append(opening.about("Result", f"Result: but the moves end with {end}"))
    opening.headers["Result"] = result


def _doubt(opening: Opening, chosen: Variant) -> None:
    others = [variant.title for variant in games_with(opening.headers["FEN"]) if variant is not chosen]
    if others:
        also = " or ".join(others)
        reason = f"no Variant tag; read as {chosen.title}, though the position could be of {also}"
        opening.doubts.append(opening.about("FEN", reason))


def _take_fen(opening: Opening, variant: Variant) -> None:
    fen = opening.headers.get("FEN")
    if fen is None:
        return
    try:
        letters = "MC" if opening.letters == "MC" else None
        opening.fen = write_fen(read_fen(fen, variant, letters), variant)
    except InvalidFenError as error:
        opening.blame("FEN", str(error))
    else:
        opening.headers["FEN"] = opening.fen
