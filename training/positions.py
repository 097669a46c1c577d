"""Scored positions of games that engines played with themselves: what the evaluation is fitted to.

A file is a shard, or a numpy archive with an array `positions` of `SCORED` records; fields beyond these are
passed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from .shards import DATUM, SUFFIX, UNKNOWN, read_blocks

MAX_SCORE = 1500  # centipawns; beyond it the game is decided and says little about the evaluation

SCORED = np.dtype(
    [
        ("board", np.int8, (100,)),  # 10 * rank + file; 0 empty, 1-9 White's P N B R A C Q G K, 10-18 Black's
        ("stm", np.int8),  # side to move, 0 White
        ("score", np.int16),  # centipawns for the side to move
        ("result", np.int8),  # 1 White won, 0 draw, -1 Black won
        ("game", np.int32),  # number within the file
        ("check", np.int8),  # whether the side to move is in check
        ("from_sq", np.int8),  # the move chosen
        ("to_sq", np.int8),
        ("promo", np.int8),  # the piece promoted to, 0 for none
    ]
)

#: The engine's number of each of a board's squares.
WALLED = np.array([g.to_walled(square) for square in range(g.SIZE * g.SIZE)])
_TYPES = t.PIECE_TYPES - 1
_KINGS = (t.KING, t.KING + _TYPES)
#: Piece codes of the engine by those of the files, and those of the files by the engine's; walls are empty.
ENGINE_CODES = np.array([0] + [2 * (i % _TYPES + 1) + i // _TYPES for i in range(2 * _TYPES)], np.uint8)
FILE_CODES = np.zeros(t.PIECES, np.int8)
FILE_CODES[ENGINE_CODES] = np.arange(len(ENGINE_CODES))


@dataclass(frozen=True)
class Positions:
    """Positions as arrays of one length."""

    boards: np.ndarray  # [position, 10 * rank + file], the engine's piece codes, 0 for empty squares
    sides: np.ndarray  # to move
    scores: np.ndarray  # centipawns from White's side
    results: np.ndarray  # White's points: 0, 1/2, 1
    games: np.ndarray  # numbers, positions of one game have one number

    def __len__(self) -> int:
        return len(self.sides)

    def __getitem__(self, chosen: Any) -> Positions:
        """Some of the positions, by anything that numpy takes for an index."""
        return Positions(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))


def quiet(records: np.ndarray) -> np.ndarray:
    """Which of some records are quiet: no check, no capture or promotion as the best move, both sides with
    men besides the king, and nothing decided.
    """
    boards, moves = records["board"], np.arange(len(records))
    mover = boards[moves, records["from_sq"]]
    pawn_changes_file = (records["from_sq"] - records["to_sq"]) % 10 != 0
    pawn_changes_file &= (mover == t.PAWN) | (mover == t.PAWN + _TYPES)
    white = (boards > 0) & (boards < t.KING)
    black = (boards > t.KING) & (boards < _KINGS[1])
    return (
        (records["check"] == 0)
        & (boards[moves, records["to_sq"]] == 0)
        & ~pawn_changes_file  # en passant
        & (records["promo"] == 0)
        & (np.abs(records["score"].astype(np.int32)) < MAX_SCORE)
        & white.any(axis=1)
        & black.any(axis=1)
    )


def read_quiet(paths: Iterable[Path]) -> Positions:
    """The quiet positions of files that lie on the path of a game. Raises `ValueError` naming a file that is
    none of this kind.
    """
    parts = []
    games = 0
    for path in paths:
        records = _of_shard(path) if path.suffix == SUFFIX else _of_archive(path)
        numbers = records["game"].astype(np.int64)
        numbers += games - min(numbers, default=0)
        games = max(numbers, default=games) + 1
        sides = records["stm"].astype(np.int64)
        parts.append(
            Positions(
                ENGINE_CODES[records["board"]],
                sides,
                np.where(sides == 0, 1, -1) * records["score"].astype(np.int64),
                (records["result"] + 1) / 2,
                numbers,
            )
        )
    if not parts:
        raise ValueError("no files")
    return Positions(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in Positions.__dataclass_fields__)
    )


def _of_shard(path: Path) -> np.ndarray:
    try:
        blocks = [block.positions for block in read_blocks(path)]
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    records = np.concatenate([np.zeros(0, DATUM), *blocks])
    return records[records["result"] != UNKNOWN]


def _of_archive(path: Path) -> np.ndarray:
    try:
        with np.load(path) as archive:
            records = archive["positions"]
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise ValueError(f"{path}: no scored positions: {error}") from error
    missing = set(SCORED.names or ()) - set(records.dtype.names or ())
    if missing:
        raise ValueError(f"{path}: the records lack {', '.join(sorted(missing))}")
    return records[quiet(records)]
