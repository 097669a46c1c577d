"""Getting every kernel ready before the first search."""

from __future__ import annotations

import threading
from collections.abc import Callable

_lock = threading.Lock()
_warm = False


def warm_up(report: Callable[[str], None] = lambda text: None) -> None:
    """Load or compile every kernel."""
    global _warm
    with _lock:
        from . import searcher  # noqa: F401
        _warm = True


def is_warm() -> bool:
    """Whether `warm_up` is through."""
    return _warm
