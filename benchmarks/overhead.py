"""Measure what the match runner itself costs a move, with engines that answer at once.

    python benchmarks/overhead.py
    python benchmarks/overhead.py --games 100 --concurrency 2

The runner's own time is from the arrival of a move until the next `go` leaves, without the wait for
`readyok`: the move is judged, made and recorded, the game's end looked for, the next position written. The
exit status is 0 whatever the figures are.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from pathlib import Path

from tenfold.arbiter.play import play_game
from tenfold.arbiter.player import Player
from tenfold.arbiter.record import GameRecord, GameTask, Opening, Rules
from tenfold.arbiter.spec import EngineSpec, TimeControl

STUB = Path(__file__).resolve().parents[1] / "tests" / "support" / "stub_engine.py"
#: Milliseconds a move that the runner may take.
BAR = 2.0


def play_games(games: int, played: list[GameRecord]) -> None:
    """Play so many games in Grand Chess, one after the other, between two stub engines."""
    command = (sys.executable, "-S", "-E", str(STUB), "score=cp 1")
    spec = EngineSpec("stub", command, control=TimeControl(base=600.0))
    white, black = Player(spec, "grand"), Player(spec, "grand")
    for number in range(games):
        played.append(play_game(GameTask(number, number, spec, spec, Opening(), Rules()), white, black))
    white.close()
    black.close()


def main() -> int:
    """Measure as the command line asks for."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--games", type=int, default=50, help="of each slot; default %(default)s")
    parser.add_argument("--concurrency", type=int, default=1, help="slots; default %(default)s")
    options = parser.parse_args()
    play_games(1, [])  # loads the kernels
    played: list[GameRecord] = []
    slots = [
        threading.Thread(target=play_games, args=(options.games, played)) for _ in range(options.concurrency)
    ]
    begin = time.perf_counter()
    for slot in slots:
        slot.start()
    for slot in slots:
        slot.join()
    seconds = time.perf_counter() - begin
    moves = sum(len(game.moves) for game in played)
    own = [1000 * game.overhead / len(game.moves) for game in played]
    print(f"{len(played)} games, {moves} moves, {options.concurrency} at a time, {seconds:.1f} s")
    print(f"a move, all in all        {1000 * seconds * options.concurrency / moves:6.2f} ms")
    print(f"the runner's own part     {sum(own) / len(own):6.2f} ms   (aim: below {BAR:g} ms)")
    print(f"the same, worst game      {max(own):6.2f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
