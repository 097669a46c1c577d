"""A game in the terminal: what may be typed, how the game stands, what is shown and what is saved."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest
from rich.console import Console
from tenfold import pgn
from tenfold.cli.group import run
from tenfold.cli.playing.dialogue import Dialogue
from tenfold.cli.playing.entry import WORDS, read_entry, read_move
from tenfold.cli.playing.game import CasualGame, NotPossible
from tenfold.cli.playing.game_file import GameFile, pgn_text
from tenfold.cli.playing.opponent import Hint, Opponent
from tenfold.cli.playing.screen import Screen
from tenfold.engine.board import Board, InvalidMoveError, Move
from tenfold.search.rungs import HIGHEST_ELO, LOWEST_ELO

NAMES = {True: "You", False: "Stub"}
MATE_IN_ONE = "k9/10/1K8/10/10/10/10/10/10/9R w - - 0 1"


class Stub(Opponent):
    """Plays given moves, and is content with a draw or not."""

    def __init__(self, moves: str = "", content: bool = False) -> None:
        self.name, self.moves, self.content = "Stub", moves.split(), content

    def choose(self, board: Board) -> Move:
        return board.parse_uci(self.moves.pop(0))

    def hint(self, board: Board) -> Hint:
        return Hint((next(iter(board.legal_moves)),), None)

    def content_with_draw(self, board: Board) -> bool:
        return self.content


def play(
    tmp_path: Path, board: Board, typed: str, opponent: Opponent, player: bool = True, colours: bool = False
) -> tuple[CasualGame, str, str]:
    """The game after all of `typed`, what was shown, and the file."""
    lines = iter(typed.splitlines())

    def ask(prompt: str) -> str:
        for line in lines:
            return line
        raise EOFError

    shown = io.StringIO()
    console = Console(
        file=shown, width=90, force_terminal=colours, color_system="truecolor" if colours else None
    )
    game, file = CasualGame(board, player), tmp_path / "play.pgn"
    Dialogue(game, opponent, Screen(console, NAMES, not player), file, ask).run()
    return game, shown.getvalue(), file.read_text() if file.exists() else ""


# What is typed


def test_every_word_and_alias_is_known() -> None:
    for word in WORDS:
        for name in (word.name, *word.aliases):
            assert read_entry(f" {name.upper()}  x y ") == (word.name, "x y")
    assert read_entry(" Nc4 ") == ("move", "Nc4")


@pytest.mark.parametrize(
    ("game", "text", "uci"),
    [
        ("grand", "e5", "e3e5"),
        ("grand", "e3e5", "e3e5"),
        ("grand", "Nc4", "b2c4"),
        ("grand", "nc4", "b2c4"),
        ("bigchess", "m5", "j2j5"),
        ("bigchess", "m2m5", "j2j5"),
        ("chess", "nf3", "g1f3"),
    ],
)
def test_moves_are_read(game: str, text: str, uci: str) -> None:
    assert read_move(Board(game), text).uci() == uci


@pytest.mark.parametrize(
    ("text", "reason"),
    [("e3e7", "rules do not allow"), ("Qa9", "no"), ("castle", "not a move"), ("0000", "null")],
)
def test_other_texts_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidMoveError) as refused:
        read_move(Board("grand"), text)
    assert reason in refused.value.reason


# How the game stands


def test_taking_back_gives_the_person_the_move_again() -> None:
    game = CasualGame(Board("grand"), True)
    with pytest.raises(NotPossible):
        game.take_back()
    for text in ("e3e5", "e8e6"):
        game.push(game.board.parse_uci(text))
    assert game.take_back() == 2 and game.board == Board("grand") and game.sans == []
    black = CasualGame(Board("grand"), False)
    black.push(black.board.parse_uci("e3e5"))
    with pytest.raises(NotPossible):  # the engine's move is not the person's to take back
        black.take_back()


def test_mate_can_be_taken_back(tmp_path: Path) -> None:
    game, shown, saved = play(tmp_path, Board("grand", MATE_IN_ONE), "j1j10\nb8b7\nback", Stub())
    assert "1-0  White wins: checkmate." in shown and "The game is over." in shown
    assert game.ending is None and game.sans == [] and saved == ""


def test_a_finished_position_has_nothing_to_save(tmp_path: Path) -> None:
    mated = "k8R/10/1K8/10/10/10/10/10/10/10 b - - 0 1"
    _, shown, _ = play(tmp_path, Board("grand", mated), "a10b10\n", Stub())
    assert "1-0  White wins: checkmate." in shown and "The game is over." in shown
    assert not (tmp_path / "play.pgn").exists()


def test_resigning_and_agreeing_end_the_game() -> None:
    game = CasualGame(Board("grand"), False)
    game.resign(False)
    assert game.result == "1-0" and str(game.ending) == "White wins: Black resigns."
    for act in (game.agree_draw, game.claim_draw, lambda: game.resign(True)):
        with pytest.raises(NotPossible):
            act()


def test_score_sheet_from_a_position_with_black_to_move() -> None:
    game = CasualGame(Board("grand", MATE_IN_ONE.replace(" w ", " b ").replace("0 1", "0 7")), False)
    for text in ("a10b10", "j1j2", "b10a10"):
        game.push(game.board.parse_uci(text))
    assert game.score_sheet() == [("7.", "…", "Kb10"), ("8.", "Rj2", "Ka10")]


# The conversation


def repeated(game: str) -> tuple[str, str]:
    """Moves of person and engine after which the position stands for the third time."""
    ours, theirs = ("b2c4 c4b2", "b9c7 c7b9") if game != "bigchess" else ("b1c3 c3b1", "b10c8 c8b10")
    return ours, theirs


@pytest.mark.parametrize("content", [True, False])
def test_a_draw_is_claimed_by_who_may(tmp_path: Path, content: bool) -> None:
    ours, theirs = repeated("grand")
    typed = "\n".join([*ours.split(), *ours.split(), "draw"])
    game, shown, saved = play(tmp_path, Board("grand"), typed, Stub(f"{theirs} {theirs}", content))
    assert "You may claim a draw" in shown
    assert game.result == "1/2-1/2" and "claimed by White" in shown
    assert '[Result "1/2-1/2"]' in saved


def test_the_engine_claims_a_draw_when_it_is_content(tmp_path: Path) -> None:
    # After the person's ninth ply the position after the first one stands for the third time.
    typed = "a3a4\nb2c4\nc4b2\nb2c4\nc4b2"
    game, shown, _ = play(tmp_path, Board("grand"), typed, Stub("b9c7 c7b9 b9c7 c7b9 b9c7", True))
    assert game.result == "1/2-1/2" and "claimed by Black" in shown


def test_big_chess_ends_at_the_third_repetition_without_a_claim(tmp_path: Path) -> None:
    ours, theirs = repeated("bigchess")
    typed = "\n".join([*ours.split(), *ours.split()])
    game, shown, _ = play(tmp_path, Board("bigchess"), typed, Stub(f"{theirs} {theirs}"))
    assert game.result == "1/2-1/2" and "repetition" in shown and "claimed" not in shown


def test_an_offer_is_declined_early(tmp_path: Path) -> None:
    game, shown, _ = play(tmp_path, Board("grand"), "draw", Stub(content=True))
    assert game.ending is None and "wants to play on" in shown


def test_an_offer_is_accepted_late_by_a_content_engine(tmp_path: Path) -> None:
    late = Board("grand").fen().replace(" 0 1", " 0 40")
    for content, result in ((True, "1/2-1/2"), (False, "*")):
        game, _, _ = play(tmp_path, Board("grand", late), "draw", Stub(content=content))
        assert game.result == result


def test_without_colours_men_have_the_letters_of_their_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both sides' marks look alike where NO_COLOR takes the colours away."""
    monkeypatch.setenv("NO_COLOR", "1")
    _, shown, _ = play(tmp_path, Board("grand"), "quit\n", Stub(), colours=True)
    assert "r . . . . . . . . r" in shown and "R . . . . . . . . R" in shown


