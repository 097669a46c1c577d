"""Playing below full strength."""

from __future__ import annotations

import random
from itertools import islice, pairwise
from pathlib import Path
from statistics import mean

import pytest
from support.games import ALL_GAMES
from support.searching import best, final, infos, run
from tenfold.arbiter.openings import shipped_book
from tenfold.engine.board import Board
from tenfold.engine.variants import find
from tenfold.search.levels import FULL, Handicap, at_level, handicap, level_of
from tenfold.search.limits import Limits, Settings
from tenfold.search.rungs import HIGHEST_ELO, LOWEST_ELO, RUNGS
from tenfold.search.score import MATE
from tenfold.search.searcher import Searcher
from tenfold.uci.options import ROWS

TOP = range(FULL - 3, FULL)
PIECE = 250  # centipawns: less than a knight
_DECIDED = 1000
DOCS = Path(__file__).parents[2] / "docs"


def player(level: int) -> Handicap:
    return Handicap(RUNGS[level].sees, RUNGS[level].nodes)


def boards(count: int) -> list[Board]:
    """Positions of the book, each reached by a move."""
    found = []
    for opening in islice(shipped_book(find("grand")), count):
        board = Board("grand", opening.fen)
        board.push_packed(random.Random(len(found)).choice(board.packed_moves()))
        found.append(board)
    return found


# The ladder


def test_a_ladder_of_levels() -> None:
    """Each level beats the one below by 60 to 75 %, so it was measured; none is as strong as all."""
    assert len(RUNGS) == FULL == next(row.high for row in ROWS if row.name == "Skill Level")
    for low, high in pairwise(RUNGS):
        share = 1 / (1 + 10 ** ((low.elo - high.elo) / 400))
        assert 0.6 <= share <= 0.75, (low, high)
        assert high.sees >= low.sees and high.nodes > low.nodes


def test_the_top_overlooks_nothing() -> None:
    assert all(RUNGS[level].sees == 1 for level in TOP)
    assert all(rung.sees > 0 for rung in RUNGS)


