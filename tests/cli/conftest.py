"""What tests of several commands share."""

from __future__ import annotations

from pathlib import Path

import pytest

PGN = """[White "Ann"]
[Black "Bob"]
[Variant "Grand"]

1. e5 e6 2. Nc4 (2. d5 d6) Nc7 *

[Variant "Big"]

1. d5 e7 2. Zz9 *
"""


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    """A file of two games: one with a variation, one that breaks off at a move that does not exist."""
    path = tmp_path / "games.pgn"
    path.write_text(PGN, encoding="utf-8")
    return path
