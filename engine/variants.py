"""The catalogue of games: each one value, children made by copying with changes.

Pure data, so that it can be listed before numpy or numba are loaded. `rules.py` turns a
`Variant` into the tables that the kernels read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


def _exchange(**values: int) -> Mapping[str, int]:
    """Worths of the piece types; nothing outweighs a king."""
    return MappingProxyType({**values, "k": 10000})


@dataclass(frozen=True)
class Castling:
    """How far a king castles and where king and rooks stand at home."""

    king_file: str
    kingside_rook_file: str
    queenside_rook_file: str
    distance: int  # files the king moves; the rook lands next to it on the inner side


@dataclass(frozen=True)
class Variant:
    """The rules of one game. Ranks are counted from the side that moves, from 1."""

    name: str  # what UCI_Variant and the PGN tag call it
    title: str  # what people call it
    start_fen: str
    aliases: tuple[str, ...] = ()
    files: int = 10
    ranks: int = 10
    letters: str = "pnbraqk"  # the piece types in the game, by FEN letter
    #: Further letters a FEN or promotion may use for a piece of this game.
    letter_aliases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    #: What the rulebook or the players call a piece, by FEN letter, where it is not the usual name.
    piece_names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    pawn_home_rank: int = 2  # pawns on it may step further than one square
    pawn_longest_step: int = 1
    promotion_rank: int = 10  # first rank on which a pawn may promote; on the last rank it must
    promotions: str = "q"  # piece types a pawn may become, best first
    promotes_to_lost_only: bool = False  # only to a type of which fewer stand than at the start
    castling: Castling | None = None
    move_rule: int = 100  # plies without capture or pawn move that end the game; 0: no such rule
    threefold_ends: bool = False  # the third repetition ends the game; else it lets a player claim a draw
    tenth_file: str = "j"  # the tenth file's letter in what people read
    #: Worth of each piece type in exchanges, centipawns, by FEN letter.
    exchange_values: Mapping[str, int] = field(
        default_factory=lambda: _exchange(p=100, n=300, b=350, r=550, q=1050), hash=False
    )


GRAND = Variant(
    name="grand",
    title="Grand Chess",
    aliases=("grandchess", "grand chess", "grand-chess"),
    start_fen="r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1",
    letters="pnbracqk",
    piece_names=MappingProxyType({"a": "cardinal", "c": "marshal"}),
    pawn_home_rank=3,
    pawn_longest_step=2,
    promotion_rank=8,
    promotions="qcarbn",
    promotes_to_lost_only=True,
    exchange_values=_exchange(p=100, n=260, b=320, r=430, a=700, c=770, q=870),
)

BIGCHESS = Variant(
    name="bigchess",
    title="Big Chess",
    aliases=("big", "big chess", "big-chess"),
    start_fen="rnbaqkabnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBAQKABNR w KQkq - 0 1",
    letters="pnbraqk",
    letter_aliases=MappingProxyType({"c": "a"}),
    piece_names=MappingProxyType({"a": "clone"}),
    pawn_longest_step=3,
    promotions="qrabn",
    castling=Castling("f", "j", "a", 3),
    move_rule=0,
    threefold_ends=True,
    tenth_file="m",
    exchange_values=_exchange(p=90, n=330, b=420, r=620, a=950, q=1180),
)

GREATCHESS = Variant(
    name="greatchess",
    title="Great Chess",
    aliases=("indiangreat", "great chess", "great-chess", "indian great chess"),
    start_fen="rnbqkgabnr/ppppccpppp/4pp4/10/10/10/10/4PP4/PPPPCCPPPP/RNBAGKQBNR w - - 0 1",
    letters="pnbracqgk",
    letter_aliases=MappingProxyType({"v": "a", "w": "c"}),
    piece_names=MappingProxyType({"a": "vizier", "c": "war machine", "q": "general"}),
    exchange_values=_exchange(p=90, n=360, b=430, r=600, a=940, c=1010, q=1140, g=1400),
)

CHESS = Variant(
    name="chess",
    title="Chess",
    aliases=("standard", "normal", "orthodox"),
    start_fen="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    files=8,
    ranks=8,
    letters="pnbrqk",
    pawn_longest_step=2,
    promotion_rank=8,
    promotions="qrbn",
    castling=Castling("e", "h", "a", 2),
)

VARIANTS: tuple[Variant, ...] = (GRAND, BIGCHESS, GREATCHESS, CHESS)


def find(name: str) -> Variant:
    """The variant called `name` (or an alias of it), without regard to case.

    Raises `KeyError` with a line that lists the names.
    """
    wanted = " ".join(name.split()).lower()
    for variant in VARIANTS:
        if wanted == variant.name or wanted in variant.aliases:
            return variant
    names = ", ".join(variant.name for variant in VARIANTS)
    raise KeyError(f"no variant is called {name!r}; there are {names}")
