"""Names for the small integers that every layer shares.

A piece code is ``2 * type + colour``; a move is packed in an int32:

    bits  0-7    from-square   (walled square, see geometry.py)
    bits  8-15   to-square
    bits 16-19   piece type promoted to, 0 for none
    bits 20-21   kind: ORDINARY, LONG_STEP, EN_PASSANT, CASTLING
"""

from __future__ import annotations

WHITE, BLACK = 0, 1

EMPTY, WALL = 0, 1  # board cells that hold no piece; no piece code is below 2

PAWN, KNIGHT, BISHOP, ROOK, ARCHBISHOP, CHANCELLOR, QUEEN, GIRAFFE, KING = range(1, 10)
PIECE_TYPES = 10  # table size: type 0 is "no piece"
PIECES = 2 * PIECE_TYPES

#: Letters of the piece types in FEN and UCI, indexed by type.
LETTERS = ".pnbracqgk"

ORDINARY, LONG_STEP, EN_PASSANT, CASTLING = range(4)
NO_MOVE = 0

#: Castling rights, as bits of ``pos.castling``.
WHITE_KINGSIDE, WHITE_QUEENSIDE, BLACK_KINGSIDE, BLACK_QUEENSIDE = 1, 2, 4, 8

#: Most men a side may have on a board (22 in Great Chess, the largest army).
MAX_MEN = 22
#: No legal move list is longer: 21 giraffes with 43 moves each, and 8 king moves and castlings.
MAX_MOVES = 1024
#: Deepest line the search looks at, in plies.
MAX_PLY = 120
#: Plies of a game that the position record can take back; `Board` archives older ones.
MAX_HISTORY = 2048
