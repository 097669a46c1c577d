"""Engines and time controls in words."""

from __future__ import annotations

import pytest
from tenfold.arbiter.spec import EngineSpec, TimeControl, parse_control, parse_engine, pgn_tag


@pytest.mark.parametrize(
    ("text", "control", "tag"),
    [
        ("40/60+0.5", TimeControl(moves=40, base=60.0, increment=0.5), "40/60+0.5"),
        ("1+0.01", TimeControl(base=1.0, increment=0.01), "1+0.01"),
        ("1:30+1", TimeControl(base=90.0, increment=1.0), "90+1"),
        ("10", TimeControl(base=10.0), "10"),
        (".5", TimeControl(base=0.5), "0.5"),
        ("40/1234567.25", TimeControl(moves=40, base=1234567.25), "40/1234567.25"),
        ("inf", TimeControl(), "-"),
    ],
)
def test_controls(text: str, control: TimeControl, tag: str) -> None:
    assert parse_control(text) == control
    assert pgn_tag(control) == tag
    if control.base is not None:
        assert parse_control(tag) == control


def test_a_fixed_time_has_cute_chess_s_tag() -> None:
    assert pgn_tag(TimeControl(movetime=0.5)) == "0.5/move"


@pytest.mark.parametrize(
    "text", ["", "x", "0", "0+1", "1+", "-1", "nan", "1e3", "40/", "1:2:3", "1+-1", "INF "]
)
def test_controls_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a time control") as caught:
        parse_control(text)
    assert "\n" not in str(caught.value)


def test_all_words() -> None:
    spec = parse_engine(
        "name='My A' cmd=fairy-stockfish dir=/x tc=1+0.01 nodes=8000 depth=6 timemargin=200 option.Hash=64 "
        "'option.Skill Level=3' option.VariantPath=v.ini ponder restart=on tenth=m starttimeout=60 "
        "arg=-uci arg='a b' proto=uci readytimeout=2.5 movetimeout=9"
    )
    assert spec == EngineSpec(
        name="My A",
        command=("fairy-stockfish", "-uci", "a b"),
        directory="/x",
        options=(("Hash", "64"), ("Skill Level", "3"), ("VariantPath", "v.ini")),
        control=TimeControl(base=1.0, increment=0.01, nodes=8000, depth=6),
        margin=0.2,
        ponder=True,
        restart=True,
        tenth_file="m",
        start_timeout=60.0,
        ready_timeout=2.5,
        move_timeout=9.0,
    )
    assert spec.control.limited and str(spec.control) == "tc=1+0.01 nodes=8000 depth=6"


def test_a_command_line_is_an_engine() -> None:
    assert parse_engine("sjaakii -uci").command == ("sjaakii", "-uci")
    assert parse_engine("/a/b/engine --hash=16 'x y'").command == ("/a/b/engine", "--hash=16", "x y")
    assert parse_engine("/a/b/engine").name == "engine"
    assert parse_engine("cmd='python3 \"my engine.py\"'").command == ("python3", "my engine.py")
    assert not parse_engine("tenfold").control.limited


def test_words_may_follow_a_command_line() -> None:
    spec = parse_engine("sjaakii -uci --hash=16 nodes=500 option.Level=3 ponder", "depth=6")
    assert spec.command == ("sjaakii", "-uci", "--hash=16") and spec.name == "sjaakii"
    assert (spec.control.nodes, spec.control.depth, spec.ponder) == (500, 6, True)
    assert spec.options == (("Level", "3"),)
    with pytest.raises(ValueError, match="unknown word 'colour=red'"):
        parse_engine("sjaakii nodes=500 colour=red")


def test_defaults_for_each() -> None:
    each = "tc=1+0.01 option.Hash=16 option.Threads=1 timemargin=50 ponder arg=-a"
    spec = parse_engine("cmd=x option.Hash=64 ponder=off arg=-b", each)
    assert spec.options == (("Hash", "64"), ("Threads", "1"))
    assert spec.control == parse_control("1+0.01") and not spec.ponder and spec.margin == pytest.approx(0.05)
    assert spec.command == ("x", "-a", "-b")
    assert parse_engine("x", "st=0.5").control == TimeControl(movetime=0.5)


def test_an_own_clock_replaces_the_one_for_each() -> None:
    assert parse_engine("cmd=x st=0.5", "tc=1+0.01").control == TimeControl(movetime=0.5)
    assert parse_engine("cmd=x tc=2", "st=0.5").control == TimeControl(base=2.0)
    assert parse_engine("cmd=x tc=inf nodes=9", "tc=1").control == TimeControl(nodes=9)
    assert parse_engine("cmd=x nodes=9", "tc=1").control == TimeControl(base=1.0, nodes=9)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "needs a command"),
        ("name=A", "needs a command"),
        ("cmd=", "needs a command"),
        ("cmd=x nmae=A", "unknown word 'nmae=A'"),
        ("cmd=x option.=1", "unknown word"),
        ("cmd=x option.Hash", "unknown word"),
        ("cmd=x tc", "tc needs a value"),
        ("cmd=x tc=fast", "not a time control"),
        ("cmd=x tc=1 st=1", "both tc and st"),
        ("cmd=x nodes=-1", "nodes=-1: not a whole number of at least 1"),
        ("cmd=x nodes=1.5", "not a whole number"),
        ("cmd=x st=0", "not a number of at least 0.001"),
        ("cmd=x ponder=maybe", "ponder=maybe"),
        ("cmd=x tenth=k", "tenth=k: must be j or m"),
        ("cmd=x proto=xboard", "proto=xboard"),
        ("cmd='x", "no closing quotation"),
    ],
)
def test_words_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse_engine(text)
    assert says in str(caught.value) and "\n" not in str(caught.value)
