"""Findings as one JSON object or one line of EPD."""

from __future__ import annotations

import json
from typing import Any

from chess.engine import Score

from ...client import Info
from ...engine.board import Board
from .epd import write_epd
from .findings import Findings
from .task import Task

#: EPD has no score for a mate; programs write this many centipawns less the moves to it.
_EPD_MATE = 32767


def as_json(task: Task, findings: Findings, engine: str) -> str:
    """One line. Scores and chances are the side to move's, as in UCI; `time` is in seconds."""
    board = findings.board
    effort = findings.effort
    report: dict[str, Any] = {
        "variant": board.variant.name,
        "fen": board.fen(),
        **_history(board),
        **({"title": task.title} if task.title else {}),
        **({"source": dict(task.source)} if task.source else {}),
        "engine": engine,
        "complete": findings.complete,
        **effort,
        "bestmove": findings.move.uci() if findings.move else None,
        **({"san": board.san(findings.move)} if findings.move else {}),
        **({"ponder": findings.ponder.uci()} if findings.ponder else {}),
        "lines": [_line(board, rank, info) for rank, info in findings.ranked],
    }
    solved = task.solved_by(findings.move)
    if solved is not None:
        report["solved"] = solved
    if findings.outcome is not None:
        report["result"] = findings.outcome.result()
        report["termination"] = findings.outcome.termination.value
    return json.dumps(report, ensure_ascii=False)


def _history(board: Board) -> dict[str, Any]:
    """Where the position comes from, as far as that is known: a start and the moves from there."""
    if not board.move_stack:
        return {}
    moves = [move.uci() for move in board.move_stack]
    return {"history": {"fen": board.root().fen(), "moves": moves}}


def _line(board: Board, rank: int, info: Info) -> dict[str, Any]:
    chances = info.get("wdl")
    return {
        "multipv": rank,
        "depth": info.get("depth"),
        "seldepth": info.get("seldepth"),
        "score": _score(info["score"].relative),
        **({"wdl": list(chances.relative)} if chances else {}),
        "pv": [move.uci() for move in info["pv"]],
        "san": board.variation_san(info["pv"]),
    }


def _score(score: Score) -> dict[str, int | None]:
    mate = score.mate()
    return {"cp": score.score()} if mate is None else {"mate": mate}


def as_epd(task: Task, findings: Findings, engine: str) -> str:
    """The position with what the search found, by EPD's own names.

    ``ce`` centipawns for the side to move, ``acd`` depth, ``acn`` nodes, ``acs`` seconds, ``pm`` the move to
    play, ``pv`` the line; ``bm`` and ``am`` stay as the file had them, ``c0`` names the engine.
    """
    board, effort = findings.board, findings.effort
    operations = {
        name: " ".join(map(board.san, moves))
        for name, moves in (("bm", task.best), ("am", task.avoid))
        if moves
    }
    for name, value in (("acd", effort.get("depth")), ("acn", effort.get("nodes"))):
        if value is not None:
            operations[name] = str(value)
    if "time" in effort:
        operations["acs"] = str(round(effort["time"]))
    if findings.score is not None:
        operations["ce"] = str(findings.score.relative.score(mate_score=_EPD_MATE))
    if findings.move:
        operations["pm"] = board.san(findings.move)
    if 1 in findings.lines:
        operations["pv"] = _sans(findings)
    if task.title:
        operations["id"] = f'"{task.title}"'
    operations["c0"] = f'"{engine}"'
    return write_epd(board.fen(), operations)


def _sans(findings: Findings) -> str:
    board = findings.board.copy(stack=False)
    words = []
    for move in findings.lines[1]["pv"]:
        words.append(board.san(move))
        board.push(move)
    return " ".join(words)
