"""What make and unmake keep up to date step by step equals what is computed anew, through random games."""

from __future__ import annotations

import random

import pytest
from support.games import ALL_GAMES
from support.kernels import fewer, legal, lively_game, lively_positions, uci
from tenfold.engine import variants
from tenfold.engine.board import Board
from tenfold.engine.consistency import differences
from tenfold.engine.position import make, refresh_key
from tenfold.engine.rules import rules_for
from tenfold.eval.weights import rules_with_placement

GAMES = fewer(4, 1)
PLIES = fewer(180, 25)


def follow(variant: str, seed: str, games: int) -> int:
    """Play lively games on one record with plain rules and one with the evaluation's tally; positions."""
    plain, placement = rules_for(variants.find(variant)), rules_with_placement(variants.find(variant))
    rng = random.Random(f"{seed} {variant}")
    seen = 0
    for _ in range(games):
        board = Board(variant)
        pos = board.pos.copy()
        refresh_key(pos, placement)
        for _ in lively_game(board, rng, PLIES):
            if board.move_stack:
                make(pos, placement, int(board.pos["undo"][board.pos["ply"] - 1]["move"]))
            fen = board.fen()
            assert differences(board.pos, plain) == [], fen
            assert differences(pos, placement) == [], fen
            # Keys are of the position alone: its FEN leads to the same.
            assert Board(variant, fen).key == board.key == int(pos["key"]), fen
            seen += 1
    return seen


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_random_games(variant: str) -> None:
    assert follow(variant, "consistency", GAMES) >= GAMES * fewer(50, 10)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ALL_GAMES)
def test_many_random_games(variant: str) -> None:
    follow(variant, "slow consistency", fewer(60, 3))


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_a_tally_of_placement_is_that_of_the_men(variant: str) -> None:
    rules = rules_with_placement(variants.find(variant))
    for board in lively_positions(variant, 4, fewer(3, 1), fewer(80, 20)):
        pos = board.pos.copy()
        refresh_key(pos, rules)
        cells = pos["board"].tolist()
        assert pos["tally"] == sum(int(rules["tally"][man, sq]) for sq, man in enumerate(cells) if man > 1)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_pawns_by_file(variant: str) -> None:
    """In plain Python from the board, for `differences` computes both sides with the same kernels."""
    for board in lively_positions(variant, 8, fewer(3, 1), fewer(120, 20)):
        ranks = [[0] * 10, [0] * 10]
        for sq, man in enumerate(board.pos["board"].tolist()):
            if man in (2, 3):
                ranks[man & 1][sq % 12 - 1] |= 1 << sq // 12 - 2
        assert board.pos["pawn_files"].tolist() == ranks


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_no_two_positions_share_a_key(variant: str) -> None:
    """A key stands for men, side, castling and en passant: the first four fields of a FEN, nothing else."""
    seen: dict[int, str] = {}
    for board in lively_positions(variant, 6, fewer(8, 1), fewer(150, 30)):
        fields = " ".join(board.fen().split()[:4])
        assert seen.setdefault(board.key, fields) == fields
    assert len(set(seen.values())) == len(seen)


@pytest.mark.parametrize(
    ("variant", "one", "other"),
    [
        ("grand", "e3e4 e8e7 d3d4", "d3d4 e8e7 e3e4"),
        ("bigchess", "g1f3 g10f8 d1e3", "d1e3 g10f8 g1f3"),
        ("greatchess", "b1c3 b10c8 i1h3", "i1h3 b10c8 b1c3"),
        ("chess", "g1f3 g8f6 b1c3", "b1c3 g8f6 g1f3"),
    ],
)
def test_two_ways_to_a_position_give_one_key(variant: str, one: str, other: str) -> None:
    boards = [Board(variant), Board(variant)]
    for board, line in zip(boards, (one, other), strict=True):
        for move in line.split():
            board.push_uci(move)
    assert boards[0].key == boards[1].key
    assert boards[0].pos["pawn_key"] == boards[1].pos["pawn_key"]


