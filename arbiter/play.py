"""One game between two players, from its opening to its result."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime

from ..engine.errors import InvalidMoveError
from ..engine.notation import Move
from .adjudication import Adjudicator, Ending
from .clock import Clock
from .judge import board_for, verdict
from .player import Answer, Fault, Player, Told
from .record import GameRecord, GameTask, MoveRecord, Reason

#: Decimals of the times in a record, in seconds; what lies below a tenth of a millisecond is noise.
DECIMALS = 4


def play_game(task: GameTask, white: Player, black: Player) -> GameRecord:
    """Play a game. Whatever the engines do, it ends with a record; they are then ready for the next game.

    Raises `ValueError` or `KeyError` for an opening that the rules refuse, before an engine hears of it, and
    `Cancelled`.
    """
    return _Game(task, {True: white, False: black}).play()


class _Game:
    def __init__(self, task: GameTask, players: Mapping[bool, Player]) -> None:
        self.task = task
        self.players = players
        self.board = board_for(task.rules, task.opening.fen)
        if any(player.variant.name != self.board.variant.name for player in players.values()):
            raise ValueError(f"a player was not made for {self.board.variant.title}")
        self.moves: list[MoveRecord] = []
        self.told: list[str] = []  # the same as text
        self.clocks = {white: Clock(player.spec.control) for white, player in players.items()}
        self.adjudicator = Adjudicator(task.rules)
        self.overhead = 0.0
        self.answered: float | None = None  # when the latest move came
        for text in task.opening.moves:
            move = self.board.parse_uci(text)
            self._make(move, MoveRecord(move.uci()))

    def play(self) -> GameRecord:
        started, begin = datetime.now().astimezone(), time.perf_counter()
        at_fault = ""
        last_lines: tuple[str, ...] = ()
        try:
            for white in (True, False):
                self.players[white].new_game()
            result, reason, detail = self._play_on()
        except Fault as fault:
            white = fault.player is self.players[True]
            result, at_fault = ("0-1", "white") if white else ("1-0", "black")
            reason, detail, last_lines = fault.reason, str(fault), fault.last_lines
        finally:
            for player in self.players.values():
                player.finish()
        return GameRecord(
            number=self.task.number,
            pair=self.task.pair,
            white=self.task.white.name,
            black=self.task.black.name,
            opening=self.task.opening,
            moves=tuple(self.moves),
            result=result,
            reason=reason,
            detail=detail,
            at_fault=at_fault,
            final_fen=self.board.fen(),
            last_lines=last_lines,
            started=started.isoformat(timespec="seconds"),
            seconds=round(time.perf_counter() - begin, DECIMALS),
            overhead=round(self.overhead, DECIMALS),
        )

    def _play_on(self) -> Ending:
        """Ask in turn until the game ends. Raises `Fault`."""
        ended = verdict(self.board)
        if ended:
            return *ended, ""
        while True:
            white = self.board.turn
            player = self.players[white]
            answer = player.ask(self._told())
            self._measure(answer)
            move = self._judge(player, answer)
            seconds = round(answer.seconds, DECIMALS)
            record = MoveRecord(move.uci(), seconds, answer.score, answer.depth, answer.nodes)
            self.clocks[white].spend(answer.seconds)
            adjudged = self._make(move, record)
            if ended := verdict(self.board):
                return *ended, ""
            if adjudged:
                return adjudged
            if player.ponders and answer.ponder:
                self._ponder(player, answer.ponder)

    def _told(self) -> Told:
        return Told(self.task.opening.fen, self.told, self.board.turn, self.clocks)

    def _judge(self, player: Player, answer: Answer) -> Move:
        """The move of an answer. UCI knows small letters only."""
        try:
            if answer.move != answer.move.lower():
                raise InvalidMoveError(answer.move, "capital letters", self.board.fen())
            return self.board.parse_uci(answer.move)
        except InvalidMoveError as error:
            raise Fault(player, Reason.ILLEGAL_MOVE, str(error)) from None

    def _make(self, move: Move, record: MoveRecord) -> Ending | None:
        white = self.board.turn
        self.board.push(move)
        self.moves.append(record)
        self.told.append(record.uci)
        return self.adjudicator.after(record, white, self.board.halfmove_clock == 0)

    def _ponder(self, player: Player, text: str) -> None:
        """Let a player think on in its opponent's time, if what it expects is a move and no end."""
        try:
            self.board.push_uci(text)
        except InvalidMoveError:
            return
        reply = self.board.peek().uci()
        ended = verdict(self.board)
        self.board.pop()
        if not ended:
            white = not self.board.turn
            player.ponder(Told(self.task.opening.fen, [*self.told, reply], white, self.clocks))

    def _measure(self, answer: Answer) -> None:
        """Count the arbiter's own time between two moves."""
        if self.answered is not None:
            self.overhead += max(0.0, answer.asked - self.answered - answer.waited)
        self.answered = answer.asked + answer.seconds
