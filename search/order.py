"""The staged move picker: one legal move at a time, most promising first.

Table move, captures that do not lose material, killers, quiet moves by history, losing captures. In check
all evasions come as one stage.
"""

from __future__ import annotations

import numpy as np

from ..engine.checks import gives_check
from ..engine.jit import inlined, kernel
from ..engine.movegen import MoveList, generate, is_legal
from ..engine.record import Position
from ..engine.rules import Rules
from ..engine.see import see_ge
from .history import is_noisy, mover, mover_before, quiet_history, victim_type
from .worker import Worker

TABLE, NOISY_START, NOISY, FIRST_KILLER, SECOND_KILLER = range(5)
QUIET_START, QUIETS, LOSING, EVASIONS, CHECKS_START, CHECKS, DONE = range(5, 12)
_KILLER = 1 << 22  # among evasions, where killers have no stage of their own
_COUNTER = 1 << 20


@inlined
def _noisy_score(pos: Position, rules: Rules, w: Worker, move: int) -> int:
    victim = victim_type(pos, move)
    promoted = (move >> 16) & 15
    score = np.int64(w.captures[mover(pos, rules, move), victim])
    if victim:
        score += (
            8 * np.int64(rules.exchange[victim]) * 7
            - np.int64(rules.exchange[pos.board[move & 255] >> 1]) // 16
        )
    if promoted:
        score += 8 * np.int64(rules.exchange[promoted]) * 4
    return score


@inlined
def _quiet_score(pos: Position, rules: Rules, w: Worker, ply: int, move: int) -> int:
    score = quiet_history(w, ply, mover(pos, rules, move))
    if move == w.killers[ply, 0]:
        score += _KILLER
    elif move == w.killers[ply, 1]:
        score += _KILLER // 2
    elif move == w.counters[mover_before(w, ply, 1)]:
        score += _COUNTER
    return score


@inlined
def _score_quiets(pos: Position, rules: Rules, w: Worker, ply: int, quiets: MoveList, count: int) -> None:
    """Score quiet moves but killers, which have had their turn. What all moves share is looked up once."""
    last = mover_before(w, ply, 1)
    second = mover_before(w, ply, 2)
    fourth = mover_before(w, ply, 4)
    counter = np.int64(w.counters[last])
    for i in range(count):
        move = np.int64(quiets.move[i])
        row = mover(pos, rules, move)
        quiets.score[i] = (
            np.int64(w.history[row])
            + np.int64(w.continuation[last, row])
            + np.int64(w.continuation[second, row])
            + np.int64(w.continuation[fourth, row]) // 2
            + (_COUNTER if move == counter else 0)
        )


@inlined
def _pick_best(moves: MoveList, at: int, count: int) -> int:
    """Swap the best-scored move of the rest to the front and return it."""
    best = at
    for i in range(at + 1, count):
        if moves.score[i] > moves.score[best]:
            best = i
    move = moves.move[best]
    score = moves.score[best]
    moves.move[best] = moves.move[at]
    moves.score[best] = moves.score[at]
    moves.move[at] = move
    moves.score[at] = score
    return np.int64(move)


@inlined
def _sort_best(moves: MoveList, count: int, limit: int) -> None:
    """Bring the moves that score more than `limit` to the front, best first; the rest stay as they come.

    Few nodes get as far as the rest, and sorting it would take longer than trying it in any order.
    """
    sorted_to = 0
    for i in range(count):
        score = moves.score[i]
        if score > limit:
            move = moves.move[i]
            moves.move[i] = moves.move[sorted_to]
            moves.score[i] = moves.score[sorted_to]
            at = sorted_to
            while at > 0 and moves.score[at - 1] < score:
                moves.move[at] = moves.move[at - 1]
                moves.score[at] = moves.score[at - 1]
                at -= 1
            moves.move[at] = move
            moves.score[at] = score
            sorted_to += 1


