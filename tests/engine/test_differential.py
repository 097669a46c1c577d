"""Random games, move list by move list, against python-chess, pyffish and the slow reference.

The games favour what is rare (support/kernels.py) and count it, so that a run says which rules it has seen.
pyffish differs from the rules in what it writes as en passant squares (those attacked, legal or not), never
in a move list. It needs milliseconds a position, so the everyday run compares only positions in which a rare
rule comes up and some of the rest; the slow suite compares every position of its games.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import chess
import pyffish
import pytest
from reference.attacks import is_attacked as reference_attacked
from reference.game import Game
from support.games import ALL_GAMES, TEN_BY_TEN
from support.kernels import fewer, is_capture, lively_game, uci
from tenfold.engine import types as t
from tenfold.engine.attacks import is_attacked
from tenfold.engine.board import Board
from tenfold.engine.jit import DISABLED

PLIES = 150
SHARE = 0.05  # of the ordinary positions that the everyday run compares
PROMOTING = 0.3  # of those with promotions, which come in long rows


def kinds(board: Board, moves: list[int]) -> Counter[str]:
    """Which of the rarer rules the position shows, by the moves legal in it."""
    pos = board.pos
    seen: Counter[str] = Counter()
    check = board.is_check()
    if not moves:
        seen["mate" if check else "stalemate"] += 1
        return seen
    seen["check"] += check
    steps: Counter[int] = Counter()
    for move in moves:
        kind, from_sq, to_sq = move >> 20 & 3, move & 255, move >> 8 & 255
        if kind == t.EN_PASSANT:
            seen["en passant"] += 1
        elif kind == t.CASTLING:
            seen["castling, king's side" if to_sq > from_sq else "castling, queen's side"] += 1
        elif move >> 16 & 15:
            seen["promotion by capture" if is_capture(pos, move) else "promotion"] += 1
            seen["underpromotion"] += move >> 16 & 15 != t.QUEEN
            steps[from_sq << 8 | to_sq] = 1
    if any(not move >> 16 and (move & 255) << 8 | move >> 8 & 255 in steps for move in moves):
        seen["promotion that may be declined"] += 1
    if pos["ep"][1]:
        seen["two en passant squares"] += 1
    return seen


PROMOTION = {"promotion", "promotion by capture"}
PAWN_RULES = PROMOTION | {"en passant", "underpromotion"}
CASTLING = {"castling, king's side", "castling, queen's side"}
RARE = {
    "grand": PAWN_RULES | {"promotion that may be declined"},
    "bigchess": PAWN_RULES | CASTLING | {"two en passant squares"},
    "greatchess": PROMOTION,
    "chess": PAWN_RULES | CASTLING,
}

Judge = Callable[[Board, list[int]], None]


def chance(shown: Counter[str], rare: set[str]) -> float:
    """How likely the everyday run compares a position."""
    if shown.keys() & rare - {"promotion", "underpromotion", "promotion that may be declined"}:
        return 1
    return PROMOTING if shown["promotion"] else SHARE


def play(variant: str, games: int, seed: str, judge: Judge, every: bool, plies: int = PLIES) -> Counter[str]:
    """Show positions of some lively games to `judge`, every one or a choice; how often each rule came up."""
    rng = random.Random(f"{seed} {variant}")
    seen: Counter[str] = Counter()
    for _ in range(games):
        board = Board(variant)
        for moves in lively_game(board, rng, plies):
            shown = kinds(board, moves)
            if every or rng.random() < chance(shown, RARE[variant]):
                judge(board, moves)
                seen += shown
                seen["positions"] += 1
    print(f"{variant}: {games} games, {dict(sorted(seen.items()))}")
    return seen


def check_rare(variant: str, seen: Counter[str], but: str = "") -> None:
    """Fail unless every rare rule of the game came up; without the compiler the games are too few."""
    assert DISABLED or not RARE[variant] - seen.keys() - {but}


def moved(board: Board) -> list[str]:
    return [move.uci() for move in board.move_stack]


def judge_by_python_chess(board: Board, moves: list[int]) -> None:
    other = chess.Board()
    for move in moved(board):
        other.push(chess.Move.from_uci(move))
    assert sorted(map(uci, moves)) == sorted(move.uci() for move in other.legal_moves), other.fen()
    assert board.fen() == other.fen(en_passant="legal")
    assert board.is_check() == other.is_check()


def test_python_chess() -> None:
    check_rare("chess", play("chess", fewer(50, 1), "quick", judge_by_python_chess, every=False))


@pytest.mark.slow
def test_python_chess_a_thousand_games() -> None:
    follow = chess.Board()

    def judge(board: Board, moves: list[int]) -> None:
        if board.move_stack:
            follow.push(chess.Move.from_uci(board.peek().uci()))
        else:
            follow.reset()
        assert sorted(map(uci, moves)) == sorted(move.uci() for move in follow.legal_moves), follow.fen()
        assert board.fen() == follow.fen(en_passant="legal")
        assert board.is_check() == follow.is_check()

    seen = play("chess", fewer(1000, 3), "slow", judge, every=True)
    check_rare("chess", seen)
    assert DISABLED or not {"mate", "stalemate"} - seen.keys()


def judge_by_pyffish(board: Board, moves: list[int]) -> None:
    fen = board.fen()
    ours = sorted(map(uci, moves))
    assert ours == sorted(pyffish.legal_moves(board.variant.name, fen, [])), fen
    if len(board.move_stack) % 10 == 9 or not moves:
        # From the start, so that what a FEN does not say would show, too.
        game = board.variant.name, board.variant.start_fen, moved(board)
        assert ours == sorted(pyffish.legal_moves(*game)), fen
        assert bool(pyffish.gives_check(*game)) == board.is_check(), fen
        assert bool(all(pyffish.has_insufficient_material(*game))) == board.is_insufficient_material(), fen
        compare_fens(fen, pyffish.get_fen(*game))


def compare_fens(ours: str, theirs: str) -> None:
    """Equal but for en passant, where pyffish names squares attacked and the engine those with a capture."""
    our_fields, their_fields = ours.split(), theirs.split()
    legal, attacked = ("" if fields[3] == "-" else fields[3] for fields in (our_fields, their_fields))
    assert {legal[i : i + 2] for i in range(0, len(legal), 2)} <= {
        attacked[i : i + 2] for i in range(0, len(attacked), 2)
    }
    our_fields[3] = their_fields[3]
    assert our_fields == their_fields


@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_pyffish(variant: str) -> None:
    seen = play(variant, fewer(30, 1), "quick", judge_by_pyffish, every=False)
    check_rare(variant, seen, but="two en passant squares")


@pytest.mark.slow
@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_pyffish_five_hundred_games(variant: str) -> None:
    seen = play(variant, fewer(500, 2), "slow", judge_by_pyffish, every=True)
    check_rare(variant, seen)
    assert DISABLED or "mate" in seen


def judge_by_reference(board: Board, moves: list[int]) -> None:
    game = Game.from_fen(board.variant.name, board.fen())
    assert sorted(map(uci, moves)) == game.legal_moves(), game.fen()
    assert board.is_check() == game.in_check()
    assert board.is_insufficient_material() == game.insufficient_material()
    if moves:
        # What a move leads to, its en passant squares among it; a new move each time, whatever is likely.
        move = moves[len(board.move_stack) * 7919 % len(moves)]
        after = game.make(uci(move))
        board.push_packed(move)
        assert board.fen() == after.fen()
        board.pop()
    if len(board.move_stack) % 20 == 7:
        compare_attacks(board, game)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_reference(variant: str) -> None:
    play(variant, fewer(6, 1), "reference", judge_by_reference, every=False)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ALL_GAMES)
def test_reference_many_games(variant: str) -> None:
    # Two en passant squares are too rare for so few games; the pyffish run has them.
    seen = play(variant, fewer(60, 2), "slow", judge_by_reference, every=True)
    check_rare(variant, seen, "two en passant squares")


def compare_attacks(board: Board, game: Game) -> None:
    """Every square, by either side, empty or not."""
    size = game.rules.size
    for rank in range(1, size + 1):
        for file in range(1, size + 1):
            for by in (t.WHITE, t.BLACK):
                ours = is_attacked(board.pos, board.rules, (rank + 1) * 12 + file, by)
                assert bool(ours) == reference_attacked(game.rules, game.board, (file, rank), by == t.WHITE)
