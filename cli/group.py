"""The command `tenfold` with its subcommands, each imported only when it is named or listed."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from .. import __version__

#: The subcommands in the order of the help page; each is `commands/<name>.py`.
COMMANDS = (
    "analyse",
    "annotate",
    "bench",
    "check",
    "completion",
    "datagen",
    "demo",
    "export",
    "match",
    "openings",
    "perft",
    "play",
    "svg",
    "table",
    "tournament",
    "train",
    "uci",
    "warmup",
)


class Group(click.Group):
    """Subcommands from the files in `commands/`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f".commands.{cmd_name}", __package__)
        command = module.command
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=Group,
    epilog="Example: tenfold analyse grand --moves '1. e5 e6' --time 5",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="Tenfold %(version)s")
def tenfold() -> None:
    """A UCI engine for Grand Chess, Big Chess and Great Chess.

    Without a command it speaks UCI on standard input and output; that is what a GUI starts.
    """


def run(arguments: list[str]) -> int:
    """Run one command line and return its exit status. Errors are one line on standard error, status 2."""
    try:
        result = tenfold.main(arguments, prog_name="tenfold", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        print(f"tenfold: {' '.join(error.format_message().split())}", file=sys.stderr)
        return 2
    except (click.Abort, KeyboardInterrupt):
        print("tenfold: interrupted", file=sys.stderr)
        return 130
