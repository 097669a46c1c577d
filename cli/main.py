"""The command `tenfold`: without arguments the engine itself, else one of the commands in `commands/`."""

from __future__ import annotations

import os
import sys


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its exit code: 0, or 2 after an error that was told in one line."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if not arguments and "_TENFOLD_COMPLETE" not in os.environ:  # a shell asks what may follow
        from ..uci.loop import main as converse

        return converse()
    try:
        from .group import run
    except ModuleNotFoundError as error:
        if error.name != "click":
            raise
        print("tenfold: commands need the package click (pip install click)", file=sys.stderr)
        return 2
    return run(arguments)
