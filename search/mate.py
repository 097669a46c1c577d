"""`go mate N`: proves that the side to move mates within so many moves, or that it does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from ..engine.memory import Record
from ..engine.position import make, unmake
from .deepen import Job, Line, deepen
from .prove import expand
from .prover import BUCKET, ENTRY_BYTES, NEVER, PROVER
from .score import MATE
from .tt import CLUSTER_BYTES, Table

_FIRST_LOOK = 6  # plies of ordinary search that give a move to play, whatever comes of the proof
_PATIENCE = 100_000  # nodes for a question before another one is tried
_SHORTEN = 20_000_000  # nodes spent on a shorter mate when one is proved


class MateFinder:
    """Proofs about one position, which must have legal moves, with a table of their own."""

    def __init__(self, pos: Record, rules: Record, worker: Record, most: int, megabytes: int) -> None:
        """`most` moves is the longest mate that will be asked for. `pos` is the caller's, and left alone.

        The worker gives the limit of nodes and the stop flag, and counts. Raises `MemoryError`.
        """
        self._pos, self._rules, self._worker = pos, rules, worker
        self._most = most
        self._table = Table(megabytes)
        self._prover = prover = Record(PROVER)
        prover.table = self._table.address
        prover.buckets = self._table.clusters * CLUSTER_BYTES // (BUCKET * ENTRY_BYTES)
        prover.root_ply = pos["ply"]
        prover.clocked = 0 < rules["move_rule"] < pos["halfmove"] + 2 * most

    def mates_within(self, plies: int, moves: Sequence[int] = (), limit: int = NEVER) -> bool | None:
        """Whether there is a mate within so many plies, beginning with one of `moves` if there are any.

        An odd number: the side to move mates; an even one: it is mated. None: stopped, or as many nodes
        as `limit` were counted. `move` then is the one that shows it.
        """
        prover = self._prover
        prover.allowed = len(moves)
        prover.roots[: len(moves)] = moves
        prover.node_limit = limit
        self._worker["root_depth"] = plies
        expand(self._pos, self._rules, self._worker, prover, plies, 0, NEVER, NEVER)
        if prover.phi == 0 or prover.delta == 0:
            return bool(prover.phi == 0) == (plies % 2 == 1)
        return None

    @property
    def move(self) -> int:
        """The packed move that mates, or lasts; for the last `mates_within` that was answered."""
        return int(self._prover.move)

    def shortest(
        self, moves: Sequence[int], found: Callable[[tuple[int, ...]], None]
    ) -> tuple[tuple[int, ...], bool]:
        """The shortest mate that begins with one of some legal moves, and whether that is settled.

        The line is empty if there is no mate. Not settled (stop, limit of nodes): there may be a shorter
        one. `found` hears of each line as soon as it is proved. In a line that is settled every reply lasts
        as long as any.
        """
        line: tuple[int, ...] = ()
        none, bound = 0, self._most + 1  # no mate in `none` moves; one in `bound`, or none asked for
        limit = int(self._worker["node_limit"])
        patience = _PATIENCE
        while none + 1 < bound:
            # From below each answer helps with the next question, from above a forced mate is seen at once:
            # nobody knows which is the shorter way, so both are gone in turn.
            mates = None
            for asked in (none + 1, bound - 1):
                until = int(self._worker["nodes"]) + patience
                mates = self.mates_within(2 * asked - 1, moves, min(limit, until))
                if mates is not None:
                    break
            if mates is None:
                if self._worker["stop"] or self._worker["nodes"] >= limit:
                    return line, False
                patience *= 2
                continue
            if mates:
                if bound > self._most:
                    limit = min(limit, int(self._worker["nodes"]) + _SHORTEN)
                bound = (int(self._prover.length) + 1) // 2
            else:
                none = asked
            if bound <= self._most and (mates or none + 1 == bound):
                proved = self._line(2 * bound - 1, moves, none + 1 == bound)
                if not proved:
                    return line, False
                # A line by what is proved may turn out shorter than that: then it shows no best defence.
                if proved != line and len(proved) == 2 * bound - 1:
                    found(proved)
                    line = proved
        return line, True

    def _line(self, plies: int, moves: Sequence[int], shortest: bool) -> tuple[int, ...]:
        """The moves of a mate in so many plies; `shortest` if none is shorter. Empty when stopped."""
        line: list[int] = []
        try:
            while self.mates_within(plies, () if line else moves):
                plies = int(self._prover.length) - 1
                self._step(line)
                if plies == 0:
                    return tuple(line)
                # The reply that refutes a shorter mate lasts longest; if none does, one by what is proved.
                if not (
                    shortest and plies > 2 and self.mates_within(plies - 2) is False
                ) and not self.mates_within(plies):
                    break
                plies -= 1
                self._step(line)
            return ()
        finally:
            for _ in line:
                unmake(self._pos, self._rules)

    def _step(self, line: list[int]) -> None:
        line.append(self.move)
        make(self._pos, self._rules, line[-1])


def seek_mate(job: Job, most: int, megabytes: int, tell: Callable[[str], None]) -> list[Line]:
    """Lines as `deepen` gives them, mates in at most so many moves first; `tell` hears what was shown.

    There is at least one line with an exact score, however early the stop comes.
    """
    root = job.worker["root"][: job.worker["root_count"]]["move"].tolist()
    ordinary = deepen(replace(job, max_depth=min(job.max_depth, _FIRST_LOOK)))
    finder = MateFinder(job.pos, job.rules, job.worker, most, megabytes)
    mates: list[Line] = []
    settled = True
    while settled and root and len(mates) < job.lines:
        pv, settled = finder.shortest(root, partial(_report, job, len(mates) + 1))
        if not pv:
            break
        mates.append(_mate(pv))
        root.remove(pv[0])
    if not mates:
        tell(f"no mate in {most}" if settled else f"a mate in {most} is neither proved nor refuted")
    elif not settled:
        tell("a shorter mate is not excluded")
    heads = {line.pv[0] for line in mates}
    lines = mates + [line for line in ordinary if line.pv[0] not in heads]
    lines = sorted(lines, key=lambda line: -line.score)[: job.lines]
    if mates and job.lines > 1 and job.report:
        for number, line in enumerate(lines, 1):
            job.report(number, line)
    return lines


def _mate(pv: tuple[int, ...]) -> Line:
    return Line(MATE - len(pv), len(pv), len(pv), pv)


def _report(job: Job, number: int, pv: tuple[int, ...]) -> None:
    if job.report:
        job.report(number, _mate(pv))
