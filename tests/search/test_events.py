"""What a search tells, and when it ends. `check` of tests/support looks at the events of every search."""

from __future__ import annotations

import random

import pytest
from support.games import ALL_GAMES
from support.kernels import lively_positions
from support.searching import best, final, infos, run
from tenfold.engine.board import Board
from tenfold.search.limits import BestMove, Info, Limits, Score, Settings
from tenfold.search.searcher import Searcher

pytestmark = pytest.mark.compiled

MATE_IN_2 = "2k7/10/1K8/10/10/10/10/10/7C2/10 w - - 0 1"
MATED = "k9/10/2A7/10/10/10/10/10/10/9K b - - 0 1"
STALEMATE = "k9/2Q7/10/10/10/10/10/10/10/9K b - - 0 1"


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_depth(variant: str, searcher: Searcher) -> None:
    for depth in (1, 2, 5):
        found = infos(run(searcher, Board(variant), Limits(depth=depth)))
        assert [info.depth for info in found if not info.score.bound] == list(range(1, depth + 1))


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_nodes(variant: str, searcher: Searcher) -> None:
    for nodes in (1, 100, 5000):
        events = run(searcher, Board(variant), Limits(nodes=nodes))
        # The first move's score and a quiescence in progress are finished.
        assert infos(events)[-1].nodes <= nodes + 1000


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_random_positions(variant: str, searcher: Searcher) -> None:
    rng = random.Random(51)
    for number, board in enumerate(lively_positions(variant, 51, 3, 150)):
        if number % 12 or not board.packed_moves():
            continue
        settings = Settings(multipv=rng.choice((1, 1, 3)))
        run(searcher, board, Limits(nodes=2000, depth=rng.choice((None, 4))), settings, fresh=False)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_multipv(variant: str, searcher: Searcher) -> None:
    board = Board(variant)
    events = run(searcher, board, Limits(depth=6), Settings(multipv=4))
    for depth in range(1, 7):
        lines = [info for info in infos(events) if info.depth == depth]
        assert [info.multipv for info in lines] == [1, 2, 3, 4]
        assert len({info.pv[0] for info in lines}) == 4
        values = [info.score.value for info in lines]
        assert values == sorted(values, reverse=True)
    assert final(events).pv[0] == best(events).move


def test_multipv_is_cut_to_the_moves_there_are(searcher: Searcher) -> None:
    board = Board("grand", "k9/10/1K8/10/10/10/10/10/10/10 b - - 0 1")
    moves = len(board.packed_moves())
    assert 1 <= moves < 5
    lines = infos(run(searcher, board, Limits(depth=3), Settings(multipv=500)))
    assert {info.multipv for info in lines} == set(range(1, moves + 1))


def test_multipv_sorts_mates_and_losses(searcher: Searcher) -> None:
    board = Board("grand", MATE_IN_2)
    lines = infos(run(searcher, board, Limits(depth=8), Settings(multipv=30)))
    last = [info for info in lines if info.depth == 8]

    def rank(score: Score) -> float:
        return (
            score.value if score.mate is None else (1e6 - score.mate if score.mate > 0 else -1e6 - score.mate)
        )

    values = [rank(info.score) for info in last]
    assert values == sorted(values, reverse=True)
    assert last[0].score.mate == 2
    assert len({info.pv[0] for info in last}) == len(last)


def test_multipv_with_searchmoves(searcher: Searcher) -> None:
    """Two moves make two lines, whatever MultiPV says."""
    board = Board("grand")
    wanted = tuple(board.encode(board.parse_uci(text)) for text in ("e3e5", "b2c4"))
    lines = infos(run(searcher, board, Limits(depth=5, searchmoves=wanted), Settings(multipv=4)))
    assert {info.multipv for info in lines} == {1, 2}
    for depth in range(1, 6):
        assert {str(info.pv[0]) for info in lines if info.depth == depth} == {"e3e5", "b2c4"}


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_searchmoves(variant: str, searcher: Searcher) -> None:
    board = Board(variant)
    moves = board.packed_moves()
    for move in random.Random(52).sample(moves, 3):
        events = run(searcher, board, Limits(depth=4, searchmoves=(move,)))
        assert board.encode(best(events).move) == move
        # What the table knows of the position from before is no way around.
        assert all(board.encode(info.pv[0]) == move for info in infos(events))


def test_illegal_searchmoves_are_left_out(searcher: Searcher) -> None:
    board = Board("grand")
    e3e5 = board.encode(board.parse_uci("e3e5"))
    illegal = 12345
    assert illegal not in board.packed_moves()
    mixed = run(searcher, board, Limits(depth=3, searchmoves=(illegal, e3e5)))
    assert str(best(mixed).move) == "e3e5"
    # With none left there is no restriction.
    alone = run(searcher, board, Limits(depth=3, searchmoves=(illegal, 0, -1, 1 << 31)))
    assert best(alone).move == best(run(searcher, board, Limits(depth=3))).move


def test_a_mate_that_was_asked_for_ends_the_search(searcher: Searcher) -> None:
    board = Board("grand", MATE_IN_2)
    for mate in (2, 5):
        events = run(searcher, board, Limits(mate=mate))
        assert final(events).score.mate == 2
    # There is no mate in one: the search ends all the same.
    assert best(run(searcher, board, Limits(mate=1))).move is not None


