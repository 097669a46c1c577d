"""`board_svg`: a board as a picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType

from ..engine.board import Board, Move
from ..engine.geometry import SIZE
from ..engine.notation import square_name
from ..engine.setup import on_board
from ..engine.variants import Variant
from .arrows import Arrow, arrow_element
from .colors import THEMES
from .elements import SQUARE, Picture, element, link, paint, picture, root
from .layout import Layout
from .pieces import piece_element

_NOTHING: Mapping[str, str] = MappingProxyType({})


def board_svg(
    board: Board,
    *,
    size: float | None = None,
    flipped: bool = False,
    coordinates: bool = True,
    lastmove: Move | None = None,
    check: int | None = None,
    arrows: Iterable[Arrow | tuple[int, int]] = (),
    fill: Mapping[int, str] | None = None,
    theme: str = "brown",
    colors: Mapping[str, str] = _NOTHING,
    style: str | None = None,
) -> Picture:
    """A board of any of our games as SVG, in the manner of `chess.svg.board`.

    Args:
        board: The position.
        size: The picture's longer side in pixels; None leaves it to the page.
        flipped: Black below.
        coordinates: Names of files and ranks in a margin around the board.
        lastmove: A move whose squares are marked.
        check: A square with a red glow, where a king in check stands.
        arrows: `Arrow`s or pairs of public square numbers; a ring where both are the same.
        fill: CSS colours laid over squares, by public square number.
        theme: The name of a row in `colors.THEMES`.
        colors: Single colours instead of the theme's, by the names in `colors.py`.
        style: A style sheet to put into the picture.

    Raises `KeyError` for an unknown theme, `ValueError` for a square that is not on the board and a size that
    is not above 0.
    """
    drawn = [arrow if isinstance(arrow, Arrow) else Arrow(*arrow) for arrow in arrows]
    named = {square for arrow in drawn for square in (arrow.tail, arrow.head)} | {*(fill or {})}
    _require_squares(board.variant, named if check is None else named | {check})
    palette = {**_theme(theme), **colors}
    layout = Layout(board.variant, flipped, coordinates)
    svg = root(layout.width, layout.height, size)
    if style:
        sheet = element("style")
        sheet.text = style
        svg.append(sheet)
    description = element("desc")
    description.text = f"{board.variant.title}: {board.fen()}"
    svg.append(description)
    svg.append(_definitions(board, check))
    svg.extend(
        chain(
            _margin(layout, palette),
            _squares(layout, palette, lastmove),
            _fills(layout, fill or {}),
            _check(layout, check),
            _border(layout, palette),
            _men(board, layout),
            (arrow_element(arrow, layout, palette) for arrow in drawn),
        )
    )
    return picture(svg)


def _theme(name: str) -> Mapping[str, str]:
    if name not in THEMES:
        raise KeyError(f"no theme is called {name!r}; there are {', '.join(THEMES)}")
    return THEMES[name]


def _require_squares(variant: Variant, squares: Iterable[int]) -> None:
    for square in squares:
        if not on_board(variant, square):
            raise ValueError(f"no square of {variant.title} has the number {square}")


def _definitions(board: Board, check: int | None) -> ET.Element:
    """Each kind of man on the board, once, and the glow of a check."""
    definitions = element("defs")
    men = {board.piece_at(square) for square in range(SIZE * SIZE)}
    definitions.extend(piece_element(man) for man in sorted(filter(None, men), key=str))
    if check is not None:
        glow = element("radialGradient", id="check-glow")
        for offset, opacity in ((0, 1), (0.45, 0.85), (1, 0)):
            glow.append(element("stop", offset=offset, stop_color="#e8201c", stop_opacity=opacity))
        definitions.append(glow)
    return definitions


def _margin(layout: Layout, palette: Mapping[str, str]) -> Iterator[ET.Element]:
    if not layout.coordinates:
        return
    ground = element("rect", width=layout.width, height=layout.height, class_="margin")
    ground.attrib.update(paint(palette["margin"]))
    yield ground
    labels = element("g", class_="coord", font_family="sans-serif", font_size=10.5, text_anchor="middle")
    labels.attrib.update(paint(palette["coord"]))
    for text, x, y in _labels(layout):
        label = element("text", x=x, y=y + 3.9)  # from the middle of a digit down to the line it stands on
        label.text = text
        labels.append(label)
    yield labels


def _labels(layout: Layout) -> Iterator[tuple[str, float, float]]:
    """The names of files and ranks with the points on which they are centred."""
    near = layout.margin / 2
    for file in range(layout.variant.files):
        name, x = square_name(file, layout.variant.tenth_file)[0], layout.centre(file)[0]
        yield name, x, near
        yield name, x, layout.height - near
    for rank in range(layout.variant.ranks):
        name, y = str(rank + 1), layout.centre(SIZE * rank)[1]
        yield name, near, y
        yield name, layout.width - near, y


def _squares(layout: Layout, palette: Mapping[str, str], lastmove: Move | None) -> Iterator[ET.Element]:
    marked = {lastmove.from_square, lastmove.to_square} if lastmove else set()
    tenth = layout.variant.tenth_file
    for square, x, y in layout.squares():
        shade = "light" if sum(divmod(square, SIZE)) % 2 else "dark"
        kind = f"square {shade} lastmove" if square in marked else f"square {shade}"
        rect = _rect(x, y, f"{kind} {square_name(square, tenth)}")
        rect.attrib.update(paint(palette[kind]))
        yield rect


def _fills(layout: Layout, fill: Mapping[int, str]) -> Iterator[ET.Element]:
    for square, color in fill.items():
        rect = _rect(*layout.corner(square), "fill")
        rect.attrib.update(paint(color))
        yield rect


def _check(layout: Layout, check: int | None) -> Iterator[ET.Element]:
    if check is not None:
        rect = _rect(*layout.corner(check), "check")
        rect.set("fill", "url(#check-glow)")
        yield rect


def _border(layout: Layout, palette: Mapping[str, str]) -> Iterator[ET.Element]:
    """A thin line around the squares; on white paper the board would have no edge without it."""
    if layout.coordinates:
        inset = 2 * layout.margin
        edge = element("rect", x=layout.margin, y=layout.margin, class_="border", fill="none")
        edge.set("width", str(layout.width - inset))
        edge.set("height", str(layout.height - inset))
        edge.attrib.update(paint(palette["inner border"], "stroke"))
        yield edge


def _rect(x: float, y: float, kind: str) -> ET.Element:
    # Without crisp edges renderers that scale let the ground shine through between squares.
    return element("rect", x=x, y=y, width=SQUARE, height=SQUARE, class_=kind, shape_rendering="crispEdges")


def _men(board: Board, layout: Layout) -> Iterator[ET.Element]:
    for square, x, y in layout.squares():
        man = board.piece_at(square)
        if man is not None:
            yield link(str(piece_element(man).get("id")), x, y)
