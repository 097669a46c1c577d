"""`tenfold completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

#: Where each shell looks for what it runs at its start.
_HINTS = {
    "bash": 'eval "$(tenfold completion bash)"',
    "zsh": 'eval "$(tenfold completion zsh)"',
    "fish": "tenfold completion fish | source",
}


@click.command(
    "completion",
    short_help="Completion for bash, zsh and fish.",
    epilog=f"Example, for ~/.bashrc: {_HINTS['bash']}",
)
@click.argument("shell", type=click.Choice(list(_HINTS)))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script that completes tenfold's commands, options and games in SHELL.

    A line in the file that the shell reads at its start brings it in: ~/.bashrc, ~/.zshrc or
    ~/.config/fish/config.fish.
    """
    complete = get_completion_class(shell)
    assert complete is not None  # click knows all three
    root = ctx.find_root()
    click.echo(f"# In the shell's start file: {_HINTS[shell]}")
    click.echo(complete(root.command, {}, "tenfold", "_TENFOLD_COMPLETE").source())
