"""One position and what was found about it, as a picture for a terminal."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...engine.board import Board
from ..board_view import board_view
from ..words import legend, move_in_words
from .findings import Findings
from .task import Task
from .words import chances, score_text, short

_PALE, _GREY, _DARK = "rgb(240,240,240)", "rgb(128,128,128)", "rgb(70,66,64)"
_AHEAD, _BEHIND, _EVEN = "bold green", "bold red", "bold yellow"
_BAR = 34  # characters of the bar of chances
_WIDTH_FOR_BOTH = 76  # columns for board and figures side by side
_PLIES_WHILE_THINKING = 16  # more would not fit into one row


def screen(
    task: Task, findings: Findings, engine: str, width: int, *, final: bool = False, flipped: bool = False
) -> RenderableType:
    """Board, chances, effort and lines. Until the `final` picture each line takes one row of the screen."""
    board = findings.board
    figures = Group(*_heading(task, board, engine), Text(), *_figures(findings))
    parts: list[RenderableType] = [Text()]
    picture = board_view(board, findings.move, flipped=flipped)
    if width >= _WIDTH_FOR_BOTH:
        both = Table.grid(padding=(0, 1))
        both.add_row(picture, _tower(findings, board.variant.ranks, flipped), figures)
        parts.append(both)
    else:
        parts += [picture, Text(), figures]
    parts += [Text(), _lines(findings, final)]
    if final:
        parts += _conclusion(findings)
    return Group(*parts)


def plain(console: Console, task: Task, findings: Findings, engine: str) -> None:
    """The same without colours, for pipes and plain terminals."""
    board = findings.board
    for text in _heading(task, board, engine):
        console.print(text.plain, markup=False, soft_wrap=True)
    console.print("\n" + board.ascii() + "\n", markup=False)
    for rank, info in findings.ranked:
        said = info.get("wdl")
        wdl = " w/d/l " + "/".join(f"{part:.0%}" for part in chances(info["score"], said)) if said else ""
        head = f"{rank}. {score_text(info['score'])} depth {info.get('depth', 0)}{wdl}:"
        console.print(f"{head} {board.variation_san(info['pv'])}", markup=False, soft_wrap=True)
    for part in _conclusion(findings):
        console.print(part, soft_wrap=True)
    if effort := _effort(findings):
        console.print(effort, markup=False, soft_wrap=True)


def _heading(task: Task, board: Board, engine: str) -> list[Text]:
    side = "White" if board.turn else "Black"
    check = ", in check" if board.is_check() else ""
    title = Text.assemble(
        (board.variant.title, "bold"), f" · move {board.fullmove_number}, {side} to move{check}"
    )
    names = [title]
    if task.title or task.source:
        names.append(
            Text(task.title or ", ".join(f"{key} {value}" for key, value in task.source.items()), "dim")
        )
    names.append(Text(legend(board), "dim"))
    names.append(Text(engine, "cyan"))
    return [name for name in names if name.plain]


def _figures(findings: Findings) -> list[RenderableType]:
    if findings.score is None:
        return [Text("…" if not findings.complete else "", "dim")]
    parts = chances(findings.score, findings.wdl)
    said = "" if findings.wdl else ", estimated"
    head = Text.assemble(
        (f"{score_text(findings.score):<8}", _score_style(parts)),
        (f"White wins {parts[0]:.0%} · draw {parts[1]:.0%} · Black wins {parts[2]:.0%}{said}", ""),
    )
    return [head, _bar(parts), Text(), Text(_effort(findings), "dim")]


def _effort(findings: Findings) -> str:
    effort = findings.effort
    words = []
    if "depth" in effort:
        words.append(f"depth {effort['depth']}" + (f"/{effort['seldepth']}" if "seldepth" in effort else ""))
    if "nodes" in effort:
        words.append(f"{short(effort['nodes'])} positions")
    if "time" in effort:
        words.append(f"{effort['time']:.1f} s")
    if "nps" in effort:
        words.append(f"{short(effort['nps'])}/s")
    if "hashfull" in effort:
        words.append(f"table {effort['hashfull'] / 10:.0f} %")
    return " · ".join(words)


def _score_style(parts: tuple[float, float, float]) -> str:
    """Green where White is clearly better, red where Black is."""
    edge = parts[0] - parts[2]
    return _AHEAD if edge > 0.1 else _BEHIND if edge < -0.1 else _EVEN


def _bar(parts: tuple[float, float, float]) -> Text:
    white, black = round(_BAR * parts[0]), round(_BAR * parts[2])
    bar = Text()
    for length, ground in ((white, _PALE), (max(0, _BAR - white - black), _GREY), (black, _DARK)):
        bar.append(" " * length, style=f"on {ground}")
    return bar


def _tower(findings: Findings, ranks: int, flipped: bool) -> Text:
    """White's expected share of the point as a column beside the board, on White's side."""
    tower = Text()
    if findings.score is None:
        return tower
    wins, draws, _ = chances(findings.score, findings.wdl)
    halves = round(2 * ranks * (wins + draws / 2))
    for row in range(ranks):
        from_below = row if flipped else ranks - 1 - row
        filled = min(2, max(0, halves - 2 * from_below))
        lower = _PALE if filled else _DARK
        upper = _PALE if filled == 2 else _DARK
        if flipped:
            lower, upper = upper, lower
        tower.append("▄▄", style=f"{lower} on {upper}")
        tower.append("\n")
    return tower


def _lines(findings: Findings, final: bool) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False, expand=True)
    table.add_column("", style="dim", no_wrap=True)
    table.add_column("score", no_wrap=True)
    table.add_column("depth", no_wrap=True, style="dim")
    table.add_column("  w/d/l %", no_wrap=True, style="dim")
    table.add_column("line", ratio=1, no_wrap=not final, overflow="fold" if final else "ellipsis")
    for rank, info in findings.ranked:
        parts = chances(info["score"], info.get("wdl"))
        moves = info["pv"] if final else info["pv"][:_PLIES_WHILE_THINKING]
        table.add_row(
            str(rank),
            Text(score_text(info["score"]), _score_style(parts)),
            f"{info.get('depth', '')}",
            " ".join(f"{part * 100:>3.0f}" for part in parts) if info.get("wdl") else "",
            _line(findings.board, moves, rank == 1),
        )
    return table


def _line(board: Board, moves: list, first: bool) -> Text:
    text = Text(board.variation_san(moves))
    if first and moves:  # the move itself stands out, after its number
        words = text.plain.split(" ", 2)
        text.stylize("bold", 0, len(" ".join(words[:2])))
    return text


def _conclusion(findings: Findings) -> list[RenderableType]:
    board, move = findings.board, findings.move
    if findings.outcome is not None:
        outcome = findings.outcome
        return [Text(f"The game is over: {outcome.termination.phrase}, {outcome.result()}.", "bold")]
    if move is None:
        return []
    return [
        Text(),
        Text.assemble("Best move: ", (board.san(move), "bold green"), f", {move_in_words(board, move)}."),
    ]


def row(number: int, task: Task, findings: Findings) -> Text:
    """A finished position in one line, with a mark where the file says what is to be found."""
    board, move, score = findings.board, findings.move, findings.score
    text = Text(f"{number:>5}  ", style="")
    if findings.outcome is not None:
        text.append(f"{findings.outcome.result():>7}  ", style="bold")
        text.append(f"{findings.outcome.termination.phrase}  ")
    else:
        style = _score_style(chances(score, findings.wdl)) if score else ""
        text.append(f"{score_text(score) if score else '?':>7}  ", style=style)
        text.append(f"{board.san(move) if move else '-':<9}", style="bold")
        text.append(f"depth {findings.effort.get('depth', 0):>2}  {findings.effort.get('time', 0):5.1f} s  ")
    solved = task.solved_by(move)
    if solved is not None:
        wanted = " or ".join(map(board.san, task.best)) or "not " + ", ".join(map(board.san, task.avoid))
        text.append("✓  " if solved else f"✗ {wanted}  ", style=_AHEAD if solved else _BEHIND)
    text.append(task.title or board.fen(), style="dim")
    return text
