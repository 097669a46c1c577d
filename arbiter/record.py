"""What the arbiter passes around: an opening, a game to be played, a game that was played. Plain values.

All of them turn into JSON and back (`jsonable.py`), so that a game can travel to another process or machine
and be kept in a journal.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .spec import EngineSpec


class Reason(Enum):
    """Why a game ended. The values stand in journals and are what tables count."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT_MATERIAL = "insufficient material"
    THREEFOLD_REPETITION = "threefold repetition"
    FIFTY_MOVES = "fifty moves"
    DRAW_ADJUDICATION = "draw adjudication"
    RESIGN_ADJUDICATION = "resign adjudication"
    LENGTH = "length limit"
    TIME = "time forfeit"
    ILLEGAL_MOVE = "illegal move"
    DISCONNECT = "disconnect"
    STALL = "stall"
    NO_START = "could not start"

    @property
    def forfeit(self) -> bool:
        """Whether an engine lost by its own fault."""
        return self in (Reason.TIME, Reason.ILLEGAL_MOVE, Reason.DISCONNECT, Reason.STALL, Reason.NO_START)

    @property
    def adjudicated(self) -> bool:
        """Whether the arbiter ended the game by scores or length."""
        return self in (Reason.DRAW_ADJUDICATION, Reason.RESIGN_ADJUDICATION, Reason.LENGTH)


@dataclass(frozen=True)
class Opening:
    """Where a game begins: a position (None: the start position) and moves from it, in UCI with file j."""

    fen: str | None = None
    moves: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True)
class Score:
    """A score from the mover's point of view: centipawns, or a mate in so many moves (negative: mated)."""

    centipawns: int | None = None
    mate: int | None = None

    @property
    def value(self) -> int:
        """One number in centipawns for comparisons; a mate counts as 100,000 less its moves."""
        if self.mate is None:
            return self.centipawns or 0
        return 100_000 - self.mate if self.mate > 0 else -100_000 - self.mate


@dataclass(frozen=True)
class MoveRecord:
    """One move of a game. `seconds` is None for a move of the opening, which no engine thought about."""

    uci: str  # with file j
    seconds: float | None = None  # from `go` to `bestmove`, on the arbiter's clock
    score: Score | None = None  # the mover's; None when the engine gave no exact score
    depth: int = 0
    nodes: int = 0


@dataclass(frozen=True)
class Rules:
    """The game, and what ends it besides mate and stalemate. Counts of 0 switch an adjudication off.

    Names and meaning are Cute Chess's (`-draw`, `-resign`, `-maxmoves`).
    """

    variant: str = "grand"
    fifty_moves: bool | None = None  # None: as the game's book has it (not in Big Chess)
    draw_movenumber: int = 0  # full moves before which no draw is adjudicated
    draw_movecount: int = 0  # moves in a row of both sides with a score within `draw_score`
    draw_score: int = 0  # centipawns
    resign_movecount: int = 0  # moves in a row of one side with a score of -resign_score or worse
    resign_score: int = 0  # centipawns
    resign_twosided: bool = False  # the winner's scores must agree
    maxmoves: int = 0  # full moves after which a game is a draw


@dataclass(frozen=True)
class GameTask:
    """One game of a schedule. `pair` numbers the two games that share an opening with colours swapped."""

    number: int  # from 1, unique in the schedule
    pair: int  # from 1
    white: EngineSpec
    black: EngineSpec
    opening: Opening
    rules: Rules


@dataclass(frozen=True)
class GameRecord:
    """A finished game. `detail` is the exact fault or the adjudication in one line."""

    number: int
    pair: int
    white: str  # names
    black: str
    opening: Opening
    moves: tuple[MoveRecord, ...]  # all of them, those of the opening first
    result: str  # "1-0", "0-1" or "1/2-1/2"
    reason: Reason
    detail: str = ""
    at_fault: str = ""  # "white" or "black" where an engine forfeited
    final_fen: str = ""
    last_lines: tuple[str, ...] = ()  # the latest of the conversation with the engine at fault
    started: str = ""  # local time as ISO 8601 with zone
    seconds: float = 0.0  # how long the game took
    overhead: float = 0.0  # seconds of the arbiter's own work between moves, all moves together
