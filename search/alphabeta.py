"""The search tree: quiescence, the node, and the root, as kernels.

All scores are for the side to move at their node. A node's result is exact between alpha and beta, an upper
bound below and a lower bound above (fail-soft).
"""

from __future__ import annotations

import numpy as np

from ..engine import geometry as g
from ..engine import types as t
from ..engine.attacks import in_check
from ..engine.jit import inlined, kernel
from ..engine.movegen import is_legal
from ..engine.outcome import insufficient_material, repeats_in_search
from ..engine.position import make, make_null, unmake, unmake_null
from ..engine.record import Position
from ..engine.rules import Rules
from ..engine.see import see_ge
from ..eval.evaluate import LAZY, estimate, evaluate
from ..eval.weights import Weights
from .order import is_noisy, learn_capture, learn_quiet, mover, next_move, quiet_history, start, victim_type
from .score import INFINITE, MATE, MATE_FOUND, NO_EVAL
from .tt import (
    EXACT,
    LOWER,
    UPPER,
    entry_bound,
    entry_depth,
    entry_eval,
    entry_move,
    entry_score,
    prefetch_entry,
    probe,
    store,
    with_kind,
)
from .worker import REDUCTIONS, TRIED, Worker

_CUT, _ALL = 1, 0  # what `cut_node` may be
_FIFTY_SLACK = 14  # plies before the move rule's end from which on stored scores are not believed


@inlined
def _enter(pos: Position, rules: Rules, w: Worker, move: int, ply: int) -> None:
    """Make a move of the line at `ply`, and note whether it gives check."""
    w.moves[ply] = move
    w.movers[ply] = mover(pos, rules, move)
    make(pos, rules, move)
    prefetch_entry(w, np.int64(pos.key))
    w.checks[ply + 1] = in_check(pos, rules)
    w.nodes += 1


@inlined
def _is_draw(pos: Position, rules: Rules, ply: int) -> bool:
    """Whether the game is drawn here, mate aside: by repetition, move rule or material."""
    if rules.move_rule and pos.halfmove >= rules.move_rule:
        return True
    if pos.halfmove >= 4 and repeats_in_search(pos, ply):
        return True
    return pos.halfmove == 0 and insufficient_material(pos, rules) != 0  # only a capture can bring it about


@inlined
def _table_may_cut(pos: Position, rules: Rules) -> bool:
    return rules.move_rule == 0 or pos.halfmove < rules.move_rule - _FIFTY_SLACK


@inlined
def _update_pv(w: Worker, ply: int, move: int) -> None:
    w.pv[ply, 0] = move
    length = np.int64(w.pv_length[ply + 1])
    for i in range(length):
        w.pv[ply, i + 1] = w.pv[ply + 1, i]
    w.pv_length[ply] = length + 1


@inlined
def _table_move(pos: Position, rules: Rules, data: int) -> int:
    """The legal move of a table entry, 0 if it has none."""
    if data == 0:
        return 0
    move = with_kind(pos, rules, entry_move(data))
    if move and is_legal(pos, rules, move):
        return move
    return 0


@inlined
def _cuts(data: int, score: int, alpha: int, beta: int) -> bool:
    """Whether a table entry of enough depth settles a node with this window."""
    bound = entry_bound(data)
    return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)


