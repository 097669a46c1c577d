"""python-chess's engine client, made ready for ten-by-ten boards.

    from tenfold import Board, client

    with client.popen() as engine:
        board = Board("grand")
        result = engine.play(board, client.Limit(time=0.5))

Importing this module repairs what `chess.engine` could not read of larger boards, so that engines started
with python-chess's own functions work too.
"""

from __future__ import annotations

from chess.engine import (
    INFO_ALL,
    Cp,
    EngineError,
    EngineTerminatedError,
    Limit,
    Mate,
    PovScore,
    PovWdl,
    Score,
    Wdl,
)

from .command import words_of
from .patterns import widen
from .start import EngineStartError, popen, popen_async
from .typed import Analysis, AsyncAnalysis, AsyncEngine, Engine, Info, PlayResult

__all__ = [
    "INFO_ALL",
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "Cp",
    "Engine",
    "EngineError",
    "EngineStartError",
    "EngineTerminatedError",
    "Info",
    "Limit",
    "Mate",
    "PlayResult",
    "PovScore",
    "PovWdl",
    "Score",
    "Wdl",
    "popen",
    "popen_async",
    "words_of",
]

widen()
