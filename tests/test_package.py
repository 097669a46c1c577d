"""What `import tenfold` offers: names that exist, are loaded when used, and have types."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
import tenfold

ROOT = Path(__file__).parents[1]

#: A program as a user writes it. What mypy must object to is marked.
PROGRAM = """
import asyncio
from tenfold import Board, GrandBoard, Move, Outcome, Piece, client, draw, pgn

board = Board("grand")
grand: GrandBoard = GrandBoard()
moves: list[Move] = list(board.legal_moves)
board.push(moves[0])
outcome: Outcome | None = board.outcome(claim_draw=True)
piece: Piece | None = board.piece_at(0)
with client.popen("engine", options={"Hash": 16}) as engine:
    result = engine.play(grand, client.Limit(time=0.1))
    if result.move:
        grand.push(result.move)
    info = engine.analyse(board, client.Limit(depth=3))
    print(board.variation_san(info["pv"]), info["score"].white())
    for line in engine.analyse(board, client.Limit(depth=3), multipv=2):
        print(line["pv"][0].uci())
    with engine.analysis(board) as analysis:
        for news in analysis:
            print(news.get("depth"))
for game in pgn.games("games.pgn"):
    for node in game.mainline():
        node.board().push(node.move)
        node.parent.add_variation(node.move).comment = "again"
    print(game.errors, game.end().board().fen(), game.accept(pgn.StringExporter()))
first = pgn.read_game(open("games.pgn"))
if first is not None:
    print(first.headers["White"], first.board().san(first.variations[0].move))
picture: str = draw.board_svg(board)

async def main() -> None:
    transport, protocol = await client.popen_async()
    result = await protocol.play(board, client.Limit(depth=2))
    move: Move | None = result.move
    await protocol.quit()

asyncio.run(main())
wrong: int = board.fen()  # WRONG
board.push("e3e5")  # WRONG
first.headers  # WRONG
"""


def test_every_name_is_there() -> None:
    for name in tenfold.__all__:
        assert getattr(tenfold, name) is not None
        assert name in dir(tenfold)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = tenfold.nonsense


def test_type_checkers_are_told_the_same_names() -> None:
    tree = ast.parse((ROOT / "__init__.py").read_text(encoding="utf-8"))
    told = {
        alias.asname: f"{node.module}.{alias.name}" if node.module else alias.name
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert set(told) == set(tenfold.__all__) - {"__version__"}
    for name, where in told.items():
        assert where == (f"{tenfold._HOMES[name]}.{name}" if name in tenfold._HOMES else name)


def test_importing_loads_nothing_heavy() -> None:
    program = "import sys, tenfold; print(*({'numpy', 'numba', 'chess', 'rich'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.slow
def test_a_users_program_sees_the_types(tmp_path: Path) -> None:
    (tmp_path / "tenfold").symlink_to(ROOT)
    (tmp_path / "user.py").write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "user.py"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    objected = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
    marked = {number for number, line in enumerate(PROGRAM.splitlines(), 1) if "# WRONG" in line}
    assert objected == marked, done.stdout + done.stderr
