"""What an engine says during a search, read word by word, with whatever is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...engine.board import Board
from ...engine.errors import InvalidMoveError
from .step import Failed

_NUMBERS = frozenset(
    (
        "depth",
        "seldepth",
        "time",
        "nodes",
        "multipv",
        "currmovenumber",
        "hashfull",
        "nps",
        "tbhits",
        "cpuload",
    )
)
_LISTS = ("pv", "refutation", "currline")


@dataclass
class Info:
    """An `info` line. `problem` is the first thing wrong with it, or nothing."""

    line: str
    numbers: dict[str, int] = field(default_factory=dict)
    cp: int | None = None
    mate: int | None = None
    bound: bool = False
    wdl: tuple[int, ...] = ()
    pv: list[str] = field(default_factory=list)
    problem: str = ""

    @property
    def scored(self) -> bool:
        """Whether it has an exact score."""
        return (self.cp is not None or self.mate is not None) and not self.bound

    @property
    def place(self) -> int:
        """Which of several lines of play it is about, from 1."""
        return self.numbers.get("multipv", 1)


def read_info(line: str) -> Info:
    """Read the line as far as it can be read."""
    info = Info(line)
    words = line.split()[1:]
    while words and not info.problem:
        _take(info, words)
    return info


def _take(info: Info, words: list[str]) -> None:
    """Take one field from the front of the words."""
    word = words.pop(0)
    if word in _NUMBERS:
        info.numbers[word] = _number(info, word, words)
    elif word == "score":
        kind = words.pop(0) if words else ""
        if kind not in ("cp", "mate"):
            info.problem = f"score is followed by {kind!r}, not by cp or mate"
            return
        setattr(info, kind, _number(info, f"score {kind}", words, negative=True))
    elif word in ("lowerbound", "upperbound"):
        info.bound = True
    elif word == "wdl":
        info.wdl = tuple(_number(info, word, words) for _ in range(3))
    elif word == "pv":
        info.pv = words[:]
        words.clear()
    elif word == "currmove":
        if not words:
            info.problem = "currmove names no move"
        del words[:1]
    elif word == "ebf":
        del words[:1]
    elif word == "string" or word in _LISTS:
        words.clear()
    else:
        info.problem = f"unknown word {word!r}"


def _number(info: Info, name: str, words: list[str], negative: bool = False) -> int:
    word = words.pop(0) if words else ""
    digits = word.removeprefix("-") if negative else word
    if not (digits.isascii() and digits.isdigit()):
        info.problem = info.problem or f"{name} is {word!r}, not a whole number"
        return 0
    return int(word)


@dataclass
class Search:
    """One search: what was said, the answer, and how long it took."""

    board: Board  # the position searched
    asked: str  # the `go` line
    infos: list[Info]
    answer: str  # the `bestmove` line
    seconds: float  # from `go`
    after: float  # from the last thing sent, `go` or `stop` or `ponderhit`

    @property
    def bestmove(self) -> str:
        """The second word of the answer."""
        words = self.answer.split()
        return words[1] if len(words) > 1 else ""

    @property
    def ponder(self) -> str:
        """The move it would ponder on, or nothing."""
        words = self.answer.split()
        return words[3] if len(words) > 3 and words[2] == "ponder" else ""

    def scored(self) -> list[Info]:
        """The infos with an exact score."""
        return [info for info in self.infos if info.scored]

    def require_legal(self) -> None:
        """Raises `Failed` if the move, or the move to ponder on, is illegal or not spelled as UCI does."""
        board = self.board.copy(stack=False)
        require_line(board, [self.bestmove, *([self.ponder] if self.ponder else [])], self.answer)


def require_line(board: Board, moves: list[str], said: str) -> None:
    """Raises `Failed` if the moves are not legal one after the other; the board makes those that are."""
    for text in moves:
        fen = board.fen()
        try:
            if text != text.lower():
                raise InvalidMoveError(text, "moves are written in lower case", fen)
            board.push_uci(text)
        except InvalidMoveError as error:
            raise Failed(f"{error} (it said: {_short(said)})") from None


def _short(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:97]}..."
