"""`EvalFile`: what evaluates, and what is said of files that are of no use."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.networks import content, network
from tenfold.engine.variants import VARIANTS
from tenfold.eval.nnue.shipped import shipped


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my first.network"
    path.write_bytes(content("grand"))
    return path


def complaints(lines: list[str]) -> list[str]:
    return [line for line in lines if "EvalFile" in line]


def evaluates(talk: Any) -> str | None:
    """The network's name that a search gets."""
    talk.tell("go depth 1")
    talk.until("bestmove")
    learned = talk.searcher.settings[-1].network
    return None if learned is None else learned.name


def test_a_file_is_used(talk: Any, file: Path) -> None:
    talk.tell(f"setoption name EvalFile value {file}")
    assert not complaints(talk.settle())
    assert evaluates(talk) == network("grand").name
    assert talk.ask("eval", "evaluation")[-1].endswith(f"by {network('grand').name}")
    talk.tell("setoption name EvalFile value <empty>")
    assert evaluates(talk) is None
    assert " by " not in talk.ask("eval", "evaluation")[-1]
    assert not complaints(talk.seen)


def test_at_first_it_is_the_network_of_the_game(talk: Any) -> None:
    for variant in VARIANTS:
        talk.tell(f"setoption name UCI_Variant value {variant.name}")
        learned = shipped(variant)
        assert evaluates(talk) == (learned and learned.name)
    talk.tell("setoption name EvalFile value", "setoption name EvalFile value default")
    assert evaluates(talk) == (learned and learned.name)
    assert not complaints(talk.seen)


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        (lambda data: data[:-1], r"EvalFile: .*my first\.network: it has \d+ bytes of numbers, not \d+"),
        (lambda data: data[:10], r"my first\.network: it is no network of this engine"),
        (lambda data: content("bigchess"), r"my first\.network: it is for 'bigchess', not for grand"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), r"my first\.network: its check sum is wrong"),
    ],
    ids=["short", "foreign", "another game's", "changed"],
)
def test_a_useless_file_is_told_once(
    talk: Any, file: Path, damage: Callable[[bytes], bytes], what: str
) -> None:
    file.write_bytes(damage(file.read_bytes()))
    talk.tell(f"setoption name EvalFile value {file}")
    [line] = complaints(talk.settle())
    assert re.search(what, line) and line.endswith("; the hand-written evaluation is used")
    assert evaluates(talk) is None and evaluates(talk) is None
    assert complaints(talk.seen) == [line]

    file.write_bytes(content("grand"))  # mended, and named again
    talk.tell(f"setoption name EvalFile value {file}")
    assert evaluates(talk) == network("grand").name


def test_a_missing_file(talk: Any, tmp_path: Path) -> None:
    talk.tell(f"setoption name EvalFile value {tmp_path / 'none.network'}")
    [line] = complaints(talk.settle())
    assert "No such file" in line


def test_another_game_asks_again(talk: Any, file: Path) -> None:
    talk.tell(f"setoption name EvalFile value {file}", "setoption name UCI_Variant value greatchess")
    assert evaluates(talk) is None
    assert "not for greatchess" in complaints(talk.seen)[-1]
    talk.tell("setoption name UCI_Variant value grand")
    assert evaluates(talk) == network("grand").name


def test_the_real_engine_plays_by_it(start: Callable[..., Any], file: Path) -> None:
    engine = start()
    engine.tell("setoption name EvalFile value <empty>")
    by_hand = engine.go("go nodes 500")
    engine.tell("ucinewgame", f"setoption name EvalFile value {file}")
    learned = engine.go("go nodes 500")
    assert by_hand[-2] != learned[-2]
    shown = engine.ask("eval", f"network {network('grand').name} ")
    assert any(line.startswith("evaluation ") for line in shown)
