"""The slow reference itself, against the published counts, move lists, made moves and game endings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from reference.game import Game
from reference.outcome import state
from reference.perft import divide, perft

DATA = Path(__file__).parents[1] / "data" / "rules"
GAMES = ("grand", "bigchess", "greatchess")
MOST_LEAVES = 1000
"""Counts beyond this are left to the engine's own tests: the reference makes some thousand moves a second."""
CHESS_COUNTS = {
    "start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2, 400),
    "castling-and-pins": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2039),
    "en-passant-rank": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2812),
    "promotions": ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 2, 264),
}


def load(stem: str) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = json.loads((DATA / f"{stem}.json").read_text(encoding="utf-8"))
    return records


def by_game(stem: str) -> list[Any]:
    """Every record of the three files of a stem, named so that a failure names the case."""
    return [
        pytest.param(game, record, id="-".join((game, record["name"], record.get("move", ""))).rstrip("-"))
        for game in GAMES
        for record in load(f"{stem}-{game}")
    ]


@pytest.mark.parametrize(("game", "case"), by_game("divide"))
def test_legal_moves_and_check(game: str, case: dict[str, Any]) -> None:
    position = Game.from_fen(game, case["fen"])
    assert position.legal_moves() == case["moves"]
    assert position.in_check() == case["check"]


@pytest.mark.parametrize(("game", "case"), by_game("make"))
def test_position_after_a_move(game: str, case: dict[str, Any]) -> None:
    after = Game.from_fen(game, case["fen"]).make(case["move"])
    assert after.in_check() == case["check"]
    # The records would list en passant squares that are attacked but not legally; none of these has any.
    assert after.fen() == case["after"]


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{case['variant']}-{case['name']}") for case in load("outcomes")]
)
def test_how_a_game_stands(case: dict[str, Any]) -> None:
    assert state(case["variant"], case["fen"], case["moves"]) == (case["state"], case["result"])


@pytest.mark.parametrize(("game", "case"), by_game("perft"))
def test_perft(game: str, case: dict[str, Any]) -> None:
    counts = {int(depth): leaves for depth, leaves in case["depths"].items()}
    depth = max(depth for depth, leaves in counts.items() if leaves <= MOST_LEAVES or depth == 1)
    assert perft(Game.from_fen(game, case["fen"]), depth) == counts[depth]


@pytest.mark.parametrize(("fen", "depth", "leaves"), CHESS_COUNTS.values(), ids=CHESS_COUNTS)
def test_perft_of_chess(fen: str, depth: int, leaves: int) -> None:
    assert sum(divide(Game.from_fen("chess", fen), depth).values()) == leaves


@pytest.mark.parametrize(
    ("fen", "field"),
    [
        pytest.param("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d3", id="a-pawn-can-take"),
        pytest.param("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "-", id="nobody-attacks-the-square"),
        pytest.param("4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1", "-", id="the-captor-is-pinned"),
        pytest.param("8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1", "-", id="both-pawns-leave-the-rank"),
    ],
)
def test_en_passant_field_of_chess(fen: str, field: str) -> None:
    assert Game.from_fen("chess", fen).make("d2d4").fen().split()[3] == field
