"""Engines that misbehave: the right verdict, nothing left over, and the match goes on."""

from __future__ import annotations

import threading
import time

import pytest
from support.stubs import leftovers, normal, stub, tables, white_lost
from tenfold.arbiter.process import Cancelled
from tenfold.arbiter.record import Reason
from tenfold.arbiter.spec import EngineSpec

FOREVER = "readytimeout=0.3"

# What an engine may do wrong, the verdict, what its one line says, and how many games that takes.
FAULTS = [
    ("start=3", "", Reason.NO_START, ["exit status 3"]),
    ("silent", "starttimeout=0.3", Reason.NO_START, ["no uciok within 0.3 s"]),
    ("unready-from=0", "starttimeout=0.3", Reason.NO_START, ["no readyok within 0.3 s"]),
    ("exit-on-newgame=1", "", Reason.NO_START, ["exit status 0"]),
    ("variants=chess", "", Reason.NO_START, ["does not play grand", "no such choice in UCI_Variant"]),
    ("variants=", "", Reason.NO_START, ["does not play grand", "no option UCI_Variant"]),
    ("crash=7 from=8", "", Reason.DISCONNECT, ["exit status 7"]),
    ("crash=signal from=8", "", Reason.DISCONNECT, ["killed by SIGABRT"]),
    ("close from=8", "", Reason.DISCONNECT, ["closed its output", "still running"]),
    ("unready-from=8", FOREVER, Reason.STALL, ["no readyok within 0.3 s"]),
    ("never from=8", f"tc=0.3 {FOREVER}", Reason.STALL, ["no move 0.3 s after stop", "it had 0."]),
    ("never from=8", "nodes=1 movetimeout=0.3", Reason.STALL, ["no move within 0.3 s"]),
    (
        "waits deaf from=8",
        f"st=0.1 {FOREVER}",
        Reason.STALL,
        ["no move 0.3 s after stop, and it had 0.100 s"],
    ),
    ("flood=1000 from=8", f"st=0.1 {FOREVER}", Reason.STALL, ["no move 0.3 s after stop"]),
    ("flood=1000 from=8", "nodes=1 movetimeout=0.3", Reason.STALL, ["no move within 0.3 s"]),
    ("flood=0.5 from=8", "st=0.2", Reason.TIME, ["s for a move with 0.200 s left"]),
    ("late=0.5 from=8", "st=0.2", Reason.TIME, ["0.5", "s for a move with 0.200 s left"]),
    ("late=0.4 from=8", "st=0.1 timemargin=150", Reason.TIME, ["with 0.100 s left and a margin of 0.15 s"]),
    ("late=0.25 from=8", "tc=40/0.2", Reason.TIME, ["s left"]),
    ("waits from=8", "st=0.1", Reason.TIME, ["with 0.100 s left"]),
    ("waits slow-stop=0.3 from=8", "st=0.1", Reason.TIME, ["with 0.100 s left"]),
    ("'say=bestmove a1a2' from=8", "", Reason.ILLEGAL_MOVE, ["'a1a2'", "no man stands on a1"]),
    ("'say=bestmove (none)' from=8", "", Reason.ILLEGAL_MOVE, ["'(none)'"]),
    ("'say=bestmove 0000' from=8", "", Reason.ILLEGAL_MOVE, ["'0000'", "null move"]),
    ("'say=bestmove E3E5' from=8", "", Reason.ILLEGAL_MOVE, ["'E3E5'", "capital letters"]),
    ("'say=bestmove Nc4' from=8", "", Reason.ILLEGAL_MOVE, ["'Nc4'"]),
    ("say=bestmove from=8", "", Reason.ILLEGAL_MOVE, ["''"]),
    ("'say=bestmove \xff\x00\x1b[2J' from=8".replace("\x00", ""), "", Reason.ILLEGAL_MOVE, ["\\x1b"]),
    (f"'say=bestmove {'x' * 5000}' from=8", "", Reason.ILLEGAL_MOVE, ["xxx..."]),
    ("'say=resign' from=8", f"st=0.1 {FOREVER}", Reason.STALL, ["no move 0.3 s after stop"]),
]


