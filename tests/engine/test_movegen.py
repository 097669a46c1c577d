"""What perft does not show of the move generator: its two halves, `is_legal`, and how long a list gets."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pyffish
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.attacks import is_attacked as reference_attacked
from reference.game import Game
from support.games import ALL_GAMES, TEN_BY_TEN, fens
from support.kernels import fewer, is_capture, legal, lively_positions, square_name, uci
from tenfold.engine import types as t
from tenfold.engine import variants
from tenfold.engine.attacks import is_attacked
from tenfold.engine.board import Board
from tenfold.engine.memory import Record
from tenfold.engine.movegen import generate, is_legal, new_move_list

_LIST = new_move_list()


def half(pos: Record, rules: Record, noisy: bool) -> list[int]:
    moves: list[int] = _LIST["move"][: generate(pos, rules, _LIST, noisy, not noisy)].tolist()
    return moves


def check_halves(board: Board) -> int:
    """The two halves against the whole; how many moves the noisy half has."""
    moves = legal(board.pos, board.rules)
    noisy, quiet = half(board.pos, board.rules, True), half(board.pos, board.rules, False)
    assert len(set(moves)) == len(moves), board.fen()
    assert sorted(noisy + quiet) == sorted(moves), board.fen()
    for move in moves:
        loud = is_capture(board.pos, move) or move >> 16 & 15 != 0
        assert move in (noisy if loud else quiet), f"{board.fen()} {uci(move)}"
    return len(noisy)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_noisy_and_quiet_make_up_the_legal_moves(variant: str) -> None:
    in_check = noisy = 0
    for board in lively_positions(variant, 1, fewer(4, 1), fewer(150, 30)):
        noisy += check_halves(board)
        in_check += board.is_check()
    assert noisy > fewer(100, 0) and in_check > fewer(5, -1)


@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_noisy_and_quiet_in_the_positions_of_the_data(variant: str) -> None:
    for fen in fens(variant)[:: fewer(1, 10)]:
        check_halves(Board(variant, fen))


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_is_legal_says_what_the_list_says(variant: str) -> None:
    """For numbers near legal moves (one field changed) and far from them."""
    rng = random.Random(f"legal {variant}")
    earlier: list[int] = []
    for board in lively_positions(variant, 2, fewer(3, 1), fewer(120, 15)):
        pos, rules = board.pos, board.rules
        before = pos.array.tobytes()
        moves = set(legal(pos, rules))
        candidates = earlier + near(moves, rng, fewer(40, 10))
        candidates += [rng.randrange(-(1 << 31), 1 << 31) for _ in range(fewer(20, 5))]
        for move in [*moves, *candidates]:
            assert bool(is_legal(pos, rules, move)) == (move in moves), f"{board.fen()} {move:#x}"
        assert pos.array.tobytes() == before or scratch_only(pos, before)
        earlier = rng.sample(sorted(moves), min(len(moves), 20))


def scratch_only(pos: Record, before: bytes) -> bool:
    """Whether a record differs from its old bytes in a generator's scratch alone."""
    old = np.frombuffer(before, pos.array.dtype)[0]
    names = [name for name in pos.array.dtype.names or () if not name.startswith("check_")]
    return all(np.array_equal(old[name], pos.array[0][name]) for name in names)


def near(moves: set[int], rng: random.Random, count: int) -> list[int]:
    """Numbers that differ from legal moves in one bit or one field, as int32 holds them."""
    if not moves:
        return []
    found = [move ^ 1 << bit for bit in range(31) for move in rng.choices(sorted(moves))]
    found += [move - (1 << 31) for move in rng.choices(sorted(moves))]
    for move in rng.choices(sorted(moves), k=count):
        shift, bits = rng.choice([(0, 8), (8, 8), (16, 4), (20, 2), (20, 2), (22, 9)])
        found.append(move & ~((1 << bits) - 1 << shift) | rng.getrandbits(bits) << shift)
    return found


POSITIONS = (
    ("grand", variants.GRAND.start_fen),
    ("grand", "10/1r1n1P1P2/1P3P1P1k/10/10/10/1pP7/1p1p1p4/1p2p5/R3K5 w - - 0 1"),
    ("bigchess", "r4k3r/p9/10/10/10/3Pp5/10/10/P9/R4K3R b KQkq d4 0 1"),
    ("bigchess", "r4k3r/p9/10/10/10/10/10/10/P9/R4K3R w KQkq - 0 1"),
    ("greatchess", variants.GREATCHESS.start_fen),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("chess", "4k3/1P6/8/2pP4/8/8/8/4K3 w - c6 0 1"),
)
BOARDS = [Board(variant, fen) for variant, fen in POSITIONS]
LEGAL = [set(board.packed_moves()) for board in BOARDS]


