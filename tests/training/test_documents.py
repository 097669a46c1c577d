"""The tuners' command lines in documents and examples are ones that the commands understand."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import click
import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = ("compare", "fit", "outlook", "solve", "tune")


def command(name: str) -> click.Command:
    module = import_module(f"tenfold.training.{name}")
    [found] = [value for value in vars(module).values() if isinstance(value, click.Command)]
    return found


def lines() -> list[str]:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "benchmarks").glob("*.md")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in documents)
    examples = "\n".join(command(name).epilog or "" for name in COMMANDS)
    return re.findall(
        r"python -m (tenfold\.training\.[^`\n]*)", re.sub(r"\\\n *", "", text + "\n" + examples)
    )


@pytest.mark.parametrize("line", lines())
def test_command_lines_have_options_that_exist(line: str) -> None:
    module, *words = shlex.split(re.split(" {3}", line)[0].rstrip("."))
    known = {name for option in command(module.split(".")[-1]).params for name in option.opts}
    assert {word for word in words if re.match(r"--?[a-z]", word)} <= known


def test_every_command_has_an_example() -> None:
    for name in COMMANDS:
        assert f"tenfold.training.{name} " in (command(name).epilog or "")
