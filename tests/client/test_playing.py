"""python-chess's client with our boards: our engine and Fairy-Stockfish play and analyse all games."""

from __future__ import annotations

import asyncio
import logging
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import pytest
from support.stubs import COMMAND
from tenfold import Board, Move, client

VARIANTS = Path(__file__).parents[1] / "data" / "rules" / "fairy-variants.ini"
FAIRY = "fairy-stockfish"
GAMES = ("grand", "bigchess", "greatchess", "chess")


def fairy_is_here() -> bool:
    return shutil.which(client.words_of(FAIRY)[0]) is not None


@pytest.fixture(scope="module", params=["tenfold", FAIRY])
def engine(request: pytest.FixtureRequest) -> Iterator[client.Engine]:
    if request.param == "tenfold":
        started = client.popen()
    elif not fairy_is_here():
        pytest.skip(f"{FAIRY} is not installed")
    else:
        started = client.popen(FAIRY, options={"VariantPath": str(VARIANTS)})
    with started as running:
        yield running


@pytest.fixture(scope="module")
def ours() -> Iterator[client.Engine]:
    with client.popen() as running:
        yield running


@pytest.mark.parametrize("variant", GAMES)
def test_a_game(engine: client.Engine, variant: str) -> None:
    board = Board(variant)
    for _ in range(8):
        result = engine.play(board, client.Limit(depth=3), info=client.INFO_ALL, game=variant)
        assert isinstance(result.move, Move)
        assert result.move in board.legal_moves
        assert result.info["score"].turn == board.turn
        board.push(result.move)


@pytest.mark.parametrize("variant", GAMES)
def test_whole_lines(engine: client.Engine, variant: str) -> None:
    """Lines are not cut at files i and j or ranks 9 and 10: of many, each has about its depth in moves."""
    board = Board(variant)
    info = engine.analyse(board, client.Limit(depth=9), game=object())
    assert len(info["pv"]) >= 5
    assert board.variation_san(info["pv"])
    assert info["depth"] == 9


def test_a_line_beyond_the_eighth_rank(ours: client.Engine) -> None:
    board = Board("grand", "9k/10/K9/10/10/10/10/10/10/7RR1 w - - 0 1")
    info = ours.analyse(board, client.Limit(depth=8))
    mate = info["score"].white().mate()
    assert mate is not None and len(info["pv"]) == 2 * mate - 1
    assert any(move.uci()[-2:] in ("j9", "10") for move in info["pv"])


def test_promotions_to_compound_pieces(engine: client.Engine) -> None:
    board = Board("grand", "10/P8k/10/10/10/10/10/10/10/K9 w - - 0 1")
    moves = [move for move in board.legal_moves if move.uci().endswith(("c", "a"))]
    result = engine.play(board, client.Limit(depth=4), root_moves=moves, game=object())
    assert result.move in moves


def test_several_lines(engine: client.Engine) -> None:
    board = Board("greatchess")
    infos = engine.analyse(board, client.Limit(depth=4), multipv=3, game=object())
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    assert len({info["pv"][0] for info in infos}) == 3


def test_an_analysis_as_it_goes(engine: client.Engine) -> None:
    board = Board("grand")
    depths = set()
    with engine.analysis(board, game=object()) as analysis:
        for info in analysis:
            if "pv" in info:
                assert all(isinstance(move, Move) for move in info["pv"])
            depths.add(info.get("depth", 0))
            if max(depths) >= 5:
                break
    assert len(depths) > 2


def test_chances(ours: client.Engine) -> None:
    info = ours.analyse(Board("grand"), client.Limit(depth=4), options={"UCI_ShowWDL": True})
    assert sum(info["wdl"].relative) == 1000


def test_options(ours: client.Engine) -> None:
    ours.configure({"Hash": 32})
    with pytest.raises(client.EngineError, match="Nonsense"):
        ours.configure({"Nonsense": 1})
    with pytest.raises(client.EngineError, match="Nonsense"):
        client.popen(options={"Nonsense": 1})


def test_pondering(engine: client.Engine) -> None:
    board = Board("bigchess")
    game = object()
    for _ in range(3):
        result = engine.play(board, client.Limit(white_clock=3, black_clock=3), ponder=True, game=game)
        assert result.move is not None
        board.push(result.move)
        board.push(result.ponder or next(iter(board.legal_moves)))


def test_a_finished_game(engine: client.Engine) -> None:
    board = Board("grand", "k9/1Q8/K9/10/10/10/10/10/10/10 b - - 0 1")
    assert board.is_checkmate()
    assert engine.play(board, client.Limit(depth=1), game=object()).move is None


def test_a_game_the_engine_does_not_play() -> None:
    if not fairy_is_here():
        pytest.skip(f"{FAIRY} is not installed")
    with client.popen(FAIRY) as plain, pytest.raises(client.EngineError, match="bigchess"):
        plain.play(Board("bigchess"), client.Limit(depth=1))


def test_python_chess_functions_and_orthodox_boards() -> None:
    """Importing the module is enough for engines that python-chess itself started."""
    command = client.words_of(None)
    with chess.engine.SimpleEngine.popen_uci(command, timeout=120) as engine:
        plain = engine.play(chess.Board(), chess.engine.Limit(depth=3), info=chess.engine.INFO_ALL)
        assert isinstance(plain.move, chess.Move)
        assert all(isinstance(move, chess.Move) for move in plain.info["pv"])
        board = Board("grand")
        info = engine.analyse(board, chess.engine.Limit(depth=9))  # type: ignore[call-overload]
        assert board.variation_san(info["pv"]) and len(info["pv"]) >= 5


def test_asyncio() -> None:
    async def talk() -> list[Move]:
        transport, protocol = await client.popen_async(options={"Hash": 8})
        board = Board("grand")
        for _ in range(4):
            result = await protocol.play(board, client.Limit(depth=3))
            assert result.move is not None
            board.push(result.move)
        with await protocol.analysis(board, client.Limit(depth=4), multipv=2) as analysis:
            infos = [info async for info in analysis]
        assert any("pv" in info for info in infos)
        await protocol.quit()
        assert transport.get_returncode() == 0
        return board.move_stack

    assert len(asyncio.run(talk())) == 4


def test_nothing_is_logged_of_lines_that_are_right(
    ours: client.Engine, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "chess.engine"):
        ours.analyse(Board("grand"), client.Limit(depth=6), multipv=2)
        ours.play(Board("bigchess"), client.Limit(depth=4))
        ours.ping()
    assert caplog.records == []


@pytest.mark.parametrize("answer", ["bestmove a1a9", "bestmove x"])
def test_a_wrong_answer_ends_a_search(answer: str) -> None:
    """python-chess alone would wait for ever."""
    with client.popen(f"{COMMAND} say={shlex.quote(answer)}") as engine:
        for _ in range(2):
            with pytest.raises(client.EngineError, match=answer):
                engine.analyse(Board("grand"), client.Limit(nodes=1))
