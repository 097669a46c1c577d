"""Scripted dialogues over a searcher that does as it is told: the contract, sentence by sentence."""

from __future__ import annotations

import threading
from typing import Any

import pytest

INFO = r"info depth \d+ seldepth \d+ multipv 1 score cp 31 nodes "


def bestmoves(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("bestmove")]


def strings(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("info string")]


# -- the handshake ----------------------------------------------------------------------------------


def test_uci_needs_no_kernels(talk: Any) -> None:
    talk.backend.warm.clear()
    lines = talk.ask("uci", "uciok$")
    assert lines[0].startswith("id name Tenfold ")
    assert lines[1].startswith("id author ")
    assert all(line.startswith("option name ") for line in lines[2:-1])


def test_isready_waits_for_the_kernels_and_says_why(talk: Any) -> None:
    talk.backend.warm.clear()
    talk.backend.remark = "compiling, a few seconds"
    talk.tell("uci", "isready")
    assert talk.until("info string")[-1] == "info string compiling, a few seconds"
    talk.silence()
    talk.backend.warm.set()
    talk.until("readyok$")


def test_readyok_means_that_the_table_is_there(talk: Any) -> None:
    talk.tell("setoption name Hash value 64")
    talk.settle()
    assert [searcher.megabytes for searcher in talk.backend.made] == [64]


def test_go_without_isready_waits_for_the_kernels(talk: Any) -> None:
    talk.backend.warm.clear()
    talk.tell("position startpos", "go depth 1")
    talk.silence()
    talk.backend.warm.set()
    assert len(talk.until("bestmove ")) == 2


def test_kernels_that_fail_to_load(talk: Any) -> None:
    talk.backend.failure = RuntimeError("no LLVM")
    assert "info string error: no LLVM" in talk.settle()
    assert talk.ask("go depth 1", "bestmove ")[-2:][0].startswith("info string error: the kernels cannot")
    assert talk.settle() == []


# -- one bestmove per go ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "go", ["go depth 3", "go depth x", "go depth", "go wtime 0 btime 0", "go movetime 10"]
)
def test_a_bounded_search_answers_by_itself(talk: Any, go: str) -> None:
    assert talk.ask(go, "bestmove ")[-1] == "bestmove a3a4"
    assert talk.settle() == []


@pytest.mark.parametrize(
    "go", ["go", "go infinite", "go infinite depth 2", "go ponder wtime 5 btime 5", "go ponder"]
)
def test_an_unbounded_search_waits_for_stop(talk: Any, go: str) -> None:
    talk.ask(go, "info depth 2 ")
    talk.silence()
    talk.ask("stop", "bestmove a3a4$")
    assert talk.settle() == []


def test_ponderhit(talk: Any) -> None:
    talk.ask("go ponder wtime 500 btime 500", "info depth 2 ")
    talk.silence()
    talk.ask("ponderhit", "bestmove ")
    assert talk.settle() == []


def test_words_that_come_before_the_search_has_begun_are_not_lost(talk: Any) -> None:
    for word in ("stop", "ponderhit"):
        talk.backend.warm.clear()
        talk.session._warm._done.clear()
        talk.session._warm._thread = None
        talk.tell("go ponder wtime 500 btime 500", word)
        talk.silence(0.05)
        talk.backend.warm.set()
        talk.until("bestmove ")
    assert [limits.ponder for limits in talk.searcher.limits] == [True, False]
    assert talk.settle() == []


def test_an_idle_stop_does_not_reach_the_next_search(talk: Any) -> None:
    """Case 61."""
    talk.settle()
    for _ in range(20):
        talk.tell("stop", "ponderhit")
        talk.ask("go infinite", "info depth 2 ")
        talk.silence(0.01)
        talk.ask("stop", "bestmove ")
    assert talk.settle() == []


