"""A line to a command value. Pure: nothing is done here, and nothing in a line is fatal."""

from __future__ import annotations

from dataclasses import dataclass

from .go import Go, read_go, read_number, shown

MAX_PERFT_DEPTH = 30  # more would not end within the age of the universe

_ONE_WORD_STANDARD = frozenset(("uci", "isready", "ucinewgame", "stop", "ponderhit", "quit"))
#: The commands of the standard. Only these are looked for behind an unknown word, lest prose start something.
STANDARD = _ONE_WORD_STANDARD | {"debug", "setoption", "register", "position", "go"}
#: All commands that are one word.
PLAIN = _ONE_WORD_STANDARD | {"d", "eval", "flip", "bench", "help", "variants"}


@dataclass(frozen=True, slots=True)
class Plain:
    """A command that is a word of `PLAIN`."""

    word: str


@dataclass(frozen=True, slots=True)
class Debug:
    on: bool


@dataclass(frozen=True, slots=True)
class SetOption:
    name: str
    value: str | None  # None: no `value` was given


@dataclass(frozen=True, slots=True)
class SetPosition:
    fen: str | None  # None: the start position
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Perft:
    depth: int


Command = Plain | Debug | SetOption | SetPosition | Go | Perft


def parse(line: str) -> tuple[Command | None, list[str]]:
    """The command in `line`, None if there is none to obey, and what there is to say about it.

    Blank lines and lines that start with # are nothing. Unknown words in front of a standard command are
    skipped, as UCI asks.
    """
    line = line.strip().removeprefix("\ufeff").strip()
    if not line or line.startswith("#"):
        return None, []
    words = line.split()
    command = _command(words, line)
    if command is not None:
        return command
    for i, word in enumerate(words[1:6], 1):  # a few unknown words may come first, not a megabyte of them
        if word.lower() in STANDARD:
            command = _command(words[i:], line.split(maxsplit=i)[i])
            if command is not None:
                return command[0], [f"ignored {shown(' '.join(words[:i]))}", *command[1]]
    return None, [f"unknown command: {shown(line)} (help lists the commands)"]


def _command(words: list[str], line: str) -> tuple[Command | None, list[str]] | None:
    """What `words` ask for, None if the first of them is no command. `line` is the same text, blanks kept."""
    verb = words[0].lower()
    if verb in PLAIN:
        return Plain(verb), []
    if verb == "go":
        if [word.lower() for word in words[1:2]] == ["perft"]:
            return _perft(words[2:])
        return read_go(words[1:])
    if verb == "position":
        return _position(words[1:])
    if verb == "setoption":
        return _setoption(words[1:], line)
    if verb == "debug":
        if len(words) == 2 and words[1].lower() in ("on", "off"):
            return Debug(words[1].lower() == "on"), []
        return None, ["debug is followed by on or off"]
    if verb == "register":
        return None, []  # nothing to register
    return None


def _perft(words: list[str]) -> tuple[Command | None, list[str]]:
    depth = read_number(words[0]) if words else None
    if depth is None or depth < 1:
        return None, ["go perft needs a depth of at least 1"]
    return Perft(min(depth, MAX_PERFT_DEPTH)), []


def _position(words: list[str]) -> tuple[Command | None, list[str]]:
    lowered = [word.lower() for word in words]
    split = lowered.index("moves") if "moves" in lowered else len(words)
    setup, moves = words[:split], tuple(words[split + 1 :])
    kind = lowered[0] if setup else ""
    if kind == "startpos" and len(setup) == 1:
        return SetPosition(None, moves), []
    if kind == "fen" and lowered[1:split] == ["startpos"]:
        return SetPosition(None, moves), []
    if kind == "fen" and len(setup) > 1:
        return SetPosition(" ".join(setup[1:]), moves), []
    return None, ["position refused, the old one stays: after it come startpos, or fen and a FEN, then moves"]


def _setoption(words: list[str], line: str) -> tuple[Command | None, list[str]]:
    lowered = [word.lower() for word in words]
    if lowered[:1] != ["name"] or len(words) < 2 or lowered[1] == "value":
        return None, ["setoption is followed by name, an option's name, value and its value"]
    if "value" not in lowered:
        return SetOption(" ".join(words[1:]), None), []
    at = lowered.index("value")
    # Taken from the line, not from the words: blanks inside a value, a file name perhaps, are part of it.
    parts = line.split(maxsplit=at + 2)
    return SetOption(" ".join(words[1:at]), parts[at + 2] if len(parts) > at + 2 else ""), []
