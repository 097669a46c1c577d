"""Static exchange evaluation against an exchange played out on a dictionary of men, in plain Python.

Both follow the same contract (engine/see.py): each side takes with its cheapest man or stops, pins are not
looked at, a king takes only what nobody guards, only the first move promotes. Where two men cost the same,
which of them takes first can change the result; the slow one gives all results there are.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from reference.attacks import reach
from reference.fen import Placement, Square, square_at
from reference.game import Game
from reference.variants import RULES, Rules
from support.games import ALL_GAMES, TEN_BY_TEN, fens
from support.kernels import fewer, is_capture, lively_game, uci
from tenfold.engine import types as t
from tenfold.engine import variants
from tenfold.engine.board import Board
from tenfold.engine.see import see_ge


def guards(rules: Rules, board: Placement, target: Square, white: bool) -> list[Square]:
    """Where the men of a side stand that look at `target`, in no order."""
    forward = 1 if white else -1
    found = []
    for source, man in board.items():
        if man.isupper() != white or source == target:
            continue
        if man in "Pp":
            if target[1] - source[1] == forward and abs(target[0] - source[0]) == 1:
                found.append(source)
        elif target in reach(rules, board, source, man.lower()):
            found.append(source)
    return found


def takers_of(rules: Rules, board: Placement, target: Square, white: bool) -> list[Square]:
    """Those that may take; the king only alone, and only what nobody guards."""
    found = guards(rules, board, target, white)
    others = [source for source in found if board[source] not in "Kk"]
    return found if not others and not guards(rules, board, target, not white) else others


def gains(rules: Rules, worth: dict[str, int], board: Placement, target: Square, white: bool) -> set[int]:
    """What the side to take wins on `target`, 0 if it had better stop; a value for each order of equals."""
    takers = takers_of(rules, board, target, white)
    if not takers:
        return {0}
    cheapest = min(worth[board[source].lower()] for source in takers)
    prize = worth[board[target].lower()]
    results = set()
    for source in takers:
        if worth[board[source].lower()] == cheapest:
            after = {square: man for square, man in board.items() if square != source}
            after[target] = board[source]
            results |= {max(0, prize - answer) for answer in gains(rules, worth, after, target, not white)}
    return results


def exchange(variant: str, fen: str, text: str, passed: bool) -> set[int]:
    """The results of a move and the exchange on its target. `passed`: it captures en passant."""
    rules, worth = RULES[variant], dict(variants.find(variant).exchange_values)
    game = Game.from_fen(variant, fen)
    board = dict(game.board)
    promotion = text[-1] if text[-1].isalpha() else ""
    squares = text.removesuffix(promotion)
    half = 2 if not squares[2:3].isdigit() else 3
    source, target = square_at(squares[:half]), square_at(squares[half:])
    gain = 0
    if passed:
        back = -1 if game.white else 1
        victim = (target[0], target[1] + back)
        while victim not in board:
            victim = (victim[0], victim[1] + back)
        gain += worth[board.pop(victim).lower()]
    elif target in board:
        gain += worth[board[target].lower()]
    man = board.pop(source)
    if promotion:
        gain += worth[promotion] - worth["p"]
        man = promotion.upper() if game.white else promotion
    board[target] = man
    return {gain - answer for answer in gains(rules, worth, board, target, not game.white)}


def judge(board: Board, moves: list[int], rng: random.Random) -> int:
    """Compare moves at thresholds around their true results; how many moves cost more than they win."""
    fen = board.fen()
    answered = 0
    for move in moves:
        kind = move >> 20 & 3
        if kind == t.CASTLING:
            assert see_ge(board.pos, board.rules, move, 0) and not see_ge(board.pos, board.rules, move, 1)
            continue
        results = exchange(board.variant.name, fen, uci(move), kind == t.EN_PASSANT)
        thresholds = {value + step for value in results for step in (-1, 0, 1)} | {0, -100, 100}
        thresholds.add(rng.randrange(-1500, 1500))
        for threshold in thresholds:
            answer = bool(see_ge(board.pos, board.rules, move, threshold))
            allowed = {value >= threshold for value in results}
            assert answer in allowed, f"{fen} {uci(move)} is {sorted(results)}, {answer} for {threshold}"
        answered += min(results) < 0
    return answered


def games(variant: str, seed: str, count: int, plies: int) -> int:
    rng = random.Random(f"{seed} {variant}")
    answered = 0
    for _ in range(count):
        board = Board(variant)
        for moves in lively_game(board, rng, plies):
            taking = [move for move in moves if is_capture(board.pos, move) or move >> 16]
            idle = [move for move in moves if move not in taking]
            chosen = rng.sample(taking, min(len(taking), 4)) + rng.sample(idle, min(len(idle), 1))
            answered += judge(board, chosen, rng)
    return answered


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_random_games(variant: str) -> None:
    assert games(variant, "see", fewer(5, 1), fewer(110, 15)) > fewer(150, 0)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ALL_GAMES)
def test_many_random_games(variant: str) -> None:
    games(variant, "slow see", fewer(20, 1), fewer(150, 30))


@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_every_capture_of_the_data(variant: str) -> None:
    rng = random.Random(1)
    for fen in fens(variant)[:: fewer(2, 60)]:
        board = Board(variant, fen)
        judge(board, [move for move in board.packed_moves() if is_capture(board.pos, move)], rng)


def crowded(variant: str, rng: random.Random) -> Board | None:
    """A position with many men of all kinds about one square, where lines open behind those that take."""
    game = variants.find(variant)
    size = game.ranks
    board: Placement = {}
    squares = [(file, rank) for file in range(1, size + 1) for rank in range(1, size + 1)]
    rng.shuffle(squares)
    board[squares.pop()], board[squares.pop()] = "K", "k"
    letters = [letter for letter in game.letters if letter not in "kp"]
    for _ in range(rng.randrange(16, 32)):
        square = squares.pop()
        letter = rng.choice(letters)
        if rng.random() < 0.3 and 1 < square[1] < size:
            letter = "p"
        board[square] = letter.upper() if rng.random() < 0.5 else letter
    rows = []
    for rank in range(size, 0, -1):
        row = "".join(board.get((file, rank), ".") for file in range(1, size + 1))
        for run in range(size, 0, -1):
            row = row.replace("." * run, f"{run}")
        rows.append(row)
    try:
        return Board(variant, "/".join(rows) + " w - - 0 1")
    except ValueError:  # Black stands in check, or there are too many of a kind
        return None


def crowded_positions(variant: str, seed: str, count: int) -> int:
    rng = random.Random(f"{seed} {variant}")
    seen = 0
    while seen < count:
        board = crowded(variant, rng)
        if board is not None:
            seen += 1
            taking: list[Any] = [move for move in board.packed_moves() if is_capture(board.pos, move)]
            judge(board, rng.sample(taking, min(len(taking), 8)), rng)
    return seen


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_crowded_boards(variant: str) -> None:
    crowded_positions(variant, "crowd", fewer(100, 2))


@pytest.mark.slow
@pytest.mark.parametrize("variant", ALL_GAMES)
def test_many_crowded_boards(variant: str) -> None:
    crowded_positions(variant, "slow crowd", fewer(500, 4))


@pytest.mark.parametrize(
    ("variant", "fen", "move", "value"),
    [
        ("chess", "4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", -200),  # a guarded pawn
        ("chess", "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", 100),
        ("chess", "4k3/8/3p4/4p3/8/5N2/8/4R1K1 w - - 0 1", "f3e5", -100),  # N for two pawns and a rook behind
        ("chess", "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -450),  # rooks behind rooks
        ("chess", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        ("chess", "8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),  # the king may not take back
        ("chess", "8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", -450),  # the king takes back
        ("grand", "4k5/10/10/5p4/10/4A5/10/10/10/4K5 w - - 0 1", "e5f7", 100),  # a knight's leap
        ("greatchess", "3k6/10/10/6p3/5p4/10/4G5/10/10/4K5 w - - 0 1", "e4f6", -1310),
        ("bigchess", "5k4/10/10/10/10/3Pp5/10/10/10/5K4 b - d4 0 1", "e5d4", 90),
        ("chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1250),
        ("chess", "rn2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 200),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0),
    ],
)
def test_known_exchanges(variant: str, fen: str, move: str, value: int) -> None:
    board = Board(variant, fen)
    packed = {uci(move): move for move in board.packed_moves()}[move]
    assert see_ge(board.pos, board.rules, packed, value)
    assert not see_ge(board.pos, board.rules, packed, value + 1)
