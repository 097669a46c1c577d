"""The layers below, as the conversation needs them. Imports come late: numba takes its time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..engine.board import Board
    from ..engine.notation import Move
    from ..engine.variants import Variant
    from ..eval.nnue.files import Network
    from ..search.searcher import Searcher


class Backend:
    """The real engine. Tests put something simpler in its place."""

    def warm_up(self, report: Callable[[str], None]) -> None:
        """Load or compile all kernels; `report` hears of it if that takes time. Tables of endings come after
        it, beside what is said meanwhile.
        """
        from threading import Thread

        from ..eval.solved import load_tables
        from ..search.warmup import warm_up

        warm_up(report)
        Thread(target=load_tables, name="tables", daemon=True).start()

    def board(self, variant: str, fen: str | None = None, letters: str | None = None) -> Board:
        """A board with `fen`, or the start position, on it. Raises `ValueError` for a FEN that is refused."""
        from ..engine.board import Board

        board = Board(variant)
        if fen is not None:
            board.set_fen(fen, letters)
        return board

    def searcher(self, hash_mb: int) -> Searcher:
        """A searcher with a table of `hash_mb` megabytes. Raises `MemoryError`."""
        from ..search.searcher import Searcher

        return Searcher(hash_mb)

    def perft(self, board: Board, depth: int) -> Iterator[tuple[Move, int]]:
        """Each legal move and the number of leaves below it, one by one so that it can be broken off."""
        from ..engine.perft import perft

        for move in list(board.legal_moves):
            board.push(move)
            yield move, perft(board.pos, board.rules, depth - 1)
            board.pop()

    def bench(self, report: Callable[[str], None]) -> tuple[int, float]:
        """Search the fixed positions: nodes and seconds."""
        from ..search.bench import bench

        return bench(report)

    def network(self, variant: Variant, eval_file: str) -> Network | None:
        """The network that `EvalFile` means for a game. Raises `ValueError` for a file that is none."""
        from ..eval.nnue.shipped import wanted

        return wanted(variant, eval_file)

    def trace(self, board: Board, network: Network | None) -> str:
        """The evaluation of a position, term by term, and the network's."""
        from ..eval.trace import trace

        return trace(board, network)
