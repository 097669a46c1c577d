"""Games between engines that behave, more or less: what they are told, how games begin and end, pondering."""

from __future__ import annotations

import pytest
from support.stubs import NAP, normal, stub, tables, white_lost
from tenfold.arbiter.record import Opening, Reason, Rules, Score
from tenfold.engine.board import Board

FOREVER = "readytimeout=0.3"


def test_a_game_without_fault() -> None:
    with tables(stub("'score=cp 12,mate 5,cp -3'", name="A"), stub(name="B")) as table:
        game = table.play()
        assert normal(game)
        assert (game.white, game.black) == ("A", "B")
        assert [move.uci for move in game.moves[:3]] == ["a1b1", "a10b10", "b1c1"]
        first, second, third = game.moves[:3]
        assert (first.score, first.depth, first.nodes) == (Score(centipawns=12), 7, 99)
        assert (second.score, second.depth, second.nodes) == (None, 0, 0)
        assert third.score == Score(centipawns=-3)
        assert first.seconds is not None and 0 <= first.seconds < 10
        for seconds in (first.seconds, game.seconds, game.overhead):
            assert len(repr(seconds).partition(".")[2]) <= 4 or seconds < 1e-4  # as the journal has it
        board = Board("grand")
        for move in game.moves:
            board.push_uci(move.uci)
        assert game.final_fen == board.fen()
        assert 0 < game.overhead < game.seconds
        assert len(game.started) == len("2026-11-30T07:02:57+00:00")
        pids = table.pids()
        assert normal(table.play()) and table.pids() == pids  # the engines stay


@pytest.mark.parametrize(
    "settings",
    [
        "noise",
        "stays",
        f"child={NAP}",
        "endless-line=20 from=8",
        "late=0.05",
        "'score=cp 1'",
        "unknown",
        "flood=0.3 from=33",
    ],
)
def test_oddities_that_are_no_faults(settings: str) -> None:
    with tables(stub(settings, "tc=20")) as table:
        assert normal(table.play()) and normal(table.play())


def test_waiting_for_readyok_is_not_the_arbiter_s_time() -> None:
    with tables(stub("slow-ready=0.03")) as table:
        game = table.play()
        assert normal(game) and game.overhead < game.seconds - 17 * 0.03


# What engines are told


def test_the_conversation() -> None:
    opening = Opening(moves=("a1b1", "a10b10"))
    options = "option.Hash=64 option.Clear= option.Path="
    settings = "'options=Hash type spin,Clear type button,Path type string,Ponder type check'"
    with tables(stub(settings, f"tc=3/2+0.25 {options}"), stub("", "tc=1:00"), maxmoves=3) as table:
        game = table.play(opening)
        assert (game.reason, game.detail) == (Reason.LENGTH, "6 plies")
        assert game.moves[0].seconds is None and game.moves[2].uci == "b1c1"
    own = [line for line in table.said if not line.startswith("<")]
    assert own[: own.index("> go wtime 2250 btime 60000 winc 250 binc 0 movestogo 3")] == [
        "> uci",
        "> setoption name Hash value 64",
        "> setoption name Clear",
        "> setoption name Path value <empty>",
        "> setoption name Ponder value false",
        "> setoption name UCI_Variant value grand",
        "> ucinewgame",
        "> isready",
        "> uci",
        "> setoption name UCI_Variant value grand",
        "> ucinewgame",
        "> isready",
        "> position startpos moves a1b1 a10b10",
        "> isready",
    ]
    assert "> position startpos moves a1b1 a10b10 b1c1" in own
    assert [line.split()[-1] for line in own if "movestogo" in line] == ["3", "2"]
    assert own[-2:] == ["> quit", "> quit"]
    assert not table.players[True].warnings


def test_options_that_are_not_announced_are_a_warning() -> None:
    with tables(stub("", "option.Hsah=1")) as table:
        assert normal(table.play())
        assert table.players[True].warnings == ["stub announces no option Hsah"]
        assert "> setoption name Hsah value 1" in table.said


def test_an_engine_that_cannot_ponder_is_not_made_to() -> None:
    with tables(stub("", "ponder")) as table:
        assert normal(table.play())
        assert table.players[True].warnings == ["stub announces no option Ponder"]
        assert not any("ponder" in line for line in table.said)


def test_a_name_that_the_engine_has_for_the_game() -> None:
    moves = "moves=b1c3,b8c6,c3b1,c6b8"
    with tables(stub(f"{moves} variants=Normal"), stub(f"{moves} variants="), variant="chess") as table:
        assert table.play().reason is Reason.THREEFOLD_REPETITION
    assert [line for line in table.said if "UCI_Variant value" in line] == [
        "> setoption name UCI_Variant value normal"
    ]


def test_a_game_that_the_engine_is_taught() -> None:
    with tables(stub("variants=chess learns=grand", "option.VariantPath=x.ini")) as table:
        assert normal(table.play())
        told = [line for line in table.said if line == "> uci" or line.startswith("> setoption")]
        assert told[:4] == [
            "> uci",
            "> setoption name VariantPath value x.ini",
            "> uci",
            "> setoption name UCI_Variant value grand",
        ]


