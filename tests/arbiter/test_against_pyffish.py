"""A match's PGN, judged by pyffish: every move legal, written as it writes it, every ending what it says."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pyffish
import pytest
from support.games import ALL_GAMES
from tenfold import pgn
from tenfold.cli.group import run

#: Comments, numbers and results between the moves.
NO_MOVES = re.compile(r"\{[^}]*\}|\d+\.+|1-0|0-1|1/2-1/2")
LONG = pytest.mark.slow


@pytest.mark.parametrize(
    ("variant", "games", "maxmoves"),
    [("grand", 2, 30), *(pytest.param(variant, 10, 100, marks=LONG) for variant in ALL_GAMES)],
)
def test_a_match(variant: str, games: int, maxmoves: int, tmp_path: Path) -> None:
    out = tmp_path / variant
    limits = ["--each", "depth=1 option.Hash=1", "--maxmoves", str(maxmoves), "--games", str(games)]
    engines = ["--engine", "name=A cmd=tenfold", "--engine", "name=B cmd=tenfold"]
    assert run(["match", variant, *engines, *limits, "--out", str(out), "--strict"]) == 0
    texts = out.with_suffix(".pgn").read_text().split("[Event ")[1:]
    with out.with_suffix(".pgn").open() as handle:
        played = list(pgn.games(handle))
    assert len(played) == len(texts) == games
    for game, text in zip(played, texts, strict=True):
        judge(variant, maxmoves, game, NO_MOVES.sub(" ", text.split("\n\n", 1)[1]).split())


def judge(variant: str, maxmoves: int, game: pgn.Game, sans: list[str]) -> None:
    """Replay a game; its moves, how they are written, and its end must be pyffish's."""
    fen = game.headers.get("FEN", pyffish.start_fen(variant))
    seen: Counter[str] = Counter([place(variant, fen)])
    moves = [move.uci() for move in game.mainline_moves()]
    for move, san in zip(moves, sans, strict=True):
        legal = pyffish.legal_moves(variant, fen, [])
        assert move in legal, (fen, move)
        assert max(seen.values()) < 3, fen
        assert int(fen.split()[4]) < 100 or variant == "bigchess", fen
        assert readable(san, variant) == pyffish.get_san(variant, fen, move), (fen, move)
        fen = pyffish.get_fen(variant, fen, [move])
        seen[place(variant, fen)] += 1
    stuck = not pyffish.legal_moves(variant, fen, [])
    check = pyffish.gives_check(variant, fen, [])
    endings = {
        "checkmate": stuck and check,
        "stalemate": stuck and not check,
        "insufficient material": all(pyffish.has_insufficient_material(variant, fen, [])),
        "threefold repetition": seen[place(variant, fen)] == 3,
        "fifty moves": int(fen.split()[4]) == 100,
        "length limit": len(moves) == 2 * maxmoves,
    }
    assert endings[game.headers["Ending"]], (fen, game.headers["Ending"])
    winner = {"w": "0-1", "b": "1-0"}[fen.split()[1]]
    assert game.headers["Result"] == (winner if stuck and check else "1/2-1/2")


def place(variant: str, fen: str) -> str:
    """What a repetition repeats; pyffish writes only en passant squares with a capture, legal or nearly."""
    board, side, castling, passing = fen.split()[:4]
    landing = passing.replace("m", "j") if passing != "-" else ""
    legal = {re.findall(r"[a-j]\d+", move)[1] for move in pyffish.legal_moves(variant, fen, [])}
    return " ".join([board, side, castling, landing if landing in legal else "-"])


def readable(san: str, variant: str) -> str:
    """The tenth file as pyffish calls it."""
    return san.replace("m", "j") if variant == "bigchess" else san
