"""Men as SVG: the orthodox ones as python-chess draws them, the compound ones as we do."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import chess.svg

from ..engine.pieces import Piece
from .compounds import COMPOUNDS, Drawing
from .elements import SQUARE, Picture, element, picture, root

_OUTLINE = "#000"
#: Of White and of Black: what the body is filled with, and the ink of lines upon it.
_BODY = {True: "#fff", False: "#000"}
_INK = {True: "#000", False: "#ececec"}


def piece_svg(piece: Piece, *, size: float | None = None) -> Picture:
    """One man as a picture of its own, `size` pixels wide."""
    svg = root(SQUARE, SQUARE, size)
    svg.append(piece_element(piece))
    return picture(svg)


def piece_element(piece: Piece) -> ET.Element:
    """The drawing of a man in a box of 45 by 45 units, with an id such as ``black-archbishop``."""
    drawing = COMPOUNDS.get(piece.piece_type)
    if drawing is None:
        return ET.fromstring(chess.svg.PIECES[piece.symbol()])
    return _compound(drawing, piece.color)


def _compound(drawing: Drawing, color: bool) -> ET.Element:
    side, ink = "white" if color else "black", _INK[color]
    group = element("g", id=f"{side}-{drawing.name}", class_=f"{side} {drawing.name}", fill=_BODY[color])
    group.attrib.update(
        {
            "stroke": _OUTLINE,
            "stroke-width": "1.5",
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        }
    )
    for path in drawing.shapes:
        group.append(element("path", d=path))
    lines = drawing.lines if color else (*drawing.lines, drawing.rim)
    group.append(element("path", d="".join(lines), fill="none", stroke=ink))
    group.append(element("path", d="".join(drawing.dots), fill=ink, stroke=ink, stroke_width=0.6))
    return group
