"""Steps about input that is odd or wrong: the engine must live, and be of use afterwards."""

from __future__ import annotations

from collections.abc import Callable

from .step import Failed, Step
from .talk import PROMPT, Talk


def survives(*lines: str) -> Callable[[Talk], None]:
    """A step that sends lines, after which the engine still answers and moves."""

    def run(talk: Talk) -> None:
        talk.send(*lines)
        talk.ready(talk.patience)
        talk.go("depth 1")

    return run


def reads_line_ends_and_blanks(talk: Talk) -> None:
    talk.send("\r", "", "  isready  \r")
    talk.process.read_until("readyok", talk.patience)
    talk.send("position  startpos\r")
    talk.resume("depth 1\r").require_legal()


def skips_an_unknown_word(talk: Talk) -> None:
    talk.send("joho isready")
    talk.process.read_until("readyok", PROMPT)


def keeps_out_of_bad_values(talk: Talk) -> None:
    """Numbers out of range: not of Hash and Threads, where some engines take what they can get."""
    talk.require_option("MultiPV")
    talk.send(*(f"setoption name MultiPV value {value}" for value in ("0", "-1", "999999")))
    talk.send("setoption name MultiPV value 1")
    talk.ready(talk.patience)
    talk.go("depth 1")


def reads_names_in_any_case(talk: Talk) -> None:
    talk.require_option("MultiPV")
    talk.send("setoption name multipv value 2")
    search = talk.go("depth 2")
    talk.send("setoption name MultiPV value 1")
    if not any(info.place == 2 for info in search.infos):
        raise Failed("'setoption name multipv' did not set MultiPV; names have no case")


def takes_no_number_for_a_limit(talk: Talk) -> None:
    talk.begin("depth x")
    talk.stop().require_legal()
    talk.ready(talk.patience)


def says_only_what_uci_has(talk: Talk) -> None:
    """Reads what came in all steps so far."""
    if talk.strays:
        raise Failed(f"{len(talk.strays)} lines that are not of the protocol, as {talk.strays[0][:80]!r}")


STEPS = (
    Step("unknown commands are ignored", survives("foo", "xyzzy bar", "register later", "debug off")),
    Step("debug on is ignored or obeyed", survives("debug on", "debug off")),
    Step("unknown options are ignored", survives("setoption name NoSuchOption value 1")),
    Step("an option without name or value is ignored", survives("setoption", "setoption name"), advice=True),
    Step("numbers out of an option's range are ignored", keeps_out_of_bad_values, advice=True),
    Step("option names have no case", reads_names_in_any_case),
    Step("carriage returns and blanks are skipped", reads_line_ends_and_blanks),
    Step("a known word after an unknown one is obeyed", skips_an_unknown_word, advice=True),
    Step("an empty list of moves", survives("position startpos moves")),
    Step("an illegal move in position", survives("position startpos moves a1a1 a2z9"), advice=True),
    Step("a FEN that is none", survives("position fen rubbish w - - 0 1"), advice=True),
    Step("go with bad numbers", takes_no_number_for_a_limit, advice=True),
    Step("output has lines of the protocol only", says_only_what_uci_has, advice=True),
)
