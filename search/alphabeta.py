"""The search tree: the node and the root, as kernels.

All scores are for the side to move at their node. A node's result is exact between alpha and beta, an upper
bound below and a lower bound above (fail-soft).
"""

from __future__ import annotations

import numpy as np

from ..engine import types as t
from ..engine.attacks import in_check
from ..engine.checks import gives_check
from ..engine.jit import inlined, kernel
from ..engine.outcome import can_repeat
from ..engine.position import make_null, unmake, unmake_null
from ..engine.record import Position
from ..engine.rules import Rules
from ..engine.see import see_ge
from ..eval.evaluate import LAZY, estimate, evaluate
from ..eval.weights import Weights
from .correction import corrected, learn_correction
from .history import (
    LIMIT,
    is_noisy,
    learn_capture,
    learn_continuation,
    learn_history,
    mover,
    mover_before,
    quiet_history,
    victim_type,
)
from .node import (
    cuts,
    enter,
    has_pieces,
    is_closer,
    is_draw,
    legal_table_move,
    may_be_solved,
    solved_score,
    table_may_cut,
    update_pv,
)
from .order import next_move, start, start_noisy
from .quiescence import quiesce
from .score import DECIDED, INFINITE, MATE, MATE_FOUND, NO_EVAL
from .tt import (
    EXACT,
    LOWER,
    UPPER,
    entry_bound,
    entry_depth,
    entry_eval,
    entry_score,
    entry_was_pv,
    probe,
    store,
)
from .worker import BACK, REDUCTIONS, TRIED, TRIED_NOISY, Worker

_CUT, _ALL = 1, 0  # what `cut_node` may be
_MOST_HISTORY = 7 * LIMIT // 2  # of a quiet move, see quiet_history


@inlined
def _bonus(w: Worker, depth: int) -> int:
    return max(0, min(w.params.history_bonus_slope * depth - 60, w.params.history_bonus_most))


@inlined
def _learn_quiet(w: Worker, ply: int, row: int, bonus: int) -> None:
    learn_history(w, row, bonus)
    learn_continuation(w, ply, row, bonus)


@inlined
def _learn_cut(
    pos: Position, rules: Rules, w: Worker, ply: int, best_move: int, depth: int, quiets: int, captures: int
) -> None:
    """Praise the move that cut and blame those that were tried before it."""
    bonus = _bonus(w, depth)
    if is_noisy(pos, best_move):
        learn_capture(pos, rules, w, best_move, bonus)
    else:
        if w.killers[ply, 0] != best_move:
            w.killers[ply, 1] = w.killers[ply, 0]
            w.killers[ply, 0] = best_move
        w.counters[mover_before(w, ply, 1)] = best_move
        _learn_quiet(w, ply, mover(pos, rules, best_move), bonus)
        for i in range(min(quiets, TRIED)):
            _learn_quiet(w, ply, mover(pos, rules, np.int64(w.tried[ply, i])), -bonus)
    for i in range(min(captures, TRIED_NOISY)):
        learn_capture(pos, rules, w, np.int64(w.tried_noisy[ply, i]), -bonus)


@inlined
def _draw(w: Worker, pv_node: bool) -> int:
    """A draw's score. A centipawn of noise off the lines of interest keeps the search from taking all draws
    for one, so that it goes on looking for other moves.
    """
    return 0 if pv_node else (w.nodes & 2) - 1


@inlined
def _hoped(w: Worker, static_eval: int, left: int, history: int) -> int:
    """What a quiet move with so many plies left may well lift the evaluation to."""
    return static_eval + w.params.futility_base + w.params.futility_slope * left + history // 128


