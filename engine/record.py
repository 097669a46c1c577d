"""The position record: everything about a standing game, and the few kernels that write men into it.

Only `put`, `remove` and `shift` write men, each keeping board, lines, lists, counts, key and tally together.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from . import geometry as g
from . import types as t
from .jit import declare, inlined, kernel
from .memory import Record
from .rules import Rules

UNDO = np.dtype(
    [
        ("key", np.uint64),
        ("pawn_key", np.uint64),
        ("tally", np.int64),
        ("halfmove", np.int32),
        ("move", np.int32),  # the move made from here
        ("piece", np.uint8),  # that made it; means nothing where the move is a pass
        ("captured", np.uint8),  # piece code, EMPTY if none
        ("captured_on", np.uint8),
        ("captured_slot", np.uint8),
        ("promoted_slot", np.uint8),  # the pawn's slot before it promoted
        ("castling", np.uint8),
        ("ep", np.uint8, (2,)),
        ("ep_pawn", np.uint8),
    ],
    align=True,
)

HISTORY = t.MAX_HISTORY + t.MAX_PLY + 8

POSITION = np.dtype(
    [
        ("board", np.uint8, (g.SQUARES,)),  # piece code, EMPTY or WALL
        # By colour: bits 0-9 own men (and walls), bits 16-25 men that slide here
        ("lines", np.uint32, (2, g.LINES)),
        # Squares of the men of a piece code, in slots 0 .. count - 1
        ("list", np.uint8, (t.PIECES, t.MAX_MEN)),
        ("slot", np.uint8, (g.SQUARES,)),  # where in its list the man on a square is
        ("count", np.uint8, (t.PIECES,)),
        ("pawn_files", np.uint16, (2, g.SIZE)),  # ranks of the pawns on a file, by colour
        ("pinned", np.uint8, (g.SQUARES,)),  # scratch of a move generator, zero outside it
        ("pins", np.int32),  # men it found pinned
        ("pin_squares", np.uint8, (8,)),
        ("key", np.uint64),  # men, side, castling and legal en passant squares
        ("pawn_key", np.uint64),  # pawns alone
        ("tally", np.int64),  # sum of rules.tally over the men
        ("halfmove", np.int32),  # plies since a capture or pawn move
        ("fullmove", np.int32),
        ("ply", np.int32),  # undo entries in use
        ("side", np.uint8),
        ("castling", np.uint8),
        ("ep", np.uint8, (2,)),  # squares on which a legal en passant capture lands, ascending; 0 is none
        ("ep_pawn", np.uint8),  # the pawn it takes
        ("check_direction", np.uint8),  # scratch of a move generator
        ("check_line", np.uint8),
        ("check_places", np.uint16),
        ("check_square", np.uint8),
        ("undo", UNDO, (HISTORY,)),
    ],
    align=True,
)

declare("Position", POSITION)
Position: TypeAlias = Record  # the hint, as type checkers see it


def new_position() -> Record:
    """An empty record, to be given to `clear` first."""
    return Record(POSITION)


@kernel
def clear(pos: Position, rules: Rules) -> None:
    """An empty board of the variant's size, White to move."""
    for sq in range(g.SQUARES):
        pos.board[sq] = t.WALL if rules.wall[sq] else t.EMPTY
        pos.slot[sq] = 0
        pos.pinned[sq] = 0
    for line in range(g.LINES):
        # A wall counts as everybody's own man: it blocks, and nobody can take it.
        pos.lines[0, line] = rules.walls[line]
        pos.lines[1, line] = rules.walls[line]
    for piece in range(t.PIECES):
        pos.count[piece] = 0
    for file in range(g.SIZE):
        pos.pawn_files[0, file] = 0
        pos.pawn_files[1, file] = 0
    pos.key = np.uint64(0)
    pos.pawn_key = np.uint64(0)
    pos.tally = 0
    pos.halfmove = 0
    pos.fullmove = 1
    pos.ply = 0
    pos.side = 0
    pos.castling = 0
    pos.ep[0] = 0
    pos.ep[1] = 0
    pos.ep_pawn = 0


