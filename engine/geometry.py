"""The walled board: how squares are numbered, and the lines that pieces slide on.

A board of up to ten by ten stands inside an array twelve wide and fourteen high. Two rows of wall below and
above and one column on each side catch every knight's leap, so a kernel never leaves the array:

    square = (rank + 2) * 12 + file + 1          a1 = 25, j10 = 142, 168 cells

People and the public API number squares ``10 * rank + file`` on every board (a1 = 0, j10 = 99).

Every square lies on four lines, one in each direction; ``place`` is where on the line it stands:

    direction  step   line                  place
    0 rank      +1    rank                  file
    1 file     +12    10 + file             rank
    2 diagonal +13    20 + file - rank + 9  file
    3 anti     -11    39 + file + rank      file

A line's occupancy is a 10-bit number, one bit a place, so what a sliding piece reaches is one table look-up.
"""

from __future__ import annotations

WIDTH, HEIGHT = 12, 14
SQUARES = WIDTH * HEIGHT
SIZE = 10  # places on a line, and the largest board's files and ranks

LINES = 58
DIRECTIONS = 4
RANK, FILE, DIAGONAL, ANTI = range(DIRECTIONS)
STEPS = (1, WIDTH, WIDTH + 1, 1 - WIDTH)

KNIGHT_LEAPS = (-25, -23, -14, -10, 10, 14, 23, 25)
KING_STEPS = (-13, -12, -11, -1, 1, 11, 12, 13)
FILE_NAMES = "abcdefghij"


def square(file: int, rank: int) -> int:
    """The walled square at `file` and `rank`, both from 0."""
    return (rank + 2) * WIDTH + file + 1


def file_of(sq: int) -> int:
    return sq % WIDTH - 1


def rank_of(sq: int) -> int:
    return sq // WIDTH - 2


def to_walled(public: int) -> int:
    """The walled square of a public number ``10 * rank + file``."""
    return square(public % SIZE, public // SIZE)


def to_public(sq: int) -> int:
    """The public number of a walled square."""
    return rank_of(sq) * SIZE + file_of(sq)


def line_of(file: int, rank: int, direction: int) -> int:
    return (rank, 10 + file, 29 + file - rank, 39 + file + rank)[direction]


def place_of(file: int, rank: int, direction: int) -> int:
    return rank if direction == FILE else file


def direction_of(line: int) -> int:
    return 0 if line < 10 else 1 if line < 20 else 2 if line < 39 else 3


def line_start(line: int) -> int:
    """The walled number that place 0 of a line has, or would have if it were on the board."""
    if line < 10:
        return square(0, line)
    if line < 20:
        return square(line - 10, 0)
    if line < 39:
        return square(0, 29 - line)
    return square(0, line - 39)


def square_name(sq: int) -> str:
    """A walled square's name: ``a1`` to ``j10``."""
    return f"{FILE_NAMES[file_of(sq)]}{rank_of(sq) + 1}"


def parse_square(text: str) -> int:
    """The walled square called `text`.

    Raises `ValueError` if no square of a ten-by-ten board has that name.
    """
    file, rank = text[:1], text[1:]
    if len(file) != 1 or file not in FILE_NAMES or rank not in _RANK_NAMES:
        raise ValueError(f"no square is called {text!r}")
    return square(FILE_NAMES.index(file), _RANK_NAMES[rank])


_RANK_NAMES = {str(rank + 1): rank for rank in range(SIZE)}
