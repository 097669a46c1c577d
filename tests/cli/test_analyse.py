"""`tenfold analyse`: where positions come from, what is shown of a search, and files of results."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from chess.engine import Cp, Mate, MateGiven, PovScore, PovWdl, Wdl
from rich.console import Console, RenderableType
from tenfold.cli.analysis.epd import read_epd, write_epd
from tenfold.cli.analysis.findings import Findings, think
from tenfold.cli.analysis.report import as_epd, as_json
from tenfold.cli.analysis.results import ResultsFile
from tenfold.cli.analysis.run import _last
from tenfold.cli.analysis.task import Task, count, epd_tasks, pgn_tasks
from tenfold.cli.analysis.view import row, screen
from tenfold.cli.analysis.words import chances, score_text, short
from tenfold.cli.group import run
from tenfold.client import Limit
from tenfold.engine.board import Board, Outcome, Termination
from tenfold.engine.variants import find

MATE = "3br3cr/5k4/pppp3p1p/n3pP1p2/7Q2/P2bP1C3/3P3PP1/1PP6P/1N2K2BN1/R5R3 w - - 1 23"


def found(board: Board, *lines: tuple[str, PovScore], wdl: PovWdl | None = None, **effort: Any) -> Findings:
    """Findings as an engine would bring them, best line first."""
    findings = Findings(board)
    for rank, (moves, score) in enumerate(lines, 1):
        here, pv = board.copy(), []
        for word in moves.split():
            pv.append(here.push_san(word))
        info: Any = {"multipv": rank, "score": score, "pv": pv, "depth": 9, "seldepth": 12, **effort}
        findings.hear(info if wdl is None else {**info, "wdl": wdl})
    findings.complete = True
    return findings


# EPD


def test_epd_operations() -> None:
    epd = read_epd('r8r/10/10/10/10/10/10/10/10/R3K3kR w - - bm Nc4 d5; id "a; b"; hmvc 3; fmvn 7;')
    assert epd is not None
    assert epd.fen == "r8r/10/10/10/10/10/10/10/10/R3K3kR w - - 3 7"
    assert epd.operations["bm"] == ("Nc4", "d5") and epd.id == "a; b"


@pytest.mark.parametrize(
    ("line", "fen"),
    [
        ("8/8 w - - 4 9", "8/8 w - - 4 9"),
        ("8/8 w - - 4 9 ; middlegame 1", "8/8 w - - 4 9"),
        ("8/8 b - -", "8/8 b - - 0 1"),
        ("8/8 b", "8/8 b"),
        ("  # a remark", None),
        ("", None),
    ],
)
def test_positions_of_lines(line: str, fen: str | None) -> None:
    epd = read_epd(line)
    assert (epd.fen if epd else None) == fen


def test_epd_is_read_as_it_was_written() -> None:
    line = write_epd("8/8 w - - 4 9", {"ce": "12", "id": '"x y"'})
    epd = read_epd(line)
    assert line == '8/8 w - - ce 12; id "x y"; hmvc 4; fmvn 9;'
    assert epd is not None and epd.fen == "8/8 w - - 4 9" and epd.id == "x y"


# Positions of files


def test_bad_lines_are_told_and_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.epd"
    path.write_text(f"# remark\nnonsense\n{MATE}\n{MATE} bm Nz9;\n{MATE} bm Qxh7; am a6;\n", encoding="utf-8")
    tasks = list(epd_tasks(path, find("grand")))
    assert [task.source["line"] for task in tasks] == [3, 5]
    err = capsys.readouterr().err
    assert err.count("\n") == 2 and "line 2" in err and "line 4" in err and "Nz9" in err
    assert count(path, every=False) == 4


def test_tasks_say_what_is_to_be_found() -> None:
    board = Board("grand")
    best, other = board.parse_san("e5"), board.parse_san("d5")
    assert Task(board).solved_by(best) is None
    assert Task(board, best=(best,)).solved_by(best) and not Task(board, best=(best,)).solved_by(other)
    assert Task(board, avoid=(best,)).solved_by(other) and not Task(board, avoid=(best,)).solved_by(best)
    assert Task(board, best=(best,)).solved_by(None) is False


def test_positions_of_games(pgn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    last = list(pgn_tasks(pgn, None))
    assert [(task.source["game"], task.source["ply"]) for task in last] == [(1, 4), (2, 2)]
    assert last[0].title == "Ann - Bob, after 2... Nc7" and last[0].board.move_stack[0].uci() == "e3e5"
    assert last[1].board.variant.name == "bigchess"
    assert "Zz9" in capsys.readouterr().err
    every = list(pgn_tasks(pgn, None, 1, every=True))
    assert [task.source["ply"] for task in every] == [0, 1, 2, 3, 4]
    assert len({task.fen for task in every}) == 5
    assert count(pgn, every=True) is None


def test_the_game_of_a_file_that_does_not_say_it(tmp_path: Path) -> None:
    path = tmp_path / "bare.pgn"
    path.write_text("1. d5 e7 *\n", encoding="utf-8")
    [task] = pgn_tasks(path, find("bigchess"))
    assert task.board.variant.name == "bigchess" and len(task.board.move_stack) == 2


# What was heard


def test_bounds_are_passed_over() -> None:
    board = Board("grand")
    findings = found(board, ("e5 e6", PovScore(Cp(30), True)), nodes=100)
    late: Any = {"multipv": 1, "score": PovScore(Cp(90), True), "pv": [board.parse_san("d5")], "nodes": 200}
    findings.hear({**late, "lowerbound": True})
    assert findings.move == board.parse_san("e5") and findings.effort["nodes"] == 200
    findings.hear(late)
    assert findings.move == board.parse_san("d5")


def test_the_depth_is_that_of_the_best_line() -> None:
    board = Board("grand")
    findings = found(board, ("e5", PovScore(Cp(30), True)))
    second: Any = {"multipv": 2, "score": PovScore(Cp(9), True), "pv": [board.parse_san("d5")]}
    findings.hear({**second, "depth": 8, "seldepth": 11, "nodes": 700})
    assert [findings.effort[name] for name in ("depth", "seldepth", "nodes")] == [9, 12, 700]  # type: ignore


@pytest.mark.parametrize(("options", "lines"), [({"MultiPV": 1}, 3), ({}, None)])
def test_an_engine_of_one_line_is_not_asked_for_more(options: dict[str, int], lines: int | None) -> None:
    asked: list[int | None] = []

    class Stub:
        def __init__(self) -> None:
            self.options = options

        def analysis(self, board: Board, limit: Any, *, multipv: int | None, game: object) -> Any:
            asked.append(multipv)
            return nullcontext(Silence())

    class Silence:
        move = ponder = None

        def __iter__(self) -> Iterator[Any]:
            return iter(())

        def wait(self) -> Silence:
            return self

    stub: Any = Stub()
    [findings] = think(stub, Board("chess"), Limit(depth=1), 3)
    assert asked == [lines] and findings.complete and findings.move is None


def test_ctrl_c_keeps_what_was_found() -> None:
    findings = Findings(Board("grand"))

    def thoughts() -> Iterator[Findings]:
        yield found(Board("grand"), ("e5", PovScore(Cp(1), True)))
        raise KeyboardInterrupt

    assert _last(thoughts(), findings).move is not None
    assert _last(iter(()), findings) is findings


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (PovScore(Cp(125), True), "+1.25"),
        (PovScore(Cp(125), False), "-1.25"),
        (PovScore(Cp(0), False), "+0.00"),
        (PovScore(Mate(3), True), "+M3"),
        (PovScore(Mate(3), False), "-M3"),
        (PovScore(Mate(-2), False), "+M2"),
        (PovScore(Mate(0), True), "-M0"),
        (PovScore(MateGiven, True), "+M0"),
    ],
)
def test_scores_are_white_s(score: PovScore, text: str) -> None:
    assert score_text(score) == text


def test_chances_are_white_s() -> None:
    said = PovWdl(Wdl(200, 300, 500), False)
    assert chances(PovScore(Cp(-50), False), said) == (0.5, 0.3, 0.2)
    wins, _, losses = chances(PovScore(Cp(-300), False), None)
    assert wins > 0.7 > losses


@pytest.mark.parametrize(
    ("number", "text"), [(950, "950"), (12_345, "12.3 k"), (4_560_000, "4.56 M"), (1.2e9, "1.20 G")]
)
def test_large_numbers_are_short(number: float, text: str) -> None:
    assert short(number) == text


# The screen


def printed(picture: RenderableType, width: int = 100) -> str:
    console = Console(width=width, force_terminal=True, color_system=None, highlight=False)
    with console.capture() as capture:
        console.print(picture)
    return capture.get()


@pytest.mark.parametrize("width", [60, 100])
def test_the_screen_shows_board_chances_and_lines(width: int) -> None:
    board = Board("bigchess")
    wdl = PovWdl(Wdl(500, 300, 200), True)
    findings = found(
        board,
        ("d5 e7 Nc3", PovScore(Cp(40), True)),
        ("e3 e8", PovScore(Cp(-10), True)),
        wdl=wdl,
        nodes=12_345,
        nps=2_000_000,
        time=1.5,
    )
    text = printed(screen(Task(board, "my title"), findings, "Some Engine 1.0", width, final=True), width)
    for words in ("Big Chess", "my title", "Some Engine 1.0", "+0.40", "-0.10", "White wins 50%", "2.00 M/s"):
        assert words in text, words
    assert "1. d5 e7 2. Nc3" in " ".join(text.split())
    assert "Best move: d5, the pawn on d2 goes to d5." in text
    assert max(map(len, text.splitlines())) <= width


def test_while_thinking_a_line_is_one_row() -> None:
    board = Board("grand")
    line = "d5 d6 c5 c6 Nc4 Nc7 e5 e6 Nb2 Nb9 Nc4 Nc7 Nb2 Nb9 Nc4 Nc7 Nb2 Nb9 Nc4 Nc7"
    findings = found(board, (line, PovScore(Cp(5), True)))
    thinking, final = (
        printed(screen(Task(board), findings, "x", 80, final=final), 80).splitlines()
        for final in (False, True)
    )
    assert len(thinking) < len(final) - 2


def test_flipped_boards_have_flipped_towers() -> None:
    board = Board("grand")
    findings = found(board, ("e5", PovScore(Cp(9000), True)))
    for flipped in (False, True):
        lines = printed(screen(Task(board), findings, "x", 100, flipped=flipped)).splitlines()
        labels = [line[:2].strip() for line in lines if line[:2].strip().isdigit()][:10]
        assert labels == [str(n) for n in (range(1, 11) if flipped else range(10, 0, -1))]


def test_a_row_tells_what_was_missed() -> None:
    board = Board("grand")
    findings = found(board, ("e5", PovScore(Cp(5), True)), time=0.5)
    good, bad = (Task(board, "t", best=(board.parse_san(san),)) for san in ("e5", "d5"))
    assert "✓" in row(1, good, findings).plain and "✗ d5" in row(1, bad, findings).plain
    assert "✓" not in row(1, Task(board), findings).plain


# Results


def test_json_has_scores_of_the_side_to_move() -> None:
    board = Board("grand")
    start = board.fen()
    board.push_san("e5")
    wdl = PovWdl(Wdl(500, 300, 200), False)
    findings = found(board, ("e6 d5", PovScore(Cp(40), False)), wdl=wdl, nodes=7)
    report = json.loads(as_json(Task(board, "t", {"file": "f", "line": 2}), findings, "E"))
    assert report["fen"] == board.fen() and report["history"] == {"fen": start, "moves": ["e3e5"]}
    assert report["bestmove"] == "e8e6" and report["san"] == "e6" and report["complete"] is True
    assert report["source"] == {"file": "f", "line": 2} and report["nodes"] == 7
    assert report["lines"] == [
        {
            "multipv": 1,
            "depth": 9,
            "seldepth": 12,
            "score": {"cp": 40},
            "wdl": [500, 300, 200],
            "pv": ["e8e6", "d3d5"],
            "san": "1... e6 2. d5",
        }
    ]


def test_the_page_about_analysis_lists_every_key() -> None:
    page = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text(encoding="utf-8")
    listed = {
        key for line in page.splitlines() if line.startswith("| `") for key in re.findall(r"`(\w+)`", line)
    }
    board = Board("grand")
    board.push_san("e5")
    wdl = PovWdl(Wdl(500, 300, 200), False)
    effort = {"nodes": 7, "nps": 7, "hashfull": 0, "time": 1.0}
    findings = found(board, ("e6 d5", PovScore(Cp(40), False)), wdl=wdl, **effort)
    findings.ponder = findings.lines[1]["pv"][1]
    findings.outcome = Outcome(Termination.STALEMATE, None)
    task = Task(board, "t", {"file": "f"}, best=(findings.lines[1]["pv"][0],))
    report = json.loads(as_json(task, findings, "E"))
    assert set(report) | set(report["lines"][0]) <= listed
    assert set(report) >= listed - set(report["lines"][0]) - {
        "file",
        "line",
        "game",
        "ply",
        "moves",
        "bm",
        "am",
    }


def test_json_has_mates() -> None:
    board = Board("grand", MATE)
    report = json.loads(as_json(Task(board), found(board, ("Qxh7+", PovScore(Mate(4), True))), "E"))
    assert report["lines"][0]["score"] == {"mate": 4} and "history" not in report


def test_epd_of_a_result() -> None:
    board = Board("grand", MATE)
    task = Task(board, "four", best=(board.parse_san("Qxh7+"),))
    epd = read_epd(
        as_epd(task, found(board, ("Qxh7+ Ke9", PovScore(Mate(4), True)), nodes=5, time=0.6), "E 1")
    )
    assert epd is not None and epd.fen == MATE and epd.id == "four"
    expected = {
        "bm": "Qxh7+",
        "pm": "Qxh7+",
        "pv": "Qxh7+ Ke9",
        "acd": "9",
        "acn": "5",
        "acs": "1",
        "c0": "E 1",
    }
    assert {name: " ".join(epd.operations[name]) for name in expected} == expected
    assert 32000 < int(epd.operations["ce"][0]) < 32768


@pytest.mark.parametrize("name", ["results.jsonl", "results.epd"])
def test_a_file_of_results_goes_on_after_a_crash(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    first, second = Task(Board("grand")), Task(Board("grand", MATE))
    results = ResultsFile(path, "E")
    results.write(first, found(first.board, ("e5", PovScore(Cp(3), True))))
    whole = path.read_text(encoding="utf-8")
    assert results.has(first) and not results.has(second)
    results.close()
    path.write_text(whole + whole[:-9], encoding="utf-8")  # the second line was cut off
    results = ResultsFile(path, "E")
    assert results.has(first) and not results.has(second)
    results.write(second, found(second.board, ("Qxh7+", PovScore(Mate(4), True))))
    results.close()
    text = path.read_text(encoding="utf-8")
    assert text.startswith(whole) and text.count("\n") == 2
    assert ResultsFile(path, "E").has(second)


def test_a_last_line_without_its_end_stays_a_line(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    task = Task(Board("grand"))
    findings = found(task.board, ("e5", PovScore(Cp(3), True)))
    path.write_text(as_json(task, findings, "E"), encoding="utf-8")
    results = ResultsFile(path, "E")
    results.write(task, findings)
    results.close()
    first, second = path.read_text(encoding="utf-8").splitlines()
    assert first == second


def test_a_foreign_file_is_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    for text in ("shopping list\n", "shopping list", "[]\n[", "7\n"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match="line 1"):
            ResultsFile(path, "E")
        assert path.read_text(encoding="utf-8") == text


# The whole command, with the engine itself


def test_a_position_in_letters(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "--fen", MATE, "--depth", "11", "--multipv", "2"]) == 0
    out = capfd.readouterr().out
    assert "Grand Chess" in out and "1. +M4" in out and "23. Qxh7+" in out and "w/d/l 100%/0%/0%" in out
    assert "Best move: Qxh7+, the queen on h6 takes the pawn on h7, with check." in out
    assert "\x1b" not in out and "\n2. " in out


def test_the_screen_as_a_picture(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "screen.svg"
    assert run(["analyse", "grand", "--depth", "3", "--json", "--picture", str(path)]) == 0
    text = "".join(ET.fromstring(path.read_text(encoding="utf-8")).itertext())
    assert "Grand\xa0Chess" in text and "Best\xa0move" in text
    assert json.loads(capfd.readouterr().out)["depth"] == 3


def test_a_finished_game_needs_no_engine(capfd: pytest.CaptureFixture[str]) -> None:
    fen = "k8R/10/1K8/10/10/10/10/10/10/10 b - - 0 1"
    assert run(["analyse", "grand", "--fen", fen, "--json"]) == 0
    report = json.loads(capfd.readouterr().out)
    assert report["result"] == "1-0" and report["termination"] == "checkmate" and report["lines"] == []


def test_a_game_that_is_drawn_by_rule_is_over(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "chess", "--fen", "8/8/4k3/8/8/3K4/8/8 w - - 0 1"]) == 0
    assert capfd.readouterr().out.endswith("The game is over: insufficient material, 1/2-1/2.\n")


def test_many_positions_resume(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "in.epd", tmp_path / "out.jsonl"
    start = Board("grand").fen()
    source.write_text(f'{MATE} ; x\n{" ".join(MATE.split()[:4])} bm Qxh7; id "four";\n', encoding="utf-8")
    command = ["analyse", "grand", str(source), "--depth", "6", "--multipv", "1", "-o", str(target)]
    assert run(command) == 0
    out = capfd.readouterr().out
    assert "✓  four" in out and out.endswith("2 analysed, 1 of 1 solved\n")
    source.write_text(source.read_text(encoding="utf-8") + start + "\n", encoding="utf-8")
    assert run([*command, "--json"]) == 0
    out, err = capfd.readouterr()
    assert json.loads(out)["fen"] == start and "1 analysed, 2 were in the file already" in err
    assert len(target.read_text(encoding="utf-8").splitlines()) == 3


def test_other_engines(capfd: pytest.CaptureFixture[str]) -> None:
    if not Path("/usr/games/fairy-stockfish").exists():
        pytest.skip("fairy-stockfish is not installed")
    command = ["analyse", "grand", "--engine", "fairy-stockfish", "--depth", "4", "--json", "--multipv", "2"]
    assert run([*command, "--option", "Hash=32"]) == 0
    report = json.loads(capfd.readouterr().out)
    assert "Fairy-Stockfish" in report["engine"] and len(report["lines"]) == 2


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("shogi",), "neither a game"),
        (("grand", "chess"), "one game"),
        (("--fen", "8/8 w"), "--fen"),
        (("--depth", "0"), "0"),
        (("--infinite", "--depth", "3"), "--infinite"),
        (("--engine", "no-such-engine", "--depth", "1"), "no-such-engine"),
        (("--option", "Foo=3", "--depth", "1"), "Foo"),
        (("--depth", "1", "-o", "/no/such/folder/x.jsonl"), "no folder /no/such/folder"),
        (("--infinite", "--picture", "/no/such/folder/x.svg"), "no folder /no/such/folder"),
        (("--infinite", "--picture", "x.png"), "only .svg"),
        (("--every",), "--every"),
        (("--game", "2"), "--game"),
    ],
)
def test_errors_are_one_line(
    arguments: tuple[str, ...], word: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["analyse", *arguments]) == 2
    out, err = capfd.readouterr()
    assert not out and err.startswith("tenfold: ") and err.count("\n") == 1 and word in err


def test_files_without_a_game_and_games_without_positions(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "empty.epd"
    path.write_text("# nothing\n", encoding="utf-8")
    for arguments, words in (
        ([str(path)], "does not say which game"),
        (["grand", str(path)], "no position"),
        (["grand", str(path), "--fen", MATE], "--fen"),
        (["grand", str(path), "--picture", "x.svg"], "--picture"),
        (["grand", str(path), "--game", "1"], "--game"),
        (["grand", str(path), "-o", str(path)], "a file of their own"),
    ):
        assert run(["analyse", *arguments]) == 2
        err = capfd.readouterr().err
        assert words in err and err.count("\n") == 1
