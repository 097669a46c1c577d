"""From what a user wrote to the set-up of a match. Everything wrong is a `ValueError` with one line."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...arbiter.openings import read_openings, shipped_book, shuffled
from ...arbiter.process import resolve
from ...arbiter.record import Opening, Rules
from ...arbiter.spec import EngineSpec, parse_engine
from ...engine.variants import Variant

#: The words of an adjudication and how their values are read.
DRAW_WORDS = {"movenumber": int, "movecount": int, "score": int}
RESIGN_WORDS = {"movecount": int, "score": int, "twosided": lambda text: {"true": True, "false": False}[text]}


def read_engines(texts: tuple[str, ...], each: str) -> tuple[EngineSpec, ...]:
    """The engines with different names: a second ``A`` becomes ``A-2``."""
    if len(texts) < 2:
        raise ValueError("a match needs two engines, each with its own --engine")
    found: dict[str, EngineSpec] = {}
    for text in texts:
        engine = parse_engine(text, each)
        if not engine.control.limited:
            raise ValueError(
                f"{engine.name} has no limit: say tc=1+0.01, st=0.5, nodes=8000 or depth=6 "
                "for it, or with --each for all"
            )
        name, number = engine.name, 1
        while name in found:
            number += 1
            name = f"{engine.name}-{number}"
        found[name] = replace(engine, name=name)
    return tuple(found.values())


def check_programs(engines: tuple[EngineSpec, ...]) -> None:
    """Better one line now than a match of games that are lost because of a name written wrongly."""
    for engine in engines:
        program = resolve(engine.command)[0]
        if shutil.which(program) is None and not (Path(engine.directory) / program).is_file():
            raise ValueError(f"{engine.name}: there is no program {program!r}")
        if engine.directory and not Path(engine.directory).is_dir():
            raise ValueError(f"{engine.name}: there is no folder {engine.directory!r}")


def read_rules(variant: Variant, draw: str, resign: str, maxmoves: int, fifty_moves: bool | None) -> Rules:
    """The rules with the adjudications in Cute Chess's words."""
    drawn = {f"draw_{key}": value for key, value in _words("--draw", draw, DRAW_WORDS).items()}
    resigned = {f"resign_{key}": value for key, value in _words("--resign", resign, RESIGN_WORDS).items()}
    return Rules(variant.name, fifty_moves=fifty_moves, maxmoves=maxmoves, **drawn, **resigned)


def read_order(
    variant: Variant, source: str, order: str, seed: int, plies: int | None
) -> tuple[tuple[Opening, ...], dict[str, Any]]:
    """The openings in the order of play, and what the journal says of where they come from."""
    if source == "none":
        return (Opening(),), {}
    found = shipped_book(variant) if source == "book" else read_openings(Path(source), variant, plies)
    described: dict[str, Any] = {"order": order}
    if order == "random":
        found = shuffled(found, seed)
        described["seed"] = seed
    return found, described if plies is None else described | {"plies": plies}


def _words(option: str, text: str, readers: dict[str, Any]) -> dict[str, Any]:
    found = {}
    for word in text.split():
        key, _, value = word.partition("=")
        try:
            found[key] = readers[key](value)
        except (KeyError, ValueError):
            known = " ".join(f"{name}=" for name in readers)
            raise ValueError(f"{option}: cannot read {word!r}; the words are {known}") from None
        if found[key] < 0:
            raise ValueError(f"{option}: {key} cannot be negative")
    if text and not found.get("movecount"):
        raise ValueError(f"{option}: movecount= says how many moves in a row it takes")
    return found
