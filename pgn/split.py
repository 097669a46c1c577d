"""Where a game begins and ends in a file: `read_raw` takes the next one apart into tags and tokens.

A game ends with its result. Where that is missing it ends before the next game's tags, before a blank line
that is followed by move one, and at the end of the file. A blank line alone ends nothing: XBoard writes some
between a comment and the moves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .source import Source
from .tokens import PIECE, Kind, Token, is_move, read_word, result_of, tags_of

#: So many are told of one game's text: a file that is no PGN at all must not fill the memory.
MOST_TROUBLES = 100

_FIRST_MOVE = re.compile(r"\s*1\s*\.")
_NUMBERED = re.compile(r"\s*\d+\s*\.")

_KINDS = {
    "rest": Kind.COMMENT,
    "open": Kind.OPEN,
    "close": Kind.CLOSE,
    "nag": Kind.NAG,
    "result": Kind.RESULT,
    "other": Kind.JUNK,
}


@dataclass
class RawGame:
    """A game's text, taken apart. Tags and tokens stand in the file's order."""

    line: int = 0  # where the game begins
    tags: list[tuple[str, str, int]] = field(default_factory=list)  # name, value, line
    tokens: list[Token] = field(default_factory=list)
    result: str = "*"  # with which the moves end
    troubles: list[tuple[int, int, str, str]] = field(default_factory=list)  # line, column, token, reason

    def __bool__(self) -> bool:
        return bool(self.tags or self.tokens)

    @property
    def has_moves(self) -> bool:
        return any(token.kind is Kind.MOVE for token in self.tokens)


def read_raw(source: Source) -> RawGame:
    """The next game; one without tags and tokens at the end of the file."""
    return _Splitter(source).run()


class _Splitter:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.game = RawGame()
        self.depth = 0  # of variations
        self.comment: list[str] | None = None  # the lines of an open comment so far
        self.comment_at = (0, 0)
        self.ended = False  # the result has been read

    def run(self) -> RawGame:
        blank = False  # was the line before a blank one?
        while not (self.ended and self.comment is None):
            line = self.source.read()
            if line is None:
                break
            tags = tags_of(line) if line.lstrip().startswith("[") else []
            if tags and (blank if self.comment is not None else self.begins_anew(tags, blank)):
                self.source.put_line_back(line)
                break
            if self.comment is None and _FIRST_MOVE.match(line) and blank and self.game.has_moves:
                self.source.put_line_back(line)
                break
            self.take(line, tags)
            blank = not line.strip()
        if self.comment is not None:
            self.trouble(*self.comment_at, "{", "the comment is not closed")
            self.close_comment()
        return self.game

    def begins_anew(self, tags: list[tuple[str, str]], blank: bool) -> bool:
        """Whether a line of tags belongs to the next game."""
        known = {name.lower() for name, _, _ in self.game.tags}
        return bool(self.game.tokens) or (blank and any(name.lower() in known for name, _ in tags))

    def take(self, line: str, tags: list[tuple[str, str]]) -> None:
        """Add a line to the game."""
        number = self.source.line
        if self.comment is not None:
            self.movetext(line)
        elif line.startswith("%") or (line.startswith(";") and not self.game.tokens) or not line.strip():
            pass
        elif tags:
            self.begin()
            self.game.tags += [(name, value, number) for name, value in tags]
        elif line.lstrip().startswith("[") and not self.game.tokens:
            self.trouble(number, 1, line.strip(), 'not a tag such as [White "Anna"]')
        elif self.game or _looks_like_movetext(line):
            self.begin()
            self.movetext(line)
        else:
            self.trouble(number, 1, line.strip(), "not part of a game")

    def begin(self) -> None:
        self.game.line = self.game.line or self.source.line

    def trouble(self, line: int, column: int, token: str, reason: str) -> None:
        troubles = self.game.troubles
        if len(troubles) < MOST_TROUBLES:
            last = len(troubles) == MOST_TROUBLES - 1
            troubles.append(
                (line, column, token, f"{reason}; what follows is not listed" if last else reason)
            )

    def movetext(self, line: str) -> None:
        at = 0 if self.comment is None else self.continue_comment(line, 0)
        while at < len(line):
            match = PIECE.match(line, at)
            assert match is not None  # the last alternative takes any character
            kind = match.lastgroup
            if self.ended and kind not in (None, "brace", "rest"):
                self.source.put_back(" " * at + line[at:])
                return
            at = match.end()
            if kind == "brace":
                self.comment, self.comment_at = [], (self.source.line, match.start() + 1)
                at = self.continue_comment(line, at)
            elif kind is not None:
                self.piece(kind, match[kind], match.start() + 1)

    def continue_comment(self, line: str, at: int) -> int:
        """Take a line, or its rest, into the open comment; returns where the movetext goes on."""
        assert self.comment is not None
        end = line.find("}", at)
        self.comment.append(line[at:] if end < 0 else line[at:end])
        if end < 0:
            return len(line)
        self.close_comment()
        return end + 1

    def close_comment(self) -> None:
        text = " ".join(part for part in (line.strip() for line in self.comment or ()) if part)
        self.game.tokens.append(Token(Kind.COMMENT, text, *self.comment_at))
        self.comment = None

    def piece(self, kind: str, text: str, column: int) -> None:
        """Add one piece of movetext, by the name of its group in the pattern."""
        line = self.source.line
        if kind == "word":
            tokens = read_word(text, line, column)
        else:
            tokens = [Token(_KINDS[kind], result_of(text), line, column)]
        for token in tokens:
            self.add(token)
        self.depth = max(0, self.depth + {"open": 1, "close": -1}.get(kind, 0))
        if kind == "result" and self.depth == 0:
            self.ended, self.game.result = True, result_of(text)

    def add(self, token: Token) -> None:
        """Add a token; junk that follows junk on its line is one piece with it."""
        tokens = self.game.tokens
        if (
            token.kind is Kind.JUNK
            and tokens
            and tokens[-1].kind is Kind.JUNK
            and tokens[-1].line == token.line
        ):
            tokens[-1] = tokens[-1]._replace(text=f"{tokens[-1].text} {token.text}")
        else:
            tokens.append(token)


def _looks_like_movetext(line: str) -> bool:
    """Whether a line outside of a game begins one that has no tags."""
    match = PIECE.match(line.lstrip())
    assert match is not None
    if match.lastgroup == "word":
        return is_move(match["word"])
    return match.lastgroup in ("brace", "result") or _NUMBERED.match(line) is not None
