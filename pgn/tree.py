"""`Game`, `GameNode`, `ChildNode` and `GameBuilder`: python-chess's game tree over our boards.

The tree works as in python-chess, whose documentation holds. Most of what is said here only tells type
checkers that boards and moves are ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self

import chess.pgn
from chess.pgn import Mainline

from ..engine.board import Board
from ..engine.named_boards import NamedBoard
from ..engine.notation import Move
from .exporters import StringExporter
from .headers import Headers
from .problem import Problem
from .which import shown_by

Which = int | Move | chess.pgn.GameNode  # how a variation is named: by place, move or node


class GameNode(chess.pgn.GameNode):
    """A position in a game's tree, with its comment and the variations that go on from it."""

    variations: list[ChildNode]  # type: ignore[assignment]

    def add_variation(  # type: ignore[override]
        self, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """Create a child node."""
        child: Any = ChildNode
        return child(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def __str__(self) -> str:
        return str(self.accept(StringExporter(columns=None)))

    if TYPE_CHECKING:

        def board(self) -> NamedBoard: ...  # type: ignore[override]
        def game(self) -> Game: ...
        def next(self) -> ChildNode | None: ...
        def end(self) -> GameNode: ...
        def mainline(self) -> Mainline[ChildNode]: ...  # type: ignore[override]
        def mainline_moves(self) -> Mainline[Move]: ...  # type: ignore[override]
        def variation(self, move: Which) -> ChildNode: ...  # type: ignore[override]
        def has_variation(self, move: Which) -> bool: ...  # type: ignore[override]
        def promote_to_main(self, move: Which) -> None: ...  # type: ignore[override]
        def promote(self, move: Which) -> None: ...  # type: ignore[override]
        def demote(self, move: Which) -> None: ...  # type: ignore[override]
        def remove_variation(self, move: Which) -> None: ...  # type: ignore[override]
        def __getitem__(self, move: Which) -> ChildNode: ...  # type: ignore[override]
        def __contains__(self, move: Which) -> bool: ...  # type: ignore[override]
        def add_main_variation(  # type: ignore[override]
            self, move: Move, *, comment: str = "", nags: Iterable[int] = ()
        ) -> ChildNode: ...
        def add_line(  # type: ignore[override]
            self,
            moves: Iterable[Move],
            *,
            comment: str = "",
            starting_comment: str = "",
            nags: Iterable[int] = (),
        ) -> GameNode: ...


class ChildNode(GameNode, chess.pgn.ChildNode):  # type: ignore[misc]
    """A node with the move that leads to it, its comment, NAGs and variations."""

    if TYPE_CHECKING:
        parent: GameNode
        move: Move  # type: ignore[assignment]


class Game(GameNode, chess.pgn.Game):  # type: ignore[misc]
    """The root of a game's tree: tags, start position, `errors` (what could not be read, as `Problem`)."""

    headers: Headers
    errors: list[Problem]  # type: ignore[assignment]

    def __init__(self, headers: Mapping[str, str] | Iterable[tuple[str, str]] | None = None) -> None:
        super().__init__(headers)
        self.headers = Headers(headers)

    def setup(self, board: Board | str) -> None:  # type: ignore[override]
        """Set the start position, and with it the tags Variant, FEN and SetUp.

        FEN and SetUp are left out for a game's own start. A text is of the game that `shown_by` says. Raises
        `InvalidFenError`, `ValueError`.
        """
        if isinstance(board, str):
            board = Board(shown_by(board), board)
        super().setup(board)  # type: ignore[arg-type]
        if board.fen() == board.variant.start_fen:
            self.headers.pop("FEN", None)

    def can_be_set_up(self) -> bool:
        """Whether there is a board to begin with: the game is one of ours, the FEN a position of it."""
        try:
            self.board()
        except ValueError:
            return False
        return True

    @classmethod
    def builder(cls) -> GameBuilder:
        """A visitor that makes such a game."""
        return GameBuilder(Game=cls)

    if TYPE_CHECKING:

        @classmethod
        def from_board(cls, board: Board) -> Self: ...  # type: ignore[override]


class GameBuilder(chess.pgn.GameBuilder[Game]):
    """Makes a `Game`; problems are collected in its `errors`, and nothing is logged."""

    def __init__(self, *, Game: type[Any] = Game) -> None:
        super().__init__(Game=Game)

    def handle_error(self, error: Exception) -> None:
        if not isinstance(error, Problem):  # from a reader that is not ours
            error = Problem(0, 0, 0, "", str(error))
        self.game.errors.append(error)
