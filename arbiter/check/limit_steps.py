"""Steps about the limits of a search: each brings one legal move, in time."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.board import Board
from . import positions
from .step import Failed, Step
from .talk import Talk

#: Seconds that a move may come after its time: the way through the pipe, on a machine that is busy.
_LATE = 0.5


def brings_a_move(limits: str) -> Callable[[Talk], None]:
    """A step that asks for a move with some limits."""

    def run(talk: Talk) -> None:
        talk.go(limits)

    return run


def reaches_a_depth(talk: Talk) -> None:
    search = talk.go("depth 3")
    deepest = max((info.numbers.get("depth", 0) for info in search.infos if info.scored), default=0)
    if deepest > 3:
        raise Failed(f"go depth 3 searched to depth {deepest}")


def counts_nodes(talk: Talk) -> str:
    wanted = 5000
    search = talk.go(f"nodes {wanted}")
    most = max((info.numbers.get("nodes", 0) for info in search.infos), default=0)
    if most > 10 * wanted:
        raise Failed(f"go nodes {wanted} searched {most} nodes")
    return f"{most} nodes when asked for {wanted}"


def keeps_a_fixed_time(talk: Talk) -> str:
    search = talk.go("movetime 300", patience=0.3 + 2 * talk.patience)
    if search.seconds > 0.3 + _LATE:
        raise Failed(f"go movetime 300 took {1000 * search.seconds:.0f} ms")
    return f"{1000 * search.seconds:.0f} ms when asked for 300"


def keeps_its_clock(talk: Talk) -> str:
    slowest = 0.0
    for words in ("wtime 1000 btime 1000 winc 10 binc 10", "wtime 1000 btime 5 winc 0 binc 0 movestogo 5"):
        seconds = talk.go(words).seconds
        if seconds > 1.0:
            raise Failed(f"it thought for {seconds:.2f} s with one second on the clock (go {words})")
        slowest = max(slowest, seconds)
    return f"{slowest:.2f} s of one second"


def keeps_blacks_clock(talk: Talk) -> None:
    board = Board(talk.variant)
    board.push_packed(sorted(board.packed_moves())[0])
    seconds = talk.go("wtime 60000 btime 500 winc 0 binc 0", board).seconds
    if seconds > 0.5:
        raise Failed(f"it thought for {seconds:.2f} s with half a second on Black's clock")


def moves_at_once_without_time(talk: Talk) -> None:
    for words in ("wtime 1 btime 1", "wtime 0 btime 0", "wtime -50 btime 100 winc 10 binc 10"):
        seconds = talk.go(words).seconds
        if seconds > _LATE:
            raise Failed(f"go {words} took {seconds:.2f} s")


def takes_clocks_in_any_order(talk: Talk) -> None:
    talk.go("binc 10 winc 10 movestogo 20 btime 1000 wtime 1000")


def keeps_to_searchmoves(talk: Talk) -> None:
    board = Board(talk.variant)
    moves = [move.uci() for move in board.legal_moves]
    for chosen in (moves[:1], moves[-2:]):
        _require_one_of(talk, f"depth 2 searchmoves {' '.join(chosen)}", chosen)
    talk.knows_searchmoves = True


def reads_limits_after_searchmoves(talk: Talk) -> None:
    moves = [move.uci() for move in Board(talk.variant).legal_moves][-2:]
    _require_one_of(talk, f"searchmoves {' '.join(moves)} depth 2", moves)


def _require_one_of(talk: Talk, limits: str, moves: list[str]) -> None:
    search = talk.go(limits)
    if talk.read_move(search.bestmove) not in moves:
        raise Failed(f"go {limits} brought {search.bestmove}")


def finds_a_mate(talk: Talk) -> None:
    board = positions.mate_in_one(talk.variant)
    search = talk.go("mate 1", board, patience=2 * talk.patience)
    board.push_uci(search.bestmove)
    if not board.is_checkmate():
        raise Failed(f"go mate 1 brought {search.bestmove}, which is no mate")


STEPS = (
    Step("go depth", reaches_a_depth),
    Step("go nodes", counts_nodes),
    Step("go movetime", keeps_a_fixed_time),
    Step("go with clocks, increments, moves to go", keeps_its_clock),
    Step("go with Black's clock", keeps_blacks_clock),
    Step("go wtime alone", brings_a_move("wtime 300")),
    Step("go with the words in another order", takes_clocks_in_any_order),
    Step("go with no time left", moves_at_once_without_time, advice=True),
    Step("go with btime alone, White to move", brings_a_move("btime 300"), advice=True),
    Step("go searchmoves, after a limit", keeps_to_searchmoves),
    Step("go searchmoves, before a limit", reads_limits_after_searchmoves, advice=True),
    Step("go mate", finds_a_mate, advice=True),
)
