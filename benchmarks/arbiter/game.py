"""One game between two players, from an opening to its result."""

from __future__ import annotations

from dataclasses import dataclass, field

from .judge import Position
from .player import Answer, Forfeit, Player


@dataclass(frozen=True)
class Opening:
    """Where a game begins: a position, or moves from the start position."""

    fen: str | None = None
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ends:
    """What ends a game besides the rules. Scores in centipawns; a count of 0 switches an adjudication off."""

    max_plies: int = 400
    resign_score: int = 1000
    resign_moves: int = 0
    draw_score: int = 10
    draw_moves: int = 0
    draw_after: int = 80  # plies before which no draw is adjudicated


@dataclass
class Record:
    """A finished game. `fault_of` is the colour ("white", "black") whose engine forfeited, else ""."""

    opening: Opening
    white: str = ""
    black: str = ""
    result: str = ""
    reason: str = ""
    detail: str = ""
    fault_of: str = ""
    final_fen: str = ""
    moves: list[str] = field(default_factory=list)  # all of them, the opening's too
    san: list[str] = field(default_factory=list)
    answers: list[Answer | None] = field(default_factory=list)  # None for the opening's moves
    conversation: list[str] = field(default_factory=list)  # with the engine at fault


def play(variant: str, opening: Opening, players: dict[bool, Player], ends: Ends) -> Record:
    """Play a game; `players` by "is White". An engine at fault is closed, and starts afresh in the next."""
    position = Position(variant, opening.fen)
    record = Record(opening)
    for move in opening.moves:
        _push(position, record, move, None)
    try:
        for player in players.values():
            player.new_game()
        record.result, record.reason = _play_on(position, record, players, ends)
    except Forfeit as fault:
        white_lost = fault.player is players[True]
        record.result, record.fault_of = ("0-1", "white") if white_lost else ("1-0", "black")
        record.reason, record.detail = fault.reason, str(fault)
        record.conversation = fault.player.conversation
        fault.player.close()
    record.white, record.black = players[True].name, players[False].name
    record.final_fen = position.fen
    return record


def _play_on(position: Position, record: Record, players: dict[bool, Player], ends: Ends) -> tuple[str, str]:
    """Ask in turn until the game ends; result and reason. Raises `Forfeit`."""
    clocks = {colour: player.profile.limits.base or 0.0 for colour, player in players.items()}
    for colour in clocks:
        if players[colour].profile.limits.base is None:
            # It is told its opponent's clock, for want of its own.
            clocks[colour] = clocks[not colour]
    while True:
        ending = position.ending() or _adjudged(record, position.white_to_move, ends)
        if ending:
            return ending
        if len(position.moves) >= ends.max_plies:
            return "1/2-1/2", "length limit"
        white = position.white_to_move
        player = players[white]
        answer = player.ask(position, clocks)
        if answer.late > player.profile.margin:
            raise Forfeit(player, "time", f"{1000 * answer.late:.0f} ms too late")
        if answer.move not in position.legal:
            raise Forfeit(player, "illegal move", f"{answer.move!r} in {position.fen}")
        if player.profile.limits.base is not None:
            # An overrun within the margin is forgiven, not carried on to the next move.
            clocks[white] = max(0.0, clocks[white] - answer.seconds) + player.profile.limits.increment
        _push(position, record, answer.move, answer)


def _push(position: Position, record: Record, move: str, answer: Answer | None) -> None:
    record.san.append(position.san(move))
    record.moves.append(move)
    record.answers.append(answer)
    position.push(move)


def _adjudged(record: Record, white_to_move: bool, ends: Ends) -> tuple[str, str] | None:
    """An end that both engines' scores agree on, if that is wanted."""
    if ends.resign_moves and (scores := _last_scores(record, 2 * ends.resign_moves)):
        # The last score is that of the side not to move.
        mine, theirs = scores[-2::-2], scores[-1::-2]
        if max(mine) <= -ends.resign_score and min(theirs) >= ends.resign_score:
            return ("0-1" if white_to_move else "1-0"), "adjudged lost"
        if min(mine) >= ends.resign_score and max(theirs) <= -ends.resign_score:
            return ("1-0" if white_to_move else "0-1"), "adjudged lost"
    if (
        ends.draw_moves
        and len(record.moves) >= ends.draw_after
        and (scores := _last_scores(record, 2 * ends.draw_moves))
        and max(map(abs, scores)) <= ends.draw_score
    ):
        return "1/2-1/2", "adjudged drawn"
    return None


def _last_scores(record: Record, count: int) -> list[int]:
    """The scores of the last `count` plies, each from its own side; empty when one of them has none."""
    last = record.answers[-count:]
    scores = [answer.score for answer in last if answer is not None and answer.score is not None]
    return scores if len(scores) == count else []
