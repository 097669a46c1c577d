"""Start a UCI engine and get python-chess's client for it.

with popen("fairy-stockfish", options={"Hash": 64}) as engine:
    result = engine.play(Board("grand"), Limit(time=1.0))
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast

import chess.engine
from chess.engine import ConfigValue, EngineError, EngineTerminatedError, UciProtocol

from .command import Command, words_of
from .patterns import widen
from .typed import AsyncEngine, Engine

#: Seconds for a start and for each answer that is due at once; a first start may have to compile its kernels.
PATIENCE = 120.0


class EngineStartError(EngineError):
    """An engine that could not be started. `str(error)` is one line with the command and the reason."""


class Protocol(UciProtocol):
    """python-chess's protocol with options that are set at the start."""

    settings: Mapping[str, ConfigValue] = {}
    process: asyncio.SubprocessTransport | None = None  # once it runs

    def connection_made(self, transport: Any) -> None:
        type(self).process = transport
        super().connection_made(transport)

    async def initialize(self) -> None:
        try:
            await self._greet()
        except EngineError:
            # Its end is waited for, or asyncio complains of a process that it has lost sight of.
            if self.transport is not None:
                with suppress(ProcessLookupError):
                    self.transport.kill()
                await self.returncode
            raise

    async def _greet(self) -> None:
        await super().initialize()
        await self.configure(self.settings)
        if any(name.lower() == "variantpath" for name in self.settings):
            # The file brings further games: ask again for the list of them.
            self.initialized = False
            await super().initialize()

    def _line_received(self, line: str) -> None:
        """Who waits for a search hears of a wrong answer to it; python-chess has it in its log only."""
        command: Any = self.command
        super()._line_received(line)
        search = getattr(command, "analysis", None)
        if search is not None and command.finished.done() and not search._finished.done():
            search.set_exception(EngineError(f"it answered {line!r}, which is not possible"))

    def error_line_received(self, line: str) -> None:
        chess.engine.LOGGER.debug("%s: stderr >> %s", self, line)


def popen(
    command: Command = None,
    *,
    options: Mapping[str, ConfigValue] | None = None,
    timeout: float | None = PATIENCE,
    **popen_args: Any,
) -> Engine:
    """A running engine; a ``with`` block ends it. Raises `EngineStartError`, or `EngineError` for an option.

    `command` None is Tenfold itself. `timeout` is in seconds, None waits for ever. An engine gets its own
    process group, so that Ctrl-C reaches the program but not the engine; what else is given goes to `Popen`.
    """
    words = _prepare(command)
    protocol = _with(options)
    try:
        engine = Engine.popen(protocol, words, timeout=timeout, **{"setpgrp": True, **popen_args})
    except KeyboardInterrupt:
        # The thread that waits for the engine would keep the program from ending.
        if protocol.process is not None:
            protocol.process.kill()
        raise
    except (OSError, TimeoutError, EngineTerminatedError) as error:
        raise _failure(words, error, timeout) from error
    return cast(Engine, engine)  # python-chess makes one of the class it is called on


async def popen_async(
    command: Command = None,
    *,
    options: Mapping[str, ConfigValue] | None = None,
    timeout: float | None = PATIENCE,
    **popen_args: Any,
) -> tuple[asyncio.SubprocessTransport, AsyncEngine]:
    """The same for asyncio: python-chess's transport and protocol; ``await protocol.quit()`` ends it."""
    words = _prepare(command)
    try:
        transport, protocol = await _with(options).popen(words, **{"setpgrp": True, **popen_args})
        try:
            await asyncio.wait_for(protocol.initialize(), timeout)
        except BaseException:
            transport.close()
            raise
    except (OSError, TimeoutError, EngineTerminatedError) as error:
        raise _failure(words, error, timeout) from error
    return transport, cast(AsyncEngine, protocol)


def _prepare(command: Command) -> list[str]:
    widen()
    try:
        return words_of(command)
    except ValueError as error:
        raise EngineStartError(f"cannot start {command!r}: {error}") from None


def _with(options: Mapping[str, ConfigValue] | None) -> type[Protocol]:
    """A protocol class of its own, as python-chess makes the object from the class alone."""
    return type("Protocol", (Protocol,), {"settings": options or {}})


def _failure(words: list[str], error: Exception, timeout: float | None) -> EngineStartError:
    if isinstance(error, EngineTerminatedError):
        reason = "it ended before it answered to uci"
    elif isinstance(error, TimeoutError):
        reason = f"it did not answer to uci within {timeout:g} s"
    else:
        reason = getattr(error, "strerror", None) or str(error)
    return EngineStartError(f"cannot start {words[0]!r}: {reason}")
