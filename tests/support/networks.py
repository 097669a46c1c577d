"""Networks for tests, made up of random numbers."""

from __future__ import annotations

from functools import cache

import numpy as np
from tenfold.eval.nnue.files import Network, pack, unpack
from tenfold.eval.nnue.network import BUCKETS, INPUTS, TRAIT_NEURONS, TRAITS, WIDTH


def arrays(seed: int = 1) -> dict[str, np.ndarray]:
    """Numbers of about the size that training gives, a few of them as large as they may be."""
    rng = np.random.default_rng(seed)
    return {
        "input": rng.integers(-60, 61, (INPUTS, WIDTH)),
        "worth": rng.integers(-160_000, 160_001, (INPUTS, BUCKETS)),
        "bias": rng.integers(-300, 301, WIDTH),
        "output": rng.integers(-127, 128, (BUCKETS, 2 * WIDTH + TRAIT_NEURONS)),
        "trait": rng.integers(-500, 501, (TRAIT_NEURONS, TRAITS)),
        "trait_bias": rng.integers(-30_000, 30_001, TRAIT_NEURONS),
        "output_bias": rng.integers(-36_000, 36_001, BUCKETS),
    }


@cache
def content(game: str, seed: int = 1) -> bytes:
    """A network's file."""
    return pack(game, "random numbers", arrays(seed))


@cache
def network(game: str, seed: int = 1) -> Network:
    return unpack(content(game, seed), game)
