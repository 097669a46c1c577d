"""A match: games in pairs, played by several workers at once, and its running score."""

from __future__ import annotations

import queue
import threading
from collections import Counter
from typing import IO

from .game import Ends, Opening, Record, play
from .pgn import pgn
from .player import Player, Profile
from .score import Score


class Match:
    """Games handed to workers, each with a pair of engines of its own."""

    def __init__(
        self, profiles: tuple[Profile, Profile], variant: str, openings: list[Opening], ends: Ends
    ) -> None:
        self.profiles = profiles
        self.variant = variant
        self.ends = ends
        self.openings = openings  # one a game; games 2k and 2k+1 share theirs
        self.score = Score()
        self.faults: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        self.players: list[tuple[Player, Player]] = []
        self._waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._finished: queue.SimpleQueue[tuple[int, Record] | BaseException] = queue.SimpleQueue()

    def run(self, concurrency: int, book: IO[str] | None) -> None:
        """Play all games, a line for each; an interrupt ends the match early."""
        for number in range(len(self.openings)):
            self._waiting.put(number)
        for _ in range(concurrency):
            pair = Player(self.profiles[0], self.variant), Player(self.profiles[1], self.variant)
            self.players.append(pair)
            threading.Thread(target=self._work, args=pair, daemon=True).start()
        try:
            for _ in self.openings:
                finished = self._finished.get()
                if isinstance(finished, BaseException):
                    raise finished
                self._report(*finished)
                if book:
                    book.write(pgn(finished[1], self.variant, finished[0] + 1))
                    book.flush()
        except KeyboardInterrupt:
            print("interrupted")
        finally:
            for player in (player for pair in self.players for player in pair):
                player.close()

    def _work(self, first: Player, second: Player) -> None:
        try:
            while not self._waiting.empty():
                number = self._waiting.get_nowait()
                players = {number % 2 == 0: first, number % 2 == 1: second}
                self._finished.put((number, play(self.variant, self.openings[number], players, self.ends)))
        except queue.Empty:
            pass
        except BaseException as error:  # a mistake of the arbiter's own must not look like a hang
            self._finished.put(error)

    def _report(self, number: int, record: Record) -> None:
        first_is_white = number % 2 == 0
        points = {"1/2-1/2": 0.5, "1-0": 1.0 if first_is_white else 0.0}.get(
            record.result, 0.0 if first_is_white else 1.0
        )
        reason = record.reason
        if record.fault_of:
            at_fault = 0 if (record.fault_of == "white") == first_is_white else 1
            self.faults[at_fault][reason] += 1
            reason = f"{reason} of engine {at_fault + 1}"
        self.score.add(number // 2, points, reason)
        print(
            f"game {number + 1}: {record.white} - {record.black}  {record.result}  {reason}, "
            f"{len(record.moves)} plies   [{self.score}]",
            flush=True,
        )
        if record.fault_of:
            print(f"  {record.detail}\n  {record.final_fen}")
            for line in record.conversation[-12:]:
                print(f"    {line[:300]}", flush=True)

    def summary(self) -> str:
        """The result, the ends of the games and the faults."""
        lines = ["", f"{self.variant}, {self.score.games} games, engine 1: {self.score}"]
        lines += [f"  {count:4}  {reason}" for reason, count in self.score.reasons.most_common()]
        for index, (settings, faults) in enumerate(zip(self.profiles, self.faults, strict=True)):
            mine = [pair[index] for pair in self.players]
            late = max((player.worst_late for player in mine), default=0.0)
            told = ", ".join(f"{count} {reason}" for reason, count in faults.items()) or "none"
            name = mine[0].name if mine else settings.command
            lines.append(f"  engine {index + 1}: {name}, {settings.limits}; forfeits: {told}")
            if late > 0:
                lines.append(f"    latest move {1000 * late:.0f} ms past its time")
            lines += [f"    {warning}" for warning in sorted({w for player in mine for w in player.warnings})]
        return "\n".join(lines)
