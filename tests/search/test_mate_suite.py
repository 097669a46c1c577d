"""The suite of mates: its lines say what is true, `go mate` solves it, mates are told with whole lines."""

from __future__ import annotations

from collections import Counter

import pytest
from support.exhaustive import mates_in
from support.games import TEN_BY_TEN
from support.mates import Mate, suite
from support.searching import best, final, infos, replay, run
from tenfold.engine.board import Board, Move
from tenfold.search.limits import Event, Info, Limits, Remark, Settings
from tenfold.search.mate import MateFinder
from tenfold.search.searcher import Searcher
from tenfold.search.worker import new_worker

pytestmark = pytest.mark.compiled

SUITE = suite()
MATES = [case for case in SUITE if case.moves]
SOON = 4  # moves: longer mates are for the slow suite
PATIENT = 2_000_000_000  # nodes
WORKER = new_worker()


def cases(wanted: list[Mate]) -> list[object]:
    """The cases as parameters; those that take long are marked."""
    return [
        pytest.param(case, id=case.name, marks=[] if max(case.moves, case.none) <= SOON else pytest.mark.slow)
        for case in wanted
    ]


def remarks(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Remark)]


def is_whole(board: Board, info: Info) -> bool:
    """Whether a line that announces a mate is as long as it says and ends with it."""
    assert info.score.mate
    plies = 2 * info.score.mate - 1 if info.score.mate > 0 else -2 * info.score.mate
    return len(info.pv) == plies and replay(board, info.pv).is_checkmate()


# What the suite says


def test_what_is_in_it() -> None:
    assert (
        len({case.name for case in SUITE}) == len({(case.variant, case.fen) for case in SUITE}) == len(SUITE)
    )
    for variant in TEN_BY_TEN:
        lengths = Counter(case.moves for case in MATES if case.variant == variant)
        assert sum(lengths.values()) >= 20
        assert set(lengths) == set(range(1, 9))
        assert sum(case.variant == variant and not case.moves for case in SUITE) >= 3


def exhausted(within: int) -> list[object]:
    """The cases of which the suite says that all was tried; slow ones marked."""
    return [
        pytest.param(
            case, id=case.name, marks=[] if max(case.moves, case.none) <= within else pytest.mark.slow
        )
        for case in SUITE
        if case.witness == "exhaustive"
    ]


@pytest.mark.parametrize("case", exhausted(within=3))
def test_by_trying_everything(case: Mate) -> None:
    """There is no shorter mate. (That there is this one, the next test shows.)"""
    assert case.none == 0 or mates_in(case.board, case.none, PATIENT) is False


def every_reply_is_met(board: Board, moves: int) -> bool:
    """Whether a mate in so many moves stands against every reply, by the rules alone.

    Only which move to look at comes from the search for proofs.
    """
    finder = MateFinder(board.pos.copy(), board.rules, WORKER, moves, 4)
    if not finder.mates_within(2 * moves - 1):
        return False
    board.push_packed(finder.move)
    try:
        replies = board.packed_moves()
        if not replies:
            return board.is_check()
        for reply in replies:
            board.push_packed(reply)
            try:
                if board.is_fifty_moves() or moves == 1 or not every_reply_is_met(board, moves - 1):
                    return False
            finally:
                board.pop()
        return True
    finally:
        board.pop()


@pytest.mark.parametrize("case", cases(MATES))
def test_the_mates_are_there(case: Mate) -> None:
    assert every_reply_is_met(case.board, case.moves)


@pytest.mark.parametrize("case", cases(MATES))
def test_the_first_moves_are_all_there_are(case: Mate) -> None:
    board = case.board
    finder = MateFinder(board.pos.copy(), board.rules, WORKER, case.moves, 64)
    firsts = {board.encode(board.parse_uci(text)) for text in case.firsts}
    assert all(finder.mates_within(2 * case.moves - 1, [move]) for move in firsts)
    others = [move for move in board.packed_moves() if move not in firsts]
    for moves in range(1, case.moves + 1):  # each answer helps with the next question
        assert not others or finder.mates_within(2 * moves - 1, others) is False


# What `go mate` says


@pytest.mark.parametrize("case", cases(MATES))
def test_solved(case: Mate, searcher: Searcher) -> None:
    board = case.board
    events = run(searcher, board, Limits(mate=case.moves))
    assert final(events).score.mate == case.moves
    assert is_whole(board, final(events))
    assert str(best(events).move) in case.firsts
    assert remarks(events) == []


@pytest.mark.parametrize("case", [case for case in MATES if case.moves <= 4], ids=str)
def test_solved_when_longer_mates_would_do(case: Mate, searcher: Searcher) -> None:
    events = run(searcher, case.board, Limits(mate=8))
    assert final(events).score.mate == case.moves
    assert str(best(events).move) in case.firsts
    assert all(is_whole(case.board, info) for info in infos(events) if info.score.mate)
    assert remarks(events) == []