@pytest.mark.parametrize(
    ("settings", "words", "reason", "details"), FAULTS, ids=[fault[0][:30] for fault in FAULTS]
)
def test_faults(settings: str, words: str, reason: Reason, details: list[str]) -> None:
    with tables(stub(settings, words)) as table:
        game = table.play()
        assert white_lost(game, reason, *details)
        assert len(game.moves) == (0 if reason is Reason.NO_START else 8)
        assert game.last_lines or reason is Reason.NO_START
        assert len(str(game.last_lines)) < 10_000_000


@pytest.mark.parametrize(
    "settings", ["start=3", "crash=7 from=8", "late=0.5 from=8", "waits from=8", "'say=bestmove 0000' from=8"]
)
def test_the_match_goes_on(settings: str) -> None:
    with tables(stub(settings, "st=0.3")) as table:
        games = [table.play() for _ in range(3)]
        assert len({(game.result, game.reason, game.at_fault, len(game.moves)) for game in games}) == 1
        assert games[0].at_fault == "white"


def test_the_fault_is_black_s() -> None:
    with tables(stub(), stub("'say=bestmove e3e5' from=9")) as table:
        game = table.play()
        assert (game.result, game.reason, game.at_fault) == ("1-0", Reason.ILLEGAL_MOVE, "black")
        assert len(game.moves) == 9
        assert game.last_lines[-1] == "< bestmove e3e5" and game.last_lines[-2].startswith("> go ")


@pytest.mark.parametrize("command", ["/no/such/engine", "/etc/passwd", "/tmp"])
def test_programs_that_are_none(command: str) -> None:
    with tables(EngineSpec("none", (command,))) as table:
        assert white_lost(table.play(), Reason.NO_START, f"cannot start '{command}': ")


def test_a_folder_that_is_none() -> None:
    with tables(stub("", "dir=/no/such/folder")) as table:
        assert white_lost(table.play(), Reason.NO_START, "No such file")


def test_the_last_words_are_kept() -> None:
    with tables(stub("crash=7 from=8")) as table:
        assert table.play().last_lines[-1] == "! stub: about to crash"


# Between games


@pytest.mark.parametrize("settings", ["late=0.4 from=33", "waits slow-stop=0.2 from=33"])
def test_a_late_move_is_not_met_in_the_next_game(settings: str) -> None:
    """The move that is late would be legal in no early position; the engine is the same process."""
    white, black = stub(), stub(settings, "st=0.1", name="late")
    with tables(white, black) as table:
        game = table.play()
        assert (game.result, game.reason, game.at_fault) == ("1-0", Reason.TIME, "black")
        pids = table.pids()
        again = table.play()
        assert (again.reason, len(again.moves)) == (Reason.TIME, 33) and table.pids() == pids


def test_a_stalled_engine_is_replaced() -> None:
    with tables(stub("never from=8", f"st=0.1 {FOREVER}")) as table:
        table.play()
        assert len(table.pids()) == 1 and len(leftovers(0.0)) == 1  # only the other one lives
        assert white_lost(table.play(), Reason.STALL)


def test_an_engine_that_dies_between_games_starts_again() -> None:
    with tables(stub("exit-on-newgame=2")) as table:
        assert normal(table.play())
        pid = table.players[True].pid
        assert normal(table.play()) and table.players[True].pid != pid


def test_restart_on() -> None:
    with tables(stub("", "restart=on")) as table:
        assert normal(table.play())
        pids = table.pids()
        assert normal(table.play())
        assert table.pids()[0] != pids[0] and table.pids()[1] == pids[1]


# Being told to stop


@pytest.mark.parametrize("settings", ["never", "waits", "silent", "unready-from=0", "flood=100"])
def test_a_game_can_be_cancelled(settings: str) -> None:
    with tables(stub(settings, "st=60")) as table:
        timer = threading.Timer(0.5, table.players[True].cancel)
        timer.start()
        with pytest.raises(Cancelled):
            table.play()
        ended = time.monotonic()
        timer.join()
        for player in table.players.values():
            player.close(0.0)
        assert time.monotonic() - ended < 5
