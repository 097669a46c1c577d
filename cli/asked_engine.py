"""The engine that a command asks: its options on the command line, and its failures as one clear line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..client import Engine, Limit

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


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
    try:
        with popen(command, options=options) as engine:
            yield engine
    except EngineError as error:
        named = command is None or isinstance(error, EngineStartError)
        raise click.ClickException(str(error) if named else f"{command}: {error}") from None
