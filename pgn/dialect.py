"""How one game's moves are spelled, and the same moves as `Board` reads them.

XBoard counts the ranks of a ten-rank board from 0 (``Kd0``, ``a7=Q+``). A game is taken for one of XBoard's
if a square of rank 0 occurs in it; and, as long as none of rank 10 does, if it carries XBoard's marks: an
Annotator with two scores, or empty holdings and the five fields of its FEN.

Rulebook 000's letters (M marshal, C cardinal) are read only where they are declared, by the caller or by the
tag ``[PieceLetters "MC"]``: the letter C means another piece in either set, so nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..engine.errors import InvalidMoveError
from ..engine.variants import Variant
from .split import RawGame
from .tokens import NULL_MOVES, Kind

_RANK_ZERO = re.compile(r"[A-Za-z]0(?!\d)")
_RANK_TEN = re.compile(r"[A-Za-z]10")
_TWO_SCORES = re.compile(r"1\. [+-]\d")
_XBOARD_FEN = re.compile(r"\S+\[-?\] [wb] \S+ \d+ \d+\s*\Z")

_ORNAMENTS = re.compile(r"(?:e\.?p\.?|ch|dbl|mate|[+#,.])+\Z")
_LONGEST = 40  # characters of a move with all that may stand behind it
_MARSHAL = re.compile(r"M|.*=M")
_TO_AC = str.maketrans({"M": "C", "C": "A"})

Spelling = Callable[[str], str]


def spelling(raw: RawGame, variant: Variant, letters: str) -> Spelling:
    """What makes of a word of the game's movetext the SAN that our boards read.

    It raises `InvalidMoveError` for letters that were not declared.
    """
    zero_based = variant.ranks == 10 and _counts_from_zero(raw)

    def read(word: str) -> str:
        if len(word) > _LONGEST:
            raise InvalidMoveError(word, "too long for a move")
        word = _ORNAMENTS.sub("", word).replace(":", "x")
        if letters == "MC":
            word = word.translate(_TO_AC)
        elif _MARSHAL.match(word):
            raise InvalidMoveError(word, 'M is read only where [PieceLetters "MC"] declares it')
        if zero_based and not word.startswith("0-0"):
            word = re.sub(r"\d", lambda digit: str(int(digit[0]) + 1), word)
        return word

    return read


def _counts_from_zero(raw: RawGame) -> bool:
    words = [token.text for token in raw.tokens if token.kind is Kind.MOVE and token.text not in NULL_MOVES]
    if any(map(_RANK_ZERO.search, words)):
        return True
    if any(map(_RANK_TEN.search, words)):
        return False
    marks = {"Annotator": _TWO_SCORES, "FEN": _XBOARD_FEN}
    return any(name in marks and marks[name].match(value) for name, value, _ in raw.tags)
