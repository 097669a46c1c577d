"""Games between real engines: ours in every game, with clocks and without, and Fairy-Stockfish."""

from __future__ import annotations

import shutil

import pytest
from support.stubs import tables
from tenfold.arbiter.record import GameRecord, Opening, Reason
from tenfold.arbiter.spec import parse_engine

LENGTH = 6  # full moves


def sound(game: GameRecord) -> None:
    """No fault; every move was thought about and has a score."""
    assert (game.reason, game.at_fault) == (Reason.LENGTH, ""), game
    assert len(game.moves) == 2 * LENGTH
    for move in game.moves:
        assert move.seconds is not None and move.score is not None and move.depth > 0 and move.nodes > 0


@pytest.mark.parametrize("variant", ["grand", "bigchess", "greatchess", "chess"])
def test_our_engine_against_itself(variant: str) -> None:
    white = parse_engine("name=m cmd=tenfold depth=3 tenth=m option.UCI_TenthFile=m ponder")
    black = parse_engine("name=j cmd=tenfold tc=60+0.1 depth=3")
    with tables(white, black, variant=variant, maxmoves=LENGTH) as table:
        sound(table.play())
        sound(table.play())
        assert not table.players[True].warnings
        if variant == "bigchess":
            # White's king's knight is the one with the way to the tenth file.
            opened = table.play(Opening(moves=("i1j3", "i10j8")))
            assert opened.reason is Reason.LENGTH
            assert any(line.startswith("> position startpos moves i1m3 i10m8") for line in table.said)
            assert any(line.startswith("> position startpos moves i1j3 i10j8") for line in table.said)


@pytest.mark.skipif(
    not shutil.which("fairy-stockfish", path="/usr/games:/usr/bin:/usr/local/bin"),
    reason="fairy-stockfish is not installed",
)
@pytest.mark.parametrize("variant", ["grand", "chess"])
def test_fairy_stockfish(variant: str) -> None:
    white = parse_engine("fairy-stockfish", "tc=60 depth=4 ponder option.Hash=1")
    black = parse_engine("tenfold", "tc=60 depth=3 ponder option.Hash=1")
    with tables(white, black, variant=variant, maxmoves=LENGTH) as table:
        sound(table.play())
        assert not table.players[True].warnings
