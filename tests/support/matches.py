"""Made-up engines and games of matches, for tests that need no engine."""

from __future__ import annotations

import random

from tenfold.arbiter.record import GameRecord, GameTask, MoveRecord, Reason, Score
from tenfold.arbiter.spec import EngineSpec, TimeControl
from tenfold.engine.board import Board

FORFEITS = (Reason.TIME, Reason.ILLEGAL_MOVE, Reason.DISCONNECT, Reason.STALL, Reason.NO_START)


def engine(name: str, control: TimeControl | None = None) -> EngineSpec:
    """An engine that is never started."""
    return EngineSpec(name, (name.lower(),), control=control or TimeControl(nodes=100))


def random_record(task: GameTask, seed: int = 1) -> GameRecord:
    """A game of random moves with a random end, the same for the same task and seed."""
    rng = random.Random(f"{task.number} {seed}")
    board = Board(task.rules.variant, task.opening.fen)
    moves: list[MoveRecord] = []
    for uci in task.opening.moves:
        board.push_uci(uci)
        moves.append(MoveRecord(uci))
    for _ in range(rng.randrange(12)):
        legal = list(board.legal_moves)
        if not legal:
            break
        move = rng.choice(legal)
        score = rng.choice([Score(rng.randint(-900, 900)), Score(mate=rng.choice([-3, 2])), None])
        moves.append(MoveRecord(move.uci(), rng.choice([0.0, 0.004, 0.25, 3.25, 71.5]), score, 7, 1000))
        board.push(move)
    result = rng.choice(["1-0", "0-1", "1/2-1/2"])
    reason = Reason.THREEFOLD_REPETITION
    if result != "1/2-1/2":
        reason = rng.choice([Reason.CHECKMATE, Reason.RESIGN_ADJUDICATION, *FORFEITS])
    at_fault = {"1-0": "black", "0-1": "white"}[result] if reason.forfeit else ""
    return GameRecord(
        number=task.number,
        pair=task.pair,
        white=task.white.name,
        black=task.black.name,
        opening=task.opening,
        moves=tuple(moves),
        result=result,
        reason=reason,
        detail="a2a9" if reason is Reason.ILLEGAL_MOVE else "",
        at_fault=at_fault,
        final_fen=board.fen(),
        last_lines=("> go", "< bestmove a2a9") if at_fault else (),
        started="2026-11-30T07:00:00.000+00:00",
        seconds=12.5,
    )
