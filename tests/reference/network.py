"""What a network thinks of a position, worked out from the board each time and in plain numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from tenfold.engine.board import Board

KINDS = "pnbracqgk"


def features(board: Board, white: bool) -> list[int]:
    """The inputs that one side sees."""
    files, ranks = board.variant.files, board.variant.ranks
    men = {square: piece for square in range(100) if (piece := board.piece_at(square)) is not None}
    [king] = [square for square, piece in men.items() if piece.symbol() == ("K" if white else "k")]
    mirrored = king % 10 >= files / 2
    found = []
    for square, piece in men.items():
        rank, file = divmod(square, 10)
        if not white:
            rank = ranks - 1 - rank
        if mirrored:
            file = files - 1 - file
        enemy = piece.symbol().isupper() != white
        kind = KINDS.index(piece.symbol().lower())
        found.append(900 * enemy + 100 * kind + 10 * rank + file)
    return found


def network_value(board: Board, numbers: Any, traits: Any) -> int:
    """Centipawns for the side to move. `numbers` has the fields of `NETWORK` as arrays."""
    ours, theirs = features(board, board.turn), features(board, not board.turn)
    bucket = min((len(ours) - 2) * 8 // 44, 7)
    total = 0
    for number, seen in enumerate((ours, theirs)):
        sums = numbers["bias"].astype(object) + numbers["input"][seen].astype(object).sum(axis=0)
        assert min(sums) >= -32768 and max(sums) <= 32767
        neurons = np.clip(sums, 0, 255)
        width = len(neurons)
        weights = numbers["output"][bucket, number * width : (number + 1) * width].astype(object)
        total += int((neurons * neurons * weights).sum())
    sums = numbers["trait_bias"].astype(object) + numbers["trait"].astype(object) @ np.asarray(traits, object)
    assert max(abs(sums)) < 2**31
    neurons = np.clip(sums // 128, 0, 255)
    total += int((neurons * neurons * numbers["output"][bucket, 2 * width :].astype(object)).sum())
    worth = int(numbers["worth"][ours, bucket].astype(object).sum())
    worth -= int(numbers["worth"][theirs, bucket].astype(object).sum())
    total = total // 255 + int(numbers["output_bias"][bucket]) + worth // 2
    return total * 400 // (255 * 256)
