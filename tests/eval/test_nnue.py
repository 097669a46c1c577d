"""The learned evaluation: kernels and files."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import numpy as np
import pytest
from reference.network import network_value as plain_value
from reference.traits import traits as plain_traits
from support.games import ALL_GAMES, random_game
from support.kernels import fewer
from support.networks import arrays, content, network
from support.positions import is_bare, placed, sample, value
from tenfold.engine import variants
from tenfold.engine.board import Board
from tenfold.engine.memory import Record
from tenfold.engine.position import make, make_null, refresh_key, unmake, unmake_null
from tenfold.eval.evaluate import LIMIT, evaluate
from tenfold.eval.nnue import files
from tenfold.eval.nnue.network import MOST_TRAIT, SQUARES, TRAIT_NEURONS, TRAITS, WIDTH
from tenfold.eval.nnue.output import network_value, trait_sum
from tenfold.eval.weights import rules_with_placement, weights_for


def installed(game: str, learned: files.Network) -> tuple[Record, Record]:
    variant = variants.find(game)
    weights = weights_for(variant).copy()
    files.install(weights, learned)
    return rules_with_placement(variant), weights


@pytest.mark.parametrize("game", ALL_GAMES)
def test_kernels_equal_plain_arithmetic(game: str) -> None:
    """Over random games with moves tried, passes, and positions that nobody asks about."""
    rules, weights = installed(game, network(game))
    numbers = network(game).numbers[0]
    rng = random.Random(game)
    asked = 0
    for _ in range(fewer(12, 1)):
        board = Board(game)
        for moves in random_game(board, rng, fewer(160, 25), back=0.1):
            pos = board.pos
            if rng.random() < 0.6:
                got = network_value(pos, rules, weights, rng.randrange(-3000, 3000))
                assert got == plain_value(board, numbers, weights["traits"]), board.fen()
                asked += 1
            for move in rng.sample(moves, min(2, len(moves))):
                make(pos, rules, board.encode(move))
                network_value(pos, rules, weights, 0)
                unmake(pos, rules)
            if moves and not board.is_check():
                make_null(pos, rules)
                network_value(pos, rules, weights, 0)
                unmake_null(pos)
    assert asked > fewer(500, 8)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_order_of_positions_plays_no_part(game: str) -> None:
    """Positions of several games in any order, each game's record by itself."""
    rules, weights = installed(game, network(game))
    rng = random.Random(3)
    boards = []
    for _ in range(fewer(6, 2)):
        board = Board(game)
        for _ in random_game(board, rng, fewer(60, 12)):
            boards.append(board.copy())
    rng.shuffle(boards)
    for board in boards[: fewer(len(boards), 10)]:
        got = network_value(board.pos, rules, weights, 0)
        assert got == plain_value(board, network(game).numbers[0], weights["traits"]), board.fen()


@pytest.mark.parametrize("game", ALL_GAMES)
def test_traits_and_evaluation_equal_plain_arithmetic(game: str) -> None:
    rules, weights = installed(game, network(game))
    numbers = network(game).numbers[0]
    asked = 0
    for board in sample(game):
        if is_bare(board):
            continue
        pos, by_hand = placed(board), value(board)
        worth = evaluate(pos, rules, weights)
        seen = plain_traits(board, pos, rules, weights, by_hand)
        assert weights["traits"].tolist() == seen, board.fen()
        wanted = by_hand + plain_value(board, numbers, seen)
        assert worth == max(-LIMIT, min(LIMIT, wanted)), board.fen()
        asked += 1
    assert asked > fewer(80, 3)


