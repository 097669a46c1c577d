"""PGN as words: what may stand in movetext, and in a line of tags."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import NamedTuple


class Kind(Enum):
    """What a token is."""

    MOVE = auto()  # a word that should be a move
    COMMENT = auto()
    NAG = auto()
    OPEN = auto()  # a variation begins
    CLOSE = auto()
    RESULT = auto()
    JUNK = auto()


class Token(NamedTuple):
    """A token and where it begins; lines and columns count from 1. A NAG's text is its number."""

    kind: Kind
    text: str
    line: int
    column: int


#: Marks in words and the NAGs they stand for (PGN standard, section 10, and its usual symbols).
MARKS = {
    "!": 1,
    "?": 2,
    "!!": 3,
    "??": 4,
    "!?": 5,
    "?!": 6,
    "□": 7,
    "=": 10,
    "∞": 13,
    "+=": 14,
    "+/=": 14,
    "⩲": 14,
    "=+": 15,
    "=/+": 15,
    "⩱": 15,
    "+/-": 16,
    "±": 16,
    "-/+": 17,
    "∓": 17,
    "+-": 18,
    "-+": 19,
    "N": 146,
}

#: Ends of a move that stand alone or behind it, and say nothing that the position does not say.
FLOURISHES = ("e.p.", "ep", "++", "+", "#", "ch", "dbl", "mate")

RESULTS = frozenset(("1-0", "0-1", "1/2-1/2", "*"))
_DRAWS = ("1/2", "½", "½-½")

#: NAGs are numbers of one byte (PGN standard, section 8.2.4).
LAST_NAG = 255

NULL_MOVES = frozenset(("--", "Z0", "0000", "@@@@"))

#: One piece of movetext; what begins a comment that may span lines is left to the caller.
PIECE = re.compile(
    r"""
    \s+
    | (?P<brace>\{)
    | ;(?P<rest>.*)
    | \(=\)  # an offer of a draw
    | (?P<open>\()
    | (?P<close>\))
    | \$(?P<nag>\d+)
    | (?P<result>(?:1-0|0-1|1/2-1/2|1/2|½-½|½)(?![\w/-])|\*)
    | (?!0000)\d+(?:\s*\.+|(?=\s|\Z))|\.+  # a move's number
    | (?P<word>[!?]+|[^\s{}();$!?*]+)
    | (?P<other>.)
    """,
    re.VERBOSE,
)

_TAG_NAME = r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*"
#: Several tags may share a line; a value with bare quotation marks in it is alone on its line.
_TAGS = re.compile(rf'\s*\[\s*({_TAG_NAME})\s+"((?:[^"\\]|\\.)*)"\s*\]')
_LOOSE_TAG = re.compile(rf'\s*\[\s*({_TAG_NAME})\s+"(.*)"\s*\]?\s*\Z')

#: How a move looks: a square at least, or castling.
_MOVE = re.compile(r"[A-Z]?[a-jm]?\d{0,2}[-x:]?[a-jm]\d{1,2}\S*\Z|[Oo0]-[Oo0](?:-[Oo0])?\S*\Z")
#: A move with a sign right behind it, check and promotion signs aside.
_GLUED = re.compile(rf"(.*\w[+#]?)({'|'.join(re.escape(mark) for mark in MARKS if not mark.isalnum())})")


def tags_of(line: str) -> list[tuple[str, str]]:
    """The names and values of the tags that a line consists of; none if it is no line of tags."""
    found = []
    end = 0
    while match := _TAGS.match(line, end):
        found.append((match[1], match[2]))
        end = match.end()
    if found and not line[end:].strip():
        return found
    loose = _LOOSE_TAG.match(line)
    return [(loose[1], loose[2])] if loose else []


def is_move(word: str) -> bool:
    """Whether a word looks like a move, legal or not; null moves do not."""
    return _MOVE.match(word) is not None


def result_of(text: str) -> str:
    """A result as the standard writes it; other texts come back stripped."""
    text = text.strip()
    return "1/2-1/2" if text in _DRAWS else text


def read_word(word: str, line: int, column: int) -> list[Token]:
    """A word as a move, a mark, both, junk, or nothing. What has a digit was meant as a move."""
    if word in MARKS:
        return [Token(Kind.NAG, str(MARKS[word]), line, column)]
    if word in FLOURISHES:
        return []
    if glued := _GLUED.fullmatch(word):
        at = column + glued.start(2)
        return [Token(Kind.MOVE, glued[1], line, column), *read_word(glued[2], line, at)]
    meant = word in NULL_MOVES or is_move(word) or any(character.isdigit() for character in word)
    return [Token(Kind.MOVE if meant else Kind.JUNK, word, line, column)]
