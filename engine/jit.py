"""The project's only door to numba: the `kernel` decorator and where compiled code is kept.

A kernel's type hints are its signature: `int` is int64, `bool` is boolean, and the names that `declare`
has been told are the records and arrays that kernels pass to each other. With explicit signatures a kernel has one
compiled version; without them numba makes a second one for literal arguments, and two versions that call each
other cannot be loaded from its cache.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba import types as nb
from . import cache

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_TYPES: dict[str, Any] = {
    "int": nb.int64,
    "float": nb.float64,
    "bool": nb.boolean,
    "None": nb.void,
    "Key": nb.uint64,
    "Moves": nb.int32[::1],
    "Scores": nb.int32[::1],
}

DISABLED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]


def declare(name: str, dtype: Any) -> None:
    """Let type hints of kernels use `name` for a record of `dtype`."""
    _TYPES[name] = numba.from_dtype(dtype)


def declare_array(name: str, dtype: Any) -> None:
    """Let type hints of kernels use `name` for a one-dimensional contiguous array of `dtype`."""
    _TYPES[name] = numba.from_dtype(dtype)[::1]


def kernel(function: Kernel) -> Kernel:
    """Compile `function` with the signature that its type hints spell, or load it from the cache."""
    if DISABLED:
        return function
    hints = inspect.get_annotations(function)
    returns = _TYPES[hints.pop("return")]
    signature = returns(*(_TYPES[hint] for hint in hints.values()))
    return cast(Kernel, cache.compiled(function, signature))
