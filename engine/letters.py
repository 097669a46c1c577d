"""Piece letters: the set that engines use, the set of rulebook 000, and what a game's texts may use besides.

``AC``: archbishop A, chancellor C, as Fairy-Stockfish and Cute Chess write them.
``MC``: marshal M (the chancellor) and cardinal C (the archbishop), as Freeling's rulebook writes them.
The letter C means different pieces in the two, so whoever reads must know the set; an M shows which it is.
"""

from __future__ import annotations

from functools import cache

from . import types as t
from .variants import Variant

LETTER_SETS = ("AC", "MC")

_MC_LETTERS = t.LETTERS.replace("c", "m").replace("a", "c")


def letters_of(letters: str) -> str:
    """The lower-case letters of a set, indexed by piece type. Raises `ValueError` for an unknown set."""
    if letters == "AC":
        return t.LETTERS
    if letters == "MC":
        return _MC_LETTERS
    raise ValueError(f"no set of piece letters is called {letters!r}; there are AC and MC")


@cache
def _reading_table(name: str, letters: str, own: str, aliases: tuple[tuple[str, str], ...]) -> dict[str, int]:
    table = {alias: t.LETTERS.index(letter) for alias, letter in aliases}
    table |= {letter: t.LETTERS.index(letter) for letter in own}
    if "c" in own:  # without a chancellor there is nothing an M could mean, nor two meanings of C
        table["m"] = t.CHANCELLOR
        if letters == "MC":
            table["c"] = t.ARCHBISHOP
    return table


def reading_table(variant: Variant, letters: str = "AC") -> dict[str, int]:
    """Every lower-case letter that a text about `variant` may use, and the piece type it means."""
    letters_of(letters)
    return _reading_table(variant.name, letters, variant.letters, tuple(variant.letter_aliases.items()))


def letter(piece_type: int, letters: str = "AC") -> str:
    """The lower-case letter of a piece type."""
    return letters_of(letters)[piece_type]
