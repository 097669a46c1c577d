"""The winning chances over a game as a picture: SVG, PNG or PDF by the file's name."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from .judgement import JudgedMove, Mark, summary

_WHITE, _BLACK, _CURVE, _INK, _FAINT = "#f4efe4", "#4f4a46", "#8d6b3f", "#2b2b2b", "#8a8a8a"
_COLOURS = {Mark.INACCURACY: "#56b4e9", Mark.MISTAKE: "#e69f00", Mark.BLUNDER: "#d7301f"}
_SIZE = (10.0, 4.4)  # inches
_DPI = 150
_LEFT, _RIGHT, _EDGE = 0.06, 0.865, 0.985  # of the plot, and of the text beside it, as shares of the width
_BOTTOM, _HEIGHT = 0.115, 0.735  # of the plot with the names above it
_SPACE = "\N{NO-BREAK SPACE}"  # SVG shows several ordinary ones as one
_MOST_LABELS = 4  # of blunders; each may need a row of its own above the picture
_ROW_HEIGHT = 7  # of labels, in per cent of chances
_LETTER_WIDTH = 0.0095  # of a label, as a share of the picture's width
_STYLE = {
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": _INK,
    "axes.edgecolor": _FAINT,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "tenfold",  # the same game gives the same file
    "text.parse_math": False,  # a dollar in a player's name is a dollar
}


def plot(path: Path, moves: Sequence[JudgedMove], headers: Mapping[str, str], game_title: str) -> None:
    """Draw White's chances after each move, with the mistakes of both sides marked. Raises `OSError`."""
    with rc_context(_STYLE), warnings.catch_warnings():  # type: ignore[arg-type]
        warnings.simplefilter("ignore")  # of letters that no font has
        figure = Figure(figsize=_SIZE, dpi=_DPI)
        axes = figure.add_axes((_LEFT, _BOTTOM, _RIGHT - _LEFT, _HEIGHT))
        _draw_chances(axes, moves)
        rows = _draw_mistakes(axes, moves)
        # What the names of blunders need above 100 % is taken from the height of the plot.
        share = 1 / (1.04 + rows * _ROW_HEIGHT / 100)
        axes.set_position((_LEFT, _BOTTOM, _RIGHT - _LEFT, _HEIGHT * share))
        _draw_key(axes)
        _draw_titles(figure, moves, headers, game_title)
        metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower())
        figure.savefig(path, metadata=metadata)


def _place(move: JudgedMove) -> float:
    """Where the position after a move stands on the axis of moves."""
    return move.number + (0.0 if move.white else 0.5)


def _draw_chances(axes: Axes, moves: Sequence[JudgedMove]) -> None:
    places = [_place(moves[0]) - 0.5, *map(_place, moves)]
    chances = [100 * moves[0].before.chances, *(100 * move.after.chances for move in moves)]
    axes.set_facecolor(_BLACK)
    axes.fill([places[0], *places, places[-1]], [0, *chances, 0], color=_WHITE, linewidth=0)
    axes.plot(places, chances, color=_CURVE, linewidth=1.6, solid_joinstyle="round")
    axes.axhline(50, color=_FAINT, linewidth=0.8, linestyle=(0, (4, 4)))
    axes.set_xlim(places[0], max(places[-1], places[0] + 1))
    axes.set_ylim(0, 100)
    axes.set_yticks([0, 25, 50, 75, 100])
    axes.yaxis.set_major_formatter("{x:.0f} %")
    axes.xaxis.set_major_locator(MaxNLocator(nbins=16, steps=[1, 2, 5, 10], integer=True, min_n_ticks=1))
    axes.set_xlabel("move", loc="right")
    for height, side, colour, at in ((0.03, "White", _INK, "bottom"), (0.97, "Black", _WHITE, "top")):
        label = f"{side}'s chances"
        axes.text(0.012, height, label, color=colour, va=at, fontsize=9, transform=axes.transAxes)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _draw_mistakes(axes: Axes, moves: Sequence[JudgedMove]) -> int:
    """A mark for each mistake, a disc for White's and a square for Black's, and the names of the worst.

    Returns the number of rows that the names take.
    """
    for mark, colour in _COLOURS.items():
        for white, marker in ((True, "o"), (False, "s")):
            found = [move for move in moves if move.mark is mark and move.white == white]
            axes.scatter(
                [_place(move) for move in found],
                [100 * move.after.chances for move in found],
                s=46, c=colour, marker=marker, edgecolors="white" if white else "black",
                linewidths=1.1, zorder=3, clip_on=False,
            )  # fmt: skip
    blunders = sorted((move for move in moves if move.mark is Mark.BLUNDER), key=lambda move: -move.loss)
    return _label(axes, sorted(blunders[:_MOST_LABELS], key=_place))


def _label(axes: Axes, moves: Sequence[JudgedMove]) -> int:
    """Names above the picture, each a flag on a pole over its dot, higher where the next one is near."""
    width = axes.get_xlim()[1] - axes.get_xlim()[0]
    rows, row, next_place = 0, 0, float("inf")
    for move in reversed(moves):
        place = _place(move)
        touches = place + len(move.label) * _LETTER_WIDTH * width > next_place
        row, next_place = (row + 1 if touches else 0), place
        rows = max(rows, row + 1)
        top = 104 + _ROW_HEIGHT * row
        colour = _COLOURS[Mark.BLUNDER]
        axes.plot(
            [place] * 2, [100 * move.after.chances, top + 4], color=colour, linewidth=0.8, clip_on=False
        )
        axes.text(place, top, f"{_SPACE}{move.label}", color=colour, fontsize=8.5, clip_on=False)
    return rows


def _draw_titles(
    figure: Figure, moves: Sequence[JudgedMove], headers: Mapping[str, str], game_title: str
) -> None:
    players = " - ".join(_short(headers.get(side, "?"), 24) for side in ("White", "Black"))
    occasion = [game_title, *(_short(headers.get(tag, ""), 50) for tag in ("Event", "Date"))]
    figure.text(_LEFT, 0.93, _gaps(players, headers.get("Result", "*")), fontsize=13, fontweight="bold")
    known = " · ".join(text for text in occasion if text.strip("?. "))
    figure.text(_LEFT, 0.875, known, fontsize=9, color=_FAINT)
    for height, white in ((0.935, True), (0.875, False)):
        figure.text(_EDGE, height, _how_played(moves, white), ha="right", fontsize=9.5)


def _how_played(moves: Sequence[JudgedMove], white: bool) -> str:
    played = summary(moves, white)
    if played is None:
        return ""
    marks = (f"{played.marks[mark]} {mark.sign}" for mark in Mark)
    return _gaps(f"{'White' if white else 'Black'}:", f"accuracy {played.accuracy:.0f} %", *marks)


def _short(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _gaps(*texts: str) -> str:
    return (3 * _SPACE).join(texts)


def _draw_key(axes: Axes) -> None:
    """What the dots mean."""
    kinds = [
        Line2D([], [], linestyle="", marker="o", color=colour, label=mark.word.lower())
        for mark, colour in _COLOURS.items()
    ]
    sides = [
        Line2D([], [], linestyle="", marker=marker, color=_FAINT, markeredgecolor=rim, label=side)
        for marker, rim, side in (("o", _FAINT, "by White"), ("s", "black", "by Black"))
    ]
    axes.legend(
        handles=kinds + sides,
        loc="center left",
        bbox_to_anchor=(1.005, 0.5),
        frameon=False,
        fontsize=9,
        handletextpad=0.2,
    )