def test_a_second_go_ends_an_unbounded_one(talk: Any) -> None:
    talk.tell("go infinite", "go ponder", "position startpos moves e3e5", "go depth 2")
    lines = [*talk.until("bestmove "), *talk.until("bestmove "), *talk.until("bestmove ")]
    assert bestmoves(lines) == ["bestmove a3a4", "bestmove a3a4", "bestmove a8a7"]
    assert talk.settle() == []


def test_a_second_go_waits_for_a_bounded_one(talk: Any) -> None:
    talk.searcher.gate = threading.Event()
    talk.tell("go depth 2", "position startpos moves e3e5", "go depth 2")
    talk.until("info depth 2 ")
    talk.silence()
    talk.searcher.gate.set()
    assert [talk.until("bestmove ")[-1], talk.until("bestmove ")[-1]] == ["bestmove a3a4", "bestmove a8a7"]


def test_a_failing_search_still_moves(talk: Any, capsys: pytest.CaptureFixture[str]) -> None:
    talk.searcher.failure = RuntimeError("bug")
    assert talk.ask("go depth 1", "bestmove ") == ["info string error: bug", "bestmove a3a4"]
    talk.searcher.failure = None
    assert talk.ask("go depth 1", "bestmove ")[-1] == "bestmove a3a4"
    assert "RuntimeError: bug" in capsys.readouterr().err


def test_no_legal_move(talk: Any) -> None:
    for fen, score in (
        ("k9/10/2A7/10/10/10/10/10/10/9K b - - 0 1", "mate 0"),
        ("k9/2Q7/10/10/10/10/10/10/10/9K b", "cp 0"),
    ):
        talk.tell(f"position fen {fen}")
        assert talk.ask("go depth 3", "bestmove ") == [f"info depth 0 score {score}", "bestmove (none)"]
        talk.ask("go infinite", "info depth 0")
        talk.silence()
        talk.ask("stop", r"bestmove \(none\)$")


# -- isready during a search, and what waits for its end --------------------------------------------


def test_isready_during_a_search(talk: Any) -> None:
    """Case 56."""
    talk.ask("go infinite", "info depth 2 ")
    for _ in range(20):
        assert talk.ask("isready", "readyok$") == ["readyok"]
    talk.ask("stop", "bestmove ")
    assert talk.settle() == []


def test_isready_before_the_search_has_begun(talk: Any) -> None:
    talk.backend.warm.clear()
    talk.tell("go infinite", "isready")
    talk.silence(0.05)
    talk.backend.warm.set()
    talk.until("readyok$")
    talk.until("info depth 2 ")
    talk.ask("stop", "bestmove ")


def test_isready_after_stop_waits_for_what_came_before(talk: Any) -> None:
    """Case 77: readyok only when the table has been cleared."""
    talk.ask("go infinite", "info depth 2 ")
    talk.tell("stop", "ucinewgame", "isready")
    lines = talk.until("readyok$")
    assert lines[0].startswith("bestmove") and talk.searcher.calls == ["new_game"]


def test_commands_during_a_search_take_effect_after_it(talk: Any) -> None:
    """Case 62."""
    talk.ask("go infinite", "info depth 2 ")
    talk.tell("position startpos moves e3e5", "setoption name Hash value 32", "ucinewgame")
    talk.tell("setoption name Clear Hash", "setoption name UCI_Variant value bigchess")
    talk.silence()
    assert talk.searcher.calls == []
    talk.ask("stop", "bestmove a3a4$")
    assert strings(talk.settle())[0].startswith("info string variant bigchess files 10 ranks 10 ")
    assert talk.searcher.calls == ["resize 32", "new_game", "new_game", "new_game"]


def test_requests_during_a_search_say_that_they_wait(talk: Any) -> None:
    talk.ask("go infinite", "info depth 2 ")
    assert talk.ask("d", "info string") == ["info string d waits until the search has ended"]
    talk.tell("stop")
    assert bestmoves(talk.until("Fen: ")) == ["bestmove a3a4"]


