"""The conversation that the steps of a compliance test hold with an engine."""

from __future__ import annotations

import threading
import time

from ...engine.board import Board
from ...engine.notation import read_uci
from ...engine.variants import Variant
from ..divide import told
from ..handshake import Introduction, set_up
from ..process import EngineProcess, EngineSilent
from ..spec import EngineSpec
from .step import Failed, Skipped
from .thoughts import Info, Search, read_info

#: Seconds within which `stop`, `ponderhit` and `isready` have to be answered; the machine may be busy.
PROMPT = 2.0
#: Seconds for which a search has to hold its move back before it is believed that it does.
HOLD = 0.4

_OUTPUT = {"id", "option", "uciok", "readyok", "bestmove", "info", "copyprotection", "registration"}
_MOST_KEPT = 1000


class Talk:
    """An engine under test. It is started when a step needs it, and again after a step has ended it."""

    def __init__(
        self,
        spec: EngineSpec,
        variant: Variant,
        patience: float = 10.0,
        cancelled: threading.Event | None = None,
    ) -> None:
        """`patience` is in seconds, for whatever needs no promptness."""
        self.spec = spec
        self.variant = variant
        self.patience = patience
        self.introduction = Introduction()
        self.introduced: list[str] = []  # the `id` and `option` lines of the first start
        self.strays: list[str] = []  # output that is not of the protocol
        self.start_seconds = 0.0  # from the start of the process to the first readyok
        self.knows_searchmoves = False  # set by the step that tries it
        self.knows_startpos = True  # until a step finds otherwise: then the start is told as a FEN
        self._cancelled = cancelled
        self._process: EngineProcess | None = None
        self._last_lines: tuple[str, ...] = ()  # of a process that has been ended
        self._board = Board(variant)
        self._search: tuple[str, float, list[Info]] | None = None  # the `go` line, when it left, what came

    # The process

    @property
    def process(self) -> EngineProcess:
        """The running engine. Raises `EngineError` if it cannot be started or does not play the game."""
        if self._process is None:
            self.start()
        assert self._process is not None
        return self._process

    def start(self) -> None:
        """Start a fresh process and set it up for the game. Raises `EngineError`."""
        self.drop()
        self._last_lines = ()
        self.introduced.clear()
        begin = time.perf_counter()
        process = EngineProcess(
            self.spec.command, self.spec.directory, log=self._note, cancelled=self._cancelled
        )
        try:
            set_up(process, self.spec, self.variant)
        except BaseException:
            process.kill()
            raise
        self._process = process
        self.introduction = Introduction()
        for line in self.introduced:
            self.introduction.learn(line)
        self.ready(self.spec.start_timeout)
        self.start_seconds = time.perf_counter() - begin

    def drop(self) -> None:
        """End the process without further ado."""
        process, self._process, self._search = self._process, None, None
        if process is not None:
            self._last_lines = process.last_lines
            process.kill()

    @property
    def running(self) -> bool:
        """Whether there is a process that is believed to be in order."""
        return self._process is not None

    def last_lines(self) -> tuple[str, ...]:
        """The latest of the conversation."""
        return self._process.last_lines if self._process else self._last_lines

    def _note(self, mark: str, line: str) -> None:
        if mark != "<" or not line.strip():
            return
        word = line.split(maxsplit=1)[0]
        kept = self.introduced if word in ("id", "option") else self.strays
        if (kept is self.introduced or word not in _OUTPUT) and len(kept) < _MOST_KEPT:
            kept.append(line)

    def require_option(self, name: str) -> None:
        """Raises `Skipped` if the engine does not offer an option."""
        self.process  # noqa: B018  the introduction comes with the start
        if name.lower() not in self.introduction.options:
            raise Skipped(f"it offers no option {name}")

    # Words

    def send(self, *lines: str) -> float:
        """Send lines; when the last of them left."""
        return [self.process.send(line) for line in lines][-1]

    def ready(self, patience: float = PROMPT) -> None:
        """`isready`, answered in time. A `bestmove` that comes meanwhile is one that nobody asked for."""
        lines: list[str] = []
        self.process.send("isready")
        self.process.read_until("readyok", patience, lines.append)
        self._take(lines)
        for line in lines:
            if line.startswith("bestmove") and self._search is None:
                raise Failed(f"{line!r} came without a search, or twice for one")

    def position(self, board: Board) -> None:
        """Tell a position, by its first position and all moves since."""
        self._board = board
        self.send(told(board, self.spec.tenth_file, self.knows_startpos))

    def read_move(self, text: str) -> str:
        """A move as the engine wrote it, with file j."""
        return read_uci(text, self.variant).uci()

    # Searches

    def begin(self, limits: str, board: Board | None = None) -> None:
        """Start a search of the start position, or of `board`."""
        self.position(Board(self.variant) if board is None else board)
        self._go(limits)

    def _go(self, limits: str) -> None:
        self.ready(self.patience)
        line = f"go {limits}"
        self._search = line, self.send(line), []

    def silence(self, seconds: float = HOLD) -> None:
        """The search goes on for so long. Raises `Failed` if its move comes."""
        deadline = time.perf_counter() + seconds
        while True:
            try:
                _, line = self.process.read(deadline)
            except EngineSilent:
                return
            self._take([line])
            if line.startswith("bestmove"):
                asked = self._search[0] if self._search else "nothing"
                self._search = None
                raise Failed(f"{line!r} came before it was asked for, after {asked!r}")

    def finish(self, patience: float | None = None, since: float | None = None) -> Search:
        """Wait for the move; `since` is when it was asked for by `stop` or `ponderhit`."""
        assert self._search is not None
        asked, sent, infos = self._search
        lines: list[str] = []
        limit = self.patience if patience is None else patience
        try:
            stamp, answer = self.process.read_until("bestmove", limit, lines.append)
        except EngineSilent:
            self.drop()
            raise Failed(f"no bestmove within {limit:g} s after {asked!r}") from None
        self._take(lines)
        self._search = None
        return Search(self._board, asked, infos, answer, stamp - sent, stamp - (since or sent))

    def stop(self) -> Search:
        """`stop`, and the move that it brings at once."""
        since = self.send("stop")
        return self.finish(PROMPT, since)

    def go(self, limits: str, board: Board | None = None, patience: float | None = None) -> Search:
        """A whole search. Its move is legal, and there is no other."""
        self.begin(limits, board)
        search = self.finish(patience)
        search.require_legal()
        self.ready()
        return search

    def resume(self, limits: str, board: Board | None = None) -> Search:
        """A search without a `position` before it: of what was sent last, which is `board` or the start."""
        self._board = Board(self.variant) if board is None else board
        self._go(limits)
        return self.finish()

    def _take(self, lines: list[str]) -> None:
        if self._search is not None:
            infos = self._search[2]
            infos += [read_info(line) for line in lines if line.startswith("info ")]
            del infos[:-_MOST_KEPT]  # however much it says
