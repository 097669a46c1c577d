"""Steps about what an engine says of itself."""

from __future__ import annotations

import re

from ..handshake import introduce
from . import positions
from .step import Failed, Skipped, Step
from .talk import Talk

_OPTION = re.compile(r"option name (?P<name>\S.*?) type (?P<kind>\S+)(?P<rest>(?: .*)?)")
_BOUND = re.compile(r" (default|min|max) (-?\d+)")
#: Cute Chess waits 35 s for `uciok`, python-chess and fastchess 10 s.
_EXPECTED_START = 10.0


def starts(talk: Talk) -> str:
    talk.start()
    return f"ready after {talk.start_seconds:.2f} s"


def starts_soon(talk: Talk) -> None:
    if talk.start_seconds > _EXPECTED_START:
        raise Failed(f"the start took {talk.start_seconds:.1f} s; some programs wait {_EXPECTED_START:g} s")


def tells_its_name(talk: Talk) -> str:
    name = talk.introduction.name
    if not name:
        raise Failed("no line 'id name …' before uciok")
    return name


def tells_its_author(talk: Talk) -> None:
    if not any(re.match(r"id author \S", line) for line in talk.introduced):
        raise Failed("no line 'id author …' before uciok")


def describes_its_options(talk: Talk) -> str:
    seen: set[str] = set()
    for line in talk.introduced:
        if not line.startswith("option"):
            continue
        found = _OPTION.fullmatch(line)
        if found is None:
            raise Failed(f"not 'option name … type …': {line}")
        fault = _fault(found["kind"], found["rest"])
        if fault:
            raise Failed(f"{fault}: {line[:100]}")
        if found["name"].lower() in seen and not talk.spec.options:
            raise Failed(f"two options are called {found['name']}")
        seen.add(found["name"].lower())
    return f"{len(seen)} options"


def _fault(kind: str, rest: str) -> str:
    """What is wrong with the rest of an option line, or nothing."""
    if kind == "spin":
        numbers = {word: int(number) for word, number in _BOUND.findall(rest)}
        if len(numbers) != 3 or _BOUND.sub("", rest):
            return "a spin needs default, min and max, whole numbers"
        in_range = numbers["min"] <= numbers["default"] <= numbers["max"]
        return "" if in_range else "the default is out of range"
    if kind == "check":
        return "" if rest in (" default true", " default false") else "a check is true or false by default"
    if kind == "combo":
        default, *choices = re.split(r" var ", rest.removeprefix(" default "))
        return "" if default in choices else "the default is none of the choices"
    if kind == "string":
        return "" if rest.startswith(" default") else "a string needs a default"
    return "" if kind == "button" else f"there is no type {kind!r}"


def writes_empty_for_empty(talk: Talk) -> None:
    for line in talk.introduced:
        found = _OPTION.fullmatch(line)
        if found and found["kind"] == "string" and not re.fullmatch(r" default \S.*", found["rest"]):
            raise Failed(f"the default is not written <empty>; some programs lose the option: {line}")


def lists_the_game(talk: Talk) -> str | None:
    option = talk.introduction.options.get("uci_variant")
    if option is None:
        return "no UCI_Variant: it plays chess only"  # for another game the start would have failed
    if talk.variant.name not in option.choices:
        raise Failed(f"UCI_Variant does not list {talk.variant.name}, the game's usual name")
    return None


def takes_its_own_defaults(talk: Talk) -> None:
    for line in talk.introduced:
        found = _OPTION.fullmatch(line)
        default = found and re.match(r" default (\S.*?)(?= min | max | var |$)", found["rest"])
        if found and default and found["kind"] != "string":
            talk.send(f"setoption name {found['name']} value {default[1]}")
    talk.ready(talk.patience)
    talk.start()  # what was set for this test is lost, the game too


def introduces_itself_again(talk: Talk) -> None:
    again = introduce(talk.process, talk.patience)
    if again.name != talk.introduction.name:
        raise Failed(f"the second uci was answered by {again.name!r}")
    talk.start()  # some engines take uci for a new beginning, and forget the game


def answers_isready(talk: Talk) -> None:
    for _ in range(10):
        talk.ready()


def returns_to_startpos(talk: Talk) -> None:
    talk.go("depth 1", positions.mate_in_one(talk.variant))
    try:
        talk.go("depth 1")
    except Failed:
        talk.knows_startpos = False  # or every later step would fail for the same reason
        raise


def changes_the_game(talk: Talk) -> None:
    option = talk.introduction.options.get("uci_variant")
    others = [name for name in ("chess", "grand") if option and name in option.choices]
    others = [name for name in others if name != talk.variant.name]
    if not others:
        raise Skipped("it plays one game only")
    own = next(
        name for name in (talk.variant.name, *talk.variant.aliases) if option and name in option.choices
    )
    for name in (others[0], own):
        talk.send(f"setoption name UCI_Variant value {name}", "ucinewgame")
        talk.ready(talk.patience)
    talk.go("depth 1")


STEPS = (
    Step("starts and answers uci", starts),
    Step("starts within ten seconds", starts_soon, advice=True),
    Step("tells its name", tells_its_name),
    Step("tells its author", tells_its_author),
    Step("describes its options as UCI has it", describes_its_options),
    Step("writes <empty> for an empty string", writes_empty_for_empty, advice=True),
    Step("lists the game in UCI_Variant", lists_the_game),
    Step("takes its own defaults", takes_its_own_defaults),
    Step("answers a second uci", introduces_itself_again),
    Step("answers isready, ten times in a row", answers_isready),
    Step("position startpos after a position given as FEN", returns_to_startpos),
    Step("goes to another game and back", changes_the_game),
)
