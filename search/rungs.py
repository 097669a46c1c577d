"""The ladder of levels, as measured: plain data, so that options know the range of Elo without numpy.

`python -m tenfold.training.ladder` measures it anew; docs/playing.md says what is measured.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rung:
    """How one level plays, and what that was worth in games against its neighbours."""

    sees: float  # chance that it looks at a move at all, above 0 to 1
    nodes: int  # it may search for a move
    elo: int  # above the rung below by what the games between the two said


#: Skill Level 0, 1, 2 ...; the level after the last one is full strength.
RUNGS = (
    Rung(0.052, 17, 100),
    Rung(0.066, 22, 253),
    Rung(0.079, 26, 360),
    Rung(0.098, 32, 435),
    Rung(0.121, 40, 578),
    Rung(0.147, 49, 735),
    Rung(0.181, 60, 897),
    Rung(0.221, 73, 1001),
    Rung(0.295, 97, 1174),
    Rung(0.371, 122, 1333),
    Rung(0.457, 150, 1474),
    Rung(0.558, 184, 1589),
    Rung(0.69, 228, 1744),
    Rung(0.829, 273, 1884),
    Rung(0.943, 330, 1979),
    Rung(1.0, 448, 2054),
    Rung(1.0, 775, 2206),
    Rung(1.0, 1055, 2346),
    Rung(1.0, 1491, 2503),
    Rung(1.0, 2100, 2656),
)
LOWEST_ELO, HIGHEST_ELO = RUNGS[0].elo, RUNGS[-1].elo
