"""What a search is asked and what it answers: plain values, so that a conversation starts without numpy."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False  # type checkers read it as true; the real constant costs an import of typing at start
if TYPE_CHECKING:
    from typing import Literal

    from ..engine.notation import Move
    from ..eval.nnue.files import Network


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think: the first limit that is reached ends the search. Times are in milliseconds."""

    depth: int | None = None  # plies
    nodes: int | None = None
    mate: int | None = None  # prove or refute a mate in so many moves
    movetime: int | None = None  # for this move, overhead not yet taken off
    time: int | None = None  # own clock, at least 1
    increment: int = 0  # own increment per move
    movestogo: int | None = None  # moves to the next time control; None: the clock is for the whole game
    infinite: bool = False  # hold the best move back until stop()
    ponder: bool = False  # hold the best move back, and the clock still, until ponderhit() or stop()
    searchmoves: tuple[int, ...] = ()  # packed root moves to choose from; empty: all


@dataclass(frozen=True, slots=True)
class Settings:
    """What options say about searching. Unlike `Limits` they stay from move to move."""

    threads: int = 1
    multipv: int = 1  # lines to report
    move_overhead: int = 10  # ms taken off clocks and movetime for the way between engine and clock
    skill_level: int = 20  # 0 weakest .. 20 full strength
    limit_strength: bool = False  # play at about `elo` instead of `skill_level`
    elo: int = 1500
    analyse: bool = False  # the user studies a position: no tricks that only help in a game
    params: tuple[tuple[str, int], ...] = ()  # names and values of params.py that are not the defaults
    network: Network | Literal["shipped"] | None = "shipped"  # None: the hand-written evaluation


@dataclass(frozen=True, slots=True)
class Score:
    """A value for the side to move.

    `value` is in centipawns and counts unless `mate` is set. `mate` is in full moves: positive when
    the side to move mates, negative when it gets mated, 0 when it is mated already. A `bound` other than ""
    says that the true score is at least ("lowerbound") or at most ("upperbound") this one.
    """

    value: int = 0
    mate: int | None = None
    bound: str = ""
    wdl: tuple[int, int, int] = (0, 1000, 0)  # win, draw, loss, per mille


@dataclass(frozen=True, slots=True)
class Info:
    """One finished line of the search. A position without a legal move has depth 0 and no pv."""

    depth: int
    seldepth: int
    multipv: int  # 1 is the best line
    score: Score
    nodes: int
    nps: int
    hashfull: int  # per mille
    tbhits: int
    time_ms: int
    pv: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class CurrentMove:
    """The root move that is being searched; reported by long searches only."""

    depth: int
    move: Move
    number: int  # from 1


@dataclass(frozen=True, slots=True)
class BestMove:
    """The end of a search: the move to play, None if there is none, and the reply to ponder on, if any."""

    move: Move | None
    ponder: Move | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """What the search has to say in words."""

    text: str


Event = Info | CurrentMove | Remark | BestMove
