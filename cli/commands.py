"""The commands of `tenfold`. Each imports what it needs when it runs, so that help comes at once."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

import click

from .. import __version__
from ..engine.variants import VARIANTS, Variant, find


def run(arguments: list[str]) -> int:
    """Run one command line. Errors are one line on standard error, exit code 2."""
    try:
        result = tenfold.main(arguments, prog_name="tenfold", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        print(f"tenfold: {' '.join(error.format_message().split())}", file=sys.stderr)
        return 2
    except (click.Abort, KeyboardInterrupt):
        print("tenfold: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has left; the interpreter must not try to flush the rest of it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


_HELP_NAMES = {"help_option_names": ["-h", "--help"]}


@click.group(epilog="Example: tenfold perft grand 4", context_settings=_HELP_NAMES)
@click.version_option(__version__, message="Tenfold %(version)s")
def tenfold() -> None:
    """A UCI engine for Grand Chess, Big Chess and Great Chess.

    Without a command it speaks UCI on standard input and output; that is what a GUI starts.
    """


@tenfold.command(epilog="Example: tenfold bench")
def bench() -> None:
    """Search fixed positions of all games: node count and speed.

    The node count is the same on every machine; it changes when the search or the evaluation does.
    """
    _warm_up()
    from ..search.bench import bench as run_bench
    from ..uci.show import bench_text

    click.echo(bench_text(*run_bench(click.echo)))


@tenfold.command(epilog="Example: tenfold demo --seconds 10")
@click.argument("game", default="grand")
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=6.0, show_default=True)
def demo(game: str, seconds: float) -> None:
    """Watch the engine think about a middlegame of GAME (grand, bigchess, greatchess)."""
    variant = _variant(game)
    if variant.name == "chess":
        raise click.BadParameter("there is a demonstration of grand, bigchess and greatchess only")
    _warm_up()
    from .demo import demo as run_demo

    run_demo(variant.name, seconds)


@tenfold.command(epilog="Example: tenfold perft grand 4 --divide")
@click.argument("variant")
@click.argument("depth", type=click.IntRange(1, 30))
@click.option("--fen", help="Count from this position instead of the start.")
@click.option("--divide", is_flag=True, help="Show the count below each move.")
def perft(variant: str, depth: int, fen: str | None, divide: bool) -> None:
    """Count the legal lines of DEPTH plies in VARIANT (grand, bigchess, greatchess, chess)."""
    game = _variant(variant)
    _warm_up()
    from ..uci.backend import Backend

    backend = Backend()
    try:
        board = backend.board(game.name, fen)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    begin = time.perf_counter()
    total = 0
    for move, leaves in backend.perft(board, depth):
        total += leaves
        if divide:
            click.echo(f"{move.uci()}: {leaves}")
    seconds = max(time.perf_counter() - begin, 1e-9)
    if divide:
        click.echo()
    click.echo(f"Nodes searched: {total}")
    click.echo(f"Time: {seconds:.3f} s, {total / seconds / 1e6:.1f} million a second")


@tenfold.command(epilog="Example: tenfold warmup")
def warmup() -> None:
    """Compile all kernels and keep them on disk, so that later starts take less than a second."""
    begin = time.perf_counter()
    _warm_up()
    click.echo(f"Kernels are ready ({time.perf_counter() - begin:.1f} s).")


def _variant(name: str) -> Variant:
    try:
        return find(name)
    except KeyError:
        names = ", ".join(known.name for known in VARIANTS)
        raise click.BadParameter(f"no game is called {name!r}; there are {names}") from None


def _warm_up() -> None:
    from ..search.warmup import warm_up

    report: Callable[[str], None] = lambda text: click.echo(text, err=True)  # noqa: E731
    warm_up(report)