# -- position ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("position", "startpos"),
        ("position moves e3e5", "startpos"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "8x8"),
        ("position startpos moves b2c4 b9c7 e3e6 c4b2", "move 3"),
        ("position startpos moves 0000", "move 1"),
        ("position startpos moves e1g1", "move 1"),
        ("position startpos moves e3-e5", "move 1"),
        ("position startpos moves e3e5q", "move 1"),
        ("position startpos moves a11a12", "move 1"),
        ("position startpos moves k1k2", "move 1"),
        ("position startpos moves " + "b2c4 b9c7 c4b2 c7b9 " * 6000, "24000 moves"),
        ("position fen " + "x" * 1_000_000, "FEN"),
    ],
)
def test_a_refused_position_changes_nothing(talk: Any, line: str, reason: str) -> None:
    talk.tell("position startpos moves e3e5")
    before = talk.fen()
    talk.tell(line)
    said = talk.settle()
    assert len(said) == 1 and said[0].startswith("info string position refused, the old one stays")
    assert reason in said[0] and len(said[0]) < 600
    assert talk.fen() == before


def test_go_does_not_change_the_position(talk: Any) -> None:
    """Case 71."""
    talk.tell("position startpos moves e3e5")
    for _ in range(2):
        talk.ask("go depth 1", "bestmove a8a7")
    assert len(set(talk.searcher.fens)) == 1


def test_searchmoves(talk: Any) -> None:
    """Case 52: illegal ones are dropped, and none left means no restriction."""
    assert strings(talk.ask("go searchmoves e3e9 depth 1", "bestmove ")) == [
        "info string searchmoves: ignored e3e9"
    ]
    talk.ask("go depth 1 searchmoves e3e5 d3d5 e3e5", "bestmove ")
    free, bound = talk.searcher.limits
    assert free.searchmoves == () and len(bound.searchmoves) == 2
    assert free.depth == bound.depth == 1


# -- options ----------------------------------------------------------------------------------------


def test_options_reach_the_search(talk: Any) -> None:
    talk.tell(
        "setoption name Threads value 2",
        "setoption name multipv value 3",
        "setoption name Move Overhead value 99",
    )
    talk.tell("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 900")
    talk.ask("go depth 1", "bestmove ")
    settings = talk.searcher.settings[0]
    assert (settings.threads, settings.multipv, settings.move_overhead) == (2, 3, 99)
    assert settings.limit_strength and settings.elo == 900


def test_wdl_only_when_asked_for(talk: Any) -> None:
    assert "wdl" not in talk.ask("go depth 1", "bestmove ")[0]
    talk.tell("setoption name UCI_ShowWDL value true")
    assert " score cp 31 wdl 300 500 200 nodes " in talk.ask("go depth 1", "bestmove ")[0]


def test_hash(talk: Any) -> None:
    """Case 76."""
    talk.settle()
    talk.tell("setoption name Hash value 1500")
    assert talk.settle() == ["info string Hash stays at 16 MB: no room"]
    talk.tell("setoption name Hash value -64", "setoption name Hash value 0")
    assert talk.settle() == ["info string Hash goes from 1 to 65536, using 1"] * 2
    talk.tell("setoption name Hash value 16")
    assert talk.settle() == []
    assert talk.searcher.megabytes == 16


def test_hash_without_room_at_the_start(talk: Any) -> None:
    talk.backend.room = 20
    talk.tell("setoption name Hash value 64")
    assert talk.settle() == ["info string not enough memory: Hash is 16 MB"]
    assert talk.searcher.megabytes == 16


def test_a_change_of_variant_resets_the_board(talk: Any) -> None:
    talk.tell("position startpos moves e3e5", "setoption name UCI_Variant value BIG")
    line = talk.settle()[0]
    assert line.startswith(
        "info string variant bigchess files 10 ranks 10 pocket 0 template fairy startpos rnb"
    )
    assert talk.fen() == line.split("startpos ")[1]
    talk.tell("position startpos moves f2f5")
    before = talk.fen()
    talk.tell("setoption name UCI_Variant value bigchess", "setoption name UCI_Variant value shogi")
    assert [said[:20] for said in talk.settle()] == ["info string variant ", "info string UCI_Vari"]
    assert talk.fen() == before


