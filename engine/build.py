"""Makes kernels callable: from the cache those that are kept there, by the compiler the others."""

from __future__ import annotations

import gc
import hashlib
import threading
import time
from collections.abc import Callable, Iterable

from . import cache, native
from .claims import Claims
from .jit import Kernel

Report = Callable[[int, int], None]

_POLL_SECONDS = 0.02
_PATIENCE_SECONDS = 30.0  # what another process has claimed for so long we compile ourselves

_lock = threading.RLock()
_loader: native.Loader | None = None


def make_ready(wanted: Iterable[Kernel], report: Report = lambda done, total: None, wait: bool = True) -> int:
    """Make kernels and all that they call callable; the number of those that had to be compiled.

    Several processes that do this at once share the work through the cache. `report` hears how many of those
    that were missing are there, first of all with 0. Without `wait` the kernels that others are compiling are
    left out, and nothing is loaded. Safe to call from several threads.
    """
    global _loader
    with _lock:
        kernels = _with_callees(wanted)
        if not kernels:
            return 0
        store = cache.Cache()
        code = {kernel: data for kernel in kernels if (data := store.read(kernel.symbol, _key(kernel)))}
        missing = [kernel for kernel in kernels if kernel not in code]
        if missing:
            _compile_missing(missing, code, store, report, wait)
            store.prune()
        if wait:
            _loader = _loader or native.Loader()
            _loader.load(code)
        return len(missing)


def _with_callees(wanted: Iterable[Kernel]) -> list[Kernel]:
    """Those that are not ready, and those of their callees."""
    found: dict[Kernel, None] = {}
    waiting = list(wanted)
    while waiting:
        kernel = waiting.pop()
        if not kernel.address and kernel not in found:
            found[kernel] = None
            waiting.extend(kernel.callees())
    return list(found)


def _key(kernel: Kernel) -> str:
    return hashlib.sha256(native.environment() + kernel.digest).hexdigest()


def _compile_missing(
    missing: list[Kernel], code: dict[Kernel, bytes], store: cache.Cache, report: Report, wait: bool
) -> None:
    total = len(missing)
    report(0, total)
    claims = Claims(store.target)
    # The longest first, so that processes which share the work end at the same time.
    todo = sorted(missing, key=_weight, reverse=True)
    patient_until = time.monotonic() + _PATIENCE_SECONDS
    while todo:
        before = len(todo)
        for kernel in list(todo):
            key = _key(kernel)
            if not claims.take(key) and time.monotonic() < patient_until:
                continue
            try:
                code[kernel] = store.read(kernel.symbol, key) or _compile(kernel, store, key)
            finally:
                claims.release(key)
            todo.remove(kernel)
            patient_until = time.monotonic() + _PATIENCE_SECONDS
            report(total - len(todo), total)
        if len(todo) == before:
            if not wait:
                return
            time.sleep(_POLL_SECONDS)


def _compile(kernel: Kernel, store: cache.Cache, key: str) -> bytes:
    from .compiler import compile_kernel

    # The compiler makes millions of short-lived objects and no cycles worth collecting.
    collecting = gc.isenabled()
    gc.disable()
    try:
        code = compile_kernel(kernel)
    finally:
        if collecting:
            gc.enable()
    cache.compilations += 1
    store.write(kernel.symbol, key, code)
    return code


def _weight(kernel: Kernel) -> int:
    """About how long compilation takes: bytes of bytecode, helpers included."""
    return sum(len(unit.function.__code__.co_code) for unit in kernel.units())
