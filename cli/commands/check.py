"""`tenfold check`."""

from __future__ import annotations

import click

from ...engine.variants import GRAND, Variant
from ..common import Game, warm_up


@click.command(
    "check",
    short_help="Test how well an engine keeps to the protocol.",
    epilog='Example: tenfold check "fairy-stockfish" --variant grand',
)
@click.argument("engine")
@click.option("--variant", type=Game(), default=GRAND.name, show_default=True, help="The game it plays.")
@click.option(
    "--patience",
    type=click.FloatRange(0.1, 3600),
    default=10.0,
    show_default=True,
    help="Seconds to wait for answers that need not come at once.",
)
@click.option("--verbose", is_flag=True, help="Show the conversation that led to a failure.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a step.")
@click.pass_context
def command(
    ctx: click.Context, engine: str, variant: Variant, patience: float, verbose: bool, as_json: bool
) -> None:
    """Check how well ENGINE, any UCI engine, keeps to the protocol and to the rules of a game.

    ENGINE is a command line, or the words of `tenfold match --engine`, as in
    "cmd=stockfish option.VariantPath=v.ini".

    A warning is a fault in what the protocol leaves open or only recommends. The exit status is 1 if a step
    failed.
    """
    from ...arbiter.spec import parse_engine

    try:
        spec = parse_engine(engine)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="ENGINE") from None
    warm_up()
    from ...arbiter.check.talk import Talk
    from ..checking import report, report_json

    talk = Talk(spec, variant, patience)
    ctx.exit(0 if (report_json(talk) if as_json else report(talk, verbose)) else 1)
