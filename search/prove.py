"""The search for a proof that the side to move mates within so many moves, or that it does not.

Depth-first proof-number search (df-pn, Ayumu Nagai) over all moves of both sides. The number of plies left
bounds every line, so no line is endless. A node has two numbers, told from the side that moves there:
`phi`, how much is left to show that it reaches its aim, and `delta`, how much that it does not. The aim of
the attacker, who moves whenever an odd number of plies is left, is mate; that of the defender is to be
unmated when none is left.

Within a search a position never has to be taken for a repetition: on the way of the shortest mate each
position is nearer to the mate than all before, so none comes twice.
"""

from __future__ import annotations

import numpy as np

from ..engine.attacks import in_check
from ..engine.checks import gives_check
from ..engine.jit import inlined, kernel, load_word
from ..engine.movegen import generate
from ..engine.position import make, unmake
from ..engine.record import Position
from ..engine.rules import Rules
from .prover import NEVER, Prover, find_entry, mate_in, none_in, plies_left, position_key, store_entry
from .worker import Worker

_QUIET_REPLIES = 20  # replies that a move is expected to leave, unless it gives check and they are counted
_ENDLESS = 1 << 59  # the largest that a sum grows to: what is counted on several ways may pass all bounds


@inlined
def _is_drawn(pos: Position, rules: Rules, p: Prover) -> bool:
    """Whether move rule or repetition end the game here.

    What stood twice on the board before the root is drawn when it comes again.
    """
    if rules.move_rule and pos.halfmove >= rules.move_rule:
        return True
    found = 0
    oldest = max(0, np.int64(pos.ply) - np.int64(pos.halfmove))
    at = np.int64(pos.ply) - 4
    while at >= oldest:
        if at <= p.root_ply and pos.undo[at].key == pos.key:
            found += 1
        at -= 2
    return found >= 2


@inlined
def _refuted(p: Prover, attacks: bool) -> None:
    """Note that there is no mate at the node that is being left."""
    p.phi = NEVER if attacks else 0
    p.delta = 0 if attacks else NEVER
    p.length = 0
    p.move = 0


@kernel
def mate_in_one(pos: Position, rules: Rules, w: Worker, p: Prover, ply: int) -> int:
    """A move that mates, 0 if there is none."""
    moves = p.lists[ply]
    count = generate(pos, rules, moves, True, True)
    for i in range(count):
        move = np.int64(moves.move[i])
        if not gives_check(pos, rules, move):
            continue
        make(pos, rules, move)
        w.nodes += 1
        mates = in_check(pos, rules) and generate(pos, rules, p.lists[ply + 1], True, True) == 0
        unmake(pos, rules)
        if mates:
            return move
    return 0


@kernel
def defend_last(pos: Position, rules: Rules, w: Worker, p: Prover, ply: int) -> None:
    """The node at which the defender has one move, and then the attacker one: settled at once."""
    if _is_drawn(pos, rules, p):
        _refuted(p, False)
        return
    moves = p.lists[ply]
    count = generate(pos, rules, moves, True, True)
    for i in range(count):
        if moves.move[i] == p.refutation:  # what refuted the move before may refute this one
            moves.move[i] = moves.move[0]
            moves.move[0] = p.refutation
    for i in range(count):
        move = np.int64(moves.move[i])
        make(pos, rules, move)
        w.nodes += 1
        mate = 0
        if not _is_drawn(pos, rules, p):
            mate = mate_in_one(pos, rules, w, p, ply + 1)
        unmake(pos, rules)
        if mate == 0:
            p.refutation = move
            _refuted(p, False)
            return
    if count == 0:  # stalemate
        _refuted(p, False)
        return
    p.phi = NEVER
    p.delta = 0
    p.length = 2


