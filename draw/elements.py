"""SVG elements: attributes from numbers and colours, the root, and the text that notebooks show."""

from __future__ import annotations

import xml.etree.ElementTree as ET

#: Sides of a square, in user units: python-chess's drawings of men fill such a box.
SQUARE = 45

_NAMESPACES = {"xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink"}


class Picture(str):
    """The text of an SVG. Jupyter shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def element(tag: str, **attributes: str | float) -> ET.Element:
    """An element; underscores in names of attributes become hyphens, ``class_`` is ``class``."""
    words = {
        name.strip("_").replace("_", "-"): value if isinstance(value, str) else _number(value)
        for name, value in attributes.items()
    }
    return ET.Element(tag, words)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def root(width: float, height: float, size: float | None) -> ET.Element:
    """The outermost element; `size` is the longer side in pixels, None leaves it to the page.

    Raises `ValueError` for a size that is not above 0.
    """
    if size is not None and not size > 0:
        raise ValueError(f"a picture of {size} pixels shows nothing")
    svg = element("svg", viewBox=f"0 0 {_number(width)} {_number(height)}")
    for name, value in _NAMESPACES.items():
        svg.set(name, value)
    if size is not None:
        scale = size / max(width, height)
        svg.set("width", _number(width * scale))
        svg.set("height", _number(height * scale))
    return svg


def link(name: str, x: float, y: float) -> ET.Element:
    """The drawing called `name` among the definitions, once more at (x, y)."""
    use = element("use", x=x, y=y, href=f"#{name}")
    use.set("xlink:href", f"#{name}")  # for readers older than SVG 2
    return use


def paint(color: str, attribute: str = "fill") -> dict[str, str]:
    """The attributes for a CSS colour; of ``#rgba`` and ``#rrggbbaa`` the last digits are opacity."""
    digits = len(color) - 1
    if color.startswith("#") and digits in (4, 8):
        alpha = color[-digits // 4 :]
        opacity = int(alpha, 16) / (16 ** len(alpha) - 1)
        return {attribute: color[: -len(alpha)], "opacity": _number(opacity)}
    return {attribute: color}


def picture(svg: ET.Element) -> Picture:
    """The finished text."""
    return Picture(ET.tostring(svg, encoding="unicode"))
