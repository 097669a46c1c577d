"""The engine's process: lines, stamps, bounds, and how it ends."""

from __future__ import annotations

import os
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator

import pytest
from support.stubs import NAP, SCRIPT, leftovers
from tenfold.arbiter import process as process_module
from tenfold.arbiter.mailbox import LONGEST_LINE, Mailbox
from tenfold.arbiter.process import (
    KEPT_LINES,
    Cancelled,
    EngineGone,
    EngineProcess,
    EngineSilent,
    resolve,
)

Start = Callable[..., EngineProcess]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts stub engines, or a short program with `-c`; afterwards nothing must be left of them."""
    running: list[EngineProcess] = []
    threads, files = threading.active_count(), len(os.listdir("/dev/fd"))

    def begin(*settings: str, **options: object) -> EngineProcess:
        words = settings if settings[:1] == ("-c",) else (str(SCRIPT), *settings)
        running.append(EngineProcess((sys.executable, "-S", "-E", *words), **options))  # type: ignore[arg-type]
        return running[-1]

    yield begin
    for process in running:
        process.kill()
    assert not leftovers() and threading.active_count() == threads
    assert len(os.listdir("/dev/fd")) == files


def gone(pid: int) -> bool:
    """Neither running nor a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_lines_and_stamps(start: Start) -> None:
    process = start()
    sent = process.send("uci")
    others: list[str] = []
    came, line = process.read_until("uciok", 10, others.append)
    assert line == "uciok" and sent < came < time.perf_counter()
    assert others[0] == "id name Stub"
    assert process.last_lines[:2] == ("> uci", "< id name Stub")


def test_the_first_word_must_be_the_whole_word(start: Start) -> None:
    process = start("-c", "print('bestmoves a'); print(' bestmove b'); print('bestmove\\tc'); input()")
    assert process.read_until("bestmove", 10)[1] == "bestmove\tc"


def test_line_ends_and_bytes_of_all_kinds(start: Start) -> None:
    process = start(
        "-c", "import os; os.write(1, b'a\\r\\n\\n\\xff\\x00\\n'); os.write(1, b'o'); os.write(1, b'k')"
    )
    deadline = time.perf_counter() + 10
    assert [process.read(deadline)[1] for _ in range(4)] == ["a", "", "\ufffd\x00", "ok"]
    for _ in range(2):
        with pytest.raises(EngineGone):
            process.read(deadline)


def test_only_the_latest_lines_are_kept(start: Start) -> None:
    process = start("-c", "for i in range(1000): print(i)\nprint('x' * 10**6)\nprint('end')")
    process.read_until("end", 10)
    assert len(process.last_lines) == KEPT_LINES
    assert process.last_lines[-3:] == ("< 999", "< " + "x" * LONGEST_LINE, "< end")


def test_silence(start: Start) -> None:
    process = start("silent")
    process.send("uci")
    with pytest.raises(EngineSilent, match=r"no uciok within 0\.2 s"):
        process.read_until("uciok", 0.2)


def test_what_came_in_time_is_read_however_late_one_looks(start: Start) -> None:
    process = start("-c", "print('bestmove a'); input()")
    time.sleep(0.3)
    assert process.read(time.perf_counter() - 0.1)[1] == "bestmove a"


def test_a_flood_stays_in_the_pipe(start: Start) -> None:
    """Nobody reads for a while: what is kept here is bounded. Somebody reads on and on: patience is, too."""
    tracemalloc.start()
    process = start("flood=1000")
    process.send("go")
    time.sleep(0.7)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 16_000_000
    with pytest.raises(EngineSilent):
        process.read_until("bestmove", 0.3)
    process.kill()
    assert gone(process.pid)


def test_patience_ends_even_if_there_is_always_one_more_line(start: Start) -> None:
    process = start("silent")
    late = time.perf_counter() + 100
    for line in ("one", "two", "three"):
        process._mailbox.put(late, line)
    seen: list[str] = []
    with pytest.raises(EngineSilent):
        process.read_until("bestmove", 10, seen.append)
    assert not seen


def test_a_line_without_an_end_is_cut(start: Start) -> None:
    tracemalloc.start()
    process = start("endless-line=30")
    process.send("go")
    process.read_until("bestmove", 20)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2_000_000


def test_an_engine_that_does_not_read(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "WRITE_PATIENCE", 0.2)
    process = start("-c", "import time; time.sleep(1000)")
    with pytest.raises(EngineSilent, match=r"not read within 0\.2 s"):
        for _ in range(100):
            process.send("x" * 10_000)
    began = time.monotonic()
    process.close(0.1)
    assert time.monotonic() - began < 5 and gone(process.pid)


def test_an_engine_that_has_ended(start: Start) -> None:
    process = start("-c", "raise SystemExit(3)")
    with pytest.raises(EngineGone, match="has ended"):
        process.read(time.perf_counter() + 10)
    with pytest.raises(EngineGone):
        for _ in range(100):
            process.send("x")
            time.sleep(0.01)
    process.kill(5)
    assert (process.status, process.how_it_ended()) == (3, "exit status 3")


