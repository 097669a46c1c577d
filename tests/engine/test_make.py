"""Making moves and taking them back: the position a move leads to, and that nothing of it stays behind."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from support.games import ALL_GAMES, TEN_BY_TEN, fens, records
from support.kernels import fewer, legal, lively_game, standing, uci
from tenfold.engine import types as t
from tenfold.engine import variants
from tenfold.engine.attacks import is_attacked
from tenfold.engine.board import Board
from tenfold.engine.consistency import differences
from tenfold.engine.memory import Record
from tenfold.engine.position import make, make_null, put, refresh_key, unmake, unmake_null
from tenfold.engine.rules import rules_for
from tenfold.eval.weights import rules_with_placement


def by_game(stem: str) -> list[Any]:
    return [
        pytest.param(game, record, id="-".join((game, record["name"], record.get("move", ""))).rstrip("-"))
        for game in TEN_BY_TEN
        for record in records(f"{stem}-{game}")
    ]


def in_check(pos: Record, rules: Record) -> bool:
    side = int(pos["side"])
    king = int(pos["list"][2 * t.KING + side, 0])
    return bool(is_attacked(pos, rules, king, side ^ 1))


@pytest.mark.parametrize(("game", "case"), by_game("divide"))
def test_legal_moves_and_check(game: str, case: dict[str, Any]) -> None:
    board = Board(game, case["fen"])
    moves = [uci(move) for move in board.packed_moves()]
    assert sorted(moves) == case["moves"]
    assert len(moves) == case["count"]
    assert set(case.get("must", ())) <= set(moves)
    assert not set(case.get("must_not", ())) & set(moves)
    assert in_check(board.pos, board.rules) == board.is_check() == case["check"]


@pytest.mark.parametrize(("game", "case"), by_game("make"))
def test_position_after_a_move_and_back(game: str, case: dict[str, Any]) -> None:
    board = Board(game, case["fen"])
    pos, rules = board.pos, board.rules
    before = standing(pos)
    move = {uci(move): move for move in board.packed_moves()}[case["move"]]
    make(pos, rules, move)
    assert board.fen() == case["after"]
    assert in_check(pos, rules) == case["check"]
    assert differences(pos, rules) == []
    unmake(pos, rules)
    assert standing(pos) == before


@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_every_move_of_the_data(variant: str) -> None:
    every_move(variant, fewer(1, 40), 1)


@pytest.mark.slow
@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_every_two_moves_of_the_data(variant: str) -> None:
    every_move(variant, fewer(4, 100), 2)


def every_move(variant: str, each: int, depth: int) -> None:
    """Make and take back all that is legal in every `each`-th position, with the evaluation's tally kept."""
    rules = rules_with_placement(variants.find(variant))
    for fen in fens(variant)[::each]:
        pos = Board(variant, fen).pos
        refresh_key(pos, rules)
        there_and_back(pos, rules, depth)


def there_and_back(pos: Record, rules: Record, depth: int) -> None:
    before = standing(pos)
    moves = legal(pos, rules)
    for move in moves:
        make(pos, rules, move)
        if depth > 1:
            there_and_back(pos, rules, depth - 1)
        assert differences(pos, rules) == [], uci(move)
        unmake(pos, rules)
        assert standing(pos) == before, uci(move)
    assert legal(pos, rules) == moves


@pytest.mark.parametrize("placement", [False, True], ids=["plain", "placement"])
@pytest.mark.parametrize("variant", ALL_GAMES)
def test_games_played_back_to_their_start(variant: str, placement: bool) -> None:
    game = variants.find(variant)
    rules = rules_with_placement(game) if placement else rules_for(game)
    rng = random.Random(f"back {variant}")
    for _ in range(fewer(5, 1)):
        board = Board(variant)
        for _ in lively_game(board, rng, fewer(160, 30)):
            pass
        pos = Board(variant).pos
        refresh_key(pos, rules)
        snapshots = []
        for move in [int(entry["move"]) for entry in board.pos["undo"][: board.pos["ply"]]]:
            snapshots.append(standing(pos))
            make(pos, rules, move)
            assert (pos["tally"] != 0) <= placement
        while snapshots:
            unmake(pos, rules)
            assert standing(pos) == snapshots.pop()


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_a_pass_and_back(variant: str) -> None:
    rules = rules_for(variants.find(variant))
    rng = random.Random(f"pass {variant}")
    with_en_passant = 0
    for _ in range(fewer(6, 1)):
        board = Board(variant)
        for _ in lively_game(board, rng, fewer(120, 30)):
            pos = board.pos
            if in_check(pos, rules):
                continue
            before = standing(pos)
            with_en_passant += bool(pos["ep"][0])
            make_null(pos, rules)
            after = standing(pos)
            assert after["side"] == before["side"] ^ 1
            assert after["ep"] == [0, 0] and after["ep_pawn"] == 0
            assert after["halfmove"] == 0  # so that no repetition is seen across a pass
            unchanged = ("board", "list", "castling", "pawn_key", "tally")
            assert all(after[name] == before[name] for name in unchanged)
            assert after["key"] != before["key"]
            assert differences(pos, rules) == []
            unmake_null(pos)
            assert standing(pos) == before
    assert with_en_passant >= fewer(1, 0) or variant == "greatchess"


@pytest.mark.skipif(not os.environ.get("NUMBA_BOUNDSCHECK"), reason="only with NUMBA_BOUNDSCHECK=1")
def test_bounds_checks_are_on() -> None:
    """A run with bounds checks means something only if a wrong index inside a kernel is heard of outside."""
    board = Board("grand")
    with pytest.raises((RuntimeError, IndexError)):
        put(board.pos, board.rules, 500, 2 * t.KNIGHT)


def test_castling_moves_two_men_and_keeps_the_kings_list() -> None:
    board = Board("bigchess", "r4k3r/p9/10/10/10/10/10/10/P9/R4K3R w KQkq - 0 1")
    make(board.pos, board.rules, {uci(move): move for move in board.packed_moves()}["f1c1"])
    assert board.pos["list"][2 * t.KING, 0] == 27
    assert board.fen() == "r4k3r/p9/10/10/10/10/10/10/P9/2KR5R b kq - 1 1"
