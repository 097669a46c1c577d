"""`tenfold match`, `tournament` and `table` as a user runs them: processes, signals, files."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.stubs import COMMAND, leftovers
from tenfold import pgn
from tenfold.arbiter.games_file import GamesFile
from tenfold.cli.group import run as run_command

PROGRAM = [sys.executable, "-m", "tenfold"]
TABLE = re.compile(r"^ Engine .*?^Endings: [^\n]*", re.M | re.S)


def engine(name: str, settings: str = "", words: str = "") -> list[str]:
    return ["--engine", f"name={name} cmd={shlex.quote(f'{COMMAND} {settings}')} {words}"]


MATCH = ["match", "grand", "--openings", "none", "--each", "tc=20"]
PEACE = [*MATCH, *engine("A"), *engine("B"), "--games", "6"]
SLOW = [*MATCH, *engine("A", "late=0.05"), *engine("B"), "--games", "6", "--concurrency", "2"]


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


def run(command: list[str], folder: Path) -> Done:
    """A command line, in this process, which saves the start of another."""
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        status = run_command(command)
    return Done(status, output.getvalue(), errors.getvalue())


def table_of(text: str) -> str:
    """The part of an output that is the table."""
    found = TABLE.search(text)
    assert found is not None, text
    return found[0]


def begin(command: list[str], folder: Path, games: int) -> subprocess.Popen[str]:
    """Start a match and wait until so many games are in its journal."""
    process = subprocess.Popen(
        [*PROGRAM, *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while numbers(folder / "match.jsonl") < games:
        assert process.poll() is None and time.monotonic() < deadline, process.communicate()
        time.sleep(0.02)
    return process


def numbers(journal: Path) -> int:
    return max(0, journal.read_bytes().count(b"\n") - 1) if journal.exists() else 0


def check_games(folder: Path, count: int, name: str = "match") -> None:
    """Journal and PGN have each game once, and the PGN has no fault."""
    journal = (folder / f"{name}.jsonl").read_text().splitlines()[1:]
    found = [int(re.match(r'{"number":(\d+),', line)[1]) for line in journal]  # type: ignore[index]
    assert sorted(found) == list(range(1, count + 1))
    with (folder / f"{name}.pgn").open() as handle:
        games = list(pgn.games(handle))
    assert len(games) == count and not any(game.errors for game in games)
    expected = [f"{(number + 1) // 2}.{2 - number % 2}" for number in found]
    assert [game.headers["Round"] for game in games] == expected


def test_a_match(tmp_path: Path) -> None:
    done = run(PEACE, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "game 1: A - B  1/2-1/2  threefold repetition, 34 plies  [A +0 =1 -0]" in done.stdout
    assert "Pairs: LL 0, LD 0, WL+DD 3, WD 0, WW 0 (WL 0, DD 3); draws 100 %" in done.stdout
    check_games(tmp_path, 6)
    again = run(PEACE, tmp_path)
    assert again.returncode == 0 and "6 of 6 games are in match.jsonl already" in again.stdout
    counted = run(["table", "match.pgn"], tmp_path)
    assert table_of(done.stdout) == table_of(again.stdout) == table_of(counted.stdout)
    more = run([*PEACE[:-1], "9"], tmp_path)
    assert "9 games make 10" in more.stdout and "game 7:" in more.stdout and "game 6:" not in more.stdout
    check_games(tmp_path, 10)


def test_killed_and_cut_off(tmp_path: Path) -> None:
    process = begin(SLOW, tmp_path, 2)
    process.kill()
    process.communicate()
    journal = tmp_path / "match.jsonl"
    kept = numbers(journal)
    with journal.open("r+b") as file:
        file.truncate(journal.stat().st_size - 30)
    done = run(SLOW, tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"{kept - 1} of 6 games are in match.jsonl already" in done.stdout
    assert done.stdout.count("\ngame ") == 6 - (kept - 1)
    check_games(tmp_path, 6)
    assert table_of(done.stdout) == table_of(run(["table", "match.pgn"], tmp_path).stdout)
    assert not leftovers()


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(tmp_path: Path, kind: signal.Signals) -> None:
    process = begin(SLOW, tmp_path, 1)
    process.send_signal(kind)
    output, errors = process.communicate(timeout=20)
    assert process.returncode == 130 and errors == ""
    kept = numbers(tmp_path / "match.jsonl")
    assert f"Interrupted with {6 - kept} games to play; the same command goes on." in output
    assert not leftovers()
    done = run(SLOW, tmp_path)
    assert done.returncode == 0 and f"{kept} of 6 games" in done.stdout
    check_games(tmp_path, 6)


def test_one_at_a_time(tmp_path: Path) -> None:
    process = begin(SLOW, tmp_path, 0)
    while not (tmp_path / "match.jsonl").exists():
        time.sleep(0.02)
    done = run(SLOW, tmp_path)
    process.kill()
    process.communicate()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "tenfold: match.jsonl is in use by another match\n"


def test_a_tournament_with_faults(tmp_path: Path) -> None:
    command = ["tournament", "grand", "--openings", "none", "--each", "tc=20", "--games", "2"]
    command += [*engine("good"), *engine("bad", "say=bestmove\\ a1a9 from=6"), *engine("gone", "start=1")]
    done = run([*command, "--concurrency", "3", "--out", "cup", "--strict", "--log", "log.txt"], tmp_path)
    assert done.returncode == 1, done.stderr
    assert re.search(r"^ gone +4 +0 +0 +4 +0 +0.0 .* 4 *$", done.stdout, re.M)
    assert re.search(r"^game \d+: bad, illegal move: .*a1a9", done.stdout, re.M)
    assert re.search(r"^ 1 good +2/2 +2/2 *$", done.stdout, re.M)
    check_games(tmp_path, 6, "cup")
    assert table_of(done.stdout) == table_of(run(["table", "cup.pgn"], tmp_path).stdout)
    assert " good > go wtime" in (tmp_path / "log.txt").read_text()


def test_gauntlet(tmp_path: Path) -> None:
    command = ["tournament", "grand", "--openings", "none", "--each", "tc=20", "--games", "2"]
    done = run([*command, *engine("A"), *engine("A"), *engine("A"), "--format", "gauntlet"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^game \d+: (\S+) - (\S+) ", done.stdout, re.M) == [
        ("A", "A-2"),
        ("A-2", "A"),
        ("A", "A-3"),
        ("A-3", "A"),
    ]


def test_the_test_stops_the_match(tmp_path: Path) -> None:
    losing = [*MATCH, *engine("A", "start=1"), *engine("B"), "--games", "1000", "--concurrency", "2"]
    done = run([*losing, "--sprt", "elo0=0 elo1=100"], tmp_path)
    assert done.returncode == 0 and "H0 accepted" in done.stdout
    assert re.search(r"The test ended the match with 9\d\d games not played", done.stdout)
    again = run([*losing, "--sprt", "elo0=0 elo1=100"], tmp_path)
    assert "\ngame " not in again.stdout and "H0 accepted" in again.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([*engine("A")], "two engines"),
        ([*engine("A"), *engine("B"), *engine("C")], "two engines"),
        ([*engine("A"), "--engine", "no-such-program --uci"], "there is no program 'no-such-program'"),
        ([*engine("A"), *engine("B", "", "tc=inf")], "B has no limit"),
        ([*engine("A"), *engine("B", "", "blub=3")], "blub"),
        ([*engine("A"), *engine("B"), "--openings", "missing.epd"], "missing.epd"),
        ([*engine("A"), *engine("B"), "--draw", "movecount=x"], "movecount=x"),
        ([*engine("A"), *engine("B"), "--draw", "score=10"], "movecount="),
        ([*engine("A"), *engine("B"), "--resign", "movecount=3 score=-5"], "negative"),
        ([*engine("A"), *engine("B"), "--resign", "twosided=maybe movecount=3"], "twosided=maybe"),
        ([*engine("A"), *engine("B"), "--sprt", "elo0=5 elo1=0"], "elo0"),
        ([*engine("A"), *engine("B"), "--games", "0"], "games"),
        ([*engine("A"), *engine("B"), "--out", "no/such/folder"], "no/such/folder"),
        ([*engine("A"), *engine("B"), "--scheduler", "here"], "scheduler"),
    ],
)
def test_what_is_wrong_is_one_line(tmp_path: Path, options: list[str], words: str) -> None:
    done = run([*MATCH, *options], tmp_path)
    assert done.returncode == 2 and words in done.stderr
    assert re.fullmatch(r"tenfold: [^\n]*\n", done.stderr) and "Traceback" not in done.stderr


def test_another_match_under_the_same_name(tmp_path: Path) -> None:
    assert run(PEACE, tmp_path).returncode == 0
    before = (tmp_path / "match.jsonl").read_bytes(), (tmp_path / "match.pgn").read_bytes()
    done = run([*PEACE, "--maxmoves", "5"], tmp_path)
    assert done.returncode == 2 and "rules.maxmoves: none there, 5 now" in done.stderr
    assert before == ((tmp_path / "match.jsonl").read_bytes(), (tmp_path / "match.pgn").read_bytes())


def test_a_table_of_another_programs_games(tmp_path: Path) -> None:
    game = '[White "{0}"]\n[Black "{1}"]\n[Result "{2}"]\n[Termination "{3}"]\n[FEN "x"]\n\n{2}\n\n'
    games = [
        ("X", "Y", "1-0", "time forfeit"),
        ("Y", "X", "1/2-1/2", "normal"),
        ("X", "Y", "*", "unterminated"),
    ]
    (tmp_path / "g.pgn").write_text("".join(game.format(*fields) for fields in games))
    done = run(["table", "g.pgn"], tmp_path)
    assert re.search(r"^ X +2 +1 +1 +0 +1.5 +75.0 +0 *$", done.stdout, re.M)
    assert re.search(r"^ Y +2 +0 +1 +1 +0.5 +25.0 +1 *$", done.stdout, re.M)
    assert "WD 1" in done.stdout and "Not counted: one game without a result." in done.stdout
    (tmp_path / "empty.pgn").write_text("nothing\n")
    done = run(["table", "empty.pgn"], tmp_path)
    assert done.returncode == 2 and "empty.pgn has no games" in done.stderr


@pytest.mark.parametrize("option", ["--out", "--log", "--openings"])
def test_files_that_cannot_be_opened(tmp_path: Path, option: str) -> None:
    done = run([*PEACE, option, "no/file"], tmp_path)
    assert done.returncode == 2
    name = "no/file.jsonl" if option == "--out" else "no/file"
    assert done.stderr == f"tenfold: {name}: No such file or directory\n"


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def append(self: GamesFile, record: object) -> None:
        self.path.write_text('[Event "Gra')
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(GamesFile, "append", append)
        done = run(PEACE, tmp_path)
    assert done.returncode == 2 and not leftovers()
    assert done.stderr == (
        "tenfold: cannot keep a game: No space left on device. Once it can, the same command goes on\n"
    )
    done = run(PEACE, tmp_path)
    assert done.returncode == 0 and "1 of 6 games are in match.jsonl already" in done.stdout
    check_games(tmp_path, 6)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_the_live_table(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [*PROGRAM, *PEACE], cwd=tmp_path, stdout=theirs, stderr=theirs, env=os.environ | {"TERM": "xterm"}
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:  # Linux's way to say that the other end is closed
        pass
    os.close(ours)
    assert process.wait() == 0
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    assert "Grand Chess: A (tc=20), B (tc=20)" in text
    assert "3/6" in text and "game 2: B - A" in text
    assert text.rstrip().endswith("Games are in match.pgn, with all details in match.jsonl.")
