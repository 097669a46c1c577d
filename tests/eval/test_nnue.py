"""The learned evaluation: kernels and files."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import numpy as np
import pytest
from reference.network import network_value as plain_value
from support.games import ALL_GAMES, random_game
from support.kernels import fewer
from support.networks import arrays, content, network
from tenfold.engine import variants
from tenfold.engine.board import Board
from tenfold.engine.memory import Record
from tenfold.engine.position import make, make_null, refresh_key, unmake, unmake_null
from tenfold.eval.nnue import files
from tenfold.eval.nnue.network import SQUARES, WIDTH
from tenfold.eval.nnue.output import network_value
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
                assert network_value(pos, rules, weights) == plain_value(board, numbers), board.fen()
                asked += 1
            for move in rng.sample(moves, min(2, len(moves))):
                make(pos, rules, board.encode(move))
                network_value(pos, rules, weights)
                unmake(pos, rules)
            if moves and not board.is_check():
                make_null(pos, rules)
                network_value(pos, rules, weights)
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
        wanted = plain_value(board, network(game).numbers[0])
        assert network_value(board.pos, rules, weights) == wanted, board.fen()


def extreme(sign: int) -> dict[str, np.ndarray]:
    """Each neuron as far to one side as it can be with a man on each of the hundred squares."""
    made = arrays()
    made["input"][:] = sign * 327
    made["bias"][:] = sign * (32767 - 327 * SQUARES) - (sign < 0)
    made["output"][:] = sign * 127
    made["worth"][:] = sign * (2**31 // SQUARES)
    return made


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_numbers_do_not_overflow(sign: int) -> None:
    learned = files.unpack(files.pack("grand", "extremes", extreme(sign)), "grand")
    rules, weights = installed("grand", learned)
    full = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1"
    for fen in (full, "5k4/10/10/10/10/10/10/10/10/4K5 b - - 0 1"):
        board = Board("grand", fen)
        assert network_value(board.pos, rules, weights) == plain_value(board, learned.numbers[0])
    saturated = extreme(1)
    saturated["output"][:, WIDTH:] = -127
    learned = files.unpack(files.pack("grand", "extremes", saturated), "grand")
    rules, weights = installed("grand", learned)
    board = Board("grand", full)
    assert network_value(board.pos, rules, weights) == plain_value(board, learned.numbers[0])


@pytest.mark.parametrize(
    ("name", "change", "what"),
    [
        ("bias", 1, "16 bits"),
        ("output", 1, "larger than 127"),
        ("worth", 2**24, "32 bits"),
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
    from tenfold.eval.evaluate import evaluate

    rules, weights = installed("grand", network("grand"))
    board = Board("grand")
    board.push(next(iter(board.legal_moves)))
    pos = board.pos.copy()
    refresh_key(pos, rules)
    by_network = evaluate(pos, rules, weights)
    files.install(weights, None)
    assert evaluate(pos, rules, weights) == evaluate(pos, rules, weights_for(variants.GRAND)) != by_network
