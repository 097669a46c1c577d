"""From the neurons' sums to what the hand-written evaluation has missed."""

from __future__ import annotations

import numpy as np

from ...engine import types as t
from ...engine.jit import inlined, kernel
from ...engine.record import Position
from ...engine.rules import Rules
from ..weights import Weights
from .accumulator import accumulate
from .network import BUCKETS, ONE, OUTPUT_ONE, SCALE, STACK, TRAIT_NEURONS, TRAIT_ONE, TRAITS, WIDTH
from .traits import observe


@inlined
def _bucket(pos: Position) -> int:
    men = -2
    for piece in range(2 * t.PAWN, t.PIECES):
        men += np.int64(pos.count[piece])
    return min(men * BUCKETS // t.MAX_MEN // 2, BUCKETS - 1)


@kernel
def _weigh(weights: Weights, at: int, side: int, bucket: int, first: int) -> int:
    """The sum of a side's neurons, clipped and squared, times its output weights from `first` on."""
    total = np.int32(0)
    for i in range(WIDTH):
        value = np.int32(
            min(np.int32(max(np.int32(weights.sums[at].sum[side, i]), np.int32(0))), np.int32(ONE))
        )
        once = np.int32(np.int16(value * np.int32(weights.net.output[bucket, first + i])))
        total = np.int32(total + np.int32(once * value))
    return np.int64(total)


@kernel
def trait_sum(weights: Weights, neuron: int) -> int:
    """What a neuron that looks at `weights.traits` sums up."""
    total = np.int32(weights.net.trait_bias[neuron])
    for i in range(TRAITS):
        total = np.int32(
            total + np.int32(np.int32(weights.traits[i]) * np.int32(weights.net.trait[neuron, i]))
        )
    return np.int64(total)


@kernel
def _weigh_traits(weights: Weights, bucket: int) -> int:
    """What the neurons that look at `weights.traits` say, as `_weigh` does."""
    total = 0
    for i in range(TRAIT_NEURONS):
        value = min(max(trait_sum(weights, i) // TRAIT_ONE, 0), ONE)
        total += value * value * np.int64(weights.net.output[bucket, 2 * WIDTH + i])
    return total


@kernel
def network_value(pos: Position, rules: Rules, weights: Weights, worth: int) -> int:
    """What is to be added to the hand-written evaluation `worth`, in centipawns for the side to move.

    The evaluation's sets and terms are those of this position.
    """
    observe(pos, rules, weights, worth)
    us = np.int64(pos.side)
    accumulate(pos, rules, weights)
    at = np.int64(pos.ply) & (STACK - 1)
    bucket = _bucket(pos)
    total = _weigh(weights, at, us, bucket, 0) + _weigh(weights, at, us ^ 1, bucket, WIDTH)
    total += _weigh_traits(weights, bucket)
    ahead = np.int64(weights.sums[at].worth[us, bucket]) - np.int64(weights.sums[at].worth[us ^ 1, bucket])
    total = total // ONE + np.int64(weights.net.output_bias[bucket]) + (ahead >> 1)
    return total * SCALE // (ONE * OUTPUT_ONE)
