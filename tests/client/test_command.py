"""How engines are named and started, and the one line that says why one could not be."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from tenfold import client
from tenfold.client.command import words_of


def test_nothing_means_our_own_engine() -> None:
    assert words_of(None) == [sys.executable, "-m", "tenfold"]


def test_a_text_is_split_as_a_shell_does() -> None:
    assert words_of("engine -uci 'two words'") == ["engine", "-uci", "two words"]


def test_a_list_is_taken_as_it_is() -> None:
    assert words_of(["engine", "two words"]) == ["engine", "two words"]


def test_a_path_with_spaces_that_exists_is_one_word(tmp_path: Path) -> None:
    program = tmp_path / "my engine"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    assert words_of(str(program)) == [str(program)]


@pytest.mark.parametrize("command", ["", "  ", "'open", []])
def test_what_names_no_program(command: str | list[str]) -> None:
    with pytest.raises(ValueError):
        words_of(command)
    with pytest.raises(client.EngineStartError) as caught:
        client.popen(command)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (["/no/such/engine"], "No such file or directory"),
        ([sys.executable, "-c", "pass"], "it ended before it answered to uci"),
        ([sys.executable, "-c", "input(); input()"], "it did not answer to uci within 0.5 s"),
    ],
)
def test_an_engine_that_cannot_be_started(command: list[str], reason: str) -> None:
    timeout = 0.5 if "within" in reason else 30
    with pytest.raises(client.EngineStartError) as caught:
        client.popen(command, timeout=timeout)
    assert str(caught.value) == f"cannot start {command[0]!r}: {reason}"
