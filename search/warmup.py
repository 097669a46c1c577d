"""Getting all kernels ready before the first move is asked for."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib import import_module

_MODULES = ("engine.board", "engine.perft", "engine.see", "eval.evaluate", "search.searcher")
_MOST_PROCESSES = 4
_REPORT_SECONDS = 1.0

_PACKAGE = __package__.rpartition(".")[0]
_lock = threading.Lock()
_warm = False


def warm_up(report: Callable[[str], None] = lambda text: None) -> None:
    """Load all kernels, or compile those that are not in the cache. Safe to call often and from several
    threads.

    `report` hears of it only if something has to be compiled, about once a second.
    """
    global _warm
    with _lock:
        if not _warm:
            _make_all_ready(report)
            _warm = True


def is_warm() -> bool:
    """Whether all kernels are in memory, so that nothing will have to be compiled any more."""
    return _warm


def _make_all_ready(report: Callable[[str], None]) -> None:
    from ..engine import jit

    _import_all()
    if jit.DISABLED:
        return
    from ..engine import build

    helpers: list[subprocess.Popen[bytes]] = []
    reported = 0.0

    def progress(done: int, total: int) -> None:
        nonlocal reported
        if done == 0 and total > 1:
            helpers.extend(_start_helpers(total))
        if time.monotonic() - reported >= _REPORT_SECONDS or done == total:
            reported = time.monotonic()
            report(f"compiling kernels, once after an installation: {done} of {total}")

    try:
        build.make_ready(jit.kernels, progress)
    finally:
        for helper in helpers:  # there is nothing left for them to do
            helper.kill()
            helper.wait()


def _import_all() -> None:
    for name in _MODULES:
        module = f"{_PACKAGE}.{name}"
        try:
            import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise


def _start_helpers(work: int) -> list[subprocess.Popen[bytes]]:
    """Processes that compile with us, one for each further processor. They share the work through the
    cache."""
    from ..engine.cache import Cache

    if not sys.executable or getattr(sys, "frozen", False) or Cache().target is None:
        return []
    code = (
        f"import sys; sys.path[:] = {sys.path!r}; "
        f"from {__name__} import help_compile; help_compile({os.getpid()})"
    )
    helpers = []
    for _ in range(min(_processors(), _MOST_PROCESSES, work) - 1):
        try:
            quiet = subprocess.DEVNULL
            helpers.append(
                subprocess.Popen([sys.executable, "-c", code], stdin=quiet, stdout=quiet, stderr=quiet)
            )
        except OSError:
            break
    return helpers


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def help_compile(parent: int) -> None:
    """Compile what nobody else is compiling, as long as the process `parent` lives."""
    from ..engine import build, jit

    def watch(done: int, total: int) -> None:
        if os.getppid() != parent:
            sys.exit(0)

    _import_all()
    build.make_ready(jit.kernels, watch, wait=False)
