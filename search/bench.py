"""The fingerprint of the search: the nodes that fixed positions of all games take to a fixed depth."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..engine.board import Board
from .limits import Info, Limits, Settings
from .searcher import Searcher

DEPTH = 9
#: (variant, FEN; None is the start position)
POSITIONS: tuple[tuple[str, str | None], ...] = (
    ("grand", None),
    ("grand", "r8r/1n2kcabn1/1p1q1ppp1p/2pbp3p1/p2p1P4/3P4P1/P1P1P1N2P/1P2B2P2/1N1QKCAB2/R8R w - - 0 9"),
    ("grand", "10/4k5/2p3pp2/1p2ar2p1/1P6P1/2P1A1P3/3R1P4/4K5/10/10 w - - 0 40"),
    ("bigchess", None),
    ("bigchess", "r2aqk2nr/ppp2ppppp/2nbb1a3/3pp5/10/4P5/3P2N3/2N2B4/PPP2PPPPP/R1BAQKA2R w KQkq - 4 7"),
    ("bigchess", "5k4/1pp4pp1/p2r6/3n3a2/4P5/2P3A3/1P3N4/P2R3PPP/5K4/10 w - - 0 30"),
    ("greatchess", None),
    ("greatchess", "r1bqkgabnr/pppp1cpppp/2n1pp4/4c5/10/3PP5/4C1N3/2P2P4/PP2C1PPPP/RNBAGKQB1R w - - 0 6"),
    ("chess", None),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
)


def bench(report: Callable[[str], None] = lambda text: None, depth: int = DEPTH) -> tuple[int, float]:
    """Search the positions on one thread, each with everything forgotten: all nodes, and the seconds they
    took.
    """
    searcher = Searcher(16)
    nodes, seconds = 0, 0.0
    for variant, fen in POSITIONS:
        board = Board(variant, fen)
        limits = Limits(depth=depth)
        searcher.new_game()
        searcher.prepare(limits)
        began = time.perf_counter()
        spent = 0
        for event in searcher.search(board, limits, Settings()):
            if isinstance(event, Info):
                spent = event.nodes
        seconds += time.perf_counter() - began
        nodes += spent
        report(f"{variant:<11} {spent:>9} nodes  {board.fen()}")
    return nodes, seconds
