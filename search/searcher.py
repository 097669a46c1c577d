"""`Searcher`: owns the table and the workers, runs a search on them, and tells what happens as events."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from queue import Empty, SimpleQueue

from ..engine import types as t
from ..engine.board import Board
from ..engine.memory import Record
from ..engine.notation import Move
from ..engine.position import refresh_key
from ..engine.variants import Variant
from ..eval.nnue.files import Network, install
from ..eval.nnue.shipped import shipped
from ..eval.solved import attach_solved
from ..eval.weights import rules_with_placement, weights_for
from .clock import Budget, appetite, budget
from .deepen import Job, Line, deepen, deepest, set_root_moves
from .levels import Handicap, handicap
from .limits import BestMove, CurrentMove, Event, Info, Limits, Remark, Score, Settings
from .mate import seek_mate
from .outlook import outlook_for
from .score import MATE_FOUND, as_score
from .tt import Table
from .vote import elect
from .worker import forget, new_worker, set_params

_NO_LIMIT = 1 << 62
_CURRENT_MOVE_AFTER = 3.0  # seconds
_CURRENT_MOVE_EVERY = 0.5
_EASY_ITERATION = 0.75  # share of the soft limit after which another iteration would hardly end in time


class Searcher:
    """One engine's search.

    A search runs on threads of its own; `search` hands out its events as they come.
    """

    def __init__(self, hash_mb: int = 16) -> None:
        """Raises `MemoryError` if there is no memory for the table."""
        self._table = Table(hash_mb)
        self._workers = [new_worker()]
        self._evaluation: tuple[Variant, Network | None, Record] | None = None  # the last one that was used
        self._stop = threading.Event()  # stop() was called
        self._ponderhit = threading.Event()
        self._wake: SimpleQueue[object] = SimpleQueue()  # Info, Remark, or None to look at the flags again

    # Between searches

    def resize(self, megabytes: int) -> None:
        """Give the table another size, emptied. Raises `MemoryError`, and then the old table stays."""
        self._table = Table(megabytes)

    def clear(self) -> None:
        """Empty the table."""
        self._table.clear()

    def new_game(self) -> None:
        """Forget everything that was learned about a game."""
        self._table.clear()
        for worker in self._workers:
            forget(worker)

    def prepare(self, limits: Limits) -> None:
        """Get ready for `search(limits)`: a stop() or ponderhit() from now on is meant for it."""
        self._stop.clear()
        self._ponderhit.clear()
        self._wake = SimpleQueue()
        for worker in self._workers:
            worker["stop"] = 0

    def stop(self) -> None:
        """End the search that runs or is about to. Any thread may call it at any time."""
        self._stop.set()
        for worker in self._workers:
            worker["stop"] = 1
        self._wake.put(None)

    def ponderhit(self) -> None:
        """The move pondered on was played: the clock runs from now. Any thread may call it."""
        self._ponderhit.set()
        self._wake.put(None)

    # A search

    def search(self, board: Board, limits: Limits, settings: Settings) -> Iterator[Event]:
        """The events of a search of `board`; the last one, and only that, is a `BestMove`.

        With `limits.infinite` or `limits.ponder` the best move waits for `stop` or `ponderhit`. `prepare`
        must have been called before. One thread with a node or depth limit gives the same events every
        time.
        """
        started = time.perf_counter()
        run = _Run(self, board.copy(), limits, settings, started)
        if not run.root_moves:
            in_check = board.is_check()
            yield Info(0, 0, 1, Score(mate=0, wdl=(0, 0, 1000)) if in_check else Score(), 0, 0, 0, 0, 0, ())
            self._hold(limits)
            yield BestMove(None)
            return
        yield from run.events()

    def _hold(self, limits: Limits) -> None:
        """Wait, without using the processor, as long as the best move must not be told."""
        while (
            limits.infinite or (limits.ponder and not self._ponderhit.is_set())
        ) and not self._stop.is_set():
            self._wake.get()

    def _weights(self, variant: Variant, settings: Settings) -> Record:
        """The numbers to evaluate by, for a thread to keep."""
        network = shipped(variant) if settings.network == "shipped" else settings.network
        if self._evaluation is None or self._evaluation[:2] != (variant, network):
            weights = weights_for(variant).copy()
            install(weights, network)
            self._evaluation = variant, network, weights
        return self._evaluation[2].copy()

    def _workers_for(self, threads: int) -> list[Record]:
        while len(self._workers) < threads:
            self._workers.append(new_worker())
        del self._workers[threads:]
        return self._workers


class _Run:
    """One search: the threads that work, and the one that reports and watches the clock."""

    def __init__(
        self, owner: Searcher, board: Board, limits: Limits, settings: Settings, started: float
    ) -> None:
        self._owner = owner
        self._board = board
        self._limits = limits
        self._settings = settings
        self._started = started
        # What is proved must be true of all moves.
        exact = settings.analyse or limits.mate
        self._handicap: Handicap | None = None if exact else handicap(settings)
        threads = 1 if self._handicap or limits.mate else max(1, settings.threads)
        self._workers = owner._workers_for(threads)
        self._overhead = settings.move_overhead
        legal = board.packed_moves()
        wanted = [move for move in legal if move in limits.searchmoves]
        self.root_moves = wanted or legal
        if self._handicap:
            self.root_moves = self._handicap.seen(board, self.root_moves)
        self._lines = min(settings.multipv, len(self.root_moves))
        self._budget = Budget(None, None) if limits.ponder else budget(limits, settings.move_overhead)
        self._clock_from = started
        self._stable = 0  # iterations since the best move changed
        self._last: tuple[int, ...] = ()
        self._last_score: int | None = None
        self._curve = outlook_for(board.variant).curve(int((board.pos["board"] > t.WALL).sum()))
        self._result: list[Line] = []
        self._others: list[Line] = []  # the best line of each further thread
        self._finished = False

    # The working threads

    def _start(self) -> list[threading.Thread]:
        table = self._owner._table
        table.next_search()
        rules = rules_with_placement(self._board.variant)
        weights = self._owner._weights(self._board.variant, self._settings)
        attach_solved(weights, self._board.pos, self._board.variant)
        limit = self._node_limit()
        threads = []
        for index, worker in enumerate(self._workers):
            table.attach(worker)
            set_params(worker, self._settings.params)
            worker["nodes"] = 0
            worker["may_stop"] = 0
            worker["node_limit"] = limit if index == 0 else _NO_LIMIT
            worker["excluded"].fill(0)
            worker["killers"].fill(0)
            set_root_moves(worker, self.root_moves)
            pos = self._board.pos.copy()
            refresh_key(pos, rules)  # the tally is that of these rules
            job = Job(
                pos,
                rules,
                weights.copy(),  # kernels note in it what they find on a board
                worker,
                self._lines if index == 0 else 1,
                deepest(self._limits),
                self._started,
                1 + index % 2,  # helpers look at other depths first
            )
            if index == 0:
                job.report = self._report
                job.is_enough = self._is_enough
            threads.append(
                threading.Thread(target=self._work, args=(job, index), name=f"search-{index}", daemon=True)
            )
        for worker in self._workers:
            if self._owner._stop.is_set():  # a stop that came before the workers were there
                worker["stop"] = 1
        for thread in threads:
            thread.start()
        return threads

    def _work(self, job: Job, index: int) -> None:
        lines: list[Line] = []
        try:
            lines = self._seek_mate(job) if self._limits.mate else deepen(job)
        finally:
            if index == 0:
                self._result = lines
                self._finished = True
                for worker in self._workers[1:]:
                    worker["stop"] = 1
                self._owner._wake.put(None)
            else:
                self._others += lines[:1]

    def _seek_mate(self, job: Job) -> list[Line]:
        most = min(self._limits.mate or 1, (job.max_depth + 1) // 2)
        return seek_mate(
            job, most, self._owner._table.megabytes, lambda text: self._owner._wake.put(Remark(text))
        )

    def _report(self, number: int, line: Line) -> None:
        """Pass on a line of the first thread, with the counts of this moment."""
        self._owner._wake.put(self._info(number, line))

    def _node_limit(self) -> int:
        limits = [n for n in (self._limits.nodes, self._handicap and self._handicap.nodes) if n]
        if self._limits.nodes and len(self._workers) > 1:
            return max(1, self._limits.nodes // len(self._workers))
        return min(limits, default=_NO_LIMIT)

    def _is_enough(self, lines: list[Line]) -> bool:
        """Whether the first thread should not begin another iteration."""
        self._stable = self._stable + 1 if lines[0].pv[:1] == self._last[:1] else 0
        self._last = lines[0].pv
        drop = 0 if self._last_score is None else self._last_score - lines[0].score
        self._last_score = lines[0].score
        soft = self._budget.soft
        if soft is None:
            return False
        if len(self.root_moves) == 1:
            return True
        if lines[0].score >= MATE_FOUND and self._stable >= 3:
            return True
        worker = self._workers[0]
        share = int(worker["root"]["nodes"][0]) / max(1, int(worker["nodes"]))
        wanted = soft * appetite(self._stable, share, drop)
        return time.perf_counter() - self._clock_from > wanted * _EASY_ITERATION

    # The reporting thread

    def events(self) -> Iterator[Event]:
        threads = self._start()
        next_current = self._started + _CURRENT_MOVE_AFTER
        last: Info | None = None
        while True:
            self._check_ponderhit()
            now = time.perf_counter()
            deadline = self._deadline()
            if deadline is not None and now >= deadline:
                self._stop_workers()
            until = min(next_current, deadline if deadline is not None and now < deadline else next_current)
            try:
                item = self._owner._wake.get(timeout=max(0.0, until - now))
            except Empty:
                item = None
            if isinstance(item, Info | Remark):
                if isinstance(item, Info) and item.multipv == 1:
                    last = item
                yield item
            elif self._finished and self._owner._wake.empty():
                break
            elif time.perf_counter() >= next_current:
                next_current = time.perf_counter() + _CURRENT_MOVE_EVERY
                yield self._current_move()
        for thread in threads:
            thread.join()
        best = self._chosen()
        if last is None or last.score.bound or last.pv != self._decoded(best.pv):
            yield self._info(1, best)
        self._owner._hold(self._limits)
        yield self._best_move(best)

    def _check_ponderhit(self) -> None:
        if self._limits.ponder and self._budget.hard is None and self._owner._ponderhit.is_set():
            self._clock_from = time.perf_counter()
            self._budget = budget(self._limits, self._overhead)
            if (
                self._budget.soft is not None
                and self._result == []
                and self._clock_from - self._started > self._budget.soft
            ):
                # What was thought while pondering counts: half the time is enough.
                self._budget = Budget(self._budget.soft / 2, self._budget.hard)

    def _deadline(self) -> float | None:
        return None if self._budget.hard is None else self._clock_from + self._budget.hard

    def _stop_workers(self) -> None:
        for worker in self._workers:
            worker["stop"] = 1

    def _chosen(self) -> Line:
        if self._others and self._lines == 1:
            return elect([self._result[0], *self._others])
        return self._result[0]

    def _nodes(self) -> int:
        return sum(int(worker["nodes"]) for worker in self._workers)

    def _info(self, number: int, line: Line) -> Info:
        elapsed = time.perf_counter() - self._started
        nodes = self._nodes()
        return Info(
            depth=line.depth,
            seldepth=max(line.seldepth, 1),
            multipv=number,
            score=as_score(line.score, self._curve, line.bound),
            nodes=nodes,
            nps=round(nodes / max(elapsed, 1e-6)),
            hashfull=self._owner._table.full(),
            tbhits=0,
            time_ms=round(elapsed * 1000),
            pv=self._decoded(line.pv),
        )

    def _decoded(self, pv: tuple[int, ...]) -> tuple[Move, ...]:
        return tuple(self._board.decode(move) for move in pv)

    def _current_move(self) -> CurrentMove:
        worker = self._workers[0]
        at = int(worker["root_at"])
        move = int(worker["root"][at]["move"])
        return CurrentMove(int(worker["root_depth"]), self._board.decode(move), at + 1)

    def _best_move(self, best: Line) -> BestMove:
        move = self._board.decode(best.pv[0])
        if len(best.pv) < 2:
            return BestMove(move)
        board = self._board.copy()
        board.push(move)
        reply = board.decode(best.pv[1])
        board.push(reply)
        # Nobody can think about a position in which the game is over.
        return BestMove(move, None if board.is_game_over() else reply)
