"""How engines are named and started, and the one line that says why one could not be."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tenfold import client
from tenfold.client import start, typed
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
    assert words_of(str(program)) == words_of(program) == [str(program)]


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


#: Engines that answer to uci, and to what else is said as told.
STUB = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("uciok", flush=True)
    elif word == "isready" and "{manner}" != "mute":
        print("readyok", flush=True)
    elif word == "quit" and "{manner}" == "obedient":
        print("goodbye", file=sys.stderr)
        sys.exit(7)
while True:
    pass
"""


@pytest.mark.parametrize(("manner", "status"), [("obedient", 7), ("stubborn", -9), ("mute", -9)])
def test_an_engine_ends_with_its_block(manner: str, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typed, "FAREWELL", 10.0 if manner == "obedient" else 0.3)
    with client.popen([sys.executable, "-S", "-E", "-c", STUB.format(manner=manner)]) as engine:
        process = engine.transport.get_pid()
    assert engine.returncode.result(timeout=10) == status
    deadline = time.monotonic() + 10
    while os.path.exists(f"/proc/{process}") and time.monotonic() < deadline:
        time.sleep(0.01)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.parametrize(
    ("options", "reason"), [({"Nope": 1}, "Nope"), ({"Hash": "many"}, "'many'"), ({"Hash": 10**9}, "at most")]
)
def test_options_that_an_engine_refuses(
    options: dict[str, Any], reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    """One error, no engine left behind, and no complaint of asyncio's about a process it lost sight of."""
    started: list[asyncio.SubprocessTransport] = []
    connect = start.Protocol.connection_made

    class Watched(start.Protocol):
        def connection_made(self, transport: Any) -> None:
            started.append(transport)
            connect(self, transport)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(start, "Protocol", Watched)
        with pytest.raises(client.EngineError, match=reason):
            client.popen(options=options)
    assert started[0].get_returncode() is not None
    assert not [record for record in caplog.records if record.name == "asyncio"]
