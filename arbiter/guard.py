"""Ends engines whose arbiter was killed: some never notice that nobody speaks to them any more.

A shell waits at a pipe which only this process can write to. When the pipe ends, and with `kill -9` it does,
the groups that are still on the shell's list are killed. It runs only while there are engines.
"""

from __future__ import annotations

import contextlib
import subprocess
import threading

#: Reads "+ GROUP" and "- GROUP".
_SCRIPT = """
groups=
while read -r mark group; do
    rest=
    for other in $groups; do [ "$other" = "$group" ] || rest="$rest $other"; done
    groups=$rest
    [ "$mark" = - ] || groups="$groups $group"
done
for group in $groups; do kill -9 "-$group"; done
"""

_lock = threading.Lock()
_shell: subprocess.Popen[bytes] | None = None
_groups: set[int] = set()


def watch(group: int) -> None:
    """Have a group of processes killed should this process die."""
    global _shell
    with _lock:
        _groups.add(group)
        if _shell is None:
            with contextlib.suppress(OSError):  # without a shell engines do as they like
                _shell = subprocess.Popen(
                    ["/bin/sh", "-c", _SCRIPT],
                    bufsize=0,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,  # out of reach of what kills this process and its group
                )
        _tell(f"+ {group}\n")


def release(group: int) -> None:
    """A group has ended, its number may soon be another's."""
    global _shell
    with _lock:
        _groups.discard(group)
        _tell(f"- {group}\n")
        if _shell is not None and not _groups:
            shell, _shell = _shell, None
            assert shell.stdin is not None
            shell.kill()  # nothing is on its list
            shell.stdin.close()
            shell.wait()


def _tell(line: str) -> None:
    if _shell is not None and _shell.stdin is not None:
        with contextlib.suppress(OSError):  # somebody killed it
            _shell.stdin.write(line.encode())
