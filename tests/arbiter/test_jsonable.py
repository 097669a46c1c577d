"""The arbiter's values survive a journal and a journey."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tenfold.arbiter.jsonable import from_json, to_json
from tenfold.arbiter.record import GameRecord, GameTask, MoveRecord, Opening, Reason, Rules, Score
from tenfold.arbiter.spec import EngineSpec, parse_engine

SPEC = parse_engine("name=A cmd=x tc=40/60+0.5 option.Hash=64 option.Clear= ponder tenth=m timemargin=20")
OPENING = Opening(fen="8/8/8", moves=("e3e5",), name="one")
GAME = GameRecord(
    number=3,
    pair=2,
    white="A",
    black="B",
    opening=OPENING,
    moves=(
        MoveRecord("e3e5"),
        MoveRecord("a9a10c", 0.25, Score(centipawns=-3), 12, 10**12),
        MoveRecord("j1j2", 1.0, Score(mate=0)),
    ),
    result="0-1",
    reason=Reason.ILLEGAL_MOVE,
    detail='"e2e9" → \u0000',
    at_fault="white",
    last_lines=("> go", "< bestmove 0000"),
)


@pytest.mark.parametrize(
    "value",
    [
        SPEC,
        OPENING,
        GAME,
        Rules(),
        Rules("bigchess", fifty_moves=False, resign_twosided=True, maxmoves=3),
        GameTask(1, 1, SPEC, SPEC, Opening(), Rules()),
        Score(mate=-2),
    ],
    ids=lambda value: type(value).__name__,
)
def test_there_and_back(value: Any) -> None:
    again = from_json(type(value), json.loads(json.dumps(to_json(value))))
    assert again == value and hash(again) == hash(value) and repr(again) == repr(value)


def test_defaults_are_left_out() -> None:
    assert to_json(MoveRecord("e3e5")) == {"uci": "e3e5"}
    assert to_json(Score(mate=0)) == {"mate": 0}


def test_a_whole_number_may_stand_for_a_float() -> None:
    move = from_json(MoveRecord, {"uci": "e3e5", "seconds": 1})
    assert move.seconds == 1.0 and type(move.seconds) is float


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (MoveRecord, {}),
        (MoveRecord, {"uci": 7}),
        (MoveRecord, {"uci": "e3e5", "depth": 1.5}),
        (MoveRecord, {"uci": "e3e5", "depth": True}),
        (MoveRecord, {"uci": "e3e5", "colour": "white"}),
        (MoveRecord, []),
        (GameRecord, {**to_json(GAME), "reason": "boredom"}),
        (EngineSpec, {**to_json(SPEC), "options": [["Hash"]]}),
        (EngineSpec, {**to_json(SPEC), "command": None}),
    ],
)
def test_what_is_no_such_value_is_refused(kind: type, data: Any) -> None:
    with pytest.raises(ValueError, match=f"not a {kind.__name__}: ") as caught:
        from_json(kind, data)
    assert "\n" not in str(caught.value)
