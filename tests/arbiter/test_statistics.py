"""Elo, normalised Elo, superiority and SPRT against the reference values of fastchess's own tests."""

from __future__ import annotations

import math

import pytest
from tenfold.arbiter.sprt import Sprt, Verdict, parse_sprt
from tenfold.arbiter.statistics import (
    Pentanomial,
    elo,
    elo_estimate,
    nelo_estimate,
    superiority,
)

#: LL, LD, WL + DD, WD, WW; Elo ±, nElo ±, superiority in per cent.
ESTIMATES: list[tuple[Pentanomial, float, float, float, float, float]] = [
    ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 28.28, 100.00),
    ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 10.96, 5.05),
    ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 2.65, 0.00),
]
#: elo0, elo1, model, pairs, ratio.
RATIOS: list[tuple[float, float, str, Pentanomial, float]] = [
    (0, 2, "normalized", (365, 16618, 36229, 16974, 390), 2.25),
    (-1.75, 0.25, "normalized", (127, 4883, 10712, 5150, 104), 3.01),
    (0, 5, "normalized", (0, 0, 0, 0, 5550), 111.82),
    (0.5, 2.5, "logistic", (223, 9863, 21279, 10037, 246), -3.07),
    (0, 2, "logistic", (871, 26175, 55983, 26678, 821), -4.98),
]


@pytest.mark.parametrize(("counts", "value", "error", "nelo", "nerror", "los"), ESTIMATES)
def test_estimates(
    counts: Pentanomial, value: float, error: float, nelo: float, nerror: float, los: float
) -> None:
    found, normalised, better = elo_estimate(counts), nelo_estimate(counts), superiority(counts)
    assert found is not None and normalised is not None and better is not None
    assert (found.value, found.error) == pytest.approx((value, error), abs=0.01)
    assert (normalised.value, normalised.error) == pytest.approx((nelo, nerror), abs=0.01)
    assert 100 * better == pytest.approx(los, abs=0.01)


@pytest.mark.parametrize(("elo0", "elo1", "model", "counts", "ratio"), RATIOS)
def test_ratios(elo0: float, elo1: float, model: str, counts: Pentanomial, ratio: float) -> None:
    assert Sprt(elo0, elo1, model=model).llr(counts) == pytest.approx(ratio, rel=3e-3)


def test_a_claim_seen_from_the_other_side() -> None:
    counts: Pentanomial = (3, 20, 50, 31, 9)
    forward = Sprt(-2, 7).llr(counts)
    assert forward == pytest.approx(-Sprt(-7, 2).llr(counts[::-1]))
    assert forward > 0


def test_verdicts() -> None:
    test = Sprt(0, 5)
    assert test.lower == pytest.approx(-2.944, abs=1e-3)
    assert test.upper == pytest.approx(2.944, abs=1e-3)
    assert test.verdict((0, 0, 0, 0, 0)) is Verdict.RUNNING
    assert test.verdict((10, 40, 100, 41, 10)) is Verdict.RUNNING
    assert test.verdict((100, 400, 1000, 600, 200)) is Verdict.H1
    assert test.verdict((200, 600, 1000, 400, 100)) is Verdict.H0


def test_nothing_is_said_where_nothing_is_known() -> None:
    nothing: Pentanomial = (0, 0, 0, 0, 0)
    assert elo_estimate(nothing) is nelo_estimate(nothing) is superiority(nothing) is None
    alike = elo_estimate((0, 0, 4, 0, 0))
    assert alike is not None and alike.value == 0 and math.isinf(alike.error)
    assert superiority((0, 0, 4, 0, 0)) is None
    assert str(elo_estimate((0, 0, 0, 0, 4))) == "all won"
    assert str(elo_estimate((9, 0, 0, 0, 0))) == "all lost"
    assert str(elo_estimate((0, 0, 0, 1, 2))) == "+417 (above +223)"
    assert str(elo_estimate((2, 1, 0, 0, 0))) == "-417 (below -223)"
    assert str(elo_estimate((34, 54, 63, 64, 75))) == "+56 ± 28"
    assert str(elo_estimate((7895, 8757, 5685, 568, 9999))) == "-21.0 ± 2.9"


def test_elo_of_a_share() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0) == -math.inf and elo(1) == math.inf


def test_words() -> None:
    assert parse_sprt("elo0=-3 elo1=1 alpha=0.1 beta=0.2 model=logistic") == Sprt(-3, 1, 0.1, 0.2, "logistic")
    assert parse_sprt("") == Sprt()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("elo0=5 elo1=0", "elo0"),
        ("elo0=x", "number"),
        ("elo=3", "elo0="),
        ("alpha=0.6 beta=0.6", "alpha"),
        ("model=bayesian", "bayesian"),
        ("elo1=nan", "elo0"),
        ("elo1=201", "within 200"),
    ],
)
def test_words_that_make_no_test(text: str, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        parse_sprt(text)


@pytest.mark.parametrize("model", ["normalized", "logistic"])
def test_one_sided_scores(model: str) -> None:
    for pairs in (1, 10**6):
        lost: Pentanomial = (pairs, 0, 0, 0, 0)
        test = Sprt(-200, 200, model=model)
        assert -math.inf < test.llr(lost) < 0
        assert test.llr(lost) == pytest.approx(-test.llr(lost[::-1]))