@pytest.mark.parametrize(
    "line", ["setoption name NoSuch value 1", "setoption name Hash value x", "setoption name"]
)
def test_a_bad_option_is_one_info_string(talk: Any, line: str) -> None:
    talk.tell(line)
    said = talk.settle()
    assert len(said) == 1 and said[0].startswith("info string ")


def test_the_tenth_file(talk: Any) -> None:
    talk.tell("setoption name UCI_Variant value bigchess", "setoption name UCI_TenthFile value m")
    talk.tell("position startpos moves m2m4")
    talk.settle()
    lines = talk.ask("go perft 1", "Nodes searched: 38")
    assert any(line.startswith("m9m7: 1") for line in lines) and not any(
        line[0] == "j" for line in lines if line
    )
    talk.tell("setoption name UCI_TenthFile value j")
    assert any(line.startswith("j9j7: 1") for line in talk.ask("go perft 1", "Nodes searched: 38"))
    talk.tell("setoption name UCI_Variant value grand", "setoption name UCI_TenthFile value m")
    talk.settle()
    assert any(line.startswith("j3j5: 1") for line in talk.ask("go perft 1", "Nodes searched: 65"))


def test_piece_letters(talk: Any) -> None:
    talk.tell("setoption name PieceLetters value MC")
    marshal_first = "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1"
    assert talk.fen() == marshal_first
    # C is the cardinal in this FEN, as the option says, and an archbishop in the other set.
    talk.tell("position fen 8k1/10/10/10/10/4C5/10/10/10/K9 w - - 0 1")
    assert talk.fen() == "8k1/10/10/10/10/4C5/10/10/10/K9 w - - 0 1"
    talk.tell("setoption name PieceLetters value AC")
    assert talk.fen() == "8k1/10/10/10/10/4A5/10/10/10/K9 w - - 0 1"
    talk.tell(
        "setoption name PieceLetters value MC", "position fen 8k1/10/10/4A5/10/4C5/10/10/10/K9 w - - 0 1"
    )
    assert talk.fen() == "8k1/10/10/4C5/10/4M5/10/10/10/K9 w - - 0 1"


def test_the_log_holds_both_sides(talk: Any, tmp_path: Any) -> None:
    path = tmp_path / "my log.txt"
    talk.tell(f"setoption name Debug Log File value {path}")
    talk.settle()
    talk.ask("go depth 1", "bestmove ")
    talk.tell("setoption name Debug Log File value <empty>")
    talk.settle()
    text = path.read_text()
    assert "> go depth 1\n" in text and "< bestmove a3a4\n" in text
    talk.tell(f"setoption name Debug Log File value {tmp_path}")
    assert talk.settle()[0].startswith("info string no log file")


# -- beyond the standard ----------------------------------------------------------------------------


def test_d(talk: Any) -> None:
    text = "\n".join(talk.ask("d", "Legal moves: 65"))
    assert "Fen: r8r/1nbqkcabn1/" in text and "Key: " in text and "Check: no" in text
    moves = "\n".join(talk.settle())
    assert "b2c4 (Nc4)" in moves and "a3a5 (a5)" in moves and "Game over" not in moves


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("position fen k9/10/2A7/10/10/10/10/10/10/9K b - - 0 1", "Game over: 1-0, checkmate"),
        ("position fen k9/2Q7/10/10/10/10/10/10/10/9K b", "Game over: 1/2-1/2, stalemate"),
        ("position startpos moves b2c4 b9c7 c4b2 c7b9 b2c4 b9c7 c4b2 c7b9", "threefold repetition"),
        ("position startpos moves b2c4 b9c7 c4b2 c7b9", None),
    ],
)
def test_d_tells_how_the_game_ended(talk: Any, line: str, verdict: str | None) -> None:
    talk.tell(line, "d")
    lines = talk.settle()
    assert (verdict is not None and verdict in lines[-1]) or (verdict is None and lines[-1].startswith("  "))


