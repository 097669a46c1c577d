"""The evaluation's numbers as a vector: each has its place, and comes back from there."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from support.games import ALL_GAMES
from tenfold.engine import geometry as g
from tenfold.engine import types as t
from tenfold.engine.variants import find
from tenfold.eval.tables import FIELDS, PLACEMENT, packed
from tenfold.eval.weights import rules_with_placement, weights_for
from tenfold.training.parameters import Parameters


@cache
def parameters(variant: str) -> Parameters:
    return Parameters(find(variant))


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_values_come_back(variant: str) -> None:
    game = find(variant)
    place = parameters(variant)
    weights, rules = weights_for(game).copy(), rules_with_placement(game).copy()
    values = place.values(weights, rules)
    wanted = values + np.random.default_rng(3).integers(-30, 30, place.size)
    place.write(wanted, weights, rules)
    assert place.values(weights, rules).tolist() == wanted.tolist()
    place.write(values + 0.3, weights, rules)
    assert weights.array.tobytes() == weights_for(game).array.tobytes()
    assert rules.array.tobytes() == rules_with_placement(game).array.tobytes()


@pytest.mark.parametrize("variant", ALL_GAMES)
def test_every_field_is_there(variant: str) -> None:
    place = parameters(variant)
    assert set(place.fields) == {field.name for field in FIELDS} | {PLACEMENT}
    taken = np.concatenate([place.places.ravel(), place.squares[place.squares >= 0]])
    assert set(taken.tolist()) == set(range(place.size))
    missing = [t.LETTERS.index(letter) for letter in "pnbracqgk" if letter not in find(variant).letters]
    assert not {number.piece_type for number in place.numbers} & set(missing)


def test_a_square_has_one_place_with_its_twins() -> None:
    place = parameters("grand")
    rook = 2 * t.ROOK
    assert place.squares[rook, 23].tolist() == place.squares[rook, 26].tolist()  # c3, h3
    assert place.squares[rook, 23].tolist() == place.squares[rook + 1, 73].tolist()  # c8 for Black
    assert place.squares[rook, 23].tolist() != place.squares[rook, 33].tolist()
    assert place.squares[rook, 23].tolist() != place.squares[2 * t.QUEEN, 23].tolist()
    rules = rules_with_placement(find("grand")).copy()
    weights = weights_for(find("grand")).copy()
    values = place.values(weights, rules)
    values[place.squares[rook, 23]] = 11, -7
    place.write(values, weights, rules)
    assert rules["tally"][rook, g.square(6, 2)] == packed(11, -7)
    assert rules["tally"][rook + 1, g.square(6, 7)] == -packed(11, -7)


def test_neighbours_are_linked() -> None:
    place = parameters("grand")
    links = set(map(tuple, np.sort(place.links, axis=1).tolist()))

    def where(field: str, *index: int) -> list[int]:
        [row] = [i for i, n in enumerate(place.numbers) if n.field == field and n.where == index]
        return place.places[row].tolist()  # type: ignore[no-any-return]

    for half in range(2):
        knight = [where("mobility", t.KNIGHT, i)[half] for i in (3, 4, 5)]
        assert tuple(knight[:2]) in links and (knight[0], knight[2]) not in links
        bishop = where("mobility", t.BISHOP, 0)[half]
        assert (where("mobility", t.KNIGHT, 47)[half], bishop) not in links
        assert (where("pawn_threat", t.KNIGHT)[half], where("pawn_threat", t.BISHOP)[half]) not in links
        squares = [int(place.squares[2 * t.QUEEN, square, half]) for square in (44, 45, 43, 54, 55)]
        assert squares[0] == squares[1]
        assert tuple(sorted(squares[1:3])) in links and tuple(sorted((squares[0], squares[3]))) in links
        assert tuple(sorted((squares[2], squares[4]))) not in links
    assert where("tempo")[0] not in set(np.ravel(place.links).tolist())


def test_units_follow_the_size_of_numbers() -> None:
    place = parameters("grand")
    values = place.values(weights_for(find("grand")), rules_with_placement(find("grand")))
    units = place.units(values)
    assert (units > 0).all()
    assert units[place.fields == "material"].min() > 4
    assert units[place.fields == "tempo"].tolist() == [1, 1]
    assert (
        place.units(10 * values)[place.fields == "attack_units"] > 5 * units[place.fields == "attack_units"]
    ).all()
