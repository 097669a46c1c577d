"""Two ways to talk to the engine: `talk`, a session over an obedient searcher, and `engine`, a process."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from tenfold.search.limits import BestMove, CurrentMove, Info, Limits, Score, Settings
from tenfold.uci.backend import Backend
from tenfold.uci.session import Session
from tenfold.uci.wire import Wire

PATIENCE = 20.0  # seconds; generous, as the machine may be busy


class Lines:
    """Lines that arrive on another thread."""

    def __init__(self) -> None:
        self._queue: queue.Queue[str | None] = queue.Queue()
        self.seen: list[str] = []

    def put(self, line: str | None) -> None:
        self._queue.put(line)

    def next(self, seconds: float = PATIENCE) -> str | None:
        """The next line; None at the end of the output. Raises `queue.Empty`."""
        line = self._queue.get(timeout=max(seconds, 0.001))
        if line is not None:
            self.seen.append(line)
        return line

    def until(self, pattern: str, seconds: float = PATIENCE) -> list[str]:
        """The lines up to the first that matches `pattern` from its start."""
        deadline = time.monotonic() + seconds
        found: list[str] = []
        while True:
            try:
                line = self.next(deadline - time.monotonic())
            except queue.Empty:
                pytest.fail(f"no line matches {pattern!r} within {seconds} s; there were {found[-20:]}")
            assert line is not None, f"the output ended before {pattern!r}; there were {found[-20:]}"
            found.append(line)
            if re.match(pattern, line):
                return found

    def silence(self, seconds: float = 0.15) -> None:
        """Nothing comes for so long."""
        try:
            line = self.next(seconds)
        except queue.Empty:
            return
        pytest.fail(f"unexpected line {line!r}")


class Sink:
    """A stream for `Wire` that cuts what is written into lines."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines

    def write(self, data: bytes) -> None:
        assert data.endswith(b"\n")
        for line in data[:-1].decode().split("\n"):
            self.lines.put(line)

    def flush(self) -> None:
        pass


class FakeSearcher:
    """Plays the first legal move after `depth` infos, and waits wherever the protocol wants it to."""

    def __init__(self, megabytes: int = 16) -> None:
        self.megabytes = megabytes
        self.calls: list[str] = []
        self.limits: list[Limits] = []
        self.settings: list[Settings] = []
        self.fens: list[str] = []
        self._stop = threading.Event()
        self._hit = threading.Event()
        self.gate: threading.Event | None = None  # a bounded search waits for it, or for stop
        self.failure: Exception | None = None

    def resize(self, megabytes: int) -> None:
        self.calls.append(f"resize {megabytes}")
        if megabytes > 1000:
            raise MemoryError("no room")
        self.megabytes = megabytes

    def clear(self) -> None:
        self.calls.append("clear")

    def new_game(self) -> None:
        self.calls.append("new_game")

    def prepare(self, limits: Limits) -> None:
        self._stop.clear()
        self._hit.clear()

    def stop(self) -> None:
        self._stop.set()

    def ponderhit(self) -> None:
        self._hit.set()

    def search(
        self, board: Any, limits: Limits, settings: Settings
    ) -> Iterator[Info | CurrentMove | BestMove]:
        self.limits.append(limits)
        self.settings.append(settings)
        self.fens.append(board.fen())
        if self.failure is not None:
            raise self.failure
        moves = list(board.legal_moves)
        if not moves:
            yield Info(0, 0, 1, Score(0, 0 if board.is_check() else None), 0, 0, 0, 0, 0, ())
        for depth in range(1, min(limits.depth or 2, 5) + 1 if moves else 0):
            yield Info(depth, depth, 1, Score(31, None, "", (300, 500, 200)), 10, 1000, 0, 0, 1, (moves[0],))
        if limits.infinite:
            self._stop.wait()
        elif limits.ponder:
            while not (self._stop.is_set() or self._hit.is_set()):
                self._hit.wait(0.005)
        elif self.gate is not None:
            while not (self._stop.is_set() or self.gate.is_set()):
                self.gate.wait(0.005)
        yield BestMove(moves[0] if moves else None)


class FakeBackend(Backend):
    """The real rules, a fake searcher, and a warm-up that a test can hold back."""

    def __init__(self) -> None:
        self.warm = threading.Event()
        self.warm.set()
        self.remark = ""
        self.failure: Exception | None = None
        self.made: list[FakeSearcher] = []
        self.room = 1000  # MB

    def warm_up(self, report: Callable[[str], None]) -> None:
        if self.remark:
            report(self.remark)
        self.warm.wait()
        if self.failure is not None:
            raise self.failure

    def searcher(self, hash_mb: int) -> Any:
        if hash_mb > self.room:
            raise MemoryError
        self.made.append(FakeSearcher(hash_mb))
        return self.made[-1]

    def bench(self, report: Callable[[str], None]) -> tuple[int, float]:
        report("position 1: 1000 nodes")
        return 1000, 0.5

    def trace(self, board: Any, network: Any) -> str:
        return f"evaluation of {board.fen()}" + (f" by {network.name}" if network else "")


