"""How an engine introduces itself, and how it is set up for a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from ..engine.variants import Variant
from .process import EngineError, EngineProcess
from .spec import EngineSpec


class EngineUnfit(EngineError):
    """The engine runs but does not play the game."""


@dataclass(frozen=True)
class Option:
    """An option as announced."""

    name: str
    kind: str  # check, spin, combo, button or string
    choices: tuple[str, ...] = ()  # of a combo, in lower case: to UCI case means nothing


@dataclass
class Introduction:
    """What the engine says of itself between `uci` and `uciok`. `options` has their names in lower case."""

    name: str = ""
    options: dict[str, Option] = field(default_factory=dict)

    def learn(self, line: str) -> None:
        """Read a line of it."""
        if line.startswith("id name "):
            self.name = line[8:].strip()
        elif line.startswith("option name "):
            name, _, rest = line[12:].partition(" type ")
            words = rest.split()
            choices = tuple(word.lower() for before, word in pairwise(words) if before == "var")
            self.options[name.strip().lower()] = Option(name.strip(), words[0] if words else "", choices)


def introduce(process: EngineProcess, patience: float) -> Introduction:
    """Send `uci` and wait for `uciok`, for so many seconds."""
    introduction = Introduction()
    process.send("uci")
    process.read_until("uciok", patience, introduction.learn)
    return introduction


def ready(process: EngineProcess, patience: float) -> float:
    """Send `isready` and wait for `readyok`, dropping what comes before; how many seconds that took."""
    sent = process.send("isready")
    return process.read_until("readyok", patience)[0] - sent


def set_up(process: EngineProcess, spec: EngineSpec, variant: Variant) -> Introduction:
    """Introduce, set the options in the given order, then the game, which may need them (VariantPath).

    Options that it does not announce are sent all the same: some engines understand more than they say.
    Raises `EngineUnfit` if the engine does not know the game.
    """
    known = introduce(process, spec.start_timeout)
    for name, value in spec.options:
        process.send(_setoption(name, value, known.options.get(name.lower())))
    if "ponder" in known.options:
        process.send(f"setoption name Ponder value {str(spec.ponder).lower()}")
    own = [name.lower() for name, _ in spec.options]
    if "uci_variant" not in own:
        if spec.options and _name_for(variant, known) is None:
            known = introduce(process, spec.start_timeout)  # the options may have taught it another game
        _choose(process, variant, known)
    return known


def _setoption(name: str, value: str, option: Option | None) -> str:
    if value == "" and option is not None and option.kind == "string":
        value = "<empty>"
    return f"setoption name {name} value {value}" if value else f"setoption name {name}"


def _choose(process: EngineProcess, variant: Variant, known: Introduction) -> None:
    name = _name_for(variant, known)
    if name is not None:
        process.send(f"setoption name UCI_Variant value {name}")
    elif variant.name != "chess":
        lacks = "no such choice in" if "uci_variant" in known.options else "it has no option"
        raise EngineUnfit(f"the engine does not play {variant.name}: {lacks} UCI_Variant")


def _name_for(variant: Variant, known: Introduction) -> str | None:
    """What the engine calls the game; None if it does not list it."""
    option = known.options.get("uci_variant")
    choices = option.choices if option else ()
    return next((name for name in (variant.name, *variant.aliases) if name in choices), None)
