"""Openings: the same on every machine, none twice, none a mirror image of another, near equal all."""

from __future__ import annotations

import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import resources
from itertools import islice
from pathlib import Path

import pytest
from tenfold.arbiter.book_files import board_of, whole_part
from tenfold.arbiter.bookmaker import PATIENCE, Recipe, candidate, likeness, trials
from tenfold.arbiter.openings import read_openings, shipped_book
from tenfold.cli.group import run
from tenfold.engine.board import Board
from tenfold.engine.setup import mirrored
from tenfold.engine.variants import BIGCHESS, CHESS, GRAND, VARIANTS, Variant


def by_dice(board: Board) -> int:
    """A score that depends on the position alone."""
    return random.Random(board.fen()).randint(-200, 200)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_candidates_depend_on_seed_and_number_alone(variant: Variant) -> None:
    recipe = Recipe(variant, seed=3, shortest=4, longest=7)
    first = [candidate(recipe, number) for number in range(1, 20)]
    again = [candidate(recipe, number) for number in range(1, 20)]
    assert first == again
    assert {len(board.move_stack) for board in first if board} == {4, 5, 6, 7}
    other = [candidate(Recipe(variant, seed=4, shortest=4, longest=7), number) for number in range(1, 20)]
    assert first != other


def test_what_is_kept_lies_within_the_bound() -> None:
    recipe = Recipe(GRAND, bound=50)
    found = list(islice(trials(recipe, by_dice, set()), 60))
    assert {trial.kept for trial in found} == {True, False}
    for trial in found:
        assert trial.score == by_dice(trial.board)
        assert trial.kept == (abs(by_dice(trial.board)) <= 50)


def test_a_mate_is_no_opening() -> None:
    assert not any(trial.kept for trial in islice(trials(Recipe(GRAND), lambda board: None, set()), 5))