class Talk(Lines):
    """A session whose answers arrive here."""

    def __init__(self, tuning: bool = False) -> None:
        super().__init__()
        self.backend = FakeBackend()
        self.session = Session(Wire(Sink(self)), self.backend, tuning)

    def tell(self, *lines: str) -> bool:
        """Say something; False if the last line was quit."""
        goes_on = True
        for line in lines:
            goes_on = self.session.handle(line)
        return goes_on

    def ask(self, line: str, pattern: str) -> list[str]:
        self.tell(line)
        return self.until(pattern)

    def settle(self) -> list[str]:
        """All answers to what was said so far, `readyok` not included."""
        return self.ask("isready", "readyok$")[:-1]

    @property
    def searcher(self) -> FakeSearcher:
        if not self.backend.made:
            self.settle()
        return self.backend.made[0]

    def fen(self) -> str:
        self.tell("d")
        return next(line for line in self.settle() if line.startswith("Fen: ")).removeprefix("Fen: ")


@pytest.fixture
def talk(request: pytest.FixtureRequest) -> Iterator[Talk]:
    """A conversation; a test may ask for tuning mode by the fixture's parameter."""
    talk = Talk(getattr(request, "param", False))
    yield talk
    talk.backend.warm.set()
    talk.session.close()


class Engine(Lines):
    """The engine as a process, spoken to over pipes."""

    def __init__(
        self, arguments: tuple[str, ...] = (), env: dict[str, str] | None = None, cwd: Any = None
    ) -> None:
        super().__init__()
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tenfold", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(env or {})},
            cwd=cwd,
        )
        self.errors: list[bytes] = []
        self._threads = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for raw in self.process.stdout:
            assert b"\t" not in raw and b"\r" not in raw, raw
            self.put(raw.decode().removesuffix("\n"))
        self.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.errors.extend(self.process.stderr)

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def tell(self, *lines: str) -> None:
        self.write("".join(line + "\n" for line in lines).encode())

    def ask(self, line: str, pattern: str, seconds: float = PATIENCE) -> list[str]:
        self.tell(line)
        return self.until(pattern, seconds)

    def settle(self) -> list[str]:
        """All answers to what was said so far, `readyok` not included."""
        return self.ask("isready", "readyok$", 60.0)[:-1]

    def go(self, line: str, seconds: float = PATIENCE) -> list[str]:
        """A search that ends by itself: its lines, the last one being the best move."""
        return self.ask(line, "bestmove ", seconds)

    def silence_of_moves(self, seconds: float) -> None:
        """No best move for so long; other lines may come."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.next(deadline - time.monotonic())
            except queue.Empty:
                return
            assert line is not None and not line.startswith("bestmove"), line
            if time.monotonic() >= deadline:
                return

    def perft(self, depth: int = 1) -> tuple[dict[str, int], int]:
        """The divide of `go perft` and its total."""
        lines = self.ask(f"go perft {depth}", "Nodes searched: ")
        divide = dict(
            re.fullmatch(r"(\S+): (\d+)", line).groups() for line in lines if re.match(r"[a-m]\d", line)
        )  # type: ignore[union-attr]
        return {move: int(count) for move, count in divide.items()}, int(lines[-1].split()[-1])

    def fen(self) -> str:
        self.tell("d")
        return next(line for line in self.settle() if line.startswith("Fen: ")).removeprefix("Fen: ")

    def end_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def wait(self, seconds: float = PATIENCE) -> float:
        """Wait for the end of the process: it was a good one. Returns how long that took."""
        begin = time.monotonic()
        code = self.process.wait(seconds)
        took = time.monotonic() - begin
        for thread in self._threads:
            thread.join(5)
        assert code == 0, (code, self.errors)
        assert not self.errors
        return took

    def rest(self) -> list[str]:
        """The remaining lines, after the end of the process."""
        found = []
        while (line := self.next()) is not None:
            found.append(line)
        return found

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(OSError):
                stream.close()  # type: ignore[union-attr]


@pytest.fixture
def start() -> Iterator[Callable[..., Engine]]:
    """A function that starts engines; they are gone when the test is."""
    engines: list[Engine] = []

    def begin(*arguments: str, **options: Any) -> Engine:
        engines.append(Engine(arguments, **options))
        return engines[-1]

    yield begin
    for engine in engines:
        engine.end()


@pytest.fixture(scope="module")
def shared_engine() -> Iterator[Engine]:
    engine = Engine()
    engine.settle()
    yield engine
    engine.end()


@pytest.fixture
def engine(shared_engine: Engine) -> Engine:
    """A process that is shared by a file's tests and is as good as new in each."""
    shared_engine.tell("stop")
    shared_engine.tell("setoption name UCI_Variant value grand", "ucinewgame", "position startpos")
    for row in (
        "MultiPV value 1",
        "UCI_ShowWDL value false",
        "PieceLetters value AC",
        "UCI_TenthFile value j",
    ):
        shared_engine.tell(f"setoption name {row}")
    shared_engine.tell("setoption name Threads value 1", "setoption name Hash value 16")
    shared_engine.settle()
    return shared_engine
