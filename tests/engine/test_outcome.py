"""How games end: the data's endings, what is over and what may be claimed, and python-chess's judgement."""

from __future__ import annotations

import random
from typing import Any

import chess
import pytest
from support.games import ALL_GAMES, random_game, records
from support.kernels import fewer, is_capture
from tenfold.engine import types as t
from tenfold.engine.board import Board, Outcome, Termination
from tenfold.engine.outcome import can_repeat

ENDINGS = records("outcomes")
SHUFFLE = {
    "grand": ["b2c4", "b9c7", "c4b2", "c7b9"],
    "bigchess": ["b1c3", "b10c8", "c3b1", "c8b10"],
    "greatchess": ["b1c3", "b10c8", "c3b1", "c8b10"],
    "chess": ["b1c3", "b8c6", "c3b1", "c6b8"],
}


@pytest.mark.parametrize("record", ENDINGS, ids=[f"{r['variant']}-{r['name']}" for r in ENDINGS])
def test_endings_of_the_data(record: dict[str, Any]) -> None:
    board = Board(record["variant"], record["fen"])
    for text in record["moves"]:
        # One case shows a capture that leaves bare kings; the knight that it takes could not mate either.
        assert board.outcome() is None or board.is_insufficient_material()
        board.push_uci(text)
    outcome = board.outcome(claim_draw=True)
    assert (outcome.termination.value if outcome else "ongoing") == record["state"]
    assert board.result(claim_draw=True) == record["result"]
    assert board.is_game_over(claim_draw=True) == (record["state"] != "ongoing")


def shuffled(variant: str, plies: int) -> Board:
    board = Board(variant)
    for i in range(plies):
        board.push_uci(SHUFFLE[variant][i % 4])
    return board


@pytest.mark.parametrize("variant", ["grand", "greatchess", "chess"])
def test_a_third_repetition_may_be_claimed_and_a_fifth_ends_the_game(variant: str) -> None:
    assert not shuffled(variant, 7).can_claim_draw()
    third = shuffled(variant, 8)
    assert third.is_repetition(3) and third.can_claim_threefold_repetition() and third.can_claim_draw()
    assert third.outcome() is None
    assert third.outcome(claim_draw=True) == Outcome(Termination.THREEFOLD_REPETITION, None)
    assert shuffled(variant, 15).outcome() is None
    assert shuffled(variant, 16).outcome() == Outcome(Termination.FIVEFOLD_REPETITION, None)


def test_big_chess_declares_the_third_repetition() -> None:
    assert shuffled("bigchess", 7).outcome() is None
    assert shuffled("bigchess", 8).outcome() == Outcome(Termination.THREEFOLD_REPETITION, None)


@pytest.mark.parametrize("variant", ["grand", "greatchess"])
def test_fifty_moves_may_be_claimed_and_seventy_five_end_the_game(variant: str) -> None:
    rooks = "9k/2r7/10/10/10/10/10/10/10/KR8 w - - {} 100"
    assert not Board(variant, rooks.format(99)).can_claim_fifty_moves()
    fifty = Board(variant, rooks.format(100))
    assert fifty.can_claim_fifty_moves() and fifty.outcome() is None
    assert fifty.outcome(claim_draw=True) == Outcome(Termination.FIFTY_MOVES, None)
    assert Board(variant, rooks.format(149)).outcome() is None
    assert Board(variant, rooks.format(150)).outcome() == Outcome(Termination.SEVENTYFIVE_MOVES, None)


def test_big_chess_has_no_fifty_move_rule() -> None:
    board = Board("bigchess", "9k/2r7/10/10/10/10/10/10/10/KR8 w - - 999 500")
    assert board.outcome(claim_draw=True) is None
    assert not board.can_claim_draw()


