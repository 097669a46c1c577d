"""One side of a game: its engine is started, asked for moves, and judged for how it answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..engine import variants
from .clock import Clock
from .handshake import ready, set_up
from .process import (
    QUIT_PATIENCE,
    Cancelled,
    EngineError,
    EngineGone,
    EngineProcess,
    EngineSilent,
    Log,
)
from .record import Reason, Score
from .spec import EngineSpec
from .uci_text import Thoughts, go_line, position_line

#: Seconds past the flag and the margin after which a search is stopped. Cute Chess waits as long.
GRACE = 0.2
#: Seconds for a process that has closed its pipes to be gone, too.
DYING = 1.0


class Fault(Exception):
    """An engine has lost the game by its own fault. The text says how, in one line."""

    def __init__(self, player: Player, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.player = player
        self.reason = reason
        self.last_lines = player.last_lines


@dataclass(frozen=True)
class Told:
    """The game as an engine is told it."""

    fen: str | None  # where it began; None: the start position
    moves: Sequence[str]  # all since, in UCI with file j
    white: bool  # who is to move
    clocks: Mapping[bool, Clock]  # by "is White's"


@dataclass(frozen=True)
class Answer:
    """A move, legal or not, and what the engine said about it."""

    move: str  # as the engine wrote it
    ponder: str  # the reply it expects, or ""
    seconds: float
    score: Score | None
    depth: int
    nodes: int
    asked: float  # when `go` left, on time.perf_counter
    waited: float  # seconds of the engine's before `go`: for `readyok`, for the end of pondering


class Player:
    """An engine that plays games of one variant. It starts when needed, and again after a fault or a crash.

    Set `cancelled` (or call `cancel` from any thread) and what is going on raises `Cancelled` at once.
    """

    def __init__(
        self,
        spec: EngineSpec,
        variant: str,
        *,
        cancelled: threading.Event | None = None,
        log: Log | None = None,
    ) -> None:
        self.spec = spec
        self.variant = variants.find(variant)
        self.warnings: list[str] = []  # lines worth showing, of the last start
        self.ponders = False  # whether it is to, and can
        self._cancelled = cancelled or threading.Event()
        self._log = log
        self._process: EngineProcess | None = None
        self._last_lines: tuple[str, ...] = ()
        self._searching = False  # a `go` has had no `bestmove` yet
        self._expected: Sequence[str] | None = None  # the moves of the position it ponders on
        self._thoughts = Thoughts()

    @property
    def pid(self) -> int | None:
        """The number of the engine's process; None if it does not run."""
        return self._process.pid if self._process else None

    @property
    def last_lines(self) -> tuple[str, ...]:
        """The latest of the conversation, also when the engine has been ended."""
        return self._process.last_lines if self._process else self._last_lines

    def cancel(self) -> None:
        """End what is going on in another thread with `Cancelled`. The player is of no use afterwards."""
        self._cancelled.set()

    # Between games

    def new_game(self) -> None:
        """Have the engine ready for a game. Raises `Fault` if it cannot be started."""
        if self.spec.restart:
            self.close()
        if self._process is not None:
            try:
                return self._begin(self._process, self.spec.ready_timeout)
            except EngineError:
                self._end()  # it died between games; that costs nobody a point if it starts again
        try:
            self._start()
        except EngineError as error:
            raise self._fault(Reason.NO_START, error) from None

    def _start(self) -> None:
        self._process = EngineProcess(
            self.spec.command, self.spec.directory, log=self._log, cancelled=self._cancelled
        )
        known = set_up(self._process, self.spec, self.variant)
        wanted = [name for name, _ in self.spec.options] + ["Ponder"] * self.spec.ponder
        unknown = [name for name in wanted if name.lower() not in known.options]
        self.warnings = [f"{self.spec.name} announces no option {name}" for name in unknown]
        self.ponders = self.spec.ponder and "Ponder" not in unknown
        self._begin(self._process, self.spec.start_timeout)

    @staticmethod
    def _begin(process: EngineProcess, patience: float) -> None:
        process.send("ucinewgame")
        ready(process, patience)

    def finish(self) -> None:
        """End a search that still goes on, so that no move of this game is met in the next. Never raises."""
        if self._process is not None and self._searching:
            try:
                self._stop(self._process)
            except (EngineError, Cancelled):
                self._end()

    def close(self, patience: float = QUIT_PATIENCE) -> None:
        """End the engine, by `quit` if it listens for so many seconds; `new_game` would start it again."""
        if self._process is not None:
            self._process.close(patience)
            self._end()

    def _end(self, error: EngineError | None = None) -> str:
        """Be rid of the process by force; what is to be said about it in one line."""
        process, self._process = self._process, None
        self._searching, self._expected = False, None
        self._last_lines = ()
        detail = str(error or "")
        if process is not None:
            gone = isinstance(error, EngineGone)
            process.kill(DYING if gone else 0.0)
            self._last_lines = process.last_lines
            if gone:
                detail += f": {process.how_it_ended()}"
        return detail

    def _fault(self, reason: Reason, error: EngineError) -> Fault:
        """The verdict on an engine that cannot go on, and its end."""
        detail = self._end(error)
        return Fault(self, reason, detail)

    # In a game

    def ask(self, told: Told) -> Answer:
        """The engine's move. Raises `Fault` for an engine that is late, silent or gone."""
        process = self._process
        assert process is not None, "new_game comes first"
        try:
            hit = self._expected is not None and list(told.moves) == self._expected
            waited = 0.0
            if self._searching and not hit:
                begin = time.perf_counter()
                self._stop(process)
                waited += time.perf_counter() - begin
            if hit:
                asked = process.send("ponderhit")
            else:
                process.send(position_line(self.variant, told.fen, told.moves, self.spec.tenth_file))
                waited += ready(process, self.spec.ready_timeout)
                asked = self._go(process, told)
            self._expected = None
            seconds, words = self._listen(process, asked, told.clocks[told.white])
        except EngineError as error:
            reason = Reason.STALL if isinstance(error, EngineSilent) else Reason.DISCONNECT
            raise self._fault(reason, error) from None
        thoughts = self._thoughts
        return Answer(
            move=words[1] if len(words) > 1 else "",
            ponder=words[3] if words[2:3] == ["ponder"] and len(words) > 3 else "",
            seconds=seconds,
            score=thoughts.score,
            depth=thoughts.depth,
            nodes=thoughts.nodes,
            asked=asked,
            waited=waited,
        )

    def ponder(self, told: Told) -> None:
        """Let the engine think on, in the position after the reply that it expects. Raises `Fault`."""
        assert self._process is not None
        try:
            self._process.send(position_line(self.variant, told.fen, told.moves, self.spec.tenth_file))
            self._go(self._process, told, ponder=True)
        except EngineError as error:
            raise self._fault(Reason.DISCONNECT, error) from None
        self._expected = list(told.moves)

    def _go(self, process: EngineProcess, told: Told, *, ponder: bool = False) -> float:
        self._thoughts = Thoughts()
        self._searching = True
        return process.send(go_line(told.clocks, told.white, ponder=ponder))

    def _listen(self, process: EngineProcess, asked: float, clock: Clock) -> tuple[float, list[str]]:
        """Wait for the move, and no longer than the clock allows: its time and the words of its line."""
        allowed, margin = clock.allowed, self.spec.margin
        patience = self.spec.move_timeout if allowed is None else max(0.0, allowed) + margin + GRACE
        try:
            came, line = process.read_until("bestmove", patience, self._thoughts.note)
        except EngineSilent:
            if allowed is None:
                raise EngineSilent(f"no move within {patience:g} s") from None
            came, line = self._stop(process, f", and it had {allowed:.3f} s")
        self._searching = False
        seconds = max(0.0, came - asked)
        if clock.overrun(seconds, margin):
            extra = f" and a margin of {margin:g} s" if margin else ""
            raise Fault(self, Reason.TIME, f"{seconds:.3f} s for a move with {allowed:.3f} s left{extra}")
        return seconds, line.split()

    def _stop(self, process: EngineProcess, remark: str = "") -> tuple[float, str]:
        """End the search; its last line and when that came."""
        process.send("stop")
        try:
            found = process.read_until("bestmove", self.spec.ready_timeout)
        except EngineSilent:
            raise EngineSilent(f"no move {self.spec.ready_timeout:g} s after stop{remark}") from None
        self._searching = False
        return found
