"""What is wrong with a file is said by game, line and token, and the rest of it is still read."""

from __future__ import annotations

import io
import pickle
import random
from pathlib import Path

import chess.pgn
import pytest
from tenfold import pgn

CUTECHESS = Path(__file__).parents[1] / "data" / "pgn" / "cutechess.pgn"
GRAND = '[Variant "grand"]\n\n'


def read(text: str) -> tuple[list[pgn.Game], list[pgn.Problem]]:
    problems: list[pgn.Problem] = []
    return list(pgn.games(io.StringIO(text), report=problems.append)), problems


def places(problems: list[pgn.Problem]) -> list[tuple[int, int, int, str]]:
    return [(problem.game, problem.line, problem.column, problem.token) for problem in problems]


def test_a_bad_move_ends_its_line_only() -> None:
    text = f"{GRAND}1. d5 d6\n2. h4 (2. Qz9 h7) (2. e4 e7) g7 3. Nf9 Kd10 0-1\n\n{GRAND}1. e5 *\n"
    games, problems = read(text)
    assert places(problems) == [(1, 4, 11, "Qz9"), (1, 4, 36, "Nf9")]
    assert games[0].errors == problems and games[1].errors == []
    assert "2. h4 ( 2. e4 e7 )" in str(games[0])
    assert [node.san() for node in games[0].mainline()] == ["d5", "d6", "h4", "g7"]
    assert games[0].headers["Result"] == "0-1"
    assert str(problems[1]) == "game 1, line 4, column 36: 'Nf9': illegal at 3. (no legal move fits)"


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("Nd3xx", "no move at 1."),
        ("Ni4", "illegal at 1."),
        ("d33", "no move at 1."),
        ("O-O", "illegal at 1."),
        ("--", "in none of our games may a player pass"),
        ("Z0", "in none of our games may a player pass"),
        ("Md4", "PieceLetters"),
        ("Xd4", "X is no piece of Grand Chess"),
        ("x" * 5000 + "9", "no move at 1."),
    ],
)
def test_bad_moves(word: str, reason: str) -> None:
    games, (problem,) = read(f"{GRAND}1. {word} d6 *\n\n{GRAND}1. e5 *")
    assert reason in str(problem) and len(str(problem)) < 250 and "\n" not in str(problem)
    assert (problem.game, problem.line, problem.column, problem.token) == (1, 3, 4, word)
    assert [len(list(game.mainline())) for game in games] == [0, 1]


def test_ambiguous_moves() -> None:
    fen = "10/4k5/10/10/10/10/10/10/4K5/R8R w - - 0 1"
    _, (problem,) = read(f'[Variant "grand"]\n[FEN "{fen}"]\n\n1. Rd1 *')
    assert "ambiguous at 1. (it could be a1d1 and j1d1)" in str(problem)


def test_junk_around_games() -> None:
    text = (
        f"From: someone\nTo: someone else\n\n{GRAND}1. d5 and so on d6 1-0\n\n-- \nyours\n{GRAND}1. e5 *\nbye"
    )
    games, problems = read(text)
    assert [len(list(game.mainline())) for game in games] == [2, 1]
    assert places(problems) == [
        (1, 1, 1, "From: someone"),
        (1, 2, 1, "To: someone else"),
        (1, 6, 7, "and so on"),
        (2, 8, 1, "--"),
        (2, 9, 1, "yours"),
        (3, 13, 1, "bye"),
    ]
    assert games[0].errors == problems[:3]


def test_empty_games() -> None:
    text = (
        f'[White "A"]\n{GRAND}*\n\n[White "B"]\n\n\n[White "C"]\n{GRAND}1. d5 *\n\n[White "D"]\n{GRAND}1-0\n'
    )
    games, problems = read(text)
    assert [game.headers["White"] for game in games] == list("ABCD")
    assert [(problem.game, problem.line, problem.reason) for problem in problems] == [
        (1, 1, "the game has no moves"),
        (2, 6, "the game has no moves"),
    ]
    assert games[3].headers["Result"] == "1-0"  # decided without a move, which happens


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", "% only\n; this\n"])
def test_empty_files(text: str) -> None:
    assert read(text) == ([], [])


