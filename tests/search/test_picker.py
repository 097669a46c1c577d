"""The staged picker: every legal move exactly once, whatever the table, killers and histories say."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from support.games import ALL_GAMES
from support.kernels import fewer, is_capture, lively_positions
from tenfold.engine import types as t
from tenfold.engine.board import Board
from tenfold.engine.memory import Record
from tenfold.engine.movegen import is_legal
from tenfold.engine.notation import parse_square
from tenfold.engine.see import see_ge
from tenfold.search.history import LIMIT as HISTORY_LIMIT
from tenfold.search.order import next_move, start, start_noisy
from tenfold.search.worker import BACK, MOVERS, new_worker

PLY = 3


def picks(
    board: Board,
    worker: Record,
    table_move: int = 0,
    noisy_only: bool = False,
    skip_after: int | None = None,
    checks: bool = False,
    threshold: int = 0,
) -> Iterator[int]:
    """What the picker gives at `PLY`, in its order; quiet moves are declined after so many picks."""
    if noisy_only:
        start_noisy(worker, PLY, table_move, threshold, checks)
    else:
        start(worker, PLY, table_move, board.is_check(), 3)
    number = 0
    while move := next_move(board.pos, board.rules, worker, PLY):
        yield move
        number += 1
        assert number <= t.MAX_MOVES
        if number == skip_after:
            worker["pickers"][PLY]["skip_quiets"] = 1


def is_noisy(board: Board, move: int) -> bool:
    return is_capture(board.pos, move) or move >> 16 & 15 != 0


@pytest.fixture(scope="module")
def worker() -> Record:
    """A worker that has learned nonsense."""
    worker = new_worker()
    rng = random.Random(31)
    for name in ("history", "captures"):
        table = worker[name]
        for _ in range(2000):
            table.flat[rng.randrange(table.size)] = rng.randint(-HISTORY_LIMIT, HISTORY_LIMIT)
    for row in range(MOVERS):
        worker["continuation"][rng.randrange(MOVERS), row] = rng.randint(-HISTORY_LIMIT, HISTORY_LIMIT)
    worker["movers"][: PLY + BACK] = [rng.randrange(MOVERS) for _ in range(PLY + BACK)]
    return worker


def disturb(worker: Record, board: Board, rng: random.Random) -> None:
    """Two different killers and a counter-move: none, moves of here or of another position, or nonsense."""
    legal = board.packed_moves() or [0]
    elsewhere = Board(board.variant).packed_moves()
    choices = [0, rng.choice(legal), rng.choice(legal), rng.choice(elsewhere), rng.randrange(1, 1 << 22)]
    worker["killers"][PLY] = rng.sample([*dict.fromkeys(choices), 0], 2)
    worker["counters"][worker["movers"][PLY - 1 + BACK]] = rng.choice(choices)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_every_legal_move_comes_once(variant: str, worker: Record) -> None:
    rng = random.Random(32)
    checks = 0
    for number, board in enumerate(lively_positions(variant, 32, fewer(4, 1), fewer(120, 8))):
        if number % 2 and not board.is_check():
            continue
        legal = board.packed_moves()
        checks += board.is_check()
        before = board.pos.array.tobytes()
        for _ in range(3):
            disturb(worker, board, rng)
            table_move = rng.choice([0, *legal[:1], rng.choice(legal or [0])])
            picked = list(picks(board, worker, table_move))
            assert sorted(picked) == sorted(legal), f"{board.fen()} {table_move} {worker['killers'][PLY]}"
            if table_move:
                assert picked[0] == table_move
        assert board.pos.array.tobytes() == before
    assert checks > fewer(10, -1)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_quiescence_gets_captures_that_lose_nothing(variant: str, worker: Record) -> None:
    rng = random.Random(33)
    for number, board in enumerate(lively_positions(variant, 33, fewer(3, 1), fewer(120, 8))):
        if number % 3 or board.is_check():
            continue
        disturb(worker, board, rng)
        noisy = [move for move in board.packed_moves() if is_noisy(board, move)]
        table_move = rng.choice([0, *noisy[:1]])
        wanted = [m for m in noisy if m == table_move or see_ge(board.pos, board.rules, m, 0)]
        picked = list(picks(board, worker, table_move, noisy_only=True))
        assert sorted(picked) == sorted(wanted), board.fen()


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_quiescence_gets_quiet_checks_on_request(variant: str, worker: Record) -> None:
    """After the captures, and none that loses its man."""
    found = 0
    for number, board in enumerate(lively_positions(variant, 35, fewer(4, 1), fewer(120, 8))):
        if number % 2 or board.is_check():
            continue
        legal = board.packed_moves()
        noisy = [m for m in legal if is_noisy(board, m) and see_ge(board.pos, board.rules, m, 150)]
        checks = []
        for move in legal:
            if not is_noisy(board, move) and see_ge(board.pos, board.rules, move, 0):
                board.push_packed(move)
                if board.is_check():
                    checks.append(move)
                board.pop()
        picked = list(picks(board, worker, noisy_only=True, checks=True, threshold=150))
        assert sorted(picked[: len(noisy)]) == sorted(noisy), board.fen()
        assert sorted(picked[len(noisy) :]) == sorted(checks), board.fen()
        found += len(checks)
    assert found > fewer(20, -1)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_quiet_moves_can_be_declined(variant: str, worker: Record) -> None:
    """From then on only captures and promotions come, and all of them."""
    rng = random.Random(34)
    for number, board in enumerate(lively_positions(variant, 34, fewer(3, 1), fewer(120, 8))):
        if number % 3 or board.is_check():
            continue
        disturb(worker, board, rng)
        legal = board.packed_moves()
        skip_after = rng.randrange(1, 12)
        picked = list(picks(board, worker, rng.choice(legal or [0]), skip_after=skip_after))
        assert len(set(picked)) == len(picked) and set(picked) <= set(legal)
        assert all(is_noisy(board, move) for move in picked[skip_after:]), board.fen()
        assert {move for move in legal if is_noisy(board, move)} <= set(picked), board.fen()


def test_order_of_the_stages() -> None:
    """Table move, winning captures, killers, quiet moves, losing captures."""
    # White's queen can take a guarded pawn and loses by it; the rook takes an unguarded knight.
    board = Board("grand", "k9/10/3p6/4p5/10/n9/10/4Q5/10/R3K5 w - - 0 1")
    legal = {str(board.decode(move)): move for move in board.packed_moves()}
    worker = new_worker()
    worker["killers"][PLY] = [legal["e3f4"], legal["e1d1"]]
    worker["history"][2 * t.QUEEN * 100 + parse_square("h6", board.variant)] = HISTORY_LIMIT // 2
    picked = [str(board.decode(move)) for move in picks(board, worker, legal["e1f1"])]
    assert picked[0] == "e1f1"
    assert picked[1] == "a1a5"
    assert 1 < picked.index("e3f4") < picked.index("e1d1") < picked.index("e3h6")
    assert picked[-1] == "e3e7"


def test_the_most_valuable_victim_comes_first() -> None:
    board = Board("greatchess", "k9/10/10/10/g2q5r/10/10/10/10/B2Q2B2K w - - 0 1")
    worker = new_worker()
    order = [board.decode(move) for move in picks(board, worker) if is_noisy(board, move)]
    victims = [board.piece_at(move.to_square).piece_type for move in order]
    assert victims == sorted(victims, reverse=True)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_picked_moves_are_legal(variant: str, worker: Record) -> None:
    board = Board(variant)
    assert all(is_legal(board.pos, board.rules, move) for move in picks(board, worker))
