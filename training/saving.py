"""Files that are whole at any time, whatever ends the process."""

from __future__ import annotations

import os
from pathlib import Path


def save(path: Path, content: bytes) -> None:
    """Write a file anew, or leave the old one. Raises `OSError`."""
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
