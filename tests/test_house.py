"""What documents and packaging say stays true: commands, options, packages, version, links, examples."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import pytest
import tenfold
from tenfold.arbiter.spec import parse_engine
from tenfold.cli.group import COMMANDS as SUBCOMMANDS
from tenfold.cli.group import tenfold as tenfold_group
from tenfold.uci.options import ROWS
from tenfold.uci.show import COMMANDS

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LAYERS = ("engine", "eval", "search", "uci", "pgn", "client", "draw", "arbiter", "training", "cli")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    return tomllib.loads(text("pyproject.toml"))


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", text("Makefile"), re.M))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# The Makefile and what speaks of it


def test_help_lists_every_target() -> None:
    done = subprocess.run(["make", "-s", "-C", str(ROOT)], capture_output=True, text=True, check=True)
    listed = set(re.findall(r"^ +make ([a-z-]+) ", done.stdout, re.M))
    assert listed == make_targets()


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_documents_name_targets_that_exist(path: Path) -> None:
    content = path.read_text(encoding="utf-8")
    code = [*re.findall(r"`([^`\n]+)`", content), *re.findall(r"^ {4}(.*)", content, re.M)]
    for snippet in code:
        if found := re.match(r"\$? ?make((?: [a-z-]+)+)", snippet):
            assert set(found[1].split()) <= make_targets(), snippet


def test_readme_opens_with_the_two_commands() -> None:
    opening = text("README.md")[:1000]
    assert "    make run " in opening and "    make test " in opening


def test_the_whole_check_runs_what_a_developer_runs() -> None:
    targets = re.search(r"for target in (.*); do", text(".ci/run"))
    assert targets is not None
    assert {"lint", "types", "test", "nojit"} <= set(targets[1].split()) <= make_targets()


# The command line and the protocol


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_documents_name_commands_that_exist(path: Path) -> None:
    for word in re.findall(r"`(?:\.venv/bin/)?tenfold ([a-z]+)", path.read_text(encoding="utf-8")):
        assert word in SUBCOMMANDS, word


def command_lines(path: Path) -> list[list[str]]:
    """The commands in a document's indented blocks, as words."""
    content = re.sub(r"\\\n *", "", path.read_text(encoding="utf-8"))
    found = re.findall(r"^ {4}(?:\$ )?(?:\.venv/bin/)?tenfold ([a-z]+ .*--.*)$", content, re.M)
    return [shlex.split(re.split(" {3}", line)[0]) for line in found]  # a remark stands further to the right


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_documents_use_options_that_exist(path: Path) -> None:
    for words in command_lines(path):
        command = tenfold_group.get_command(click.Context(tenfold_group), words[0])
        assert command is not None, words
        known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
        assert {word for word in words if re.match(r"--?[a-z]", word)} <= known, words
        each = "".join(after for word, after in pairwise(words) if word == "--each")
        for word, after in pairwise(words):
            if word == "--engine" and "--each" in known:
                assert parse_engine(after, each).control.limited, words


def test_documents_have_commands_to_look_at() -> None:
    assert sum(len(command_lines(path)) for path in DOCUMENTS) > 15


def test_protocol_lists_every_option() -> None:
    section = text("docs/protocol.md").split("## Options")[1].split("\n## ")[0]
    listed = re.findall(r"^\| `([^`]+)` \| (\w+) \| ([^|]*)\|", section, re.M)
    declared = [(row.name, row.kind) for row in ROWS]
    assert [(name, kind) for name, kind, _ in listed] == declared
    for (name, _, default), row in zip(listed, ROWS, strict=True):
        if row.kind in ("spin", "check", "combo"):
            assert default.strip() == str(row.default).lower().replace("ac", "AC"), name


def test_protocol_lists_every_command() -> None:
    page = text("docs/protocol.md")
    for usage, meaning in COMMANDS:
        for word in re.findall(r"^[a-z]+|(?<=, )[a-z]+", usage) if meaning else ():
            assert f"`{word}" in page, word


# The package


def test_packages_are_the_folders() -> None:
    found = {
        path.parent.relative_to(ROOT) for layer in LAYERS for path in (ROOT / layer).rglob("__init__.py")
    }
    listed = project()["tool"]["setuptools"]["packages"]
    assert set(listed) == {"tenfold", *(".".join(("tenfold", *folder.parts)) for folder in found)}
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    assert folders == set(LAYERS)
    assert set(project()["tool"]["mypy"]["files"]) == folders


def test_only_the_package_files_stand_in_the_root() -> None:
    assert {path.name for path in ROOT.glob("*.py")} == {"__init__.py", "__main__.py"}


def test_the_version_is_one() -> None:
    version = tenfold.__version__
    settings = project()
    assert "version" in settings["project"]["dynamic"]
    assert settings["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "tenfold.__version__"}
    newest = re.search(r"^## ([\d.]+)", text("CHANGELOG.md"), re.M)
    assert newest is not None and newest[1] == version


def test_lenient_type_checks_are_for_kernels_only() -> None:
    [override] = [entry for entry in project()["tool"]["mypy"]["overrides"] if "disable_error_code" in entry]
    kernels = set()
    for layer in LAYERS:
        for path in (ROOT / layer).rglob("*.py"):
            if re.search(r"^@(kernel|inlined)\b", path.read_text(encoding="utf-8"), re.M):
                kernels.add(".".join(("*", *path.relative_to(ROOT).with_suffix("").parts)))
    assert set(override["module"]) <= kernels


# Documents


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_files_that_documents_name_exist(path: Path) -> None:
    for found in re.findall(r"`([a-z_./-]+\.(?:py|md|epd|json|ini))`", path.read_text(encoding="utf-8")):
        folders = (file.parent for layer in LAYERS for file in (ROOT / layer).rglob("__init__.py"))
        bases = (ROOT, path.parent, *folders)
        assert any((base / found).exists() for base in bases), found


@pytest.mark.parametrize("layer", LAYERS)
def test_the_architecture_names_every_file(layer: str) -> None:
    page = text("docs/architecture.md")
    for path in (ROOT / layer).rglob("*.py"):
        assert path.name == "__init__.py" or re.search(rf"\b{path.name}`", page), path.name


def test_decisions_are_numbered() -> None:
    names = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("*.md"))
    numbers = [int(name[:4]) for name in names]
    assert numbers and len(set(numbers)) == len(numbers)
    for name in names:
        assert text(f"docs/decisions/{name}").startswith(f"# {int(name[:4])}. ")


def readme_programs() -> list[str]:
    return re.findall(r"```python\n(.*?)```", text("README.md"), re.S)


@pytest.mark.parametrize("number", range(len(readme_programs())))
def test_readme_programs_run(number: int) -> None:
    engine = Path(sys.executable).with_name("tenfold")
    program = readme_programs()[number].replace(".venv/bin/tenfold", engine.as_posix())
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout
