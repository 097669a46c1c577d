"""One conversation: what was said to it, and what it answers.

`handle` is called by the thread that reads. It answers at once what it can; the rest it puts on the desk,
where another thread does it in order. The contract: each `go` gets one `bestmove` and nothing else does; what
cannot be obeyed changes nothing and is answered with one `info string`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial

from .. import __version__
from ..engine.types import BLACK, WHITE
from ..search.limits import BestMove, CurrentMove, Event, Info, Limits, Remark
from . import format as form
from . import show
from .backend import Backend
from .desk import Desk, Search
from .go import Go, shown
from .parse import Command, Debug, Perft, Plain, SetOption, SetPosition, parse
from .table import Table
from .warm import WarmUp, WarmUpError
from .wire import Wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..engine.board import Board
    from ..engine.notation import Move

COMPILE_SECONDS = 120.0  # at the end of input, work that was asked for waits so long for the kernels
FINISH_SECONDS = 10.0  # ... then a bounded search has so long to end by itself
REQUEST_SECONDS = 600.0  # ... and a request such as bench or perft so long
LEAVE_SECONDS = 0.8  # quit waits so long, at most, for answers that are due anyway


class Session:
    """A conversation over `wire`. `backend` stands for the layers below.

    With `tuning` the search's parameters are options.
    """

    def __init__(self, wire: Wire, backend: Backend | None = None, tuning: bool = False) -> None:
        self._wire = wire
        self._backend = backend or Backend()
        self._table = Table(wire, self._backend, tuning)
        self._desk = Desk(self._job_failed)
        self._warm = WarmUp(self._backend.warm_up, wire.say, self._desk.wake)
        self._debug = False

    # -- the reading thread ---------------------------------------------------------------------------------

    def handle(self, line: str) -> bool:
        """Obey one line; False when it was `quit`."""
        self._wire.received(line.rstrip())
        command, remarks = parse(line)
        if remarks:
            self._wire.say(shown("; ".join(remarks), 300))
        if command == Plain("quit"):
            return False
        if command is not None:
            self._dispatch(command)
        # Not earlier: importing numba holds the interpreter, and the answer to `uci` must not wait for it.
        self._warm.start()
        return True

    def _dispatch(self, command: Command) -> None:
        if isinstance(command, Go):
            search = Search(bounded=command.bounded, ponder=command.ponder and not command.infinite)
            self._desk.put_search(search, partial(self._search, command, search))
        elif isinstance(command, SetPosition):
            self._desk.put(partial(self._with_kernels, partial(self._table.set_position, command)))
        elif isinstance(command, SetOption):
            self._desk.put(partial(self._table.set_option, command))
        elif isinstance(command, Perft):
            self._request("go perft", partial(self._perft, command.depth))
        elif isinstance(command, Debug):
            self._debug = command.on
        else:
            self._dispatch_word(command.word)

    def _dispatch_word(self, word: str) -> None:
        if word == "stop":
            self._desk.stop()
        elif word == "ponderhit":
            self._desk.ponderhit()
        elif word == "isready":
            self._desk.ready(self._ready)
        elif word == "uci":
            self._wire.send("\n".join([*_identity(), *self._table.options.listing(), "uciok"]))
        elif word == "ucinewgame":
            self._desk.put(self._table.forget)
        elif word == "help":
            self._wire.send(show.help_text(self._table.options.rows))
        elif word == "variants":
            self._wire.send(show.variants_text())
        elif word == "d":
            self._request(word, self._show_board)
        elif word == "eval":
            self._request(word, self._show_evaluation)
        elif word == "flip":
            self._request(word, self._table.flip)
        elif word == "bench":
            self._request(word, self._bench)

    def _request(self, name: str, work: Callable[[], None]) -> None:
        if self._desk.searching:
            self._wire.say(f"{name} waits until the search has ended")
        self._desk.put(partial(self._with_kernels, work), request=True)

    # -- the end --------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """The input has ended: finish what was asked for, within limits. Then the caller ends the process."""
        desk = self._desk
        desk.stop_waiting()
        if not desk.patient:
            self._short_wait()
            return
        desk.wait_idle(COMPILE_SECONDS, unless=lambda: self._warm.done)  # its time is not the search's
        if not desk.wait_idle(FINISH_SECONDS):
            desk.stop(requests=False)
            desk.wait_idle(REQUEST_SECONDS if desk.requests else 1.0)

    def leave(self, patient: bool = True) -> None:
        """`quit` was read: stop searching. A `patient` end, for scripts, still answers d, eval, bench."""
        self._desk.stop(requests=not patient)
        if patient and self._desk.requests:
            self._desk.wait_idle(REQUEST_SECONDS)
        else:
            self._short_wait()

    def _short_wait(self) -> None:
        """Let `readyok` and best moves out that are due in a moment, but do not wait for a compiler."""
        self._desk.wait_idle(LEAVE_SECONDS, unless=lambda: self._warm.cold and not self._warm.done)

    def close(self) -> None:
        """End the desk's thread; for programs that go on after the conversation."""
        self._desk.close()

    # -- jobs, done by the desk's thread --------------------------------------------------------------------

    def _with_kernels(self, work: Callable[[], None]) -> None:
        self._warm.wait()
        work()

    def _ready(self) -> None:
        """`readyok`, once the kernels are there and the table is allocated: no later `go` pays for either."""
        try:
            self._warm.wait()
            self._table.searcher()
            self._table.network()
        except (WarmUpError, MemoryError):
            pass  # said when it happened or when a move is asked for; a GUI that hears nothing would kill us
        self._wire.send("readyok")

    def _search(self, go: Go, search: Search) -> None:
        """Answer one `go`. Whatever goes wrong, one `bestmove` is sent."""
        best: BestMove | None = None
        show_wdl = self._table.options.truth("UCI_ShowWDL")
        tenth_file = self._table.tenth_file
        try:
            self._warm.wait()
            for event in self._events(go, search):
                if isinstance(event, BestMove):
                    best = event
                elif isinstance(event, Info):
                    self._wire.send(form.info(event, show_wdl, tenth_file))
                elif isinstance(event, CurrentMove):
                    self._wire.send(form.current_move(event, tenth_file))
                elif isinstance(event, Remark):
                    self._wire.say(event.text)
        except Exception as error:
            self._job_failed(error)
        if best is None:
            best = BestMove(self._any_move())
        self._desk.end(search)  # first: whoever reads the line must not find us searching
        self._wire.send(form.best_move(best, tenth_file))

    def _events(self, go: Go, search: Search) -> Iterator[Event]:
        board = self._table.board()
        searcher = self._table.searcher()
        searchmoves = self._packed(board, go.searchmoves)
        limits = Limits()

        def prepare() -> None:
            nonlocal limits
            limits = go.limits(WHITE if board.turn else BLACK, searchmoves, ponder=search.ponder)
            searcher.prepare(limits)

        self._desk.begin(search, searcher, prepare)
        if self._debug:
            self._wire.say(f"searching with {limits}")
        return searcher.search(board, limits, self._table.settings())

    def _packed(self, board: Board, texts: tuple[str, ...]) -> tuple[int, ...]:
        """Those of `searchmoves` that are legal. If none is, there is no restriction: GUIs need a move."""
        packed: dict[int, None] = {}
        bad = []
        for text in dict.fromkeys(texts):
            try:
                packed[board.encode(board.parse_uci(text))] = None
            except ValueError:
                bad.append(text)
        if bad:
            self._wire.say(f"searchmoves: ignored {shown(' '.join(bad))}")
        return tuple(packed)

    def _any_move(self) -> Move | None:
        """A legal move after a failure; a bad move loses less than none."""
        try:
            return next(iter(self._table.board().legal_moves), None)
        except Exception:
            return None

    def _show_board(self) -> None:
        self._wire.send(show.board_text(self._table.board(), self._table.letters, self._table.tenth_file))

    def _show_evaluation(self) -> None:
        self._wire.send(self._backend.trace(self._table.board(), self._table.network()))

    def _perft(self, depth: int) -> None:
        total = 0
        board = self._table.board().copy(stack=False)
        for move, leaves in self._backend.perft(board, depth):
            if self._desk.aborted:
                self._wire.say("perft was stopped")
                return
            total += leaves
            self._wire.send(f"{form.move(move, self._table.tenth_file)}: {leaves}")
        self._wire.send(f"\nNodes searched: {total}\n")

    def _bench(self) -> None:
        self._wire.send(show.bench_text(*self._backend.bench(self._wire.send)))

    # -- trouble --------------------------------------------------------------------------------------------

    def _job_failed(self, error: Exception) -> None:
        self._wire.say(f"error: {shown(str(error) or type(error).__name__, 300)}")
        if not isinstance(error, WarmUpError):
            from traceback import print_exception

            print_exception(error, file=sys.stderr)


def _identity() -> list[str]:
    return [f"id name Tenfold {__version__}", "id author the Tenfold developers"]
