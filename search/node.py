"""What quiescence and the search share at a node: making a move, draws, the table, the line of best moves."""

from __future__ import annotations

import numpy as np

from ..engine import types as t
from ..engine.checks import gives_check
from ..engine.jit import inlined, kernel
from ..engine.movegen import is_legal
from ..engine.outcome import insufficient_material, repeats_in_search
from ..engine.position import make
from ..engine.record import Position
from ..engine.rules import Rules
from ..eval.endings import is_bare
from ..eval.solved import moves_to_mate
from ..eval.weights import Weights
from .history import is_noisy, mover
from .score import NO_EVAL, SOLVED
from .tt import EXACT, LOWER, UPPER, entry_bound, entry_move, prefetch_entry, with_kind
from .worker import BACK, Worker

_FIFTY_SLACK = 14  # plies before the move rule's end from which on stored scores are not believed


@inlined
def _foresee(pos: Position, rules: Rules, w: Worker, move: int) -> None:
    """Have the table's entry for the position after a move fetched, for it takes the memory a while.

    Of castling, promotions and en passant the entry is not foreseen: there the memory is waited for.
    """
    from_sq = move & 255
    to_sq = (move >> 8) & 255
    piece = np.int64(pos.board[from_sq])
    victim = np.int64(pos.board[to_sq])
    key = np.int64(pos.key) ^ np.int64(rules.key_side)
    key ^= np.int64(rules.key_piece[piece, from_sq]) ^ np.int64(rules.key_piece[piece, to_sq])
    if victim:
        key ^= np.int64(rules.key_piece[victim, to_sq])
    prefetch_entry(w, key)


@kernel
def solved_score(pos: Position, rules: Rules, weights: Weights, ply: int) -> int:
    """The exact value where a table knows the ending, NO_EVAL elsewhere and where the move rule is first."""
    for winner in range(2):
        if is_bare(pos, winner ^ 1):
            moves = moves_to_mate(pos, rules, weights, winner)
            if moves == 0:
                return 0
            plies = 2 * moves - (1 if pos.side == winner else 0)
            if moves > 0 and (rules.move_rule == 0 or pos.halfmove + plies <= rules.move_rule):
                return SOLVED - ply - plies if pos.side == winner else plies + ply - SOLVED
    return NO_EVAL


@inlined
def may_be_solved(weights: Weights) -> bool:
    """Whether there are tables at all to look into."""
    return weights.tables != 0


@inlined
def enter(pos: Position, rules: Rules, w: Worker, move: int, ply: int) -> bool:
    """Make a move of the line at `ply`; whether it gives check."""
    _foresee(pos, rules, w, move)
    check = gives_check(pos, rules, move)
    w.moves[ply] = move
    w.movers[ply + BACK] = mover(pos, rules, move)
    w.quiet[ply] = not is_noisy(pos, move)
    make(pos, rules, move)
    w.checks[ply + 1] = check
    w.nodes += 1
    return check


@inlined
def is_draw(pos: Position, rules: Rules, ply: int) -> bool:
    """Whether the game is drawn here, mate aside: by repetition, move rule or material."""
    if rules.move_rule and pos.halfmove >= rules.move_rule:
        return True
    if pos.halfmove >= 4 and repeats_in_search(pos, ply):
        return True
    return pos.halfmove == 0 and insufficient_material(pos, rules) != 0  # only a capture can bring it about


@inlined
def table_may_cut(pos: Position, rules: Rules) -> bool:
    """Whether stored scores hold here: near the move rule's end the way to a position matters."""
    return rules.move_rule == 0 or pos.halfmove < rules.move_rule - _FIFTY_SLACK


@inlined
def legal_table_move(pos: Position, rules: Rules, data: int, noisy_only: bool) -> int:
    """The legal move of a table entry, 0 if it has none; or only a capture or promotion."""
    if data == 0:
        return 0
    move = with_kind(pos, rules, entry_move(data))
    if move == 0 or (noisy_only and not is_noisy(pos, move)):
        return 0
    return move if is_legal(pos, rules, move) else 0


@inlined
def cuts(data: int, score: int, alpha: int, beta: int) -> bool:
    """Whether a table entry of enough depth settles a node with this window."""
    bound = entry_bound(data)
    return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)


@inlined
def is_closer(data: int, score: int, guess: int) -> bool:
    """Whether a table entry's score, of whatever depth, is a better guess, as far as its bound says."""
    bound = entry_bound(data)
    return bound == EXACT or (bound == LOWER and score > guess) or (bound == UPPER and score < guess)


@inlined
def update_pv(w: Worker, ply: int, move: int) -> None:
    """Put a move before the line of the node below it."""
    w.pv[ply, 0] = move
    length = np.int64(w.pv_length[ply + 1])
    for i in range(length):
        w.pv[ply, i + 1] = w.pv[ply + 1, i]
    w.pv_length[ply] = length + 1


@inlined
def has_pieces(pos: Position, us: int) -> bool:
    """Whether a side has more than pawns and king: without, passing may well be the best move."""
    for piece_type in range(t.KNIGHT, t.KING):
        if pos.count[2 * piece_type + us]:
            return True
    return False
