"""What the reader makes of a game: tree, tags, comments, marks, variations."""

from __future__ import annotations

import io

import chess.pgn
import pytest
from tenfold import Move, pgn
from tenfold.engine.named_boards import GrandBoard

GRAND = '[Variant "grand"]\n\n'


def read(text: str, **settings: str) -> pgn.Game:
    game = pgn.read_game(io.StringIO(text), **settings)  # type: ignore[call-overload]
    assert game is not None
    return game  # type: ignore[no-any-return]


def sans(node: chess.pgn.GameNode) -> list[str]:
    return [child.san() for child in node.mainline()]


def test_a_game_of_ours() -> None:
    game = read('[White "A"]\n[Variant "grand"]\n\n1. d5 d6 2. h4 g7 3. c4 Kd10 1-0\n')
    assert type(game.board()) is GrandBoard
    assert sans(game) == ["d5", "d6", "h4", "g7", "c4", "Kd10"]
    assert isinstance(game.next().move, Move)  # type: ignore[union-attr]
    assert game.headers["Result"] == "1-0"
    assert game.errors == []
    assert game.end().board().fen().startswith("r2k5r/1nbq1cabn1")


def test_an_orthodox_game_needs_no_variant() -> None:
    game = read("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *")
    assert sans(game)[-1] == "O-O"
    assert game.board().variant.name == "chess"
    assert "Variant" not in game.headers


def test_variations_comments_and_marks() -> None:
    game = read(
        GRAND + "{before} 1. d5! $14 {one} {two} (1. e5?! {other} e6 (1... f6 $5) 2. d5) ; rest of the line\n"
        "1... d6?? 2. h4 *"
    )
    first = game.next()
    assert first is not None
    assert game.comment == "before"
    assert first.nags == {1, 14}
    assert first.comment == "one two rest of the line"
    other = game.variations[1]
    assert (other.san(), other.nags, other.comment) == ("e5", {6}, "other")
    assert [child.san() for child in other.variations] == ["e6", "f6"]
    assert sans(other) == ["e6", "d5"]
    assert other.variations[1].nags == {5}
    assert sans(game) == ["d5", "d6", "h4"]
    assert first.variations[0].nags == {4}
    assert game.errors == []


def test_a_comment_before_a_variations_first_move_is_its_own() -> None:
    game = read(GRAND + "1. d5 ({rather} 1. e5) d6 *")
    assert game.variations[1].starting_comment == "rather"


def test_comments_that_span_lines_and_hold_all_kinds_of_text() -> None:
    text = '{ one\n\n[not "a tag\n  ( ; % 1-0 two }'
    game = read(GRAND + f"1. d5 {text} d6 *")
    assert game.next().comment == 'one [not "a tag ( ; % 1-0 two'  # type: ignore[union-attr]
    assert sans(game) == ["d5", "d6"]


def test_annotations_that_programs_write() -> None:
    game = read(GRAND + "1. d5 { [%eval 0.35,18] [%clk 0:01:23] } d6 { [%eval #-3] } *")
    first = game.next()
    assert first is not None
    score = first.eval()
    assert score is not None and score.white().score() == 35
    assert (first.eval_depth(), first.clock()) == (18, 83)
    assert game.end().eval().white().mate() == -3  # type: ignore[union-attr]


def test_lines_that_are_escaped() -> None:
    game = read('% hidden\n; hidden too\n[Variant "grand"]\n% hidden\n\n1. d5\n% hidden {\nd6 *')
    assert sans(game) == ["d5", "d6"]
    assert game.errors == []


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1.d5 d6 2.h4", ["d5", "d6", "h4"]),
        ("1. d5 1... d6 2. h4", ["d5", "d6", "h4"]),
        ("1 d5 d6 2 h4", ["d5", "d6", "h4"]),
        ("d5 d6 h4", ["d5", "d6", "h4"]),
        ("1. d3d5 d8d6 2. Nb2c4", ["d5", "d6", "Nc4"]),
        ("1. d3-d5 d8-d6 2. Nb2-c4", ["d5", "d6", "Nc4"]),
        ("1. d3d5 d8d6 2. b2c4", ["d5", "d6", "Nc4"]),  # a knight's move as UCI writes it
        ("1. d5 (=) d6+- 2. h4", ["d5", "d6", "h4"]),
        ("1. d5+/- d6 += 2. h4 N", ["d5", "d6", "h4"]),
    ],
)
def test_ways_to_write_moves(text: str, moves: list[str]) -> None:
    game = read(GRAND + text + " *")
    assert sans(game) == moves
    assert game.errors == []


