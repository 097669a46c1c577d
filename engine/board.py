"""`Board`, the friendly object over the rules, in the manner of python-chess.

    board = Board("bigchess")
    board.push_san("d5")
    board.push_uci("e9e7")
    print(board, board.legal_moves, board.outcome())

Squares are numbers, ``10 * rank + file`` (a1 = 0, j10 = 99) in every game; of the colours White is True.
"""

from __future__ import annotations

from collections.abc import Iterable

from . import types as t
from .drawing import ascii_drawing, unicode_drawing
from .errors import AmbiguousMoveError, IllegalMoveError, InvalidFenError, InvalidMoveError
from .game import Game
from .legal_moves import LegalMoves
from .notation import Move, read_uci
from .outcome import insufficient_material
from .pieces import BLACK, WHITE, Piece
from .position import make, unmake
from .result import Outcome, Termination
from .san import read_san, write_san
from .setup import mirrored
from .variants import Variant

__all__ = [
    "BLACK",
    "WHITE",
    "AmbiguousMoveError",
    "Board",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "Piece",
    "Termination",
]


class Board(Game):
    """A position of one of the games with its history, its moves in text, and whether the game is over."""

    chess960 = False  # python-chess asks for it

    def __init__(self, variant: str | Variant = "grand", fen: str | None = None) -> None:
        """Raises `KeyError` for an unknown variant and `InvalidFenError` for a FEN that is refused."""
        super().__init__(variant, fen)
        if type(self) is Board:  # python-chess asks a board's class which game it is
            self.__class__ = named_class(self.variant)

    @property
    def uci_variant(self) -> str:
        return self.variant.name

    @property
    def legal_moves(self) -> LegalMoves:
        return LegalMoves(self)

    # Text

    def uci(self, move: Move, *, tenth_file: str = "j", chess960: bool | None = None) -> str:
        """A move as UCI text; `chess960` is accepted for python-chess and changes nothing."""
        return move.uci(tenth_file)

    def parse_uci(self, text: str) -> Move:
        """Read a legal move. Raises `InvalidMoveError` for bad text, `IllegalMoveError`."""
        move = self._read_uci(text)
        self.encode(move)
        return move

    def push_uci(self, text: str) -> Move:
        """Read a move and make it; raises as `parse_uci` does, and then nothing has changed."""
        move = self._read_uci(text)
        self.push(move)
        return move

    def _read_uci(self, text: str) -> Move:
        try:
            return read_uci(text, self.variant)
        except InvalidMoveError as error:
            raise InvalidMoveError(text, error.reason, self.fen()) from None

    def san(self, move: Move, *, letters: str = "AC", tenth_file: str | None = None) -> str:
        """A legal move as SAN. Raises `IllegalMoveError`. `tenth_file` None: the letter that players use."""
        return write_san(self, move, letters, tenth_file)

    def lan(self, move: Move, *, letters: str = "AC", tenth_file: str | None = None) -> str:
        """A legal move in long algebraic notation: ``Ng1-f3``. Raises `IllegalMoveError`."""
        return write_san(self, move, letters, tenth_file, long=True)

    def parse_san(self, text: str, *, letters: str = "AC") -> Move:
        """Read a legal move. Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`."""
        return read_san(self, text, letters)

    def push_san(self, text: str, *, letters: str = "AC") -> Move:
        """Read a move and make it; raises as `parse_san` does, and then nothing has changed."""
        move = read_san(self, text, letters)
        self.push(move)
        return move

    def variation_san(self, moves: Iterable[Move], *, letters: str = "AC") -> str:
        """A line from here with move numbers: ``1. e5 e6 2. Nc4``. Raises `IllegalMoveError`."""
        board = self.copy(stack=False)
        words: list[str] = []
        for move in moves:
            if board.turn or not words:
                words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
            words.append(board.san(move, letters=letters))
            board.push(move)
        return " ".join(words)

    def ascii(self, *, flipped: bool = False, letters: str = "AC") -> str:
        return ascii_drawing(self, flipped, letters)

    def unicode(self, *, flipped: bool = False, letters: str = "AC") -> str:
        return unicode_drawing(self, flipped, letters)

    def __str__(self) -> str:
        return self.ascii()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.variant.name!r}, {self.fen()!r})"

    # What a move does. These take legal moves and raise `IllegalMoveError` for others.

    def is_capture(self, move: Move) -> bool:
        return self.captures(self.encode(move))

    def is_en_passant(self, move: Move) -> bool:
        return self.encode(move) >> 20 & 3 == t.EN_PASSANT

    def is_castling(self, move: Move) -> bool:
        return self.encode(move) >> 20 & 3 == t.CASTLING

    def gives_check(self, move: Move) -> bool:
        return self.check_mark(self.encode(move)) != ""

    def captures(self, packed: int) -> bool:
        """Whether a legal packed move takes a man."""
        return packed >> 20 & 3 == t.EN_PASSANT or int(self.pos["board"][packed >> 8 & 255]) != t.EMPTY

    def piece_type_on(self, walled: int) -> int:
        """The type of the man on a walled square."""
        return int(self.pos["board"][walled]) >> 1

    def check_mark(self, packed: int) -> str:
        """What SAN writes after a legal packed move: "#", "+" or nothing."""
        make(self.pos, self.rules, packed)
        try:
            if not self.is_check():
                return ""
            return "+" if self._generate() else "#"  # not for long the position that `packed_moves` is about
        finally:
            unmake(self.pos, self.rules)

    # How the game stands. Mate and stalemate come before every other end.

    def is_checkmate(self) -> bool:
        return self.is_check() and not self.packed_moves()

    def is_stalemate(self) -> bool:
        return not self.is_check() and not self.packed_moves()

    def is_insufficient_material(self) -> bool:
        """Whether no mate exists for either side with the men on the board."""
        return bool(insufficient_material(self.pos, self.rules))

    def has_insufficient_material(self, color: bool) -> bool:
        """Whether one side cannot mate by any play: a bare king, or a dead position."""
        side = t.WHITE if color else t.BLACK
        bare = all(not self.pos["count"][2 * piece_type + side] for piece_type in range(t.PAWN, t.KING))
        return bare or self.is_insufficient_material()

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position stands on the board for the `count`-th time at least."""
        return self.occurrences() >= count

    def is_fivefold_repetition(self) -> bool:
        return self.is_repetition(5)

    def is_fifty_moves(self) -> bool:
        """Whether the fifty-move rule is fulfilled and the side to move can move; never in Big Chess."""
        return self._reached(self.variant.move_rule)

    def is_seventyfive_moves(self) -> bool:
        """The same for half as many plies again, with which a game ends even without a claim."""
        return self._reached(self.variant.move_rule * 3 // 2)

    def _reached(self, plies: int) -> bool:
        return 0 < plies <= self.halfmove_clock and bool(self.packed_moves())

    def can_claim_draw(self) -> bool:
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def can_claim_fifty_moves(self) -> bool:
        """As `is_fifty_moves`: claims are about the position on the board, not about a move announced."""
        return self.is_fifty_moves()

    def can_claim_threefold_repetition(self) -> bool:
        """As `is_repetition`: claims are about the position on the board, not about a move announced."""
        return self.is_repetition(3)

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game has ended, or None while it goes on.

        A draw that may be claimed (threefold repetition, fifty moves) ends it only if `claim_draw` is set.
        Without a claim the fifth repetition and seventy-five moves end it, and in Big Chess the third
        repetition, which its rulebook declares.
        """
        if not self.packed_moves():
            if self.is_check():
                return Outcome(Termination.CHECKMATE, not self.turn)
            return Outcome(Termination.STALEMATE, None)
        for applies, termination in (
            (self.is_insufficient_material, Termination.INSUFFICIENT_MATERIAL),
            (self.is_seventyfive_moves, Termination.SEVENTYFIVE_MOVES),
            (self.is_fivefold_repetition, Termination.FIVEFOLD_REPETITION),
        ):
            if applies():
                return Outcome(termination, None)
        if claim_draw and self.is_fifty_moves():
            return Outcome(Termination.FIFTY_MOVES, None)
        if (claim_draw or self.variant.threefold_ends) and self.is_repetition(3):
            return Outcome(Termination.THREEFOLD_REPETITION, None)
        return None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    def mirror(self) -> Board:
        """The position with colours changed and the board turned upside down, without history."""
        board = self.copy(stack=False)
        board._set_up(mirrored(self.variant, self.setup()), self.fen())
        return board


def named_class(variant: Variant) -> type[Board]:
    """The class of a game's boards (see named_boards.py); `Board` itself for a game that is not listed."""
    from .named_boards import BOARDS

    return BOARDS.get(variant.name, Board)
