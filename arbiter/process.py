"""An engine as a process of its own, spoken to in lines through its pipes and timed there.

Nothing an engine does may harm the arbiter: it may flood its pipes (they are read with bounds), not read its
own (a write waits so long and no longer), leave children behind or refuse to end (its whole group is killed).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import BinaryIO

from . import guard
from .mailbox import Mailbox, pipe_lines

#: How many of the latest lines of the conversation are kept.
KEPT_LINES = 50
#: Seconds an engine has for ending after `quit`, and for reading what it is sent when its pipe is full.
QUIT_PATIENCE = 5.0
WRITE_PATIENCE = 5.0

#: Called with "<", ">" or "!" (error output) and the line, from the thread that has it.
Log = Callable[[str, str], None]


class EngineError(Exception):
    """The engine cannot go on. The text says what happened, in one line."""


class EngineGone(EngineError):
    """The process has ended, or closed its output, or could not be started."""


class EngineSilent(EngineError):
    """An answer did not come in time."""


class Cancelled(Exception):
    """Whoever runs the game wants it no more."""


def resolve(command: Sequence[str]) -> list[str]:
    """The words that start a command: `tenfold` is this very program; Debian's /usr/games is looked in."""
    program, *arguments = command
    if program == "tenfold":
        return [sys.executable, "-m", "tenfold", *arguments]
    return [shutil.which(program) or shutil.which(program, path="/usr/games") or program, *arguments]


class EngineProcess:
    """A running engine. Times are seconds of `time.perf_counter`, taken as a line passes the pipe.

    Every method that sends or waits raises `EngineGone` or `EngineSilent`, and `Cancelled` within a tenth of
    a second after `cancelled` was set.
    """

    def __init__(
        self,
        command: Sequence[str],
        directory: str = "",
        *,
        log: Log | None = None,
        cancelled: threading.Event | None = None,
    ) -> None:
        """Start `command` in `directory`. Raises `EngineGone` when that cannot be done."""
        self.status: int | None = None  # of the process, once it has ended; negative: the signal
        self._forced = False
        self._log = log
        self._cancelled = cancelled or threading.Event()
        self._kept: deque[str] = deque(maxlen=KEPT_LINES)
        self._mailbox = Mailbox()
        try:
            self._process = subprocess.Popen(
                resolve(command),
                cwd=directory or None,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # its own group: for ending all of it, and out of reach of Ctrl-C
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise EngineGone(f"cannot start {' '.join(command)!r}: {reason}") from None
        guard.watch(self.pid)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input = self._process.stdin
        os.set_blocking(self._input.fileno(), False)
        self._threads = [
            threading.Thread(target=self._pump_output, args=[self._process.stdout], daemon=True),
            threading.Thread(target=self._pump_errors, args=[self._process.stderr], daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The process number, which is that of its group too."""
        return self._process.pid

    @property
    def last_lines(self) -> tuple[str, ...]:
        """The latest of the conversation: `> ` sent, `< ` received, `! ` error output."""
        return tuple(self._kept)

    # Reading

    def _pump_output(self, stream: BinaryIO) -> None:
        try:
            for line in pipe_lines(stream):
                stamp = time.perf_counter()
                self._note("<", line)
                self._mailbox.put(stamp, line)
        finally:
            self._mailbox.end(time.perf_counter())
            stream.close()

    def _pump_errors(self, stream: BinaryIO) -> None:
        for line in pipe_lines(stream):
            self._note("!", line)
        stream.close()

    def _note(self, mark: str, line: str) -> None:
        self._kept.append(f"{mark} {line}")
        if self._log is not None:
            with contextlib.suppress(OSError, ValueError):  # a full disk or closed file is no engine's fault
                self._log(mark, line)

    def read(self, deadline: float, wanted: str = "") -> tuple[float, str]:
        """The next line and when it came. Lines that are there already are read even past the deadline.

        With `wanted` those before a line that begins so may be held back for a tenth of a second.
        """
        while True:
            if self._cancelled.is_set():
                raise Cancelled
            left = deadline - time.perf_counter()
            found = self._mailbox.get(min(left, 0.1), wanted)
            if found is not None:
                stamp, line = found
                if line is None:
                    raise EngineGone("the engine has ended or closed its output")
                return stamp, line
            if left <= 0:
                raise EngineSilent("no answer in time")

    def read_until(
        self, word: str, patience: float, each: Callable[[str], None] = lambda line: None
    ) -> tuple[float, str]:
        """Read up to the line whose first word is `word`, for `patience` seconds; `each` sees the others.

        However much the engine has to say, the answer must have come in that time.
        """
        deadline = time.perf_counter() + patience
        silent = EngineSilent(f"no {word} within {patience:g} s")
        while True:
            try:
                stamp, line = self.read(deadline, word)
            except EngineSilent:
                raise silent from None
            if line.startswith(word) and line.split(maxsplit=1)[0] == word:
                return stamp, line
            if stamp > deadline:
                raise silent
            each(line)

    # Writing

    def send(self, line: str) -> float:
        """Write one line; the time just before it left."""
        self._note(">", line)
        data = line.encode() + b"\n"
        sent = time.perf_counter()
        try:
            while data:
                data = data[self._write(data, sent + WRITE_PATIENCE) :]
        except (OSError, ValueError):  # ValueError: closed on this side
            raise EngineGone("the engine has ended or closed its input") from None
        return sent

    def _write(self, data: bytes, deadline: float) -> int:
        """Write what the pipe takes; wait for room in it if it takes nothing."""
        try:
            return os.write(self._input.fileno(), data)
        except BlockingIOError:
            if self._cancelled.is_set():
                raise Cancelled from None
            if time.perf_counter() > deadline:
                raise EngineSilent(f"what it is sent was not read within {WRITE_PATIENCE:g} s") from None
            time.sleep(0.005)
            return 0

    # The end

    def close_input(self) -> None:
        """Close what the engine reads, as happens when whoever started it has died."""
        self._input.close()

    def ends(self, patience: float) -> bool:
        """Whether the process ends by itself within so many seconds."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
            return True
        return False

    def has_company(self) -> bool:
        """Whether processes of its group still run; asked about an engine that has ended."""
        try:
            os.killpg(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def close(self, patience: float = QUIT_PATIENCE) -> None:
        """End the process, by `quit` if it listens for so many seconds, else by force. Once is enough."""
        if self.status is not None:
            return
        with contextlib.suppress(EngineError, Cancelled):
            self.send("quit")
        self._reap(patience)

    def kill(self, patience: float = 0.0) -> None:
        """End the process by force, if it has not ended by itself within so many seconds."""
        if self.status is None:
            self._reap(patience)

    def _reap(self, patience: float) -> None:
        """Wait for the end, kill what is left of the group, and leave neither zombie nor thread nor pipe.

        The threads close their own pipes, once the last process that could write into them has gone.
        """
        self._mailbox.end(time.perf_counter())
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._forced = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self.status = self._process.wait()
        guard.release(self.pid)
        for thread in self._threads:
            thread.join(1.0)
        self._input.close()

    def how_it_ended(self) -> str:
        """Of an ended process: "exit status 3", "killed by SIGSEGV", or that it had to be killed."""
        if self._forced:
            return "it was still running"
        if self.status is None or self.status >= 0:
            return f"exit status {self.status}"
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-self.status).name}"
        return f"killed by signal {-self.status}"
