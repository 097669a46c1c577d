"""Engines end with their arbiter, however it ends; of the guard nothing stays."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

from tenfold.arbiter import guard
from tenfold.arbiter.process import EngineProcess

#: Notices neither the end of its input nor anything short of SIGKILL, like the child that it starts.
DEAF = """import os, signal, sys, time
for kind in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(kind, signal.SIG_IGN)
os.fork()
print(os.getpid(), flush=True)
time.sleep(1000)
"""
ARBITER = """import sys, time
from tenfold.arbiter.process import EngineProcess
early = EngineProcess([sys.executable, "-S", "-E", "-c", "input()"])
engine = EngineProcess([sys.executable, "-S", "-E", "-c", sys.argv[1]])
early.kill()
for _ in range(2):
    print(engine.read(time.perf_counter() + 60)[1], flush=True)
time.sleep(1000)
"""


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_engines_do_not_outlive_an_arbiter_that_is_killed() -> None:
    command = [sys.executable, "-c", ARBITER, DEAF]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as arbiter:
        assert arbiter.stdout is not None
        pids = [int(arbiter.stdout.readline()) for _ in range(2)]
        assert all(map(running, pids))
        os.killpg(arbiter.pid, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while any(map(running, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(running, pids))


def test_the_guard_goes_with_the_last_engine_and_its_own_death_harms_nobody() -> None:
    first, second = (EngineProcess(shlex.split("cat")) for _ in range(2))
    shell = guard._shell
    assert shell is not None
    first.close(0.0)
    assert shell.poll() is None
    shell.kill()
    shell.wait()
    second.send("hello")
    assert second.read(time.perf_counter() + 10)[1] == "hello"
    second.close(0.0)
    assert guard._shell is None
