"""Engines that fail under `analyse`, `annotate` and `play`: one line says why, and nothing waits for ever."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.stubs import COMMAND
from tenfold.cli import asked_engine
from tenfold.cli.group import run
from tenfold.engine.board import Board

GAME = '[Variant "grand"]\n\n1. e5 e6 *\n'


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.pgn").write_text(GAME)
    Path("two.epd").write_text(f"{Board('grand').fen()}\n" * 2)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("command", [("analyse",), ("analyse", "grand", "two.epd"), ("annotate", "game.pgn")])
@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("crash", "died unexpectedly (exit code: 1)"),
        ("moves=a1a9", "it answered 'bestmove a1a9'"),
        ("variants=chess", "it does not play Grand Chess"),
        ("variants=", "it does not play Grand Chess"),
        ("start=1", "ended before it answered"),
    ],
)
def test_failures_are_one_line(
    command: tuple[str, ...], settings: str, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run([*command, "--engine", f"{COMMAND} {settings}", "--nodes", "1"]) == 2
    out, err = capfd.readouterr()
    assert not out and err.count("\n") == 1 and words in err


@pytest.mark.usefixtures("files")
def test_an_engine_without_a_score_annotates_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["annotate", "game.pgn", "--engine", f"{COMMAND} moves=b2c4,b9c7", "--nodes", "1"]) == 2
    assert capfd.readouterr().err.endswith("it gave no score\n")


def test_a_game_that_can_be_taught(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = f"{COMMAND} learns=greatchess 'options=VariantPath type string'"
    assert run(["analyse", "greatchess", "--engine", command, "--nodes", "1"]) == 2
    assert "VariantPath" in capfd.readouterr().err
    taught = ["--option", f"VariantPath={tmp_path}", "--fen", Board("greatchess").fen()]
    run(["analyse", "greatchess", "--engine", command, "--nodes", "1", *taught])
    assert "does not play" not in capfd.readouterr().err


def test_a_slow_start_is_told(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(asked_engine, "_SILENCE", 0.0)
    run(["analyse", "--engine", f"{COMMAND} slow-ready=0.2 moves=b2c4", "--nodes", "1"])
    assert capfd.readouterr().err == f"Waiting for {COMMAND} slow-ready=0.2 moves=b2c4 to start …\n"
