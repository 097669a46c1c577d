"""The network as PyTorch trains it, in floating point, and as the engine reads it, in integers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import embedding_bag

from ..engine import geometry as g
from ..eval.nnue.network import (
    BUCKETS,
    INPUTS,
    MEN,
    MOST_OUTPUT_WEIGHT,
    ONE,
    OUTPUT_ONE,
    SQUARES,
    TRAIT_NEURONS,
    TRAIT_ONE,
    TRAITS,
    WIDTH,
)

_SAMPLE = 500_000  # positions that tell how traits spread
_SPREAD = 0.05  # of the first layer's weights at the beginning
_MOST_INPUT = 1.9  # weights of the first layer; larger ones could make its sums overflow

_KINDS = 2 * MEN  # of men, own and the enemy's
_SQUARES = torch.arange(SQUARES)
_RANKS, _FILES = _SQUARES // g.SIZE, _SQUARES % g.SIZE
_HALF = g.SIZE // 2
#: What squares share weights: a number for each square, and how many there are.
_SHARED = (
    (_RANKS, g.SIZE),
    (_FILES, g.SIZE),
    (_RANKS // 2 * _HALF + _FILES // 2, _HALF * _HALF),
    (0 * _SQUARES, 1),
)


class Bags(NamedTuple):
    """Bags of rows, as the first layer takes them, and the same the other way round."""

    rows: Tensor  # of all bags
    starts: Tensor  # where a bag begins
    bags: Tensor  # in which each row's occurrences are, row by row
    row_starts: Tensor  # where a row's begin


class Seen(NamedTuple):
    """Positions as the model takes them."""

    bags: Bags  # of the sides to move, then of the others
    traits: Tensor  # [positions, TRAITS]
    buckets: Tensor  # by position


class _Sums(torch.autograd.Function):
    """The sum of each bag's rows. PyTorch's own way back sorts and adds row by row, three times as slowly as
    the sum of each row's bags."""

    @staticmethod
    def forward(
        ctx: Any, weight: Tensor, rows: Tensor, starts: Tensor, bags: Tensor, row_starts: Tensor
    ) -> Tensor:
        ctx.save_for_backward(bags, row_starts)
        return embedding_bag(rows, weight, starts, mode="sum")

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        bags, row_starts = ctx.saved_tensors
        return embedding_bag(bags, gradients[0].contiguous(), row_starts, mode="sum"), None, None, None, None


class Model(nn.Module):
    """Maps bags of rows to what the hand-written evaluation has missed, for the side to move, in units of
    `SCALE` centipawns. In the beginning that is nothing.

    A man's weights on a square are sums: of its own, and of those of its rank, its file, a block of four
    squares and all squares, which many more positions have a say in. The engine is given the sums.
    """

    def __init__(self) -> None:
        super().__init__()
        self.square = nn.Parameter(torch.empty(INPUTS, WIDTH))
        self.shared = nn.ParameterList(torch.zeros(_KINDS * count, WIDTH) for _, count in _SHARED)
        self.worth = nn.Parameter(torch.zeros(INPUTS, BUCKETS))
        self.bias = nn.Parameter(torch.zeros(WIDTH))
        self.trait = nn.Linear(TRAITS, TRAIT_NEURONS)
        self.output = nn.Linear(2 * WIDTH + TRAIT_NEURONS, BUCKETS)
        self.register_buffer("trait_mean", torch.zeros(TRAITS))
        self.register_buffer("trait_spread", torch.ones(TRAITS))
        nn.init.normal_(self.square, std=_SPREAD)
        nn.init.zeros_(self.output.weight)
        nn.init.zeros_(self.output.bias)

    def scale_traits(self, traits: np.ndarray) -> None:
        """Have traits as in these positions, [positions, TRAITS], come to a mean of 0 and a spread of 1.

        A trait that is everywhere the same, as of men that the game has not, is left out.
        """
        some = traits[:: len(traits) // _SAMPLE + 1].astype(np.float64)
        spread = some.std(axis=0)
        self.trait_mean = torch.from_numpy(some.mean(axis=0)).float()
        self.trait_spread = torch.from_numpy(np.where(spread > 0, spread, np.inf)).float()

    def groups(self, decay: float) -> list[dict[str, Any]]:
        """The parameters as an optimizer takes them: weights of single squares decay."""
        others = [parameter for name, parameter in self.named_parameters() if name != "square"]
        return [{"params": [self.square], "weight_decay": decay}, {"params": others}]

    def input(self) -> Tensor:
        """The first layer's weights, [INPUTS, WIDTH]."""
        weights: Tensor = self.square
        for (places, count), part in zip(_SHARED, self.shared, strict=True):
            weights = weights + part.view(_KINDS, count, WIDTH)[:, places].reshape(INPUTS, WIDTH)
        return weights.clamp(-_MOST_INPUT, _MOST_INPUT)

    def forward(self, seen: Seen) -> Tensor:
        positions = len(seen.buckets)
        both: Tensor = _Sums.apply(torch.cat([self.input(), self.worth], 1), *seen.bags)
        neurons = (both[:, :WIDTH] + self.bias).clamp(0, 1).square()
        worths = both[:, WIDTH:]
        traits = self.trait((seen.traits - self.trait_mean) / self.trait_spread).clamp(0, 1).square()
        joined = torch.cat([neurons[:positions], neurons[positions:], traits], 1)
        worth = self.output(joined) + (worths[:positions] - worths[positions:]) / 2
        return worth.gather(1, seen.buckets[:, None])[:, 0]

    @torch.no_grad()
    def clip(self) -> None:
        """Keep the weights within what the integers can hold."""
        most = MOST_OUTPUT_WEIGHT / OUTPUT_ONE
        self.output.weight.clamp_(-most, most)

    def quantised(self) -> dict[str, np.ndarray]:
        """The arrays of a network file."""

        def whole(tensor: Tensor, one: int) -> np.ndarray:
            return np.rint(tensor.detach().cpu().double().numpy() * one).astype(np.int64)

        trait = self.trait.weight / self.trait_spread
        return {
            "trait": whole(trait, ONE * TRAIT_ONE),
            "trait_bias": whole(self.trait.bias - trait @ self.trait_mean, ONE * TRAIT_ONE),
            "input": whole(self.input(), ONE),
            "worth": whole(self.worth, ONE * OUTPUT_ONE),
            "bias": whole(self.bias, ONE),
            "output": whole(self.output.weight, OUTPUT_ONE),
            "output_bias": whole(self.output.bias, ONE * OUTPUT_ONE),
        }
