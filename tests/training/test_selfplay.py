"""Games inside one process: the same every time, ended by the rules, and fair to both sides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.games import ALL_GAMES
from tenfold.engine.board import Board
from tenfold.engine.variants import find
from tenfold.training.compare import main, openings
from tenfold.training.selfplay import Side, play_pairs

WEAK, STRONG = Side(60), Side(2500)


def fens(game: str, count: int) -> list[str]:
    source = openings(find(game), 5)
    return [next(source) for _ in range(count)]


@pytest.mark.parametrize("game", ALL_GAMES)
def test_equal_sides_share_every_pair(game: str) -> None:
    """The second game of a pair is then the first one again, with the sides' names changed."""
    pairs = list(play_pairs(game, Side(150), Side(150), fens(game, 2)))
    assert [pair.points for pair in pairs] == [1, 1]
    assert all(pair.plies % 2 == 0 and pair.plies > 0 for pair in pairs)


def test_more_nodes_win() -> None:
    pairs = list(play_pairs("grand", STRONG, WEAK, fens("grand", 4)))
    assert sum(pair.points for pair in pairs) >= 6


def test_processes_play_the_same_games() -> None:
    sides = Side(200), Side(200, {"null_base": 2})
    one = list(play_pairs("greatchess", *sides, fens("greatchess", 3)))
    assert one == list(play_pairs("greatchess", *sides, fens("greatchess", 3), processes=2))


def test_a_side_may_have_tables_of_its_own() -> None:
    """Who does not care for material loses it."""
    blind = Side(400, tables={"material": {letter: [0, 0] for letter in "pnbracq"}})
    pairs = list(play_pairs("grand", Side(400), blind, fens("grand", 3)))
    assert sum(pair.points for pair in pairs) >= 5


def test_openings_go_on_after_the_book() -> None:
    source = openings(find("bigchess"), 1)
    found = [next(source) for _ in range(640)]
    assert len(set(found)) > 620
    assert all(not Board("bigchess", fen).is_game_over() for fen in found[590:])


def test_the_command_says_who_is_better() -> None:
    words = ["grand", "--first", "null_base=3", "--nodes", "100", "--pairs", "2"]
    first = CliRunner().invoke(main, words)
    assert first.exit_code == 0 and first.output.splitlines()[-1].startswith("Elo ")
    assert CliRunner().invoke(main, words).output == first.output


@pytest.mark.parametrize(
    ("changes", "says"),
    [("nil_base=3", "nil_base"), ("null_base=99", "from 2 to 6"), ("null_base", "whole number")],
)
def test_a_wrong_parameter_is_one_line(changes: str, says: str) -> None:
    result = CliRunner().invoke(main, ["grand", "--first", changes])
    assert result.exit_code == 2
    assert says in result.output.splitlines()[-1]


def test_tables_come_from_files(tmp_path: Path) -> None:
    blind = tmp_path / "blind.json"
    blind.write_text(json.dumps({"material": {letter: [0, 0] for letter in "pnbracq"}}), encoding="utf-8")
    words = ["grand", "--nodes", "200", "--pairs", "2", "--first-tables", str(blind)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0 and result.output.splitlines()[-1].endswith("pairs [2, 0, 0, 0, 0]")


@pytest.mark.parametrize(
    "text", ["", "[]", '{"material": {"n": [1]}}', '{"placement": {"n": []}}', '{"nothing": 1}']
)
def test_wrong_tables_are_one_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["grand", "--first-tables", str(file)])
    assert result.exit_code == 2
    assert "wrong.json has no tables for Grand Chess" in result.output
