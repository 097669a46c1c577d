"""Boards as SVG: well-formed, every man in its place, both orientations, and what is drawn upon them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from typing import Any

import chess
import chess.svg
import pytest
from tenfold.draw import THEMES, Arrow, board_svg, piece_svg
from tenfold.draw.elements import paint
from tenfold.draw.layout import Layout
from tenfold.engine import types as t
from tenfold.engine.board import Board
from tenfold.engine.notation import parse_square
from tenfold.engine.pieces import Piece
from tenfold.engine.variants import VARIANTS, find

NS = "{http://www.w3.org/2000/svg}"
GAMES = [variant.name for variant in VARIANTS]


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)


def texts(svg: ET.Element) -> list[str]:
    return [node.text or "" for node in svg.iter(f"{NS}text")]


def squares(svg: ET.Element) -> dict[str, ET.Element]:
    """The squares by name, as their classes give it."""
    found = {}
    for rect in svg.iter(f"{NS}rect"):
        words = rect.get("class", "").split()
        if words and words[0] == "square":
            found[words[-1]] = rect
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("flipped", [False, True])
def test_each_man_stands_on_its_square(game: str, flipped: bool) -> None:
    board = Board(game)
    svg = parsed(board_svg(board, flipped=flipped))
    at = {(rect.get("x"), rect.get("y")): name for name, rect in squares(svg).items()}
    assert len(at) == board.variant.files * board.variant.ranks
    drawn = {}
    for use in svg.iter(f"{NS}use"):
        drawn[at[use.get("x"), use.get("y")]] = use.get("href")
    defined = {f"#{group.get('id')}" for group in svg.findall(f"{NS}defs/*")}
    assert set(drawn.values()) == defined
    men = {name: board.piece_at(parse_square(name, board.variant)) for name in at.values()}
    assert {name for name, man in men.items() if man} == set(drawn)
    for name, href in drawn.items():
        man = men[name]
        assert man is not None and href is not None
        assert href.startswith("#white-" if man.color else "#black-")
    # One drawing for each kind of man, and as many kinds as there are.
    assert len({(str(men[name]), href) for name, href in drawn.items()}) == len(defined)


@pytest.mark.parametrize("game", GAMES)
def test_white_is_below_unless_flipped(game: str) -> None:
    variant = find(game)
    corner = variant.tenth_file if variant.files == 10 else "h"
    for flipped in (False, True):
        found = squares(parsed(board_svg(Board(game), flipped=flipped, coordinates=False)))
        assert len(found) == variant.files * variant.ranks
        last = 45 * (variant.ranks - 1)
        expected = ("0", str(last)) if not flipped else (str(last), "0")
        assert (found["a1"].get("x"), found["a1"].get("y")) == expected
        assert (found[f"{corner}{variant.ranks}"].get("x"), found[f"{corner}{variant.ranks}"].get("y")) == (
            expected[::-1]
        )


@pytest.mark.parametrize(
    ("game", "files"), [("grand", "abcdefghij"), ("bigchess", "abcdefghim"), ("chess", "abcdefgh")]
)
def test_ranks_and_files_are_named_on_both_sides(game: str, files: str) -> None:
    expected = Counter(files) + Counter(str(n) for n in range(1, find(game).ranks + 1))
    assert Counter(texts(parsed(board_svg(Board(game))))) == expected + expected
    assert not texts(parsed(board_svg(Board(game), coordinates=False)))


def test_colours_of_squares_are_those_of_a_chess_board() -> None:
    ours = squares(parsed(board_svg(Board("chess"))))
    theirs = squares(parsed(chess.svg.board()))
    shade = {name: "light" in (rect.get("class") or "") for name, rect in ours.items()}
    assert shade == {name: "light" in (rect.get("class") or "") for name, rect in theirs.items()}


def test_size_is_the_longer_side() -> None:
    svg = parsed(board_svg(Board("grand"), size=500))
    assert (svg.get("width"), svg.get("height")) == ("500", "500")
    assert parsed(board_svg(Board("grand"))).get("width") is None


def test_last_move_check_and_fill_are_marked() -> None:
    board = Board("grand")
    move = board.push_uci("e3e5")
    svg = parsed(
        board_svg(board, lastmove=move, check=parse_square("j10", board.variant), fill={0: "#cc000080"})
    )
    marked = {name for name, rect in squares(svg).items() if "lastmove" in (rect.get("class") or "")}
    assert marked == {"e3", "e5"}
    [glow] = [rect for rect in svg.iter(f"{NS}rect") if rect.get("class") == "check"]
    here = squares(svg)["j10"]
    assert (glow.get("x"), glow.get("y")) == (here.get("x"), here.get("y"))
    [fill] = [rect for rect in svg.iter(f"{NS}rect") if rect.get("class") == "fill"]
    assert (fill.get("fill"), fill.get("opacity")) == ("#cc0000", "0.5")


def test_arrows_point_from_tail_to_head() -> None:
    board = Board("grand")
    variant = board.variant
    for flipped in (False, True):
        layout = Layout(variant, flipped)
        for text in ("a1j10", "j10a1", "e3e5", "i9h7"):
            arrow = Arrow.from_text(text, variant)
            [drawn] = parsed(board_svg(board, flipped=flipped, arrows=[arrow])).iter(f"{NS}polygon")
            points = [tuple(map(float, point.split(","))) for point in drawn.get("points", "").split()]
            tip = points[3]
            (hx, hy), (tx, ty) = layout.centre(arrow.head), layout.centre(arrow.tail)
            assert abs(tip[0] - hx) + abs(tip[1] - hy) < 8
            # The outline is the same on both sides of the line from tail to head.
            for one, other in zip(points[:3], reversed(points[4:]), strict=True):
                mid = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
                assert abs((mid[0] - tx) * (hy - ty) - (mid[1] - ty) * (hx - tx)) < 50


def test_a_pair_of_squares_is_an_arrow_and_twice_the_same_a_ring() -> None:
    svg = parsed(board_svg(Board("chess"), arrows=[(1, 22), (33, 33)]))
    assert len(list(svg.iter(f"{NS}polygon"))) == 1 and len(list(svg.iter(f"{NS}circle"))) >= 1
    [ring] = [c for c in svg.iter(f"{NS}circle") if c.get("class") == "circle"]
    assert ring.get("stroke") == "#15781b"


@pytest.mark.parametrize(
    ("game", "text", "arrow"),
    [
        ("grand", "e3e5", Arrow(24, 44, "green")),
        ("grand", "Rj10a1", Arrow(99, 0, "red")),
        ("grand", "a10a1", Arrow(90, 0, "green")),
        ("bigchess", "Ym1m10", Arrow(9, 99, "yellow")),
        ("bigchess", "Bj1", Arrow(9, 9, "blue")),
    ],
)
def test_arrows_in_words(game: str, text: str, arrow: Arrow) -> None:
    assert Arrow.from_text(text, find(game)) == arrow


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("grand", "m1m2", "'m1'"),
        ("chess", "a1a9", "'a9'"),
        ("grand", "", "'' is not an arrow"),
        ("grand", "e3-e5", "is not an arrow"),
        ("grand", "Ze3e5", "is not an arrow"),
    ],
)
def test_bad_arrows_are_refused(game: str, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Arrow.from_text(text, find(game))


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_themes_have_all_colours(theme: str) -> None:
    assert set(THEMES[theme]) == set(THEMES["brown"])
    assert THEMES[theme]["square dark"] in board_svg(Board("grand"), theme=theme)


def test_single_colours_and_style_sheets() -> None:
    picture = board_svg(Board("grand"), colors={"square light": "#fedcba"}, style="rect { stroke: red }")
    assert "#fedcba" in picture and "<style>rect { stroke: red }</style>" in picture


def test_the_position_can_be_read_off_the_picture() -> None:
    board = Board("greatchess")
    description = parsed(board_svg(board)).find(f"{NS}desc")
    assert description is not None and description.text == f"Great Chess: {board.fen()}"


@pytest.mark.parametrize("color", [True, False])
@pytest.mark.parametrize("kind", range(t.PAWN, t.KING + 1))
def test_every_man_has_a_drawing_within_its_box(kind: int, color: bool) -> None:
    svg = parsed(piece_svg(Piece(kind, color), size=90))
    assert svg.get("viewBox") == "0 0 45 45"
    [group] = svg
    assert (group.get("id") or "").startswith("white-" if color else "black-")
    for path in svg.iter(f"{NS}path"):
        for x, y in re.findall(r"[ML](\d+\.?\d*)[ ,](\d+\.?\d*)", path.get("d", "")):
            assert 0 <= float(x) <= 45 and 0 <= float(y) <= 45


def test_orthodox_men_are_python_chess_s() -> None:
    for symbol in "PNBRQKpnbrqk":
        theirs = chess.Piece.from_symbol(symbol)
        kind = t.LETTERS.index(symbol.lower())
        ours = parsed(piece_svg(Piece(kind, theirs.color)))
        inner = [path.get("d") for path in ours.iter(f"{NS}path")]
        assert inner == [path.get("d") for path in parsed(chess.svg.piece(theirs)).iter(f"{NS}path")]


@pytest.mark.parametrize(
    ("color", "attributes"),
    [
        ("#123456", {"fill": "#123456"}),
        ("#12345680", {"fill": "#123456", "opacity": "0.5"}),
        ("#1238", {"fill": "#123", "opacity": "0.53"}),
        ("red", {"fill": "red"}),
    ],
)
def test_opacity_is_an_attribute_of_its_own(color: str, attributes: dict[str, str]) -> None:
    assert paint(color) == attributes


def test_notebooks_show_it() -> None:
    assert board_svg(Board("grand"))._repr_svg_().startswith("<svg ")


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"theme": "pink"}, "no theme is called 'pink'; there are brown, green, blue, paper"),
        ({"fill": {8: "red"}}, "no square of Chess has the number 8"),
        ({"check": -1}, "number -1"),
        ({"arrows": [(0, 99)]}, "number 99"),
        ({"arrows": [Arrow(100, 0)]}, "number 100"),
        ({"size": 0}, "0 pixels"),
        ({"size": -5}, "-5 pixels"),
    ],
)
def test_what_cannot_be_drawn_is_refused(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises((KeyError, ValueError)) as caught:
        board_svg(Board("chess"), **wrong)
    assert reason in str(caught.value)