def test_error_output_is_read_to_its_end(start: Start) -> None:
    process = start("-c", "import os; os.write(2, b'oh\\n' * 99999 + b'no'); os.abort()")
    with pytest.raises(EngineGone):
        process.read(time.perf_counter() + 10)
    process.kill(5)
    assert process.how_it_ended() == "killed by SIGABRT"
    assert process.last_lines[-2:] == ("! oh", "! no")


def test_quit(start: Start) -> None:
    process = start()
    process.close()
    assert (process.status, process.how_it_ended()) == (0, "exit status 0") and gone(process.pid)
    process.close()
    process.kill()


def test_an_engine_that_does_not_quit_is_killed(start: Start) -> None:
    process = start("stays")
    process.close(0.2)
    assert process.how_it_ended() == "it was still running" and gone(process.pid)


@pytest.mark.parametrize("settings", [(f"child={NAP}",), (f"child={NAP}", "stays")])
def test_children_of_an_engine_end_with_it(start: Start, settings: tuple[str, ...]) -> None:
    process = start(*settings)
    process.send("isready")
    process.read_until("readyok", 10)
    assert any("sleep" in line for line in leftovers(0.0))
    process.close(1.0)
    assert not leftovers()


def test_cancelling_ends_a_wait(start: Start) -> None:
    cancelled = threading.Event()
    process = start("never", cancelled=cancelled)
    threading.Timer(0.2, cancelled.set).start()
    with pytest.raises(Cancelled):
        process.read(time.perf_counter() + 60)


def test_the_log_has_it_all(start: Start) -> None:
    said: list[tuple[str, str]] = []
    process = start("noise", log=lambda mark, line: said.append((mark, line)))
    process.send("go")
    process.read_until("bestmove", 10)
    process.close()
    assert (
        said[0] == (">", "go") and ("<", "bestmove a1b1") in said and said.count(("!", "\ufffdnoise")) == 1000
    )


def test_a_log_that_fails_is_no_fault_of_the_engine(start: Start) -> None:
    def full(mark: str, line: str) -> None:
        raise OSError("disk full")

    process = start(log=full)
    process.send("go")
    assert process.read_until("bestmove", 10)[1] == "bestmove a1b1"


def test_commands() -> None:
    assert resolve(("tenfold", "bench")) == [sys.executable, "-m", "tenfold", "bench"]
    assert resolve(("/no/such", "x")) == ["/no/such", "x"]
    assert os.path.isabs(resolve(("sh",))[0])


# The mailbox


def test_the_mailbox_has_room_for_so_much() -> None:
    mailbox = Mailbox(room=10)
    writer = threading.Thread(target=lambda: [mailbox.put(float(i), "12345") for i in range(6)])
    writer.start()
    writer.join(0.2)
    assert writer.is_alive() and len(mailbox._lines) == 2
    assert [mailbox.get(5) for _ in range(6)] == [(float(i), "12345") for i in range(6)]
    writer.join()
    assert mailbox.get(0) is None


def test_who_waits_for_a_line_gets_those_before_it_with_it() -> None:
    mailbox = Mailbox()
    got: list[tuple[float, str | None] | None] = []
    reader = threading.Thread(target=lambda: got.append(mailbox.get(60, "bestmove")))
    reader.start()
    for number in range(5):
        mailbox.put(float(number), "info")
    reader.join(0.2)
    assert reader.is_alive()
    mailbox.put(5.0, "bestmove")
    reader.join(5)
    assert got == [(0.0, "info")]
    assert [mailbox.get(0, "readyok") for _ in range(5)] == [
        *((float(number), "info") for number in range(1, 5)),
        (5.0, "bestmove"),
    ]
    assert mailbox.get(0, "readyok") is None


def test_lines_that_came_before_anybody_waited_are_found() -> None:
    mailbox = Mailbox()
    mailbox.put(1.0, "info")
    mailbox.put(2.0, "readyok")
    assert [mailbox.get(60, "readyok") for _ in range(2)] == [(1.0, "info"), (2.0, "readyok")]


def test_a_flood_wakes_who_waits_for_another_line() -> None:
    mailbox = Mailbox(room=1000)

    def flood() -> None:
        for _ in range(50):
            mailbox.put(0.0, "x" * 99)
        mailbox.end(1.0)

    threading.Thread(target=flood).start()
    assert [mailbox.get(60, "bestmove") for _ in range(50)] == [(0.0, "x" * 99)] * 50
    assert mailbox.get(60, "bestmove") == (1.0, None)


def test_the_end_of_a_mailbox() -> None:
    mailbox = Mailbox(room=10)
    mailbox.put(1.0, "a long line, of more than there is room for")
    writer = threading.Thread(target=mailbox.put, args=(2.0, "nobody wants it"))
    writer.start()
    mailbox.end(3.0)
    writer.join(5)
    assert not writer.is_alive()
    assert mailbox.get(0) == (1.0, "a long line, of more than there is room for")
    assert mailbox.get(0) == mailbox.get(0) == (3.0, None)
