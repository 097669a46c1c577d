"""Fitted numbers as files: nothing is lost on the way there and back, and nothing else is touched."""

from __future__ import annotations

import json

import numpy as np
import pytest
from support.games import ALL_GAMES, TEN_BY_TEN
from tenfold.engine import geometry as g
from tenfold.engine import types as t
from tenfold.engine import variants
from tenfold.eval import tables
from tenfold.eval.weights import WEIGHTS, rules_with_placement, weights_for


@pytest.mark.parametrize("value", [(0, 0), (-1, 0), (0, -1), (-13, 7), (250, -900), (-9000, -9000)])
def test_packed_values_come_apart_again(value: tuple[int, int]) -> None:
    assert tables.unpacked(tables.packed(*value)) == value


def test_packed_values_add_up() -> None:
    assert tables.unpacked(tables.packed(-5, 8) + tables.packed(3, -20)) == (-2, -12)


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_what_is_written_is_read(variant: str) -> None:
    game = variants.find(variant)
    weights, rules = weights_for(game).copy(), rules_with_placement(game).copy()
    rng = np.random.default_rng(5)
    for field in tables.FIELDS:
        for letter in [letter for letter in field.types if letter in game.letters] or [None]:
            if letter is None:
                weights[field.name] += rng.integers(-40, 40, np.shape(weights[field.name]))
            else:
                row = weights[field.name][t.LETTERS.index(letter)]
                weights[field.name][t.LETTERS.index(letter)] = row + rng.integers(-40, 40, np.shape(row))
    middle = g.square(game.files // 2, 3)
    for square in (middle, g.square(game.files - 1 - game.files // 2, 3)):
        rules["tally"][2 * t.ROOK, square] = tables.packed(-31, 17)
    for square in (g.square(f, game.ranks - 4) for f in (game.files // 2, game.files - 1 - game.files // 2)):
        rules["tally"][2 * t.ROOK + 1, square] = -tables.packed(-31, 17)

    text = tables.text(tables.tables_of(game, weights, rules))
    weights_read, rules_read = weights_for(game).copy(), rules_with_placement(game).copy()
    tables.fill_weights(weights_read, json.loads(text))
    tables.fill_placement(rules_read, game, json.loads(text))
    assert weights_read.array.tobytes() == weights.array.tobytes()
    assert rules_read.array.tobytes() == rules.array.tobytes()


@pytest.mark.parametrize("variant", TEN_BY_TEN)
def test_files_say_what_the_engine_has(variant: str) -> None:
    game = variants.find(variant)
    has = json.loads(tables.text(tables.tables_of(game, weights_for(game), rules_with_placement(game))))
    file = tables.fitted(game)
    assert file and {name: has[name] for name in file} == file


def test_missing_numbers_stay() -> None:
    game = variants.GRAND
    weights = weights_for(game).copy()
    tables.fill_weights(weights, {"tempo": [1, 2], "material": {"n": [3, 4]}})
    changed = [
        name
        for name in WEIGHTS.names or ()
        if (weights[name] != weights_for(game)[name]).any()  # type: ignore[union-attr]
    ]
    assert changed == ["material", "tempo"]
    assert tables.unpacked(int(weights.material[t.KNIGHT])) == (3, 4)
    assert weights.material[t.ROOK] == weights_for(game).material[t.ROOK]


@pytest.mark.parametrize(
    "wrong",
    [{"tempos": [1, 2]}, {"tempo": [1]}, {"danger": [[1, 2]]}, {"mobility": {"n": [[1, 2]]}}, {"phase": [1]}],
)
def test_numbers_that_have_no_place_are_refused(wrong: tables.Tables) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        tables.fill_weights(weights_for(variants.GRAND).copy(), wrong)


def test_rows_stay_short_and_whole() -> None:
    lines = tables.text(
        {"tempo": [1, 2], "danger": [[i, i] for i in range(23)], "one": {"a": 5}}
    ).splitlines()
    assert ' "tempo": [1, 2],' in lines
    assert sum(line.count("[") == 10 for line in lines) == 2
    assert sum(line.count("[") == 3 for line in lines) == 1
    assert max(map(len, lines)) <= 110