@pytest.mark.parametrize(
    ("tags", "reason"),
    [
        ('[Variant "ludo"]', "'ludo': Variant: Tenfold does not play 'ludo'"),
        ('[Variant "Chess960"]', "Variant: Tenfold does not play 'Chess960'"),
        ('[Variant "grand"]\n[FEN "8/8 w"]', "FEN: invalid FEN, board: 2 ranks"),
        ('[FEN "9/9/9"]', "FEN: no game of ours has a board of 3 ranks"),
        ('[FEN "10/10/10/10/10/10/10/10/10/10"]', "no position of Grand Chess, Big Chess or Great Chess"),
        ('[PieceLetters "XY"]', "PieceLetters: there are AC and MC"),
    ],
)
def test_games_that_cannot_be_set_up(tags: str, reason: str) -> None:
    games, (problem,) = read(f"{tags}\n\n1. d5 d6 1-0\n\n{GRAND}1. e5 *")
    assert reason in str(problem) and problem.line in (1, 2)
    assert games[0].headers["Result"] in ("*", "1-0") and not games[0].variations
    assert games[1].can_be_set_up()
    assert games[0].can_be_set_up() == ("PieceLetters" in tags)  # whose game and position are known
    assert [node.san() for node in games[1].mainline()] == ["e5"]


def test_a_position_in_which_nobody_could_be_to_move() -> None:
    _, (problem,) = read('[Variant "grand"]\n[FEN "10/4k5/10/10/10/10/10/4R5/4K5/10 w - - 0 1"]\n\n1. d5 *')
    assert "FEN" in problem.reason


def test_bad_tags() -> None:
    games, problems = read(
        '[White "A"]\n[Black B]\n[ Variant  "grand" ]\n[Site "a "b" c"]\n[Round "1"] [Date "?"]\n\n1. d5 *'
    )
    assert places(problems) == [(1, 2, 1, "[Black B]")]
    headers = games[0].headers
    assert (headers["Site"], headers["Round"], headers["Date"]) == ('a "b" c', "1", "?")
    assert len(list(games[0].mainline())) == 1


def test_brackets_that_do_not_match() -> None:
    games, problems = read(
        f"{GRAND}(1. e5) 1. d5 ) d6 (1... e6 (1... f6\n\n{GRAND}1. e5 {{open\n\n{GRAND}1. h4 *"
    )
    assert [str(problem).split(": ", 1)[1] for problem in problems] == [
        "'(': a variation before any move",
        "')': no variation is open",
        "'(': the variation is not closed",
        "'(': the variation is not closed",
        "'{': the comment is not closed",
    ]
    assert [[node.san() for node in game.mainline()] for game in games] == [["d5", "d6"], ["e5"], ["h4"]]
    assert games[1].end().comment == "open"


def test_games_that_run_into_each_other() -> None:
    text = f"1. e4 e5 1-0 1. d4 *\n1. c4\n{GRAND}1. d5 d6\n\n1. e4 c5\n\n1. d4"
    games, problems = read(text)
    assert [" ".join(node.san() for node in game.mainline()) for game in games] == [
        "e4 e5",
        "d4",
        "c4",
        "d5 d6",
        "e4 c5",
        "d4",
    ]
    assert problems == []


def test_blank_lines_inside_a_game() -> None:
    games, problems = read(f"{GRAND}1. d5\n\nd6\n\n\n2. h4 *\n\n{GRAND}\n\n\n1. e5 *")
    assert [len(list(game.mainline())) for game in games] == [3, 1]
    assert problems == []


def test_one_by_one_counts_on() -> None:
    handle = io.StringIO(f"{GRAND}1. d5 *\n\n{GRAND}1. Nz9 *\n")
    pgn.read_game(handle)
    second = pgn.read_game(handle)
    assert second is not None
    assert places(second.errors) == [(2, 7, 4, "Nz9")]  # type: ignore[arg-type]


def test_a_visitor_of_python_chess_gets_the_problems() -> None:
    class Loud(chess.pgn.BoardBuilder):
        pass

    handle = io.StringIO(f"{GRAND}1. d5 Nz9 *\n\n{GRAND}1. e5 *")
    with pytest.raises(pgn.Problem, match="'Nz9'"):
        pgn.read_game(handle, Visitor=Loud)
    assert pgn.read_game(handle) is not None


