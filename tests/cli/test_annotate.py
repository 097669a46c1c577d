"""Annotated games: evaluations, judgements, what is written into a game, the file, the plot, the command."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import chess
import chess.engine
import pytest
from chess.engine import Cp, Mate, PovScore, PovWdl, Wdl
from tenfold import pgn
from tenfold.cli.annotation.annotator import annotate
from tenfold.cli.annotation.evaluation import Evaluation, Line, chances_of, evaluation_of, finished
from tenfold.cli.annotation.judgement import JudgedMove, Mark, summary
from tenfold.cli.annotation.output import OtherGamesError, append, take_up, text_of
from tenfold.cli.group import run
from tenfold.engine.board import Board

GAMES = """\
[Event "first"]
[White "Ada"]
[Black "Bob"]
[Result "0-1"]
[Variant "grand"]

1. e5 {a comment} e6 (1... d6) 2. Nc4 $1 d6 3. exd6 0-1

[Event "second"]
[White "Bob"]
[Black "Ada"]
[Result "*"]
[Variant "bigchess"]

1. e5 e6 2. Nc3 *
"""


def evaluation(chances: float, centipawns: int = 0, best: str = "", board: Board | None = None) -> Evaluation:
    lines = (Line((board.parse_uci(best),)),) if best and board else ()
    return Evaluation(chances, centipawns, PovScore(Cp(centipawns), chess.WHITE), 9, lines)


def judged(before: float, after: float, white: bool = True, san: str = "Nc4", best: str = "e5") -> JudgedMove:
    return JudgedMove(7, white, san, best, evaluation(before), evaluation(after))


# Evaluations


def test_chances_by_the_published_formula() -> None:
    # https://lichess.org/page/accuracy: Win% = 50 + 50 * (2 / (1 + exp(-0.00368208 * centipawns)) - 1)
    assert chances_of(0) == 0.5
    assert chances_of(100) == pytest.approx(0.5910, abs=1e-4)
    assert chances_of(-300) == pytest.approx(1 - chances_of(300))


@pytest.mark.parametrize(
    ("info", "chances", "centipawns", "text"),
    [
        ({"score": PovScore(Cp(100), chess.BLACK)}, chances_of(-100), -100, "-1.00"),
        ({"score": PovScore(Cp(2500), chess.WHITE)}, chances_of(2500), 1000, "+25.00"),
        ({"score": PovScore(Mate(3), chess.BLACK)}, 0.0, -1000, "-M3"),
        ({"score": PovScore(Mate(0), chess.BLACK)}, 1.0, 1000, "+M0"),
        (
            {"score": PovScore(Cp(10), chess.BLACK), "wdl": PovWdl(Wdl(500, 300, 200), chess.BLACK)},
            0.35,
            -10,
            "-0.10",
        ),
    ],
)
def test_evaluations_are_whites(info: dict, chances: float, centipawns: int, text: str) -> None:
    found = evaluation_of([info])  # type: ignore[list-item]
    assert found.chances == pytest.approx(chances) and found.centipawns == centipawns
    assert str(found) == text


def test_an_engine_without_a_score_is_refused() -> None:
    for infos in ([], [{}]):
        with pytest.raises(chess.engine.EngineError, match="no score"):
            evaluation_of(infos)


def test_finished_games() -> None:
    assert [str(finished(winner)) for winner in (True, None, False)] == ["1", "0.5", "0"]


# Judgements


@pytest.mark.parametrize(
    ("before", "after", "mark"),
    [
        (0.5, 0.451, None),
        (0.5, 0.45, Mark.INACCURACY),
        (0.5, 0.4, Mark.MISTAKE),
        (0.5, 0.35, Mark.BLUNDER),
        (1.0, 0.0, Mark.BLUNDER),
        (0.4, 0.6, None),
    ],
)
def test_marks_by_the_drop_of_the_chances(before: float, after: float, mark: Mark | None) -> None:
    assert judged(before, after).mark is mark
    assert judged(1 - before, 1 - after, white=False).mark is mark
    assert judged(before, after, san="e5", best="e5").mark is None  # the engine's own choice


def test_labels() -> None:
    assert judged(0.5, 0.1).label == "7.Nc4??" and judged(0.5, 0.5, white=False).label == "7...Nc4"


def test_accuracy_of_moves() -> None:
    # The curve was fitted through these (lichess's AccuracyPercent.scala), a point added since.
    for drop, accuracy in ((0, 100), (5, 80), (10, 65), (20, 41), (40, 16), (100, 0)):
        assert judged(1.0, 1 - drop / 100).accuracy == pytest.approx(accuracy, abs=3)


def test_summaries() -> None:
    moves = [judged(0.5, 0.5, san="e5"), judged(0.5, 0.8, white=False), judged(0.8, 0.8, san="e5")]
    white, black = summary(moves, True), summary(moves, False)
    assert white is not None and black is not None
    assert (white.moves, white.accuracy, sum(white.marks.values())) == (2, 100, 0)
    assert black.marks[Mark.BLUNDER] == 1 and black.accuracy == pytest.approx(judged(0.8, 0.5).accuracy)
    assert summary(moves[:1], False) is None and summary([], True) is None


def test_one_terrible_move_weighs_more_than_its_share() -> None:
    good = [judged(0.5, 0.5, white=index % 2 == 0, san="e5") for index in range(40)]
    bad = [*good[:20], judged(0.5, 0.0), judged(0.0, 0.5, white=False), *good[20:]]
    white = summary(bad, True)
    assert white is not None and white.accuracy < 90
    assert white.centipawn_loss == 0  # these evaluations have none


# A game's tree


class Oracle:
    """Says that each position is level, but for some FENs; its best move is the first legal one."""

    def __init__(self, chances: dict[str, float]) -> None:
        self.chances = chances
        self.asked = 0

    def __call__(self, board: Board) -> Evaluation:
        self.asked += 1
        best = next(iter(board.legal_moves)).uci()
        return evaluation(self.chances.get(board.fen(), 0.5), 30, best, board)


def test_a_game_is_annotated() -> None:
    game = pgn.read_game(io.StringIO(GAMES))
    assert game is not None
    before_last = game.end().parent
    assert before_last is not None
    told: list[None] = []
    oracle = Oracle({game.end().board().fen(): 0.1})
    moves = annotate(game, oracle, lambda: told.append(None))
    assert [move.san for move in moves] == ["e5", "e6", "Nc4", "d6", "exd6"]
    assert oracle.asked == len(told) == 6
    assert [move.mark for move in moves] == [None] * 4 + [Mark.BLUNDER]
    written = text_of(game)
    assert "a comment [%eval 0.30,9]" in " ".join(written.split()) and "1... d6" in written
    assert "exd6 $4" in written and "Blunder. " in written and f"{moves[-1].best} was best." in written
    assert [node.san() for node in before_last.variations] == ["exd6", moves[-1].best]
    again = pgn.read_game(io.StringIO(written))
    assert again is not None and not again.errors
    annotate(again, oracle, lambda: None)
    assert text_of(again) == written  # nothing is said twice


def test_marks_of_people_stay() -> None:
    game = pgn.read_game(io.StringIO(GAMES.replace("exd6", "exd6 $3")))
    assert game is not None
    annotate(game, Oracle({game.end().board().fen(): 0.1}), lambda: None)
    assert game.end().nags == {3}


# The file


def annotated(path: Path, count: int) -> list[str]:
    texts = []
    for game in list(pgn.games(io.StringIO(GAMES)))[:count]:
        game.headers["Annotator"] = "me"
        texts.append(text_of(game))
        append(path, texts[-1])
    return texts


def test_the_file_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "out.pgn"
    source = pgn.games(io.StringIO(GAMES))
    assert take_up(path, source, "me") == 0
    annotated(path, 1)
    assert take_up(path, source, "me") == 1
    rest = next(source)
    assert rest.headers["Event"] == "second" and next(source, None) is None


def test_an_unfinished_game_is_cut_off_wherever_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "out.pgn"
    first, second = annotated(path, 2)
    for length in range(len(second)):
        path.write_text(first + second[:length])
        assert take_up(path, pgn.games(io.StringIO(GAMES)), "me") == 1, second[:length]
        assert path.read_text() == first
    path.write_text(first[:-1])
    assert take_up(path, pgn.games(io.StringIO(GAMES)), "me") == 0 and path.read_text() == ""


def test_other_games_and_other_annotators_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "out.pgn"
    annotated(path, 2)
    with pytest.raises(OtherGamesError, match="annotated by me"):
        take_up(path, pgn.games(io.StringIO(GAMES)), "you")
    for other in (
        GAMES.replace("Ada", "Eve"),
        GAMES.replace("exd6", "Nd2"),
        GAMES.split('[Event "second')[0],
    ):
        with pytest.raises(OtherGamesError, match="is not game"):
            take_up(path, pgn.games(io.StringIO(other)), "me")


# The plot


@pytest.mark.parametrize("name", ["plot.svg", "plot.png"])
def test_a_plot_is_a_picture(tmp_path: Path, name: str) -> None:
    from tenfold.cli.annotation.plot import plot

    path = tmp_path / name
    moves = [judged(0.5, 0.5, san="e5"), judged(0.5, 0.9, white=False), judged(0.9, 0.2)]
    for count in (1, 2, 3):
        plot(path, moves[:count], {"White": "A $x_1$ & <b>", "Result": "1-0"}, "Grand Chess")
    content = path.read_bytes()
    if name.endswith(".png"):
        assert content.startswith(b"\x89PNG")
    else:
        assert ElementTree.fromstring(content).tag.endswith("svg")
    plot(path, moves, {"White": "A $x_1$ & <b>", "Result": "1-0"}, "Grand Chess")
    assert path.read_bytes() == content  # the same game, the same file


# The command


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tenfold", "annotate", *arguments]


@pytest.mark.compiled
def test_a_file_is_annotated_and_then_done(tmp_path: Path) -> None:
    unknown = '[Variant "Nonsense"]\n\n1. e4 *\n'
    (tmp_path / "games.pgn").write_text(f"{GAMES}\n1. e4 nonsense e5 *\n\n{unknown}\n1. d4 *\n")
    annotate_again = lambda *more: subprocess.run(  # noqa: E731
        command("games.pgn", "--nodes", "300", *more),
        capture_output=True,
        text=True,
        timeout=120,
        cwd=tmp_path,
    )
    done = annotate_again("--plot", "p.svg", "--multipv", "2")
    assert done.returncode == 0, done.stderr
    assert "1. Ada - Bob 0-1" in done.stdout and "accuracy" in done.stdout
    assert "game 3, line" in done.stderr and "nonsense" in done.stderr
    assert "game 4, line" in done.stderr  # of a game that nobody knows nothing can be said
    assert "5. ? - ? *" in done.stdout and "White" in done.stdout.split("5. ?")[1]
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == [
        "p-1.svg",
        "p-2.svg",
        "p-3.svg",
        "p-5.svg",
    ]
    out = tmp_path / "games-annotated.pgn"
    games = list(pgn.games(out))
    assert [game.headers["Event"] for game in games[:2]] == ["first", "second"]
    for game in games:
        assert not game.errors and all(node.eval() is not None for node in game.mainline())
    written = out.read_text()
    again = annotate_again()
    assert again.returncode == 0 and "already" in again.stderr and out.read_text() == written
    other = annotate_again("--depth", "1")
    assert other.returncode == 2 and "--overwrite" in other.stderr and out.read_text() == written
    assert annotate_again("--depth", "1", "--overwrite").returncode == 0 and out.read_text() != written


@pytest.mark.compiled
def test_an_engine_that_does_not_start_overwrites_nothing(tmp_path: Path) -> None:
    source, out = tmp_path / "games.pgn", tmp_path / "out.pgn"
    source.write_text(GAMES)
    out.write_text("precious")
    assert run(["annotate", str(source), "-o", str(out), "--overwrite", "--engine", "no-such-engine"]) == 2
    assert out.read_text() == "precious"


@pytest.mark.compiled
def test_ctrl_c_keeps_finished_games(tmp_path: Path) -> None:
    source, out = tmp_path / "games.pgn", tmp_path / "games-annotated.pgn"
    source.write_text(GAMES * 40)
    arguments = command("games.pgn", "--nodes", "20000")
    process = subprocess.Popen(arguments, stderr=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path)
    end = time.monotonic() + 100
    while not out.exists() and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"the same command goes on" in errors and b"Traceback" not in errors
    kept = sum(1 for _ in pgn.games(out))
    assert f"Interrupted: {kept} of 80 games".encode() in errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("missing.pgn",), "missing.pgn"),
        (("empty.pgn",), "has no games"),
        (("chess",), "which file"),
        (("games.pgn", "--plot", "p.gif"), ".svg"),
        (("games.pgn", "--plot", "no/p.svg"), "no folder"),
        (("games.pgn", "-o", "games.pgn"), "file of their own"),
        (("games.pgn", "-o", "no/out.pgn"), "no/out.pgn"),
        (("games.pgn", "--engine", "no-such-engine"), "no-such-engine"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.pgn").write_text(GAMES)
    Path("empty.pgn").write_text("\n")
    assert run(["annotate", *arguments, "--nodes", "100"]) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1 and words in errors
    assert not Path("games-annotated.pgn").exists()
