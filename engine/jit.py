"""The project's only door to numba: how kernels are compiled, how they call each other and how Python calls them.

A kernel's type hints are its signature: `int` and `bool` are int64, and the names that `declare` has been told are
the records that kernels pass to each other. With explicit signatures a kernel has one compiled version; without them
numba makes a second one for literal arguments, and two versions that call each other cannot be loaded from its cache.

Numba links a copy of every function that a kernel calls into that kernel, and optimises the copy again: compile time
grows with the depth of the call tree. So two kinds are told apart:

    @kernel    compiled once; other kernels and Python call it by its address, with C's calling convention
    @inlined   a small helper, copied into the kernels that call it so that LLVM can inline it

With NUMBA_DISABLE_JIT=1 both leave the function as it is.
"""

from __future__ import annotations

import ctypes
import gc
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import types as nb
from numba.extending import intrinsic, typeof_impl

from . import cache
from .memory import Record

Function = TypeVar("Function", bound=Callable[..., Any])

DISABLED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]

# A truth value crosses as an int64: numba's one-bit booleans have no calling convention of their own.
_TYPES: dict[str, Any] = {"int": nb.int64, "bool": nb.int64, "None": nb.void}
_RETURNS: dict[str, Any] = {"int": int, "bool": bool, "None": lambda _: None}


def declare(name: str, dtype: np.dtype[Any]) -> None:
    """Let type hints of kernels use `name` for a record of `dtype`."""
    _TYPES[name] = numba.from_dtype(dtype)


class Kernel:
    """A compiled kernel: callable from Python, without the GIL, and an external function to other kernels."""

    def __init__(self, function: Callable[..., Any], compiled: Any) -> None:
        symbol = f"{function.__module__}.{function.__qualname__}"
        address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)
        llvm.add_symbol(symbol, address)
        self.external = nb.ExternalFunction(symbol, compiled.signature)
        returns = inspect.get_annotations(function)["return"]
        parameters = [
            ctypes.c_void_p if isinstance(kind, nb.Record) else ctypes.c_int64 for kind in compiled.signature.args
        ]
        self._call = ctypes.CFUNCTYPE(None if returns == "None" else ctypes.c_int64, *parameters)(address)
        self._convert = _RETURNS[returns]
        self._compiled = compiled  # owns the code
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.__module__ = function.__module__

    def __call__(self, *args: Any) -> Any:
        return self._convert(self._call(*[a.address if isinstance(a, Record) else int(a) for a in args]))


@typeof_impl.register(Kernel)
def _typeof_kernel(value: Kernel, _context: Any) -> Any:
    return value.external


def kernel(function: Function) -> Function:
    """Compile `function` as a kernel that other kernels and Python call."""
    if DISABLED:
        return function
    return cast(Function, Kernel(function, _compile(function, {})))


def inlined(function: Function) -> Function:
    """Compile `function` as a small helper that is copied into the kernels that call it."""
    if DISABLED:
        return function
    return cast(Function, _compile(function, {"no_cfunc_wrapper": True}, dispatcher=True))


_WORD = ir.IntType(64)


@intrinsic
def _load_word(_context: Any, address: Any) -> Any:
    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.load(builder.inttoptr(args[0], _WORD.as_pointer()))

    return nb.int64(nb.int64), generate


@intrinsic
def _store_word(_context: Any, address: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        builder.store(args[1], builder.inttoptr(args[0], _WORD.as_pointer()))
        return context.get_dummy_value()

    return nb.void(nb.int64, nb.int64), generate


@intrinsic
def _prefetch(_context: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        flag = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), flag, flag, flag])
        function = builder.module.declare_intrinsic("llvm.prefetch", [ir.IntType(8).as_pointer()], kind)
        where = builder.inttoptr(args[0], ir.IntType(8).as_pointer())
        builder.call(function, [where, flag(0), flag(3), flag(1)])  # to read, keep in all caches, data
        return context.get_dummy_value()

    return nb.void(nb.int64), generate


def _load_word_plain(address: int) -> int:
    return ctypes.c_int64.from_address(int(address)).value


def _store_word_plain(address: int, word: int) -> None:
    ctypes.c_int64.from_address(int(address)).value = int(word)


def _prefetch_plain(address: int) -> None:
    pass


# The 64-bit word at an address, for tables too large for a record: callers answer for the address.
load_word: Callable[[int], int] = _load_word_plain if DISABLED else cast(Any, _load_word)
store_word: Callable[[int, int], None] = _store_word_plain if DISABLED else cast(Any, _store_word)
prefetch: Callable[[int], None] = _prefetch_plain if DISABLED else cast(Any, _prefetch)


def _compile(function: Callable[..., Any], options: dict[str, bool], dispatcher: bool = False) -> Any:
    hints = inspect.get_annotations(function)
    returns = _TYPES[hints.pop("return")]
    signature = returns(*(_TYPES[hint] for hint in hints.values()))
    # The compiler makes millions of short-lived objects and no cycles worth collecting.
    collecting = gc.isenabled()
    gc.disable()
    try:
        compiled = cache.compiled(function, signature, {"no_cpython_wrapper": True, **options})
    finally:
        if collecting:
            gc.enable()
    if dispatcher:
        return compiled
    (result,) = compiled.overloads.values()  # a second version would mean that a kernel calls itself with literals
    return result
