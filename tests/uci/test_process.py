"""The engine as a process: how it starts, what it survives and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Start = Callable[..., Any]

NEW_CACHE_VARIABLES = ("XDG_CACHE_HOME", "NUMBA_CACHE_DIR", "TENFOLD_CACHE_DIR", "LOCALAPPDATA")


def cold(folder: Path) -> dict[str, str]:
    """An environment in which nothing has been compiled yet."""
    return {name: str(folder / "cache") for name in NEW_CACHE_VARIABLES}


def run(data: bytes, seconds: float = 60.0) -> list[str]:
    """Feed `data`, end the input, and return the lines."""
    done = subprocess.run([sys.executable, "-m", "tenfold"], input=data, capture_output=True, timeout=seconds)
    assert done.returncode == 0 and done.stderr == b""
    return done.stdout.decode().splitlines()


def bestmoves(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("bestmove")]


# -- the start --------------------------------------------------------------------------------------


def test_the_greeting_needs_neither_numpy_nor_numba() -> None:
    code = (
        "import sys, io\n"
        "from tenfold.uci.session import Session\n"
        "from tenfold.uci.wire import Wire\n"
        "from tenfold.uci.loop import converse\n"
        "out = io.BytesIO()\n"
        "session = Session(Wire(out))\n"
        "session._warm.start = lambda: None\n"
        "session.handle('uci')\n"
        "assert out.getvalue().endswith(b'uciok\\n')\n"
        "heavy = {'numpy', 'numba', 'click', 'asyncio', 'logging'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_uciok_comes_at_once(start: Start) -> None:
    """The bound of the specification is 0.4 s; here the machine may be busy."""
    engine = start()
    engine.ask("uci", "uciok$", 5.0)
    assert engine.ask("isready", "readyok$", 60.0)


def test_every_reply_is_flushed(start: Start) -> None:
    """Case 89."""
    engine = start()
    engine.settle()
    for _ in range(3):
        engine.ask("uci", "uciok$", 5.0)
        engine.ask("isready", "readyok$", 5.0)
        engine.ask("go depth 1", "bestmove ", 5.0)


# -- odd input --------------------------------------------------------------------------------------


def test_line_ends_tabs_and_a_byte_order_mark() -> None:
    """Case 66, the last line without an end."""
    data = "\ufeffuci\r\n  isready \r\n\r\nposition\tstartpos  moves   e3e5\r\nd\r\ngo depth 1".encode()
    lines = run(data)
    assert "uciok" in lines and "readyok" in lines
    assert len(bestmoves(lines)) == 1
    assert any(line.startswith("Fen: ") and " b - " in line for line in lines)
    assert not [line for line in lines if line.startswith("info string")]


def test_bytes_that_are_no_text() -> None:
    lines = run(b"\xff\xfe\x80isready\nposition startpos moves \xe9\nisready\ngo depth 1\n")
    assert [line for line in lines if "not UTF-8" in line] == [
        "info string a line that is not UTF-8 was ignored"
    ] * 2
    assert "readyok" in lines and len(bestmoves(lines)) == 1


@pytest.mark.parametrize(
    "line",
    [
        b"a" * 1_000_000,
        b"a " * 500_000,
        b"go searchmoves " + b"e3e5 " * 200_000,
        b"\0" * 1_000_000,
        b"position startpos moves " + b"e3e9 " * 200_000,
        b"setoption name Hash value " + b"9" * 1_000_000,
    ],
    ids=["word", "words", "searchmoves", "nul", "moves", "number"],
)
def test_megabyte_lines(line: bytes) -> None:
    lines = run(line + b"\nstop\nisready\ngo depth 1\n")
    assert "readyok" in lines and bestmoves(lines)
    assert all(len(text) < 1000 for text in lines)


def test_a_line_without_end() -> None:
    lines = run(b"x" * 9_000_000 + b"\ngo depth 1\n")
    assert len(bestmoves(lines)) == 1
    assert "info string a line of several megabytes was ignored" in lines


# -- the end ----------------------------------------------------------------------------------------


def test_quit_while_searching(start: Start) -> None:
    """Case 64 a."""
    engine = start()
    engine.settle()
    engine.ask("go infinite", "info depth")
    engine.tell("quit")
    assert engine.wait() < 1.0
    assert len(bestmoves(engine.rest())) == 1


@pytest.mark.parametrize("go", ["go infinite", "go ponder wtime 1000000 btime 1000000"])
def test_the_input_ends_while_searching(start: Start, go: str) -> None:
    """Case 64 b."""
    engine = start()
    engine.settle()
    engine.ask(go, "info depth")
    engine.end_input()
    assert engine.wait() < 1.0
    assert len(bestmoves(engine.rest())) == 1


def test_the_input_ends_before_uci(start: Start) -> None:
    """Case 64 c."""
    engine = start()
    engine.end_input()
    assert engine.wait() < 5.0
    assert engine.rest() == []


@pytest.mark.parametrize("how", ["quit", "end", "isready, quit", "isready, end"])
def test_an_end_during_compilation(start: Start, tmp_path: Path, how: str) -> None:
    """Case 64 d."""
    engine = start(env=cold(tmp_path))
    engine.ask("uci", "uciok$")
    time.sleep(0.5)
    if how.startswith("isready"):
        engine.tell("isready")
    begin = time.monotonic()
    if how.endswith("quit"):
        engine.tell("quit")
    else:
        engine.end_input()
    engine.wait()
    assert time.monotonic() - begin < 2.0  # 1 s is meant; the machine may be busy


def test_the_output_is_closed_while_searching(start: Start) -> None:
    """Case 64 e."""
    engine = subprocess.Popen(
        [sys.executable, "-m", "tenfold"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert engine.stdin and engine.stdout and engine.stderr
    engine.stdin.write(b"isready\ngo infinite\n")
    engine.stdin.flush()
    while not engine.stdout.readline().startswith(b"info depth"):
        pass
    engine.stdout.close()
    for _ in range(100):
        try:
            engine.stdin.write(b"isready\n")
            engine.stdin.flush()
        except BrokenPipeError:
            break
        time.sleep(0.01)
    assert engine.wait(10) == 0
    assert engine.stderr.read() == b""
    engine.stderr.close()


def test_an_interrupt_from_the_keyboard(start: Start) -> None:
    engine = start()
    engine.settle()
    engine.ask("go infinite", "info depth")
    engine.process.send_signal(signal.SIGINT)
    assert engine.wait() < 2.0


def test_a_bounded_search_is_finished_at_the_end_of_input() -> None:
    lines = run(b"position startpos\ngo depth 3\nposition startpos moves e3e5\ngo nodes 500\n")
    assert len(bestmoves(lines)) == 2
    assert any(line.startswith("info depth 3 ") for line in lines)


@pytest.mark.slow
def test_a_long_bounded_search_is_cut_at_the_end_of_input() -> None:
    begin = time.monotonic()
    lines = run(b"go movetime 1000000\n")
    assert len(bestmoves(lines)) == 1 and time.monotonic() - begin < 30


def test_a_script_that_ends_in_quit_gets_its_answers() -> None:
    lines = run(b"position startpos moves e3e5\nd\ngo perft 2\nquit\n")
    assert any(line.startswith("Fen: ") for line in lines)
    assert any(line.startswith("Nodes searched: ") for line in lines)


# -- the log ----------------------------------------------------------------------------------------


def test_the_log(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "log file.txt"
    engine = start()
    engine.tell(f"setoption name Debug Log File value {path}")
    engine.settle()
    engine.go("go depth 1")
    engine.tell("quit")
    engine.wait()
    text = path.read_text()
    assert "> go depth 1\n" in text and "< bestmove " in text and "> quit\n" in text


# -- load -------------------------------------------------------------------------------------------


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc")
@pytest.mark.parametrize(
    "position", ["startpos", "fen k9/10/2A7/10/10/10/10/10/10/9K b - - 0 1"], ids=["ponder", "mated"]
)
def test_waiting_costs_no_processor_time(start: Start, position: str) -> None:
    """Case 36: with nothing left to search, `infinite` and `ponder` wait without burning a core."""
    engine = start()
    engine.tell("setoption name UCI_Variant value grand", f"position {position}")
    engine.settle()
    engine.tell("go infinite depth 2" if position == "startpos" else "go infinite")
    engine.until("info depth")
    time.sleep(0.3)
    before = _cpu_seconds(engine.process.pid)
    engine.silence_of_moves(1.5)
    assert _cpu_seconds(engine.process.pid) - before < 0.3
    last = engine.ask("stop", "bestmove ")[-1]
    assert (last == "bestmove (none)") == (position != "startpos")


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_no_thread_outlives_the_conversation(start: Start) -> None:
    engine = start()
    engine.tell("setoption name Threads value 4")
    engine.settle()
    engine.ask("go infinite", "info depth")
    killer = threading.Timer(20, engine.process.kill)
    killer.start()
    engine.end_input()
    assert engine.wait() < 2.0
    killer.cancel()
