"""An engine of a match: how it is started, set up and limited."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TimeControl:
    """What an engine may use: a clock, or a fixed time, node count or depth for each move.

    Nothing set means `go infinite`, of no use in a match. Clock and nodes or depth may be combined.
    """

    moves: int = 0  # moves to the next control; 0: all of the game
    base: float | None = None  # seconds on the clock; None: no clock
    increment: float = 0.0  # seconds added for each move
    movetime: float | None = None  # seconds a move
    nodes: int | None = None
    depth: int | None = None


@dataclass(frozen=True)
class EngineSpec:
    """One engine. `name` is unique in a tournament; the journal and the PGN use it."""

    name: str
    command: tuple[str, ...]  # program and arguments
    directory: str = ""  # where it is started; "": here
    options: tuple[tuple[str, str], ...] = ()  # sent in this order, before UCI_Variant
    control: TimeControl = TimeControl()
    margin: float = 0.0  # seconds it may be late without losing
    ponder: bool = False
    restart: bool = False  # a fresh process for each game
    tenth_file: str = "j"  # the letter of Big Chess's tenth file in what it is sent: j or m
    start_timeout: float = 35.0  # seconds until `uciok`
    ready_timeout: float = 15.0  # seconds until `readyok`, and of silence after `stop`
