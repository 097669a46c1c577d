"""A match from the command line: set up, resumed, shown, interrupted, summed up."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track

from ...arbiter.games_file import GamesFile
from ...arbiter.games_pgn import game_text
from ...arbiter.journal import Journal
from ...arbiter.local import Local
from ...arbiter.match import Executor, ExecutorError, Match, decides
from ...arbiter.record import GameRecord
from ...arbiter.schedule import Setup
from ...arbiter.sprt import Verdict, parse_sprt
from ...engine.variants import Variant
from ..common import reason, warm_up
from .listen import log_to
from .setup import check_programs, read_engines, read_order, read_rules
from .tables import console_for_tables, standings_view
from .views import view_for


def run_match(variant: Variant, kind: str, *, gauntlet: bool = False, **wanted: Any) -> int:
    """Play what is missing of the match that the options describe; the exit status."""
    warm_up()
    console = console_for_tables()
    out = wanted["out"] or Path(kind)
    with ExitStack() as stack:
        try:
            setup, where = _set_up(variant, gauntlet, wanted)
            sprt = None if wanted.get("sprt") is None else parse_sprt(wanted["sprt"])
            if sprt is not None and len(setup.engines) != 2:
                raise ValueError("a test is between two engines")
            journal = stack.enter_context(Journal(_beside(out, ".jsonl"), decides(setup, where)))
            games_file = GamesFile(_beside(out, ".pgn"), _writer(setup, f"{variant.title} {kind}"))
            if games_file.follow(journal, partial(_watched, console)) and journal.played:
                console.print(f"{games_file.path} has been written anew from {journal.path}.")
            match = Match(setup, wanted["games"], journal, games_file, sprt=sprt, recover=wanted["recover"])
        except (ValueError, OSError) as error:
            raise click.ClickException(reason(error)) from None
        if wanted["games"] % 2:
            console.print(
                f"{wanted['games']} games make {wanted['games'] + 1}: openings are played from both sides."
            )
        if journal.played:
            console.print(f"{len(journal.played)} of {len(match.tasks)} games are in {journal.path} already.")
        interrupted = not match.over and _play(console, match, _title(variant, setup), wanted)
    _sum_up(console, match, journal, games_file)
    if interrupted:
        console.print(f"Interrupted with {len(match.missing)} games to play; the same command goes on.")
        return 130
    return 1 if wanted["strict"] and match.standings.forfeits else 0


def _set_up(variant: Variant, gauntlet: bool, wanted: dict[str, Any]) -> tuple[Setup, dict[str, Any]]:
    engines = read_engines(wanted["engines"], wanted["each"])
    rules = read_rules(variant, wanted["draw"], wanted["resign"], wanted["maxmoves"], wanted["fifty_moves"])
    openings, where = read_order(
        variant, wanted["openings"], wanted["order"], wanted["seed"], wanted["plies"]
    )
    if wanted["scheduler"] is None:
        check_programs(engines)
    return Setup(engines, openings, rules, gauntlet), where


def _watched(console: Console, records: Iterator[GameRecord], count: int) -> Iterable[GameRecord]:
    """The records, with a bar in a terminal."""
    quiet = not console.is_terminal
    return track(records, "Writing the PGN", count, console=console, transient=True, disable=quiet)


def _beside(out: Path, suffix: str) -> Path:
    """NAME with a suffix; a suffix of ours that was named already is taken off."""
    return out.with_name(out.name.removesuffix(".pgn").removesuffix(".jsonl") + suffix)


def _writer(setup: Setup, event: str) -> Callable[[GameRecord], str]:
    engines = {engine.name: engine for engine in setup.engines}

    def text(record: GameRecord) -> str:
        return game_text(record, setup.rules.variant, engines[record.white], engines[record.black], event)

    return text


def _title(variant: Variant, setup: Setup) -> str:
    engines = ", ".join(f"{engine.name} ({engine.control})" for engine in setup.engines)
    return f"{variant.title}: {engines}"


def _play(console: Console, match: Match, title: str, wanted: dict[str, Any]) -> bool:
    """Play on to the end; whether it was interrupted instead."""
    with ExitStack() as stack:
        try:
            executor = _executor(stack, wanted)
            stack.enter_context(_interruptible(executor))
            view = stack.enter_context(view_for(console, match, title))
            for record in match.play(executor):
                view.game(record)
        except KeyboardInterrupt:
            return True
        except ExecutorError as error:
            raise click.ClickException(str(error)) from None
        except OSError as error:
            raise click.ClickException(
                f"cannot keep a game: {reason(error)}. Once it can, the same command goes on"
            ) from None
    return False


def _executor(stack: ExitStack, wanted: dict[str, Any]) -> Executor:
    if wanted["scheduler"] is None:
        try:
            listener = None if wanted["log"] is None else stack.enter_context(log_to(wanted["log"]))
        except OSError as error:
            raise click.ClickException(reason(error)) from None
        return Local(wanted["concurrency"] or 1, listener)
    if wanted["log"] is not None:
        raise click.ClickException("--log is for games on this machine, not with --scheduler")
    from ...arbiter.cluster import Cluster

    return Cluster(wanted["scheduler"], wanted["concurrency"])


@contextmanager
def _interruptible(executor: Executor) -> Iterator[None]:
    """Let Ctrl-C and `kill` stop the games while a game is waited for; a second time, anywhere."""
    kinds = (signal.SIGINT, signal.SIGTERM)
    before = {kind: signal.getsignal(kind) for kind in kinds}

    def stop(kind: int, _: object) -> None:
        signal.signal(kind, signal.default_int_handler)
        executor.interrupt()

    for kind in kinds:
        signal.signal(kind, stop)
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


def _sum_up(console: Console, match: Match, journal: Journal, games_file: GamesFile) -> None:
    console.print(standings_view(match.standings, match.sprt))
    for warning in match.warnings:
        console.print(f"Note: {warning}.", style="yellow")
    if match.verdict is not Verdict.RUNNING and match.missing:
        console.print(f"The test ended the match with {len(match.missing)} games not played.")
    console.print(f"Games are in {games_file.path}, with all details in {journal.path}.", soft_wrap=True)