@inlined
def _judge(pos: Position, rules: Rules, p: Prover, left: int, ply: int) -> None:
    """What is known or guessed of a position, with `left` plies left, before it is searched."""
    attacks = left & 1 != 0
    replies = _QUIET_REPLIES
    if in_check(pos, rules):
        replies = generate(pos, rules, p.lists[ply], True, True)
        if replies == 0:
            p.phi = NEVER
            p.delta = 0
            p.length = 0
            return
    if left == 0 or _is_drawn(pos, rules, p):
        _refuted(p, attacks)
        return
    p.phi = 1
    p.delta = replies
    if left <= 2:
        return
    at = find_entry(p, position_key(pos, p))
    if at == 0:
        return
    word = load_word(at + 8)
    if mate_in(word) and mate_in(word) <= left:
        p.phi = 0 if attacks else NEVER
        p.delta = NEVER if attacks else 0
        p.length = mate_in(word)
    elif none_in(word) >= left:
        _refuted(p, attacks)
    elif plies_left(word) == left:
        p.phi = load_word(at + 16)
        p.delta = load_word(at + 24)


@inlined
def _note_root(w: Worker, move: int) -> None:
    """Let whoever reports know which root move is being searched."""
    for i in range(np.int64(w.root_count)):
        if w.root[i].move == move:
            w.root_at = i


@kernel
def expand(
    pos: Position,
    rules: Rules,
    w: Worker,
    p: Prover,
    left: int,
    ply: int,
    most_phi: int,
    most_delta: int,
) -> None:
    """Search a node with `left` plies until one of its numbers reaches its bound; `p` has the result.

    A number of 0 settles the node, the other one is `NEVER` then. Stop and limit of nodes end the search
    early. The position is as it was afterwards.
    """
    attacks = left & 1 != 0
    moves = p.lists[ply]
    node = p.nodes[ply]
    before = np.int64(w.nodes)
    generated = generate(pos, rules, moves, True, True)
    count = 0
    for i in range(generated):
        move = np.int64(moves.move[i])
        if ply == 0 and p.allowed:
            wanted = False
            for j in range(p.allowed):
                wanted = wanted or p.roots[j] == move
            if not wanted:
                continue
        if left == 3 and not gives_check(pos, rules, move):
            p.phi = 1
            p.delta = _QUIET_REPLIES
        else:
            make(pos, rules, move)
            w.nodes += 1
            _judge(pos, rules, p, left - 1, ply + 1)
            unmake(pos, rules)
        node.move[count] = move
        node.phi[count] = p.phi
        node.delta[count] = p.delta
        node.length[count] = p.length
        count += 1
        if p.delta == 0:
            break

    while True:
        # The aim is reached through any one move, and missed when all are.
        best = 0
        phi = NEVER
        second = NEVER
        delta = 0
        for i in range(count):
            if node.delta[i] < phi:
                second = phi
                phi = np.int64(node.delta[i])
                best = i
            elif node.delta[i] < second:
                second = np.int64(node.delta[i])
            delta = min(_ENDLESS, delta + np.int64(node.phi[i]))
        if phi == 0 or delta == 0 or phi >= most_phi or delta >= most_delta:
            break
        if w.stop or w.nodes >= p.node_limit:
            break
        move = np.int64(node.move[best])
        if ply == 0:
            _note_root(w, move)
        make(pos, rules, move)
        if left == 3:
            defend_last(pos, rules, w, p, ply + 1)
        else:
            bound = min(most_phi, second + second // 4 + 1)
            rest = most_delta - delta + np.int64(node.phi[best])
            expand(pos, rules, w, p, left - 1, ply + 1, rest, bound)
        unmake(pos, rules)
        node.phi[best] = p.phi
        node.delta[best] = p.delta
        node.length[best] = p.length

    if count == 0:  # stalemate, or the attacker is mated
        _refuted(p, attacks)
    else:
        p.phi = phi
        p.delta = delta
        p.length = 0
        p.move = node.move[best]
        if phi == 0:
            p.delta = NEVER
            p.length = 1 + np.int64(node.length[best])
        elif delta == 0:
            p.phi = NEVER
            for i in range(count):
                if node.length[i] >= p.length:
                    p.length = 1 + np.int64(node.length[i])
                    p.move = node.move[i]
    if ply > 0:
        store_entry(p, position_key(pos, p), left, np.int64(w.nodes) - before)
