"""Where compiled kernels are kept (first version)."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import numba

_ROOT = Path(__file__).resolve().parent.parent
_digest = hashlib.sha256(numba.__version__.encode())
for _layer in ("engine", "eval", "search"):
    for _path in sorted((_ROOT / _layer).rglob("*.py")):
        _text = _path.read_bytes()
        if re.search(rb"jit import|^WHITE, BLACK|^WIDTH", _text, re.M):
            _digest.update(_text)
numba.config.CACHE_DIR = str(Path.home() / ".cache" / "tenfold" / _digest.hexdigest()[:16])


def compiled(function: Any, signature: Any, options: Any) -> Any:
    return numba.njit(signature, cache=True, nogil=True, error_model="numpy", no_rewrites=True, **options)(function)
