"""Tenfold, a UCI engine and rules library for Grand Chess, Big Chess and Great Chess on ten-by-ten boards.

The repository root is the package: `engine/board.py` is imported as `tenfold.engine.board`.

    >>> from tenfold import Board
    >>> board = Board("grand")
    >>> len(list(board.legal_moves))
    65

Names are loaded when first used, so that the engine can greet a GUI before numpy and numba are imported.
"""

from __future__ import annotations

__version__ = "0.1.0"

_HOMES = {
    "Board": "engine.board",
    "Outcome": "engine.board",
    "Termination": "engine.board",
    "Move": "engine.notation",
    "InvalidFenError": "engine.errors",
    "InvalidMoveError": "engine.errors",
    "IllegalMoveError": "engine.errors",
    "AmbiguousMoveError": "engine.errors",
    "VARIANTS": "engine.variants",
    "Variant": "engine.variants",
    "find": "engine.variants",
}

__all__ = [*_HOMES, "__version__"]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
