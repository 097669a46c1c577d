"""The rows of options: what they list and what they take."""

from __future__ import annotations

import pytest
from tenfold.search.limits import Settings
from tenfold.uci import memory
from tenfold.uci.options import ROWS, Option, OptionError, Options


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_rows_are_sound(row: Option) -> None:
    """Case 74: GUIs drop options whose default is empty or out of range."""
    words = row.line().split(" ")
    assert "" not in words
    assert words[:2] == ["option", "name"]
    assert row.kind in ("spin", "check", "combo", "string", "button")
    assert row.help.endswith(".") and len(row.help) < 90
    if row.kind == "spin":
        assert row.low <= row.default <= row.high  # type: ignore[operator]
    if row.kind == "combo":
        assert row.default in row.choices
    if row.kind == "string":
        assert words[words.index("default") + 1]


def test_listing() -> None:
    listing = Options().listing()
    assert "option name Hash type spin default 16 min 1 max 65536" in listing
    assert "option name Clear Hash type button" in listing
    assert "option name Ponder type check default false" in listing
    assert "option name Debug Log File type string default <empty>" in listing
    assert (
        "option name UCI_Variant type combo default grand var grand var bigchess var greatchess var chess"
        in listing
    )
    assert len({row.name.lower() for row in ROWS}) == len(ROWS)


SET = [
    ("Hash", "64", 64, ""),
    ("hash", "+64", 64, ""),
    ("HASH", "99999999", 65536, "using 65536"),
    ("Hash", "-64", 1, "using 1"),
    ("Hash", "0", 1, "using 1"),
    ("Hash", "9" * 9999, 65536, "using 65536"),
    ("move  overhead", "100", 100, ""),
    ("Ponder", "true", True, ""),
    ("ponder", "FALSE", False, ""),
    ("UCI_AnalyseMode", "on", True, ""),
    ("UCI_Variant", "BigChess", "bigchess", ""),
    ("uci_variant", "indiangreat", "greatchess", ""),
    ("UCI_Variant", "Grand Chess", "grand", ""),
    ("PieceLetters", "mc", "MC", ""),
    ("UCI_TenthFile", "M", "m", ""),
    ("Debug Log File", "<empty>", "", ""),
    ("UCI_Opponent", "GM 2800 human Gary  K", "GM 2800 human Gary  K", ""),
]


@pytest.mark.parametrize(
    ("name", "text", "value", "remark"), SET, ids=[f"{n}={t[:12]}" for n, t, _, _ in SET]
)
def test_set(name: str, text: str, value: object, remark: str) -> None:
    options = Options()
    row, said = options.set(name, text)
    assert remark in said and bool(remark) == bool(said)
    if isinstance(value, bool):
        assert options.truth(row.name) is value
    elif isinstance(value, int):
        assert options.number(row.name) == value
    else:
        assert options.text(row.name) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("NoSuchOption", "3"),
        ("Hash", "many"),
        ("Hash", ""),
        ("Hash", None),
        ("Hash", "-"),
        ("Hash", "\u0663"),
        ("Ponder", "perhaps"),
        ("UCI_Variant", "shogi"),
        ("UCI_Variant", ""),
        ("x" * 100_000, None),
        ("UCI_Variant", "x" * 100_000),
    ],
)
def test_refused(name: str, text: str | None) -> None:
    options = Options()
    with pytest.raises(OptionError) as caught:
        options.set(name, text)
    assert len(str(caught.value)) < 300
    assert options.number("Hash") == 16 and options.text("UCI_Variant") == "grand"


def test_a_button_holds_nothing() -> None:
    row, _ = Options().set("clear hash", None)
    assert row.kind == "button"


def test_defaults_agree_with_the_search() -> None:
    options, settings = Options(), Settings()
    assert options.number("Threads") == settings.threads
    assert options.number("MultiPV") == settings.multipv
    assert options.number("Move Overhead") == settings.move_overhead
    assert options.number("Skill Level") == settings.skill_level
    assert options.number("UCI_Elo") == settings.elo


def test_memory_that_nobody_has_is_refused() -> None:
    if memory.available_mb() is None:
        pytest.skip("this system does not tell its memory")
    memory.check(1)
    with pytest.raises(MemoryError, match="MB are free"):
        memory.check(10**9)
