"""Arrows and rings on a board."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass

from ..engine.errors import quote
from ..engine.notation import parse_square
from ..engine.variants import Variant
from .elements import SQUARE, element, paint
from .layout import Layout

_SQUARE_NAME = r"[a-jm](?:10|[1-9])"
_TEXT = re.compile(rf"([GRYB]?)({_SQUARE_NAME})({_SQUARE_NAME})?")
#: The colours that PGN's ``[%cal …]`` and ``[%csl …]`` know, by their letters there.
_COLORS = {"": "green", "G": "green", "R": "red", "Y": "yellow", "B": "blue"}


@dataclass(frozen=True)
class Arrow:
    """From one public square number to another; a ring if both are the same."""

    tail: int
    head: int
    color: str = "green"  # green, red, yellow, blue of the theme, or any CSS colour

    @classmethod
    def from_text(cls, text: str, variant: Variant) -> Arrow:
        """Read ``e3e5``, ``Rj10a1`` or, for a ring, ``Bf6``: PGN's letter for the colour, green without one.

        Raises `ValueError`.
        """
        match = _TEXT.fullmatch(text)
        if match is None:
            raise ValueError(f"{quote(text)} is not an arrow such as e3e5, Rj10a1 or Bf6")
        tail = parse_square(match[2], variant)
        return cls(tail, parse_square(match[3], variant) if match[3] else tail, _COLORS[match[1]])


def arrow_element(arrow: Arrow, layout: Layout, colors: Mapping[str, str]) -> ET.Element:
    """The drawing of an arrow or a ring. One outline, so that see-through colours do not pile up."""
    color = colors.get(f"arrow {arrow.color}", arrow.color)
    if arrow.tail == arrow.head:
        x, y = layout.centre(arrow.tail)
        ring = element("circle", class_="circle", cx=x, cy=y, r=0.45 * SQUARE, fill="none")
        ring.set("stroke-width", str(0.08 * SQUARE))
        ring.attrib.update(paint(color, "stroke"))
        return ring
    outline = element("polygon", class_="arrow", points=_outline(arrow, layout))
    outline.attrib.update(paint(color))
    return outline


#: An arrow's outline: how far along (a negative number: back from the tip) and how far aside, in squares.
_SHAFT, _BARB, _HEAD_LENGTH, _START, _END = 0.09, 0.25, 0.55, 0.3, 0.08


def _outline(arrow: Arrow, layout: Layout) -> str:
    (x1, y1), (x2, y2) = layout.centre(arrow.tail), layout.centre(arrow.head)
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    tip = length / SQUARE - _END
    neck = tip - _HEAD_LENGTH
    corners = [(_START, _SHAFT), (neck, _SHAFT), (neck, _BARB), (tip, 0.0)]
    corners += [(along, -aside) for along, aside in reversed(corners[:-1])]
    return " ".join(
        f"{x1 + SQUARE * (along * ux - aside * uy):.1f},{y1 + SQUARE * (along * uy + aside * ux):.1f}"
        for along, aside in corners
    )