@inlined
def start(w: Worker, ply: int, table_move: int, in_check: bool, depth: int) -> None:
    """Begin to pick all moves of a node. `table_move` must be legal, or 0."""
    picker = w.pickers[ply]
    picker.depth = depth
    picker.stage = TABLE
    picker.table_move = table_move
    picker.in_check = in_check
    picker.noisy_only = 0
    picker.checks = 0
    picker.threshold = 0
    picker.skip_quiets = 0
    picker.losing = 0


@inlined
def start_noisy(w: Worker, ply: int, table_move: int, threshold: int, checks: bool) -> None:
    """Begin to pick captures and promotions that win at least `threshold` centipawns by exchanges; then, with
    `checks`, quiet checks that lose nothing. The side to move must not be in check.
    """
    start(w, ply, table_move, False, 0)
    picker = w.pickers[ply]
    picker.noisy_only = 1
    picker.checks = checks
    picker.threshold = threshold


@kernel
def next_move(pos: Position, rules: Rules, w: Worker, ply: int) -> int:
    """The next move to try at this node, 0 when all are through."""
    picker = w.pickers[ply]
    moves = w.lists[ply, 0]
    if picker.stage == TABLE:
        picker.stage = NOISY_START
        if picker.table_move:
            return np.int64(picker.table_move)

    if picker.stage == NOISY_START:
        count = generate(pos, rules, moves, True, picker.in_check)
        for i in range(count):
            move = np.int64(moves.move[i])
            if is_noisy(pos, move):
                moves.score[i] = _noisy_score(pos, rules, w, move) + (1 << 24 if picker.in_check else 0)
            else:
                moves.score[i] = _quiet_score(pos, rules, w, ply, move)
        picker.at = 0
        picker.count = count
        picker.stage = EVASIONS if picker.in_check else NOISY

    if picker.stage == EVASIONS:
        while picker.at < picker.count:
            move = _pick_best(moves, np.int64(picker.at), np.int64(picker.count))
            picker.at += 1
            if move != picker.table_move:
                return move
        picker.stage = DONE

    if picker.stage == NOISY:
        while picker.at < picker.count:
            move = _pick_best(moves, np.int64(picker.at), np.int64(picker.count))
            picker.at += 1
            if move == picker.table_move:
                continue
            if see_ge(pos, rules, move, np.int64(picker.threshold)):
                return move
            moves.move[picker.losing] = move
            picker.losing += 1
        picker.stage = FIRST_KILLER
        if picker.noisy_only:
            picker.stage = CHECKS_START if picker.checks else DONE

    if picker.stage == CHECKS_START:
        picker.at = 0
        picker.count = generate(pos, rules, moves, False, True)
        picker.stage = CHECKS

    if picker.stage == CHECKS:
        while picker.at < picker.count:
            move = np.int64(moves.move[picker.at])
            picker.at += 1
            if gives_check(pos, rules, move) and see_ge(pos, rules, move, 0):
                return move
        picker.stage = DONE

    while picker.stage == FIRST_KILLER or picker.stage == SECOND_KILLER:
        # A killer that cuts saves generating the quiet moves.
        move = np.int64(w.killers[ply, picker.stage - FIRST_KILLER])
        picker.stage += 1
        if move and move != picker.table_move and not picker.skip_quiets and not is_noisy(pos, move):
            if is_legal(pos, rules, move):
                return move

    quiets = w.lists[ply, 1]
    if picker.stage == QUIET_START:
        picker.at = 0
        picker.count = 0
        if not picker.skip_quiets:
            count = generate(pos, rules, quiets, False, True)
            _score_quiets(pos, rules, w, ply, quiets, count)
            _sort_best(quiets, count, -w.params.sort_slope * np.int64(picker.depth))
            picker.count = count
        picker.stage = QUIETS

    if picker.stage == QUIETS:
        while picker.at < picker.count and not picker.skip_quiets:
            move = np.int64(quiets.move[picker.at])
            picker.at += 1
            if move != picker.table_move and move != w.killers[ply, 0] and move != w.killers[ply, 1]:
                return move
        picker.at = 0
        picker.stage = LOSING

    if picker.stage == LOSING:
        if picker.at < picker.losing:
            picker.at += 1
            return np.int64(moves.move[picker.at - 1])
        picker.stage = DONE
    return 0
