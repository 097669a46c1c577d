"""What a compiled function depends on, as a digest: the key under which its code is kept.

The digest covers the bytecode, the layout of the records in the type hints and, through all globals that the
bytecode names, the constants and helpers that are compiled into it. Other kernels count by their signatures
only, since they are called by address. So an edit makes exactly those kernels compile anew that it changes,
wherever it was made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from opcode import opmap
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

Function = Callable[..., Any]
_LOAD_GLOBAL, _EXTENDED_ARG = opmap["LOAD_GLOBAL"], opmap["EXTENDED_ARG"]
_absent = object()
_FOREIGN = ("numpy", "numba", "math", "builtins")  # their versions are part of every key


def references(function: Function) -> Iterator[tuple[str, Any]]:
    """The globals that `function` names, each with its value: `NAME`, or `module.NAME` for modules of ours.

    Of a module all attributes count whose names occur in the function, wherever that is: one too many only
    means that a kernel is compiled once without need.
    """
    for code in _codes(function.__code__):
        for name in dict.fromkeys(_global_names(code)):
            if name not in function.__globals__:
                continue  # a builtin, or an error that the compiler reports better
            value = function.__globals__[name]
            if isinstance(value, ModuleType) and not _is_foreign(value.__name__):
                for attribute in code.co_names:
                    found = vars(value).get(attribute, _absent)
                    if found is not _absent and not isinstance(found, FunctionType):
                        yield f"{name}.{attribute}", found
            else:
                yield name, value


def plain_digest(function: Function) -> bytes:
    """A digest of the bytecode itself."""
    digest = hashlib.sha256()
    for part in _code_parts(function.__code__):
        digest.update(part)
    digest.update(repr(function.__defaults__).encode())
    return digest.digest()


def constant_digest(name: str, value: Any) -> bytes:
    """A digest of a constant that is compiled into a function. Raises `TypeError` for what is none."""
    if isinstance(value, ModuleType) and _is_foreign(value.__name__):
        return value.__name__.encode()
    if value is None or isinstance(value, (bool, int, float, str, bytes, np.generic)):
        return f"{type(value).__name__} {value!r}".encode()
    if isinstance(value, tuple):
        return b"(" + b",".join(constant_digest(name, item) for item in value) + b")"
    if isinstance(value, np.ndarray):
        return f"{value.dtype!r} {value.shape}".encode() + hashlib.sha256(value.tobytes()).digest()
    if isinstance(value, (type, BuiltinFunctionType)) or callable(value):
        home = getattr(value, "__module__", None) or "builtins"
        if _is_foreign(home):
            return f"{home}.{getattr(value, '__qualname__', repr(value))}".encode()
    raise TypeError(f"the global {name!r} is a {type(value).__name__}: kernels cannot depend on such a value")


def _is_foreign(module: str) -> bool:
    return module.partition(".")[0] in _FOREIGN


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _global_names(code: CodeType) -> Iterator[str]:
    """Read off the bytecode: the module dis would take a twentieth of a second for all kernels."""
    high = 0
    text = code.co_code
    for at in range(0, len(text), 2):
        argument = text[at + 1] | high
        high = argument << 8 if text[at] == _EXTENDED_ARG else 0
        if text[at] == _LOAD_GLOBAL:
            yield code.co_names[argument >> 1]  # the low bit is about the stack


def _code_parts(code: CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_exceptiontable)).encode()
    for constant in code.co_consts[1:] if isinstance(code.co_consts[0], str) else code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_parts(constant)
        else:
            yield f"{type(constant).__name__} {constant!r}".encode()
