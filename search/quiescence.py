"""Quiescence: a position's value once its captures, promotions and first checks have been played out."""

from __future__ import annotations

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.jit import inlined, kernel
from ..engine.position import unmake
from ..engine.record import Position
from ..engine.rules import Rules
from ..eval.evaluate import LAZY, estimate, evaluate, evaluate_for
from ..eval.weights import Weights
from .correction import corrected
from .history import is_noisy, victim_type
from .node import (
    cuts,
    enter,
    is_closer,
    is_draw,
    legal_table_move,
    may_be_solved,
    solved_score,
    table_may_cut,
    update_pv,
)
from .order import next_move, start, start_noisy
from .score import MATE, MATE_FOUND, NO_EVAL
from .tt import EXACT, LOWER, UPPER, entry_eval, entry_score, entry_was_pv, probe, store
from .worker import Worker


@inlined
def _largest_gain(pos: Position, rules: Rules, weights: Weights) -> int:
    """The most that one capture or promotion of the side to move could win, centipawns."""
    us = np.int64(pos.side)
    gain = np.int64(rules.exchange[t.PAWN])
    for piece_type in range(t.KNIGHT, t.KING):
        if pos.count[2 * piece_type + (us ^ 1)]:
            gain = max(gain, np.int64(rules.exchange[piece_type]))
    pawns = 0
    for file in range(g.SIZE):
        pawns |= np.int64(pos.pawn_files[us, file])
    if pawns & weights.may_promote[us]:
        gain += np.int64(rules.exchange[rules.promotions[0]])
    return gain


@kernel
def quiesce(
    pos: Position, rules: Rules, weights: Weights, w: Worker, alpha: int, beta: int, ply: int, checks: int
) -> int:
    """The value of a position once captures and promotions have been played out.

    In check all evasions are tried. For so many plies as `checks` says, quiet checks are tried, too: these
    games end in king hunts.
    """
    w.pv_length[ply] = 0
    if ply > w.seldepth:
        w.seldepth = ply
    if w.stop and w.may_stop:
        return 0
    checked = w.checks[ply] != 0
    if ply >= t.MAX_PLY:
        return 0 if checked else evaluate(pos, rules, weights)
    if is_draw(pos, rules, ply) and not checked:
        return 0
    if may_be_solved(weights):
        score = solved_score(pos, rules, weights, ply)
        if score != NO_EVAL:
            return score
    key = np.int64(pos.key)
    data = probe(w, key)
    if data and beta - alpha == 1 and table_may_cut(pos, rules):
        score = entry_score(data, ply)
        if cuts(data, score, alpha, beta):
            return score
    best = -MATE + ply
    standing = best
    raw = NO_EVAL
    was_pv = entry_was_pv(data) if data else 0
    if beta - alpha > 1:
        was_pv = 1
    if not checked:
        raw = entry_eval(data) if data else NO_EVAL
        if raw == NO_EVAL:
            # Far outside the window the rest of the evaluation would not bring it back.
            rough = estimate(pos, rules, weights)
            if rough - LAZY >= beta and beta > -MATE_FOUND:
                return rough - LAZY
            if rough + LAZY <= alpha and alpha < MATE_FOUND:
                best = rough + LAZY
            else:
                raw = evaluate_for(pos, rules, weights, alpha, beta)
        if raw != NO_EVAL:
            best = corrected(pos, rules, w, ply, raw)
        standing = best
        if data and abs(entry_score(data, ply)) < MATE_FOUND:
            score = entry_score(data, ply)
            if is_closer(data, score, best):
                best = score
        if best >= beta:
            if data == 0:
                store(w, key, ply, 0, best, raw, 0, LOWER, was_pv)
            return best
        alpha = max(alpha, best)
        if standing + w.params.delta_margin <= alpha:
            checks = 0  # a check alone wins nothing, and to look for them takes longer than all else here
        # Not even the most valuable man for nothing would reach alpha.
        if (
            standing + w.params.delta_margin + _largest_gain(pos, rules, weights) <= alpha
            and alpha > -MATE_FOUND
            and checks == 0
        ):
            return best
    first_alpha = alpha
    table_move = legal_table_move(pos, rules, data, not checked)
    if checked:
        start(w, ply, table_move, True, 0)
    else:
        start_noisy(w, ply, table_move, 0, checks > 0)
    best_move = 0
    tried = 0
    move = next_move(pos, rules, w, ply)
    while move:
        tried += 1
        if not checked and (checks == 0 or is_noisy(pos, move)):
            # Delta pruning: even winning the victim for nothing would not reach alpha.
            promoted = (move >> 16) & 15
            gain = standing + w.params.delta_margin + np.int64(rules.exchange[victim_type(pos, move)])
            if promoted:
                gain += np.int64(rules.exchange[promoted])
            if gain <= alpha and alpha > -MATE_FOUND:
                best = max(best, gain)
                move = next_move(pos, rules, w, ply)
                continue
        elif checked and best > -MATE_FOUND and not is_noisy(pos, move) and tried > 2:
            # A way out of check is known: more quiet evasions are left to the full search.
            move = next_move(pos, rules, w, ply)
            continue
        enter(pos, rules, w, move, ply)
        score = -quiesce(pos, rules, weights, w, -beta, -alpha, ply + 1, max(0, checks - 1))
        unmake(pos, rules)
        if w.stop and w.may_stop:
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                update_pv(w, ply, move)
                if score >= beta:
                    break
                alpha = score
        move = next_move(pos, rules, w, ply)
    if checked and tried == 0:
        return -MATE + ply
    if is_draw(pos, rules, ply):
        return 0
    bound = LOWER if best >= beta else EXACT if best > first_alpha else UPPER
    store(w, key, ply, best_move, best, raw, 0, bound, was_pv)
    return best
