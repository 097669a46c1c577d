"""Tables: sums over finished games, the same for games in memory, in a journal or in a PGN file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from .record import GameRecord
from .statistics import Pentanomial

#: White's points for each result that counts.
POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


@dataclass(frozen=True)
class Played:
    """What a table needs to know of a game."""

    white: str
    black: str
    result: str  # a key of `POINTS`
    pair: str = ""  # equal for the two games of a pair between the same engines
    ending: str = ""  # why it ended, in words
    forfeit: bool = False  # the loser lost by a fault of its own

    @classmethod
    def of(cls, record: GameRecord) -> Played:
        """The table's view of a record."""
        reason = record.reason
        return cls(record.white, record.black, record.result, str(record.pair), reason.value, reason.forfeit)


@dataclass
class Score:
    """Results from one engine's side, against one opponent or against all."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * 5)  # by points of both games, 0 to 2 in halves
    decided_pairs: int = 0  # among those with one point: a win and a loss rather than two draws
    forfeits: Counter[str] = field(default_factory=Counter)  # the engine's own faults by kind

    @property
    def games(self) -> int:
        """How many have been counted."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win counts one, a draw a half."""
        return self.wins + self.draws / 2

    @property
    def pentanomial(self) -> Pentanomial:
        """The complete pairs, as the statistics take them."""
        none, half, one, most, both = self.pairs
        return none, half, one, most, both

    def add(self, points: float) -> None:
        """Count a game."""
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0

    def add_pair(self, first: float, second: float) -> None:
        """Count two games of one opening, which have been added singly too."""
        self.pairs[round(2 * (first + second))] += 1
        self.decided_pairs += {first, second} == {0.0, 1.0}


class Standings:
    """Everybody's score, alone and against each other, kept up to date game by game."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """`names` fixes an order; whoever turns up besides comes after them."""
        self.names = list(names)
        self.endings: Counter[str] = Counter()
        self._scores: dict[str, Score] = {name: Score() for name in self.names}
        self._against: dict[tuple[str, str], Score] = {}
        self._half: dict[
            tuple[str, str, str], float
        ] = {}  # pairs with one game so far: its points for the first

    def add(self, game: Played) -> None:
        """Count a game; its pair counts as soon as both games of it are there, with colours swapped."""
        white = POINTS[game.result]
        self.endings[game.ending] += 1
        for name, other, points in ((game.white, game.black, white), (game.black, game.white, 1 - white)):
            self.score(name).add(points)
            self.against(name, other).add(points)
            if game.forfeit and points == 0:
                self.score(name).forfeits[game.ending] += 1
                self.against(name, other).forfeits[game.ending] += 1
        self._match_up(game, white)

    def _match_up(self, game: Played, white: float) -> None:
        half = self._half.pop((game.pair, game.black, game.white), None)
        if half is None:
            self._half[game.pair, game.white, game.black] = white
            return
        for name, other, points in ((game.white, game.black, white), (game.black, game.white, 1 - white)):
            earlier = half if name == game.black else 1 - half
            self.score(name).add_pair(earlier, points)
            self.against(name, other).add_pair(earlier, points)

    @property
    def games(self) -> int:
        """How many have been counted."""
        return self.endings.total()

    def score(self, name: str) -> Score:
        """An engine's score against all others."""
        if name not in self._scores:
            self.names.append(name)
            self._scores[name] = Score()
        return self._scores[name]

    def against(self, name: str, other: str) -> Score:
        """An engine's score against one other."""
        return self._against.setdefault((name, other), Score())

    def ranking(self) -> list[str]:
        """The names, best share of the points first; among equals whoever has played more, then by name."""

        def key(name: str) -> tuple[float, int, str]:
            score = self._scores[name]
            return -score.points / max(1, score.games), -score.games, name

        return sorted(self.names, key=key)

    @property
    def forfeits(self) -> int:
        """How many games an engine lost by its own fault."""
        return sum(score.forfeits.total() for score in self._scores.values())