@pytest.mark.parametrize(
    ("variant", "before", "step", "squares"),
    [
        ("grand", "5k4/10/10/10/10/3p6/10/4P5/10/5K4 w - - 0 1", "e3e5", 1),
        ("grand", "5k4/10/10/10/10/10/10/4P5/10/5K4 w - - 0 1", "e3e5", 0),  # nobody looks at the square
        ("grand", "3k6/10/10/10/10/10/3p6/4P5/3R6/5K4 w - - 0 1", "e3e5", 0),  # a pawn too far down
        ("grand", "3k6/10/10/10/10/3p6/10/4P5/10/3R1K4 w - - 0 1", "e3e5", 0),  # the captor is pinned
        ("bigchess", "5k4/10/10/10/10/4p5/2p7/10/3P6/5K4 w - - 0 1", "d2d5", 2),
        ("bigchess", "5k4/10/10/10/10/4p5/2p7/10/3P6/5K4 w - - 0 1", "d2d4", 1),
        ("bigchess", "10/10/6k3/10/10/10/2p7/10/B2P6/5K4 w - - 0 1", "d2d5", 0),  # a diagonal opens
        ("bigchess", "5k4/10/10/10/10/4p5/10/10/3P6/5K4 w - - 0 1", "d2d5", 1),
        ("chess", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4", 1),
        ("chess", "8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1", "d2d4", 0),  # a rank opens
    ],
)
def test_en_passant_is_in_the_key_only_when_legal(variant: str, before: str, step: str, squares: int) -> None:
    board = Board(variant, before)
    board.push_uci(step)
    named = board.fen().split()[3]
    assert len(board.ep_squares) == squares
    assert (named == "-") == (squares == 0)
    without = board.fen().split()
    without[3] = "-"
    assert (Board(variant, " ".join(without)).key == board.key) == (squares == 0)
    captures = [move for move in board.packed_moves() if board.is_en_passant(board.decode(move))]
    assert {uci(move)[2:] for move in captures} == {named[i : i + 2] for i in range(0, 2 * squares, 2)}


def test_castling_rights_count_in_the_key() -> None:
    fen = "r4k3r/p9/10/10/10/10/10/10/P9/R4K3R w {} - 0 1"
    rights = ["".join(c for i, c in enumerate("KQkq") if bits >> i & 1) or "-" for bits in range(16)]
    assert len({Board("bigchess", fen.format(right)).key for right in rights}) == 16


@pytest.mark.parametrize(
    "field", ["key", "pawn_key", "tally", "count", "lines", "pawn_files", "pinned", "board", "slot", "list"]
)
def test_a_spoilt_field_is_noticed(field: str) -> None:
    """The judge itself: a record with any one of these fields wrong is found out."""
    board = Board("grand")
    pos = board.pos
    occupied = 25  # a1
    where = {"board": 26, "slot": occupied, "pinned": occupied, "count": 4, "list": (4, 0)}
    if field in ("key", "pawn_key", "tally"):
        pos[field] += 1
    elif field == "lines":
        pos[field][0, 3] ^= 1
    elif field == "pawn_files":
        pos[field][1, 3] ^= 1
    elif field == "list":
        pos[field][2, 0], pos[field][2, 1] = pos[field][2, 1], pos[field][2, 0]
    elif field == "count":
        pos[field][8] -= 1
    else:
        pos[field][where[field]] += 2
    assert differences(pos, board.rules) != []


def test_legal_moves_come_in_one_order() -> None:
    """Fixed nodes on one thread must give the same search again: two records of a game list moves alike."""
    one, other = Board("grand"), Board("grand")
    for _ in lively_game(one, random.Random(2), fewer(80, 20)):
        pass
    for move in one.move_stack:
        other.push(move)
    assert legal(one.pos, one.rules) == legal(other.pos, other.rules)
