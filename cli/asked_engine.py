"""The engine that a command asks: its options on the command line, and its failures as one clear line."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..client import Engine, EngineError, Limit
    from ..engine.variants import Variant

CommandT = TypeVar("CommandT", bound=Callable[..., Any])

#: Seconds after which a person is told what the program waits for.
_SILENCE = 3.0


class Setting(click.ParamType):
    """A parameter ``NAME=VALUE``; the command receives the pair."""

    name = "NAME=VALUE"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Name and value, without blanks around them."""
        if isinstance(value, tuple):
            return value
        name, equals, text = value.partition("=")
        if not equals or not name.strip():
            self.fail(f"{value!r} is not of the form NAME=VALUE", param, ctx)
        return name.strip(), text.strip()


def engine_options(function: CommandT) -> CommandT:
    """Adds ``--engine`` and ``--option``: the command receives `engine` and `option`."""
    for decorate in (
        click.option("--option", multiple=True, type=Setting(), help="Set a UCI option; may be repeated."),
        click.option("--engine", metavar="COMMAND", help="Ask this UCI engine instead of Tenfold."),
    ):
        function = decorate(function)
    return function


def limit_options(function: CommandT) -> CommandT:
    """Adds ``--time``, ``--depth`` and ``--nodes``; `limit_of` makes a limit of them."""
    for decorate in (
        click.option("--nodes", type=click.IntRange(1), help="Positions to search."),
        click.option("--depth", type=click.IntRange(1, 200), help="Plies to search."),
        click.option("--time", "seconds", type=click.FloatRange(0.001, 86400), help="Seconds to think."),
    ):
        function = decorate(function)
    return function


def limit_of(seconds: float | None, depth: int | None, nodes: int | None, otherwise: float) -> Limit:
    """The limit asked for; without any, `otherwise` seconds."""
    from ..client import Limit

    if seconds is None and depth is None and nodes is None:
        seconds = otherwise
    return Limit(time=seconds, depth=depth, nodes=nodes)


@contextmanager
def asked_engine(command: str | None, options: Mapping[str, Any]) -> Iterator[Engine]:
    """The running engine of `command`, None for Tenfold; what goes wrong with it is told in one line.

    What is set in `options` and the engine does not have is such a failure as well.
    """
    import logging

    from ..client import EngineError, EngineStartError, popen

    for logger in ("chess.engine", "asyncio"):  # what they say on standard error, the one line below says too
        logging.getLogger(logger).addHandler(logging.NullHandler())
    name = command or "the engine"
    notice = threading.Timer(_SILENCE, click.echo, (f"Waiting for {name} to start …",), {"err": True})
    notice.daemon = True
    try:
        try:
            notice.start()
            engine = popen(command, options=options)
        finally:
            notice.cancel()
        with engine:
            yield engine
    except EngineStartError as error:
        raise click.ClickException(str(error)) from None
    except EngineError as error:
        cause = _first_cause(error)
        raise click.ClickException(f"{command}: {cause}" if command else str(cause)) from None
    except TimeoutError:
        raise click.ClickException(f"{name} does not answer any more") from None


def _first_cause(error: EngineError) -> EngineError:
    """The error that others followed: an engine's death rather than the commands that it left unanswered."""
    from ..client import EngineError

    cause = error.__context__
    return _first_cause(cause) if isinstance(cause, EngineError) else error


def expect_to_play(engine: Engine, variant: Variant) -> None:
    """Raises `EngineError` if the engine does not say that it plays the game."""
    from ..client import EngineError

    option = engine.options.get("UCI_Variant")
    games = option.var if option else ["chess"]
    if games and variant.name not in games:
        lesson = "; --option VariantPath=FILE may teach it" if "VariantPath" in engine.options else ""
        raise EngineError(f"it does not play {variant.title}{lesson}")
