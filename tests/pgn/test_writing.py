"""Games written by python-chess's exporters and read again, by our reader and by python-chess's own."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest
from support.games import random_game
from tenfold import Board, pgn

GAMES = ("grand", "bigchess", "greatchess", "chess")


def tree(variant: str, seed: int) -> pgn.Game:
    """A random game with variations, comments and NAGs."""
    source = random.Random(seed)
    board = Board(variant)
    for _ in random_game(board, source, 40):
        pass
    game = pgn.Game.from_board(board)
    game.headers["White"] = f"Anna {seed}"
    for node in list(game.mainline()):
        if source.random() < 0.3:
            node.comment = f"[%eval {source.random():.2f},{seed}] words"
            node.nags.add(source.randrange(1, 7))
        before = node.parent.board()
        others = [move for move in before.legal_moves if move != node.move]
        if others and source.random() < 0.2:
            other = source.choice(others)
            aside = node.parent.add_variation(other, comment="instead", starting_comment="or", nags=[2])
            before.push(other)
            aside.add_line(list(before.legal_moves)[:1])
    return game


def parts(node: Any) -> Any:
    """All that a tree says."""
    return (
        [
            (child.move, child.comment, child.starting_comment, sorted(child.nags), parts(child))
            for child in node.variations
        ],
        node.comment,
    )


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_written_is_read(variant: str, seed: int) -> None:
    game = tree(variant, seed)
    again = pgn.read_game(io.StringIO(str(game)))
    assert again is not None and again.errors == []
    assert parts(again) == parts(game)
    assert dict(again.headers) == dict(game.headers)
    assert again.end().board() == game.end().board()


@pytest.mark.parametrize("variant", GAMES)
def test_python_chess_reads_it_too(variant: str) -> None:
    game = tree(variant, 5)
    again = chess.pgn.read_game(io.StringIO(str(game)))
    assert again is not None and again.errors == []
    assert str(again) == str(game)


def test_files_with_many_games(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    written = [tree(variant, seed) for seed in range(3) for variant in GAMES]
    with path.open("w", encoding="utf-8") as handle:
        for game in written:
            game.accept(pgn.FileExporter(handle))
    read = list(pgn.games(path))
    assert [parts(game) for game in read] == [parts(game) for game in written]


def test_the_start_position_is_written_only_where_it_is_not_the_games_own() -> None:
    assert "FEN" not in pgn.Game.from_board(Board("grand")).headers
    assert pgn.Game.from_board(Board("grand")).headers["Variant"] == "grand"
    assert "Variant" not in pgn.Game.from_board(Board("chess")).headers
    board = Board("greatchess", "10/4k5/10/10/10/10/10/2G7/4K5/10 w - - 3 40")
    headers = pgn.Game.from_board(board).headers
    assert (headers["FEN"], headers["SetUp"]) == (board.fen(), "1")
    game = pgn.Game()
    game.setup(board.fen())
    assert game.board() == board


def test_a_game_from_any_node() -> None:
    game = tree("grand", 1)
    node = game.next().next()  # type: ignore[union-attr]
    assert node is not None
    text = node.accept_subgame(pgn.StringExporter())
    again = pgn.read_game(io.StringIO(text))
    assert again is not None and again.errors == [] and again.board() == node.board()


ORTHODOX = """[Event "x"]
[Result "1-0"]

1. e4 {e4 is (good)} e5 2. Nf3 (2. f4 exf4 (2... d5!? 3. exd5 e4) 3. Bc4) 2... Nc6 $1 3. Bb5 a6?! 4. Ba4
Nf6 5.O-O b5 6. Bb3 Bc5 7. c3 0-0 8. d4 exd4 9. e5 d5 10. exd6e.p. Qxd6 11. cxd4 ; to the end
Bxd4 12. Nxd4 1-0
"""


def test_orthodox_games_are_read_as_before() -> None:
    """With python-chess's own pattern for movetext and with ours, in its reader; and in our reader."""
    ours = chess.pgn.MOVETEXT_REGEX
    import importlib.util

    spec = importlib.util.find_spec("chess.pgn")
    assert spec is not None and spec.loader is not None
    untouched = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(untouched)
    assert untouched.MOVETEXT_REGEX is not ours
    before = untouched.read_game(io.StringIO(ORTHODOX))
    after = chess.pgn.read_game(io.StringIO(ORTHODOX))
    assert after is not None and before.errors == after.errors == []
    assert str(before) == str(after)
    assert isinstance(after.board(), chess.Board)
    game = pgn.read_game(io.StringIO(ORTHODOX))
    assert game is not None and game.errors == []
    assert [node.uci() for node in game.mainline()] == [node.uci() for node in after.mainline()]
