"""A UCI engine in a process of its own, spoken to through its pipes and timed there."""

from __future__ import annotations

import queue
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


class EngineError(Exception):
    """The engine can't go on. The text says what happened, in one line."""


class EngineGone(EngineError):
    """The process has ended, or closed its output."""


class EngineSilent(EngineError):
    """An answer did not come in time."""


def own_command() -> str:
    """The command that starts this checkout's engine."""
    script = REPOSITORY / ".venv" / "bin" / "tenfold"
    return shlex.quote(str(script)) if script.exists() else f"{shlex.quote(sys.executable)} -m tenfold"


def find_program(name: str) -> str | None:
    """The path of a program, also of one in Debian's /usr/games, which is often not on PATH."""
    return shutil.which(name) or shutil.which(name, path="/usr/games")


class Engine:
    """One engine process. Times are seconds on `time.perf_counter`, taken as a line passes the pipe.

    Every method that waits raises `EngineGone` or `EngineSilent`.
    """

    def __init__(self, command: str) -> None:
        """Start `command`, split as a shell would. Raises `EngineGone` when there is no such program."""
        self.command = command
        self.name = Path(shlex.split(command)[0]).name
        self.options: set[str] = set()
        self.conversation: deque[str] = deque(maxlen=40)
        self._lines: queue.SimpleQueue[tuple[float, str | None]] = queue.SimpleQueue()
        words = shlex.split(command)
        words[0] = find_program(words[0]) or words[0]
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                bufsize=1,
            )
        except OSError as error:
            raise EngineGone(f"can't start {command!r}: {error.strerror}") from None
        threading.Thread(target=self._read_lines, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()

    @property
    def pid(self) -> int:
        """The process number."""
        return self._process.pid

    def _read_lines(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put((time.perf_counter(), line.rstrip("\r\n")))
        self._lines.put((time.perf_counter(), None))

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.conversation.append("stderr: " + line.rstrip())

    def send(self, line: str) -> float:
        """Write one line; the time just before it left."""
        assert self._process.stdin is not None
        self.conversation.append("> " + line)
        sent = time.perf_counter()
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineGone("the engine has ended") from None
        return sent

    def read(self, deadline: float) -> tuple[float, str]:
        """The next line and when it came."""
        try:
            # Lines that are there already are read even past the deadline: they came before it.
            came, line = self._lines.get(timeout=max(0.0, deadline - time.perf_counter()))
        except queue.Empty:
            raise EngineSilent("no answer in time") from None
        if line is None:
            self._lines.put((came, None))
            raise EngineGone("the engine has ended")
        self.conversation.append("< " + line)
        return came, line

    def read_until(
        self, word: str, patience: float, each: Callable[[str], None] = lambda line: None
    ) -> tuple[float, str]:
        """Read up to the line that begins with `word`, for `patience` seconds; `each` sees the others."""
        deadline = time.perf_counter() + patience
        while True:
            came, line = self.read(deadline)
            if line.split(maxsplit=1)[:1] == [word] or line.startswith(word + " "):
                return came, line
            each(line)

    def handshake(self, patience: float = 35.0) -> float:
        """Send `uci` and learn the options; the time until `uciok` in seconds."""
        sent = self.send("uci")
        return self.read_until("uciok", patience, self._learn)[0] - sent

    def _learn(self, line: str) -> None:
        if line.startswith("id name "):
            self.name = line[8:].strip()
        elif line.startswith("option name "):
            self.options.add(line[12:].split(" type ")[0].strip().lower())

    def set_option(self, name: str, value: str) -> None:
        """Send `setoption`."""
        self.send(f"setoption name {name} value {value}" if value else f"setoption name {name}")

    def set_up(self, options: Iterable[tuple[str, str]], variant: str) -> list[str]:
        """Set options in the order given, then the variant, which may need them (VariantPath).

        Returns what the engine did not announce. It is sent all the same: some is accepted unannounced.
        """
        unknown = []
        for name, value in options:
            if name.lower() not in self.options:
                unknown.append(name)
            self.set_option(name, value)
        if "uci_variant" in self.options:
            self.set_option("UCI_Variant", variant)
        elif variant != "chess":
            unknown.append("UCI_Variant")
        return unknown

    def ready(self, patience: float = 15.0) -> float:
        """Send `isready`; the time until `readyok` in seconds."""
        sent = self.send("isready")
        return self.read_until("readyok", patience)[0] - sent

    def close(self) -> None:
        """End the process: by `quit` if it listens within five seconds, else by force."""
        try:
            self.send("quit")
            self._process.wait(timeout=5)
        except (EngineGone, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
