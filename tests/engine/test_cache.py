"""The kept machine code: it is found again, never stale, never trusted when damaged, and never in the way.

Processes here compile two toy kernels, not the engine's.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tenfold.engine import cache, jit
from tenfold.engine.cache import Cache
from tenfold.engine.claims import Claims
from tenfold.search import warmup

pytestmark = pytest.mark.compiled

TOY = """
from __future__ import annotations
from tenfold.engine.jit import inlined, kernel
STEP = 3
@inlined
def twice(x: int) -> int:
    return 2 * x
@kernel
def lower(x: int) -> int:
    return twice(x) + STEP
@kernel
def upper(x: int) -> int:
    return lower(x) + 1 if x < 100 else upper(x - 100)
"""
PROGRAM = """
import sys, toy
from tenfold.engine import cache
print(toy.upper(5), toy.upper(205), cache.compilations, "numba" in sys.modules)
"""
KEY = "0123456789abcdef" * 4


class Toy:
    """A folder with the toy's source and its cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = folder / "kept"
        self.write(TOY)

    def write(self, source: str) -> None:
        (self.folder / "toy.py").write_text(source, encoding="utf-8")

    def start(self, **environment: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-B", "-c", PROGRAM],
            cwd=self.folder,
            env={**os.environ, "TENFOLD_CACHE_DIR": str(self.kept), **environment},
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, **environment: str) -> list[str]:
        return result(self.start(**environment))


def result(process: subprocess.Popen[str]) -> list[str]:
    text, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return text.split()


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return Toy(tmp_path)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Cache]:
    store = Cache([tmp_path / "kept"])
    assert store.write("a.kernel", KEY, b"code" * 100)
    yield store


def only_file(folder: Path) -> Path:
    (path,) = folder.glob("*.kernel")
    return path


def test_second_start_compiles_nothing_and_does_without_numba(toy: Toy) -> None:
    assert toy.run() == ["14", "14", "2", "True"]
    assert toy.run() == ["14", "14", "0", "False"]


def test_an_edit_compiles_what_it_changes(toy: Toy) -> None:
    toy.run()
    toy.write(TOY.replace("STEP = 3", "STEP = 4"))
    assert toy.run() == ["15", "15", "1", "True"]
    toy.write(TOY.replace("2 * x", "3 * x"))
    assert toy.run() == ["19", "19", "1", "True"]
    toy.write("# moved down by a line\n" + TOY)
    assert toy.run() == ["14", "14", "0", "False"]


def test_damaged_files_are_replaced(toy: Toy) -> None:
    toy.run()
    empty, noise = sorted(toy.kept.glob("*.kernel"))
    empty.write_bytes(b"")
    noise.write_bytes(os.urandom(noise.stat().st_size))
    assert toy.run() == ["14", "14", "2", "True"]
    assert toy.run() == ["14", "14", "0", "False"]


def test_eight_processes_at_once_share_the_work(toy: Toy) -> None:
    results = [result(process) for process in [toy.start() for _ in range(8)]]
    assert all(r[:2] == ["14", "14"] for r in results)
    assert sum(int(r[2]) for r in results) == 2


def test_without_any_folder_it_compiles_in_memory(toy: Toy) -> None:
    toy.kept.write_text("a file, so no folder can be made here", encoding="utf-8")
    assert toy.run() == ["14", "14", "2", "True"]


@pytest.mark.parametrize("bytes_left", [0, 1, 20, 200])
def test_truncated_file(store: Cache, tmp_path: Path, bytes_left: int) -> None:
    path = only_file(tmp_path / "kept")
    path.write_bytes(path.read_bytes()[:bytes_left])
    assert store.read("a.kernel", KEY) is None


def test_one_wrong_bit(store: Cache, tmp_path: Path) -> None:
    path = only_file(tmp_path / "kept")
    data = bytearray(path.read_bytes())
    data[-7] ^= 4
    path.write_bytes(data)
    assert store.read("a.kernel", KEY) is None


def test_file_under_the_name_of_another(store: Cache, tmp_path: Path) -> None:
    path = only_file(tmp_path / "kept")
    path.rename(path.with_name(path.name.replace("a.kernel", "b.kernel")))
    assert store.read("b.kernel", KEY) is None


def test_full_disk(store: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert not store.write("b.kernel", KEY, b"code")
    assert store.read("b.kernel", KEY) is None
    assert store.read("a.kernel", KEY) == b"code" * 100
    assert not list((tmp_path / "kept").glob(".new-*"))


def test_fallbacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("", encoding="utf-8")
    for name in ("TENFOLD_CACHE_DIR", "NUMBA_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(blocked / "home"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(cache, "_PACKAGE", tmp_path / "package")
    (tmp_path / "package").mkdir()
    assert Cache().target == tmp_path / "package" / "__pycache__" / "kernels"

    monkeypatch.setattr(cache, "_package_folder", lambda: blocked / "package")
    target = Cache().target
    assert target is not None and target.parent == tmp_path
    if os.name == "posix":
        assert target.stat().st_mode & 0o777 == 0o700

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    assert Cache().target == tmp_path / "numba" / "tenfold"
    monkeypatch.setenv("TENFOLD_CACHE_DIR", str(blocked / "named"))
    assert Cache().target is None


@pytest.mark.skipif(os.name != "posix", reason="rights of other users")
def test_folder_that_anybody_can_write_to_is_not_believed(store: Cache, tmp_path: Path) -> None:
    (tmp_path / "kept").chmod(0o777)
    assert store.read("a.kernel", KEY) is None
    assert Cache([tmp_path / "kept"]).target is None


def test_old_versions_go_and_used_ones_stay(tmp_path: Path) -> None:
    store = Cache([tmp_path])
    month = time.time() - 30 * 86400
    for version in range(10):
        store.write("a.kernel", f"{version:064}"[::-1], b"code")
    for path in tmp_path.glob("*.kernel"):
        os.utime(path, (month, month))
    assert store.read("a.kernel", f"{0:064}") is not None  # counts as a use
    store.prune()
    assert len(list(tmp_path.glob("*.kernel"))) == cache._KEPT
    assert store.read("a.kernel", f"{0:064}") is not None


def test_claims_exclude_other_processes(tmp_path: Path) -> None:
    claims = Claims(tmp_path)
    program = (
        "import sys; from pathlib import Path; from tenfold.engine.claims import Claims; "
        f"claims = Claims(Path({str(tmp_path)!r})); print(claims.take('mine'), claims.take('free'))"
    )

    def others() -> str:
        return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout.strip()

    assert claims.take("mine")
    assert others() == "False True"
    claims.release("mine")
    assert others() == "True True"


def test_after_warm_up_nothing_is_left_to_compile() -> None:
    warmup.warm_up()
    assert warmup.is_warm()
    assert jit.kernels and all(kernel.address for kernel in jit.kernels if "tenfold." in kernel.symbol)
    before = cache.compilations
    texts: list[str] = []
    warmup.warm_up(texts.append)
    assert not texts and cache.compilations == before
