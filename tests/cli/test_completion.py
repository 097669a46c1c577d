"""Shell completion: the scripts, and what a shell gets to hear when it asks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).with_name("tenfold")


def asked(words: str, place: int) -> list[str]:
    """What bash is offered for the word at `place`."""
    environment = {
        **os.environ,
        "_TENFOLD_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(place),
    }
    done = subprocess.run([PROGRAM], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_commands_and_games_and_options_are_offered() -> None:
    assert "perft" in asked("tenfold ", 1)
    assert asked("tenfold compl", 1) == ["completion"]
    assert asked("tenfold perft gr", 2) == ["grand", "greatchess"]
    assert "--divide" in asked("tenfold perft --d", 2)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_are_read_by_their_shells(shell: str) -> None:
    done = subprocess.run([PROGRAM, "completion", shell], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "_TENFOLD_COMPLETE" in done.stdout
    if shutil.which(shell):
        check = subprocess.run([shell, "-n"], input=done.stdout, capture_output=True, text=True, timeout=60)
        assert check.returncode == 0, check.stderr


def test_an_unknown_shell_is_one_line_and_status_2() -> None:
    done = subprocess.run([PROGRAM, "completion", "cmd"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
