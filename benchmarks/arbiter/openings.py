"""Openings: from a file of positions, or random moves from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from .game import Opening
from .judge import BadFen, Position, checked_fen


def from_file(path: Path, variant: str, count: int) -> list[Opening]:
    """`count` openings from a file of FEN or EPD lines, from its beginning again when it is short.

    Empty lines and lines that begin with `#` are passed over. Raises `BadFen` with the line's number.
    """
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            found.append(Opening(fen=checked_fen(variant, line)))
        except BadFen as error:
            raise BadFen(f"{path}:{number}: {error}") from None
    if not found:
        raise BadFen(f"{path}: no positions")
    return list(islice(cycle(found), count))


def random_openings(variant: str, plies: int, seed: int, count: int) -> list[Opening]:
    """`count` openings of random legal moves, the same for the same seed, different while choice lasts."""
    found: dict[tuple[str, ...], Opening] = {}
    tries = _random_lines(variant, plies, random.Random(f"{variant} {plies} {seed}"))
    for line in islice(tries, 20 * count):
        found.setdefault(line, Opening(moves=line))
        if len(found) == count:
            break
    return list(islice(cycle(found.values()), count))


def _random_lines(variant: str, plies: int, rng: random.Random) -> Iterator[tuple[str, ...]]:
    while True:
        position = Position(variant)
        while len(position.moves) < plies and not position.ending():
            position.push(rng.choice(sorted(position.legal)))
        if not position.ending():
            yield tuple(position.moves)
