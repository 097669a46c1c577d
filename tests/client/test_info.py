"""What an engine's ``info`` line says, read for our boards."""

from __future__ import annotations

import logging

import chess
import chess.engine
import pytest
from tenfold import Board, Move
from tenfold.client.patterns import MOVE, read_info

GRAND = Board("grand")
LINE = "depth 4 seldepth 5 multipv 1 score cp 13 {wdl}nodes 9 nps 9 time 7 pv j3j5 i9j7 f3f5 f8f6 j1j4"


def test_whole_lines() -> None:
    info = read_info(LINE.format(wdl=""), GRAND)
    assert [move.uci() for move in info["pv"]] == ["j3j5", "i9j7", "f3f5", "f8f6", "j1j4"]
    assert info["time"] == 0.007


@pytest.mark.parametrize("bound", ["lowerbound", "upperbound"])
def test_a_bound_on_either_side_of_the_chances(bound: str) -> None:
    for words in (f"{bound} wdl 300 500 200 ", f"wdl 300 500 200 {bound} "):
        info = read_info(LINE.format(wdl=words), GRAND)
        assert info[bound] is True  # type: ignore[literal-required]
        assert info["score"].relative == chess.engine.Cp(13)
        assert tuple(info["wdl"].relative) == (300, 500, 200)
        assert len(info["pv"]) == 5


def test_the_move_looked_at(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "chess.engine"):
        info = read_info("depth 12 currmove i9j7 currmovenumber 3", GRAND)
    assert (info["currmove"], info["currmovenumber"]) == (Move.from_uci("i9j7"), 3)
    assert caplog.records == []
    read_info("depth 12 currmove z9z7 currmovenumber 3", GRAND)
    assert "z9z7" in caplog.text


def test_remarks_are_left_alone() -> None:
    text = "string currmove i9j7 wdl 1 2 3 lowerbound"
    assert read_info(text, GRAND) == {"string": text.removeprefix("string ")}


def test_refutations_and_current_lines() -> None:
    info = read_info("refutation j3j5 i9j7 currline 1 j3j5 j8j6", GRAND)
    assert info["refutation"] == {Move.from_uci("j3j5"): [Move.from_uci("i9j7")]}
    assert info["currline"] == {1: [Move.from_uci("j3j5"), Move.from_uci("j8j6")]}


def test_either_letter_of_big_chess() -> None:
    for name in "jm":
        info = read_info(f"depth 1 score cp 1 pv {name}2{name}5 a9a6", Board("bigchess"))
        assert [move.uci() for move in info["pv"]] == ["j2j5", "a9a6"]


def test_orthodox_boards_as_before() -> None:
    info = read_info("depth 2 currmove e2e4 score cp 3 pv e2e4 e7e5 xyz", chess.Board())
    assert info["pv"] == [chess.Move.from_uci("e2e4"), chess.Move.from_uci("e7e5")]
    assert info["currmove"] == chess.Move.from_uci("e2e4")


@pytest.mark.parametrize("text", ["a1j10", "a10a9", "j9j10c", "m2m5", "e7e8Q", "N@f3", "0000", "a1b10"])
def test_moves(text: str) -> None:
    assert MOVE.match(text)


@pytest.mark.parametrize("text", ["e2", "k1k2", "a0a1", "a11a1", "e2e4x5", "(none)", "string", ""])
def test_what_is_no_move(text: str) -> None:
    assert not MOVE.match(text)
