"""Positions of self-play: what is written is what was played, and a broken run goes on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from support.games import ALL_GAMES
from tenfold.engine.board import Board
from tenfold.engine.variants import find
from tenfold.training.compare import openings
from tenfold.training.generate import command, play_scored
from tenfold.training.positions import SCORED, read_quiet
from tenfold.training.selfplay import Seat, Side

LETTERS = ".PNBRACQGKpnbracqgk"


def played(variant: str, nodes: int = 150) -> tuple[str, list[np.void]]:
    game = find(variant)
    opening = next(openings(game, 3))
    return opening, play_scored(game, Seat(game, Side(nodes)), opening, 7)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_records_tell_the_game(variant: str) -> None:
    opening, records = played(variant)
    board = Board(variant, opening)
    assert len(records) > 20
    for record in records:
        for square in range(100):
            piece = board.piece_at(square)
            assert LETTERS[record["board"][square]] == (piece.symbol() if piece else ".")
        assert (record["stm"] == 0) == board.turn and record["check"] == board.is_check()
        assert record["game"] == 7
        [move] = [
            move
            for move in board.legal_moves
            if (move.from_square, move.to_square, move.promotion or 0)
            == (record["from_sq"], record["to_sq"], record["promo"])
        ]
        board.push(move)
    assert {int(record["result"]) for record in records} <= {-1, 0, 1}
    assert len({int(record["result"]) for record in records}) == 1
    white = [int(r["score"]) * (1 if r["stm"] == 0 else -1) for r in records[-4:]]
    if records[0]["result"]:
        assert np.sign(np.mean(white)) == records[0]["result"]  # who won thought so at the end


def run(folder: Path, *arguments: str) -> Result:
    words = ["grand", "--out", str(folder), "--games", "4", "--nodes", "25", *arguments]
    return CliRunner().invoke(command, words)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: np.load(path)["positions"].tobytes() for path in sorted(folder.iterdir())}


def test_the_command_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenfold.training.generate._GAMES", 2)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    done = run(whole)
    assert done.exit_code == 0, done.output
    files = contents(whole)
    assert list(files) == ["grand-1-00000.npz", "grand-1-00001.npz"]
    assert f"{sum(map(len, files.values())) // SCORED.itemsize} positions of 4 games" in done.output

    assert run(broken, "--games", "2").exit_code == 0
    (broken / "grand-1-00001.npz.new").write_bytes(b"half")
    assert run(broken).exit_code == 0
    assert contents(broken) == files
    assert "0 positions of 0 games" in run(broken).output
    assert run(broken, "--seed", "2").exit_code == 0
    assert len(contents(broken)) == 4

    positions = read_quiet(sorted(broken.iterdir()))
    assert len(np.unique(positions.games)) == 8
    assert 0.2 < len(positions) / sum(len(np.load(path)["positions"]) for path in broken.iterdir()) < 1


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run(tmp_path / "file" / "below")
    assert done.exit_code == 1 and "Traceback" not in done.output
