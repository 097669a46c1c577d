"""An engine of a match: how it is started, set up and limited, and how a user says so in words."""

from __future__ import annotations

import os.path
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class TimeControl:
    """What an engine may use: a clock, or a fixed time, node count or depth for each move.

    Nothing set means `go infinite`, of no use in a match. Clock and nodes or depth may be combined.
    """

    moves: int = 0  # moves to the next control; 0: all of the game
    base: float | None = None  # seconds on the clock; None: no clock
    increment: float = 0.0  # seconds added for each move
    movetime: float | None = None  # seconds a move
    nodes: int | None = None
    depth: int | None = None

    @property
    def limited(self) -> bool:
        """Whether anything makes the engine move at all."""
        return not (self.base is self.movetime is self.nodes is self.depth is None)

    def __str__(self) -> str:
        """In the words of `parse_engine`, without those that only repeat a default."""
        clock = "" if self.base is None else f"tc={clock_text(self)}"
        values = (("st", self.movetime), ("nodes", self.nodes), ("depth", self.depth))
        return " ".join([clock, *(f"{key}={value:g}" for key, value in values if value is not None)]).strip()


@dataclass(frozen=True)
class EngineSpec:
    """One engine. `name` is unique in a tournament; the journal and the PGN use it."""

    name: str
    command: tuple[str, ...]  # program and arguments
    directory: str = ""  # where it is started; "": here
    options: tuple[tuple[str, str], ...] = ()  # sent in this order, before UCI_Variant
    control: TimeControl = TimeControl()
    margin: float = 0.0  # seconds it may be late without losing
    ponder: bool = False
    restart: bool = False  # a fresh process for each game
    tenth_file: str = "j"  # the letter of Big Chess's tenth file in what it is sent: j or m
    start_timeout: float = 35.0  # seconds until `uciok`
    ready_timeout: float = 15.0  # seconds until `readyok`, and for the move after `stop`
    move_timeout: float = 600.0  # seconds for a move that nodes or depth limit, and no clock


_NUMBER = r"\d+(?:\.\d*)?|\.\d+"
_CLOCK = re.compile(rf"(?:(\d+)/)?(?:({_NUMBER}):)?({_NUMBER})(?:\+({_NUMBER}))?")


def parse_control(text: str) -> TimeControl:
    """Read a clock as Cute Chess writes it: ``40/60+0.5``, ``1:30+1``, ``10``, or ``inf`` for none.

    Moves to the control, seconds or minutes and seconds, increment in seconds. Raises `ValueError`.
    """
    if text == "inf":
        return TimeControl()
    found = _CLOCK.fullmatch(text)
    if found is None:
        raise ValueError(f"not a time control: {text!r} (write 40/60+0.5, 1:30+1, 10 or inf)")
    moves, minutes, seconds, increment = found.groups()
    base = 60 * float(minutes or 0) + float(seconds)
    if base <= 0:
        raise ValueError(f"not a time control: {text!r} leaves no time for the first move")
    return TimeControl(moves=int(moves or 0), base=base, increment=float(increment or 0))


def clock_text(control: TimeControl) -> str:
    """The clock of a control that has one, as `parse_control` reads it."""
    moves = f"{control.moves}/" if control.moves else ""
    increment = f"+{control.increment:g}" if control.increment else ""
    return f"{moves}{control.base:.10g}{increment}"


def pgn_tag(control: TimeControl) -> str:
    """The value of the TimeControl tag: ``40/60+0.5``; a fixed time as Cute Chess has it, ``0.5/move``.

    Without either ``-``, the PGN standard's (section 9.6.1) word for a game without time control.
    """
    if control.base is not None:
        return clock_text(control)
    return "-" if control.movetime is None else f"{control.movetime:g}/move"


# Engines in words


