"""Where compiled kernels are kept (first version)."""

from __future__ import annotations

import os
import hashlib
from pathlib import Path
from typing import Any

import numba

_ROOT = Path(__file__).resolve().parent.parent
digest = hashlib.sha256(numba.__version__.encode())
for layer in ("engine", "eval", "search"):
    for path in sorted((_ROOT / layer).rglob("*.py")):
        digest.update(path.read_bytes())
numba.config.CACHE_DIR = str(Path.home() / ".cache" / "tenfold" / digest.hexdigest()[:16])


def compiled(function: Any, signature: Any) -> Any:
    return numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)
