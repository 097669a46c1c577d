"""How much memory there is, so that a large `Hash` is refused instead of getting the process killed later.

Linux grants more memory than it has and ends processes when they use it; so asking for it proves nothing.
"""

from __future__ import annotations

_RESERVE_MB = 64  # for everything that is not the table


def available_mb() -> int | None:
    """Megabytes that this process may still take, None where the system does not tell."""
    found = [value for value in (_from_meminfo(), _from_cgroup()) if value is not None]
    return min(found) if found else None


def check(megabytes: int) -> None:
    """Raise `MemoryError` if so much more memory is surely not to be had."""
    free = available_mb()
    if free is not None and megabytes > free - _RESERVE_MB:
        raise MemoryError(f"{megabytes} MB more are needed, {max(0, free - _RESERVE_MB)} MB are free")


def _from_meminfo() -> int | None:
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) >> 10
    except (OSError, ValueError, IndexError):
        pass
    return None


def _from_cgroup() -> int | None:
    """A container's limit less what it uses. Idle page cache counts as used but can be had."""
    for limit_file, used_file, stat_file in (
        ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory.stat"),
        (
            "/sys/fs/cgroup/memory/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory/memory.usage_in_bytes",
            "/sys/fs/cgroup/memory/memory.stat",
        ),
    ):
        try:
            limit, used = int(_text(limit_file)), int(_text(used_file))
            stat = dict(line.split() for line in _text(stat_file).splitlines())
        except (OSError, ValueError):  # no such file, or "max": no limit
            continue
        cached = int(stat.get("inactive_file", stat.get("total_inactive_file", "0")))
        return max(0, limit - used + cached) >> 20
    return None


def _text(path: str) -> str:
    with open(path, encoding="ascii") as file:
        return file.read()
