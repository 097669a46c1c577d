"""A game is annotated: each position is asked about, and what was found is written into the game's tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...client import Engine, Limit
from ...pgn import ChildNode, Game
from ..asked_engine import expect_to_play
from .evaluation import Evaluation, evaluation_of, finished
from .judgement import JudgedMove

#: Plies of a better line that are written.
_LINE_PLIES = 10
#: PGN's numbers for the marks !, ?, !!, ??, !? and ?!.
_MOVE_MARKS = frozenset(range(1, 7))

Analyse = Callable[[Any], Evaluation]


@dataclass(frozen=True)
class Analyst:
    """Asks an engine about positions of one game, `lines` lines each."""

    engine: Engine
    limit: Limit
    lines: int
    game: object

    def __call__(self, board: Any) -> Evaluation:
        """The evaluation of a position, by the rules where the game is over. Raises `EngineError`."""
        outcome = board.outcome()
        if outcome is not None:
            return finished(outcome.winner)
        expect_to_play(self.engine, board.variant)
        return evaluation_of(self.engine.analyse(board, self.limit, multipv=self.lines, game=self.game))


def annotate(game: Game, analyse: Analyse, told: Callable[[], None]) -> list[JudgedMove]:
    """Judge every move of the main line and write evaluations, marks and better lines into the tree.

    The game is walked from its end, so that the engine knows already what a position leads to. `told` is
    called after each position. Comments, variations and marks that are there stay.
    """
    nodes = list(game.mainline())
    board: Any = game.end().board()
    moves: list[JudgedMove] = []
    after = analyse(board)
    told()
    for node in reversed(nodes):
        board.pop()
        before = analyse(board)
        told()
        best = board.san(before.best) if before.best else ""
        move = JudgedMove(board.fullmove_number, board.turn, board.san(node.move), best, before, after)
        _write(node, move)
        moves.append(move)
        after = before
    return moves[::-1]


def _write(node: ChildNode, move: JudgedMove) -> None:
    """Put what is known of a move into its node."""
    if move.after.score is not None:
        node.set_eval(move.after.score, move.after.depth)
    if move.mark is None:
        return
    if not node.nags & _MOVE_MARKS:
        node.nags.add(move.mark.nag)
    words = f"{move.mark.word}." + (f" {move.best} was best." if move.best else "")
    if words not in node.comment:
        node.comment = f"{node.comment} {words}".strip()
    for line in move.before.lines:
        if not node.parent.has_variation(line.moves[0]):
            first = node.parent.add_variation(line.moves[0])
            first.set_eval(line.score, line.depth)
            first.add_line(line.moves[1:_LINE_PLIES])
