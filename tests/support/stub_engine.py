"""A UCI engine that plays fixed moves and misbehaves as it is told. It knows no rules.

    python -S -E stub_engine.py moves=a1b1,a10b10 late=0.5 from=8 log=FILE

Each word is one of the settings below; numbers of plies count the moves of the position it is asked about.
"""

import os
import subprocess
import sys
import time

SETTINGS = dict(word.partition("=")[::2] for word in sys.argv[1:])
FROM = int(SETTINGS.get("from", 0))  # plies from which it misbehaves in a search

#: Rooks of Grand Chess wander along their own rank and back; ply 34 is the third repetition.
FILES = "abcdefghi"
TOUR = [f"{FILES[i]}R{FILES[i + 1]}R" for i in range(8)]
TOUR += [f"{FILES[i]}R{FILES[i - 1]}R" for i in range(8, 0, -1)]

ply = 0
games = 0
pending = ""  # the line that answers a search which goes on


def say(line: str) -> None:
    os.write(1, line.encode("latin-1") + b"\n")


def move_at(number: int) -> str:
    if "moves" in SETTINGS:
        moves = SETTINGS["moves"].split(",")
        return moves[number % len(moves)]
    return TOUR[number // 2 % len(TOUR)].replace("R", "10" if number % 2 else "1")


def answer() -> str:
    if "say" in SETTINGS and ply >= FROM:
        return SETTINGS["say"]
    reply = f" ponder {move_at(ply + 1)}" if "ponder" in SETTINGS else ""
    return f"bestmove {move_at(ply)}{reply}"


def search(limits: str) -> None:
    """Answer a `go`, in the worst way that is asked for."""
    global pending
    bad = ply >= FROM
    if bad and "crash" in SETTINGS:
        os.write(2, b"stub: about to crash\n")
        if SETTINGS["crash"] == "signal":
            os.abort()
        os._exit(int(SETTINGS["crash"]))
    if bad and "close" in SETTINGS:
        os.close(1)
        time.sleep(1000)
    if bad and "never" in SETTINGS:  # deaf too: it reads no `stop`
        time.sleep(1000)
    if bad and "flood" in SETTINGS:
        end = time.perf_counter() + float(SETTINGS["flood"])
        while time.perf_counter() < end:
            os.write(1, b"info string flood of lines without an end\n" * 1000)
    if bad and "endless-line" in SETTINGS:
        for _ in range(int(SETTINGS["endless-line"])):
            os.write(1, b"x" * 1_000_000)
        os.write(1, b"\n")
    if "noise" in SETTINGS:
        os.write(1, b"\xff\x00\x80 noise\r\n\n\tbest\nbestmoves e2e4\n info\nreadyok\n")
        os.write(2, b"\xffnoise\n" * 1000)
    if "score" in SETTINGS:
        scores = SETTINGS["score"].split(",")
        say(f"info depth 7 multipv 1 score {scores[ply % len(scores)]} nodes 99 pv {move_at(ply)}")
        say("info depth 8 score cp 9999 lowerbound nodes 5")
        say("info depth 8 multipv 2 score cp -777 nodes 5")
        say("info string score cp 1")
    if bad and "late" in SETTINGS:
        time.sleep(float(SETTINGS["late"]))
    pending = answer()
    waits = "infinite" in limits or ("ponder" in limits and "early" not in SETTINGS)
    if not waits and not (bad and "waits" in SETTINGS):
        finish()


def finish() -> None:
    global pending
    line, pending = pending, ""
    if line:
        say(line)


def introduce() -> None:
    if "start" in SETTINGS:  # the status to end with
        os._exit(int(SETTINGS["start"]))
    say("id name Stub")
    for option in SETTINGS.get("options", "").split(","):
        if option:
            say(f"option name {option}")
    if "ponder" in SETTINGS:
        say("option name Ponder type check default false")
    names = SETTINGS.get("variants", "chess,grand,bigchess")
    if names:
        say(
            "option name UCI_Variant type combo default chess "
            + " ".join(f"var {n}" for n in names.split(","))
        )
    if "silent" not in SETTINGS:
        say("uciok")


def handle(line: str) -> bool:
    """Act on a line; false if it was the last one."""
    global ply, games
    word, _, rest = line.partition(" ")
    if word == "uci":
        introduce()
    elif word == "isready":
        time.sleep(float(SETTINGS.get("slow-ready", 0)))
        if ply < int(SETTINGS.get("unready-from", 10**9)):
            say("readyok")
    elif word == "ucinewgame":
        games += 1
        if games == int(SETTINGS.get("exit-on-newgame", 0)):
            return False
    elif word == "setoption" and "VariantPath" in rest:
        SETTINGS["variants"] += f",{SETTINGS['learns']}"
    elif word == "position":
        ply = len(rest.partition("moves")[2].split())
    elif word == "go":
        search(rest)
    elif word == "ponderhit" or (word == "stop" and "deaf" not in SETTINGS):
        time.sleep(float(SETTINGS.get("slow-stop", 0)))
        finish()
    return word != "quit" or "stays" in SETTINGS


def main() -> None:
    if "child" in SETTINGS:  # sleeps so many seconds and holds the pipes, as an engine behind a script may
        subprocess.Popen(["sleep", SETTINGS["child"]])
    while line := sys.stdin.readline():
        if "log" in SETTINGS:
            with open(SETTINGS["log"], "a", encoding="utf-8") as log:
                log.write(line)
        if not handle(line.strip()):
            return
    if "stays" in SETTINGS:
        time.sleep(1000)


main()
