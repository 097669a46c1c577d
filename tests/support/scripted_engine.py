"""An engine inside the test, in the place of a process: right in everything but one fault that it is given.

It answers at once; its clock is made up, so that no test waits.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from tenfold.arbiter.process import EngineGone, EngineSilent
from tenfold.engine.board import Board
from tenfold.engine.variants import VARIANTS

INTRODUCTION = [
    "id name Scripted",
    "id author nobody",
    "option name Hash type spin default 16 min 1 max 64",
    "option name Ponder type check default false",
    "option name MultiPV type spin default 1 min 1 max 9",
    "option name UCI_ShowWDL type check default false",
    "option name Style type combo default calm var calm var wild",
    "option name Book type string default <empty>",
    "option name Clear Hash type button",
    f"option name UCI_Variant type combo default chess {' '.join(f'var {game.name}' for game in VARIANTS)}",
    "uciok",
]
#: A fault: from an output line to what comes instead of it.
Fault = Callable[[str], list[str]]


class ScriptedEngine:
    """The interface of `EngineProcess`. `fault` changes output; other faults are named in `faults`."""

    def __init__(self, fault: Fault | None = None, faults: str = "", log: Any = None) -> None:
        self.fault = fault or (lambda line: [line])
        self.faults = faults.split()
        self.log = log
        self.status: int | None = None
        self.last_lines: tuple[str, ...] = ()
        self.waiting: deque[str] = deque()
        self.board = Board("chess")
        self.options = {"multipv": "1", "uci_showwdl": "false"}
        self.held: list[str] | None = None  # what a search has to say when it may
        self.alive = True

    def say(self, *lines: str) -> None:
        for line in lines:
            for changed in self.fault(line):
                self.waiting.append(changed)
                self.last_lines = (*self.last_lines, f"< {changed}")[-20:]
                if self.log:
                    self.log("<", changed)

    # What is asked of a process

    def read(self, deadline: float) -> tuple[float, str]:
        if self.waiting:
            return time.perf_counter() + 0.05, self.waiting.popleft()
        raise EngineSilent("no answer in time") if self.alive else EngineGone("the engine has ended")

    def read_until(
        self, word: str, patience: float, each: Callable[[str], None] = lambda line: None
    ) -> tuple[float, str]:
        while True:
            try:
                stamp, line = self.read(0)
            except EngineSilent:
                raise EngineSilent(f"no {word} within {patience:g} s") from None
            if line.split()[:1] == [word]:
                return stamp, line
            each(line)

    def send(self, line: str) -> float:
        if not self.alive:
            raise EngineGone("the engine has ended")
        self.last_lines = (*self.last_lines, f"> {line}")[-20:]
        for word in line.split():
            command = getattr(self, f"on_{word}", None)
            if command:
                command(line.split()[1:])
                break
            if "strict" in self.faults:
                break
        return time.perf_counter()

    def kill(self, patience: float = 0) -> None:
        self.alive = False

    def ends(self, patience: float) -> bool:
        return not self.alive

    def has_company(self) -> bool:
        return "orphans" in self.faults

    def close_input(self) -> None:
        self.alive = "ignores-eof" in self.faults

    # What a GUI says

    def on_uci(self, words: list[str]) -> None:
        self.say(*INTRODUCTION)

    def on_isready(self, words: list[str]) -> None:
        if self.held is None or "deaf" not in self.faults:
            self.say("readyok")

    def on_setoption(self, words: list[str]) -> None:
        name, _, value = " ".join(words[1:]).partition(" value ")
        if "crash" in self.faults and name == "NoSuchOption":
            self.alive = False
        self.options[name.lower()] = value
        if name.lower() == "uci_variant":
            self.board = Board(value)

    def on_position(self, words: list[str]) -> None:
        before, _, moves = " ".join(words).partition("moves")
        fen = before.removeprefix("fen ").strip()
        try:
            board = Board(self.board.variant, None if before.startswith("startpos") else fen)
            for move in moves.split():
                board.push_uci(move)
        except ValueError:
            return
        if not (before.startswith("startpos") and "sticky" in self.faults and not moves):
            self.board = board

    def on_quit(self, words: list[str]) -> None:
        self.status = 3 if "status" in self.faults else 0
        self.alive = "ignores-quit" in self.faults or (self.held is not None and "busy" in self.faults)

    def on_stop(self, words: list[str]) -> None:
        if self.held is not None:
            self.release()
        elif "answers-stop" in self.faults:
            self.say("bestmove (none)")

    def on_ponderhit(self, words: list[str]) -> None:
        self.release()

    def on_go(self, words: list[str]) -> None:
        if words[:1] == ["perft"]:
            moves = [move.uci() for move in self.board.legal_moves]
            self.say(*(f"{move}: 1" for move in moves), "", f"Nodes searched: {len(moves)}")
            return
        asked = [word for word in words if re.fullmatch(r"[a-j]\d+[a-j]\d+[a-z]?", word)]
        self.held = self.think([] if "no-searchmoves" in self.faults else asked)
        if not {"infinite", "ponder", "x"} & set(words) or "hasty" in self.faults:
            self.release()

    def release(self) -> None:
        lines, self.held = self.held or [], None
        self.say(*lines)

    def think(self, asked: list[str]) -> list[str]:
        """One info a line of play, the best last, and the move."""
        legal = {move.uci(): move for move in self.board.legal_moves}
        moves = [move for move in legal if move in asked] or list(legal)
        if not moves:
            score = "mate 0" if self.board.is_check() else "cp 0"
            return [f"info depth 0 score {score}", "bestmove (none)"]
        mating = [move for move in moves if self.board.check_mark(self.board.encode(legal[move])) == "#"]
        score = "mate 1" if mating else "mate -1" if self.doomed() else "cp 5"
        moves = mating + [move for move in moves if move not in mating]
        wdl = " wdl 300 400 300" if self.options["uci_showwdl"] == "true" else ""
        lines = [
            f"info depth 1 multipv {place} score {score}{wdl} nodes 9 nps 9 time 1 pv {move}"
            for place, move in enumerate(moves[: max(1, int(self.options["multipv"]))], 1)
        ]
        return [*lines, f"bestmove {moves[0]}"]

    def doomed(self) -> bool:
        """Whether every move is answered by mate."""
        for move in list(self.board.legal_moves):
            self.board.push(move)
            replies = [self.board.check_mark(self.board.encode(reply)) for reply in self.board.legal_moves]
            self.board.pop()
            if "#" not in replies:
                return False
        return True
