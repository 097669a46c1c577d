"""Scored positions: which are quiet, what is read, what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.scored import record
from tenfold.engine import types as t
from tenfold.engine.board import Board
from tenfold.training.positions import MAX_SCORE, SCORED, Positions, quiet, read_quiet
from tenfold.training.shards import DATUM, UNKNOWN, Block, Header
from tenfold.training.shards import write as write_shard

FEN = "4k5/10/3p6/10/4P5/10/10/2R7/10/4K5 b - - 0 1"


def one(**changed: int) -> np.ndarray:
    made = record(Board("grand", FEN))
    for name, value in changed.items():
        made[name] = value
    return np.array([made], SCORED)


def write(path: Path, *parts: np.ndarray) -> Path:
    np.savez(path, positions=np.concatenate(parts))
    return path


def test_an_idle_move_is_quiet() -> None:
    assert quiet(one()).tolist() == [True]
    assert quiet(one(from_sq=54, to_sq=64)).tolist() == [True]  # the pawn steps
    assert quiet(one(score=MAX_SCORE - 1)).tolist() == [True]


@pytest.mark.parametrize(
    "changed",
    [
        {"check": 1},
        {"to_sq": 22},  # a rook stands there
        {"from_sq": 54, "to_sq": 65},  # a white pawn takes in passing
        {"from_sq": 73, "to_sq": 62},  # a black one does
        {"promo": 7},
        {"score": MAX_SCORE},
        {"score": -MAX_SCORE},
        {"score": -32000},
    ],
    ids=str,
)
def test_what_is_not_quiet(changed: dict[str, int]) -> None:
    assert quiet(one(**changed)).tolist() == [False]


@pytest.mark.parametrize(
    "fen", ["4k5/10/10/10/10/10/10/2R7/10/4K5 w - - 0 1", "4k5/10/3p6/10/10/10/10/10/10/4K5 w - - 0 1"]
)
def test_a_bare_king_is_left_out(fen: str) -> None:
    assert not quiet(np.array([record(Board("grand", fen))], SCORED)).any()


def test_reading_turns_everything_to_white(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.npz", one(score=70, result=1, game=4), one(check=1), one(score=-9, result=-1, game=7)
    )
    read = read_quiet([path])
    assert len(read) == 2
    assert read.scores.tolist() == [-70, 9] and read.sides.tolist() == [1, 1]
    assert read.results.tolist() == [1, 0]
    assert read.games[0] != read.games[1]
    board = read.boards[0]
    assert {int(square): int(board[square]) for square in board.nonzero()[0]} == {
        4: 2 * t.KING,
        22: 2 * t.ROOK,
        54: 2 * t.PAWN,
        73: 2 * t.PAWN + 1,
        94: 2 * t.KING + 1,
    }


def test_shards_are_read_without_their_sidelines(tmp_path: Path) -> None:
    records = np.zeros(3, DATUM)
    for name in ("board", "stm"):
        records[name] = one()[name]
    records["score"] = [70, -9, 40]
    records["result"] = [1, UNKNOWN, 0]
    path = tmp_path / "a.positions"
    shard = write_shard(path, Header("grand", 100, 1, 1, 7, "hand-written", "0.1.0"))
    shard.add(Block(0, records))
    shard.close()
    read = read_quiet([path])
    assert read.scores.tolist() == [-70, -40]
    assert read.results.tolist() == [1, 0.5]
    assert read.boards[0, 22] == 2 * t.ROOK
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match="cut short"):
        read_quiet([path])


def test_games_of_two_files_are_not_mixed(tmp_path: Path) -> None:
    first = write(tmp_path / "a.npz", one(game=3), one(game=3), one(game=5))
    second = write(tmp_path / "b.npz", one(game=3), one(game=4), one(game=4))
    games = read_quiet([first, second]).games.tolist()
    assert games[0] == games[1] and games[4] == games[5]
    assert len(set(games)) == 4


def test_some_positions() -> None:
    all_of_them = Positions(*(np.arange(5) for _ in range(5)))
    assert all_of_them[np.array([0, 3])].scores.tolist() == [0, 3]
    assert len(all_of_them[1:3]) == 2


def test_other_files_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "text.npz"
    text.write_text("no archive")
    with pytest.raises(ValueError, match="text"):
        read_quiet([text])
    np.savez(tmp_path / "other.npz", games=np.zeros(3))
    with pytest.raises(ValueError, match="other"):
        read_quiet([tmp_path / "other.npz"])
    np.savez(tmp_path / "few.npz", positions=np.zeros(3, [("board", np.int8, (100,)), ("stm", np.int8)]))
    with pytest.raises(ValueError, match="lack check, from_sq, game"):
        read_quiet([tmp_path / "few.npz"])
    with pytest.raises(ValueError, match="no files"):
        read_quiet([])
