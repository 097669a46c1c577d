"""The evaluation's fitted numbers as files: which of them a fit may change, and how they are kept.

`fitted/<game>.json` holds fields of the weights' record as nested lists, a packed value as ``[middlegame,
endgame]``, any other as a number; a field that is counted by piece type has its lists under the types'
letters. ``"placement"`` holds the piece-square values, from White's first rank, each row from the edge to the
middle of the board, since left and right are alike. What a file leaves out keeps the value it has without
the file, so a new field needs no new files.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.memory import Record
from ..engine.variants import Variant

Tables = dict[str, Any]


class Field(NamedTuple):
    """A field of the weights that may be fitted."""

    name: str
    types: str = ""  # letters of the piece types that its first index counts, empty if that counts no types


FIELDS = (
    Field("material", "pnbracqg"),
    Field("mobility", "nbracqg"),
    Field("attack_units", "nbracqg"),
    Field("attackers", "nbracqg"),
    Field("safe_check", "nbracqg"),
    Field("unsafe_check"),
    Field("weak_ring"),
    Field("camp_attack"),
    Field("camp_defence"),
    Field("danger_base"),
    Field("initiative"),
    Field("passed"),
    Field("passer_blocked"),
    Field("passer_free"),
    Field("passer_safe"),
    Field("passer_helped"),
    Field("passer_own_king"),
    Field("passer_their_king"),
    Field("doubled"),
    Field("isolated"),
    Field("backward"),
    Field("connected"),
    Field("pawn_threat", "nbracqg"),
    Field("minor_threat", "pnbracqg"),
    Field("rook_threat", "pnbracqg"),
    Field("compound_threat", "pnbracqg"),
    Field("hanging"),
    Field("weak_on_move"),
    Field("king_threat"),
    Field("restricted"),
    Field("control"),
    Field("grip"),
    Field("shelter"),
    Field("storm"),
    Field("bishop_pair"),
    Field("rook_half_open_file"),
    Field("rook_open_file"),
    Field("tempo"),
)

PLACEMENT = "placement"
_FOLDER = Path(__file__).with_name("fitted")
_ON_A_LINE = 10  # values; longer rows are broken, so that a change shows in few lines


def packed(middlegame: float, endgame: float) -> int:
    """Both halves, rounded, as one value: ``middlegame + (endgame << 32)``."""
    return round(middlegame) + (round(endgame) << 32)


def unpacked(value: int) -> tuple[int, int]:
    """The middlegame and the endgame half of a packed value."""
    middlegame = (value + (1 << 31)) % (1 << 32) - (1 << 31)
    return middlegame, (value - middlegame) >> 32


@cache
def fitted(variant: Variant) -> Tables:
    """The numbers that a fit to games has given for this game, empty where there was none."""
    path = _FOLDER / f"{variant.name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def fill_weights(weights: Record, tables: Tables) -> None:
    """Put the numbers of `tables` into `weights`.

    Raises `ValueError` naming the field where `tables` has one that no fit may change or one of another size.
    """
    known = {field.name: field for field in FIELDS}
    for name, values in tables.items():
        if name == PLACEMENT:
            continue
        if name not in known:
            raise ValueError(f"the evaluation has no field {name!r} to fit")
        if known[name].types:
            for letter, row in values.items():
                piece_type = t.LETTERS.index(letter)
                weights[name][piece_type] = _as_array(name, weights[name][piece_type], row)
        else:
            weights[name] = _as_array(name, weights[name], values)


def fill_placement(rules: Record, variant: Variant, tables: Tables) -> None:
    """Put the piece-square values of `tables`, for both colours, into the tally of `rules`."""
    tally = rules["tally"]
    for letter, rows in tables.get(PLACEMENT, {}).items():
        piece_type = t.LETTERS.index(letter)
        for rank in range(variant.ranks):
            for file in range(variant.files):
                value = packed(*rows[rank][min(file, variant.files - 1 - file)])
                tally[2 * piece_type, g.square(file, rank)] = value
                tally[2 * piece_type + 1, g.square(file, variant.ranks - 1 - rank)] = -value


def tables_of(variant: Variant, weights: Record, rules: Record) -> Tables:
    """The numbers that stand in the records, of the piece types that the game has."""
    tables: Tables = {}
    for name, types in FIELDS:
        if types:
            letters = [letter for letter in types if letter in variant.letters]
            tables[name] = {letter: _as_lists(weights[name][t.LETTERS.index(letter)]) for letter in letters}
        else:
            tables[name] = _as_lists(weights[name])
    squares = [[g.square(f, r) for f in range((variant.files + 1) // 2)] for r in range(variant.ranks)]
    tables[PLACEMENT] = {
        letter: _as_lists(rules["tally"][2 * t.LETTERS.index(letter)][squares]) for letter in variant.letters
    }
    return tables


def text(tables: Tables) -> str:
    """The file's text: a row on a line, or ten values of a long one."""
    return _text(tables, "") + "\n"


def _as_array(name: str, present: Any, values: Any) -> np.ndarray:
    """The numbers of nested lists, to take the place of `present`."""
    is_packed = present.dtype == np.int64
    array = np.array(values, np.int64)
    if array.shape != np.shape(present) + (2,) * is_packed:
        raise ValueError(f"the field {name!r} has another size: {array.shape}")
    return array[..., 0] + (array[..., 1] << 32) if is_packed else array


def _as_lists(values: Any) -> Any:
    """Nested lists of an array's or a scalar's values, packed ones as pairs."""
    if np.ndim(values):
        return [_as_lists(value) for value in values]
    return list(unpacked(int(values))) if values.dtype == np.int64 else int(values)


def _text(value: Any, margin: str) -> str:
    inner = margin + " "
    if isinstance(value, dict):
        rows = [f"{json.dumps(key)}: {_text(part, inner)}" for key, part in value.items()]
        return "{\n" + ",\n".join(inner + row for row in rows) + f"\n{margin}}}"
    if _depth(value) > 2:
        rows = [_text(part, inner) for part in value]
    elif isinstance(value, list) and len(value) > _ON_A_LINE:
        rows = [json.dumps(value[i : i + _ON_A_LINE])[1:-1] for i in range(0, len(value), _ON_A_LINE)]
    else:
        return json.dumps(value)
    return "[\n" + ",\n".join(inner + row for row in rows) + f"\n{margin}]"


def _depth(value: Any) -> int:
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0
