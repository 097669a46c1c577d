"""Iterative deepening on one thread: the loop around the root kernel."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from ..engine.memory import Record
from ..engine.types import MAX_PLY
from .alphabeta import search_root
from .limits import Limits
from .score import INFINITE, MATE_FOUND

_TIME_FOR_BOUNDS = 1.0  # seconds: earlier, a window that failed is not worth a line


@dataclass(frozen=True)
class Line:
    """A root move with the line and score that the search gave it."""

    score: int
    depth: int
    seldepth: int
    pv: tuple[int, ...]  # packed moves
    bound: str = ""


@dataclass
class Job:
    """One search on one thread. `pos` and `weights` are the thread's own copies: kernels write to both."""

    pos: Record
    rules: Record
    weights: Record
    worker: Record
    lines: int  # MultiPV
    max_depth: int
    started: float  # time.perf_counter()
    first_depth: int = 1
    report: Callable[[int, Line], None] | None = None  # multipv index from 1, line
    is_enough: Callable[[list[Line]], bool] = lambda lines: False  # asked after each iteration


def set_root_moves(worker: Record, moves: list[int]) -> None:
    """Give the worker the root moves to choose from, best guess first."""
    root = worker["root"][: len(moves)]
    root["move"] = moves
    root["score"] = -INFINITE
    root["nodes"] = 0
    root["pv_length"] = 0
    worker["root_count"] = len(moves)
    worker["root_first"] = 0


def deepen(job: Job) -> list[Line]:
    """Search deeper and deeper until stopped, out of depth or satisfied; the best lines, best first.

    There is at least one line with an exact score, however early the stop comes.
    """
    worker = job.worker
    lines: list[Line] = []
    for depth in range(job.first_depth, job.max_depth + 1):
        done = []
        for index in range(job.lines):
            line = _search_line(job, depth, index, lines[index] if index < len(lines) else None)
            if line is None:
                break
            done.append(line)
            if worker["stop"]:
                break
        finished = len(done) == job.lines and not worker["stop"]
        if finished:
            # Scores of different depths do not compare: no line of the iteration before may stay.
            lines = sorted(done, key=lambda line: -line.score)
        elif done:
            # A deeper line takes its move's old place; lines that were not reached keep theirs, behind.
            heads = {line.pv[0] for line in done}
            lines = (done + [line for line in lines if line.pv[0] not in heads])[: job.lines]
        if finished or depth == job.first_depth:
            _report(job, lines)
        if worker["stop"] or job.is_enough(lines):
            if not finished and depth > job.first_depth:
                _report(job, lines)
            break
    return lines


def _report(job: Job, lines: list[Line]) -> None:
    if job.report:
        for index, line in enumerate(lines, 1):
            job.report(index, line)


def _search_line(job: Job, depth: int, index: int, before: Line | None) -> Line | None:
    """The best line among the root moves from `index` on, None if the search was stopped before that."""
    worker = job.worker
    worker["root_first"] = index
    margin = int(worker.params.aspiration_margin)
    alpha, beta = -INFINITE, INFINITE
    if before is not None and depth >= 5 and abs(before.score) < MATE_FOUND:
        margin += abs(before.score) // 32
        alpha, beta = before.score - margin, before.score + margin
    searched = depth
    while True:
        score = search_root(job.pos, job.rules, job.weights, worker, alpha, beta, max(1, searched))
        _sort_root(worker, index)
        line = _first_line(worker, index, depth)
        if worker["stop"]:
            if line is None or line.score <= alpha:
                return None
            if line.score >= beta and before is not None:
                # No more than a bound is known: of the same move the exact score of the iteration before
                # stands, and a mate is not told without its line.
                if line.pv[0] == before.pv[0] or line.score >= MATE_FOUND:
                    return None
            return line
        if score <= alpha:
            _report_bound(job, index, depth, line, score, "upperbound")
            beta = (alpha + beta) // 2
            alpha = max(-INFINITE, score - margin)
            searched = depth
        elif score >= beta:
            _report_bound(job, index, depth, line, score, "lowerbound")
            beta = min(INFINITE, score + margin)
            searched = max(searched - 1, depth - 3)
        else:
            return line
        margin += margin // 2 + 5
        if margin > 1200:
            alpha, beta = -INFINITE, INFINITE


def _sort_root(worker: Record, index: int) -> None:
    """Order the root moves from `index` on by score; equals keep their order."""
    count = int(worker["root_count"])
    root = worker["root"]
    scores = root["score"][index:count]
    best = int(scores.argmax())
    if best:
        # All others scored below alpha or were beaten in turn: only the best one has to move.
        winner = root[index + best].copy()
        root[index + 1 : index + best + 1] = root[index : index + best].copy()
        root[index] = winner


def _first_line(worker: Record, index: int, depth: int) -> Line | None:
    entry = worker["root"][index]
    if entry["score"] == -INFINITE:
        return None
    pv = tuple(entry["pv"][: entry["pv_length"]].tolist())
    return Line(int(entry["score"]), depth, int(entry["seldepth"]) + 1, pv)


def _report_bound(job: Job, index: int, depth: int, line: Line | None, score: int, bound: str) -> None:
    if abs(score) >= MATE_FOUND:  # its line is not whole: the next window, open to mates, gives it
        return
    if job.report and line and index == 0 and time.perf_counter() - job.started > _TIME_FOR_BOUNDS:
        job.report(
            1, Line(score, depth, line.seldepth, line.pv[:1] if bound == "upperbound" else line.pv, bound)
        )


def deepest(limits: Limits) -> int:
    """The last iteration that limits allow."""
    return max(1, min(limits.depth or MAX_PLY, MAX_PLY - 8))
