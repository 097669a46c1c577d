"""Mates by trying everything: no table, no numbers, nothing shared with the search for proofs.

The one shortcut is the order: a reply that refuted something at the same place is tried first.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from tenfold.engine.attacks import in_check
from tenfold.engine.board import Board
from tenfold.engine.jit import declare, kernel
from tenfold.engine.memory import Record
from tenfold.engine.movegen import MOVE_LIST, generate
from tenfold.engine.position import make, unmake
from tenfold.engine.record import Position
from tenfold.engine.rules import Rules

MOST_MOVES = 12
_ATTEMPT = np.dtype(
    [
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("refutations", np.int32, (MOST_MOVES,)),
        ("lists", MOVE_LIST, (2 * MOST_MOVES + 1,)),
    ],
    align=True,
)
declare("Attempt", _ATTEMPT)
Attempt: TypeAlias = Record


@kernel
def try_all(pos: Position, rules: Rules, a: Attempt, moves: int) -> bool:
    """Whether the side to move mates in so many moves. Means nothing beyond the limit of nodes."""
    attack = a.lists[2 * moves]
    for i in range(generate(pos, rules, attack, True, True)):
        make(pos, rules, np.int64(attack.move[i]))
        a.nodes += 1
        lost = False
        if moves > 1 or in_check(pos, rules):
            lost = answer_all(pos, rules, a, moves - 1)
        unmake(pos, rules)
        if lost or a.nodes > a.node_limit:
            return lost
    return False


@kernel
def answer_all(pos: Position, rules: Rules, a: Attempt, moves: int) -> bool:
    """Whether the side to move is mated now or, whatever it plays, in so many moves of the other side."""
    defence = a.lists[2 * moves + 1]
    count = generate(pos, rules, defence, True, True)
    if count == 0:
        return in_check(pos, rules)
    if moves == 0 or (rules.move_rule and pos.halfmove >= rules.move_rule):
        return False
    first = a.refutations[moves]
    for i in range(count):
        if defence.move[i] == first:
            defence.move[i] = defence.move[0]
            defence.move[0] = first
    for i in range(count):
        move = np.int64(defence.move[i])
        make(pos, rules, move)
        a.nodes += 1
        drawn = rules.move_rule and pos.halfmove >= rules.move_rule
        mated = not drawn and try_all(pos, rules, a, moves)
        unmake(pos, rules)
        if not mated:
            a.refutations[moves] = move
            return False
    return True


def mates_in(board: Board, moves: int, nodes: int) -> bool | None:
    """Whether the side to move can force mate in so many moves; None if that takes more nodes.

    Repetition is left out of account: a shortest mate repeats nothing, and `board` should have no history.
    """
    attempt = Record(_ATTEMPT)
    attempt.node_limit = nodes
    answer = bool(try_all(board.pos.copy(), board.rules, attempt, moves))
    return None if attempt.nodes > nodes else answer
