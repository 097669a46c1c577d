"""Draws inside the search: repetition, the move rule, stalemate and dead positions."""

from __future__ import annotations

import pytest
from support.games import ALL_GAMES
from support.positions import fen_of
from support.searching import best, final, infos, run
from tenfold.engine.board import Board
from tenfold.search.limits import Info, Limits
from tenfold.search.searcher import Searcher

pytestmark = pytest.mark.compiled

# White mates in two, in three plies.
MATE_IN_2 = "2k7/10/1K8/10/10/10/10/10/7{}2/10 w - - {} 100"


def only(searcher: Searcher, board: Board, text: str, depth: int = 6) -> Info:
    """What the search says of one move."""
    move = board.encode(board.parse_uci(text))
    return final(run(searcher, board, Limits(depth=depth, searchmoves=(move,))))


@pytest.mark.parametrize(
    ("halfmove", "mate"),
    [(0, 2), (90, 2), (96, 2), (97, 2), (98, None), (99, None), (100, None), (140, None)],
)
def test_mate_goes_before_the_move_rule_and_draw_before_a_later_mate(
    halfmove: int, mate: int | None, searcher: Searcher
) -> None:
    found = final(run(searcher, Board("grand", MATE_IN_2.format("C", halfmove)), Limits(depth=10)))
    assert found.score.mate == mate
    if mate is None:
        assert found.score.value == 0


@pytest.mark.parametrize("halfmove", [98, 99])
def test_mate_with_the_last_move_of_the_rule(halfmove: int, searcher: Searcher) -> None:
    board = Board("grand", f"k9/10/1K8/10/10/7C2/10/10/10/10 w - - {halfmove} 100")
    assert final(run(searcher, board, Limits(depth=5))).score.mate == 1


def test_no_move_rule_in_big_chess(searcher: Searcher) -> None:
    for halfmove in (98, 100, 5000):
        board = Board("bigchess", MATE_IN_2.format("R", halfmove))
        assert final(run(searcher, board, Limits(depth=10))).score.mate == 2


@pytest.mark.parametrize("variant", ["grand", "greatchess", "chess"])
def test_a_pawn_move_or_capture_puts_the_draw_off(variant: str, searcher: Searcher) -> None:
    empty = Board(variant)
    men = {(0, 0): "K", (6, 0): "Q", (2, 3): "P", (7, 7): "k"}
    board = Board(variant, fen_of(empty, men, "w", halfmove=99))
    events = run(searcher, board, Limits(depth=4))
    assert board.piece_at(best(events).move.from_square).symbol() == "P"
    assert final(events).score.value > 300


def test_what_the_table_says_does_not_hide_the_move_rule(searcher: Searcher) -> None:
    """The same position was won with a low counter: its entries must not be believed near the end."""
    fen = "4k5/10/10/10/10/10/10/10/Q9/4K5 w - - {} 80"
    assert final(run(searcher, Board("grand", fen.format(0)), Limits(depth=8))).score.value > 300
    found = final(run(searcher, Board("grand", fen.format(97)), Limits(depth=8), fresh=False))
    assert (found.score.value, found.score.mate) == (0, None)


def shuffled(variant: str) -> Board:
    """A game in which knights went forth and back once, so that doing it again repeats the start."""
    board = Board(variant)
    for text in {
        "grand": ("b2c4", "b9c7", "c4b2", "c7b9", "b2c4", "b9c7", "c4b2"),
        "bigchess": ("b1c3", "b10c8", "c3b1", "c8b10", "b1c3", "b10c8", "c3b1"),
        "greatchess": ("b1c3", "b10c8", "c3b1", "c8b10", "b1c3", "b10c8", "c3b1"),
        "chess": ("b1c3", "b8c6", "c3b1", "c6b8", "b1c3", "b8c6", "c3b1"),
    }[variant]:
        board.push_uci(text)
    return board


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_the_third_repetition_is_a_draw(variant: str, searcher: Searcher) -> None:
    board = shuffled(variant)
    back = {"grand": "c7b9", "bigchess": "c8b10", "greatchess": "c8b10", "chess": "c6b8"}[variant]
    found = only(searcher, board, back)
    assert (found.score.value, found.score.mate) == (0, None)
    # Without the history the same move is no draw.
    assert only(searcher, Board(variant, board.fen()), back).score.value != 0


def with_history(fen: str, moves: str) -> Board:
    board = Board("grand", fen)
    for text in moves.split():
        board.push_uci(text)
    return board


SHUFFLE = "a2a3 j10j9 a3a2 j9j10 a2a3 j10j9"


def test_the_winning_side_does_not_walk_into_a_repetition(searcher: Searcher) -> None:
    board = with_history("9k/10/10/10/10/10/10/10/Q9/4K5 w - - 0 1", SHUFFLE)
    assert only(searcher, board, "a3a2").score.value == 0
    events = run(searcher, board, Limits(depth=6))
    assert str(best(events).move) != "a3a2"
    assert final(events).score.mate is not None or final(events).score.value > 500


def test_one_visit_before_the_root_is_no_draw(searcher: Searcher) -> None:
    """Black may go back to where it has been once; White, a queen ahead, then still has no draw to fear."""
    board = with_history("9k/10/10/10/10/10/10/10/Q9/4K5 w - - 0 1", "a2a3 j10j9 a3a2")
    assert only(searcher, board, "j9j10").score.value < -500


def test_the_losing_side_does(searcher: Searcher) -> None:
    board = with_history("9K/10/10/10/10/10/10/10/q9/4k5 b - - 0 1", SHUFFLE)
    board.push_uci("a3a2")  # Black repeats
    events = run(searcher, board, Limits(depth=6))
    assert str(best(events).move) == "j9j10"
    assert final(events).score.value == 0


def test_stalemate_is_a_draw(searcher: Searcher) -> None:
    board = Board("grand", "k9/10/10/2Q7/10/10/10/10/10/9K w - - 0 1")
    assert only(searcher, board, "c7c9").score.value == 0
    assert final(run(searcher, board, Limits(depth=6))).score.value > 500


def test_the_loser_takes_the_last_man(searcher: Searcher) -> None:
    """Taking a guarded rook with the only knight leaves nobody who could mate."""
    board = Board("grand", "9k/10/10/10/4K5/10/1n8/3R6/10/10 b - - 0 1")
    events = run(searcher, board, Limits(depth=5))
    assert str(best(events).move) == "b4d3"
    assert final(events).score.value == 0


@pytest.mark.parametrize(
    "fen", ["k9/10/10/10/4K5/10/10/10/10/10 w - - 0 1", "k9/10/10/10/4K5/10/10/10/3N6/10 w - - 9 60"]
)
def test_dead_positions_still_get_a_move(fen: str, searcher: Searcher) -> None:
    events = run(searcher, Board("grand", fen), Limits(depth=5))
    assert {info.score.value for info in infos(events)} == {0}
