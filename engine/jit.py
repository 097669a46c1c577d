"""The project's only door to numba: how kernels are compiled and how they call each other.

A kernel's type hints are its signature: `int` and `bool` are int64, and the names that `declare` has been
told are the records that kernels pass to each other. With explicit signatures a kernel has one compiled version;
without them numba makes a second one for literal arguments, and two versions that call each other cannot be loaded
from its cache.

Numba links a copy of every function that a kernel calls into that kernel, and optimises the copy again: compile time
grows with the depth of the call tree. So three kinds of kernel are told apart:

    @kernel    compiled once; other kernels call it by its address, as an external function
    @entry     the same, and Python may call it too (which costs another wrapper to compile)
    @inlined   a small helper, copied into its callers so that LLVM can inline it

With NUMBA_DISABLE_JIT=1 all three leave the function as it is.
"""

from __future__ import annotations

import gc
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import types as nb
from numba.extending import typeof_impl

from . import cache

Function = TypeVar("Function", bound=Callable[..., Any])

DISABLED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]

# A truth value crosses as an int64: numba's one-bit booleans have no calling convention of their own.
_TYPES: dict[str, Any] = {"int": nb.int64, "bool": nb.int64, "None": nb.void, "Key": nb.uint64}
_WRAPPERLESS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def declare(name: str, dtype: np.dtype[Any]) -> None:
    """Let type hints of kernels use `name` for a record of `dtype`."""
    _TYPES[name] = numba.from_dtype(dtype)


class Kernel:
    """A compiled kernel: callable from Python, an external function of known signature to other kernels."""

    def __init__(self, dispatcher: Any, external: Any) -> None:
        self.dispatcher = dispatcher
        self.external = external
        self.__doc__ = dispatcher.py_func.__doc__
        self.__name__ = dispatcher.py_func.__name__

    def __call__(self, *args: Any) -> Any:
        return self.dispatcher(*args)


@typeof_impl.register(Kernel)
def _typeof_kernel(value: Kernel, _context: Any) -> Any:
    return value.external


def kernel(function: Function) -> Function:
    """Compile `function` as a kernel that other kernels call by its address."""
    return _linked(function, {"no_cpython_wrapper": True})


def entry(function: Function) -> Function:
    """Compile `function` as a kernel that other kernels and Python call."""
    return _linked(function, {})


def inlined(function: Function) -> Function:
    """Compile `function` as a small helper that is copied into the kernels that call it."""
    if DISABLED:
        return function
    return cast(Function, _compile(function, _WRAPPERLESS))


def _linked(function: Function, options: dict[str, bool]) -> Function:
    if DISABLED:
        return function
    dispatcher = _compile(function, options)
    (result,) = dispatcher.overloads.values()
    symbol = f"{function.__module__}.{function.__qualname__}"
    llvm.add_symbol(symbol, result.library.get_pointer_to_function(result.fndesc.llvm_cfunc_wrapper_name))
    return cast(Function, Kernel(dispatcher, nb.ExternalFunction(symbol, result.signature)))


def _compile(function: Callable[..., Any], options: dict[str, bool]) -> Any:
    hints = inspect.get_annotations(function)
    returns = _TYPES[hints.pop("return")]
    signature = returns(*(_TYPES[hint] for hint in hints.values()))
    # The compiler makes millions of short-lived objects and no cycles worth collecting.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return cache.compiled(function, signature, options)
    finally:
        if collecting:
            gc.enable()
