"""Imports point one way, and only one file knows numba's decorator."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: What each folder may import besides itself.
MAY_IMPORT = {
    "engine": (),
    "eval": ("engine",),
    "search": ("engine", "eval"),
    "uci": ("engine", "eval", "search"),
    "pgn": ("engine",),
    "client": ("engine",),
    "draw": ("engine",),
    "arbiter": ("engine", "pgn", "client"),
    "training": ("engine", "eval", "search", "arbiter"),
    "cli": ("engine", "eval", "search", "uci", "pgn", "client", "draw", "arbiter", "training"),
}
LAYERS = tuple(MAY_IMPORT)
FILES = sorted(path.relative_to(ROOT) for layer in LAYERS for path in (ROOT / layer).rglob("*.py"))
#: The layers below the conversation and the packages that only the command line may need.
KERNEL_LAYERS = ("engine", "eval", "search")


def imports(path: Path) -> Iterator[tuple[int, int, str]]:
    """Line, number of leading dots and name of everything that a file imports, inside functions too."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            for name in [node.module] if node.module else [alias.name for alias in node.names]:
                yield node.lineno, node.level, name
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, 0, alias.name


@pytest.mark.parametrize("path", FILES, ids=str)
def test_imports_point_down(path: Path) -> None:
    own = path.parts[0]
    to_root = len(path.parts)  # so many dots lead to the package
    for line, dots, name in imports(path):
        first = name.split(".")[0]
        if dots == 0:
            assert first not in (*LAYERS, "tenfold"), f"{path}:{line}: relative imports only"
            assert first not in ("tests", "benchmarks"), f"{path}:{line} imports {name}"
        elif dots == to_root and first in LAYERS:
            assert first == own or first in MAY_IMPORT[own], f"{path}:{line}: {own} must not know {first}"
        else:
            assert dots < to_root or name == "__version__", f"{path}:{line} imports {name}"


@pytest.mark.parametrize("path", [path for path in FILES if path.parts[0] in KERNEL_LAYERS], ids=str)
def test_lower_layers_do_not_print(path: Path) -> None:
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Name) and node.id == "print"), f"{path}:{node.lineno}"


@pytest.mark.parametrize("path", FILES, ids=str)
def test_one_door_to_the_compiler(path: Path) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    assert not re.search(r"^\s*@(numba\.|nb\.)?(n?jit|vectorize|guvectorize)\b", text, re.M)
    if path.parts[0] != "engine":
        known = {name.split(".")[0] for _, dots, name in imports(path) if dots == 0}
        assert not known & {"numba", "llvmlite"}, f"{path}: kernels are compiled by engine/jit.py"


def test_the_folders_have_an_order() -> None:
    for place, layer in enumerate(LAYERS):
        assert set(MAY_IMPORT[layer]) <= set(LAYERS[:place])


def test_the_test_sees_a_wrong_import(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(
        "def f():\n    from ..uci.parse import parse\n    import tenfold.eval\n", encoding="utf-8"
    )
    assert list(imports(file)) == [(2, 2, "uci.parse"), (3, 0, "tenfold.eval")]
