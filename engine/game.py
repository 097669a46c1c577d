"""`Game`: a position record and the moves that led to it. `Board` adds text and results.

The layers above read `pos` and `rules` and hand kernels *copies*; only this layer writes to `pos`. A move
reaches a kernel only after it was found among the legal ones, so no caller can make it index out of a table.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from . import types as t
from . import variants
from .attacks import is_attacked
from .errors import IllegalMoveError
from .fen import read_fen, write_fen
from .geometry import to_public, to_walled
from .loader import dump, king_on, load
from .memory import Record
from .move import pack
from .movegen import generate, new_move_list
from .notation import Move, square_name
from .outcome import repetitions
from .pieces import Piece
from .position import make, new_position, unmake
from .rules import rules_for
from .setup import Setup, on_board
from .variants import Variant

_FROM_TO_PROMOTION = (1 << 20) - 1


class Game:
    """A game of `variant` in progress, from `fen` or the start position on."""

    variant: Variant
    move_stack: list[Move]  # the moves made; read it, do not write to it
    pos: Record
    rules: Record

    def __init__(self, variant: str | Variant = "grand", fen: str | None = None) -> None:
        """Raises `KeyError` for an unknown variant and `InvalidFenError` for a FEN that is refused."""
        self.variant = variants.find(variant) if isinstance(variant, str) else variant
        self.rules = rules_for(self.variant)
        self.set_fen(self.variant.start_fen if fen is None else fen)

    def set_fen(self, fen: str, letters: str | None = None) -> None:
        """Set up a position and forget the moves. A refused FEN (`InvalidFenError`) changes nothing.

        `letters` names the set of piece letters in the text; None looks for an M, which only one set has.
        """
        self._set_up(read_fen(fen, self.variant, letters), fen)

    def _set_up(self, setup: Setup, fen: str) -> None:
        pos = new_position()
        load(pos, self.rules, self.variant, setup, fen)
        self._begin(pos)

    def _begin(self, pos: Record) -> None:
        self.pos = pos
        self.move_stack = []
        self._moves = new_move_list()
        self._legal: list[int] | None = None  # the legal moves, once somebody has asked
        self._archive: list[np.ndarray] = []  # undo entries too old for the record, oldest first

    def setup(self) -> Setup:
        """The position as plain values."""
        return dump(self.pos, self.variant)

    def fen(self, *, letters: str = "AC", shredder: bool = False, en_passant: str = "legal") -> str:
        """The six-field FEN. `shredder` and `en_passant` are accepted for python-chess and change nothing."""
        return write_fen(self.setup(), self.variant, letters)

    # What stands where, and whose turn it is

    @property
    def turn(self) -> bool:
        """True if White is to move."""
        return bool(self.pos["side"] == t.WHITE)

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""
        return int(self.pos["halfmove"])

    @property
    def fullmove_number(self) -> int:
        return int(self.pos["fullmove"])

    @property
    def key(self) -> int:
        """A 64-bit number equal for equal positions: men, side, castling rights, legal en passant squares."""
        return int(self.pos["key"])

    @property
    def ep_squares(self) -> tuple[int, ...]:
        """Squares on which a legal en passant capture lands, at most two."""
        return tuple(to_public(int(sq)) for sq in self.pos["ep"] if sq)

    def ply(self) -> int:
        """Plies since the start of the game, by the FEN's move number."""
        return 2 * (self.fullmove_number - 1) + (not self.turn)

    def piece_at(self, square: int) -> Piece | None:
        """The man on a public square number; None if the square is empty or not on the board."""
        if not on_board(self.variant, square):
            return None
        code = int(self.pos["board"][to_walled(square)])
        return Piece.from_code(code) if code else None

    def king(self, color: bool) -> int:
        """Where a side's king stands."""
        return to_public(king_on(self.pos, t.WHITE if color else t.BLACK))

    def is_attacked_by(self, color: bool, square: int) -> bool:
        """Whether a man of `color` could capture on `square`, pinned or not. `ValueError` off the board."""
        if not on_board(self.variant, square):
            raise ValueError(f"no square of {self.variant.title} has the number {square}")
        return bool(is_attacked(self.pos, self.rules, to_walled(square), t.WHITE if color else t.BLACK))

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        us = int(self.pos["side"])
        return bool(is_attacked(self.pos, self.rules, king_on(self.pos, us), us ^ 1))

    # Moves: packed for kernels, `Move` for people

    def packed_moves(self) -> list[int]:
        """The legal moves as kernels write them."""
        if self._legal is None:
            self._legal = self._generate()
        return self._legal.copy()

    def _generate(self) -> list[int]:
        count = generate(self.pos, self.rules, self._moves, True, True)
        return self._moves["move"][:count].tolist()

    def encode(self, move: Move) -> int:
        """A legal move, packed. Raises `IllegalMoveError`."""
        wanted = self._pack(move)
        if wanted is not None:
            for packed in self.packed_moves():
                if packed & _FROM_TO_PROMOTION == wanted:
                    return packed
        raise self._illegal(move)

    def _pack(self, move: Move) -> int | None:
        """Squares and promotion packed, the kind left out; None if there are no such squares or pieces."""
        start, end, promoted = int(move.from_square), int(move.to_square), int(move.promotion or 0)
        if on_board(self.variant, start) and on_board(self.variant, end) and 0 <= promoted < t.PIECE_TYPES:
            return pack(to_walled(start), to_walled(end), promoted)
        return None

    def decode(self, packed: int) -> Move:
        """The `Move` of a packed one; 0 is the null move."""
        if packed == t.NO_MOVE:
            return Move.null()
        return Move(to_public(packed & 255), to_public(packed >> 8 & 255), packed >> 16 & 15 or None)

    def _illegal(self, move: Move) -> IllegalMoveError:
        fen = self.fen()
        try:
            text = move.uci()
        except (IndexError, TypeError):  # squares or a piece that do not exist
            return IllegalMoveError(f"{move.from_square}-{move.to_square}", "no such square or piece", fen)
        return IllegalMoveError(text, self._objection(move), fen)

    def _objection(self, move: Move) -> str:
        """Why a move is illegal, as far as that is easily said."""
        if not move:
            return "the null move cannot be played"
        man = self.piece_at(move.from_square)
        where = square_name(move.from_square)
        if man is None:
            return f"no man stands on {where}"
        if man.color != self.turn:
            return f"the man on {where} is {'White' if man.color else 'Black'}'s, who is not to move"
        same = [m for m in map(self.decode, self.packed_moves()) if m.from_square == move.from_square]
        if any(m.to_square == move.to_square for m in same):
            return "the pawn has to promote" if move.promotion is None else "that promotion is not allowed"
        return "the king is in check" if self.is_check() else "the rules do not allow it"

    # Making moves and taking them back

    def push(self, move: Move) -> None:
        """Make a move. Raises `IllegalMoveError`, and then nothing has changed."""
        self._make(self.encode(move), move)

    def push_packed(self, packed: int) -> None:
        """Make a packed move. Raises `IllegalMoveError` as `push` does."""
        if packed not in self.packed_moves():
            raise self._illegal(self.decode(packed))
        self._make(packed, self.decode(packed))

    def _make(self, packed: int, move: Move) -> None:
        if self.pos["ply"] >= t.MAX_HISTORY:
            self._archive_history()
        make(self.pos, self.rules, packed)
        self._legal = None
        self.move_stack.append(move)

    def _archive_history(self) -> None:
        """Move the older half of the record's undo entries out of it, so that a game may have any length."""
        pos = self.pos
        half, used = int(pos.ply) // 2, int(pos.ply)
        self._archive.append(pos.undo[:half].copy())
        pos.undo[: used - half] = pos.undo[half:used].copy()
        pos.ply = used - half

    def pop(self) -> Move:
        """Take back the last move and return it. Raises `IndexError` if there is none."""
        if not self.move_stack:
            raise IndexError("no move to take back")
        if self.pos["ply"] == 0:
            entries = self._archive.pop()
            self.pos.undo[: len(entries)] = entries
            self.pos.ply = len(entries)
        unmake(self.pos, self.rules)
        self._legal = None
        return self.move_stack.pop()

    def peek(self) -> Move:
        """The last move. Raises `IndexError` if there is none."""
        return self.move_stack[-1]

    def occurrences(self) -> int:
        """How often the position has stood on the board, now included."""
        found = 1 + int(repetitions(self.pos))
        # How far the plies since the last capture or pawn move reach beyond the record.
        missing = self.halfmove_clock - int(self.pos["ply"])
        for entries in reversed(self._archive):
            if missing <= 0:
                break
            found += int(np.count_nonzero(entries["key"][-missing:] == self.pos["key"]))
            missing -= len(entries)
        return found

    # Copies

    def copy(self, stack: bool = True) -> Self:
        """An independent copy, without the moves that led here if `stack` is false."""
        other = type(self).__new__(type(self))
        other.variant, other.rules = self.variant, self.rules
        other._begin(self.pos.copy())
        other._legal = self._legal
        if stack:
            other.move_stack = self.move_stack.copy()
            other._archive = self._archive.copy()  # entries are never written to again
        else:
            other.pos.ply = 0
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def root(self) -> Self:
        """A copy of the position before the first move."""
        other = self.copy()
        while other.move_stack:
            other.pop()
        return other

    def __eq__(self, other: object) -> bool:
        """Same game, men, side, rights and counters; how the position came about does not matter."""
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self.variant.name == other.variant.name
            and self.key == other.key
            and self.setup() == other.setup()
        )

    def __hash__(self) -> int:
        """Of the standing position: it changes with every move made."""
        return hash((self.variant.name, self.key))