def parse_engine(text: str, each: str = "") -> EngineSpec:
    """Read an engine: ``name=A cmd=fairy-stockfish tc=1+0.01 option.Hash=64 ponder``, split as a shell does.

    A text that does not begin with such a word begins with a command line, up to the first of these that
    has a value (``sjaakii -uci nodes=500``). `each` has defaults in the same words; an engine's own clock
    replaces a fixed time among them and the other way round, whereas nodes and depth join either (``tc=inf``
    takes a clock away). Raises `ValueError` with one line.
    """
    words = _split(text)
    if not words:
        raise ValueError("an engine needs a command")
    if "=" not in words[0] and not any(word.startswith("cmd=") for word in words):
        end = next((at for at, word in enumerate(words) if _describes(word)), len(words))
        words = ["cmd=" + shlex.join(words[:end]), *words[end:]]
    values: dict[str, Any] = {}
    options: dict[str, str] = {}
    arguments: list[str] = []
    for source in (_split(each), words):
        pairs = [_pair(word) for word in source]
        clocks = {key for key, _ in pairs} & {"tc", "st"}
        if len(clocks) == 2:
            raise ValueError(f"both tc and st in {shlex.join(source)!r}")
        if clocks:
            values.pop("tc", None), values.pop("st", None)
        for key, value in pairs:
            if key.startswith("option."):
                options[key[7:]] = value
            elif key == "arg":
                arguments.append(value)
            else:
                values[key] = _READERS[key](key, value)
    return _build(values, options, arguments)


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise ValueError(f"cannot read {text!r}: {str(error).lower()}") from None


def _describes(word: str) -> bool:
    key, equals, _ = word.partition("=")
    return bool(equals) and (key in _READERS or key.startswith("option."))


def _pair(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if key not in _READERS and not (equals and re.fullmatch(r"option\..+", key)):
        raise ValueError(
            f"unknown word {word!r}; an engine is described by {', '.join(_READERS)}, option.NAME"
        )
    if not equals and key not in _SWITCHES:
        raise ValueError(f"{key} needs a value: {key}=...")
    return key, value if equals else "on"


def _build(values: dict[str, Any], options: dict[str, str], arguments: list[str]) -> EngineSpec:
    command = values.get("cmd")
    if not command:
        raise ValueError("an engine needs a command: cmd=...")
    limits = {field: values[key] for key, field in _LIMITS.items() if key in values}
    return EngineSpec(
        name=values.get("name") or Path(command[0]).name,
        command=(*command, *arguments),
        options=tuple(options.items()),
        control=replace(values.get("tc", TimeControl()), **limits),
        **{field: values[key] for key, field in _FIELDS.items() if key in values},
    )


def _read_command(key: str, value: str) -> tuple[str, ...]:
    """A program, or a program with arguments; a path with a blank in it is one word."""
    return (value,) if os.path.isfile(value) else tuple(_split(value))


def _read_number(
    kind: type[int] | type[float], least: float, scale: float = 1
) -> Callable[[str, str], float]:
    def read(key: str, value: str) -> float:
        if not re.fullmatch(r"\d+" if kind is int else _NUMBER, value) or float(value) < least:
            what = "a whole number" if kind is int else "a number"
            raise ValueError(f"{key}={value}: not {what} of at least {least:g}")
        return kind(value) if kind is int else kind(value) * scale

    return read


def _read_word(*allowed: str) -> Callable[[str, str], str]:
    def read(key: str, value: str) -> str:
        if value not in allowed:
            raise ValueError(f"{key}={value}: must be {' or '.join(allowed)}")
        return value

    return read


def _read_switch(key: str, value: str) -> bool:
    """`auto` is Cute Chess's word for a restart when the engine asks for one, which UCI engines do not."""
    return _read_word("on", "off", "true", "false", "auto")(key, value) in ("on", "true")


#: Every word and how its value is read.
_READERS: dict[str, Callable] = {
    "name": lambda key, value: value,
    "cmd": _read_command,
    "arg": lambda key, value: value,
    "dir": lambda key, value: value,
    "proto": _read_word("uci"),
    "tc": lambda key, value: parse_control(value),
    "st": _read_number(float, 0.001),
    "nodes": _read_number(int, 1),
    "depth": _read_number(int, 1),
    "timemargin": _read_number(float, 0, 0.001),  # milliseconds, as in Cute Chess
    "ponder": _read_switch,
    "restart": _read_switch,
    "tenth": _read_word("j", "m"),
    "starttimeout": _read_number(float, 0.001),
    "readytimeout": _read_number(float, 0.001),
    "movetimeout": _read_number(float, 0.001),
}
#: The words that are fields of the specification, and those of its time control.
_FIELDS = {
    "dir": "directory",
    "timemargin": "margin",
    "ponder": "ponder",
    "restart": "restart",
    "tenth": "tenth_file",
    "starttimeout": "start_timeout",
    "readytimeout": "ready_timeout",
    "movetimeout": "move_timeout",
}
_LIMITS = {"st": "movetime", "nodes": "nodes", "depth": "depth"}
_SWITCHES = ("ponder", "restart")  # may stand without a value
