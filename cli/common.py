"""What several commands share: how a game is named on the command line, and kernels made ready."""

from __future__ import annotations

from collections.abc import Callable
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


def warm_up() -> None:
    """Make the kernels ready in this process; what takes long is told on standard error."""
    from ..search.warmup import warm_up as warm_up_kernels

    report: Callable[[str], None] = lambda text: click.echo(text, err=True)  # noqa: E731
    warm_up_kernels(report)
