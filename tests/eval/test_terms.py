"""Single terms of the evaluation in positions made for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.positions import fen_of, placed
from tenfold.engine import types as t
from tenfold.engine.board import Board
from tenfold.engine.geometry import file_of, parse_square, rank_of
from tenfold.eval.evaluate import prepare
from tenfold.eval.king import danger_units
from tenfold.eval.pawns import passers
from tenfold.eval.tables import unpacked
from tenfold.eval.threats import threats
from tenfold.eval.weights import rules_with_placement, weights_for


def term(which: Callable[..., int], men: str, us: int, side: str = "w", game: str = "grand") -> int:
    """A term for one side with men such as "Ka1 kj10", as it comes: packed, or units."""
    squares = {parse_square(man[1:]): man[0] for man in men.split()}
    placement = {(file_of(sq), rank_of(sq)): man for sq, man in squares.items()}
    board = Board(game, fen_of(Board(game), placement, side))
    rules, weights = rules_with_placement(board.variant), weights_for(board.variant).copy()
    pos = placed(board)
    prepare(pos, rules, weights)
    return int(which(pos, rules, weights, us))


def worth(which: Callable[..., int], men: str, game: str = "grand") -> int:
    """Both halves of a packed term for White together."""
    return sum(unpacked(term(which, men, t.WHITE, game=game)))


CASTLED = "Kg1 Pf3 Pg3 Ph3 kg10 pf8 pg8 ph8"


def test_more_attackers_are_more_danger() -> None:
    units = [term(danger_units, CASTLED + men, t.BLACK) for men in ("", " Qg6", " Qg6 Cf6")]
    assert units[0] < units[1] < units[2]


def test_the_move_of_the_attacker_is_danger() -> None:
    attack = CASTLED + " Qg6 Cf6"
    assert term(danger_units, attack, t.BLACK, "w") > term(danger_units, attack, t.BLACK, "b")


def test_a_guarded_square_gives_no_safe_check() -> None:
    free, guarded = "Ke1 Rj1 kc10 bi2", "Ke1 Rj1 kc10 bi9"  # the rook would check on j10
    assert term(danger_units, free, t.BLACK) > term(danger_units, guarded, t.BLACK)


@pytest.mark.parametrize("cheaper, dearer, to", [("P", "n", "f6"), ("N", "r", "f7"), ("B", "r", "g7")])
def test_a_dearer_man_is_a_target(cheaper: str, dearer: str, to: str) -> None:
    attacked, aside = (f"Ka1 ka10 {cheaper}e5 {dearer}{square}" for square in (to, "j9"))
    assert worth(threats, attacked) > worth(threats, aside) + 20


def test_a_guarded_man_is_less_of_a_target() -> None:
    assert worth(threats, "Ka1 kb10 Re5 ne7") > worth(threats, "Ka1 kb10 Re5 ne7 pf8") + 20


@pytest.mark.parametrize("game", ["grand", "bigchess", "greatchess"])
def test_passed_pawns(game: str) -> None:
    free = worth(passers, "Kj1 Pa8 kj10", game)
    assert free > worth(passers, "Kj1 Pa7 kj10", game) > 0
    assert free > worth(passers, "Kj1 Pa8 kj10 na9", game)  # blocked
    assert free > worth(passers, "Kj1 Pa8 kb10", game)  # the king catches it
    assert worth(passers, "Kj1 Pa7 kj10 pb8", game) == 0  # not passed


def test_a_passer_is_worth_what_it_may_become() -> None:
    """In Grand Chess with only a knight lost a pawn becomes a knight at best."""
    army = "Ra1 Ri1 Bb3 Be2 Nc2 Qd2 Ch2 Ag2 Kf2"
    assert worth(passers, f"{army} Ni2 Pa7 kj10") < worth(passers, f"{army.replace('Qd2', '')} Ni2 Pa7 kj10")
