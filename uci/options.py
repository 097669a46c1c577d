"""Every option is one row here; the listing for `uci`, the reading of `setoption`, the help come from it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from ..engine.variants import VARIANTS, find
from ..search.rungs import HIGHEST_ELO, LOWEST_ELO, RUNGS

Value = int | bool | str

MAX_HASH_MB = 65536
MAX_THREADS = 256
MAX_MULTIPV = 256

_TRUE = ("true", "on", "yes", "1")
_FALSE = ("false", "off", "no", "0")
_LONGEST_NUMBER = 18  # digits; more are absurd, and Python refuses to read some thousands of them


class OptionError(ValueError):
    """A `setoption` that cannot be obeyed; the text says why, in one line."""


@dataclass(frozen=True, slots=True)
class Option:
    """One row: what the option is called, what it may hold and what it is for."""

    name: str
    kind: str  # spin, check, combo, string or button, as UCI calls them
    default: Value
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def line(self) -> str:
        """The option as the answer to `uci` lists it."""
        text = f"option name {self.name} type {self.kind}"
        if self.kind == "spin":
            text += f" default {self.default} min {self.low} max {self.high}"
        elif self.kind == "check":
            text += f" default {str(self.default).lower()}"
        elif self.kind == "combo":
            text += f" default {self.default}" + "".join(f" var {choice}" for choice in self.choices)
        elif self.kind == "string":
            text += f" default {self.default or '<empty>'}"  # some programs drop an option with nothing here
        return text

    def read(self, text: str | None) -> tuple[Value, str]:
        """The value that `text` spells, and a remark ("" if there is none), such as that it was out of range.

        Raises `OptionError` when no value can be made of it.
        """
        if self.kind == "button":
            return True, ""
        if text is None:
            raise OptionError(f"{self.name} needs a value")
        if self.kind == "spin":
            return self._read_number(text)
        if self.kind == "check":
            return self._read_truth(text), ""
        if self.kind == "combo":
            return self._read_choice(text), ""
        return "" if text == "<empty>" else text, ""

    def _read_number(self, text: str) -> tuple[int, str]:
        digits = text[1:] if text[:1] in ("-", "+") else text
        if not (digits.isascii() and digits.isdigit()):
            raise OptionError(f"{self.name} is a number from {self.low} to {self.high}, not {_shown(text)}")
        number = int(digits[:_LONGEST_NUMBER]) * (-1 if text[0] == "-" else 1)
        nearest = min(max(number, self.low), self.high)
        if nearest != number:
            return nearest, f"{self.name} goes from {self.low} to {self.high}, using {nearest}"
        return number, ""

    def _read_truth(self, text: str) -> bool:
        word = text.lower()
        if word not in _TRUE and word not in _FALSE:
            raise OptionError(f"{self.name} is true or false, not {_shown(text)}")
        return word in _TRUE

    def _read_choice(self, text: str) -> str:
        wanted = text.lower()
        if self.name == "UCI_Variant":
            with suppress(KeyError):
                wanted = find(text).name
        for choice in self.choices:
            if choice.lower() == wanted:
                return choice
        raise OptionError(f"{self.name} is one of {', '.join(self.choices)}, not {_shown(text)}")


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "...")


_ABOUT = "Tenfold, an engine for Grand Chess, Big Chess and Great Chess; GPL-3.0-or-later"

ROWS: tuple[Option, ...] = (
    Option("Debug Log File", "string", "", "Write both sides of the conversation to this file."),
    Option("Threads", "spin", 1, "Search threads, all sharing one table.", 1, MAX_THREADS),
    Option("Hash", "spin", 16, "Size of the transposition table in megabytes.", 1, MAX_HASH_MB),
    Option("Clear Hash", "button", False, "Forget everything that earlier searches found out."),
    Option("Ponder", "check", False, "The GUI may let the engine think on the opponent's time."),
    Option("MultiPV", "spin", 1, "How many of the best lines to report.", 1, MAX_MULTIPV),
    Option("Move Overhead", "spin", 10, "Milliseconds kept back per move for the way to the clock.", 0, 5000),
    Option("Skill Level", "spin", 20, "Playing strength, from 0 (weakest) to 20 (full).", 0, len(RUNGS)),
    Option("UCI_LimitStrength", "check", False, "Play at about UCI_Elo; Skill Level is then not used."),
    Option(
        "UCI_Elo", "spin", 1500, "The strength to play at with UCI_LimitStrength.", LOWEST_ELO, HIGHEST_ELO
    ),
    Option("UCI_Variant", "combo", "grand", "The game.", choices=tuple(game.name for game in VARIANTS)),
    Option(
        "EvalFile",
        "string",
        "default",
        "A network's file, default, or nothing for the hand-written evaluation.",
    ),
    Option("UCI_AnalyseMode", "check", False, "The user studies a position instead of playing a game."),
    Option("UCI_ShowWDL", "check", False, "Add the chances to win, draw and lose to every score, per mille."),
    Option("UCI_TenthFile", "combo", "j", "The tenth file in moves of Big Chess.", choices=("j", "m")),
    Option(
        "PieceLetters",
        "combo",
        "AC",
        "Grand Chess in FEN, SAN and boards: AC = archbishop, chancellor; MC = marshal, cardinal.",
        choices=("AC", "MC"),
    ),
    Option("UCI_Opponent", "string", "", "Who the opponent is, told by the GUI."),
    Option("UCI_EngineAbout", "string", _ABOUT, "What this engine is."),
)


def tuning_rows() -> tuple[Option, ...]:
    """The search's parameters as options. Imports numpy, which a conversation without them does not need."""
    from ..search.params import PARAMS

    return tuple(
        Option(row.name, "spin", row.default, f"{row.help[0].upper()}{row.help[1:]}.", row.low, row.high)
        for row in PARAMS
    )


class Options:
    """The values of all options in one conversation. Names are matched without regard to case."""

    def __init__(self, tuning: bool = False) -> None:
        """With `tuning` the search's parameters are options, too."""
        self._params = tuning_rows() if tuning else ()
        self.rows = ROWS + self._params
        self._rows = {row.name.lower(): row for row in self.rows}
        self._values: dict[str, Value] = {row.name: row.default for row in self.rows}

    def listing(self) -> list[str]:
        return [row.line() for row in self.rows]

    def changed_params(self) -> tuple[tuple[str, int], ...]:
        """Names and values of the search's parameters that are not the defaults."""
        values = ((row, self.number(row.name)) for row in self._params)
        return tuple((row.name, value) for row, value in values if value != row.default)

    def set(self, name: str, text: str | None) -> tuple[Option, str]:
        """Obey `setoption`: the row that was meant and a remark ("" if none). Raises `OptionError`."""
        row = self._rows.get(" ".join(name.lower().split()))
        if row is None:
            raise OptionError(f"no such option: {_shown(name)}")
        value, remark = row.read(text)
        if row.kind != "button":
            self._values[row.name] = value
        return row, remark

    def put(self, name: str, value: Value) -> None:
        """Set a value that was not read from text, such as the old one after a failure. `name` is exact."""
        self._values[name] = value

    def number(self, name: str) -> int:
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def truth(self, name: str) -> bool:
        return bool(self._values[name])

    def text(self, name: str) -> str:
        return str(self._values[name])
