"""`tenfold train` and `tenfold export`: from shards to a file that the engine takes."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from support.lessons import lessons
from tenfold.cli.main import main as tenfold
from tenfold.eval.nnue.files import read
from tenfold.training.shards import Block, Header, write

Run = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def shard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "grand-1-0000.positions"
    writer = write(path, Header("grand", 100, 0, 1, 1, "hand-written", "0.1.0"))
    writer.add(Block(0, lessons(600)))
    writer.close()
    return path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*words: object) -> tuple[int, str]:
        status = tenfold([str(word) for word in words])
        heard = capsys.readouterr()
        return status, " ".join((heard.out + heard.err).split())

    return command


def test_from_shards_to_a_network(run: Run, shard: Path, tmp_path: Path) -> None:
    folder = tmp_path / "nets" / "grand"
    words = ["train", "grand", "--data", shard.parent, "--out", folder, "--batch", 128, "--threads", 1]
    status, heard = run(*words, "--epochs", 2)
    assert status == 0, heard
    assert "600 positions of Grand Chess" in heard and "epoch 2: training " in heard
    with (folder / "losses.csv").open() as file:
        assert [row["epoch"] for row in csv.DictReader(file)] == ["1", "2"]
    assert (folder / "losses.png").stat().st_size > 1000

    status, heard = run(*words, "--epochs", 2)
    assert status == 0 and "2 epochs are in" in heard and "epoch 1:" not in heard
    status, heard = run(*words, "--epochs", 3)
    assert status == 2 and "epochs 2, not 3" in heard

    out = tmp_path / "my.network"
    status, heard = run("export", folder, "--out", out)
    assert status == 0, heard
    learned = read(out, "grand")
    assert learned.name in heard
    assert "2 epochs of 600 positions" in learned.header.data and "nodes=100" in learned.header.data
    assert out.stat().st_size < 4_000_000


def test_beginning_with_another_run(run: Run, shard: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    words = ["train", "grand", "--data", shard, "--batch", 128, "--threads", 1]
    assert run(*words, "--out", first, "--epochs", 4, "--rate", 0.01)[0] == 0
    status, heard = run(*words, "--out", second, "--start", first, "--epochs", 1, "--rate", 1e-6)
    assert status == 0, heard
    last, begun = (list(csv.DictReader((folder / "losses.csv").open()))[-1] for folder in (first, second))
    assert abs(float(last["judging"]) - float(begun["judging"])) < 1e-4

    out = tmp_path / "my.network"
    assert run("export", second, "--out", out)[0] == 0
    assert read(out, "grand").header.data.count("epochs of 600 positions") == 2
    status, heard = run(*words, "--out", second, "--epochs", 1, "--rate", 1e-6)
    assert status == 2 and "has other positions or another beginning" in heard


def test_another_games_shards(run: Run, shard: Path, tmp_path: Path) -> None:
    status, heard = run("train", "bigchess", "--data", shard, "--out", tmp_path / "net")
    assert status == 2 and "has positions of grand" in heard


def test_no_shards(run: Run, tmp_path: Path) -> None:
    status, heard = run("train", "grand", "--data", tmp_path, "--out", tmp_path / "net")
    assert status == 2 and "no positions to learn from" in heard


def test_nothing_to_export(run: Run, tmp_path: Path) -> None:
    status, heard = run("export", tmp_path, "--out", tmp_path / "x.network")
    assert status == 2 and "checkpoint.pt" in heard
    assert not (tmp_path / "x.network").exists()
    (tmp_path / "checkpoint.pt").write_bytes(b"something else")
    status, heard = run("export", tmp_path, "--out", tmp_path / "x.network")
    assert status == 2 and "is no checkpoint" in heard
