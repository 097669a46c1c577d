"""From bytes on standard input to a conversation, and the end of the process."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

from .session import Session
from .wire import Wire

LONGEST_LINE = 4 << 20  # bytes; a game of thousands of moves has some tens of thousands
_BOM = b"\xef\xbb\xbf"


def lines(stream: BinaryIO, wire: Wire) -> Iterator[str]:
    """The lines of `stream`, without their ends. What cannot be read is skipped and reported."""
    while raw := stream.readline(LONGEST_LINE):
        if len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(LONGEST_LINE)
            wire.say("a line of several megabytes was ignored")
            continue
        try:
            yield raw.removeprefix(_BOM).decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            wire.say("a line that is not UTF-8 was ignored")


def converse(stream: BinaryIO, wire: Wire, session: Session, interactive: bool = False) -> None:
    """Read and obey until `quit` or the end of the input, and finish what that end lets finish."""
    for line in lines(stream, wire):
        if not session.handle(line):
            session.leave(patient=not interactive)
            return
    session.finish()


def main(tuning: bool = False) -> int:
    """The engine as a process: UCI on standard input and output. Does not return but ends the process.

    With `tuning` the search's parameters are options.

    Threads may be compiling or searching at the end; the interpreter's own way out would wait for them or
    stumble over them.
    """
    code = 0
    try:
        if sys.stdin is not None and sys.stdout is not None:
            stream = sys.stdin.buffer
            wire = Wire(sys.stdout.buffer, lost=lambda: os._exit(0))
            converse(stream, wire, Session(wire, tuning=tuning), interactive=sys.stdin.isatty())
    except KeyboardInterrupt:
        pass
    except (OSError, ValueError) as error:  # standard input broke
        print(f"tenfold: {error}", file=sys.stderr)
        code = 1
    finally:
        for out in (sys.stderr, sys.stdout):
            with suppress(OSError, ValueError, AttributeError):
                out.flush()
        os._exit(code)
