"""Tuning mode: the search's parameters are options, and reach the search. Without it nobody hears of them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tenfold.search.params import PARAMS
from tenfold.uci.options import ROWS, OptionError, Options
from tenfold.uci.show import help_text

NAMES = {row.name for row in PARAMS}


def listed(lines: list[str]) -> set[str]:
    return {found[1] for line in lines if (found := re.match(r"option name (\S+) type", line))}


def test_every_parameter_is_an_option() -> None:
    listing = Options(tuning=True).listing()
    assert listing[: len(ROWS)] == Options().listing()
    for row, line in zip(PARAMS, listing[len(ROWS) :], strict=True):
        assert line == f"option name {row.name} type spin default {row.default} min {row.low} max {row.high}"


def test_without_tuning_there_are_none() -> None:
    assert not listed(Options().listing()) & NAMES
    with pytest.raises(OptionError):
        Options().set(PARAMS[0].name, "1")
    assert Options().changed_params() == ()


def test_only_changes_are_passed_on() -> None:
    options = Options(tuning=True)
    first, second = PARAMS[:2]
    assert options.changed_params() == ()
    options.set(first.name.upper(), str(first.high))
    _, remark = options.set(second.name, str(second.low - 1))
    assert "using" in remark
    assert dict(options.changed_params()) == {first.name: first.high, second.name: second.low}
    options.set(first.name, str(first.default))
    assert dict(options.changed_params()) == {second.name: second.low}


def test_help_names_the_options_there_are() -> None:
    text = help_text(Options(tuning=True).rows)
    assert all(f"  {name} " in text for name in NAMES)
    assert not any(name in help_text() for name in NAMES)


@pytest.mark.parametrize("talk", [True], ids=["tuning"], indirect=True)
def test_a_search_hears_of_changes(talk: Any) -> None:
    row = PARAMS[3]
    talk.ask("go depth 1", "bestmove")
    talk.tell(f"setoption name {row.name} value {row.low}")
    talk.ask("go depth 1", "bestmove")
    talk.tell("help")
    assert any(row.name in line for line in talk.settle())
    assert [settings.params for settings in talk.searcher.settings] == [(), ((row.name, row.low),)]


def nodes(engine: Any) -> str:
    """The nodes of a search to a fixed depth of a new game."""
    engine.tell("ucinewgame")
    return re.findall(r"nodes (\d+)", "\n".join(engine.go("go depth 9")))[-1]


@pytest.mark.compiled
def test_a_change_changes_the_search(start: Any) -> None:
    engine = start("uci", "--tune")
    assert listed(engine.ask("uci", "uciok")) >= NAMES
    row = next(row for row in PARAMS if row.name.startswith("reverse_futility"))
    usual = nodes(engine)
    engine.tell(f"setoption name {row.name} value {row.low}")
    assert nodes(engine) != usual
    engine.tell(f"setoption name {row.name} value {row.default}")
    assert nodes(engine) == usual
    engine.tell("quit")
    engine.wait()


@pytest.mark.parametrize("words", [(), ("uci",)], ids=str)
def test_the_engine_itself_has_no_such_options(words: tuple[str, ...], start: Any) -> None:
    engine = start(*words)
    assert not listed(engine.ask("uci", "uciok")) & NAMES
    engine.tell(f"setoption name {PARAMS[0].name} value {PARAMS[0].default}")
    assert any(line.startswith("info string") and PARAMS[0].name in line for line in engine.settle())
    engine.tell("quit")
    engine.wait()
