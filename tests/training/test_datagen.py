"""Positions of self-play: what is written down was played and is quiet, and a broken run goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from support.games import ALL_GAMES
from support.networks import content, network
from tenfold.cli.commands import datagen as datagen_command
from tenfold.cli.group import run as tenfold
from tenfold.engine.board import Board
from tenfold.engine.position import refresh_key
from tenfold.engine.variants import find
from tenfold.eval.evaluate import evaluate
from tenfold.eval.weights import rules_with_placement, weights_for
from tenfold.training import datagen, farm
from tenfold.training.positions import MAX_SCORE
from tenfold.training.shards import SUFFIX, UNKNOWN, Block, Header, read_blocks, read_header
from tenfold.training.sidelines import MOST
from tenfold.training.verify import problems

LETTERS = ".PNBRACQGKpnbracqgk"


def header(variant: str, sidelines: int = 0, seed: int = 3) -> Header:
    return datagen.header_of(find(variant), 100, seed, sidelines, 1)


def placement(record: np.void) -> str:
    """The first field of a FEN."""
    rows = []
    for rank in range(9, -1, -1):
        row = ""
        for letter in (LETTERS[code] for code in record["board"][10 * rank : 10 * rank + 10]):
            if letter != ".":
                row += letter
            elif row.endswith(tuple("123456789")):
                digits = row[len(row.rstrip("0123456789")) :]
                row = row.removesuffix(digits) + str(int(digits) + 1)
            else:
                row += "1"
        rows.append(row)
    return "/".join(rows)


def board_of(variant: str, record: np.void) -> Board:
    return Board(variant, f"{placement(record)} {'bw'[int(record['stm'] == 0)]} - - 0 1")


def played(block: Block) -> list[np.void]:
    return [record for record in block.positions if record["result"] != UNKNOWN]


@pytest.mark.parametrize("variant", ["grand", "bigchess", "greatchess"])
def test_records_are_legal_quiet_positions(variant: str) -> None:
    block = datagen.play_block(header(variant, sidelines=3), 0)
    assert block.number == 0
    records = played(block)
    assert len(records) > 100 and len(block.positions) > 2 * len(records)
    for record in block.positions[:: len(block.positions) // 60]:
        board = board_of(variant, record)
        assert not board.is_check()
        assert abs(int(record["score"])) < MAX_SCORE
    for game in {int(record["game"]) for record in records}:
        mine = [record for record in records if record["game"] == game]
        assert len({int(record["result"]) for record in mine}) == 1
        plies = [int(record["ply"]) for record in mine]
        assert plies == sorted(set(plies))
        assert len({int(record["stm"]) ^ int(record["ply"]) & 1 for record in mine}) == 1
    last = {int(record["game"]): record for record in records}  # the latest of each game
    told = [record for record in last.values() if record["result"]]
    agree = [np.sign(int(r["score"]) * (1 if r["stm"] == 0 else -1)) == r["result"] for r in told]
    assert np.mean(agree) > 0.6  # who is ahead at the end has mostly won


def test_a_block_is_the_same_wherever_it_is_made() -> None:
    wanted = header("grand", sidelines=2)
    first = datagen.play_block(wanted, 4)
    datagen.play_block(wanted, 1)  # leaves nothing behind in the seat
    again = datagen.play_block(wanted, 4)
    assert first.positions.tobytes() == again.positions.tobytes()
    with farm.processes(2) as work:
        blocks = dict(work(partial(datagen.play_block, wanted), [1, 4]))
    assert blocks[4].tobytes() == first.positions.tobytes()


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_sidelines_leave_the_game_as_it_was(variant: str) -> None:
    with_them = played(datagen.play_block(header(variant, sidelines=2), 1))
    boards = {record["board"].tobytes() for record in with_them}
    assert len(with_them) > 30
    starts = [record["board"] for record in with_them if record["ply"] < 4]
    assert len(boards) > len(with_them) // 2 and len(starts) > 0


class Done(NamedTuple):
    status: int
    output: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    def command(folder: Path, *arguments: str) -> Done:
        words = ["datagen", "grand", "--out", str(folder), "--nodes", "30", "--positions", "5000"]
        status = tenfold([*words, "--sidelines", "1", "--sideline-depth", "1", *arguments])
        heard = capsys.readouterr()
        return Done(status, heard.out + heard.err)

    return command


def contents(folder: Path) -> dict[int, bytes]:
    paths = sorted(folder.glob(f"*{SUFFIX}"))
    return {number: part.tobytes() for path in paths for number, part in read_blocks(path)}


def test_the_command_goes_on(
    run: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(datagen, "_BLOCKS", 2)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    done = run(whole)
    assert done.status == 0, done.output
    blocks = contents(whole)
    assert len(blocks) > 2 and list(blocks) == list(range(len(blocks)))
    assert len(sorted(whole.iterdir())) == (len(blocks) + 1) // 2

    assert run(broken, "--positions", "2000").status == 0
    last = max(broken.iterdir())
    last.write_bytes(last.read_bytes()[:-7])
    assert run(broken).status == 0
    assert contents(broken) == blocks
    assert "0 of them new" in run(broken).output
    assert read_header(last).nodes == 30
    assert run(broken, "--seed", "2").status == 0  # another run beside it
    refused = run(broken, "--nodes", "31")
    assert refused.status == 2 and "nodes 30, not 31" in refused.output


def test_a_network_plays(run: Callable[..., Done], tmp_path: Path) -> None:
    """A second generation: other games than by hand, and a run of its own."""
    file = tmp_path / "first.network"
    file.write_bytes(content("grand"))
    by_hand, learned = tmp_path / "by hand", tmp_path / "learned"
    assert run(by_hand, "--positions", "500").status == 0
    assert run(learned, "--positions", "500", "--network", str(file)).status == 0
    assert contents(learned)[0] != contents(by_hand)[0]
    [shard] = learned.iterdir()
    assert read_header(shard).evaluation == network("grand").name
    refused = run(learned, "--positions", "900")
    assert (
        refused.status == 2 and f"evaluation {network('grand').name!r}, not 'hand-written'" in refused.output
    )
    missing = run(learned, "--network", str(tmp_path / "none"))
    assert missing.status == 2 and "No such file" in missing.output and "Traceback" not in missing.output


def test_verifying(run: Callable[..., Done], tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert run(folder, "--positions", "200").status == 0
    assert run(folder, "--verify").output.endswith("no problem\n")
    path = next(folder.iterdir())
    path.write_bytes(path.read_bytes()[:-3])
    done = run(folder, "--verify")
    assert done.status == 1 and "cut short" in done.output and "1 problems" in done.output
    done = run(tmp_path / "none", "--verify")
    assert done.status == 2 and "has no shards" in done.output


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("stm", 2, "no side to move"),
        ("result", 3, "no result"),
        ("score", MAX_SCORE, "decided game"),
        ("board", 8, "another game"),  # giraffes
        ("board", 0, "no king"),
        ("board", 1, "too many men"),
    ],
)
def test_wrong_positions_are_found(tmp_path: Path, field: str, value: int, what: str) -> None:
    run_there = datagen.Run(tmp_path, header("grand"))
    good = datagen.play_block(header("grand"), 0)
    bad = good.positions.copy()
    bad[field][5] = value
    run_there.add(Block(0, bad))
    run_there.close()
    [path] = tmp_path.iterdir()
    found = list(problems(path))
    assert any(what in line and "the first is 5" in line for line in found), found


def test_a_folder_that_is_none(run: Callable[..., Done], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run(tmp_path / "file" / "below")
    assert done.status == 2 and "Traceback" not in done.output


def test_as_many_sidelines_as_there_is_room_for() -> None:
    (option,) = (one for one in datagen_command.command.params if one.name == "sidelines")
    assert option.type.max == MOST  # type: ignore[attr-defined]


@pytest.mark.parametrize("variant", ["grand", "bigchess"])
def test_sidelines_without_depth_are_worth_what_the_evaluation_says(variant: str) -> None:
    wanted = datagen.header_of(find(variant), 100, 3, 8, 0)
    aside = datagen.play_block(wanted, 0).positions
    aside = aside[aside["result"] == UNKNOWN]
    assert len(aside) > 1000
    rules, weights = rules_with_placement(find(variant)), weights_for(find(variant))
    differences = []
    for record in aside[::40]:
        pos = board_of(variant, record).pos.copy()
        refresh_key(pos, rules)
        differences.append(abs(evaluate(pos, rules, weights) - int(record["score"])))
    assert np.median(differences) <= 10  # of what the search before has left in its table and corrections
