"""The four games as plain data, read from their rulebooks and from nothing in the engine."""

from __future__ import annotations

from dataclasses import dataclass, field

DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

# Letter -> (directions it slides in, single steps and leaps it makes). The pawn's moves are in game.py.
MOVEMENT: dict[str, tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]] = {
    "k": ((), DIAGONAL + STRAIGHT),
    "n": ((), LEAPS),
    "b": (DIAGONAL, ()),
    "r": (STRAIGHT, ()),
    "q": (DIAGONAL + STRAIGHT, ()),
    "a": (DIAGONAL, LEAPS),
    "c": (STRAIGHT, LEAPS),
    "g": (DIAGONAL + STRAIGHT, LEAPS),
}


@dataclass(frozen=True)
class Rules:
    """What sets one game apart. Ranks count from 1 and from the mover's own side of the board."""

    name: str
    size: int
    start: str
    pieces: str
    """Letters that may stand on the board, king and pawn included."""
    pawn_home: int
    """The rank a long first step starts from."""
    long_steps: tuple[int, ...]
    """Lengths of the long first steps; empty where every step is a single one."""
    promotes_to: str
    promotion_ranks: tuple[int, ...]
    """Ranks on which a pawn may promote; on the last rank it must."""
    promotion_limit: dict[str, int] = field(default_factory=dict)
    """Most pieces of a kind a side may have after promoting; empty means any number."""
    king_file: int = 0
    """File (1 = a) the king castles from; 0 where there is no castling."""
    castled_files: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    """Side letter "k" or "q" -> files of the rook at home, the castled king, the castled rook."""
    fifty_moves: bool = True


GRAND = Rules(
    name="grand",
    size=10,
    start="r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1",
    pieces="pnbrqkac",
    pawn_home=3,
    long_steps=(2,),
    promotes_to="qcarbn",
    promotion_ranks=(8, 9, 10),
    promotion_limit={"q": 1, "c": 1, "a": 1, "r": 2, "b": 2, "n": 2},
)

BIGCHESS = Rules(
    name="bigchess",
    size=10,
    start="rnbaqkabnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBAQKABNR w KQkq - 0 1",
    pieces="pnbrqka",
    pawn_home=2,
    long_steps=(2, 3),
    promotes_to="qrabn",
    promotion_ranks=(10,),
    king_file=6,
    castled_files={"k": (10, 9, 8), "q": (1, 3, 4)},
    fifty_moves=False,
)

GREATCHESS = Rules(
    name="greatchess",
    size=10,
    start="rnbqkgabnr/ppppccpppp/4pp4/10/10/10/10/4PP4/PPPPCCPPPP/RNBAGKQBNR w - - 0 1",
    pieces="pnbrqkacg",
    pawn_home=2,
    long_steps=(),
    promotes_to="q",
    promotion_ranks=(10,),
)

CHESS = Rules(
    name="chess",
    size=8,
    start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    pieces="pnbrqk",
    pawn_home=2,
    long_steps=(2,),
    promotes_to="qrbn",
    promotion_ranks=(8,),
    king_file=5,
    castled_files={"k": (8, 7, 6), "q": (1, 3, 4)},
)

RULES = {rules.name: rules for rules in (GRAND, BIGCHESS, GREATCHESS, CHESS)}