def test_mirror_images_are_alike() -> None:
    board = Board("chess", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
    for image in (
        "4k3/p7/8/8/8/8/8/4K3 b - - 0 1",  # colours
        "3k4/8/8/8/8/8/7P/3K4 w - - 0 1",  # left and right
        "3k4/7p/8/8/8/8/8/3K4 b - - 5 9",  # both, and counters
    ):
        assert likeness(Board("chess", image)) == likeness(board)
    for stranger in ("4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "4k3/8/8/8/8/8/7P/4K3 w - - 0 1"):
        assert likeness(Board("chess", stranger)) != likeness(board)


def test_left_and_right_differ_while_somebody_may_castle() -> None:
    board = Board("chess", "r3k3/8/8/8/8/8/8/4K3 w q - 0 1")
    assert likeness(board) != likeness(Board("chess", "r3k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    assert likeness(board) == likeness(Board("chess", "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_an_en_passant_square_turns_with_the_board(variant: Variant) -> None:
    board, dice = Board(variant), random.Random(5)
    while not board.ep_squares:
        moves = board.packed_moves()
        if not moves or board.ply() > 200:
            board = Board(variant)
            continue
        board.push_packed(dice.choice(moves))
        if variant.pawn_longest_step == 1 and board.ply() > 20:
            return  # nobody passes anybody in this game
    image = Board(variant)
    image._set_up(mirrored(variant, board.setup()), "")
    assert likeness(board) == likeness(image)


def test_the_end_of_all_openings_is_noticed() -> None:
    found = list(trials(Recipe(CHESS, shortest=1, longest=1), lambda board: 0, set()))
    assert len(found) == 20  # one ply has 20 moves, and no two are mirror images: both sides can castle
    assert PATIENCE > 1000


# The command


@pytest.fixture
def make(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Runs `tenfold openings`: exit status, and what it said."""

    def make(*arguments: str) -> tuple[int, str]:
        status = run(["openings", *arguments, "--nodes", "300", "--max-score", "100"])
        return status, "".join(capsys.readouterr())

    return make


def test_a_break_changes_nothing(make: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.epd", tmp_path / "parts.epd"
    assert make("bigchess", "--count", "6", "-o", str(whole))[0] == 0
    for count in ("2", "5", "6", "6"):
        assert make("bigchess", "--count", count, "-o", str(parts))[0] == 0
    assert parts.read_text() == whole.read_text()
    assert len(whole.read_text().splitlines()) == 6


@pytest.mark.parametrize("name", ["book.epd", "book.pgn"])
def test_wherever_the_writer_was_killed_the_book_is_finished(
    make: Callable[..., tuple[int, str]], tmp_path: Path, name: str
) -> None:
    book = tmp_path / name
    assert make("bigchess", "--count", "3", "-o", str(book))[0] == 0
    text = book.read_text()
    second = text.index("\n\n[") + 2 if name.endswith("pgn") else text.index("\n") + 1
    third = text.index("\n\n[", second) + 2 if name.endswith("pgn") else text.index("\n", second) + 1
    for cut in (second + 3, second + 40, third - 30, third - 1, third):
        book.write_text(text[:cut])
        status, said = make("bigchess", "--count", "3", "-o", str(book))
        assert status == 0 and ("made again" in said) == (cut < third - 1), (cut, said)
        assert book.read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("text", "pgn", "whole"),
    [
        (CHESS.start_fen, False, f"{CHESS.start_fen}\n"),  # somebody else's, without a last newline
        ("# comment", False, "# comment\n"),
        ("1. e4 e5", True, "1. e4 e5"),
        ("1. e4 *", True, "1. e4 *\n\n"),
        ('[Event "Mine"]\n\n1. e4', True, '[Event "Mine"]\n\n1. e4'),
        ('1. e4 *\n\n[Event "Openings of Chess"]\n\n', True, "1. e4 *\n\n"),
    ],
)
def test_what_is_taken_off_a_book(text: str, pgn: bool, whole: str) -> None:
    assert whole_part(text, CHESS, pgn) == whole


def test_another_seed_adds_others(make: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    book = tmp_path / "book.epd"
    make("chess", "--count", "3", "-o", str(book))
    make("chess", "--count", "6", "--seed", "2", "-o", str(book))
    names = re.findall(r'id "chess\.(\d)\.\d+"', book.read_text())
    assert names == ["1", "1", "1", "2", "2", "2"]


def test_pgn_has_the_moves_of_the_same_openings(make: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    epd, pgn = tmp_path / "book.epd", tmp_path / "book.pgn"
    make("bigchess", "--count", "3", "-o", str(epd))
    for count in ("1", "3"):
        assert make("bigchess", "--count", count, "-o", str(pgn))[0] == 0
    positions = [Board("bigchess", opening.fen) for opening in read_openings(epd, BIGCHESS)]
    games = read_openings(pgn, BIGCHESS)
    assert [board_of(opening, BIGCHESS) for opening in games] == positions
    assert all(opening.fen is None and opening.moves for opening in games)


def test_without_a_file_epd_is_printed(make: Callable[..., tuple[int, str]]) -> None:
    status, output = make("grand", "--count", "2", "--plies", "3")
    assert status == 0 and len(output.splitlines()) == 2
    assert all(
        re.search(r" hmvc \d+; fmvn \d+; ce -?\d+; id \"grand\.1\.\d+\";$", line)
        for line in output.splitlines()
    )


def test_mistakes_are_one_line(make: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.epd"
    wrong.write_text(f"{CHESS.start_fen}\nrubbish\n")
    for arguments in (
        ("chess", "-o", str(wrong)),
        ("chess", "-o", str(tmp_path / "no" / "folder.epd")),
        ("grand", "--plies", "9-2"),
        ("grand", "--engine", "no-such-engine"),
    ):
        status, output = make(*arguments)
        assert status == 2 and len(output.splitlines()) == 1, output
    assert "line 2" in make("chess", "-o", str(wrong))[1]


# The books that ship


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_book_ships_for_each_game(variant: Variant) -> None:
    openings = shipped_book(variant)
    assert len(openings) >= 500
    boards = [Board(variant, opening.fen) for opening in openings]
    assert len({likeness(board) for board in boards}) == len(boards)
    text = resources.files("tenfold.arbiter").joinpath("books", f"{variant.name}.epd").read_text()
    for line, board in zip(text.splitlines(), boards, strict=True):
        seed, number = re.findall(rf'id "{variant.name}\.(\d+)\.(\d+)"', line)[0]
        made = candidate(Recipe(variant, int(seed)), int(number))
        assert made is not None and made == board  # the command makes this very position
        assert abs(int(re.findall(r"ce (-?\d+);", line)[0])) <= 60


# Ctrl-C


def test_an_interrupt_while_an_engine_is_silent_ends_the_program(tmp_path: Path) -> None:
    started = tmp_path / "started"
    engine = f"import pathlib, time; pathlib.Path({str(started)!r}).touch(); time.sleep(1000)"
    command = [sys.executable, "-m", "tenfold", "openings", "chess", "--engine"]
    with subprocess.Popen(
        [*command, shlex.join([sys.executable, "-S", "-E", "-c", engine])], stderr=subprocess.PIPE, text=True
    ) as program:
        deadline = time.monotonic() + 60
        while not started.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=30)
    assert program.returncode == 130 and "Traceback" not in errors
