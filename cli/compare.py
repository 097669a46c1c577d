"""The work of `tenfold perft --compare`: two move generators side by side."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ..arbiter.divide import Difference, Divide, PerftUnknown, engine_divide, first_difference, told
from ..arbiter.handshake import ready, set_up
from ..arbiter.process import EngineError, EngineProcess
from ..arbiter.spec import EngineSpec, parse_engine
from ..engine.board import Board


def compare_with(text: str, board: Board, depth: int, patience: float) -> bool:
    """Print the first move on which our counts and an engine's differ; whether there is none.

    Raises `click.ClickException` if the engine cannot be asked.
    """
    try:
        spec = parse_engine(text)
        process = EngineProcess(spec.command, spec.directory)
    except (ValueError, EngineError) as error:
        raise click.BadParameter(str(error), param_hint="--compare") from None
    try:
        set_up(process, spec, board.variant)
        ready(process, spec.ready_timeout)

        def theirs(asked: Board, plies: int) -> Divide:
            process.send(told(asked, spec.tenth_file))
            return engine_divide(process, asked, plies, patience)

        difference = first_difference(
            board,
            depth,
            theirs,
            lambda path: click.echo(_progress(path, depth), err=True),
        )
    except (EngineError, PerftUnknown) as error:
        complaint = next((line[2:] for line in reversed(process.last_lines) if line.startswith("! ")), "")
        raise click.ClickException(f"{spec.name}: {error}{complaint and f' ({complaint})'}") from None
    finally:
        process.close(patience=1.0)
    click.echo(_verdict(difference, spec, depth))
    return difference is None


def _progress(path: Sequence[str], depth: int) -> str:
    where = f" after {' '.join(path)}" if path else ""
    return f"comparing depth {depth - len(path)}{where}"


def _verdict(difference: Difference | None, spec: EngineSpec, depth: int) -> str:
    if difference is None:
        return f"Tenfold and {spec.name} agree on every move to depth {depth}."
    lines = [
        f"Moves:   {' '.join(difference.path) or '(none)'}",
        f"FEN:     {difference.fen}",
        f"Differs: {difference.move} at depth {difference.depth}",
        f"Tenfold: {_count(difference.ours)}",
        f"{spec.name}: {_count(difference.theirs)}",
    ]
    if difference.unstable:
        lines.append(
            f"Asked about the position after {difference.move} itself, {spec.name} counts as Tenfold does."
        )
    return "\n".join(lines)


def _count(count: int | None) -> str:
    return "not a legal move" if count is None else str(count)