@pytest.mark.parametrize("page", ["playing.md", "protocol.md"])
def test_documents_know_the_range(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert f"{LOWEST_ELO}\u2013{HIGHEST_ELO}" in text  # an en dash


def test_documents_show_the_ladder() -> None:
    text = (DOCS / "playing.md").read_text(encoding="utf-8")
    for level, rung in enumerate(RUNGS):
        assert f"| {level} | {100 * rung.sees:.3g} % | {rung.nodes} | {rung.elo} |" in text


# Which player the options ask for


def test_full_strength_has_no_handicap() -> None:
    assert handicap(Settings()) is None
    assert handicap(Settings(skill_level=25)) is None


@pytest.mark.parametrize("level", range(FULL))
def test_skill_level(level: int) -> None:
    assert handicap(Settings(skill_level=level)) == player(level)


def test_skill_level_below_the_range() -> None:
    assert handicap(Settings(skill_level=-3)) == player(0)


@pytest.mark.parametrize("level", range(FULL))
def test_elo_that_was_measured(level: int) -> None:
    assert handicap(Settings(limit_strength=True, elo=RUNGS[level].elo)) == player(level)


def test_elo_between_two_levels() -> None:
    for level, (low, high) in enumerate(pairwise(RUNGS)):
        assert level_of((low.elo + high.elo) / 2) == pytest.approx(level + 0.5)
        middle = at_level(level + 0.5)
        assert low.nodes < middle.nodes < high.nodes or high.nodes - low.nodes < 3
        assert low.sees < middle.sees < high.sees or low.sees == middle.sees == high.sees == 1


@pytest.mark.parametrize("elo", [-100, 0, LOWEST_ELO - 1, HIGHEST_ELO + 1, 10**9])
def test_elo_beyond_the_range_is_the_nearest(elo: int) -> None:
    nearest = player(0) if elo < LOWEST_ELO else player(FULL - 1)
    assert handicap(Settings(limit_strength=True, elo=elo)) == nearest


def test_elo_goes_before_skill_level() -> None:
    both = Settings(limit_strength=True, elo=1500, skill_level=3)
    assert handicap(both) == handicap(Settings(limit_strength=True, elo=1500)) != player(3)


# What it sees


@pytest.mark.parametrize("sees", [0.03, 0.3, 0.9])
def test_it_looks_at_some_of_the_moves(sees: float) -> None:
    shares = []
    for board in boards(60):
        moves = board.packed_moves()
        seen = Handicap(sees, 100).seen(board, moves)
        assert seen and set(seen) <= set(moves) and len(set(seen)) == len(seen)
        assert Handicap(sees, 5).seen(board.copy(), moves) == seen
        shares.append(len(seen) / len(moves))
    assert mean(shares) == pytest.approx(sees, abs=0.05)


def test_who_sees_all_sees_all() -> None:
    for board in boards(20):
        assert sorted(Handicap(1.0, 100).seen(board, board.packed_moves())) == sorted(board.packed_moves())


def test_it_sees_a_move_even_where_there_are_few() -> None:
    board = Board("grand", "1k8/10/1K2A5/10/10/10/10/10/10/10 b - - 1 1")
    moves = board.packed_moves()
    assert all(len(Handicap(1e-9, 1).seen(board, moves[:count])) == 1 for count in range(1, len(moves) + 1))


def test_it_never_forgets_to_take_back() -> None:
    board = Board("grand")
    for move in ("e3e5", "f8f6", "e5f6"):
        board.push_uci(move)
    seen = {str(board.decode(move)) for move in Handicap(1e-9, 1).seen(board, board.packed_moves())}
    takes = {str(move) for move in board.legal_moves if str(move).endswith("f6")}
    assert takes and seen == takes


def test_chance_of_its_own() -> None:
    random.seed(5)
    wanted = random.random()
    random.seed(5)
    Handicap(0.5, 1).seen(Board("grand"), Board("grand").packed_moves())
    assert random.random() == wanted


def test_few_nodes_are_spent_on_any_moves() -> None:
    """The order in which moves are generated says nothing about who looks at them first."""
    board = Board("grand")
    moves = board.packed_moves()
    firsts = set()
    for sees in range(20, 101):
        firsts.add(moves.index(Handicap(sees / 100, 1).seen(board, moves)[0]) * 4 // len(moves))
    assert firsts == {0, 1, 2, 3}


# How it plays


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_it_plays_what_it_sees(variant: str, searcher: Searcher) -> None:
    board = Board(variant)
    for level in (0, 5, FULL - 1):
        seen = player(level).seen(board, board.packed_moves())
        events = run(searcher, board, Limits(time=10_000), Settings(skill_level=level, multipv=3))
        assert board.encode(best(events).move) in seen
        assert {info.multipv for info in infos(events)} == set(range(1, min(3, len(seen)) + 1))
        assert final(events).nodes <= RUNGS[level].nodes + 100


def test_a_proof_knows_no_handicap(searcher: Searcher) -> None:
    """A mate is announced or denied for all moves, whatever the player would see of them."""
    board = Board("grand", "1k8/10/1K2A5/10/10/10/10/10/10/10 w - - 0 1")
    assert final(run(searcher, board, Limits(mate=2), Settings(skill_level=0))).score.mate == 2


def loss(judge: Searcher, board: Board, move: int, limits: Limits) -> int:
    """Centipawns by which a move is worse than the best one, by a search of both.

    Who is a rook and more ahead has hung nothing by missing a mate.
    """
    values = []
    for moves in ((), (move,)):
        only = Limits(depth=limits.depth, nodes=limits.nodes, searchmoves=moves)
        score = final(run(judge, board, only)).score
        value = score.value if score.mate is None else MATE if score.mate > 0 else -MATE
        values.append(max(-_DECIDED, min(_DECIDED, value)))
    return values[0] - values[1]


def absurd(searcher: Searcher, judge: Searcher, level: int, games: int) -> tuple[int, int]:
    """How often a level hung a piece absurdly in games against itself, and the number of its moves.

    Absurdly: a look at the replies shows the loss, and a search of many times its nodes confirms it.
    """
    found = moves = 0
    for board in boards(games):
        while board.outcome(claim_draw=True) is None and board.ply() < 60:
            move = board.encode(best(run(searcher, board, Limits(), Settings(skill_level=level))).move)
            moves += 1
            if loss(judge, board, move, Limits(depth=2)) > PIECE:
                found += loss(judge, board, move, Limits(nodes=40_000)) > PIECE
            board.push_packed(move)
    return found, moves


@pytest.mark.compiled
@pytest.mark.parametrize("level", TOP)
def test_the_top_hangs_nothing_absurdly(level: int, searcher: Searcher) -> None:
    found, moves = absurd(searcher, Searcher(8), level, 2)
    assert moves > 60 and found == 0


@pytest.mark.compiled
def test_weak_levels_hang_things(searcher: Searcher) -> None:
    """So the measure above measures something."""
    found, moves = absurd(searcher, Searcher(8), 3, 2)
    assert found > moves / 50
