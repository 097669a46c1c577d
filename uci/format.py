"""Events of a search to text. Pure. The order of the fields is fixed: several GUIs read them by position."""

from __future__ import annotations

from ..engine.variants import Variant
from ..search.limits import BestMove, CurrentMove, Info, Score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..engine.notation import Move

NO_MOVE = "(none)"


def move(value: Move | None, tenth_file: str = "j") -> str:
    """A move in UCI form, `tenth_file` being the name of the tenth file; None is ``(none)``."""
    if value is None:
        return NO_MOVE
    text = value.uci()
    return text if tenth_file == "j" else text.replace("j", tenth_file)


def score(value: Score, show_wdl: bool = False) -> str:
    """``cp 31``, ``mate -2``, with the bound and, if asked for, the chances behind it."""
    text = f"cp {value.value}" if value.mate is None else f"mate {value.mate}"
    if value.bound:
        text += f" {value.bound}"
    if show_wdl:
        text += " wdl {} {} {}".format(*value.wdl)
    return text


def info(event: Info, show_wdl: bool = False, tenth_file: str = "j") -> str:
    """The `info` line of a finished line of search; a finished game (depth 0) has nothing but its score."""
    if event.depth == 0:
        return f"info depth 0 score {score(event.score)}"
    text = (
        f"info depth {event.depth} seldepth {event.seldepth} multipv {event.multipv}"
        f" score {score(event.score, show_wdl)} nodes {event.nodes} nps {event.nps}"
        f" hashfull {event.hashfull} tbhits {event.tbhits} time {event.time_ms}"
    )
    if event.pv:
        text += " pv " + " ".join(move(step, tenth_file) for step in event.pv)
    return text


def current_move(event: CurrentMove, tenth_file: str = "j") -> str:
    return f"info depth {event.depth} currmove {move(event.move, tenth_file)} currmovenumber {event.number}"


def best_move(event: BestMove, tenth_file: str = "j") -> str:
    text = f"bestmove {move(event.move, tenth_file)}"
    if event.move is not None and event.ponder is not None:
        text += f" ponder {move(event.ponder, tenth_file)}"
    return text


def variant_line(variant: Variant) -> str:
    """What Fairy-Stockfish says when a game is chosen; arbiters learn board and start position from it."""
    return (
        f"info string variant {variant.name} files {variant.files} ranks {variant.ranks}"
        f" pocket 0 template fairy startpos {variant.start_fen}"
    )
