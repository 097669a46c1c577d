"""Events to lines, in the field order that GUIs parse."""

from __future__ import annotations

import pytest
from tenfold.engine.notation import Move
from tenfold.engine.variants import find
from tenfold.search.limits import BestMove, CurrentMove, Info, Score
from tenfold.uci import format as form

A, B = Move.from_uci("j2j4"), Move.from_uci("a9a10c")


def line(score: Score, pv: tuple[Move, ...] = (A, B), depth: int = 7) -> Info:
    return Info(depth, 12, 2, score, 12345, 100000, 3, 0, 123, pv)


def test_all_fields_in_order() -> None:
    assert form.info(line(Score(31))) == (
        "info depth 7 seldepth 12 multipv 2 score cp 31 nodes 12345 nps 100000 hashfull 3 tbhits 0 time 123"
        " pv j2j4 a9a10c"
    )


def test_the_bound_stands_before_the_chances() -> None:
    text = form.info(line(Score(-5, None, "upperbound", (1, 2, 997))), show_wdl=True)
    assert " score cp -5 upperbound wdl 1 2 997 nodes " in text


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(0), "cp 0"),
        (Score(-250), "cp -250"),
        (Score(31000, 3), "mate 3"),
        (Score(-31000, -2), "mate -2"),
        (Score(12, None, "lowerbound"), "cp 12 lowerbound"),
    ],
)
def test_scores(score: Score, text: str) -> None:
    assert form.score(score) == text


def test_a_finished_game_has_only_its_score() -> None:
    assert form.info(line(Score(0, 0), (), 0), show_wdl=True) == "info depth 0 score mate 0"
    assert form.info(line(Score(0), (), 0)) == "info depth 0 score cp 0"


def test_no_pv_no_word_pv() -> None:
    assert not form.info(line(Score(0), ())).endswith("pv")


def test_best_move() -> None:
    assert form.best_move(BestMove(A, B)) == "bestmove j2j4 ponder a9a10c"
    assert form.best_move(BestMove(A)) == "bestmove j2j4"
    assert form.best_move(BestMove(None)) == "bestmove (none)"


def test_current_move() -> None:
    assert form.current_move(CurrentMove(9, A, 3)) == "info depth 9 currmove j2j4 currmovenumber 3"


def test_the_rulebook_name_of_the_tenth_file() -> None:
    assert form.move(A, "m") == "m2m4"
    assert form.best_move(BestMove(A, B), "m") == "bestmove m2m4 ponder a9a10c"
    assert form.info(line(Score(1)), tenth_file="m").endswith(" pv m2m4 a9a10c")


def test_variant_line() -> None:
    assert form.variant_line(find("greatchess")) == (
        "info string variant greatchess files 10 ranks 10 pocket 0 template fairy startpos "
        "rnbqkgabnr/ppppccpppp/4pp4/10/10/10/10/4PP4/PPPPCCPPPP/RNBAGKQBNR w - - 0 1"
    )
    assert " files 8 ranks 8 " in form.variant_line(find("chess"))
