"""Longer texts for people: the board (`d`), the list of commands, the list of games."""

from __future__ import annotations

from ..engine.variants import VARIANTS
from . import format as form
from .options import ROWS, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..engine.board import Board

_WIDTH = 100

COMMANDS: tuple[tuple[str, str], ...] = (
    ("uci", "who this is, and the options"),
    ("isready", "answered with readyok when everything before it is done; at once during a search"),
    ("setoption name N value V", "set an option (a button has no value)"),
    ("ucinewgame", "forget the game before"),
    ("position startpos|fen F [moves M...]", "set up a position"),
    ("go [depth N] [nodes N] [mate N] [movetime MS] [infinite] [ponder]", "think, then print bestmove"),
    ("   [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [searchmoves M...]", ""),
    ("go perft N", "count the legal lines of N plies below each move"),
    ("stop, ponderhit", "end the search; the expected move was played"),
    ("d", "the board, its FEN, the legal moves with SAN, and whether the game is over"),
    ("eval", "the evaluation of the position, term by term"),
    ("flip", "change colours"),
    ("bench", "search fixed positions: node count and speed"),
    ("variants", "the games"),
    ("debug on|off", "more info strings"),
    ("quit", "leave"),
)


def help_text(rows: tuple[Option, ...] = ROWS) -> str:
    """All commands and options, one line each."""
    lines = ["Commands:"]
    for usage, meaning in COMMANDS:
        lines.append(f"  {usage:<38}  {meaning}".rstrip())
    lines.append("Options:")
    width = max(len(row.name) for row in rows)
    lines += [f"  {row.name:<{width}}  {row.help}" for row in rows]
    return "\n".join(lines)


def variants_text() -> str:
    """All games: name, title, start position."""
    return "\n".join(f"{variant.name:<11} {variant.title:<12} {variant.start_fen}" for variant in VARIANTS)


def board_text(board: Board, letters: str = "AC", tenth_file: str = "j") -> str:
    """What `d` prints."""
    moves = [
        f"{form.move(move, tenth_file)} ({board.san(move, letters=letters)})" for move in board.legal_moves
    ]
    lines = [
        board.ascii(letters=letters),
        "",
        f"Fen: {board.fen(letters=letters)}",
        f"Key: {board.key:016X}",
        f"Check: {'yes' if board.is_check() else 'no'}",
        f"Legal moves: {len(moves)}",
        *_wrapped(moves),
    ]
    verdict = outcome_text(board)
    if verdict:
        lines.append(verdict)
    return "\n".join(lines)


def outcome_text(board: Board) -> str:
    """How the game ended or may be ended, "" if it goes on."""
    outcome = board.outcome()
    if outcome is not None:
        return f"Game over: {outcome.result()}, {outcome.termination.phrase}"
    outcome = board.outcome(claim_draw=True)
    if outcome is not None:
        return f"Draw by claim: {outcome.termination.phrase}"
    return ""


def _wrapped(words: list[str]) -> list[str]:
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 2 + len(word) <= _WIDTH:
            lines[-1] += "  " + word
        else:
            lines.append("  " + word)
    return lines


def bench_text(nodes: int, seconds: float) -> str:
    """The result of bench, in the words that test programs look for."""
    return (
        f"Total time (ms) : {round(seconds * 1000)}\n"
        f"Nodes searched  : {nodes}\n"
        f"Nodes/second    : {round(nodes / max(seconds, 1e-9))}"
    )
