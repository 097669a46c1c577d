"""python-chess's engine module as the GUI: handshake, options, play and analysis on the ordinary board."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import chess
import chess.engine
import pytest

COMMAND = [sys.executable, "-m", "tenfold"]


@pytest.fixture(scope="module")
def client() -> Iterator[chess.engine.SimpleEngine]:
    engine = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60)
    yield engine
    engine.quit()


def test_handshake(client: chess.engine.SimpleEngine) -> None:
    assert client.id["name"].startswith("Tenfold ")
    options = client.options
    assert options["Hash"].default == 16 and options["Hash"].min == 1
    assert options["UCI_Variant"].var == ["grand", "bigchess", "greatchess", "chess"]
    assert options["Debug Log File"].default in ("", "<empty>")
    client.ping()


def test_options(client: chess.engine.SimpleEngine) -> None:
    client.configure({"Hash": 32, "Threads": 2, "Move Overhead": 5})
    client.configure({"Hash": 16, "Threads": 1})
    client.ping()


def test_a_game(client: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    for _ in range(10):
        result = client.play(board, chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves
        assert result.info["score"].turn == board.turn
        board.push(result.move)


def test_analysis(client: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    lines = client.analyse(board, chess.engine.Limit(depth=4), multipv=3)
    assert len(lines) == 3
    assert lines[0]["score"].relative == chess.engine.Mate(1)
    assert lines[0]["pv"][0] == chess.Move.from_uci("h5f7")
    with client.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3:
                break
    assert analysis.wait().move == chess.Move.from_uci("h5f7")


def test_chances(client: chess.engine.SimpleEngine) -> None:
    client.configure({"UCI_ShowWDL": True})
    info = client.analyse(chess.Board(), chess.engine.Limit(depth=3))
    assert sum(info["wdl"].relative) == 1000
    client.configure({"UCI_ShowWDL": False})


def test_a_finished_game(client: chess.engine.SimpleEngine) -> None:
    board = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert client.play(board, chess.engine.Limit(time=0.1)).move is None
    score = client.analyse(board, chess.engine.Limit(depth=2))["score"]
    assert score.relative == chess.engine.Mate(0)


def test_pondering(client: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    for _ in range(3):
        result = client.play(board, chess.engine.Limit(white_clock=5, black_clock=5), ponder=True)
        assert result.move is not None
        board.push(result.move)
        board.push(result.ponder or next(iter(board.legal_moves)))
