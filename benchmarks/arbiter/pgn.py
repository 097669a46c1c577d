"""Finished games as PGN text."""

from __future__ import annotations

import textwrap
from datetime import date

from .game import Record
from .player import MATE, Answer


def pgn(record: Record, variant: str, number: int) -> str:
    """The game with score, depth and time behind each engine's move; ends with an empty line."""
    tags = {
        "Event": "Engine match",
        "Site": "?",
        "Date": date.today().strftime("%Y.%m.%d"),
        "Round": str(number),
        "White": record.white,
        "Black": record.black,
        "Result": record.result,
        "Variant": variant,
    }
    if record.opening.fen:
        tags |= {"SetUp": "1", "FEN": record.opening.fen}
    head = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())
    fields = (record.opening.fen or "x w - - 0 1").split()
    ply = 2 * (int(fields[5]) - 1) + (fields[1] == "b")
    words: list[str] = []
    for index, (san, answer) in enumerate(zip(record.san, record.answers, strict=True)):
        if ply % 2 == 0 or index == 0:
            words.append(f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}")
        words.append(san)
        if answer is not None:
            words.append(_comment(answer))
        ply += 1
    words += [f"{{{record.reason}{': ' + record.detail if record.detail else ''}}}", record.result]
    moves = textwrap.fill(" ".join(words), 100, break_long_words=False, break_on_hyphens=False)
    return f"{head}\n{moves}\n\n"


def _comment(answer: Answer) -> str:
    if answer.score is None:
        return f"{{{answer.seconds:.2f}s}}"
    if abs(answer.score) > MATE - 1000:
        score = f"{'+' if answer.score > 0 else '-'}M{MATE - abs(answer.score)}"
    else:
        score = f"{answer.score / 100:+.2f}"
    return f"{{{score}/{answer.depth} {answer.seconds:.2f}s}}"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
