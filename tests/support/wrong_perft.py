"""A UCI engine that counts legal lines with one mistake, named on the command line. Run as a program.

    wrong_perft.py MOVES MISTAKE

After MOVES (joined by commas; - for none) it errs: `lose:e3e5` does not know that move, `add:a1a9` has one
more, `count` counts one leaf too many but only from above. `silent` never answers, `search` searches instead.
"""

from __future__ import annotations

import sys

from tenfold.arbiter.divide import our_divide
from tenfold.engine.board import Board


def counts(board: Board, depth: int, bad: list[str], mistake: str) -> dict[str, int]:
    """The divide of the board, wrong on the bad path."""
    played = [move.uci() for move in board.move_stack]
    found = dict(our_divide(board, depth))
    kind, _, move = mistake.partition(":")
    if played == bad:
        if kind == "lose":
            found.pop(move, None)
        elif kind == "add":
            found[move] = 1
    elif bad[: len(played)] == played and len(bad) - len(played) < depth:
        found[bad[len(played)]] += -1 if kind == "lose" else 1
    return found


def main() -> None:
    bad, mistake = sys.argv[1].split(",") if sys.argv[1] != "-" else [], sys.argv[2]
    board = Board("grand")
    for line in sys.stdin:
        words = line.split()
        match words:
            case ["uci"]:
                print("id name Wrong\noption name UCI_Variant type combo default grand var grand\nuciok")
            case ["isready"]:
                print("readyok")
            case ["position", *rest]:
                board = Board("grand")
                for move in rest[rest.index("moves") + 1 :] if "moves" in rest else []:
                    board.push_uci(move)
            case ["go", "perft", depth] if mistake == "search":
                print(f"info depth {depth} score cp 0\nbestmove e3e5")
            case ["go", "perft", depth] if mistake != "silent":
                found = counts(board, int(depth), bad, mistake)
                for move, count in found.items():
                    print(f"{move}: {count}")
                print(f"\nNodes searched: {sum(found.values())}")
            case ["quit"]:
                return
        sys.stdout.flush()


if __name__ == "__main__":
    main()
