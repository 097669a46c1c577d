"""Who compiles what, among processes that find the same cache empty.

A claim is a lock on one byte of a file in the cache folder; the byte stands for a kernel. The system releases
it when its holder ends, in whatever way, so that a claim never outlives its process.
"""

from __future__ import annotations

import os
import sys
import zlib
from contextlib import suppress
from pathlib import Path


class Claims:
    """Claims of this process in `folder`. Where there is none, or no locks, each claim is granted."""

    def __init__(self, folder: Path | None) -> None:
        self._file: int | None = None
        try:
            if folder is not None:
                # Kept open for good: closing any handle of a file gives up all its locks.
                self._file = os.open(folder / "claims", os.O_RDWR | os.O_CREAT, 0o644)
        except OSError:
            pass

    def take(self, key: str) -> bool:
        """Claim `key`; False if another process has it."""
        if self._file is None:
            return True
        try:
            _lock(self._file, _place(key))
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return True
        return True

    def release(self, key: str) -> None:
        """Give `key` back."""
        if self._file is not None:
            with suppress(OSError):
                _unlock(self._file, _place(key))


def _place(key: str) -> int:
    return zlib.crc32(key.encode()) & 0x3FFFFFFF


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int, place: int) -> None:
        os.lseek(file, place, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    def _unlock(file: int, place: int) -> None:
        os.lseek(file, place, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: int, place: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)

    def _unlock(file: int, place: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_UN, 1, place)
