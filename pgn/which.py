"""Which game a PGN is about: by its Variant tag, else by what stands on its FEN's board.

A position that several games could have is taken for the first of Grand, Big and Great Chess in which it
could stand: its letters are the game's own, its pawns stand where pawns can, its castling rights exist, and
no side has more men of a type than it started with, but for those that its missing pawns may have become.
"""

from __future__ import annotations

import re

from ..engine import types as t
from ..engine.errors import InvalidFenError, quote
from ..engine.fen import read_fen
from ..engine.variants import BIGCHESS, CHESS, GRAND, GREATCHESS, VARIANTS, Variant

#: Names that say no more than that there is a FEN, or none; a ten-rank FEN says more.
_EMPTY_NAMES = frozenset(("", "fromposition", "setup", "standard", "normal"))
_ORDER = (GRAND, BIGCHESS, GREATCHESS)


def named(name: str) -> Variant | None:
    """The game that a Variant tag names, however it is spelled; None if the tag names none.

    Raises `ValueError` for a game that is not ours.
    """
    wanted = _plain(name)
    if wanted in _EMPTY_NAMES:
        return None
    for variant in VARIANTS:
        if wanted in map(_plain, (variant.name, variant.title, *variant.aliases)):
            return variant
    raise ValueError(f"Tenfold does not play {quote(name)}")


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name.lower())


def shown_by(fen: str, default: Variant | None = None) -> Variant:
    """The game that a position is from: `default` if it can be, else the first of `games_with`."""
    found = games_with(fen)
    return default if default in found else found[0]


def games_with(fen: str) -> list[Variant]:
    """The games that a position can be from. Raises `ValueError` if it is from none of ours."""
    ranks = fen.split()[0].count("/") + 1 if fen.strip() else 0
    if ranks == CHESS.ranks:
        return [CHESS]
    if ranks != GRAND.ranks:
        raise ValueError(f"no game of ours has a board of {ranks} rank{'s' if ranks != 1 else ''}")
    for strangers_allowed in (False, True):
        found = [variant for variant in _ORDER if _could_stand(fen, variant, strangers_allowed)]
        if found:
            return found
    raise ValueError(f"no position of {', '.join(v.title for v in _ORDER[:-1])} or {_ORDER[-1].title}")


def _could_stand(fen: str, variant: Variant, other_letters: bool) -> bool:
    """Whether a position could be of a game, in its own letters or in any `other_letters` that it reads."""
    board, *fields = fen.split()
    if not other_letters and not set(re.sub(r"[^a-z]", "", board.lower())) <= set(variant.letters):
        return False
    if len(fields) > 1 and re.search("[KQkq]", fields[1]) and variant.castling is None:
        return False
    try:
        cells = read_fen(fen, variant).cells
    except InvalidFenError:
        return False
    start = read_fen(variant.start_fen, variant).cells
    return all(_army_could_stand(cells, start, color, variant) for color in (t.WHITE, t.BLACK))


def _army_could_stand(cells: tuple[int, ...], start: tuple[int, ...], color: int, variant: Variant) -> bool:
    promoted = 0
    for letter in variant.letters.replace("p", ""):
        code = 2 * t.LETTERS.index(letter) + color
        more = max(0, cells.count(code) - start.count(code))
        if more and (letter not in variant.promotions or variant.promotes_to_lost_only):
            return False
        promoted += more
    return promoted <= start.count(2 * t.PAWN + color) - cells.count(2 * t.PAWN + color)
