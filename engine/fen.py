"""FEN text to `Setup` and back. Plain Python: nothing here touches a kernel, and no bad text gets past it.

Read are one to six fields; what is missing is ``w - - 0 1``. The board may be followed by empty holdings
(``[-]``, ``[]``), and XBoard's five fields ``board side castling half-moves move`` leave the en passant
square out. Whether the side not to move stands in check, and whether an en passant square has a legal
capture, `loader.py` finds out with the kernels.
"""

from __future__ import annotations

import re
from functools import cache

from . import types as t
from .errors import InvalidFenError, quote
from .geometry import FILE_NAMES, SIZE
from .letters import letters_of, reading_table
from .setup import Setup, castling_at_home, public_squares
from .variants import Variant

MAX_COUNTER = 999_999  # far beyond any game, far below what an int32 of the record holds

SIDE_NAMES = ("White", "Black")
_CASTLING_LETTERS = "KQkq"  # in the order of the bits
_HOLDINGS = re.compile(r"\[-?\]\Z")
_TOKEN = re.compile(r"[0-9]+|[^0-9]")
_SQUARE = re.compile(r"([a-jm])(10|[1-9])")
_EP_FIELD = re.compile(r"[a-jm](?:10|[1-9])(?:,?[a-jm](?:10|[1-9]))*\Z")
_COUNTER = re.compile(r"[0-9]+\Z")


def read_fen(text: str, variant: Variant, letters: str | None = None) -> Setup:
    """The position that `text` describes, or `InvalidFenError` with the field and the reason.

    `letters` names the set of piece letters; None takes rulebook 000's if an M stands on the board, else AC.
    Castling letters without king and rook at home are dropped.
    """
    return _Reader(text, variant, letters).read()


@cache
def _army(variant_name: str, start_fen: str) -> int:
    return sum(character.isupper() for character in start_fen.split()[0])