def test_signs_are_nags() -> None:
    game = read(GRAND + "1. d5 ± d6 -+ 2. h4 N *")
    assert [child.nags for child in game.mainline()] == [{16}, {19}, {146}]


def test_castling_in_letters_and_digits() -> None:
    start = '[FEN "r4k3r/10/10/10/10/10/10/10/10/R4K3R w KQkq - 0 1"]\n\n'
    for castled in ("O-O", "0-0", "O-O-O", "0-0-0"):
        game = read(f'[Variant "bigchess"]\n{start}1. {castled} *')
        assert sans(game) == [castled.replace("0", "O")], castled


def test_the_tenth_file_of_big_chess_by_either_letter() -> None:
    for name in "jm":
        game = read(f'[Variant "Big Chess"]\n\n1. {name}5 {name}6 *')
        assert [move.uci() for move in game.mainline_moves()] == ["j2j5", "j9j6"]


def test_letters_of_rulebook_000_are_read_where_they_are_declared() -> None:
    line = "1. d5 d6 2. Mg4 {the marshal} Ch7 {the cardinal} *"
    declared = read(f'[PieceLetters "mc"]\n{GRAND}{line}')
    told = read(GRAND + line, letters="MC")
    for game in (declared, told):
        assert game.errors == []
        assert sans(game) == ["d5", "d6", "Cg4", "Ah7"]
        assert "PieceLetters" not in game.headers
    (problem,) = read(GRAND + line).errors
    assert "PieceLetters" in str(problem) and problem.token == "Mg4"  # type: ignore[attr-defined]


def test_a_position_in_declared_letters() -> None:
    fen = "10/4k5/10/10/10/10/10/10/2C1K5/10 w - - 0 1"
    game = read(f'[PieceLetters "MC"]\n[Variant "grand"]\n[FEN "{fen}"]\n\n1. Cd4 *')
    assert sans(game) == ["Ad4"]
    assert "2A1K5" in game.headers["FEN"]


def test_the_default_game_can_be_chosen() -> None:
    game = read("1. d5 d6 *", variant="grand")
    assert sans(game) == ["d5", "d6"]
    assert game.headers["Variant"] == "grand"
    with pytest.raises(KeyError):
        read("1. d5 d6 *", variant="ludo")


def test_visitors_of_python_chess() -> None:
    text = GRAND + "1. d5 (1. e5 e6) d6 2. h4 1-0\n\n" + GRAND + "1. e5 *\n"
    handle = io.StringIO(text)
    board = pgn.read_game(handle, Visitor=pgn.BoardBuilder)
    assert [move.uci() for move in board.move_stack] == ["d3d5", "d8d6", "h3h4"]  # type: ignore[union-attr]
    second = pgn.read_game(handle)
    assert second is not None and sans(second) == ["e5"]
    assert pgn.read_game(handle) is None


def test_headers_and_skipping() -> None:
    handle = io.StringIO("".join(f'[White "{n}"]\n{GRAND}1. d5 {{1-0}} d6 *\n\n' for n in range(4)))
    assert pgn.skip_game(handle)
    headers = pgn.read_headers(handle)
    assert headers is not None and headers["White"] == "1"
    place = handle.tell()
    assert [game.headers["White"] for game in pgn.games(handle)] == ["2", "3"]
    handle.seek(place)
    game = pgn.read_game(handle)
    assert game is not None and game.headers["white"] == "2"
    assert list(pgn.games(handle)) and not pgn.skip_game(handle)
    assert pgn.read_headers(handle) is None


def test_places_point_at_games_even_where_results_are_missing() -> None:
    text = "".join(f'[White "{n}"]\n{GRAND}1. d5 d6\n\n' for n in range(3))
    handle = io.StringIO(text)
    places = []
    while True:
        places.append(handle.tell())
        if pgn.read_headers(handle) is None:
            break
    assert places[:-1] == [n * len(text) // 3 for n in range(3)]
    handle.seek(places[1])
    game = pgn.read_game(handle)
    assert game is not None and game.headers["White"] == "1"
