"""Lines to commands: a table of what is read, and how nothing is fatal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tenfold.uci.go import Go
from tenfold.uci.parse import STANDARD, Debug, Perft, Plain, SetOption, SetPosition, parse

START = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1"

READ = [
    ("uci", Plain("uci")),
    ("\ufeffuci\r\n", Plain("uci")),
    ("  isready \r\n", Plain("isready")),
    ("ISREADY", Plain("isready")),
    ("stop now", Plain("stop")),
    ("debug on", Debug(True)),
    ("debug off", Debug(False)),
    ("position startpos", SetPosition(None, ())),
    ("position startpos moves", SetPosition(None, ())),
    ("position\tstartpos  moves   e3e5\r\n", SetPosition(None, ("e3e5",))),
    (f"position fen {START} moves e3e5 e8e6", SetPosition(START, ("e3e5", "e8e6"))),
    ("position fen 10/10 w", SetPosition("10/10 w", ())),
    ("position fen startpos", SetPosition(None, ())),
    ("setoption name Hash value 32", SetOption("Hash", "32")),
    ("setoption name Clear Hash", SetOption("Clear Hash", None)),
    ("setoption name Move  Overhead value  50", SetOption("Move Overhead", "50")),
    (
        "setoption name Debug Log File value /tmp/my  file.log",
        SetOption("Debug Log File", "/tmp/my  file.log"),
    ),
    ("setoption name Debug Log File value", SetOption("Debug Log File", "")),
    (
        "setoption name UCI_Opponent value none none computer My value",
        SetOption("UCI_Opponent", "none none computer My value"),
    ),
    ("go perft 3", Perft(3)),
    ("go perft 999", Perft(30)),
    ("go", Go()),
    ("go infinite", Go(infinite=True)),
    ("go ponder wtime 1000 btime 2000", Go(ponder=True, wtime=1000, btime=2000)),
    ("go depth 5", Go(depth=5)),
    ("go depth 99999", Go(depth=120)),
    ("go depth 0", Go(depth=1)),
    ("go nodes 1000 movetime 50 mate 3", Go(nodes=1000, movetime=50, mate=3)),
    ("go wtime 1000.7 btime -5", Go(wtime=1000, btime=0)),
    ("go wtime 1 wtime 2", Go(wtime=2)),
    (f"go wtime {'9' * 5000}", Go(wtime=10**12)),
    ("go movestogo -5 wtime 100", Go(movestogo=0, wtime=100)),
    ("go searchmoves e3e5 d3d5 depth 3", Go(("e3e5", "d3d5"), depth=3)),
    ("go depth 3 searchmoves e3e5 d3d5", Go(("e3e5", "d3d5"), depth=3)),
    ("go searchmoves infinite", Go(infinite=True)),
    (
        "go binc 4 winc 3 btime 2 wtime 1 movestogo 5 nodes 6 depth 7",
        Go(wtime=1, btime=2, winc=3, binc=4, movestogo=5, nodes=6, depth=7),
    ),
]


@pytest.mark.parametrize(("line", "command"), READ, ids=[line[:40] for line, _ in READ])
def test_read(line: str, command: object) -> None:
    assert parse(line) == (command, [])


@pytest.mark.parametrize("line", ["", "  ", "\r\n", "\ufeff", "# a remark", "register later", "register"])
def test_nothing_to_obey(line: str) -> None:
    assert parse(line) == (None, [])


NOTED = [
    ("joho debug on", Debug(True), "joho"),
    ("foo bar isready", Plain("isready"), "foo bar"),
    ("go depth", Go(depth=1), "depth"),
    ("go depth x", Go(depth=1), "depth"),
    ("go depth movetime 50", Go(depth=1, movetime=50), "depth"),
    ("go wtime x btime 5", Go(wtime=0, btime=5), "wtime"),
    ("go fast depth 2", Go(depth=2), "fast"),
    ("go perft", None, "perft"),
    ("go perft x", None, "perft"),
    ("foo", None, "unknown command: foo"),
    ("what does d do", None, "unknown command"),
    ("setoption", None, "setoption"),
    ("setoption name", None, "setoption"),
    ("setoption name value 3", None, "setoption"),
    ("setoption Hash 3", None, "setoption"),
    ("debug", None, "debug"),
    ("debug maybe", None, "debug"),
    ("position", None, "position refused"),
    ("position moves e3e5", None, "position refused"),
    ("position fen", None, "position refused"),
    (f"position startpos fen {START}", None, "position refused"),
    ("position " + START, None, "position refused"),
]


@pytest.mark.parametrize(("line", "command", "remark"), NOTED, ids=[line[:40] for line, _, _ in NOTED])
def test_read_with_a_remark(line: str, command: object, remark: str) -> None:
    found, remarks = parse(line)
    assert found == command
    assert remark in "; ".join(remarks)


def test_a_megabyte_is_answered_shortly() -> None:
    for line in ("a" * 1_000_000, "a " * 500_000, "go " + "x" * 1_000_000):
        _, remarks = parse(line)
        assert remarks and len(remarks[0]) < 200


@given(st.text(max_size=80))
def test_no_text_is_fatal(text: str) -> None:
    parse(text)


@given(
    st.lists(
        st.sampled_from([*sorted(STANDARD), "depth", "-1", "x", "moves", "fen", "name", "value", "perft"]),
        max_size=8,
    )
)
def test_no_order_of_words_is_fatal(words: list[str]) -> None:
    command, remarks = parse(" ".join(words))
    assert len(remarks) <= len(words) + 1
    assert command is None or not isinstance(command, str)
