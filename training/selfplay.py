"""Games between two versions of the search or the evaluation inside one process.

A match over UCI spends most of its time on conversation when a move takes milliseconds. Here both sides call
the kernels directly, so that a hundred thousand short games are an evening's work: for the tuners, and for a
first look at an idea. The versions differ by parameters and weights, which are data; code needs a match.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from typing import Any

from ..engine.game import Game
from ..engine.memory import Record
from ..engine.movegen import new_move_list
from ..engine.outcome import insufficient_material
from ..engine.position import refresh_key
from ..engine.types import MAX_PLY
from ..engine.variants import Variant, find
from ..eval.nnue.files import Network, install
from ..eval.tables import Tables, fill_placement, fill_weights
from ..eval.weights import rules_with_placement, weights_for
from ..search.deepen import Job, deepen, set_root_moves
from ..search.score import MATE_FOUND
from ..search.tt import Table
from ..search.worker import forget, new_worker, set_params
from .sidelines import explore

_HOPELESS = 1200  # centipawns: both sides agree that it is decided
_PLIES_HOPELESS = 4  # for so many plies in a row
_LONGEST = 400  # plies; then it is a draw
_TABLE_MB = 4


@dataclass(frozen=True)
class Side:
    """One version of the engine: nodes for a move, and what differs from the defaults.

    `tables` are evaluation tables in the form of `eval/tables.py`.
    """

    nodes: int
    params: Mapping[str, int] = field(default_factory=dict)
    tables: Tables = field(default_factory=dict)
    network: Network | None = None


@dataclass(frozen=True)
class Pair:
    """Two games from one opening, each side once White. `points` are the first side's, 0 to 2."""

    opening: str
    points: float
    plies: int  # of both games


#: The sides of a pair and the opening.
Task = tuple[Side, Side, str]


class Seat:
    """A side at the board: worker, table and weights of its own."""

    def __init__(self, variant: Variant, side: Side) -> None:
        self._rules = rules_with_placement(variant).copy()
        fill_placement(self._rules, variant, side.tables)
        self._weights = weights_for(variant).copy()
        fill_weights(self._weights, side.tables)
        install(self._weights, side.network)
        self._nodes = side.nodes
        self._worker = new_worker()
        set_params(self._worker, side.params.items())
        self._table = Table(_TABLE_MB)
        self._moves = new_move_list()

    def new_game(self) -> None:
        self._table.clear()
        forget(self._worker)

    def choose(self, game: Game, moves: list[int] | None = None) -> tuple[int, int]:
        """A packed move of all or of `moves`, and its score for the side to move."""
        worker = self._worker
        self._table.next_search()
        self._table.attach(worker)
        worker["nodes"] = worker["stop"] = worker["may_stop"] = 0
        worker["node_limit"] = self._nodes
        worker["excluded"].fill(0)
        worker["killers"].fill(0)
        set_root_moves(worker, moves or game.packed_moves())
        pos = game.pos.copy()
        refresh_key(pos, self._rules)
        best = deepen(Job(pos, self._rules, self._weights, worker, 1, MAX_PLY - 8, 0.0))[0]
        self._pos = pos
        return best.pv[0], best.score

    def explore(self, notes: Record, lines: int, depth: int) -> None:
        """Note what sidelines of the position last searched come to, see `sidelines.py`."""
        explore(self._pos, self._rules, self._weights, self._worker, self._moves, notes, lines, depth)


def _result(game: Game) -> float | None:
    """White's points once the rules have ended the game, else None. Claims of a draw are taken."""
    if not game.packed_moves():
        return 0.5 if not game.is_check() else 0.0 if game.turn else 1.0
    if insufficient_material(game.pos, game.rules) or game.occurrences() >= 3:
        return 0.5
    rule = game.variant.move_rule
    if (rule and game.halfmove_clock >= rule) or game.ply() >= _LONGEST:
        return 0.5
    return None


def play_game(
    variant: Variant,
    opening: str,
    white: Seat,
    black: Seat,
    watch: Callable[[Game, int, int], None] = lambda game, move, score: None,
) -> tuple[float, int]:
    """White's points in a game from a FEN, and its plies.

    `watch` sees each position with the packed move that was chosen and its score for the side to move.
    """
    game = Game(variant, opening)
    white.new_game()
    black.new_game()
    decided = 0  # plies in a row on which the same side was lost; negative: White was
    while (result := _result(game)) is None:
        move, score = (white if game.turn else black).choose(game)
        watch(game, move, score)
        if abs(score) >= MATE_FOUND:
            # The mate is in hand; games are played for who wins.
            return (1.0 if (score > 0) == game.turn else 0.0), len(game.move_stack)
        worth = score if game.turn else -score
        if abs(worth) < _HOPELESS:
            decided = 0
        elif worth > 0:
            decided = max(0, decided) + 1
        else:
            decided = min(0, decided) - 1
        if abs(decided) >= _PLIES_HOPELESS:
            return (1.0 if decided > 0 else 0.0), len(game.move_stack)
        game.push_packed(move)
    return result, len(game.move_stack)


def _play_pair(variant: str, task: Task) -> Pair:
    game = find(variant)
    *sides, opening = task
    first, second = (Seat(game, side) for side in sides)
    white, plies = play_game(game, opening, first, second)
    black, more = play_game(game, opening, second, first)
    return Pair(opening, white + 1 - black, plies + more)


@contextmanager
def workers(processes: int = 1) -> Iterator[Callable[..., Iterator[Any]]]:
    """`map`, or the same done by processes that live as long as the block. Results come in order."""
    if processes <= 1:
        yield map
        return
    # Leaving the block ends the processes, whatever is left to do; Ctrl-C is for this one to answer.
    with get_context("spawn").Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield pool.imap


@contextmanager
def player(variant: str, processes: int = 1) -> Iterator[Callable[[Iterable[Task]], Iterator[Pair]]]:
    """What plays pairs of games, in the order of the tasks, with processes that live as long as the block.

    The same tasks give the same games, however many processes play them.
    """
    with workers(processes) as each:
        yield partial(each, partial(_play_pair, variant))


def play_pairs(
    variant: str, first: Side, second: Side, openings: Iterable[str], processes: int = 1
) -> Iterator[Pair]:
    """Pairs of games from each opening, in the openings' order."""
    with player(variant, processes) as play:
        yield from play((first, second, opening) for opening in openings)
