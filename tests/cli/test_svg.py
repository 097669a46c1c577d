"""`tenfold svg`: pictures of the start, of a FEN, of moves and of games."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tenfold.cli.commands.svg import THEMES
from tenfold.cli.group import run
from tenfold.draw import THEMES as DRAWN

NS = "{http://www.w3.org/2000/svg}"


def drawn(capsys: pytest.CaptureFixture[str], *arguments: str) -> ET.Element:
    assert run(["svg", *arguments]) == 0
    return ET.fromstring(capsys.readouterr().out)


def position(svg: ET.Element) -> str:
    return svg.findtext(f"{NS}desc") or ""


def marked(svg: ET.Element) -> set[str]:
    kinds = [rect.get("class", "").split() for rect in svg.iter(f"{NS}rect")]
    return {words[-1] for words in kinds if "lastmove" in words}


def test_the_start_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    svg = drawn(capsys, "bigchess")
    assert position(svg).startswith("Big Chess: rnbaqkabnr/") and not marked(svg)


def test_moves_in_either_notation(capsys: pytest.CaptureFixture[str]) -> None:
    svg = drawn(capsys, "grand", "--moves", "1. e5 e8e6 2.Nc4")
    assert "/4P5/2N7/" in position(svg) and marked(svg) == {"b2", "c4"}


def test_the_fen_shows_which_game_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert position(drawn(capsys, "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")).startswith("Chess: ")
    assert position(drawn(capsys, "--fen", "4k5/10/3g6/10/10/10/10/10/10/4K5 w - - 0 1")).startswith("Great ")


def test_a_check_glows(capsys: pytest.CaptureFixture[str]) -> None:
    svg = drawn(capsys, "grand", "--fen", "4k5/10/10/10/10/10/10/10/10/K3R5 b - - 0 1")
    assert [rect.get("fill") for rect in svg.iter(f"{NS}rect") if rect.get("class") == "check"] == [
        "url(#check-glow)"
    ]


def test_games_of_a_file(capsys: pytest.CaptureFixture[str], pgn: Path) -> None:
    svg = drawn(capsys, "--pgn", str(pgn))
    assert position(svg).startswith("Grand Chess: ") and marked(svg) == {"b9", "c7"}
    assert marked(drawn(capsys, "--pgn", str(pgn), "--ply", "1")) == {"e3", "e5"}
    assert not marked(drawn(capsys, "--pgn", str(pgn), "--ply", "0"))


def test_a_broken_game_is_drawn_as_far_as_it_was_read(capsys: pytest.CaptureFixture[str], pgn: Path) -> None:
    assert run(["svg", "--pgn", str(pgn), "--game", "2"]) == 0
    out, err = capsys.readouterr()
    assert marked(ET.fromstring(out)) == {"e9", "e7"}
    assert err.count("\n") == 1 and "game 2" in err and "Zz9" in err


def test_options_reach_the_picture(capsys: pytest.CaptureFixture[str]) -> None:
    plain, flipped = (drawn(capsys, "grand", *words) for words in ((), ("--flip",)))
    corner = [
        next(rect for rect in svg.iter(f"{NS}rect") if (rect.get("class") or "").endswith(" a1"))
        for svg in (plain, flipped)
    ]
    assert corner[0].get("x") == corner[1].get("y") and corner[0].get("x") != corner[1].get("x")
    svg = drawn(
        capsys,
        "grand",
        "--size",
        "300",
        "--no-coordinates",
        "--arrows",
        "e3e5, Rj10a1 Bf6",
        "--theme",
        "blue",
    )
    assert svg.get("width") == "300" and not list(svg.iter(f"{NS}text"))
    assert len(list(svg.iter(f"{NS}polygon"))) == 2
    assert DRAWN["blue"]["square dark"] in ET.tostring(svg, encoding="unicode")


def test_all_themes_are_offered() -> None:
    assert set(THEMES) == set(DRAWN)


def test_a_file_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.svg"
    assert run(["svg", "chess", "-o", str(path)]) == 0
    assert capsys.readouterr().out == ""
    assert position(ET.fromstring(path.read_text(encoding="utf-8"))).startswith("Chess: rnbqkbnr/")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("shogi",), "shogi"),
        (("--fen", "8/8 w"), "--fen"),
        (("grand", "--fen", "x9/10 w"), "board"),
        (("--moves", "e3e5 e3e5"), "e3e5"),
        (("--arrows", "e3-e5"), "e3-e5"),
        (("chess", "--arrows", "j1"), "j1"),
        (("-o", "board.png"), "only .svg"),
        (("-o", "/no/such/folder/board.svg"), "/no/such/folder"),
        (("--pgn", "/no/such/file.pgn"), "/no/such/file.pgn"),
        (("--size", "0"), "0"),
    ],
)
def test_errors_are_one_line(
    arguments: tuple[str, ...], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["svg", *arguments]) == 2
    out, err = capsys.readouterr()
    assert not out and err.startswith("tenfold: ") and err.count("\n") == 1 and word in err


def test_a_game_that_is_not_there(pgn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in ("3", "999999999"):
        assert run(["svg", "--pgn", str(pgn), "--game", number]) == 2
        assert f"no game {number}" in capsys.readouterr().err
    assert run(["svg", "--pgn", str(pgn), "--moves", "e5"]) == 2
    assert "--pgn" in capsys.readouterr().err


def test_a_game_that_cannot_be_set_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ludo.pgn"
    path.write_text('[Variant "ludo"]\n\n1. d5 *\n', encoding="utf-8")
    assert run(["svg", "--pgn", str(path)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2 and "Tenfold does not play 'ludo'" in lines[0] and "no game 1" in lines[1]