def extreme(sign: int) -> dict[str, np.ndarray]:
    """Each neuron as far to one side as it can be with a man on each of the hundred squares."""
    made = arrays()
    made["input"][:] = sign * 327
    made["bias"][:] = sign * (32767 - 327 * SQUARES) - (sign < 0)
    made["output"][:] = sign * 127
    made["worth"][:] = sign * (2**31 // SQUARES)
    made["trait"][:] = sign * ((2**31 - 1) // MOST_TRAIT // TRAITS)
    made["trait_bias"][:] = sign * (2**31 - 1 - TRAITS * MOST_TRAIT * abs(int(made["trait"][0, 0])))
    return made


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_numbers_do_not_overflow(sign: int) -> None:
    learned = files.unpack(files.pack("grand", "extremes", extreme(sign)), "grand")
    rules, weights = installed("grand", learned)
    full = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1"
    for fen in (full, "5k4/10/10/10/10/10/10/10/10/4K5 b - - 0 1"):
        board = Board("grand", fen)
        for worth in (9000, -9000):
            got = network_value(board.pos, rules, weights, worth)
            assert got == plain_value(board, learned.numbers[0], weights["traits"])
    saturated = extreme(1)
    saturated["output"][:, WIDTH : 2 * WIDTH] = -127
    learned = files.unpack(files.pack("grand", "extremes", saturated), "grand")
    rules, weights = installed("grand", learned)
    board = Board("grand", full)
    got = network_value(board.pos, rules, weights, 0)
    assert got == plain_value(board, learned.numbers[0], weights["traits"])


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_traits_do_not_overflow(sign: int) -> None:
    """More than any position has: the kernel's sum of each neuron against whole numbers without limit."""
    learned = files.unpack(files.pack("grand", "extremes", extreme(sign)), "grand")
    _, weights = installed("grand", learned)
    for most in (MOST_TRAIT, -MOST_TRAIT):
        weights["traits"][:] = most
        sums = learned.numbers["trait_bias"][0].astype(object)
        sums = sums + learned.numbers["trait"][0].astype(object) @ np.full(TRAITS, most, object)
        assert [trait_sum(weights, i) for i in range(TRAIT_NEURONS)] == sums.tolist()


@pytest.mark.parametrize(
    ("name", "change", "what"),
    [
        ("bias", 1, "16 bits"),
        ("output", 1, "larger than 127"),
        ("worth", 2**24, "men's worths could leave 32 bits"),
        ("trait", 1, "traits could leave 32 bits"),
        ("trait_bias", 1, "traits could leave 32 bits"),
        ("input", 2**15, "beyond int16"),
    ],
)
def test_larger_numbers_are_refused(name: str, change: int, what: str) -> None:
    made = extreme(1)
    files.pack("grand", "extremes", made)
    made[name] += change
    with pytest.raises(files.NetworkError, match=what):
        files.pack("grand", "extremes", made)


def test_a_file_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "a.network"
    path.write_bytes(content("bigchess"))
    learned = files.read(path, "bigchess")
    for name, values in arrays().items():
        assert (learned.numbers[name][0] == values).all(), name
    assert learned.header.data == "random numbers"
    assert learned.name.startswith("bigchess-") and learned.header.sha256.startswith(learned.name[-8:])
    assert len(content("bigchess")) < 4_000_000


class Trap:
    """What must not be run by reading a file."""

    def __reduce__(self) -> tuple[object, ...]:
        return (print, ("executed",))


@pytest.mark.parametrize(
    ("made", "what"),
    [
        (b"", "no network"),
        (b"MZ\x90\x00" * 100, "no network"),
        (pickle.dumps(Trap()), "no network"),
        (content("grand")[:-1], "bytes of numbers"),
        (content("grand")[:100], "header"),
        (content("grand") + b"\0", "bytes of numbers"),
        (content("greatchess"), "for 'greatchess', not for grand"),
        (content("grand")[:-1] + bytes([content("grand")[-1] ^ 1]), "check sum"),
        (content("grand").replace(b'"width": ', b'"width": 9'), "architecture"),
        (content("grand").replace(b'"width"', b'"depth"'), "header"),
        (content("grand").replace(b'{"game"', b'["game"'), "header"),
    ],
)
def test_other_files_are_refused(
    tmp_path: Path, made: bytes, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.network"
    path.write_bytes(made)
    with pytest.raises(files.NetworkError, match=what) as error:
        files.read(path, "grand")
    assert str(error.value).startswith(str(path)) and "\n" not in str(error.value)
    assert capsys.readouterr().out == ""


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(files.NetworkError, match="No such file"):
        files.read(tmp_path / "none", "grand")
    with pytest.raises(files.NetworkError, match="directory"):
        files.read(tmp_path, "grand")


def test_without_a_network_the_evaluation_is_written_by_hand() -> None:
    rules, weights = installed("grand", network("grand"))
    board = Board("grand")
    board.push(next(iter(board.legal_moves)))
    pos = board.pos.copy()
    refresh_key(pos, rules)
    by_network = evaluate(pos, rules, weights)
    files.install(weights, None)
    assert evaluate(pos, rules, weights) == evaluate(pos, rules, weights_for(variants.GRAND)) != by_network