def test_eval_flip_bench_help_variants(talk: Any) -> None:
    assert talk.ask("eval", "evaluation of r8r/")
    talk.tell("position startpos moves e3e5", "flip")
    assert talk.fen().split()[1] == "w"
    assert talk.ask("bench", "Nodes/second")[-2:] == ["Nodes searched  : 1000", "Nodes/second    : 2000"]
    talk.tell("help")
    assert any(line.startswith("  go perft N") for line in talk.settle())
    talk.tell("variants")
    assert [line.split()[0] for line in talk.settle()] == ["grand", "bigchess", "greatchess", "chess"]


def test_perft_divides(talk: Any) -> None:
    lines = talk.ask("go perft 2", "Nodes searched: ")
    assert lines[-1] == "Nodes searched: 4225" and lines[-2] == "" and len(lines) == 67
    assert "a3a4: 65" in lines
    talk.until("$")
    assert talk.settle() == []


def test_perft_can_be_stopped(talk: Any) -> None:
    talk.ask("go perft 5", r"\w+: ")
    talk.tell("stop")
    talk.until("info string perft was stopped")


def test_unknown_commands(talk: Any) -> None:
    """Case 67."""
    for line in ("foo", "go perft", "setoption", "setoption name", "a" * 1_000_000, "debug x"):
        talk.tell(line)
        said = talk.settle()
        assert len(said) == 1 and said[0].startswith("info string ") and len(said[0]) < 200
    for line in ("register later", "debug on", "", "# remark"):
        talk.tell(line)
        assert talk.settle() == []
    talk.tell("joho debug off")
    assert strings(talk.settle()) == ["info string ignored joho"]


def test_debug_tells_the_limits(talk: Any) -> None:
    talk.tell("debug on")
    assert any("depth=2" in line for line in strings(talk.ask("go depth 2", "bestmove ")))


# -- the end ----------------------------------------------------------------------------------------


def test_the_end_of_input_finishes_what_was_asked(talk: Any) -> None:
    talk.backend.warm.clear()
    talk.tell("position startpos moves e3e5", "go depth 3", "go infinite", "d")
    threading.Timer(0.1, talk.backend.warm.set).start()
    talk.session.finish()
    talk.until("bestmove ")
    talk.until("bestmove ")
    talk.until("Fen: ")


def test_the_end_of_input_does_not_wait_for_the_compiler_alone(talk: Any) -> None:
    talk.backend.warm.clear()
    talk.backend.remark = "compiling"
    talk.ask("isready", "info string compiling")
    talk.session.finish()
    talk.silence(0.01)


def test_quit(talk: Any) -> None:
    talk.ask("go infinite", "info depth 2 ")
    assert not talk.tell("quit")
    talk.session.leave()
    talk.until("bestmove ")


def test_quit_answers_requests_of_scripts(talk: Any) -> None:
    talk.backend.warm.clear()
    assert not talk.tell("go perft 1", "d", "quit")
    threading.Timer(0.1, talk.backend.warm.set).start()
    talk.session.leave()
    talk.until("Nodes searched: 65")
    talk.until("Fen: ")


def test_whole_lines_from_two_threads(talk: Any) -> None:
    """Case 57."""
    talk.ask("go infinite", "info depth 2 ")
    for _ in range(300):
        talk.tell("isready", "uci")
    talk.tell("stop")
    lines = talk.until("bestmove ")
    assert lines.count("readyok") == 300 and lines.count("uciok") == 300
    assert all(line.startswith(("readyok", "uciok", "id ", "option ", "bestmove ")) for line in lines)
