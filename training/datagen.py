"""Positions to learn from: games of the engine with itself, from random openings, at fixed nodes.

A run is decided by its `Header`: block number n has the same positions whoever makes it, so blocks may come
from many processes and machines in any order, and a broken run goes on where it was.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np

from .. import __version__
from ..arbiter.bookmaker import Recipe, candidate
from ..arbiter.match import ExecutorError
from ..engine import geometry as g
from ..engine.game import Game
from ..engine.memory import Record
from ..engine.variants import Variant, find
from ..eval.nnue.files import Network
from .positions import FILE_CODES, MAX_SCORE, SCORED, WALLED, quiet
from .selfplay import Seat, Side, play_game
from .shards import DATUM, SUFFIX, UNKNOWN, Block, Header, Writer, write
from .sidelines import NOTES

GAMES = 10  # in a block
_BLOCKS = 4000  # in a shard
_SHORTEST, _LONGEST = 6, 13  # random plies of an opening
_LEVEL = 500  # centipawns; from an opening in which one side is further ahead there is little to learn


class _Notes:
    """What is written down of a game while it is played."""

    def __init__(self, seat: Seat, header: Header, number: int) -> None:
        self._seat = seat
        self._header = header
        self._rows: list[tuple[np.ndarray, bool, int, bool, int]] = []
        self._aside = Record(NOTES)
        self._aside.random = np.random.SeedSequence((header.seed, number)).generate_state(1, np.uint64)[0] | 1
        self._sidelines: list[np.ndarray] = []

    def note(self, game: Game, move: int, score: int) -> None:
        """Take down a position, the move that is chosen in it and its score; and some off the path."""
        self._rows.append((game.pos["board"].copy(), game.turn, score, game.is_check(), move))
        if self._header.sidelines and abs(score) < MAX_SCORE:
            self._seat.explore(self._aside, self._header.sidelines, self._header.sideline_depth)
            count = int(self._aside["count"])
            data = np.zeros(count, DATUM)
            data["board"] = FILE_CODES[self._aside["board"][:count, WALLED]]
            data["stm"] = self._aside["side"][:count]
            data["score"] = self._aside["score"][:count]
            data["result"] = UNKNOWN
            data["ply"] = len(self._rows) - 1
            self._sidelines.append(data)

    def sidelines(self) -> np.ndarray:
        """The positions off the path, as `DATUM` records."""
        return np.concatenate([np.zeros(0, DATUM), *self._sidelines])

    @property
    def first_score(self) -> int:
        return self._rows[0][2] if self._rows else 0

    def scored(self) -> np.ndarray:
        """The positions as `SCORED` records, their result and game left open."""
        boards, turns, scores, checks, moves = zip(*self._rows, strict=True)
        records = np.zeros(len(boards), SCORED)
        records["board"] = FILE_CODES[np.stack(boards)[:, WALLED]]
        records["stm"] = ~np.array(turns)
        records["score"] = scores
        records["check"] = checks
        packed = np.array(moves)
        records["from_sq"] = _PUBLIC[packed & 255]
        records["to_sq"] = _PUBLIC[packed >> 8 & 255]
        records["promo"] = packed >> 16 & 15
        return records


#: Public numbers of the engine's squares.
_PUBLIC = np.zeros(g.SQUARES, np.int8)
_PUBLIC[WALLED] = np.arange(len(WALLED))


def play_quiet(header: Header, seat: Seat, opening: str, number: int) -> np.ndarray:
    """The quiet positions of one game from a FEN, `seat` playing both sides, as `DATUM` records."""
    variant = find(header.game)
    notes = _Notes(seat, header, number)
    white, _ = play_game(variant, opening, seat, seat, notes.note)
    if abs(notes.first_score) > _LEVEL:
        return np.zeros(0, DATUM)
    records = notes.scored()
    kept = np.flatnonzero(quiet(records))
    data = np.zeros(len(kept), DATUM)
    for name in ("board", "stm", "score"):
        data[name] = records[name][kept]
    data["result"] = round(2 * white - 1)
    data["ply"] = kept
    data = np.concatenate([data, notes.sidelines()])
    data["game"] = number
    return data


def play_block(header: Header, number: int, network: Network | None = None) -> Block:
    """The positions of a block's games, which the network of the header plays.

    Raises `ExecutorError` if this engine is not the run's.
    """
    if header.version != __version__:
        raise ExecutorError(f"a worker has Tenfold {__version__}, the run is of {header.version}")
    variant = find(header.game)
    seat = _seat(header, network)
    recipe = Recipe(variant, header.seed, _SHORTEST, _LONGEST)
    parts = [np.zeros(0, DATUM)]
    for game in range(number * GAMES, (number + 1) * GAMES):
        board = candidate(recipe, game)
        if board is not None:
            parts.append(play_quiet(header, seat, board.fen(), game))
    return Block(number, np.concatenate(parts))


_kept = threading.local()  # workers of a cluster may be threads, and a seat is for one


def _seat(header: Header, network: Network | None) -> Seat:
    """This thread's seat for a run."""
    if getattr(_kept, "header", None) != header:
        _kept.header = header
        _kept.seat = Seat(find(header.game), Side(header.nodes, network=network))
    seat: Seat = _kept.seat
    return seat


def header_of(
    variant: Variant, nodes: int, seed: int, sidelines: int, depth: int, network: Network | None = None
) -> Header:
    """The header of a run with this engine."""
    evaluation = network.name if network else "hand-written"
    return Header(variant.name, nodes, sidelines, depth, seed, evaluation, __version__)


class Run:
    """The shards of a run in a folder: what is there, and where new blocks go."""

    def __init__(self, folder: Path, header: Header) -> None:
        """Raises `ShardError` and `OSError`."""
        folder.mkdir(parents=True, exist_ok=True)
        self.header = header
        self._folder = folder
        self._name = f"{header.game}-{header.seed}"
        self._writers: dict[int, Writer] = {}
        for path in sorted(folder.glob(f"{self._name}-*{SUFFIX}")):
            index = int(path.name.removesuffix(SUFFIX).rpartition("-")[2])
            self._writers[index] = write(path, header)

    @property
    def positions(self) -> int:
        """How many are there."""
        return sum(sum(writer.blocks.values()) for writer in self._writers.values())

    def missing(self) -> Iterator[int]:
        """Numbers of blocks that are not there, without end."""
        done = {number for writer in self._writers.values() for number in writer.blocks}
        return (number for number in count() if number not in done)

    def add(self, block: Block) -> None:
        """Write a block. Raises `OSError`."""
        index = block.number // _BLOCKS
        if index not in self._writers:
            path = self._folder / f"{self._name}-{index:04d}{SUFFIX}"
            self._writers[index] = write(path, self.header)
        self._writers[index].add(block)

    def close(self) -> None:
        for writer in self._writers.values():
            writer.close()