@pytest.mark.parametrize("clock", [100, 150, 400])
def test_mate_comes_before_every_draw(clock: int) -> None:
    mate = Board("grand", f"R8k/1R8/10/10/10/10/10/10/10/K9 b - - {clock} 300")
    assert mate.outcome(claim_draw=True) == Outcome(Termination.CHECKMATE, True)
    assert mate.result() == "1-0"
    stalemate = Board("grand", f"k9/10/1Q8/10/10/10/10/2K7/10/10 b - - {clock} 300")
    assert stalemate.outcome(claim_draw=True) == Outcome(Termination.STALEMATE, None)
    assert not mate.is_fifty_moves() and not stalemate.is_seventyfive_moves()


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        ("4k1b3/10/10/10/10/10/10/10/10/1B2K5 w - - 0 1", True, True),
        ("4kb4/10/10/10/10/10/10/10/10/1B2K5 w - - 0 1", False, False),
        ("4k5/10/10/10/10/10/10/10/10/1B1BK5 w - - 0 1", True, True),
        ("r3k5/10/10/10/10/10/10/10/10/3BK5 b - - 0 1", False, False),
        ("4k5/10/10/10/10/10/10/10/10/R3K5 w - - 0 1", False, True),
    ],
)
def test_who_cannot_mate(fen: str, white: bool, black: bool) -> None:
    board = Board("grand", fen)
    assert (board.has_insufficient_material(True), board.has_insufficient_material(False)) == (white, black)
    assert board.is_insufficient_material() == (white and black)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_repetition_is_counted_across_archived_history(variant: str) -> None:
    board = shuffled(variant, 4000)
    assert board.occurrences() == 1001
    board.pop()
    assert board.occurrences() == 1000
    for _ in range(3000):
        board.pop()
    assert board.occurrences() == 250
    assert board.copy().occurrences() == 250
    assert board.copy(stack=False).occurrences() == 1


STARTS = [
    chess.STARTING_FEN,
    "r3k2r/pppq1ppp/2n1bn2/3pp3/3PP3/2N1BN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "8/5k2/3r4/8/8/2R5/1K6/8 w - - 90 60",
    "8/5k2/3r4/8/8/2R5/1K6/8 b - - 140 90",
    "8/5k2/3b4/8/8/2N5/1K6/8 w - - 0 60",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "k7/2Q5/8/1K6/8/8/8/8 w - - 0 1",
]


def judge(board: Board, other: chess.Board) -> None:
    """Everything that python-chess says about how a game stands."""
    assert board.fen() == other.fen()
    assert board.is_check() == other.is_check()
    assert board.is_checkmate() == other.is_checkmate()
    assert board.is_stalemate() == other.is_stalemate()
    assert board.is_insufficient_material() == other.is_insufficient_material()
    for count in (2, 3, 5):
        assert board.is_repetition(count) == other.is_repetition(count)
    assert board.is_fifty_moves() == other.is_fifty_moves()
    assert board.is_seventyfive_moves() == other.is_seventyfive_moves()
    ours, theirs = board.outcome(), other.outcome()
    assert (ours is None) == (theirs is None)
    if ours and theirs:
        assert (ours.winner, ours.result()) == (theirs.winner, theirs.result())
        # Of a stalemate with too few men, python-chess names the material and we name the stalemate.
        if not board.is_stalemate():
            assert ours.termination.name == theirs.termination.name
    if board.can_claim_draw():  # python-chess also lets a player claim by announcing a move
        assert other.can_claim_draw()


@pytest.mark.parametrize("fen", STARTS)
def test_random_games_agree_with_python_chess(fen: str) -> None:
    rng = random.Random(6)
    for _ in range(8):
        board, other = Board("chess", fen), chess.Board(fen)
        judge(board, other)
        for _ in random_game(board, rng, 70, back=rng.choice((0.0, 0.6, 0.9))):
            if len(board.move_stack) > len(other.move_stack):
                other.push_uci(board.peek().uci())
            judge(board, other)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_a_way_back_is_seen(variant: str) -> None:
    """`can_repeat` is true exactly where some quiet move of a piece leads to a position since the root."""
    rng = random.Random(77)
    found = 0
    for _ in range(fewer(12, 2)):
        board = Board(variant)
        for _ in range(fewer(120, 30)):
            legal = board.packed_moves()
            if not legal or board.is_insufficient_material():
                break
            # Short steps of few men, so that games wander back.
            back = [
                m for m in legal if board.pos["board"][m & 255] >> 1 in (t.KNIGHT, t.KING, t.ROOK, t.QUEEN)
            ]
            board.push_packed(rng.choice(back[:6] or legal))
            plies = rng.randint(0, len(board.move_stack))
            before = set()
            seen = board.copy()
            for distance in range(1, min(plies, board.halfmove_clock) + 1):
                seen.pop()
                if distance % 2 and distance >= 3:
                    before.add(seen.key)
            reachable = False
            for move in board.packed_moves():
                if board.pos["board"][move & 255] >> 1 != t.PAWN and not is_capture(board.pos, move):
                    board.push_packed(move)
                    reachable |= board.key in before
                    board.pop()
            assert can_repeat(board.pos, board.rules, plies) == reachable, board.fen()
            found += reachable
    assert found > fewer(20, 0)
