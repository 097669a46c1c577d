"""Play a match between two UCI engines, with pyffish as the judge of the rules.

    python benchmarks/match.py --engine2 fairy-stockfish --nodes2 8000 --tc1 2+0.05 --games 40

Every opening is played twice with colours swapped. Options that end in 1 or 2 are for one engine; those
without a number are for both. The exit status is 1 when --strict is given and an engine forfeited a game.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from arbiter.engine import find_program, own_command
from arbiter.game import Ends
from arbiter.judge import VARIANTS, BadFen
from arbiter.limits import Limits, parse_clock
from arbiter.match import Match
from arbiter.openings import from_file, random_openings
from arbiter.player import Profile


def parser() -> argparse.ArgumentParser:
    """The command line."""
    raw = argparse.RawDescriptionHelpFormatter
    result = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    add = result.add_argument
    for side, what in (("1", "this checkout's engine"), ("2", "the same")):
        add(f"--engine{side}", metavar="COMMAND", default=own_command(), help=f"default: {what}")
        add(f"--name{side}", default="", help="what to call it; default: its own name")
        add(f"--option{side}", metavar="NAME=VALUE", action="append", default=[], help="in the order given")
    for side in ("", "1", "2"):
        add(f"--tc{side}", metavar="SECONDS+INCREMENT", help="a clock, as 2+0.05")
        add(f"--nodes{side}", type=int, help="nodes a move")
        add(f"--movetime{side}", type=int, metavar="MS", help="milliseconds a move")
        add(f"--depth{side}", type=int, help="depth a move")
        add(f"--margin{side}", type=int, metavar="MS", help="how late an engine may be; default 50")
        what = "what `position` sends: the game (default), or what followed the last irreversible move"
        add(f"--history{side}", choices=("game", "settled"), help=what)
    add("--stall", type=float, default=20.0, metavar="SECONDS", help="silence after which a game is lost")
    add("--variant", choices=VARIANTS, default="grand")
    add("--games", type=int, default=10)
    add("--concurrency", type=int, default=1, help="games at a time")
    add("--openings", type=Path, metavar="FILE", help="positions, one FEN or EPD a line")
    add("--random-plies", type=int, default=6, help="else: random moves from the start")
    add("--seed", type=int, default=1)
    add("--max-plies", type=int, default=400, help="a longer game is a draw")
    add("--resign", metavar="SCORE:MOVES", help="adjudge when both engines agree, as 1000:4")
    add("--draw", metavar="SCORE:MOVES:PLIES", help="adjudge when both agree, from a ply on, as 10:8:80")
    add("--pgn", type=Path, metavar="FILE", help="append the games here")
    add("--strict", action="store_true", help="exit status 1 when a game was forfeited")
    return result


def profile(options: argparse.Namespace, side: str) -> Profile:
    """What one side is given. Raises `ValueError`."""
    given = vars(options)

    def pick(name: str) -> object:
        return given[name + side] if given[name + side] is not None else given[name]

    kinds = ("tc", "nodes", "movetime", "depth")
    chosen = [kind for kind in kinds if given[kind + side] is not None]
    chosen = chosen or [kind for kind in kinds if given[kind] is not None]
    if len(chosen) > 1:
        raise ValueError(f"engine {side}: more than one of {', '.join('--' + kind for kind in chosen)}")
    if not chosen or chosen == ["tc"]:
        base, increment = parse_clock(str(pick("tc") or "2+0.05"))
        limits = Limits(base=base, increment=increment)
    else:
        key = {"movetime": "movetime_ms"}.get(chosen[0], chosen[0])
        limits = Limits(**{key: pick(chosen[0])})  # type: ignore[arg-type]
    command = given["engine" + side]
    if not find_program(shlex.split(command)[0]):
        raise ValueError(f"engine {side}: no program {shlex.split(command)[0]!r}")
    pairs = [text.partition("=") for text in given["option" + side]]
    margin = pick("margin")
    return Profile(
        command=command,
        limits=limits,
        options=tuple((name.strip(), value.strip()) for name, _, value in pairs),
        margin=(50 if margin is None else int(str(margin))) / 1000,
        stall=options.stall,
        settled_only=pick("history") == "settled",
        name=given["name" + side],
    )


def ends(options: argparse.Namespace) -> Ends:
    """What ends a game besides the rules. Raises `ValueError`."""
    numbers: dict[str, int] = {"max_plies": options.max_plies}
    if options.resign:
        numbers |= zip(("resign_score", "resign_moves"), map(int, options.resign.split(":")), strict=True)
    if options.draw:
        names = ("draw_score", "draw_moves", "draw_after")
        numbers |= zip(names, map(int, options.draw.split(":")), strict=True)
    return Ends(**numbers)


def main() -> int:
    """Run the match that the command line asks for."""
    options = parser().parse_args()
    try:
        profiles = profile(options, "1"), profile(options, "2")
        rules = ends(options)
        pairs = (options.games + 1) // 2
        if options.openings:
            openings = from_file(options.openings, options.variant, pairs)
        else:
            openings = random_openings(options.variant, options.random_plies, options.seed, pairs)
    except (ValueError, OSError, BadFen) as error:
        print(f"match: {error}", file=sys.stderr)
        return 2
    games = [opening for opening in openings for _ in range(2)][: options.games]
    match = Match(profiles, options.variant, games, rules)
    book = options.pgn.open("a", encoding="utf-8") if options.pgn else None
    match.run(max(1, options.concurrency), book)
    print(match.summary())
    return 1 if options.strict and any(match.faults) else 0


if __name__ == "__main__":
    sys.exit(main())