@inlined
def _mark_pawn(pos: Position, rules: Rules, sq: int, colour: int) -> None:
    # The rank as an int64: without the compiler numpy would shift an uint8 and lose the upper ranks.
    pos.pawn_files[colour, rules.place[sq, g.RANK]] ^= np.uint16(1 << np.int64(rules.place[sq, g.FILE]))


@inlined
def mark(pos: Position, rules: Rules, sq: int, piece: int) -> None:
    """Write or wipe a man on the four lines through its square."""
    colour = piece & 1
    for d in range(g.DIRECTIONS):
        pos.lines[colour, rules.line[sq, d]] ^= rules.mark[piece, d] << rules.place[sq, d]
    if piece >> 1 == t.PAWN:
        _mark_pawn(pos, rules, sq, colour)


@inlined
def count_key(pos: Position, rules: Rules, sq: int, piece: int) -> None:
    """Add a man to the keys or take it out."""
    pos.key ^= rules.key_piece[piece, sq]
    if piece >> 1 == t.PAWN:
        pos.pawn_key ^= rules.key_piece[piece, sq]


@kernel
def put(pos: Position, rules: Rules, sq: int, piece: int) -> None:
    """Set a man on an empty square."""
    pos.board[sq] = piece
    slot = pos.count[piece]
    pos.list[piece, slot] = sq
    pos.slot[sq] = slot
    pos.count[piece] = slot + 1
    pos.tally += rules.tally[piece, sq]
    mark(pos, rules, sq, piece)
    count_key(pos, rules, sq, piece)


@kernel
def remove(pos: Position, rules: Rules, sq: int) -> None:
    """Take the man off a square; the last man of its list moves into its slot."""
    piece = np.int64(pos.board[sq])
    pos.board[sq] = t.EMPTY
    last = np.int64(pos.count[piece]) - 1
    slot = pos.slot[sq]
    mover = pos.list[piece, last]
    pos.list[piece, slot] = mover
    pos.slot[mover] = slot
    pos.count[piece] = last
    pos.tally -= rules.tally[piece, sq]
    mark(pos, rules, sq, piece)
    count_key(pos, rules, sq, piece)


@inlined
def put_back(pos: Position, rules: Rules, sq: int, piece: int, slot: int) -> None:
    """Undo `remove`: the man returns to its old slot, so that every field is as it was."""
    last = np.int64(pos.count[piece])
    if slot != last:  # the cell behind the list holds some square of the past
        mover = pos.list[piece, slot]
        pos.list[piece, last] = mover
        pos.slot[mover] = last
    pos.list[piece, slot] = sq
    pos.slot[sq] = slot
    pos.count[piece] = last + 1
    pos.board[sq] = piece
    mark(pos, rules, sq, piece)


@inlined
def shift(pos: Position, rules: Rules, from_sq: int, to_sq: int) -> None:
    """Move a man to an empty square, keys and tally aside."""
    piece = np.int64(pos.board[from_sq])
    pos.board[from_sq] = t.EMPTY
    pos.board[to_sq] = piece
    slot = pos.slot[from_sq]
    pos.slot[to_sq] = slot
    pos.list[piece, slot] = to_sq
    colour = piece & 1
    for d in range(g.DIRECTIONS):
        mark = rules.mark[piece, d]
        pos.lines[colour, rules.line[from_sq, d]] ^= mark << rules.place[from_sq, d]
        pos.lines[colour, rules.line[to_sq, d]] ^= mark << rules.place[to_sq, d]
    if piece >> 1 == t.PAWN:
        _mark_pawn(pos, rules, from_sq, colour)
        _mark_pawn(pos, rules, to_sq, colour)


@inlined
def king_square(pos: Position, colour: int) -> int:
    return np.int64(pos.list[2 * t.KING + colour, 0])


@inlined
def board_square(rules: Rules, sq: int) -> int:
    """A walled square's number without the walls: 10 * rank + file, 0 to 99."""
    return g.SIZE * np.int64(rules.place[sq, g.FILE]) + np.int64(rules.place[sq, g.RANK])
