"""Steps about positions and moves of the game, judged by our own rules."""

from __future__ import annotations

from ...engine.board import Board
from ...engine.notation import Move
from ..divide import PerftUnknown, engine_divide, our_divide
from . import positions
from .step import Failed, Skipped, Step
from .talk import Talk


def reads_startpos(talk: Talk) -> None:
    talk.go("depth 1")


def reads_the_start_as_fen(talk: Talk) -> None:
    talk.send(f"position fen {talk.variant.start_fen}")
    talk.ready(talk.patience)
    first = _answer(talk)
    talk.send(f"position fen {talk.variant.start_fen} moves {first}")
    board = Board(talk.variant)
    board.push_uci(first)
    _answer(talk, board)


def _answer(talk: Talk, board: Board | None = None) -> str:
    """A move in the position that was sent, of `board` or the start."""
    search = talk.resume("depth 1", board)
    search.require_legal()
    return talk.read_move(search.bestmove)


def plays_legal_moves(talk: Talk) -> str:
    boards = [
        positions.random_game(talk.variant, seed, plies) for seed in range(4) for plies in range(8, 80, 9)
    ]
    for board in boards:
        talk.go("depth 1", board)
    return f"{len(boards)} positions"


def plays_legal_moves_from_fens(talk: Talk) -> str:
    boards = [
        positions.random_game(talk.variant, seed, plies) for seed in (5, 6) for plies in range(9, 90, 8)
    ]
    for board in boards:
        talk.go("depth 1", board.copy(stack=False))
    return f"{len(boards)} positions"


def lists_the_legal_moves(talk: Talk) -> str:
    boards = [positions.random_game(talk.variant, 7, plies) for plies in range(0, 90, 6)]
    boards += [positions.promotion(talk.variant), positions.mate_in_one(talk.variant)]
    strays = len(talk.strays)  # what perft prints is none of UCI's, and is asked for here
    for board in boards:
        talk.position(board)
        try:
            theirs = set(engine_divide(talk.process, board, 1, talk.patience))
        except PerftUnknown as error:
            talk.drop()
            raise Skipped(str(error)) from None
        ours = set(our_divide(board, 1))
        for move in sorted(ours ^ theirs):
            who = "it does not know" if move in ours else "it knows as legal"
            raise Failed(f"{who} {move} in {board.fen()}")
    del talk.strays[strays:]
    return f"{len(boards)} positions"


def _spells(talk: Talk, board: Board, move: str) -> None:
    """The engine, allowed one move, gives it back as it was given."""
    if not talk.knows_searchmoves:
        raise Skipped("searchmoves, with which it would be asked, does not work")
    search = talk.go(f"depth 1 searchmoves {move}", board)
    if talk.read_move(search.bestmove) != move:
        raise Failed(f"allowed {move} alone in {board.fen()}, it plays {search.bestmove}")


def _reads(talk: Talk, board: Board, moves: list[Move]) -> None:
    """The engine answers with a legal move after each of these."""
    for move in moves:
        board.push(move)
        talk.go("depth 2", board)
        board.pop()


def promotes_to_every_piece(talk: Talk) -> str:
    board = positions.promotion(talk.variant)
    moves = [move.uci() for move in board.legal_moves if move.promotion]
    for move in moves:
        _spells(talk, board, move)
    return " ".join(moves)


def reads_a_promotion(talk: Talk) -> None:
    board = positions.promotion(talk.variant)
    _reads(talk, board, [move for move in board.legal_moves if move.promotion])


def castles(talk: Talk) -> str:
    board = positions.castling(talk.variant)
    if board is None:
        raise Skipped("the game has no castling")
    moves = [move.uci() for move in board.legal_moves if board.is_castling(move)]
    for move in moves:
        _spells(talk, board, move)
    return " ".join(moves)


def reads_castling(talk: Talk) -> None:
    board = positions.castling(talk.variant)
    if board is None:
        raise Skipped("the game has no castling")
    _reads(talk, board, [move for move in board.legal_moves if board.is_castling(move)])


def takes_in_passing(talk: Talk) -> str:
    found = positions.en_passant(talk.variant)
    if found is None:
        raise Skipped("the game has no long pawn steps")
    board, step, capture = found
    board.push_uci(step)
    _spells(talk, board, capture)
    _spells(talk, board.copy(stack=False), capture)
    board.push_uci(capture)
    talk.go("depth 2", board)
    return capture


def knows_the_other_label(talk: Talk) -> None:
    if talk.variant.tenth_file == "j":
        raise Skipped("only Big Chess has two labels for a file")
    board = Board(talk.variant)
    for move in ("j2j4", "a9a8"):
        board.push_uci(move)
    for moves in ("j2j4 a9a8", "m2m4 a9a8"):
        talk.send(f"position startpos moves {moves}")
        talk.resume("depth 1", board).require_legal()


def plays_a_second_game(talk: Talk) -> None:
    for _ in range(3):
        talk.send("ucinewgame")
        talk.ready(talk.patience)
        talk.go("depth 2", positions.random_game(talk.variant, 8, 10))
        talk.go("depth 2")


def answers_the_same_twice(talk: Talk) -> None:
    """`go` is no move: the board is what `position` said until the next one."""
    board = positions.random_game(talk.variant, 9, 11)
    talk.go("depth 2", board)
    search = talk.resume("depth 2", board)
    search.require_legal()


STEPS = (
    Step("position startpos", reads_startpos),
    Step("position fen with the start position, and a move", reads_the_start_as_fen),
    Step("legal moves through random games from the start", plays_legal_moves),
    Step("legal moves from positions given as FEN", plays_legal_moves_from_fens),
    Step("go perft 1 lists exactly the legal moves", lists_the_legal_moves),
    Step("promotions are spelled in lower case, to every piece", promotes_to_every_piece),
    Step("promotions are read", reads_a_promotion),
    Step("castling is the king's own move", castles),
    Step("castling is read", reads_castling),
    Step("pawns are taken in passing", takes_in_passing),
    Step("either label of the tenth file is read", knows_the_other_label, advice=True),
    Step("ucinewgame, and another game", plays_a_second_game),
    Step("go twice in the same position", answers_the_same_twice),
)