@inlined
def _is_closer(data: int, score: int, guess: int) -> bool:
    """Whether a table entry's score, of whatever depth, is a better guess, as far as its bound says."""
    bound = entry_bound(data)
    return bound == EXACT or (bound == LOWER and score > guess) or (bound == UPPER and score < guess)


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
def quiesce(pos: Position, rules: Rules, weights: Weights, w: Worker, alpha: int, beta: int, ply: int) -> int:
    """The value of a position once captures and promotions have been played out.

    In check all evasions are tried.
    """
    w.pv_length[ply] = 0
    if ply > w.seldepth:
        w.seldepth = ply
    if w.stop and w.may_stop:
        return 0
    checked = w.checks[ply] != 0
    if ply >= t.MAX_PLY:
        return 0 if checked else evaluate(pos, rules, weights)
    if _is_draw(pos, rules, ply) and not checked:
        return 0
    key = np.int64(pos.key)
    data = probe(w, key)
    if data and beta - alpha == 1 and _table_may_cut(pos, rules):
        score = entry_score(data, ply)
        if _cuts(data, score, alpha, beta):
            return score
    best = -MATE + ply
    standing = best
    static_eval = NO_EVAL
    if not checked:
        static_eval = entry_eval(data) if data else NO_EVAL
        if static_eval == NO_EVAL:
            # Far outside the window the rest of the evaluation would not bring it back.
            rough = estimate(pos, rules, weights)
            if rough - LAZY >= beta and beta > -MATE_FOUND:
                return rough - LAZY
            if rough + LAZY <= alpha and alpha < MATE_FOUND:
                best = rough + LAZY
            else:
                static_eval = evaluate(pos, rules, weights)
                best = static_eval
        else:
            best = static_eval
        standing = best
        if data and abs(entry_score(data, ply)) < MATE_FOUND:
            score = entry_score(data, ply)
            if _is_closer(data, score, best):
                best = score
        if best >= beta:
            if data == 0:
                store(w, key, ply, 0, best, static_eval, 0, LOWER)
            return best
        alpha = max(alpha, best)
        # Not even the most valuable man for nothing would reach alpha.
        if (
            standing + w.params.delta_margin + _largest_gain(pos, rules, weights) <= alpha
            and alpha > -MATE_FOUND
        ):
            return best
    first_alpha = alpha
    table_move = _table_move(pos, rules, data)
    if table_move and not checked and not is_noisy(pos, table_move):
        table_move = 0
    start(w, ply, table_move, checked, not checked)
    best_move = 0
    tried = 0
    move = next_move(pos, rules, w, ply)
    while move:
        tried += 1
        if not checked:
            # Delta pruning: even winning the victim for nothing would not reach alpha.
            promoted = (move >> 16) & 15
            gain = standing + w.params.delta_margin + np.int64(rules.exchange[victim_type(pos, move)])
            if promoted:
                gain += np.int64(rules.exchange[promoted])
            if gain <= alpha and alpha > -MATE_FOUND:
                best = max(best, gain)
                move = next_move(pos, rules, w, ply)
                continue
        elif best > -MATE_FOUND and not is_noisy(pos, move) and tried > 2:
            # A way out of check is known: more quiet evasions are left to the full search.
            move = next_move(pos, rules, w, ply)
            continue
        _enter(pos, rules, w, move, ply)
        score = -quiesce(pos, rules, weights, w, -beta, -alpha, ply + 1)
        unmake(pos, rules)
        if w.stop and w.may_stop:
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                _update_pv(w, ply, move)
                if score >= beta:
                    break
                alpha = score
        move = next_move(pos, rules, w, ply)
    if checked and tried == 0:
        return -MATE + ply
    if _is_draw(pos, rules, ply):
        return 0
    bound = LOWER if best >= beta else EXACT if best > first_alpha else UPPER
    store(w, key, ply, best_move, best, static_eval, 0, bound)
    return best


