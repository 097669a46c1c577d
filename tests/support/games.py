"""Data and random games that several tests of the engine share."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyffish
from tenfold.engine.board import Board, Move

DATA = Path(__file__).parents[1] / "data" / "rules"
TEN_BY_TEN = ("grand", "bigchess", "greatchess")
ALL_GAMES = (*TEN_BY_TEN, "chess")

pyffish.load_variant_config((DATA / "fairy-variants.ini").read_text(encoding="utf-8"))


def records(stem: str) -> list[dict[str, Any]]:
    """The records of one of the JSON files in tests/data/rules."""
    loaded: list[dict[str, Any]] = json.loads((DATA / f"{stem}.json").read_text(encoding="utf-8"))
    return loaded


def fens(variant: str) -> list[str]:
    """Every FEN of the data about a game, each once, before and after moves."""
    found = [record["fen"] for kind in ("perft", "divide", "make") for record in records(f"{kind}-{variant}")]
    found += [record["after"] for record in records(f"make-{variant}")]
    found += [record["fen"] for record in records("outcomes") if record["variant"] == variant]
    return list(dict.fromkeys(found))


def random_game(board: Board, rng: random.Random, plies: int, back: float = 0.0) -> Iterator[list[Move]]:
    """Play random moves on `board`, giving the legal moves before each and none at the end of the game.

    With the chance `back` a side takes its own last move back, so that positions repeat.
    """
    for _ in range(plies):
        moves = list(board.legal_moves)
        yield moves
        if not moves:
            return
        move = rng.choice(moves)
        if len(board.move_stack) >= 2 and rng.random() < back:
            last = board.move_stack[-2]
            returning = Move(last.to_square, last.from_square)
            move = returning if returning in moves else move
        board.push(move)
