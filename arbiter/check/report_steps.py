"""Steps about what an engine reports of its searches: scores, lines of play, counts."""

from __future__ import annotations

from ...engine.board import Board
from . import positions
from .step import Failed, Skipped, Step
from .talk import Talk
from .thoughts import Search, require_line


def _searches(talk: Talk, limits: str = "depth 4") -> list[Search]:
    """Searches of the start and of two middlegames."""
    boards = [Board(talk.variant), *(positions.random_game(talk.variant, seed, 20) for seed in (1, 2))]
    return [talk.go(limits, board) for board in boards]


def writes_readable_infos(talk: Talk) -> str:
    count = 0
    for search in _searches(talk):
        for info in search.infos:
            if info.problem:
                raise Failed(f"{info.problem}: {info.line[:120]}")
            count += 1
    return f"{count} lines"


def scores_before_it_moves(talk: Talk) -> None:
    for search in _searches(talk):
        if not search.scored():
            raise Failed(f"no exact score before bestmove ({search.asked}, {search.board.fen()})")


def tells_depth_and_line_with_the_score(talk: Talk) -> None:
    for search in _searches(talk):
        for info in search.scored():
            if "depth" not in info.numbers or not info.pv:
                raise Failed(f"a score without depth or pv: {info.line[:120]}")


def shows_legal_lines(talk: Talk) -> str:
    count = 0
    for search in _searches(talk, "depth 6"):
        for info in search.infos:
            require_line(search.board.copy(stack=False), info.pv, info.line)
            count += 1
    return f"{count} lines"


def plays_the_head_of_its_line(talk: Talk) -> None:
    for search in _searches(talk):
        best = [info for info in search.scored() if info.place == 1 and info.pv]
        if best and best[-1].pv[0] != search.bestmove:
            raise Failed(f"bestmove {search.bestmove}, after the line {best[-1].line[-100:]}")


def counts_wins_draws_losses(talk: Talk) -> None:
    talk.require_option("UCI_ShowWDL")
    talk.send("setoption name UCI_ShowWDL value true")
    search = talk.go("depth 3")
    talk.send("setoption name UCI_ShowWDL value false")
    told = [info.wdl for info in search.scored()]
    if not any(told):
        raise Failed("no wdl with UCI_ShowWDL set")
    for wdl in filter(None, told):
        if sum(wdl) != 1000:
            raise Failed(f"wdl {' '.join(map(str, wdl))} is not 1000 together")


def shows_several_lines(talk: Talk) -> None:
    talk.require_option("MultiPV")
    talk.send("setoption name MultiPV value 4")
    board = positions.random_game(talk.variant, 3, 16)
    search = talk.go("depth 4", board)
    talk.send("setoption name MultiPV value 1")
    lines = {info.place: info for info in search.scored() if info.pv}
    wanted = min(4, len(list(board.legal_moves)))
    if sorted(lines) != list(range(1, wanted + 1)):
        raise Failed(f"MultiPV 4 brought lines {sorted(lines)}")
    if len({info.pv[0] for info in lines.values()}) != wanted:
        raise Failed(f"two lines begin alike: {', '.join(info.pv[0] for info in lines.values())}")
    if lines[1].pv[0] != search.bestmove:
        raise Failed(f"the first line begins with {lines[1].pv[0]}, bestmove is {search.bestmove}")


def shows_no_more_lines_than_moves(talk: Talk) -> None:
    talk.require_option("MultiPV")
    talk.send("setoption name MultiPV value 4")
    search = talk.go("depth 3", positions.one_move(talk.variant))
    talk.send("setoption name MultiPV value 1")
    if any(info.place > 1 for info in search.scored()):
        raise Failed("more lines than the position has moves")


def announces_a_mate(talk: Talk) -> None:
    search = talk.go("depth 5", positions.mate_in_one(talk.variant))
    board = search.board.copy()
    board.push_uci(search.bestmove)
    if not board.is_checkmate():
        raise Failed(f"{search.bestmove} is no mate in {search.board.fen()}")
    _require_mate(search, 1)


def admits_being_mated(talk: Talk) -> None:
    _require_mate(talk.go("depth 5", positions.mated_next_move(talk.variant)), -1)


def _require_mate(search: Search, moves: int) -> None:
    told = [info for info in search.scored() if info.place == 1]
    if not told or told[-1].mate != moves:
        line = told[-1].line if told else "nothing"
        raise Failed(f"it should say score mate {moves} in {search.board.fen()}; it says {line[:100]}")


def reports_a_finished_game(talk: Talk) -> None:
    for board, mate in (
        (positions.checkmate(talk.variant), True),
        (positions.stalemate(talk.variant), False),
    ):
        talk.begin("depth 3", board)
        search = talk.finish()
        if search.bestmove not in ("(none)", "0000"):
            raise Failed(f"{search.answer!r} in a position without moves, {board.fen()}")
        told = search.scored()
        if not told or (told[-1].mate != 0 if mate else told[-1].cp != 0):
            said = told[-1].line if told else "no score"
            raise Failed(f"{said} where the side to move {'is mated' if mate else 'has no move'}")


def waits_without_moves(talk: Talk) -> None:
    talk.begin("infinite", positions.checkmate(talk.variant))
    talk.silence()
    answer = talk.stop().answer
    if answer.split()[1:2] not in (["(none)"], ["0000"]):
        raise Failed(f"{answer!r} in a position without moves")


def keeps_scores_low_without_a_mate(talk: Talk) -> None:
    search = talk.go("depth 1")
    if not search.scored():
        raise Skipped("it gives no score")
    if any(info.cp is not None and abs(info.cp) > 1000 for info in search.scored()):
        raise Failed(f"the start position is worth ten pawns: {search.scored()[-1].line[:100]}")


STEPS = (
    Step("info lines are words and whole numbers as UCI has them", writes_readable_infos),
    Step("an exact score comes before bestmove", scores_before_it_moves),
    Step("depth and pv come with each score", tells_depth_and_line_with_the_score),
    Step("lines of play are legal to the end", shows_legal_lines),
    Step("bestmove is the head of the last line", plays_the_head_of_its_line, advice=True),
    Step("MultiPV gives that many different lines", shows_several_lines),
    Step("MultiPV gives no more lines than there are moves", shows_no_more_lines_than_moves),
    Step("wdl adds up to 1000", counts_wins_draws_losses),
    Step("a mate is found, its score positive", announces_a_mate),
    Step("being mated has a negative score", admits_being_mated),
    Step("the start position's score is small", keeps_scores_low_without_a_mate, advice=True),
    Step("a finished game: no move, mate 0 or cp 0", reports_a_finished_game, advice=True),
    Step("go infinite waits even without a move", waits_without_moves, advice=True),
)
