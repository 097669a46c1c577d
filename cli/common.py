"""What several commands share: games and files on the command line, and kernels made ready."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..engine.variants import VARIANTS, Variant, find


class Game(click.ParamType):
    """A parameter that names a game; the command receives its `Variant`."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Variant:
        """The variant of a name or an alias."""
        if isinstance(value, Variant):
            return value
        try:
            return find(value)
        except KeyError:
            names = ", ".join(known.name for known in VARIANTS)
            self.fail(f"no game is called {value!r}; there are {names}", param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """The names that begin as typed."""
        names = (variant.name for variant in VARIANTS)
        return [
            click.shell_completion.CompletionItem(name)
            for name in names
            if name.startswith(incomplete.lower())
        ]


class GameOrFile(click.ParamType):
    """A word that names a game or a file; the command receives its `Variant` or its `Path`."""

    name = "game or file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Variant | Path:
        """The variant of that name, else the file."""
        if isinstance(value, Variant | Path):
            return value
        try:
            return find(value)
        except KeyError:
            path = Path(value)
            if path.is_file():
                return path
            names = ", ".join(known.name for known in VARIANTS)
            self.fail(f"{value!r} is neither a game ({names}) nor a file", param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """The games, and what files the shell knows."""
        item = click.shell_completion.CompletionItem
        games = [item(known.name) for known in VARIANTS if known.name.startswith(incomplete.lower())]
        return [*games, item(incomplete, type="file")]


def game_and_file(words: tuple[Variant | Path, ...]) -> tuple[Variant | None, Path | None]:
    """The game and the file among the words of a command line."""
    games = [word for word in words if isinstance(word, Variant)]
    files = [word for word in words if isinstance(word, Path)]
    if len(games) > 1 or len(files) > 1:
        raise click.UsageError("one game and one file at most")
    return next(iter(games), None), next(iter(files), None)


class OutputFile(click.Path):
    """A file that a command is to write: what makes that impossible is told before any work is done.

    `endings` are those that its name may have, all if there are none.
    """

    def __init__(self, *endings: str) -> None:
        super().__init__(dir_okay=False, path_type=Path)
        self.endings = endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path."""
        path = Path(value)
        super().convert(path, param, ctx)
        if self.endings and path.suffix.lower() not in self.endings:
            self.fail(f"{path.name}: only {', '.join(filter(None, self.endings))} is written", param, ctx)
        if not path.parent.is_dir():
            self.fail(f"{path}: there is no folder {path.parent}", param, ctx)
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            self.fail(f"{path} cannot be written", param, ctx)
        return path


def reason(error: Exception) -> str:
    """What went wrong, in one line: of an `OSError` the file and why, without the number."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def warm_up() -> None:
    """Make the kernels ready in this process; what takes long is told on standard error."""
    from ..search.warmup import warm_up as warm_up_kernels

    report: Callable[[str], None] = lambda text: click.echo(text, err=True)  # noqa: E731
    warm_up_kernels(report)
