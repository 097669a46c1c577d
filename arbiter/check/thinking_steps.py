"""Steps about words that come while an engine thinks."""

from __future__ import annotations

from ...engine.board import Board
from . import positions
from .step import Failed, Step
from .talk import HOLD, PROMPT, Talk

_CLOCKS = "wtime 1000 btime 1000 winc 100 binc 100"


def stops_when_told(talk: Talk) -> str:
    talk.begin("infinite")
    talk.silence()
    search = talk.stop()
    search.require_legal()
    talk.ready()
    return f"{1000 * search.after:.0f} ms after stop"


def stops_at_once(talk: Talk) -> None:
    for _ in range(5):
        talk.begin("infinite")
        talk.stop().require_legal()
        talk.ready()


def holds_a_mate_back(talk: Talk) -> None:
    talk.begin("infinite", positions.mate_in_one(talk.variant))
    talk.silence()
    talk.stop().require_legal()


def holds_a_forced_move_back(talk: Talk) -> None:
    talk.begin("infinite", positions.one_move(talk.variant))
    talk.silence()
    talk.stop().require_legal()


def answers_isready_while_thinking(talk: Talk) -> None:
    talk.begin("infinite")
    for _ in range(5):
        talk.ready()
        talk.silence(HOLD / 10)
    talk.stop().require_legal()


def ignores_a_stop_too_many(talk: Talk) -> None:
    talk.send("stop")
    talk.ready()
    search = talk.go("movetime 200")
    if search.seconds < 0.02:
        raise Failed("a stop before go cut the search short")


def ponders(talk: Talk, word: str) -> float:
    """`go ponder` holds its move until the word comes; seconds from it to the move."""
    board = Board(talk.variant)
    expected = next(iter(board.legal_moves))
    board.push(expected)
    talk.begin(f"ponder {_CLOCKS}", board)
    talk.silence()
    since = talk.send(word)
    search = talk.finish(PROMPT if word == "stop" else talk.patience, since)
    search.require_legal()
    talk.ready()
    return search.after


def ponders_and_is_right(talk: Talk) -> None:
    talk.require_option("Ponder")
    seconds = ponders(talk, "ponderhit")
    if seconds > 1.0:
        raise Failed(f"{seconds:.2f} s after ponderhit, with one second on the clock")


def ponders_and_is_wrong(talk: Talk) -> None:
    talk.require_option("Ponder")
    ponders(talk, "stop")


def ponders_on_a_mate(talk: Talk) -> None:
    talk.require_option("Ponder")
    talk.begin(f"ponder {_CLOCKS}", positions.mate_in_one(talk.variant))
    talk.silence()
    talk.finish(talk.patience, talk.send("ponderhit")).require_legal()


STEPS = (
    Step("go infinite waits for stop, stop brings the move", stops_when_told),
    Step("stop right after go infinite", stops_at_once),
    Step("go infinite waits even with a mate found", holds_a_mate_back),
    Step("go infinite waits even with a single move", holds_a_forced_move_back),
    Step("isready is answered during a search", answers_isready_while_thinking),
    Step("stop without a search says nothing", ignores_a_stop_too_many),
    Step("go ponder, then ponderhit", ponders_and_is_right),
    Step("go ponder, then stop", ponders_and_is_wrong),
    Step("go ponder waits even with a mate found", ponders_on_a_mate),
)
