"""Every program in docs/recipes.md runs as it stands, and prints what the page says it prints."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RECIPE = re.compile(r"```python\n(?P<program>.*?)```(?:\n\n```text\n(?P<output>.*?)```)?", re.S)
#: A recipe's file of games begins with one that has no board.
STRANGER = '[White "Capablanca"]\n[Variant "Capablanca"]\n\n1. Nc3 *\n\n'
RECIPES = list(RECIPE.finditer((ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")))


def title(recipe: re.Match[str]) -> str:
    heading = recipe.string.rindex("\n## ", 0, recipe.start())
    return recipe.string[heading + 4 : recipe.string.index("\n", heading + 1)]


def test_there_are_recipes() -> None:
    titles = [title(recipe) for recipe in RECIPES]
    for wanted in (
        "Legal moves",
        "A game loop",
        "Analysing",
        "Reading a PGN",
        "An arbiter",
        "Drawing a board",
    ):
        assert wanted in titles


@pytest.mark.parametrize("recipe", RECIPES, ids=title)
def test_recipes_run(recipe: re.Match[str], tmp_path: Path) -> None:
    games = (ROOT / "tests" / "data" / "pgn" / "cutechess.pgn").read_text(encoding="utf-8")
    (tmp_path / "games.pgn").write_text(f"{STRANGER}{games}", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", recipe["program"]], cwd=tmp_path, capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout
    if recipe["output"] is not None:
        assert done.stdout == recipe["output"]
