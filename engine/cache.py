"""Where the machine code of kernels is kept between runs: one small file per kernel.

A file is named by kernel and key, so that code of several versions lives side by side, and begins with a
checksum over both and the code. Whatever is truncated, damaged or misnamed counts as absent and is written
again. Files appear by renaming, so that no reader ever meets half of one. Nothing here raises when a disk is
full or read-only: then code is compiled in memory at each start.

The folders, in the order in which they are looked up; the first one that can be written gets what is new:

    $TENFOLD_CACHE_DIR           if set, this one alone
    $NUMBA_CACHE_DIR/tenfold     if set: who sets it wants compiled code there
    the user's cache folder      ~/.cache/tenfold and the like
    __pycache__ of the package   filled by an administrator's `tenfold warmup` for all users
    the temporary folder         in a folder of our own

Machine code is executed, so folders that others could write to are passed over, except the one that was
named.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

_MAGIC = b"tenfold1"
_HEADER = len(_MAGIC) + hashlib.sha256().digest_size
_SUFFIX = ".kernel"
_KEPT = 6  # versions of a kernel that are always kept
_USED_DAYS = 3.0  # how long an older version is kept after its last use
_FORGOTTEN_DAYS = 90.0  # when even the newest goes: its kernel has been renamed or Tenfold is no longer used
_PACKAGE = Path(__file__).resolve().parent.parent

#: How many kernels this process has compiled; a search must not raise it.
compilations = 0


class Cache:
    """The kept code. `folders` are those to look in; see above."""

    def __init__(self, folders: list[Path] | None = None) -> None:
        self._folders = list(_folders()) if folders is None else folders
        self._target: Path | None = None
        self._probed = False

    @property
    def target(self) -> Path | None:
        """The folder that new code is written to, made if need be; None if there is none."""
        if not self._probed:
            self._probed = True
            self._target = next((folder for folder in self._folders if _usable(folder)), None)
        return self._target

    def read(self, symbol: str, key: str) -> bytes | None:
        """The code that was kept for a kernel under this key, None if there is none."""
        for folder in self._folders:
            path = folder / _file_name(symbol, key)
            try:
                if not _trusted(folder):
                    continue
                data = path.read_bytes()
                if data[:_HEADER] == _header(symbol, key, data[_HEADER:]):
                    _touch(path)
                    return data[_HEADER:]
            except OSError:
                continue
        return None

    def write(self, symbol: str, key: str, code: bytes) -> bool:
        """Keep code; whether that could be done."""
        if self.target is None:
            return False
        try:
            handle, temporary = tempfile.mkstemp(dir=self.target, prefix=".new-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_header(symbol, key, code) + code)
                os.chmod(temporary, 0o644)  # other users may profit from a shared folder
                os.replace(temporary, self.target / _file_name(symbol, key))
            except OSError:
                os.unlink(temporary)
                raise
        except OSError:
            return False
        return True

    def prune(self) -> None:
        """Delete versions that nobody has used for days, but never a kernel's newest few, and left-over
        parts."""
        versions: dict[str, list[tuple[float, str]]] = defaultdict(list)
        now = time.time()
        try:
            with os.scandir(self.target or "") as entries:
                for entry in entries:
                    if entry.name.endswith(_SUFFIX):
                        symbol = entry.name.rpartition("-")[0]
                        versions[symbol].append((now - entry.stat().st_mtime, entry.path))
                    elif entry.name.startswith(".new-") and now - entry.stat().st_mtime > 3600:
                        os.unlink(entry.path)
            for files in versions.values():
                for rank, (age, path) in enumerate(sorted(files)):
                    if age > (_USED_DAYS if rank >= _KEPT else _FORGOTTEN_DAYS) * 86400:
                        os.unlink(path)
        except OSError:
            pass  # another process may be pruning too


def _folders() -> Iterator[Path]:
    named = os.environ.get("TENFOLD_CACHE_DIR")
    if named:
        yield Path(named)
        return
    if os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(os.environ["NUMBA_CACHE_DIR"], "tenfold")
    from platformdirs import user_cache_path

    home = user_cache_path("tenfold", appauthor=False)
    if home.is_absolute():  # without a home "~" is left as it is
        yield home
    yield _package_folder()
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    yield Path(tempfile.gettempdir(), f"tenfold-{user}")


def _package_folder() -> Path:
    return _PACKAGE / "__pycache__" / "kernels"


def _usable(folder: Path) -> bool:
    """Whether files can be made in `folder`. Asking for rights is not enough: disks are read-only or full."""
    try:
        folder.mkdir(
            mode=0o700 if folder.parent == Path(tempfile.gettempdir()) else 0o755, parents=True, exist_ok=True
        )
        if not _trusted(folder):
            return False
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".new-"):
            return True
    except OSError:
        return False


def _trusted(folder: Path) -> bool:
    """Whether only we, the owner of the package or the administrator can have written here."""
    if not hasattr(os, "getuid") or os.environ.get("TENFOLD_CACHE_DIR") == str(folder):
        return True
    status = os.stat(folder)
    owners = (os.getuid(), 0, os.stat(_PACKAGE).st_uid)
    return stat.S_ISDIR(status.st_mode) and status.st_uid in owners and not status.st_mode & stat.S_IWOTH


def _file_name(symbol: str, key: str) -> str:
    safe = re.sub(r"[^\w.]", "_", symbol)
    return f"{safe}-{key[:32]}{_SUFFIX}"


def _header(symbol: str, key: str, code: bytes) -> bytes:
    return _MAGIC + hashlib.sha256(f"{symbol} {key} ".encode() + code).digest()


def _touch(path: Path) -> None:
    """Note that a file is in use, once a day."""
    try:
        if time.time() - path.stat().st_mtime > 86400:
            os.utime(path)
    except OSError:
        pass  # a shared folder belongs to somebody else
