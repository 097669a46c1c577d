"""The evaluation taken apart, for the `eval` command."""

from __future__ import annotations

from ..engine import types as t
from ..engine.board import Board
from ..engine.position import refresh_key
from .endings import chances
from .evaluate import evaluate, material, packed_total, prepare, rooks, tapered
from .king import danger
from .nnue.files import Network, install
from .pawns import passers, pawns, shelter
from .tables import unpacked
from .threats import threats
from .weights import rules_with_placement, weights_for

_TERMS = {
    "material": material,
    "mobility": lambda pos, rules, weights, us: int(weights["freedom"][us]),
    "open files": rooks,
    "pawns": pawns,
    "passed pawns": passers,
    "threats": threats,
    "king's shelter": shelter,
    "king's danger": danger,
}


def trace(board: Board, network: Network | None = None) -> str:
    """A table of the hand-written terms for both sides, in pawns, middlegame and endgame, and what they come
    to; then what the network says, for White.
    """
    rules, weights = rules_with_placement(board.variant), weights_for(board.variant).copy()
    pos = board.pos.copy()
    refresh_key(pos, rules)
    prepare(pos, rules, weights)
    rows = [f"{'term':<18}{'White':>16}{'Black':>16}{'difference':>16}", " " * 18 + "      mg      eg" * 3]
    for name, term in _TERMS.items():
        white = unpacked(term(pos, rules, weights, t.WHITE))
        black = unpacked(term(pos, rules, weights, t.BLACK))
        rows.append(
            f"{name:<18}" + _pair(*white) + _pair(*black) + _pair(white[0] - black[0], white[1] - black[1])
        )
    rows.append(f"{'placement':<18}" + " " * 32 + _pair(*unpacked(int(pos["tally"]))))
    value = evaluate(pos, rules, weights)
    value = value if board.turn else -value
    better = t.WHITE if tapered(pos, weights, packed_total(pos, rules, weights)) >= 0 else t.BLACK
    share = chances(pos, rules, weights, better)
    hard = f"; {share}/16 of it, for it is hard to win" if share < 16 else ""
    rows.append(f"evaluation {value / 100:+.2f} (White's side, tapered, with the tempo{hard})")
    if network is not None:
        install(weights, network)
        value = evaluate(pos, rules, weights)
        value = value if board.turn else -value
        rows.append(f"network {network.name} {value / 100:+.2f} (White's side); this counts")
    return "\n".join(rows)


def _pair(middlegame: int, endgame: int) -> str:
    return f"{middlegame / 100:>8.2f}{endgame / 100:>8.2f}"