def test_a_game_that_the_user_vouches_for() -> None:
    with tables(stub("variants=chess", "option.UCI_Variant=grand10x10")) as table:
        assert normal(table.play())
        assert "> setoption name UCI_Variant value grand10x10" in table.said


def test_either_label_of_the_tenth_file() -> None:
    """One engine says m and is told m, the other says j and is told j; the record has j."""
    white = stub("moves=i1m3,_,m3i1,_", "tenth=m", name="m")
    black = stub("moves=_,i10j8,_,j8i10", name="j")
    with tables(white, black, variant="bigchess") as table:
        game = table.play()
        assert (game.reason, len(game.moves)) == (Reason.THREEFOLD_REPETITION, 8)
        assert [move.uci for move in game.moves[:4]] == ["i1j3", "i10j8", "j3i1", "j8i10"]
    assert "> position startpos moves i1m3 i10m8" in table.said
    assert "> position startpos moves i1j3 i10j8 j3i1" in table.said


# Openings, ends


def test_an_opening_from_a_position() -> None:
    fen = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R b - - 5 9"
    black_first = "moves=a10b10,a1b1,b10a10,b1a1"
    with tables(stub(black_first), stub(black_first)) as table:
        game = table.play(Opening(fen=fen))
        assert (game.reason, len(game.moves)) == (Reason.THREEFOLD_REPETITION, 8)
    assert f"> position fen {fen}" in table.said
    assert f"> position fen {fen} moves a10b10" in table.said


def test_an_opening_that_is_over_already() -> None:
    with tables(stub("never"), stub("never")) as table:
        game = table.play(Opening(fen="10/10/4k5/10/10/10/10/4K5/10/10 w - - 0 1"))
        assert (game.result, game.reason, game.moves) == ("1/2-1/2", Reason.INSUFFICIENT_MATERIAL, ())


@pytest.mark.parametrize("opening", [Opening(fen="8/8 w"), Opening(moves=("e2e4",)), Opening(moves=("x",))])
def test_an_opening_that_the_rules_refuse(opening: Opening) -> None:
    with tables(stub()) as table:
        with pytest.raises(ValueError):
            table.play(opening)
        assert not table.pids()


def test_a_player_of_another_game() -> None:
    with tables(stub(), variant="bigchess") as table:
        table.rules = Rules("grand")
        with pytest.raises(ValueError, match="not made for Grand Chess"):
            table.play()


def test_mate_is_the_winner_s_even_if_it_was_the_last_moment() -> None:
    fen = "4k5/Q9/4K5/10/10/10/10/10/10/10 w - - 0 1"
    with tables(stub("moves=a9e9"), stub("never")) as table:
        game = table.play(Opening(fen=fen))
        assert (game.result, game.reason, game.at_fault) == ("1-0", Reason.CHECKMATE, "")


# Pondering


def test_pondering() -> None:
    with tables(stub("ponder", "ponder", name="P")) as table:
        assert normal(table.play())
        assert "> setoption name Ponder value true" in table.said
        assert sum(line == "> ponderhit" for line in table.said) == 16
        assert "> position startpos moves a1b1 a10b10" in table.said
        assert sum(line.startswith("> go ponder wtime") for line in table.said) == 16
        assert normal(table.play())


def test_a_reply_that_was_not_expected() -> None:
    """White expects Black's rook to move; Black's knight does: stop, and what comes of it is not played."""
    white = "ponder moves=b2c4,b9a7,c4b2,a7b9"
    with tables(stub(white, "ponder"), stub("moves=_,i9j7,_,j7i9")) as table:
        assert table.play().reason is Reason.THREEFOLD_REPETITION
        assert table.said.count("> stop") == 2 and "> ponderhit" not in table.said


@pytest.mark.parametrize(
    ("settings", "words", "reason"),
    [
        ("ponder early", "ponder", Reason.THREEFOLD_REPETITION),
        ("'say=bestmove a1b1 ponder e9e9' moves=a1b1", "ponder maxmoves", Reason.ILLEGAL_MOVE),
        ("ponder deaf", f"ponder {FOREVER}", Reason.THREEFOLD_REPETITION),
    ],
)
def test_ponderers_of_other_kinds(settings: str, words: str, reason: Reason) -> None:
    with tables(stub(settings, words.replace(" maxmoves", ""))) as table:
        assert table.play().reason is reason
        assert table.play().reason is reason


def test_a_ponderer_that_is_deaf_to_stop_has_stalled() -> None:
    white = "ponder deaf moves=b2c4,b9a7,c4b2,a7b9"
    with tables(stub(white, f"ponder {FOREVER}"), stub("moves=_,i9j7,_,j7i9")) as table:
        assert white_lost(table.play(), Reason.STALL, "no move 0.3 s after stop")


def test_pondering_ends_with_the_game() -> None:
    """White ponders when Black forfeits; its answer to that is not met in the next game."""
    with tables(stub("ponder", "ponder"), stub("'say=bestmove 0000' from=9")) as table:
        for _ in range(2):
            game = table.play()
            assert (game.result, game.reason, len(game.moves)) == ("1-0", Reason.ILLEGAL_MOVE, 9)
        assert table.said.count("> stop") == 2
