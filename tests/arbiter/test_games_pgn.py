"""Games of a match as PGN: tags, comments, and what chess.pgn reads back."""

from __future__ import annotations

import io

import chess.pgn
import pytest
import tenfold.pgn
from support.matches import engine, random_record
from tenfold.arbiter.games_pgn import game_text
from tenfold.arbiter.record import GameRecord, GameTask, MoveRecord, Opening, Reason, Rules, Score
from tenfold.arbiter.spec import TimeControl

FAST = engine("Fast", TimeControl(base=1, increment=0.01))
SLOW = engine("Slow", TimeControl(moves=40, base=60))
FENS = {
    "grand": "r8r/1nbqkcabn1/pppppppppp/10/10/4P5/10/PPPP1PPPPP/1NBQKCABN1/R8R b - - 0 1",
    "bigchess": "rnbaqkabnr/pppppppppp/10/10/10/10/9P/10/PPPPPPPPP1/RNBAQKABNR b KQkq - 0 1",
    "greatchess": None,
    "chess": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
}


def record(**changes: object) -> GameRecord:
    moves = (
        MoveRecord("e3e5"),
        MoveRecord("e8e6"),
        MoveRecord("i3i5", 0.1544, Score(137), 12, 9000),
        MoveRecord("d8d7", 1.26, Score(0), 3),
        MoveRecord("h3h4", 0.031, Score(mate=3), 20),
        MoveRecord("c8c7", 12.0, Score(mate=-2), 19),
        MoveRecord("g3g4", 0.999, None),
    )
    values: dict[str, object] = {
        "number": 8,
        "pair": 4,
        "white": 'Big "A"',
        "black": "B\\C",
        "opening": Opening(moves=("e3e5", "e8e6")),
        "moves": moves,
        "result": "1-0",
        "reason": Reason.TIME,
        "detail": "0.12 s over",
        "at_fault": "black",
        "started": "2026-11-30T23:59:59.999+00:00",
        "seconds": 3725.4,
    }
    return GameRecord(**(values | changes))  # type: ignore[arg-type]


def test_a_game() -> None:
    text = game_text(record(), "grand", FAST, SLOW, "Test")
    assert text == (
        '[Event "Test"]\n[Site "?"]\n[Date "2026.11.30"]\n[Round "4.2"]\n[White "Big \'A\'"]\n[Black "B/C"]\n'
        '[Result "1-0"]\n[Variant "grand"]\n[WhiteTimeControl "1+0.01"]\n[BlackTimeControl "40/60"]\n'
        '[Termination "time forfeit"]\n[PlyCount "7"]\n[GameStartTime "2026-11-30T23:59:59.999+00:00"]\n'
        '[GameDuration "01:02:05"]\n[Ending "time forfeit"]\n\n'
        "1. e5 {book} e6 {book} 2. i5 {+1.37/12 0.15s} d7 {0.00/3 1.3s} 3. h4\n"
        "{+M3/20 0.031s} c7 {-M2/19 12s} 4. g4 {1.0s, Black loses on time: 0.12 s over}\n1-0\n\n"
    )


@pytest.mark.parametrize("reason", Reason)
def test_every_ending_has_its_words(reason: Reason) -> None:
    decisive = reason.forfeit or reason in (Reason.CHECKMATE, Reason.RESIGN_ADJUDICATION)
    text = game_text(
        record(reason=reason, detail="", result="0-1" if decisive else "1/2-1/2"), "grand", FAST, FAST, "Test"
    )
    assert '[TimeControl "1+0.01"]' in text
    assert f'[Ending "{reason.value}"]' in text
    assert ("s, White" in text or "s, Black" in text) if decisive else "s, Draw by " in text


def test_a_game_without_moves() -> None:
    values = {"at_fault": "white", "result": "0-1", "detail": ""}
    gone = record(moves=(), opening=Opening(), reason=Reason.NO_START, **values)
    text = game_text(gone, "grand", FAST, FAST, "Test")
    assert text.endswith("\n\n{White could not be started} 0-1\n\n")
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None and not game.errors and game.headers["Result"] == "0-1"


@pytest.mark.parametrize("variant", FENS)
@pytest.mark.parametrize("number", range(1, 9))
def test_reads_back(variant: str, number: int) -> None:
    task = GameTask(number, (number + 1) // 2, FAST, SLOW, Opening(FENS[variant]), Rules(variant))
    played = random_record(task)
    text = game_text(played, variant, FAST, SLOW, "Test") * 2
    stream = io.StringIO(text)
    for read in (chess.pgn.read_game, tenfold.pgn.read_game):
        game = read(stream)
        assert game is not None and not game.errors
        assert [move.uci() for move in game.mainline_moves()] == [move.uci for move in played.moves]
        board = game.end().board()
        assert board.uci_variant == variant and board.fen() == played.final_fen
        assert game.headers["Result"] == played.result
