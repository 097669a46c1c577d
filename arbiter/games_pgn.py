"""Finished games as PGN text, in the manner of Cute Chess."""

from __future__ import annotations

from chess.pgn import StringExporter

from ..engine.board import Board
from ..engine.notation import read_uci
from .record import GameRecord, MoveRecord, Opening, Reason, Score
from .spec import EngineSpec, pgn_tag

#: Cute Chess's words for the Termination tag; games that end by the rules have none there, "normal" here.
_TERMINATIONS = {
    Reason.DRAW_ADJUDICATION: "adjudication",
    Reason.RESIGN_ADJUDICATION: "adjudication",
    Reason.LENGTH: "adjudication",
    Reason.TIME: "time forfeit",
    Reason.ILLEGAL_MOVE: "illegal move",
    Reason.DISCONNECT: "abandoned",
    Reason.NO_START: "abandoned",
    Reason.STALL: "stalled connection",
}
#: What the comment behind the last move says, in Cute Chess's words.
_VERDICTS = {
    Reason.CHECKMATE: "{winner} mates",
    Reason.STALEMATE: "Draw by stalemate",
    Reason.INSUFFICIENT_MATERIAL: "Draw by insufficient mating material",
    Reason.THREEFOLD_REPETITION: "Draw by 3-fold repetition",
    Reason.FIFTY_MOVES: "Draw by fifty moves rule",
    Reason.DRAW_ADJUDICATION: "Draw by adjudication",
    Reason.RESIGN_ADJUDICATION: "{winner} wins by adjudication",
    Reason.LENGTH: "Draw by adjudication: maximal game length",
    Reason.TIME: "{loser} loses on time",
    Reason.ILLEGAL_MOVE: "{loser} makes an illegal move",
    Reason.DISCONNECT: "{loser} disconnects",
    Reason.STALL: "{loser}'s connection stalls",
    Reason.NO_START: "{loser} could not be started",
}


class _Exporter(StringExporter):
    """python-chess's exporter with comments as Cute Chess writes them.

    No blanks inside the braces, and no number before Black's move though a comment stands between.
    """

    def visit_comment(self, comment: str) -> None:
        self.write_token("{" + comment.replace("}", ")") + "} ")


def game_text(record: GameRecord, variant: str, white: EngineSpec, black: EngineSpec, event: str) -> str:
    """The game with tags and comments; ends with an empty line."""
    exporter = _Exporter(columns=80)
    for name, value in _tags(record, variant, white, black, event).items():
        exporter.visit_header(name, value.replace("\\", "/").replace('"', "'"))
    exporter.end_headers()
    board = Board(variant, record.opening.fen)
    last = len(record.moves) - 1
    verdict = _verdict(record)
    if not record.moves:
        exporter.visit_comment(verdict)
    for number, move in enumerate(record.moves):
        made = read_uci(move.uci, board.variant)
        exporter.visit_move(board, made)  # type: ignore[arg-type]
        comment = _comment(move)
        exporter.visit_comment(f"{comment}, {verdict}" if number == last else comment)
        board.push(made)
    exporter.visit_result(record.result)
    return exporter.result() + "\n\n"


def round_tag(pair: int | str, number: int) -> str:
    """The Round tag of a game: the number of the pair, and which game of it this is."""
    return f"{pair}.{2 - number % 2}"


def _tags(
    record: GameRecord, variant: str, white: EngineSpec, black: EngineSpec, event: str
) -> dict[str, str]:
    controls = pgn_tag(white.control), pgn_tag(black.control)
    tags = {
        "Event": event,
        "Site": "?",
        "Date": record.started[:10].replace("-", ".") or "????.??.??",
        "Round": round_tag(record.pair, record.number),
        "White": record.white,
        "Black": record.black,
        "Result": record.result,
        "Variant": variant,
        **_set_up(record.opening),
    }
    if controls[0] == controls[1]:
        tags["TimeControl"] = controls[0]
    else:
        tags["WhiteTimeControl"], tags["BlackTimeControl"] = controls
    return tags | {
        "Termination": _TERMINATIONS.get(record.reason, "normal"),
        "PlyCount": str(len(record.moves)),
        "GameStartTime": record.started,
        "GameDuration": _duration(record.seconds),
        "Ending": record.reason.value,
    }


def _set_up(opening: Opening) -> dict[str, str]:
    return {"SetUp": "1", "FEN": opening.fen} if opening.fen else {}


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest:02}"


def _comment(move: MoveRecord) -> str:
    """``+1.37/12 0.15s``: score in pawns for the mover, depth, seconds; ``book`` in the opening."""
    if move.seconds is None:
        return "book"
    score = f"{_score(move.score)}/{move.depth} " if move.score else ""
    seconds = move.seconds
    digits = 3 if seconds < 0.0995 else 2 if seconds < 0.995 else 1 if seconds < 9.95 else 0
    return f"{score}{seconds:.{digits}f}s"


def _score(score: Score) -> str:
    if score.mate is not None:
        return f"{'+' if score.mate > 0 else '-'}M{abs(score.mate)}"
    value = score.value / 100
    return f"{value:+.2f}" if value else "0.00"


def _verdict(record: GameRecord) -> str:
    sides = {"1-0": ("White", "Black"), "0-1": ("Black", "White")}
    winner, loser = sides.get(record.result, ("", ""))
    text = _VERDICTS[record.reason].format(winner=winner, loser=loser)
    return f"{text}: {record.detail}" if record.detail else text
