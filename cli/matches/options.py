"""The options of `tenfold match` and `tenfold tournament`."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import click

#: Each option's names and settings, in the order of the help page.
_OPTIONS: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (
        ("--engine", "engines"),
        {
            "multiple": True,
            "required": True,
            "metavar": "WORDS",
            "help": "An engine: a command line, or words such as "
            '"name=A cmd=fairy-stockfish tc=1+0.01 nodes=8000 option.Hash=64 ponder". '
            "`tenfold` is this engine. Give one for each.",
        },
    ),
    (("--each",), {"default": "", "metavar": "WORDS", "help": "The same words for all engines."}),
    (
        ("--games",),
        {
            "type": click.IntRange(1),
            "default": 100,
            "show_default": True,
            "help": "Games between every two engines that meet, in pairs with colours swapped.",
        },
    ),
    (
        ("--concurrency",),
        {"type": click.IntRange(1), "help": "Games at a time.  [default: 1; all threads of a cluster]"},
    ),
    (
        ("--openings",),
        {
            "default": "book",
            "show_default": True,
            "metavar": "FILE|book|none",
            "help": "A file of FEN, EPD or PGN; the book that ships with the game; or the start position.",
        },
    ),
    (
        ("--order",),
        {
            "type": click.Choice(["random", "sequential"]),
            "default": "random",
            "show_default": True,
            "help": "In which order openings are played.",
        },
    ),
    (
        ("--seed",),
        {"type": int, "default": 1, "show_default": True, "help": "Decides the random order."},
    ),
    (
        ("--plies",),
        {"type": click.IntRange(0), "help": "Play so many plies of each game of a PGN file.  [default: all]"},
    ),
    (
        ("--draw",),
        {
            "default": "",
            "metavar": "WORDS",
            "help": 'A draw by scores: "movenumber=40 movecount=8 score=10", as in Cute Chess.',
        },
    ),
    (
        ("--resign",),
        {
            "default": "",
            "metavar": "WORDS",
            "help": 'A loss by scores: "movecount=5 score=1000 twosided=true", as in Cute Chess.',
        },
    ),
    (
        ("--maxmoves",),
        {
            "type": click.IntRange(0),
            "default": 0,
            "help": "A draw after so many moves.  [default: never]",
        },
    ),
    (
        ("--fifty-moves/--no-fifty-moves",),
        {"default": None, "help": "The fifty-move rule.  [default: by the book, so not in Big Chess]"},
    ),
    (
        ("--out",),
        {
            "type": click.Path(path_type=Path),
            "metavar": "NAME",
            "help": "Games go to NAME.pgn and NAME.jsonl.  [default: the command's name]",
        },
    ),
    (
        ("--log",),
        {
            "type": click.Path(dir_okay=False, path_type=Path),
            "help": "Add every line of every conversation to this file.",
        },
    ),
    (
        ("--scheduler",),
        {"metavar": "ADDRESS", "help": "Play on the workers of this Dask scheduler: tcp://host:8786."},
    ),
    (
        ("--recover/--no-recover",),
        {
            "default": True,
            "show_default": True,
            "help": "Whether the match goes on when an engine crashes, falls silent or does not start.",
        },
    ),
    (("--strict",), {"is_flag": True, "help": "Exit status 1 if an engine lost a game by its own fault."}),
)


def match_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command all of them."""
    return reduce(lambda f, option: click.option(*option[0], **option[1])(f), reversed(_OPTIONS), command)
