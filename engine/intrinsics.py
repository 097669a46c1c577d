"""How the primitives of jit.py are compiled. Imported by the compiler only."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types as nb
from numba.extending import intrinsic

_WORD = ir.IntType(64)
_FLAG = ir.IntType(32)
_BYTES = ir.IntType(8).as_pointer()


@intrinsic
def _load_word(_context: Any, address: Any) -> Any:
    def generate(_: Any, builder: Any, _sig: Any, args: Any) -> Any:
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
        kind = ir.FunctionType(ir.VoidType(), [_BYTES, _FLAG, _FLAG, _FLAG])
        function = builder.module.declare_intrinsic("llvm.prefetch", [_BYTES], kind)
        # To read, keep in all caches, data.
        builder.call(function, [builder.inttoptr(args[0], _BYTES), _FLAG(0), _FLAG(3), _FLAG(1)])
        return context.get_dummy_value()

    return nb.void(nb.int64), generate


@intrinsic
def _bit_count(_context: Any, bits: Any) -> Any:
    def generate(_: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return nb.int64(nb.int64), generate


@intrinsic
def _first_bit(_context: Any, bits: Any) -> Any:
    def generate(_: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.IntType(1)(1))  # what it gives for 0 is open

    return nb.int64(nb.int64), generate


INTRINSICS = {
    "load_word": _load_word,
    "store_word": _store_word,
    "prefetch": _prefetch,
    "bit_count": _bit_count,
    "first_bit": _first_bit,
}
