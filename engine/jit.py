"""Kernels: the functions that are compiled to machine code, how they call each other and how Python calls
them.

A kernel's type hints are its signature: `int` and `bool` are int64, and the names that `declare` has been
told are the records that kernels pass to each other. Two kinds of functions are told apart:

    @kernel    compiled by itself; other kernels and Python call it by its address, as a C function
    @inlined   a small helper, copied into the kernels that call it so that LLVM can inline it

Importing a module compiles nothing. A kernel is made ready, with all that it calls, when Python first calls
it, or before that by `build.make_ready`: from the cache if it is there, else by the compiler. Numba is
imported in the second case only, so that a start with a warm cache does not wait for it.

With NUMBA_DISABLE_JIT=1 both leave the function as it is.
"""

from __future__ import annotations

import ctypes
import hashlib
import inspect
import os
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np

from . import fingerprint
from .memory import Record

Function = TypeVar("Function", bound=Callable[..., Any])

DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

#: What kernels call when one of them has raised an exception; only with NUMBA_BOUNDSCHECK=1 there are any.
FAILED = "tenfold.failed"

# A truth value crosses as an int64: numba's one-bit booleans have no calling convention of their own.
_SCALARS: dict[str, Callable[[Any], Any]] = {"int": int, "bool": bool, "None": lambda _: None}
_RECORDS: dict[str, np.dtype[Any]] = {}

kernels: list[Kernel] = []  # all that have been imported
failures: list[str] = []  # filled when a kernel raises, emptied when Python hears of it


def declare(name: str, dtype: np.dtype[Any]) -> None:
    """Let type hints of kernels use `name` for a record of `dtype`."""
    if _RECORDS.setdefault(name, dtype) != dtype:
        raise ValueError(f"the hint {name!r} is taken by another record")


class Unit:
    """A function to compile and what its hints say. Raises `TypeError` for hints that nobody declared."""

    def __init__(self, function: Callable[..., Any]) -> None:
        hints = inspect.get_annotations(function)
        self.returns: str = hints.pop("return")
        self.parameters: tuple[str, ...] = tuple(hints.values())
        unknown = [hint for hint in (self.returns, *self.parameters) if hint not in _SCALARS | _RECORDS]
        if unknown or len(self.parameters) != function.__code__.co_argcount:
            raise TypeError(f"{function.__qualname__}: unknown or missing type hints {unknown}")
        self.function = function
        self.symbol = f"{function.__module__}.{function.__qualname__}"
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.__module__ = function.__module__

    @staticmethod
    def dtype(hint: str) -> np.dtype[Any]:
        """The layout of the record that a hint names."""
        return _RECORDS[hint]

    @cached_property
    def references(self) -> dict[str, Any]:
        """The globals that the function uses, by name."""
        return dict(fingerprint.references(self.function))

    def helpers(self) -> Iterator[Helper]:
        """The helpers that the function calls itself."""
        return (value for value in self.references.values() if isinstance(value, Helper))

    @cached_property
    def signature_digest(self) -> bytes:
        """A digest of name and signature: all that callers of a kernel are compiled with."""
        layouts = [
            repr(_RECORDS[h].descr) + str(_RECORDS[h].itemsize) for h in self.parameters if h in _RECORDS
        ]
        return hashlib.sha256(repr((self.symbol, self.returns, self.parameters, layouts)).encode()).digest()

    @cached_property
    def digest(self) -> bytes:
        """A digest of everything in this project that the machine code depends on."""
        digest = hashlib.sha256(self.signature_digest + fingerprint.plain_digest(self.function))
        for name, value in self.references.items():
            digest.update(name.encode())
            if isinstance(value, Kernel):
                digest.update(value.signature_digest)
            elif isinstance(value, Helper):
                digest.update(value.digest)
            elif isinstance(value, Primitive):
                digest.update(value.name.encode())
            else:
                digest.update(fingerprint.constant_digest(name, value))
        return digest.digest()


class Helper(Unit):
    """A function that is compiled into the kernels that call it. Called from Python it runs as Python."""

    def __call__(self, *args: Any) -> Any:
        return self.function(*args)


class Kernel(Unit):
    """A compiled function: callable from Python, without the GIL, and an external function to other
    kernels."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self.address = 0  # of the machine code, 0 before it is ready
        self._call: Callable[..., Any] = self._first_call
        self._convert = _SCALARS[self.returns]
        kernels.append(self)

    def __call__(self, *args: Any) -> Any:
        result = self._convert(self._call(*[a.address if isinstance(a, Record) else int(a) for a in args]))
        if failures:
            name = failures.pop()
            failures.clear()
            raise RuntimeError(f"an exception was raised in a kernel below {self.symbol}: {name}")
        return result

    def callees(self) -> Iterator[Kernel]:
        """The kernels that this one calls, itself or through helpers."""
        return (
            value for unit in self.units() for value in unit.references.values() if isinstance(value, Kernel)
        )

    def units(self) -> list[Unit]:
        """This kernel and the helpers that become part of it."""
        found: list[Unit] = [self]
        for unit in found:
            found.extend(helper for helper in unit.helpers() if helper not in found)
        return found

    def bind(self, address: int) -> None:
        """From now on calls go to the machine code at `address`."""
        parameters = [ctypes.c_void_p if hint in _RECORDS else ctypes.c_int64 for hint in self.parameters]
        self._call = ctypes.CFUNCTYPE(None if self.returns == "None" else ctypes.c_int64, *parameters)(
            address
        )
        self.address = address

    def _first_call(self, *args: Any) -> Any:
        from .build import make_ready

        make_ready([self])
        return self._call(*args)


class Primitive:
    """An operation of the machine that the compiler knows by name. `plain` does the same in Python."""

    def __init__(self, name: str, plain: Callable[..., Any]) -> None:
        self.name = name
        self.plain = plain

    def __call__(self, *args: Any) -> Any:
        return self.plain(*args)


def _primitive(plain: Function) -> Function:
    return plain if DISABLED else cast(Function, Primitive(plain.__name__, plain))


@_primitive
def load_word(address: int) -> int:
    """The 64-bit word at an address, for tables too large for a record: callers answer for the address."""
    return ctypes.c_int64.from_address(int(address)).value


@_primitive
def store_word(address: int, word: int) -> None:
    """Write a 64-bit word."""
    ctypes.c_int64.from_address(int(address)).value = int(word)


@_primitive
def prefetch(address: int) -> None:
    """Tell the processor that a word will be read soon. The address need not be a good one."""


@_primitive
def bit_count(bits: int) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


@_primitive
def first_bit(bits: int) -> int:
    """The number of the lowest bit set. There must be one."""
    return (int(bits) & -int(bits)).bit_length() - 1


def kernel(function: Function) -> Function:
    """Declare `function` a kernel that other kernels and Python call."""
    return function if DISABLED else cast(Function, Kernel(function))


def inlined(function: Function) -> Function:
    """Declare `function` a small helper that is copied into the kernels that call it."""
    return function if DISABLED else cast(Function, Helper(function))
