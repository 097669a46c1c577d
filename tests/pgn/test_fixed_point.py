"""Games that were read and are written again say the same: reading and writing lose and add nothing."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.games import ALL_GAMES
from tenfold import Board, pgn

#: Comments as people, and as programs, might write them.
comments = st.one_of(
    st.just(""),
    st.text(max_size=20),
    st.text(alphabet='{}()[];%$*"\\ \n\re51-0/', max_size=30),
    st.sampled_from(
        (
            "[%eval 0.31,18]",
            "[%eval #-3] [%clk 0:01:02]",
            "[%cal Ge5e6] why",
            "1-0",
            'x\n\n[White "Anna"]\ny',
            "a\n%b\n;c",
        )
    ),
)
tag_values = st.text(
    alphabet=st.characters(exclude_characters="\r\n", exclude_categories=("Cs",)), max_size=20
)


def tree(variant: str, source: random.Random, words: list[str]) -> pgn.Game:
    """A game with variations in variations, comments before and behind moves, and NAGs."""
    board = Board(variant)
    if source.random() < 0.3:
        grow_board(board, source, 9)
        board = Board(variant, board.fen())
    game = pgn.Game()
    game.setup(board)
    game.comment = source.choice(words)
    grow(game, source, words, plies=12, depth=0)
    game.headers["Result"] = source.choice(("1-0", "0-1", "1/2-1/2", "*"))
    return game


def grow_board(board: Board, source: random.Random, plies: int) -> None:
    for _ in range(plies):
        if moves := list(board.legal_moves):
            board.push(source.choice(moves))


def grow(node: Any, source: random.Random, words: list[str], plies: int, depth: int) -> None:
    """Add a line of up to `plies` moves with its own variations."""
    for _ in range(plies):
        moves = list(node.board().legal_moves)
        if not moves:
            return
        count = 1 if depth > 2 else source.choice((1, 1, 1, 2, 3))
        chosen = source.sample(moves, min(count, len(moves)))
        children = [
            node.add_variation(
                move,
                comment=source.choice(words),
                starting_comment=source.choice(words) if index else "",
                nags=source.sample(range(256), source.randrange(3)),
            )
            for index, move in enumerate(chosen)
        ]
        for child in children[1:]:
            grow(child, source, words, plies=source.randrange(3), depth=depth + 1)
        node = children[0]


def moves_of(node: Any) -> Any:
    return [(child.move, sorted(child.nags), moves_of(child)) for child in node.variations]


def written(game: pgn.Game, columns: int | None) -> str:
    return game.accept(pgn.StringExporter(columns=columns))


@pytest.mark.parametrize("variant", ALL_GAMES)
@settings(max_examples=25, deadline=None)
@example(seed=1, words=['x\n\n[White "Anna"]\ny'], name="Anna", columns=None)
@given(
    seed=st.integers(0, 10**6),
    words=st.lists(comments, min_size=1, max_size=5),
    name=tag_values,
    columns=st.sampled_from((None, 80, 20)),
)
def test_what_was_read_is_written_as_it_was(
    variant: str, seed: int, words: list[str], name: str, columns: int | None
) -> None:
    game = tree(variant, random.Random(seed), words)
    game.headers["White"] = name
    first = pgn.read_game(io.StringIO(written(game, columns)))
    assert first is not None and first.errors == []
    assert moves_of(first) == moves_of(game)
    assert first.headers == game.headers
    text = written(first, columns)
    handle = io.StringIO(text)
    again = pgn.read_game(handle)
    assert again is not None and again.errors == [] and pgn.read_game(handle) is None
    assert written(again, columns) == text
