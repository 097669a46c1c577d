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
    Rung(0.067, 22, 259),
    Rung(0.086, 28, 443),
    Rung(0.107, 35, 561),
    Rung(0.135, 45, 730),
    Rung(0.166, 55, 863),
    Rung(0.199, 65, 986),
    Rung(0.236, 78, 1082),
    Rung(0.281, 93, 1195),
    Rung(0.342, 112, 1291),
    Rung(0.422, 139, 1453),
    Rung(0.522, 172, 1596),
    Rung(0.639, 211, 1746),
    Rung(0.773, 255, 1899),
    Rung(0.927, 306, 2052),
    Rung(1.0, 430, 2143),
    Rung(1.0, 650, 2228),
    Rung(1.0, 960, 2364),
    Rung(1.0, 1420, 2543),
    Rung(1.0, 2100, 2725),
)
LOWEST_ELO, HIGHEST_ELO = RUNGS[0].elo, RUNGS[-1].elo
