"""Our own drawings of the compound pieces, in the box and the manner of python-chess's orthodox men.

A horse, or a giraffe, stands in front and looks left; behind it rises the piece whose moves are
added to the knight's. The box is 45 units wide, lines are 1.5 units thick, and y grows downwards.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..engine import types as t


@dataclass(frozen=True)
class Drawing:
    """Paths of one piece, the hindmost first. Both colours are drawn from the same paths."""

    name: str  # as in python-chess's ids: white-archbishop
    shapes: tuple[str, ...]  # filled with the side's colour, with a dark outline
    lines: tuple[str, ...]  # drawn over the shapes in the ink of the side
    dots: tuple[str, ...]  # filled with that ink
    rim: str  # a line inside the animal's back, for black men only, whose outlines do not show


_HORSE = (
    "M10.5 36.2C10.5 30.6 17.5 29.8 17.8 22.8 16 25.8 13 26.8 10.8 27.9"  # chest, throat and jaw
    " 9.8 30.1 8.6 31.1 7.2 30.1 5 30.6 3.2 28.3 3.7 25.7"  # mouth
    " 4.6 21.9 8.6 17.9 9.4 13.9 9 12.5 9 10.7 9.6 8.9L12.4 11.3C13 9.9 13.7 8.7 14.8 7.7L16.6 11"  # head
    "C23.7 12.2 28.5 19.5 28 36.2z"
)
_HORSE_RIM = "M17 12.5C22.9 13.7 27 20.5 26.6 35.2"
_HORSE_DOTS = (
    "M11.5 16.9a.9 1.3 25 1 0 1.6.8.9 1.3 25 1 0-1.6-.8z",  # eye
    "M6.2 25.9a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z",  # nostril
)

ARCHBISHOP = Drawing(
    "archbishop",
    shapes=(
        "M31 3.4a2.3 2.3 0 1 0 .01 0z",
        "M31 8.2C37 12.2 39.2 16.6 38.6 20.4 38.2 23.2 36.8 24.6 35 25.4"  # mitre
        " 36.2 26.8 36.8 28.6 36.6 31.4 36.5 33.6 34 35.2 31 36H22L24 25C22 18 26 11.4 31 8.2z",
        _HORSE,
        "M22.9 35.8C27.6 38 34 36.2 40 37.4 41.2 37.8 42 38.6 42.6 39.4 41.8 40.4 40.8 40.6 39.6 40.2"  # foot
        " 34 39 28.6 40.4 22.9 39.2 17.2 40.4 11.8 39 6.2 40.2"
        " 5 40.6 4 40.4 3.2 39.4 3.8 38.6 4.6 37.8 5.8 37.4 11.8 36.2 18.2 38 22.9 35.8z",
    ),
    lines=("M32 13.6v6.8M28.9 16.4h6.2M28.5 25.6h6.1M28.7 31h7.7",),
    dots=_HORSE_DOTS,
    rim=_HORSE_RIM,
)

CHANCELLOR = Drawing(
    "chancellor",
    shapes=(
        "M21 36L24 14 22 12V6.6h3.6V9h4.2V6.6h3.8V9h4.2V6.6h3.4V12l-3 3V29l1.8 3.6v3.9z",
        _HORSE,
        "M7.5 39.6v-3.4H42v3.4z",
    ),
    lines=("M22 12h19M25 15h13M28.7 29H38M28.8 32.6h11M8.6 36.2h32.3",),
    dots=_HORSE_DOTS,
    rim=_HORSE_RIM,
)

GIRAFFE = Drawing(
    "giraffe",
    shapes=(
        "M23 34L22.6 20l4 5.6 3.4-14 3.4 13.6L41 15.6l-1.8 11.9"  # crown
        "C39 30 37.8 30.6 37.4 32.2 37 33.8 38 34.6 37.6 36H24z",
        "M30 7.3a2.2 2.2 0 1 0 .01 0zM41 11.3a2.2 2.2 0 1 0 .01 0z",
        "M12.4 9.2L11.2 5M16 8.8l.6-4.6",  # horns
        "M8.4 36C12 30.5 13.2 26 13.2 20.2 11.6 20 10.2 20.7 8.6 21.7"  # neck and jaw
        " 6.2 23.1 3.4 22 3.2 19.4 3.1 17.4 4.6 16.2 6.4 14.8"  # mouth
        " 8.4 13.2 9.4 11.6 10.8 10 12.4 8.4 15.2 8.2 16.8 9.4L22 8.4C21.9 11 20.9 12.6 19.4 13.6"  # head
        " 21.4 21 24 29 29.5 36z",
        "M7.8 36.2C17 34.8 30 34.8 39.4 36.2 40.4 37.4 40.2 38.8 39.4 40"  # foot
        " 30 41.2 17 41.2 7.8 40 7 38.8 6.8 37.4 7.8 36.2z",
    ),
    lines=(
        "M26.2 28.3C30 27.4 35 27.4 39 28M28 32.1C31 31.6 34.4 31.6 37.4 32.2",
        "M16 15.6l.2.6M17 20.2l.4 1.2M16.8 26l-.3 1.2M19.6 25.2l.5 1.7M15.2 31.6l-.8 1M20 31l.8 1.4",  # coat
        "M8.6 36.1C17 34.9 30 34.9 38.6 36.1",
    ),
    dots=("M10 13.8a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0z", "M5.4 18.6a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0z"),
    rim="M18.4 14.6C20.2 21.2 22.4 28 26.8 34.6",
)

#: By piece type; the other types are orthodox.
COMPOUNDS = {t.ARCHBISHOP: ARCHBISHOP, t.CHANCELLOR: CHANCELLOR, t.GIRAFFE: GIRAFFE}
