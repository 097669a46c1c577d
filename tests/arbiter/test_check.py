"""The compliance test: a right engine passes, and each fault is found by the step that is there for it."""

from __future__ import annotations

import json
import re
import shlex
import sys
from typing import Any

import pytest
from support.scripted_engine import Fault, ScriptedEngine
from tenfold.arbiter.check import talk as talk_module
from tenfold.arbiter.check.run import COUNT, GROUPS, attempt, check
from tenfold.arbiter.check.step import Row, Verdict
from tenfold.arbiter.check.talk import Talk
from tenfold.arbiter.check.thoughts import read_info
from tenfold.arbiter.spec import EngineSpec, parse_engine
from tenfold.cli.group import run
from tenfold.engine.variants import GRAND, VARIANTS, Variant

SPEC = EngineSpec("Scripted", ("scripted",))


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes a `Talk` to an engine with a fault."""

    def make(fault: Fault | None = None, faults: str = "", variant: Variant = GRAND) -> Talk:
        def start(command: object, directory: str = "", *, log: Any, cancelled: Any) -> ScriptedEngine:
            return ScriptedEngine(fault, faults, log)

        monkeypatch.setattr(talk_module, "EngineProcess", start)
        return Talk(SPEC, variant)

    return make


def step_row(talk: Talk, name: str) -> Row:
    """The outcome of the one step of that name, after those that others depend on."""
    for group, steps in GROUPS.items():
        for step in steps:
            if step.name == name:
                return attempt(talk, group, step)
    raise LookupError(name)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_right_engine_passes_in_every_game(scripted: Any, variant: Variant) -> None:
    rows = list(check(scripted(variant=variant)))
    assert len(rows) == COUNT
    bad = [row for row in rows if row.verdict in (Verdict.FAIL, Verdict.WARN)]
    # What perft prints is not counted as output that UCI does not have.
    assert not bad
    left_out = {row.name for row in rows if row.verdict is Verdict.SKIP}
    assert ("castling is read" in left_out) == (variant.castling is None)


def swap(pattern: str, text: str) -> Fault:
    """A fault that changes part of the lines that have it."""
    return lambda line: [re.sub(pattern, text, line)]


def drop(pattern: str) -> Fault:
    return lambda line: [] if re.search(pattern, line) else [line]


def twice(pattern: str) -> Fault:
    return lambda line: [line, line] if re.search(pattern, line) else [line]


FAULTS: list[tuple[str, Fault | None, str, str]] = [
    # the step that finds it, the fault in the output, other faults, what the report says of it
    ("tells its name", drop("id name"), "", "id name"),
    ("tells its author", drop("id author"), "", "id author"),
    ("describes its options as UCI has it", swap("default 16 ", "default 99 "), "", "out of range"),
    ("describes its options as UCI has it", swap("type check", "type bool"), "", "no type 'bool'"),
    ("describes its options as UCI has it", swap("var calm", "var mild"), "", "none of the choices"),
    ("describes its options as UCI has it", twice("option name Hash"), "", "two options"),
    ("starts and answers uci", drop("uciok"), "", "no uciok"),
    ("starts and answers uci", swap("var grand", "var big"), "", "does not play grand"),
    ("writes <empty> for an empty string", swap("<empty>", ""), "", "<empty>"),
    ("position startpos after a position given as FEN", None, "sticky", "illegal move"),
    ("go depth", drop("bestmove"), "", "no bestmove within"),
    ("go depth", swap("bestmove .*", "bestmove a1a1"), "", "a1a1"),
    ("go depth", swap("bestmove .*", "bestmove E3E5"), "", "lower case"),
    ("go depth", swap("bestmove .*", "bestmove (none)"), "", "(none)"),
    ("go depth", twice("bestmove"), "", "twice for one"),
    ("go depth", swap("depth 1", "depth 9"), "", "to depth 9"),
    ("go nodes", swap("nodes 9", "nodes 900000"), "", "900000"),
    ("go searchmoves, after a limit", None, "no-searchmoves", "brought"),
    ("go infinite waits for stop, stop brings the move", None, "hasty", "before it was asked for"),
    ("go ponder, then ponderhit", None, "hasty", "before it was asked for"),
    ("isready is answered during a search", None, "deaf", "no readyok"),
    ("stop without a search says nothing", None, "answers-stop", "without a search"),
    ("info lines are words and whole numbers as UCI has them", swap("nps 9", "nps 9.5"), "", "'9.5'"),
    ("info lines are words and whole numbers as UCI has them", swap("nps 9", "speed 9"), "", "'speed'"),
    (
        "an exact score comes before bestmove",
        swap("score cp 5", "score cp 5 lowerbound"),
        "",
        "no exact score",
    ),
    ("depth and pv come with each score", swap(" pv .*", ""), "", "without depth or pv"),
    ("lines of play are legal to the end", swap("pv (.*)", r"pv \1 a1a1"), "", "a1a1"),
    ("bestmove is the head of the last line", swap(" pv .*", " pv j1j2"), "", "after the line"),
    ("MultiPV gives that many different lines", drop("multipv 3"), "", "[1, 2, 4]"),
    ("wdl adds up to 1000", swap("wdl 300", "wdl 200"), "", "200 400 300"),
    ("wdl adds up to 1000", swap(" wdl 300 400 300", ""), "", "no wdl"),
    ("a mate is found, its score positive", swap("mate 1", "cp 9999"), "", "should say score mate 1"),
    ("being mated has a negative score", swap("mate -1", "mate 1"), "", "should say score mate -1"),
    ("a finished game: no move, mate 0 or cp 0", swap("mate 0", "mate 1"), "", "is mated"),
    ("go perft 1 lists exactly the legal moves", drop("e3e4: 1"), "", "does not know e3e4"),
    ("go perft 1 lists exactly the legal moves", swap("e3e4: 1", "e3e7: 1"), "", "e3e4"),
    ("unknown options are ignored", None, "crash", "has ended"),
    ("a known word after an unknown one is obeyed", None, "strict", "no readyok"),
    ("quit ends it", None, "ignores-quit", "still runs"),
    ("quit ends it", None, "orphans", "left processes behind"),
    ("quit ends it during a search", None, "busy", "still runs"),
    ("the exit status after quit is 0", None, "status", "exit status 3"),
    ("the end of its input ends it", None, "ignores-eof", "still runs"),
]


@pytest.mark.parametrize(("name", "fault", "faults", "said"), FAULTS)
def test_a_fault_is_found(scripted: Any, name: str, fault: Fault | None, faults: str, said: str) -> None:
    talk = scripted(fault, faults)
    if name != "starts and answers uci":
        talk.start()
    row = step_row(talk, name)
    assert row.verdict in (Verdict.FAIL, Verdict.WARN)
    assert said in row.reason and "\n" not in row.reason
    assert row.lines or name in ("starts and answers uci", "tells its name", "tells its author")


def test_an_upper_case_promotion_is_found(scripted: Any) -> None:
    talk = scripted(lambda line: [re.sub(r"^(bestmove \S+\d)([a-z])$", lambda m: m[1] + m[2].upper(), line)])
    talk.knows_searchmoves = True
    row = step_row(talk, "promotions are spelled in lower case, to every piece")
    assert row.verdict is Verdict.FAIL and "lower case" in row.reason


def test_one_fault_does_not_spoil_the_steps_after_it(scripted: Any) -> None:
    rows = list(check(scripted(None, "sticky")))
    failed = [row.name for row in rows if row.verdict is Verdict.FAIL]
    assert failed == ["position startpos after a position given as FEN"]


def test_stray_output_is_told(scripted: Any) -> None:
    rows = list(check(scripted(lambda line: ["debugging...", line] if line == "readyok" else [line])))
    bad = [row for row in rows if row.verdict in (Verdict.FAIL, Verdict.WARN)]
    assert [row.name for row in bad] == ["output has lines of the protocol only"]
    assert "debugging..." in bad[0].reason


def test_info_lines_are_read() -> None:
    info = read_info(
        "info depth 3 seldepth 5 multipv 2 score mate -4 upperbound wdl 0 1 999 hashfull 5 pv a1a2 b1b2"
    )
    assert info.numbers == {"depth": 3, "seldepth": 5, "multipv": 2, "hashfull": 5}
    assert (info.mate, info.bound, info.wdl, info.pv) == (-4, True, (0, 1, 999), ["a1a2", "b1b2"])
    assert not info.problem and not info.scored
    assert read_info("info string depth x").problem == ""
    assert read_info("info currmove e2e4 currmovenumber 1").problem == ""
    for line in (
        "info depth",
        "info score 5",
        "info score cp 0.5",
        "info time -1",
        "info wdl 1 2",
        "info currmove",
    ):
        assert read_info(line).problem, line


# The command


@pytest.mark.parametrize("code", ["import sys; sys.exit(1)", "print('hello')", "print('uciok')"])
def test_what_does_not_start_is_one_row(capsys: pytest.CaptureFixture[str], code: str) -> None:
    engine = shlex.join([sys.executable, "-S", "-E", "-c", code])
    assert run(["check", engine]) == 1
    output = capsys.readouterr().out
    assert " FAIL  starts and answers uci\n" in output and "nothing else was tried" in output
    assert "go depth" not in output


def test_json_has_an_object_for_each_step(scripted: Any, capsys: pytest.CaptureFixture[str]) -> None:
    scripted(swap("mate -1", "mate 1"))
    assert run(["check", "scripted", "--json"]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == COUNT
    assert [row["name"] for row in rows if row["verdict"] == "fail"] == ["being mated has a negative score"]


def test_the_report_shows_a_conversation_that_failed(
    scripted: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    scripted(swap("mate -1", "mate 1"))
    assert run(["check", "scripted", "--verbose"]) == 1
    output = capsys.readouterr().out
    assert " FAIL  being mated has a negative score\n       it should say score mate -1" in output
    assert "         > go depth 5\n" in output
    assert "1 failed" in output


def test_a_bad_description_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "cmd=x tc=never"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_our_own_engine_passes(variant: Variant) -> None:
    rows = list(check(Talk(parse_engine("tenfold"), variant)))
    assert len(rows) == COUNT
    assert not [row for row in rows if row.verdict in (Verdict.FAIL, Verdict.WARN)]
