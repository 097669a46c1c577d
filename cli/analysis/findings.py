"""What an engine has found out about a position so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...client import Engine, Info, Limit, PovScore, PovWdl
from ...engine.board import Board, Move, Outcome
from ..asked_engine import expect_to_play


@dataclass
class Findings:
    """The newest exact line of each rank, and the effort; `complete` when the search has ended by itself."""

    board: Board
    lines: dict[int, Info] = field(default_factory=dict)  # by rank, 1 is the best
    effort: Info = field(default_factory=lambda: Info())  # depth, nodes, time … as last heard
    move: Move | None = None  # what the engine would play
    ponder: Move | None = None
    complete: bool = False
    outcome: Outcome | None = None  # of a game that is over, about which no engine is asked

    def hear(self, info: Info) -> None:
        """Take in one line of the engine. Bounds are passed over: the exact score follows."""
        for name in _EFFORT:
            # Lower ranks may be an iteration behind; depth is that of the best line.
            if name in info and (name not in _DEPTHS or info.get("multipv", 1) == 1):
                self.effort[name] = info[name]  # type: ignore[literal-required]
        if info.get("pv") and "score" in info and not (info.get("lowerbound") or info.get("upperbound")):
            rank = info.get("multipv", 1)
            self.lines[rank] = info
            if rank == 1:
                self.move = info["pv"][0]

    @property
    def ranked(self) -> list[tuple[int, Info]]:
        """The lines, the best first, with their ranks."""
        return sorted(self.lines.items())

    @property
    def score(self) -> PovScore | None:
        """The score of the best line."""
        return self.lines[1]["score"] if 1 in self.lines else None

    @property
    def wdl(self) -> PovWdl | None:
        """The chances of the best line, as far as the engine tells them."""
        return self.lines[1].get("wdl") if 1 in self.lines else None


_DEPTHS = ("depth", "seldepth")
_EFFORT = (*_DEPTHS, "nodes", "nps", "hashfull", "time")


def think(engine: Engine, board: Board, limit: Limit, multipv: int) -> Iterator[Findings]:
    """Analyse and hand out the same `Findings` after each line of the engine.

    Whoever stops listening stops the search; then `complete` stays unset. Raises `EngineError`.
    """
    findings = Findings(board, outcome=board.outcome())
    if findings.outcome is not None:
        findings.complete = True
        yield findings
        return
    expect_to_play(engine, board.variant)
    lines = multipv if "MultiPV" in engine.options else None  # some engines know one line only
    # A new `game` for each position: what is read from files need not belong together.
    # A copy of the board, as the engine's thread reads it while this one writes SAN.
    with engine.analysis(board.copy(), limit, multipv=lines, game=object()) as analysis:
        for info in analysis:
            findings.hear(info)
            yield findings
        answer = analysis.wait()
    findings.move, findings.ponder = answer.move or findings.move, answer.ponder
    findings.complete = True
    yield findings