def test_problems_are_values() -> None:
    problem = pgn.Problem(3, 41, 7, "Nf9", "why")
    again = pickle.loads(pickle.dumps(problem))
    assert str(again) == str(problem) == "game 3, line 41, column 7: 'Nf9': why"
    assert isinstance(problem, ValueError)


def test_a_file_that_is_no_pgn() -> None:
    games, problems = read("lorem ipsum\n" * 1000 + GRAND + "1. e5 *")
    assert len(games) == 1 and len(problems) == 100
    assert problems[-1].reason == "not part of a game; what follows is not listed"


ALPHABET = '()[]{};%$*"\n\n  .-=+#!?01239abjmxKNQRCAO/\\\x00é♞'


@pytest.mark.parametrize("seed", range(6))
def test_damaged_files_are_read_to_their_end(seed: int) -> None:
    """Whatever happens to a file, nothing is raised, and games behind the damage are whole."""
    source = random.Random(seed)
    text = CUTECHESS.read_text(encoding="utf-8")
    damaged = list(text[: len(text) // 2])
    for _ in range(60):
        at = source.randrange(len(damaged))
        if source.random() < 0.5:
            damaged[at : at + source.randrange(1, 40)] = []
        else:
            damaged[at:at] = source.choices(ALPHABET, k=source.randrange(1, 6))
    whole = f'\n\n[White "whole"]\n{GRAND}1. d5 d6 1-0\n'
    games, problems = read("".join(damaged) + whole)
    assert games[-1].headers["White"] == "whole" and not games[-1].errors
    assert [node.san() for node in games[-1].mainline()] == ["d5", "d6"]
    assert len(games) >= 2 and problems
    for game in games:
        again, _ = read(str(game))
        assert len(again) == 1
        assert [node.move for node in again[0].mainline()] == [node.move for node in game.mainline()]


@pytest.mark.parametrize("word", ["+" * 100_000 + "x9", "1" * 100_000, "(" * 5_000, '[A "' + '" ' * 20_000])
def test_strange_lengths_take_no_time(word: str) -> None:
    games, _ = read(f"{GRAND}1. d5 {word}\n\n{word}\n\n{GRAND}1. e5 *")
    assert [node.san() for node in games[-1].mainline()] == ["e5"]


@pytest.mark.parametrize("number", ("256", "300", "9" * 5000))
def test_numbers_that_are_no_nags(number: str) -> None:
    (game,), (problem,) = read(f"{GRAND}1. d5 $255 ${number} $006 d6 *")
    assert "the last NAG is $255" in str(problem) and len(str(problem)) < 150
    assert (problem.line, problem.token) == (3, number)
    assert [node.nags for node in game.mainline()] == [{6, 255}, set()]


@pytest.mark.parametrize(
    ("tag", "end", "result", "reason"),
    [
        ("won", "", "*", "neither 1-0, 0-1, 1/2-1/2 nor *"),
        ("2-0", "1-0", "1-0", "neither 1-0, 0-1, 1/2-1/2 nor *"),
        ("0-1", "1-0", "0-1", "but the moves end with 1-0"),
        ("1/2", "1/2-1/2", "1/2-1/2", None),
        (" ½ ", "", "1/2-1/2", None),
        ("*", "1-0", "1-0", None),
        ("1-0", "*", "1-0", None),
        ("1-0", "", "1-0", None),
    ],
)
def test_results(tag: str, end: str, result: str, reason: str | None) -> None:
    """The tag is believed, and the movetext where the tag does not tell; results in variations are not."""
    (game,), problems = read(f'[Variant "grand"]\n[Result "{tag}"]\n\n1. d5 (1. e5 0-1) d6 {end}')
    assert game.headers["Result"] == result
    assert str(game).endswith(f"1... d6 {result}")
    assert [reason in str(problem) for problem in problems if reason] == [True] * len(problems)
    assert len(problems) == (reason is not None)
    assert all((problem.line, problem.token) == (2, tag) for problem in problems)
