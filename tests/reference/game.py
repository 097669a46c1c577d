"""The rules of all four games, slow and plain: the judge that differential tests call.

Written from the rulebooks alone. Nothing here is clever: a move is made on a copy of the board, and is legal
when the mover's king is not attacked afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from .attacks import is_attacked, reach
from .fen import Placement, Square, read_placement, read_squares, square_name, write_placement, write_squares
from .variants import RULES, Rules


@dataclass(frozen=True)
class Move:
    """A move with all that making it needs; `uci` is its only name outside this module."""

    source: Square
    target: Square
    promotion: str = ""
    captured: Square | None = None
    """Where the captured man stands: not the target in en passant."""
    rook: tuple[Square, Square] | None = None
    """Castling: where the rook comes from and goes to."""
    passed: tuple[Square, ...] = ()
    """Squares a long pawn step passes over."""

    @property
    def uci(self) -> str:
        return square_name(self.source) + square_name(self.target) + self.promotion


@dataclass(frozen=True)
class Game:
    """One position. Treat it as a value: `make` answers a new one and leaves this one as it was."""

    rules: Rules
    board: Placement
    white: bool
    """Whether White is to move."""
    castling: frozenset[str]
    passed: frozenset[Square]
    """Squares the last pawn step passed over, whether or not anything can capture there."""
    halfmove: int
    fullmove: int

    @staticmethod
    def from_fen(variant: str, fen: str | None = None) -> Game:
        """Reads one to six fields; no FEN is the start position.

        Castling letters without king and rook at home are dropped, and so are en passant squares that no pawn
        can just have passed. ValueError on bad text. Whether the side not to move is in check is not
        looked at, nor are the counters.
        """
        rules = RULES[variant]
        fields = (fen or rules.start).split()
        fields += ["w", "-", "-", "0", "1"][len(fields) - 1 :]
        if fields[1] not in ("w", "b") or not set(fields[2]) <= set("KQkq-"):
            raise ValueError(f"bad side or castling field: {fen}")
        board = read_placement(fields[0], rules)
        for king in "Kk":
            if list(board.values()).count(king) != 1:
                raise ValueError(f"not exactly one {king}: {fen}")
        white = fields[1] == "w"
        last_rank = {"P": rules.size, "p": 1}
        if any(last_rank.get(man) == rank for (_, rank), man in board.items()):
            raise ValueError(f"a pawn on its last rank: {fen}")
        castling = {right for right in "KQkq" if right in fields[2] and _at_home(rules, board, right)}
        passed = read_squares(fields[3])
        passed = {square for square in passed if _pawn_that_passed(rules, board, square, not white)}
        return Game(
            rules, board, white, frozenset(castling), frozenset(passed), int(fields[4]), int(fields[5])
        )

    def fen(self) -> str:
        """All six fields; the en passant field lists only squares on which a legal capture exists."""
        return " ".join(
            (
                write_placement(self.board, self.rules.size),
                "w" if self.white else "b",
                "".join(right for right in "KQkq" if right in self.castling) or "-",
                write_squares(self.en_passant_squares()),
                str(self.halfmove),
                str(self.fullmove),
            )
        )

    def legal_moves(self) -> list[str]:
        """UCI strings in plain string order."""
        return sorted(self._legal)

    def make(self, uci: str) -> Game:
        """The position after a move; ValueError when it is not legal here."""
        if uci not in self._legal:
            raise ValueError(f"{uci} is not legal in {self.fen()}")
        return self._after(self._legal[uci])

    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return is_attacked(self.rules, self.board, _king(self.board, self.white), not self.white)

    def en_passant_squares(self) -> set[Square]:
        """Squares on which an en passant capture is legal now."""
        return {move.target for move in self._legal.values() if move.captured not in (None, move.target)}

    def insufficient_material(self) -> bool:
        """Whether no mate exists with what is left: at most a knight, or bishops on squares of one colour."""
        men = {square: man.lower() for square, man in self.board.items() if man not in "Kk"}
        if set(men.values()) <= {"b"}:
            return len({(file + rank) % 2 for file, rank in men}) <= 1
        return list(men.values()) == ["n"]

    def key(self) -> tuple[object, ...]:
        """Equal for two positions exactly when they count as the same for repetition."""
        men = frozenset(self.board.items())
        return men, self.white, self.castling, frozenset(self.en_passant_squares())

    @cached_property
    def _legal(self) -> dict[str, Move]:
        moves = {}
        for move in self._moves():
            after = self._after(move)
            if not is_attacked(self.rules, after.board, _king(after.board, self.white), not self.white):
                moves[move.uci] = move
        return moves

    def _moves(self) -> Iterator[Move]:
        """Moves by the way the men go; the king's safety is looked at afterwards (of castling, here)."""
        for square, man in list(self.board.items()):
            if man.isupper() != self.white:
                continue
            kind = man.lower()
            if kind == "p":
                yield from self._pawn_moves(square)
                continue
            for target in reach(self.rules, self.board, square, kind):
                occupant = self.board.get(target)
                if occupant is None:
                    yield Move(square, target)
                elif occupant.isupper() != self.white:
                    yield Move(square, target, captured=target)
            if kind == "k":
                yield from self._castlings(square)

    def _pawn_moves(self, source: Square) -> Iterator[Move]:
        file, rank = source
        forward = 1 if self.white else -1
        ahead = (file, rank + forward)
        if ahead not in self.board:
            yield from self._arrivals(source, ahead, None)
        if self._own_rank(rank) == self.rules.pawn_home:
            for length in self.rules.long_steps:
                way = tuple((file, rank + forward * step) for step in range(1, length + 1))
                if not any(square in self.board for square in way):
                    yield Move(source, way[-1], passed=way[:-1])
        for side in (-1, 1):
            target = (file + side, rank + forward)
            occupant = self.board.get(target)
            if occupant is not None and occupant.isupper() != self.white:
                yield from self._arrivals(source, target, target)
            elif target in self.passed:
                victim = _pawn_that_passed(self.rules, self.board, target, not self.white)
                yield Move(source, target, captured=victim)

    def _arrivals(self, source: Square, target: Square, captured: Square | None) -> Iterator[Move]:
        """One step or capture of a pawn in all its forms: staying a pawn, and each promotion allowed."""
        rank = self._own_rank(target[1])
        if rank in self.rules.promotion_ranks:
            own = Counter(man.lower() for man in self.board.values() if man.isupper() == self.white)
            for kind in self.rules.promotes_to:
                limit = self.rules.promotion_limit.get(kind)
                if limit is None or own[kind] < limit:
                    yield Move(source, target, promotion=kind, captured=captured)
        if rank != self.rules.size:
            yield Move(source, target, captured=captured)

    def _castlings(self, source: Square) -> Iterator[Move]:
        rank = 1 if self.white else self.rules.size
        for side, (rook_file, king_target, rook_target) in self.rules.castled_files.items():
            if (side.upper() if self.white else side) not in self.castling:
                continue
            between = range(min(source[0], rook_file) + 1, max(source[0], rook_file))
            if any((file, rank) in self.board for file in between):
                continue
            way = range(min(source[0], king_target), max(source[0], king_target) + 1)
            if any(is_attacked(self.rules, self.board, (file, rank), not self.white) for file in way):
                continue
            yield Move(source, (king_target, rank), rook=((rook_file, rank), (rook_target, rank)))

    def _after(self, move: Move) -> Game:
        board = dict(self.board)
        man = board.pop(move.source)
        if move.captured is not None:
            del board[move.captured]
        placed = move.promotion or man
        board[move.target] = placed.upper() if self.white else placed.lower()
        if move.rook is not None:
            board[move.rook[1]] = board.pop(move.rook[0])
        return Game(
            self.rules,
            board,
            not self.white,
            # Once king or rook has left home or been taken there the right is gone: nothing adds it again.
            frozenset(right for right in self.castling if _at_home(self.rules, board, right)),
            frozenset(move.passed),
            0 if move.captured is not None or man in "Pp" else self.halfmove + 1,
            self.fullmove + (0 if self.white else 1),
        )

    def _own_rank(self, rank: int) -> int:
        return rank if self.white else self.rules.size + 1 - rank


def _king(board: Placement, white: bool) -> Square:
    king = "K" if white else "k"
    return next(square for square, man in board.items() if man == king)


def _at_home(rules: Rules, board: Placement, right: str) -> bool:
    """Whether king and rook of a castling right (K, Q, k or q) stand where the game starts them."""
    if not rules.king_file:
        return False
    white = right.isupper()
    rank = 1 if white else rules.size
    rook_file = rules.castled_files[right.lower()][0]
    king, rook = ("K", "R") if white else ("k", "r")
    return board.get((rules.king_file, rank)) == king and board.get((rook_file, rank)) == rook


def _pawn_that_passed(rules: Rules, board: Placement, square: Square, white: bool) -> Square | None:
    """Where the pawn of that colour stands that can just have passed over the square in a long step."""
    forward = 1 if white else -1
    home = rules.pawn_home if white else rules.size + 1 - rules.pawn_home
    for length in rules.long_steps:
        landing = (square[0], home + forward * length)
        left_empty = [(square[0], home + forward * step) for step in range(length)]
        if board.get(landing) != ("P" if white else "p") or any(empty in board for empty in left_empty):
            continue
        if square in left_empty[1:]:
            return landing
    return None