def test_the_first_limit_reached_ends_the_search(searcher: Searcher) -> None:
    board = Board("bigchess")
    assert final(run(searcher, board, Limits(depth=2, nodes=10**9, mate=9))).depth == 2
    assert infos(run(searcher, board, Limits(depth=60, nodes=1500)))[-1].nodes < 3000


@pytest.mark.parametrize(
    "limits",
    [
        Limits(time=0),
        Limits(time=-100),
        Limits(time=1),
        Limits(time=20, increment=10_000),
        Limits(time=100, movestogo=1),
        Limits(movetime=0),
        Limits(movetime=-7),
        Limits(movetime=1),
        Limits(movetime=60),
    ],
    ids=str,
)
def test_clocks_end_the_search(limits: Limits, searcher: Searcher) -> None:
    run(searcher, Board("greatchess"), limits)


def test_the_only_move_is_not_thought_about_on_a_clock(searcher: Searcher) -> None:
    board = Board("grand", "k9/10/10/10/10/10/10/10/10/1R7K b - - 0 1")
    assert len(board.packed_moves()) == 1
    assert final(run(searcher, board, Limits(time=3_600_000))).depth < 20


@pytest.mark.parametrize(
    ("fen", "score"), [(MATED, Score(mate=0)), (STALEMATE, Score())], ids=["mate", "stale"]
)
@pytest.mark.parametrize("limits", [Limits(depth=5), Limits(), Limits(time=100), Limits(mate=1)], ids=str)
def test_no_legal_move(fen: str, score: Score, limits: Limits, searcher: Searcher) -> None:
    board = Board("grand", fen)
    assert not board.packed_moves()
    searcher.prepare(limits)
    info, end = searcher.search(board, limits, Settings(multipv=3))
    assert isinstance(info, Info) and end == BestMove(None, None)
    assert (info.depth, info.multipv, info.pv) == (0, 1, ())
    assert (info.score.mate, info.score.value) == (score.mate, score.value)
    assert sum(info.score.wdl) == 1000


def test_the_chances_of_a_mated_side_are_nil(searcher: Searcher) -> None:
    limits = Limits(depth=1)
    searcher.prepare(limits)
    info, _ = searcher.search(Board("grand", MATED), limits, Settings())
    assert isinstance(info, Info) and info.score.wdl == (0, 0, 1000)


def test_the_reply_to_ponder_on_does_not_end_the_game(searcher: Searcher) -> None:
    """After e8c9 Black is mated: there is nothing to think about there."""
    board = Board("grand", "1k8/10/1K2A5/10/10/10/10/10/10/10 b - - 1 1")
    events = run(searcher, board, Limits(depth=6))
    assert final(events).score.mate == -1
    assert str(best(events).move) == "b10a10"
    assert best(events).ponder is None


def test_a_large_evaluation_is_no_mate(searcher: Searcher) -> None:
    board = Board("grand", "4k5/10/10/10/10/10/10/QQQ7/10/4K5 w - - 0 1")
    first = infos(run(searcher, board, Limits(depth=1)))[0]
    assert first.score.mate is None or len(first.pv) == 2 * first.score.mate - 1


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_skill(variant: str, searcher: Searcher) -> None:
    for settings in (
        Settings(skill_level=0),
        Settings(skill_level=10),
        Settings(limit_strength=True, elo=500),
        Settings(limit_strength=True, elo=1200, multipv=2),
    ):
        events = run(searcher, Board(variant), Limits(time=10_000), settings)
        assert best(events) == best(run(searcher, Board(variant), Limits(time=10_000), settings))


def test_analysis_is_at_full_strength(searcher: Searcher) -> None:
    board = Board("chess")
    weak = Settings(skill_level=0, analyse=True)
    assert final(run(searcher, board, Limits(depth=6), weak)).depth == 6


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_two_threads(variant: str, searcher: Searcher) -> None:
    for limits in (Limits(depth=6), Limits(nodes=20_000), Limits(time=300)):
        run(searcher, Board(variant), limits, Settings(threads=2))
    run(searcher, Board(variant), Limits(depth=4), Settings(threads=3, multipv=2))
    run(searcher, Board(variant), Limits(depth=4))  # and fewer again


def test_the_board_is_left_alone(searcher: Searcher) -> None:
    board = Board("bigchess")
    board.push_uci("e2e5")
    before = board.pos.array.tobytes()
    run(searcher, board, Limits(depth=5))
    assert board.pos.array.tobytes() == before
    assert [str(move) for move in board.move_stack] == ["e2e5"]


def test_resize(searcher: Searcher) -> None:
    board = Board("grand")
    run(searcher, board, Limits(depth=6))
    with pytest.raises(MemoryError):
        searcher.resize(1 << 40)
    # The old table is still there, with what it knows.
    again = infos(run(searcher, board, Limits(depth=6), fresh=False))[-1].nodes
    searcher.resize(2)
    emptied = infos(run(searcher, board, Limits(depth=6), fresh=False))[-1].nodes
    assert again < emptied
    searcher.resize(4)
    searcher.clear()
    run(searcher, board, Limits(depth=6), fresh=False)
