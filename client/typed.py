"""python-chess's engine client as a type checker should see it: boards and moves are ours, or orthodox ones.

At run time `Engine` is `chess.engine.SimpleEngine`, and says goodbye before it goes.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, MutableMapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, overload

import chess
from chess.engine import INFO_ALL, INFO_NONE, ConfigValue, EngineError, Limit, PovScore, PovWdl, SimpleEngine
from chess.engine import Info as Selector

from ..engine.board import Board
from ..engine.notation import Move

AnyBoard = Board | chess.Board
AnyMove = Move | chess.Move


class Info(TypedDict, total=False):
    """What an engine said about a position; scores and chances know whose point of view they have."""

    score: PovScore
    pv: list[Move]
    depth: int
    seldepth: int
    time: float  # seconds
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Move
    currmovenumber: int
    hashfull: int  # per mill
    cpuload: int
    refutation: dict[Move, list[Move]]
    currline: dict[int, list[Move]]
    ebf: float
    wdl: PovWdl
    string: str
    lowerbound: bool
    upperbound: bool


class PlayResult(Protocol):
    """The answer of `Engine.play`."""

    move: Move | None
    ponder: Move | None
    info: Info
    draw_offered: bool
    resigned: bool


class Analysis(Protocol):
    """A search going on: iterate for its infos, stop it, leave its ``with`` block to stop it."""

    info: Info  # the newest of the best line
    multipv: list[Info]

    def stop(self) -> None: ...
    def wait(self) -> Any: ...
    def would_block(self) -> bool: ...
    def empty(self) -> bool: ...
    def get(self) -> Info: ...
    def next(self) -> Info | None: ...
    def __iter__(self) -> Analysis: ...
    def __next__(self) -> Info: ...
    def __enter__(self) -> Analysis: ...
    def __exit__(self, *error: object) -> None: ...


#: Seconds that an engine has at the end of a ``with`` block to end a search, and again to end itself.
FAREWELL = 2.0


class Engine(SimpleEngine):
    """`chess.engine.SimpleEngine`, whose documentation holds.

    The end of a ``with`` block stops a search that goes on and tells the engine to quit; one that does not
    obey is killed.
    """

    def __exit__(self, *error: Any) -> None:
        self.timeout = FAREWELL
        with suppress(EngineError, TimeoutError):
            self.ping()  # which waits for the end of the search
            self.quit()
        super().__exit__(*error)

    if TYPE_CHECKING:

        def __enter__(self) -> Engine: ...
        def play(  # type: ignore[override]
            self,
            board: AnyBoard,
            limit: Limit,
            *,
            game: object = None,
            info: Selector = INFO_NONE,
            ponder: bool = False,
            draw_offered: bool = False,
            root_moves: Iterable[AnyMove] | None = None,
            options: Mapping[str, ConfigValue] = ...,
            opponent: chess.engine.Opponent | None = None,
        ) -> PlayResult: ...

        @overload  # type: ignore[override]
        def analyse(
            self,
            board: AnyBoard,
            limit: Limit,
            *,
            game: object = None,
            info: Selector = INFO_ALL,
            root_moves: Iterable[AnyMove] | None = None,
            options: Mapping[str, ConfigValue] = ...,
        ) -> Info: ...
        @overload
        def analyse(
            self,
            board: AnyBoard,
            limit: Limit,
            *,
            multipv: int,
            game: object = None,
            info: Selector = INFO_ALL,
            root_moves: Iterable[AnyMove] | None = None,
            options: Mapping[str, ConfigValue] = ...,
        ) -> list[Info]: ...
        def analyse(self, board: AnyBoard, limit: Limit, **settings: Any) -> Info | list[Info]: ...

        def analysis(  # type: ignore[override]
            self,
            board: AnyBoard,
            limit: Limit | None = None,
            *,
            multipv: int | None = None,
            game: object = None,
            info: Selector = INFO_ALL,
            root_moves: Iterable[AnyMove] | None = None,
            options: Mapping[str, ConfigValue] = ...,
        ) -> Analysis: ...


class AsyncAnalysis(Protocol):
    """A search going on: iterate for its infos with ``async for``, leave its ``with`` block to stop it."""

    info: Info
    multipv: list[Info]

    def stop(self) -> None: ...
    async def wait(self) -> Any: ...
    def __aiter__(self) -> AsyncIterator[Info]: ...
    def __enter__(self) -> AsyncAnalysis: ...
    def __exit__(self, *error: object) -> None: ...


class AsyncEngine(Protocol):
    """`chess.engine.UciProtocol`, whose documentation holds; settings are those of `Engine`'s methods."""

    options: MutableMapping[str, chess.engine.Option]
    id: dict[str, str]

    async def play(self, board: AnyBoard, limit: Limit, **settings: Any) -> PlayResult: ...
    @overload
    async def analyse(
        self, board: AnyBoard, limit: Limit, *, multipv: int, **settings: Any
    ) -> list[Info]: ...
    @overload
    async def analyse(self, board: AnyBoard, limit: Limit, **settings: Any) -> Info: ...
    async def analysis(
        self, board: AnyBoard, limit: Limit | None = None, **settings: Any
    ) -> AsyncAnalysis: ...
    async def configure(self, options: Mapping[str, ConfigValue]) -> None: ...
    async def ping(self) -> None: ...
    async def quit(self) -> None: ...