def test_words_that_show_something(tmp_path: Path) -> None:
    typed = "help\nmoves\nfen\nhint\nflip\nboard\nsave\nback\nxyz"
    _, shown, saved = play(tmp_path, Board("greatchess"), typed, Stub())
    for piece in (
        "take back",
        "Hint: ",
        Board("greatchess").fen(),
        "no move yet",
        "made no move yet",
        "xyz: ",
    ):
        assert piece in shown
    assert shown.count("j i h g f e d c b a") == 2 and saved == ""


@pytest.mark.parametrize("game", ["grand", "bigchess", "greatchess", "chess"])
@pytest.mark.parametrize("player", [True, False])
def test_the_coloured_screen_has_the_persons_side_below(tmp_path: Path, game: str, player: bool) -> None:
    first = "" if player else next(iter(Board(game).legal_moves)).uci()
    _, shown, _ = play(tmp_path, Board(game), "flip", Stub(first), player, colours=True)
    assert "\x1b[" in shown and "to move" in shown
    labels = [line for line in shown.splitlines() if " a " in line and " h " in line and " b " in line]
    assert (
        labels[0].index(" a ") < labels[0].index(" b ")
        if player
        else labels[0].index(" a ") > labels[0].index(" b ")
    )


# The file


def test_a_file_keeps_what_was_in_it_and_has_our_game_once(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("old")  # without the end of its line
    file = GameFile(path)
    for text in ("first version, longer\n", "second\n"):
        file.write(text)
    assert path.read_text() == "old\n\nsecond\n"
    with path.open("a") as other:
        other.write("someone else's\n")
    file.write("third\n")
    assert path.read_text() == "old\n\nsecond\nsomeone else's\n\nthird\n"


@pytest.mark.parametrize("variant", ["grand", "bigchess", "greatchess", "chess"])
def test_a_saved_game_is_read_again(variant: str) -> None:
    game = CasualGame(Board(variant), True)
    for _ in range(6):
        game.push(next(iter(game.board.legal_moves)))
    game.resign(False)
    tree = pgn.read_game(io.StringIO(pgn_text(game, NAMES, date(2026, 1, 2))))
    assert tree is not None and not tree.errors
    assert [move.uci() for move in tree.mainline_moves()] == [move.uci() for move in game.board.move_stack]
    headers = tree.headers
    assert (headers["White"], headers["Black"], headers["Date"]) == ("Player", "Stub", "2026.01.02")
    assert headers["Result"] == "1-0" and headers["Termination"] == "normal"


# The command


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tenfold", "play", "--nodes", "200", *arguments]


@pytest.mark.compiled
def test_a_game_from_a_pipe(tmp_path: Path) -> None:
    done = subprocess.run(
        command("bigchess", "--color", "black", "--level", "3"),
        input="e6\nhint\nback\nquit\n",
        capture_output=True,
        text=True,
        timeout=120,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "you have Black against Tenfold" in done.stdout and "Hint: " in done.stdout
    saved = (tmp_path / "play.pgn").read_text()
    assert '[Termination "unterminated"]' in saved and "(level 3)" in saved


@pytest.mark.compiled
def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    terminal, end = pty.openpty()
    process = subprocess.Popen(
        command(), stdin=end, stdout=end, stderr=end, cwd=tmp_path, start_new_session=True
    )
    os.close(end)
    seen = read_until(terminal, b"1. ")
    os.write(terminal, b"e5\n")
    seen += read_until(terminal, b"2. ")
    time.sleep(0.5)  # readline misses an interrupt that comes between its prompt and its waiting
    process.send_signal(signal.SIGINT)
    seen += read_until(terminal, b"not finished")
    assert process.wait(timeout=60) == 130 and b"Traceback" not in seen
    os.close(terminal)
    assert "1. e5 " in (tmp_path / "play.pgn").read_text()


def read_until(terminal: int, wanted: bytes) -> bytes:
    """What a program writes to a terminal, up to a text."""
    seen = b""
    while wanted not in seen:
        if not select.select([terminal], [], [], 100)[0]:
            raise TimeoutError(seen)
        seen += os.read(terminal, 4096)
    return seen


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--level", "3", "--elo", "900"), "--level and --elo"),
        (("--elo", "1"), f"from {LOWEST_ELO} to {HIGHEST_ELO}"),
        (("--fen", "nonsense"), "a board of 1 rank"),
        (("grand", "--fen", "nonsense"), "invalid FEN"),
        (("--engine", "no-such-engine"), "no-such-engine"),
        (("--option", "Hash"), "NAME=VALUE"),
        (("--option", "Nonsense=1"), "Nonsense"),
        (("--pgn", "no/such/folder.pgn"), "no/such/folder.pgn"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("e5\n"))
    assert run(["play", "--nodes", "200", *arguments]) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1 and words in errors
