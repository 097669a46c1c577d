"""`tenfold demo`: the engine thinks about a middlegame while one looks on."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from ..engine.board import Board, Move
from ..search.limits import BestMove, Event, Info, Limits, Settings
from ..search.searcher import Searcher
from .board_view import board_view
from .words import legend, move_in_words, score_in_words, score_text

#: A middlegame of each game, from games of the engine against itself, in which there is something to find.
POSITIONS = {
    "grand": "3br3cr/5k4/pppp3p1p/n3pP1p2/7Q2/P2bP1C3/3P3PP1/1PP6P/1N2K2BN1/R5R3 w - - 1 23",
    "bigchess": "k1b3r3/p3p3p1/n3p5/4An3p/2B2P4/7p2/P4N4/6PP2/3a3KPP/1R7R w - - 0 41",
    "greatchess": "4k1n3/2pp3p1p/p3n1p3/4pp4/p3b2B2/10/3GP5/1P1P1P1N1P/P1P3PPP1/1R3K1B1R w - - 0 33",
}
_LINES = 3
_HASH_MB = 64
_PLIES_SHOWN = 8


@dataclass
class _Thoughts:
    """What the search has said so far."""

    lines: dict[int, Info] = field(default_factory=dict)  # by rank, 1 is the best
    last: Info | None = None
    move: Move | None = None  # what it would play

    def hear(self, event: Event) -> None:
        if isinstance(event, Info) and not event.score.bound:
            self.lines[event.multipv] = self.last = event
            if event.multipv == 1 and event.pv:
                self.move = event.pv[0]
        elif isinstance(event, BestMove):
            self.move = event.move


def demo(game: str, seconds: float) -> None:
    """Analyse the position of `game` for some seconds and say in words what was found."""
    console = Console(highlight=False)
    board = Board(game, POSITIONS[game])
    side = "White" if board.turn else "Black"
    console.print(f"[bold]{board.variant.title}[/]: {side} to move. Tenfold thinks for {seconds:g} seconds.")
    console.print(f"[dim]{legend(board)}[/]\n")
    thoughts = _Thoughts()
    _watch(console, board, thoughts, seconds)
    _conclude(console, board, thoughts)


def _watch(console: Console, board: Board, thoughts: _Thoughts, seconds: float) -> None:
    """Search and show what comes: a picture that changes in a terminal, else a line for each depth."""
    searcher = Searcher(_HASH_MB)
    limits = Limits(movetime=round(seconds * 1000))
    searcher.prepare(limits)
    events = searcher.search(board, limits, Settings(multipv=_LINES, analyse=True))
    if not (console.is_terminal and console.color_system):
        console.print(board.ascii() + "\n", markup=False)
        told = ""
        for event in events:
            thoughts.hear(event)
            if isinstance(event, Info) and event.multipv == 1 and not event.score.bound:
                news = f"{score_text(event.score, board.turn):>7}  {_line(board, event)}"
                if news != told:
                    console.print(f"depth {event.depth:>2}  {news}", markup=False, soft_wrap=True)
                told = news
        return
    with Live(console=console, auto_refresh=False) as view:
        try:
            for event in events:
                thoughts.hear(event)
                view.update(_picture(board, thoughts), refresh=True)
        except KeyboardInterrupt:  # enough seen
            searcher.stop()


def _picture(board: Board, thoughts: _Thoughts) -> Group:
    best = thoughts.lines.get(1)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("depth", "score", "line"):
        table.add_column(heading, no_wrap=True, overflow="ellipsis")
    for rank in sorted(thoughts.lines):
        info = thoughts.lines[rank]
        score = Text(score_text(info.score, board.turn), style="bold" if rank == 1 else "")
        table.add_row(f"{info.depth}/{info.seldepth}", score, Text(_line(board, info)))
    marked = best.pv[0] if best and best.pv else None
    return Group(board_view(board, marked), "", table, Text(_effort(thoughts), "dim"))


def _line(board: Board, info: Info) -> str:
    return board.variation_san(info.pv[:_PLIES_SHOWN])


def _effort(thoughts: _Thoughts) -> str:
    last = thoughts.last
    if last is None:
        return ""
    return f"{last.nodes:,} positions in {last.time_ms / 1000:.1f} s, {last.nps:,} a second"


def _conclude(console: Console, board: Board, thoughts: _Thoughts) -> None:
    if thoughts.move is None:
        return
    move, best = thoughts.move, thoughts.lines.get(1)
    console.print(f"\nBest move: [bold]{board.san(move)}[/], {move_in_words(board, move)}.")
    if best is not None:
        console.print(f"Verdict: {score_in_words(best.score, board.turn)}.")
        console.print(f"Line: {board.variation_san(best.pv)}", markup=False)
    if not console.is_terminal:
        console.print(_effort(thoughts))
    hint = "To play it, add .venv/bin/tenfold to a chess program as a UCI engine: see README.md."
    console.print(f"\n[dim]{hint}[/]", soft_wrap=True)
