"""Machine code put into memory, and what it is made for."""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np

from .jit import FAILED, Kernel, failures


class Loader:
    """Holds the machine code of kernels for the rest of the process."""

    def __init__(self) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._failed = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(_note_failure)  # owns what kernels call
        llvm.add_symbol(FAILED, ctypes.cast(self._failed, ctypes.c_void_p).value)

    def load(self, code: dict[Kernel, bytes]) -> None:
        """Make kernels callable. What they call must be among them or have been loaded before."""
        for data in code.values():
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(data))
        self._engine.finalize_object()
        for kernel in code:
            kernel.bind(self._engine.get_function_address(kernel.symbol))


def _note_failure(symbol: bytes) -> None:
    failures.append(symbol.decode())


@cache
def environment() -> bytes:
    """A digest of all that machine code depends on besides the kernels: compiler, its options, this
    processor."""
    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # not known on every system
        features = ""
    facts = [sys.version, _numba_version(), llvm.llvm_version_info, np.__version__, llvm.get_process_triple()]
    facts += [llvm.get_host_cpu_name(), features]
    facts += sorted(
        item for item in os.environ.items() if item[0].startswith("NUMBA_") and "CACHE" not in item[0]
    )
    digest = hashlib.sha256(repr(facts).encode())
    for name in ("compiler.py", "intrinsics.py", "jit.py", "native.py"):
        digest.update((Path(__file__).parent / name).read_bytes())
    return digest.digest()


def _numba_version() -> str:
    """What the file says that numba takes its version from; importing numba, or its metadata, takes far
    longer."""
    found = find_spec("numba")
    if found is None or found.origin is None:
        return ""
    return (Path(found.origin).parent / "_version.py").read_text()
