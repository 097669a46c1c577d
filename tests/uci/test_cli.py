"""The command line: help at once, errors in one line."""

from __future__ import annotations

import subprocess
import sys

import pytest


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tenfold", *arguments], capture_output=True, text=True, timeout=300
    )


def test_version() -> None:
    import tenfold

    assert run("--version").stdout == f"Tenfold {tenfold.__version__}\n"


@pytest.mark.parametrize("command", [(), ("bench",), ("perft",), ("warmup",)])
def test_help_has_an_example(command: tuple[str, ...]) -> None:
    done = run(*command, "--help")
    assert done.returncode == 0 and "Example: tenfold " in done.stdout


def test_help_needs_no_kernels() -> None:
    code = (
        "import sys\n"
        "from tenfold.cli.main import main\n"
        "assert main(['--help']) == 0\n"
        "assert not {'numpy', 'numba'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=60)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("nonsense",), "nonsense"),
        (("perft",), "VARIANT"),
        (("perft", "shogi", "2"), "grand, bigchess, greatchess, chess"),
        (("perft", "grand", "0"), "0"),
        (("perft", "grand", "two"), "two"),
        (("perft", "grand", "1", "--fen", "8/8 w"), "board"),
        (("--nonsense",), "nonsense"),
    ],
)
def test_errors_are_one_line(arguments: tuple[str, ...], word: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("tenfold: ") and done.stderr.count("\n") == 1
    assert word in done.stderr


def test_perft() -> None:
    done = run("perft", "Big", "2")
    assert done.returncode == 0 and "Nodes searched: 1444\n" in done.stdout
    done = run("perft", "grand", "1", "--divide", "--fen", "8k1/P9/10/10/10/10/10/10/1QR7/9K w - - 0 1")
    assert "a9a10c: 1\n" in done.stdout and "a9a10q" not in done.stdout


def test_the_list_of_commands_has_whole_sentences() -> None:
    listed = run("--help").stdout.split("Commands:\n")[1].split("\n\n")[0].splitlines()
    for line in listed:
        assert line.endswith(".") and not line.endswith("..."), line


def test_a_reader_may_leave_early() -> None:
    command = [sys.executable, "-m", "tenfold", "perft", "grand", "3", "--divide"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()


def test_warmup_and_bench() -> None:
    assert run("warmup").stdout.startswith("Kernels are ready (")
    lines = run("bench").stdout.splitlines()
    assert any(line.startswith("Nodes searched  : ") for line in lines)
    assert any(line.startswith("Nodes/second    : ") for line in lines)


def test_the_package_loads_names_when_they_are_used() -> None:
    code = (
        "import sys, tenfold\n"
        "assert 'numpy' not in sys.modules\n"
        "assert tenfold.find('BIG').name == 'bigchess' and 'numpy' not in sys.modules\n"
        "board = tenfold.Board('grand')\n"
        "assert board.push_uci('e3e5') == tenfold.Move.from_uci('e3e5')\n"
        "assert issubclass(tenfold.IllegalMoveError, tenfold.InvalidMoveError)\n"
        "assert 'Board' in dir(tenfold)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)
    import tenfold

    with pytest.raises(AttributeError, match="nonsense"):
        _ = tenfold.nonsense