@pytest.mark.parametrize("case", cases([case for case in SUITE if case.none]))
def test_refuted(case: Mate, searcher: Searcher) -> None:
    events = run(searcher, case.board, Limits(mate=case.none))
    assert remarks(events) == [f"no mate in {case.none}"]
    told = final(events).score.mate
    assert told is None or told > case.none or told < 0


def test_a_reply_is_the_longest(searcher: Searcher) -> None:
    """After two moves of the line a move less is left, and no less than that."""
    for case in MATES:
        if 2 <= case.moves <= 4:
            board = case.board
            pv = final(run(searcher, board, Limits(mate=case.moves))).pv
            after = replay(board, pv[:2])
            shorter = run(searcher, after, Limits(mate=case.moves - 1))
            assert final(shorter).score.mate == case.moves - 1


MATE_IN_2 = "2k7/10/1K8/10/10/10/10/10/7C2/10 w - - {} 100"


@pytest.mark.parametrize(("halfmove", "moves"), [(0, 2), (97, 2), (98, None), (100, None)])
def test_the_move_rule(halfmove: int, moves: int | None, searcher: Searcher) -> None:
    for most in (2, 6):
        events = run(searcher, Board("grand", MATE_IN_2.format(halfmove)), Limits(mate=most))
        assert final(events).score.mate == moves
        assert remarks(events) == ([] if moves else [f"no mate in {most}"])


def _back(move: Move) -> Move:
    return Move(move.to_square, move.from_square)


def test_a_position_that_would_stand_for_the_third_time_is_no_way_to_mate(searcher: Searcher) -> None:
    board = Board("grand", MATE_IN_2.format(0))
    first, reply = final(run(searcher, board, Limits(mate=2))).pv[:2]
    for _ in range(2):  # to the position after the mating move, and back
        for move in (first, reply, _back(first), _back(reply)):
            board.push(move)
    assert remarks(run(searcher, board, Limits(mate=2))) == ["no mate in 2"]
    without = Board("grand", board.fen())
    assert final(run(searcher, without, Limits(mate=2))).pv[0] == first


def test_moves_to_choose_from(searcher: Searcher) -> None:
    case = next(case for case in MATES if case.moves == 2 and len(case.firsts) == 1)
    board = case.board
    others = tuple(move for move in board.packed_moves() if str(board.decode(move)) not in case.firsts)
    assert remarks(run(searcher, board, Limits(mate=2, searchmoves=others))) == ["no mate in 2"]
    (only,) = (board.encode(board.parse_uci(text)) for text in case.firsts)
    assert final(run(searcher, board, Limits(mate=2, searchmoves=(only,)))).score.mate == 2


def test_several_lines(searcher: Searcher) -> None:
    case = next(case for case in MATES if case.moves == 3 and len(case.firsts) == 2)
    board = case.board
    events = run(searcher, board, Limits(mate=3), Settings(multipv=3))
    first, second, third = infos(events)[-3:]
    assert [info.multipv for info in (first, second, third)] == [1, 2, 3]
    assert {str(first.pv[0]), str(second.pv[0])} == case.firsts
    assert first.score.mate == second.score.mate == 3
    assert third.score.mate is None or not 0 < third.score.mate <= 3
    assert is_whole(board, first) and is_whole(board, second)


def test_limits_end_it(searcher: Searcher) -> None:
    board = Board("grand")
    unsettled = ["a mate in 20 is neither proved nor refuted"]
    assert remarks(run(searcher, board, Limits(mate=20, nodes=50_000))) == unsettled
    assert remarks(run(searcher, board, Limits(mate=20, movetime=100))) == unsettled
    assert infos(run(searcher, board, Limits(mate=20, nodes=50_000)))[-1].nodes < 60_000
    # So many plies hold a mate in two.
    assert remarks(run(searcher, board, Limits(mate=20, depth=3))) == ["no mate in 2"]


# The ordinary search


@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_a_mate_is_told_with_its_whole_line(variant: str, lines: int, searcher: Searcher) -> None:
    """Whatever the table knows from before, and for the side that is mated too."""
    told = 0
    for number, case in enumerate(case for case in MATES if case.variant == variant):
        board = case.board
        if number % 2:
            board.push_uci(min(case.firsts))
            if board.is_game_over():
                continue
        for limits in (Limits(depth=7), Limits(nodes=20_000)):
            events = run(searcher, board, limits, Settings(multipv=lines), fresh=False)
            announced = [info for info in infos(events) if info.score.mate]
            told += len(announced)
            assert all(is_whole(board, info) for info in announced), case
    assert told > 50


@pytest.mark.slow
def test_how_many_the_ordinary_search_solves(searcher: Searcher) -> None:
    """With the right distance, at 200,000 nodes. A search that does less has lost something."""
    solved = Counter(
        case.moves
        for case in MATES
        if final(run(searcher, case.board, Limits(nodes=200_000))).score.mate == case.moves
    )
    assert all(solved[moves] == sum(case.moves == moves for case in MATES) for moves in (1, 2))
