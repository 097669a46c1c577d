"""The levels against each other: games ended by the rules, a scale of Elo, and a beginner at its foot."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise

import pytest
from click.testing import CliRunner
from tenfold.engine.board import Board
from tenfold.engine.variants import find
from tenfold.search.levels import at_level
from tenfold.search.rungs import RUNGS, Rung
from tenfold.training import ladder
from tenfold.training.compare import openings
from tenfold.training.ladder import Beginner, Climber, Player, Step, even, gain, main, play_game, scale

GRAND = find("grand")


def level(number: int) -> Climber:
    return Climber(GRAND, at_level(number))


def share(first: Player, second: Player, pairs: int) -> float:
    step = Step([0] * 5)
    for opening in islice(openings(GRAND, 11), pairs):
        step.counts[ladder.play_pair(GRAND, opening, first, second)] += 1
    return step.share


@pytest.mark.compiled
def test_a_beginner_can_beat_the_weakest_level() -> None:
    assert 0.2 < share(Beginner(1), level(0), 8) < 0.8


@pytest.mark.compiled
def test_a_beginner_is_soon_no_match() -> None:
    assert share(level(6), Beginner(1), 4) > 0.85


@pytest.mark.compiled
def test_higher_levels_win() -> None:
    assert share(level(10), level(4), 4) > 0.75


@pytest.mark.parametrize(
    ("fen", "move", "won"),
    [
        ("4k5/10/10/10/3q6/10/10/3R6/10/4K5 w - - 0 1", "d3d6", "q"),  # a queen for nothing
        ("4k5/10/4p5/3p6/10/10/3R6/10/10/4K5 w - - 0 1", "d4d7", ""),  # a pawn for a rook
        ("4k5/10/4p5/3q6/10/10/3R6/10/10/4K5 w - - 0 1", "d4d7", "q-r"),
        ("4k5/10/4p5/3q6/10/10/3R6/10/10/4K5 w - - 0 1", "d4d5", ""),  # takes nothing
    ],
)
def test_gain(fen: str, move: str, won: str) -> None:
    board = Board("grand", fen)
    worth = {letter: int(board.rules.exchange["?pnbracq".index(letter)]) for letter in "qr"}
    wanted = {"": 0, "q": worth["q"], "q-r": worth["q"] - worth["r"]}[won]
    assert gain(board, board.encode(board.parse_uci(move))) == wanted


def test_a_beginner_takes_what_is_worth_most() -> None:
    board = Board("grand", "4k5/10/10/1r8/3q6/10/10/1R1R6/10/4K5 w - - 0 1")
    assert {str(board.decode(Beginner(seed).choose(board))) for seed in range(20)} == {"d3d6"}


def test_a_beginner_who_can_take_nothing_plays_anything() -> None:
    board = Board("grand")
    moves = Counter(Beginner(seed).choose(board) for seed in range(200))
    assert len(moves) > 40 and max(moves.values()) < 15


class Replay:
    """Plays the moves it was given, as long as there are any, then the first legal one."""

    def __init__(self, *moves: str) -> None:
        self._given = moves
        self._moves = list(moves)

    def new_game(self) -> None:
        self._moves = list(self._given)

    def choose(self, board: Board) -> int:
        return board.encode(board.parse_uci(self._moves.pop(0))) if self._moves else board.packed_moves()[0]


def test_a_game_ends_by_the_rules_alone() -> None:
    lost = "1k8/10/1K2A5/10/10/10/10/10/10/QQ8 b - - 0 1"
    assert play_game(GRAND, lost, Replay("a1a10"), Replay("b10a10")) in (0.5, 1.0)
    step = ("e1e2", "e2e1") * 6
    assert (
        play_game(
            GRAND, "4k5/10/10/10/10/10/10/QQQ7/10/4K5 w - - 0 1", Replay(*step), Replay("e10e9", "e9e10")
        )
        == 0.5
    )


def test_steps_add_up_to_a_scale() -> None:
    rungs = [Rung(0.5, 10, 100), Rung(1.0, 20, 0), Rung(1.0, 40, 0)]
    found = scale(rungs, [Step([0, 0, 5, 0, 5]), Step([0, 0, 10, 0, 0])])
    assert [rung.elo for rung in found] == [
        100,
        100 + Step([0, 0, 5, 0, 5]).elo,
        101 + Step([0, 0, 5, 0, 5]).elo,
    ]
    assert [(rung.sees, rung.nodes) for rung in found] == [(rung.sees, rung.nodes) for rung in rungs]


@pytest.mark.parametrize(
    ("counts", "points", "low", "high"),
    [
        ([0, 0, 10, 0, 0], 0.5, 1, 1),  # a scale goes upwards
        ([0, 0, 5, 0, 5], 0.75, 170, 191),
        ([0, 0, 0, 0, 20], 1.0, 600, 1000),  # finite
        ([0, 0, 0, 0, 0], 0.5, 1, 1),
        ([9, 0, 0, 0, 0], 0.0, 1, 1),
    ],
)
def test_step(counts: list[int], points: float, low: int, high: int) -> None:
    assert Step(counts).share == points
    assert low <= Step(counts).elo <= high


def test_even_steps() -> None:
    rungs = [Rung(0.1, 10, 100), Rung(0.2, 20, 150), Rung(0.4, 100, 400), Rung(1.0, 1000, 700)]
    found = even(rungs)
    assert (found[0], found[-1]) == (rungs[0], rungs[-1])
    assert {high.elo - low.elo for low, high in pairwise(found)} == {200}
    assert all(low.nodes < high.nodes and low.sees < high.sees for low, high in pairwise(found))
    assert rungs[1].nodes < found[1].nodes < rungs[2].nodes


@pytest.mark.compiled
def test_the_command() -> None:
    words = ["grand", "--games", "2", "--lowest", "2", "--highest", "4"]
    first = CliRunner().invoke(main, words)
    lines = first.output.strip().splitlines()
    assert first.exit_code == 0
    assert [line[:27].rstrip() for line in lines[:3]] == [
        "level  2 against a beginner",
        "level  3 against level 2",
        "level  4 against level 3",
    ]
    assert lines[4] == f"    Rung({RUNGS[2].sees}, {RUNGS[2].nodes}, {RUNGS[2].elo}),"
    assert CliRunner().invoke(main, words).output == first.output


def test_levels_that_are_no_range() -> None:
    result = CliRunner().invoke(main, ["grand", "--lowest", "5", "--highest", "5"])
    assert result.exit_code == 2 and "--lowest" in result.output


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played so far is told; rows for the table are not."""
    played = 0

    def pair(*_: object) -> int:
        nonlocal played
        played += 1
        if played > 3:
            raise KeyboardInterrupt
        return 3

    monkeypatch.setattr(ladder, "play_pair", pair)
    result = CliRunner().invoke(main, ["grand", "--games", "4"])
    assert result.exit_code == 130
    assert "75.0% of 4," in result.output and "75.0% of 2," in result.output and "Rung(" not in result.output
