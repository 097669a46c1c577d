"""The network as PyTorch trains it, in floating point, and as the engine reads it, in integers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import embedding_bag

from ..eval.nnue.network import BUCKETS, INPUTS, MOST_OUTPUT_WEIGHT, ONE, OUTPUT_ONE, WIDTH

_SPREAD = 0.05  # of the first layer's weights at the beginning
_MOST_INPUT = 1.9  # weights of the first layer; larger ones could make its sums overflow


class Bags(NamedTuple):
    """Bags of rows, as the first layer takes them, and the same the other way round."""

    rows: Tensor  # of all bags
    starts: Tensor  # where a bag begins
    bags: Tensor  # in which each row's occurrences are, row by row
    row_starts: Tensor  # where a row's begin


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
    """Maps bags of rows to the worth of positions for the side to move, in units of `SCALE` centipawns."""

    def __init__(self, worths: np.ndarray) -> None:
        """`worths` of the men, [INPUTS, BUCKETS] in units of `SCALE` centipawns, are where they begin."""
        super().__init__()
        self.input = nn.Parameter(torch.empty(INPUTS, WIDTH))
        self.worth = nn.Parameter(torch.from_numpy(worths.astype(np.float32)))
        self.bias = nn.Parameter(torch.zeros(WIDTH))
        self.output = nn.Linear(2 * WIDTH, BUCKETS)
        nn.init.normal_(self.input, std=_SPREAD)

    def forward(self, bags: Bags, buckets: Tensor) -> Tensor:
        """`bags` are those of the sides to move, then those of the others; `buckets` by position."""
        positions = len(buckets)
        both: Tensor = _Sums.apply(torch.cat([self.input, self.worth], 1), *bags)
        neurons = (both[:, :WIDTH] + self.bias).clamp(0, 1).square()
        worths = both[:, WIDTH:]
        joined = torch.cat([neurons[:positions], neurons[positions:]], 1)
        worth = self.output(joined) + (worths[:positions] - worths[positions:]) / 2
        return worth.gather(1, buckets[:, None])[:, 0]

    @torch.no_grad()
    def clip(self) -> None:
        """Keep the weights within what the integers can hold."""
        self.input.clamp_(-_MOST_INPUT, _MOST_INPUT)
        most = MOST_OUTPUT_WEIGHT / OUTPUT_ONE
        self.output.weight.clamp_(-most, most)

    def quantised(self) -> dict[str, np.ndarray]:
        """The arrays of a network file."""

        def whole(tensor: Tensor, one: int) -> np.ndarray:
            return np.rint(tensor.detach().cpu().double().numpy() * one).astype(np.int64)

        return {
            "input": whole(self.input, ONE),
            "worth": whole(self.worth, ONE * OUTPUT_ONE),
            "bias": whole(self.bias, ONE),
            "output": whole(self.output.weight, OUTPUT_ONE),
            "output_bias": whole(self.output.bias, ONE * OUTPUT_ONE),
        }