@settings(max_examples=fewer(800, 100), deadline=None)
@given(st.integers(-(1 << 31), (1 << 31) - 1) | st.integers(0, (1 << 22) - 1))
def test_is_legal_takes_any_number(move: int) -> None:
    for board, moves in zip(BOARDS, LEGAL, strict=True):
        assert bool(is_legal(board.pos, board.rules, move)) == (move in moves)


@pytest.mark.parametrize("number", [1, 2, 5])
def test_is_legal_for_every_pair_of_squares(number: int) -> None:
    """All from- and to-squares there are, on the board or not, with every kind and some promotions."""
    board, moves = BOARDS[number], LEGAL[number]
    starts = range(256) if fewer(1, 0) else sorted({move & 255 for move in moves})
    answers = {
        move
        for start in starts
        for end in range(0, 256, fewer(1, 3))
        for extra in ((0, 1, 2, 3) if fewer(1, 0) else (0,))
        for move in (start | end << 8 | extra << 20, start | end << 8 | t.QUEEN << 16)
        if is_legal(board.pos, board.rules, move)
    }
    assert answers <= moves
    if fewer(1, 0):
        assert answers == {move for move in moves if move >> 16 & 15 in (0, t.QUEEN)}


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_attacked_squares_agree_with_the_reference(variant: str) -> None:
    found = fens(variant)[:: fewer(15, 60)] if variant in TEN_BY_TEN else [POSITIONS[5][1], POSITIONS[6][1]]
    for fen in found:
        board, game = Board(variant, fen), Game.from_fen(variant, fen)
        size = range(1, game.rules.size + 1)
        for file, rank, by in product(size, size, (t.WHITE, t.BLACK)):
            ours = is_attacked(board.pos, board.rules, (rank + 1) * 12 + file, by)
            assert bool(ours) == reference_attacked(game.rules, game.board, (file, rank), by == t.WHITE), fen


def placement(men: dict[int, str]) -> str:
    """A FEN's board field of ten by ten for men by walled square."""
    rows = []
    for rank in range(9, -1, -1):
        row = "".join(men.get((rank + 2) * 12 + file + 1, ".") for file in range(10))
        for run in range(10, 0, -1):
            row = row.replace("." * run, str(run))
        rows.append(row)
    return "/".join(rows)


def test_a_knight_on_every_square() -> None:
    """No square is special: a1 with number 0, j10 with number 99 and rank 10 work like the others."""
    squares = [(rank + 2) * 12 + file + 1 for rank in range(10) for file in range(10)]
    for sq in squares[:: fewer(1, 11)]:
        for knight in "Nn":
            kings = [s for s in (25, 34, 133, 142, 87) if s != sq][:2]
            men = {sq: knight, kings[0]: "K", kings[1]: "k"}
            fen = f"{placement(men)} {'w' if knight == 'N' else 'b'} - - 0 1"
            try:
                board = Board("grand", fen)
            except ValueError:  # the knight stands a leap away from the other king
                continue
            texts = {uci(move): move for move in board.packed_moves()}
            assert sorted(texts) == sorted(pyffish.legal_moves("grand", fen, []))
            for text, move in texts.items():
                if text.startswith(square_name(sq)):
                    assert board.parse_uci(text).uci() == text
                    board.push_packed(move)
                    board.pop()
            assert board.fen() == fen


@pytest.mark.parametrize("seed", range(4))
def test_no_army_overflows_a_list(seed: int) -> None:
    """Twenty-one giraffes and a king: the strongest army that a FEN may show."""
    rng = random.Random(seed)
    squares = [(rank + 2) * 12 + file + 1 for rank in range(10) for file in range(10)]
    longest = 0
    for _ in range(fewer(80, 3)):
        men = dict.fromkeys(rng.sample(squares[1:-1], 21), "G") | {squares[0]: "K", squares[-1]: "k"}
        board = Board("greatchess", f"{placement(men)} b - - 0 1")
        # Black is in check nearly always, so no game has White to move here; the list could not be longer.
        board.pos.side = t.WHITE
        longest = max(longest, len(board.packed_moves()))
    assert fewer(300, 100) < longest < t.MAX_MOVES


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_a_list_is_written_no_further_than_its_count(variant: str) -> None:
    for board in lively_positions(variant, 3, fewer(1, 1), fewer(60, 5)):
        for noisy, quiet in ((True, True), (True, False), (False, True)):
            moves = new_move_list()
            moves.move[:] = -7
            count = generate(board.pos, board.rules, moves, noisy, quiet)
            # A check leaves the moves that it sorted out behind the others: only the end of the list is sure.
            assert (moves.move[max(count, 200) :] == -7).all()
            assert (moves.move[:count] != -7).all()
            assert not moves.score.any()