@kernel
def search(
    pos: Position,
    rules: Rules,
    weights: Weights,
    w: Worker,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    cut_node: int,
) -> int:
    """The value of the position `depth` plies deep, for a window alpha < beta.

    `ply` counts from the root, from 1.
    `cut_node` is 1 where a move is expected to reach beta. The position is as it was afterwards. When the
    search is stopped the result means nothing.
    """
    if depth <= 0:
        return quiesce(pos, rules, weights, w, alpha, beta, ply, w.params.quiescence_checks)
    pv_node = beta - alpha > 1
    w.pv_length[ply] = 0
    if pv_node and ply > w.seldepth:
        w.seldepth = ply

    # Step 1. Stop, or end of the line.
    if w.nodes >= w.node_limit:
        w.stop = 1
    if w.stop and w.may_stop:
        return 0
    checked = w.checks[ply] != 0
    if ply >= t.MAX_PLY:
        return 0 if checked else evaluate(pos, rules, weights)

    # Step 2. Draws. Mate on the last ply of the move rule goes before the draw, and needs the moves to be
    # seen.
    drawn = is_draw(pos, rules, ply)
    if drawn and not checked:
        return _draw(w, pv_node)
    if alpha < 0 and pos.halfmove >= 3 and not checked and can_repeat(pos, rules, ply):
        alpha = _draw(w, pv_node)
        if alpha >= beta:
            return alpha

    # Step 3. Mate distance: no line from here can be better than a mate already found nearer to the root.
    alpha = max(alpha, -MATE + ply)
    beta = min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha
    excluded = np.int64(w.excluded[ply])
    # Nor can a search know more than the tables of solved endings. Lines of interest go on, to be seen.
    if may_be_solved(weights) and not pv_node and excluded == 0:
        score = solved_score(pos, rules, weights, ply)
        if score != NO_EVAL:
            return score

    # Step 4. The table.
    key = np.int64(pos.key)
    data = 0
    if excluded == 0:
        data = probe(w, key)
    table_score = entry_score(data, ply) if data else 0
    if data and not pv_node and entry_depth(data) >= depth and not drawn and table_may_cut(pos, rules):
        if cuts(data, table_score, alpha, beta):
            table_move = legal_table_move(pos, rules, data, False) if table_score >= beta else 0
            if table_move and not is_noisy(pos, table_move):
                _learn_quiet(w, ply, mover(pos, rules, table_move), _bonus(w, depth))
            return table_score
    was_pv = 1 if pv_node else entry_was_pv(data) if data else 0

    # Step 5. Static evaluation, and whether it went up since our last move.
    raw = NO_EVAL
    static_eval = NO_EVAL
    best_guess = NO_EVAL
    improving = False
    if excluded:
        static_eval = np.int64(w.evals[ply])
        best_guess = static_eval
    elif not checked:
        raw = entry_eval(data) if data else NO_EVAL
        if raw == NO_EVAL:
            if not pv_node and depth <= w.params.reverse_futility_depth and abs(beta) < MATE_FOUND:
                # Step 7 for what is so far above beta that the rest of the evaluation cannot matter.
                rough = estimate(pos, rules, weights) - LAZY
                if rough - w.params.reverse_futility_margin * depth >= beta:
                    return rough
            raw = evaluate(pos, rules, weights)
        static_eval = corrected(pos, rules, w, ply, raw)
        best_guess = static_eval
        if data and is_closer(data, table_score, best_guess):
            best_guess = table_score
    w.evals[ply] = static_eval
    if not checked:
        before = np.int64(w.evals[ply - 2]) if ply >= 2 else NO_EVAL
        if before == NO_EVAL and ply >= 4:
            before = np.int64(w.evals[ply - 4])
        improving = before == NO_EVAL or static_eval > before
        # What the last move did to the evaluation says how good such a move is, before any search does.
        if w.params.swing_slope and excluded == 0 and w.quiet[ply - 1] and w.evals[ply - 1] != NO_EVAL:
            swing = -(static_eval + np.int64(w.evals[ply - 1])) * w.params.swing_slope
            learn_history(w, mover_before(w, ply, 1), max(-1200, min(1200, swing)))
    w.killers[ply + 1, 0] = 0
    w.killers[ply + 1, 1] = 0
    w.cutoffs[ply + 2] = 0
    if excluded == 0:
        w.doubled[ply] = w.doubled[ply - 1]

    may_cut = not pv_node and not checked and excluded == 0 and abs(beta) < DECIDED
    if may_cut:
        # Step 6. Razoring: so far below alpha that only captures can help.
        if depth <= 3 and best_guess + w.params.razor_margin * depth * depth < alpha:
            score = quiesce(pos, rules, weights, w, alpha, alpha + 1, ply, 0)
            if score <= alpha:
                return score

        # Step 7. Reverse futility: so far above beta that the opponent's best reply will hardly matter.
        if depth <= w.params.reverse_futility_depth and best_guess < MATE_FOUND:
            if best_guess - w.params.reverse_futility_margin * (depth - (1 if improving else 0)) >= beta:
                return best_guess

        # Step 8. Null move: if passing still reaches beta, a move will. Deep down, where zugzwang would cost
        # most, a search without passing has to confirm it.
        if (
            depth >= 3
            and best_guess >= beta
            and static_eval >= beta - 30 * depth
            and w.moves[ply - 1] != 0
            and ply >= w.null_ply
            and has_pieces(pos, np.int64(pos.side))
        ):
            reduced = depth - w.params.null_base - depth // w.params.null_depth_divisor
            reduced -= min((best_guess - beta) // w.params.null_eval_divisor, 3)
            w.moves[ply] = 0
            w.movers[ply + BACK] = 0
            w.quiet[ply] = 0
            make_null(pos, rules)
            w.checks[ply + 1] = 0
            score = -search(pos, rules, weights, w, -beta, -beta + 1, reduced, ply + 1, 1 - cut_node)
            unmake_null(pos)
            if w.stop and w.may_stop:
                return 0
            if score >= beta:
                if score >= MATE_FOUND:
                    score = beta  # a mate after a pass is not proved
                if depth < w.params.null_verify_depth or w.null_ply:
                    return score
                w.null_ply = ply + 3 * reduced // 4
                confirmed = search(pos, rules, weights, w, beta - 1, beta, reduced, ply, _ALL)
                w.null_ply = 0
                if w.stop and w.may_stop:
                    return 0
                if confirmed >= beta:
                    return score

    # Only here, for few nodes get so far.
    table_move = legal_table_move(pos, rules, data, False)
    table_capture = table_move != 0 and is_noisy(pos, table_move)

    # Step 9. ProbCut: a good capture whose shallower search lies well above beta settles the node.
    target = beta + w.params.probcut_margin - (w.params.probcut_margin // 3 if improving else 0)
    if (
        may_cut
        and depth >= w.params.probcut_depth
        and not (data and entry_depth(data) >= depth - 3 and table_score < target)
    ):
        start_noisy(w, ply, table_move if table_capture else 0, target - static_eval, False)
        move = next_move(pos, rules, w, ply)
        left = 3
        while move and left:
            if move != table_move or see_ge(pos, rules, move, target - static_eval):
                left -= 1
                enter(pos, rules, w, move, ply)
                score = -quiesce(pos, rules, weights, w, -target, -target + 1, ply + 1, 0)
                if score >= target and depth > 4:
                    score = -search(
                        pos, rules, weights, w, -target, -target + 1, depth - 4, ply + 1, 1 - cut_node
                    )
                unmake(pos, rules)
                if w.stop and w.may_stop:
                    return 0
                if score >= target:
                    store(w, key, ply, move, score, raw, depth - 3, LOWER, was_pv)
                    return score
            move = next_move(pos, rules, w, ply)

    # Step 10. Internal iterative reduction: without a table move the order is poor, so look less deep first.
    if depth >= w.params.iir_depth and table_move == 0 and excluded == 0 and (pv_node or cut_node):
        depth -= 1

    # Step 11. Singular extension: the table move is far better than all others, so it deserves a closer look.
    singular = 0
    if (
        depth >= w.params.singular_depth
        and table_move
        and excluded == 0
        and entry_bound(data) >= LOWER
        and entry_depth(data) >= depth - 3
        and abs(table_score) < MATE_FOUND
        and ply < 2 * w.root_depth
    ):
        target = table_score - w.params.singular_slope * depth
        w.excluded[ply] = table_move
        score = search(pos, rules, weights, w, target - 1, target, (depth - 1) // 2, ply, cut_node)
        w.excluded[ply] = 0
        if w.stop and w.may_stop:
            return 0
        if score < target:
            singular = 1
            margin = w.params.double_extension_margin
            if margin and not pv_node and score < target - margin and w.doubled[ply] < 6:
                singular = 2
        elif target >= beta:
            return target  # multi-cut: even without the table move something reaches beta
        elif table_score >= beta or cut_node:
            singular = -1

    # Step 12. The moves.
    start(w, ply, table_move if table_move != excluded else 0, checked, depth)
    first_alpha = alpha
    best = -INFINITE
    best_move = 0
    number = 0
    quiets = 0
    captures = 0
    may_prune = not pv_node and has_pieces(pos, np.int64(pos.side))
    # Whether futility pruning (step 13) will drop every quiet move, whatever its history
    none_quiet = (
        may_prune
        and not checked
        and depth - 1 <= w.params.futility_depth
        and _hoped(w, static_eval, depth - 1, _MOST_HISTORY) <= alpha
        and alpha < DECIDED
    )
    move = next_move(pos, rules, w, ply)
    while move:
        if move == excluded:
            move = next_move(pos, rules, w, ply)
            continue
        number += 1
        noisy = is_noisy(pos, move)
        row = mover(pos, rules, move)
        reduction = np.int64(w.reduction[min(depth, REDUCTIONS - 1), min(number, REDUCTIONS - 1)])
        history = (
            2 * np.int64(w.captures[row, victim_type(pos, move)]) if noisy else quiet_history(w, ply, row)
        )

        # Step 13. Pruning at shallow depth, once some move has kept us from being mated.
        # Lines of interest are spared: a quiet move there may be the mate.
        if may_prune and best > -MATE_FOUND:
            left = max(0, depth - 1 - reduction // 1024)
            # Late move pruning: quiet moves so far down the order do not matter.
            if quiets >= (w.params.late_move_base + depth * depth) // (1 if improving else 2):
                w.pickers[ply].skip_quiets = 1
            if noisy:
                # Futility pruning of captures: even with the victim the evaluation stays below alpha.
                if (
                    not checked
                    and alpha < DECIDED
                    and left <= w.params.capture_futility_depth
                    and w.pickers[ply].losing == 0
                ):
                    hopeless = (
                        static_eval + w.params.capture_futility_base + w.params.capture_futility_slope * left
                    )
                    hopeless += np.int64(rules.exchange[victim_type(pos, move)])
                    hopeless += np.int64(rules.exchange[(move >> 16) & 15])
                    if hopeless <= alpha and not gives_check(pos, rules, move):
                        move = next_move(pos, rules, w, ply)
                        continue
            else:
                # History pruning: the like of it has failed too often.
                if left <= 6 and history < -w.params.history_pruning_slope * (left + 1):
                    move = next_move(pos, rules, w, ply)
                    continue
                # Futility pruning: the evaluation is so low that a quiet move will not lift it over alpha.
                if (
                    not checked
                    and alpha < DECIDED  # to beat that takes a mate, which may well be quiet
                    and left <= w.params.futility_depth
                    and _hoped(w, static_eval, left, history) <= alpha
                ):
                    w.pickers[ply].skip_quiets = 1
                    move = next_move(pos, rules, w, ply)
                    continue
            # Exchanges: the move gives away more than its depth could win back.
            margin = w.params.see_noisy_margin * depth if noisy else w.params.see_quiet_margin * left * left
            if (noisy or left <= 7) and not see_ge(pos, rules, move, -margin):
                move = next_move(pos, rules, w, ply)
                continue

        refutation = move == w.killers[ply, 0] or move == w.counters[mover_before(w, ply, 1)]
        check = enter(pos, rules, w, move, ply)

        # Step 14. Extensions: the singular move, and checks, since these games end in king hunts.
        extension = 0
        if ply < 2 * w.root_depth:
            if move == table_move and singular:
                extension = singular
            elif check and depth <= w.params.check_extension_depth:
                extension = 1
        w.doubled[ply] = w.doubled[ply - 1] + (1 if extension == 2 else 0)
        new_depth = depth - 1 + extension

        # Step 15. Late moves are searched less deep first, with a null window; those that surprise again in
        # full.
        score = 0
        if depth >= 2 and number > 1 + (1 if pv_node else 0):
            if noisy:
                reduction = reduction // 2
            reduction -= history * 1024 // w.params.history_divisor
            if not improving:
                reduction += w.params.reduction_worse_ply
            if cut_node:
                reduction += w.params.reduction_cut_ply
            if table_capture:
                reduction += w.params.reduction_capture_ply
            if w.cutoffs[ply + 1] > 3:
                reduction += w.params.reduction_many_ply
            if pv_node:
                reduction -= w.params.reduction_pv_ply
            elif was_pv:
                reduction -= w.params.reduction_was_pv_ply
            if check:
                reduction -= w.params.reduction_check_ply
            if refutation:
                reduction -= w.params.reduction_refutation_ply
            plies = max(0, min(reduction // 1024, new_depth - 1))
            score = -search(pos, rules, weights, w, -alpha - 1, -alpha, new_depth - plies, ply + 1, _CUT)
            if score > alpha and plies > 0:
                # How much better than the best it looks says how deep to look.
                if score > best + w.params.deeper_margin and best > -MATE_FOUND:
                    new_depth += 1
                elif score < best + w.params.shallower_margin:
                    new_depth -= 1
                score = -search(pos, rules, weights, w, -alpha - 1, -alpha, new_depth, ply + 1, 1 - cut_node)
                if not noisy:
                    learn_continuation(w, ply, row, _bonus(w, depth) * (1 if score > alpha else -1))
        elif not pv_node or number > 1:
            score = -search(pos, rules, weights, w, -alpha - 1, -alpha, new_depth, ply + 1, 1 - cut_node)
        if pv_node and (number == 1 or score > alpha):
            score = -search(pos, rules, weights, w, -beta, -alpha, new_depth, ply + 1, _ALL)
        unmake(pos, rules)
        if w.stop and w.may_stop:
            return 0

        # Step 16. A new best move?
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if pv_node:
                    update_pv(w, ply, move)
                if score >= beta:
                    break
                alpha = score
        if noisy:
            if captures < TRIED_NOISY:
                w.tried_noisy[ply, captures] = move
            captures += 1
        else:
            if quiets < TRIED:
                w.tried[ply, quiets] = move
            quiets += 1
        if none_quiet and best > -MATE_FOUND:
            w.pickers[ply].skip_quiets = 1  # before they are generated
        move = next_move(pos, rules, w, ply)

    # Step 17. No legal move is mate or stalemate.
    if number == 0:
        if excluded:
            return alpha
        return -MATE + ply if checked else 0
    if drawn:
        return 0

    # Step 18. Learn which move cut, and blame those tried before it. If none did, the move before was good.
    if best >= beta:
        w.cutoffs[ply] += 1
        _learn_cut(pos, rules, w, ply, best_move, depth, quiets, captures)
    elif best_move == 0 and excluded == 0 and w.quiet[ply - 1]:
        _learn_quiet(w, ply - 1, mover_before(w, ply, 1), _bonus(w, depth) // 2)

    if excluded == 0:
        bound = LOWER if best >= beta else EXACT if pv_node and best > first_alpha else UPPER
        # Step 19. Learn how far the evaluation was off, where the search says so and no capture explains it.
        if (
            not checked
            and (best_move == 0 or not is_noisy(pos, best_move))
            and abs(best) < MATE_FOUND
            and not (bound == LOWER and best <= static_eval)
            and not (bound == UPPER and best >= static_eval)
        ):
            learn_correction(pos, w, ply, best - static_eval, depth)
        store(w, key, ply, best_move, best, raw, depth, bound, was_pv)
    return best


@kernel
def search_root(
    pos: Position, rules: Rules, weights: Weights, w: Worker, alpha: int, beta: int, depth: int
) -> int:
    """Search the root moves from `w.root_first` on and note score, nodes and line of each that beats alpha.

    The others get the score -INFINITE, so that a stable sort keeps their order.
    """
    checked = in_check(pos, rules) != 0
    w.checks[0] = checked
    raw = NO_EVAL if checked else evaluate(pos, rules, weights)
    w.evals[0] = NO_EVAL if checked else corrected(pos, rules, w, 0, raw)
    w.killers[0, 0] = 0
    w.killers[0, 1] = 0
    w.root_depth = depth
    w.null_ply = 0
    w.doubled[0] = 0
    w.cutoffs[1] = 0
    w.cutoffs[2] = 0
    first_alpha = alpha
    best = -INFINITE
    best_move = 0
    for i in range(np.int64(w.root_first), np.int64(w.root_count)):
        w.root[i].score = -INFINITE
    for i in range(np.int64(w.root_first), np.int64(w.root_count)):
        w.root_at = i
        number = i - np.int64(w.root_first) + 1
        move = np.int64(w.root[i].move)
        noisy = is_noisy(pos, move)
        nodes = w.nodes
        w.seldepth = 0
        check = enter(pos, rules, w, move, 0)
        score = 0
        if number > 1:
            plies = 0
            if depth >= 3 and number > 3 and not noisy and not check:
                reduction = np.int64(w.reduction[min(depth, REDUCTIONS - 1), min(number, REDUCTIONS - 1)])
                plies = max(0, min(reduction // 1024 - 1, depth - 2))
            score = -search(pos, rules, weights, w, -alpha - 1, -alpha, depth - 1 - plies, 1, _CUT)
            if score > alpha and plies > 0:
                score = -search(pos, rules, weights, w, -alpha - 1, -alpha, depth - 1, 1, _ALL)
        if number == 1 or score > alpha:
            score = -search(pos, rules, weights, w, -beta, -alpha, depth - 1, 1, _ALL)
        unmake(pos, rules)
        w.root[i].nodes += w.nodes - nodes
        if w.stop and w.may_stop:
            return best
        w.may_stop = 1
        if score > best:
            best = score
            if number == 1 or score > alpha:
                best_move = move
                w.root[i].score = score
                w.root[i].seldepth = w.seldepth
                w.root[i].pv[0] = move
                length = np.int64(w.pv_length[1])
                for j in range(length):
                    w.root[i].pv[j + 1] = w.pv[1, j]
                w.root[i].pv_length = length + 1
                if score >= beta:
                    break
                alpha = max(alpha, score)
    if w.root_first == 0:
        bound = LOWER if best >= beta else EXACT if best > first_alpha else UPPER
        store(w, np.int64(pos.key), 0, best_move, best, raw, depth, bound, 1)
    return best