@inlined
def _has_pieces(pos: Position, us: int) -> bool:
    """Whether a side has more than pawns and king: without, passing may well be the best move."""
    for piece_type in range(t.KNIGHT, t.KING):
        if pos.count[2 * piece_type + us]:
            return True
    return False


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
        return quiesce(pos, rules, weights, w, alpha, beta, ply)
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
    drawn = _is_draw(pos, rules, ply)
    if drawn and not checked:
        return 0

    # Step 3. Mate distance: no line from here can be better than a mate already found nearer to the root.
    alpha = max(alpha, -MATE + ply)
    beta = min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha

    # Step 4. The table.
    excluded = np.int64(w.excluded[ply])
    key = np.int64(pos.key)
    data = 0
    if excluded == 0:
        data = probe(w, key)
    table_score = entry_score(data, ply) if data else 0
    if data and not pv_node and entry_depth(data) >= depth and not drawn and _table_may_cut(pos, rules):
        if _cuts(data, table_score, alpha, beta):
            return table_score
    table_move = _table_move(pos, rules, data)

    # Step 5. Static evaluation, and whether it went up since our last move.
    static_eval = NO_EVAL
    best_guess = NO_EVAL
    improving = False
    if excluded:
        static_eval = np.int64(w.evals[ply])
        best_guess = static_eval
    elif not checked:
        static_eval = entry_eval(data) if data else NO_EVAL
        if static_eval == NO_EVAL:
            if not pv_node and depth <= w.params.reverse_futility_depth and abs(beta) < MATE_FOUND:
                # Step 7 for what is so far above beta that the rest of the evaluation cannot matter.
                rough = estimate(pos, rules, weights) - LAZY
                if rough - w.params.reverse_futility_margin * depth >= beta:
                    return rough
            static_eval = evaluate(pos, rules, weights)
        best_guess = static_eval
        if data:
            if _is_closer(data, table_score, best_guess):
                best_guess = table_score
    w.evals[ply] = static_eval
    if not checked and ply >= 2:
        before = np.int64(w.evals[ply - 2])
        improving = before == NO_EVAL or static_eval > before
    w.killers[ply + 1, 0] = 0
    w.killers[ply + 1, 1] = 0

    if not pv_node and not checked and excluded == 0 and abs(beta) < MATE_FOUND:
        # Step 6. Razoring: so far below alpha that only captures can help.
        if depth <= 3 and best_guess + w.params.razor_margin * depth * depth < alpha:
            score = quiesce(pos, rules, weights, w, alpha, alpha + 1, ply)
            if score <= alpha:
                return score

        # Step 7. Reverse futility: so far above beta that the opponent's best reply will hardly matter.
        if depth <= w.params.reverse_futility_depth and best_guess < MATE_FOUND:
            if best_guess - w.params.reverse_futility_margin * (depth - (1 if improving else 0)) >= beta:
                return best_guess

        # Step 8. Null move: if passing still reaches beta, a move will.
        if depth >= 3 and best_guess >= beta and static_eval >= beta - 30 * depth and w.moves[ply - 1] != 0:
            us = np.int64(pos.side)
            if _has_pieces(pos, us):
                reduced = depth - w.params.null_base - depth // w.params.null_depth_divisor
                reduced -= min((best_guess - beta) // w.params.null_eval_divisor, 3)
                w.moves[ply] = 0
                w.movers[ply] = 0
                make_null(pos, rules)
                w.checks[ply + 1] = 0
                score = -search(pos, rules, weights, w, -beta, -beta + 1, reduced, ply + 1, 1 - cut_node)
                unmake_null(pos)
                if w.stop and w.may_stop:
                    return 0
                if score >= beta:
                    return score if score < MATE_FOUND else beta

    # Step 9. Internal iterative reduction: without a table move the order is poor, so look less deep first.
    if depth >= 4 and table_move == 0 and excluded == 0 and (pv_node or cut_node):
        depth -= 1

    # Step 10. Singular extension: the table move is far better than all others, so it deserves a closer look.
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
        target = table_score - 2 * depth
        w.excluded[ply] = table_move
        score = search(pos, rules, weights, w, target - 1, target, (depth - 1) // 2, ply, cut_node)
        w.excluded[ply] = 0
        if w.stop and w.may_stop:
            return 0
        if score < target:
            singular = 1
        elif target >= beta:
            return target  # multi-cut: even without the table move something reaches beta
        elif table_score >= beta:
            singular = -1

    # Step 11. The moves.
    start(w, ply, table_move if table_move != excluded else 0, checked, False)
    first_alpha = alpha
    best = -INFINITE
    best_move = 0
    number = 0
    quiets = 0
    move = next_move(pos, rules, w, ply)
    while move:
        if move == excluded:
            move = next_move(pos, rules, w, ply)
            continue
        number += 1
        noisy = is_noisy(pos, move)
        row = mover(pos, rules, move)
        reduction = np.int64(w.reduction[min(depth, REDUCTIONS - 1), min(number, REDUCTIONS - 1)])
        history = 0 if noisy else quiet_history(w, ply, row)

        # Step 12. Pruning at shallow depth, once some move has kept us from being mated.
        # Lines of interest are spared: a quiet move there may be the mate.
        if not pv_node and best > -MATE_FOUND and _has_pieces(pos, np.int64(pos.side)):
            left = max(0, depth - 1 - reduction // 1024)
            # Late move pruning: quiet moves so far down the order do not matter.
            if quiets >= (w.params.late_move_base + depth * depth) // (1 if improving else 2):
                w.pickers[ply].skip_quiets = 1
            # Futility pruning: the evaluation is so low that a quiet move will not lift it over alpha.
            hopeless = static_eval + w.params.futility_base + w.params.futility_slope * left
            if (
                not checked
                and alpha < MATE_FOUND  # to beat a mate takes a shorter one, which may well be quiet
                and left <= w.params.futility_depth
                and hopeless + history // 128 <= alpha
            ):
                w.pickers[ply].skip_quiets = 1
                if not noisy:
                    move = next_move(pos, rules, w, ply)
                    continue
            # Exchanges: the move gives away more than its depth could win back.
            margin = w.params.see_noisy_margin * depth if noisy else w.params.see_quiet_margin * left * left
            if (noisy or left <= 7) and not see_ge(pos, rules, move, -margin):
                move = next_move(pos, rules, w, ply)
                continue

        _enter(pos, rules, w, move, ply)
        gives_check = w.checks[ply + 1] != 0

        # Step 13. Extensions: the singular move, and checks, since these games end in king hunts.
        extension = 0
        if ply < 2 * w.root_depth:
            if move == table_move and singular:
                extension = singular
            elif gives_check and depth <= 8:
                extension = 1
        new_depth = depth - 1 + extension

        # Step 14. Late moves are searched less deep first, with a null window; those that surprise again in
        # full.
        score = 0
        if depth >= 2 and number > 1 + (1 if pv_node else 0):
            if noisy:
                reduction = reduction // 2
            else:
                reduction -= history * 1024 // w.params.history_divisor
            if not improving:
                reduction += 512
            if cut_node:
                reduction += 1024
            if pv_node:
                reduction -= 768
            if gives_check:
                reduction -= 1024
            plies = max(0, min(reduction // 1024, new_depth - 1))
            score = -search(pos, rules, weights, w, -alpha - 1, -alpha, new_depth - plies, ply + 1, _CUT)
            if score > alpha and plies > 0:
                score = -search(pos, rules, weights, w, -alpha - 1, -alpha, new_depth, ply + 1, 1 - cut_node)
        elif not pv_node or number > 1:
            score = -search(pos, rules, weights, w, -alpha - 1, -alpha, new_depth, ply + 1, 1 - cut_node)
        if pv_node and (number == 1 or score > alpha):
            score = -search(pos, rules, weights, w, -beta, -alpha, new_depth, ply + 1, _ALL)
        unmake(pos, rules)
        if w.stop and w.may_stop:
            return 0

        # Step 15. A new best move?
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if pv_node:
                    _update_pv(w, ply, move)
                if score >= beta:
                    break
                alpha = score
        if not noisy:
            if quiets < TRIED:
                w.tried[ply, quiets] = move
            quiets += 1
        move = next_move(pos, rules, w, ply)

    # Step 16. No legal move is mate or stalemate.
    if number == 0:
        if excluded:
            return alpha
        return -MATE + ply if checked else 0
    if drawn:
        return 0

    # Step 17. Learn which move cut, and blame the quiet moves tried before it.
    if best >= beta:
        bonus = min(170 * depth - 60, 1900)
        if is_noisy(pos, best_move):
            learn_capture(pos, rules, w, best_move, bonus)
        else:
            if w.killers[ply, 0] != best_move:
                w.killers[ply, 1] = w.killers[ply, 0]
                w.killers[ply, 0] = best_move
            if ply >= 1:
                w.counters[w.movers[ply - 1]] = best_move
            learn_quiet(w, ply, mover(pos, rules, best_move), bonus)
            for i in range(min(quiets, TRIED)):
                learn_quiet(w, ply, mover(pos, rules, np.int64(w.tried[ply, i])), -bonus)

    if excluded == 0:
        bound = LOWER if best >= beta else EXACT if pv_node and best > first_alpha else UPPER
        store(w, key, ply, best_move, best, static_eval, depth, bound)
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
    w.evals[0] = NO_EVAL if checked else evaluate(pos, rules, weights)
    w.killers[0, 0] = 0
    w.killers[0, 1] = 0
    w.root_depth = depth
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
        _enter(pos, rules, w, move, 0)
        gives_check = w.checks[1] != 0
        score = 0
        if number > 1:
            plies = 0
            if depth >= 3 and number > 3 and not noisy and not gives_check:
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
        store(w, np.int64(pos.key), 0, best_move, best, np.int64(w.evals[0]), depth, bound)
    return best
