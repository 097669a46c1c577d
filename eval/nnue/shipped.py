"""The networks that come with the engine, one for each game, and which one a user wants."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ...engine.variants import Variant
from .files import Network, read

SUFFIX = ".network"
#: What `EvalFile` says for the network that comes with the game.
DEFAULT = "default"
_FOLDER = Path(__file__).with_name("networks")


@cache
def shipped(variant: Variant) -> Network | None:
    """The network that comes with a game; None if there is none, as for orthodox chess."""
    path = _FOLDER / f"{variant.name}{SUFFIX}"
    return read(path, variant.name) if path.is_file() else None


def wanted(variant: Variant, eval_file: str) -> Network | None:
    """The network that a value of `EvalFile` means, None for the hand-written evaluation (an empty value).

    Raises `NetworkError`.
    """
    if eval_file == DEFAULT:
        return shipped(variant)
    return read(Path(eval_file).expanduser(), variant.name) if eval_file else None