class _Reader:
    def __init__(self, text: str, variant: Variant, letters: str | None) -> None:
        self.text = text
        self.variant = variant
        self.letters = letters

    def fail(self, field: str, reason: str) -> InvalidFenError:
        return InvalidFenError(self.text, field, reason)

    def read(self) -> Setup:
        fields = self.text.split()
        if not fields:
            raise self.fail("board", "the text is empty")
        if len(fields) > 6:
            raise self.fail("fields", f"{len(fields)} of them, a FEN has at most 6")
        if len(fields) == 5 and _COUNTER.match(fields[3]):
            fields.insert(3, "-")  # XBoard's five-field form
        board, side, castling, ep, halfmove, fullmove = fields + ["w", "-", "-", "0", "1"][len(fields) - 1 :]
        cells = self.read_board(board)
        self.check_men(cells)
        if side not in ("w", "b"):
            raise self.fail("side to move", f"{quote(side)} is neither w nor b")
        return Setup(
            cells,
            t.WHITE if side == "w" else t.BLACK,
            self.read_castling(castling) & castling_at_home(self.variant, cells),
            self.read_ep(ep),
            self.read_counter("half-move clock", halfmove),
            max(1, self.read_counter("move number", fullmove)),  # some programs count from 0
        )

    def read_board(self, board: str) -> tuple[int, ...]:
        variant = self.variant
        if "[" in board:
            at = board.index("[")
            if not _HOLDINGS.match(board[at:]):
                raise self.fail("board", f"{quote(board[at:])} in hand, but nothing can be held in this game")
            board = board[:at]
        rows = board.split("/")
        if len(rows) != variant.ranks:
            seen = {8: "an 8x8 board", 10: "a 10x10 board", 1: "1 rank"}.get(len(rows), f"{len(rows)} ranks")
            size = f"{variant.files}x{variant.ranks}"
            raise self.fail("board", f"{seen}, but {variant.title} is played on {size}")
        table = self.reading_table(board)
        cells = [t.EMPTY] * (SIZE * SIZE)
        for i, row in enumerate(rows):
            rank = variant.ranks - i
            width = 0
            for token in _TOKEN.findall(row):
                if token[0] in "0123456789":
                    if token[0] == "0" or len(token) > 2 or int(token) > variant.files:
                        raise self.fail(
                            "board", f"rank {rank}: {quote(token)} is no count from 1 to {variant.files}"
                        )
                    width += int(token)
                    continue
                piece_type = table.get(token.lower())
                if piece_type is None or not token.isascii():
                    raise self.fail("board", f"rank {rank}: {quote(token)} is no man of {variant.title}")
                if width < variant.files:
                    cells[SIZE * (rank - 1) + width] = 2 * piece_type + (
                        t.BLACK if token.islower() else t.WHITE
                    )
                width += 1
            if width != variant.files:
                raise self.fail(
                    "board", f"rank {rank} is {width} wide, {variant.title} has {variant.files} files"
                )
        return tuple(cells)

    def reading_table(self, board: str) -> dict[str, int]:
        if self.letters is not None:
            return reading_table(self.variant, self.letters)
        used = set(board.lower())
        if "m" not in used or "c" not in self.variant.letters:
            return reading_table(self.variant)
        if {"a", "c"} <= used:
            raise self.fail("board", "A, C and M together: C could be either compound piece")
        return reading_table(self.variant, "MC")

    def check_men(self, cells: tuple[int, ...]) -> None:
        variant = self.variant
        most = _army(variant.name, variant.start_fen)
        for colour, name in enumerate(SIDE_NAMES):
            kings = cells.count(2 * t.KING + colour)
            if kings != 1:
                raise self.fail("board", f"{name} has {kings or 'no'} king{'s' * (kings > 1)}")
            men = sum(1 for piece in cells if piece and piece & 1 == colour)
            if men > most:
                raise self.fail("board", f"{name} has {men} men, {variant.title} starts with {most}")
        kings_at = [divmod(cells.index(2 * t.KING + colour), SIZE) for colour in (t.WHITE, t.BLACK)]
        if max(abs(kings_at[0][0] - kings_at[1][0]), abs(kings_at[0][1] - kings_at[1][1])) <= 1:
            raise self.fail("board", "the kings touch")
        for square in public_squares(variant):
            if cells[square] >> 1 != t.PAWN:
                continue
            colour = cells[square] & 1
            rank = square // SIZE + 1
            own_rank = rank if colour == t.WHITE else variant.ranks + 1 - rank
            name = f"{FILE_NAMES[square % SIZE]}{rank}"
            if own_rank == variant.ranks:
                raise self.fail("board", f"a {SIDE_NAMES[colour].lower()} pawn on its last rank ({name})")
            if own_rank < variant.pawn_home_rank:
                raise self.fail(
                    "board",
                    f"a {SIDE_NAMES[colour].lower()} pawn on {name}, behind the rank that pawns start on",
                )

    def read_castling(self, text: str) -> int:
        rights = 0
        for character in "" if text == "-" else text:
            bit = 1 << _CASTLING_LETTERS.find(character) if character in _CASTLING_LETTERS else 0
            if not bit or rights & bit:
                raise self.fail("castling", f"{quote(text)} is neither - nor made of K, Q, k and q")
            rights |= bit
        return rights

    def read_ep(self, text: str) -> tuple[int, ...]:
        if text == "-":
            return ()
        if not _EP_FIELD.match(text):
            raise self.fail("en passant", f"{quote(text)} is neither - nor made of squares")
        squares = set()
        for file, rank in _SQUARE.findall(text):
            if file == "m":
                if self.variant.tenth_file != "m":
                    raise self.fail("en passant", f"{quote(text)}: {self.variant.title} has no file m")
                file = "j"
            if FILE_NAMES.index(file) >= self.variant.files or int(rank) > self.variant.ranks:
                raise self.fail("en passant", f"{file}{rank} is not on the board")
            squares.add(SIZE * (int(rank) - 1) + FILE_NAMES.index(file))
        if len({square % SIZE for square in squares}) > 1:
            raise self.fail("en passant", f"{quote(text)} names more than one file, but one pawn stepped")
        return tuple(sorted(squares))

    def read_counter(self, field: str, text: str) -> int:
        if not _COUNTER.match(text):
            raise self.fail(field, f"{quote(text)} is not a number")
        if len(text) > len(str(MAX_COUNTER)) or int(text) > MAX_COUNTER:
            raise self.fail(field, f"{quote(text)} is above {MAX_COUNTER}")
        return int(text)


def write_fen(setup: Setup, variant: Variant, letters: str = "AC") -> str:
    """The six-field FEN of a position, files a to j, en passant squares in board order without separators."""
    names = letters_of(letters)
    rows = []
    for rank in reversed(range(variant.ranks)):
        row, gap = "", 0
        for piece in setup.cells[SIZE * rank : SIZE * rank + variant.files]:
            if piece == t.EMPTY:
                gap += 1
                continue
            symbol = names[piece >> 1]
            row += (str(gap) if gap else "") + (symbol if piece & 1 else symbol.upper())
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    castling = "".join(c for i, c in enumerate(_CASTLING_LETTERS) if setup.castling >> i & 1)
    ep = "".join(f"{FILE_NAMES[square % SIZE]}{square // SIZE + 1}" for square in setup.ep)
    return (
        f"{'/'.join(rows)} {'wb'[setup.side]} {castling or '-'} {ep or '-'} {setup.halfmove} {setup.fullmove}"
    )
