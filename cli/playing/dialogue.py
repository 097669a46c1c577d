"""The conversation of a game: whose turn it is, what was typed, what happens then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

from ...engine.board import InvalidMoveError, Move
from ..words import move_in_words, score_in_words
from .entry import read_entry, read_move
from .game import CasualGame, NotPossible, side_name
from .game_file import GameFile, pgn_text
from .opponent import Hint, Opponent
from .screen import Screen

_HINT_PLIES = 8  # of the line that a hint shows


class Dialogue:
    """One game from the first move to its end, or until the person leaves."""

    def __init__(
        self,
        game: CasualGame,
        opponent: Opponent,
        screen: Screen,
        file: Path,
        ask: Callable[[str], str],
    ) -> None:
        self.game = game
        self.opponent = opponent
        self.screen = screen
        self.file = GameFile(file)
        self.ask = ask
        self._open = True
        self._handlers: Mapping[str, Callable[[str], None]] = {
            "move": self._move,
            "back": self._back,
            "hint": self._hint,
            "draw": self._draw,
            "resign": lambda _: self._resign(),
            "moves": lambda _: screen.list_moves(game.board),
            "board": lambda _: screen.show(game),
            "flip": lambda _: self._flip(),
            "fen": lambda _: screen.say(game.board.fen()),
            "save": self._save,
            "help": lambda _: screen.help(game.board),
            "quit": lambda _: self._leave(),
        }

    def run(self) -> None:
        """Play. `KeyboardInterrupt` and the engine's errors pass through; the file is then up to date."""
        self.screen.show(self.game)
        self._reply()
        while self._open:
            try:
                line = self.ask(self._prompt())
            except EOFError:
                self.screen.say("")
                break
            self._obey(line)

    def _prompt(self) -> str:
        if self.game.ending:
            return "Enter leaves, `back` takes your last move back: "
        return f"{self.game.board.fullmove_number}{'.' if self.game.board.turn else '...'} "

    def _obey(self, line: str) -> None:
        if not line.strip():
            self._open = not self.game.ending
            return
        name, argument = read_entry(line)
        try:
            self._handlers[name](argument)
        except NotPossible as error:
            self.screen.complain(str(error))

    # What the words do

    def _move(self, text: str) -> None:
        if self.game.ending:
            raise NotPossible("The game is over.")
        try:
            move = read_move(self.game.board, text)
        except InvalidMoveError as error:
            self.screen.complain(f"{text[:20]}: {error.reason}. Type `moves` for the legal moves or `help`.")
            return
        self.game.push(move)
        self._record()
        self._reply()

    def _back(self, argument: str) -> None:
        plies = self.game.take_back()
        self._record()
        self.screen.show(self.game)
        self.screen.say(
            "Your last move is taken back." if plies == 1 else "Your last move and the reply are taken back."
        )

    def _hint(self, argument: str) -> None:
        board = self.game.board
        if self.game.ending:
            raise NotPossible("The game is over.")
        with self.screen.thinking(self.opponent.name):
            hint = self.opponent.hint(board)
        if not hint.line:
            raise NotPossible("The engine has no hint.")
        self.screen.say(f"Hint: {board.san(hint.line[0])}, {move_in_words(board, hint.line[0])}.", "bold")
        self.screen.say(f"Line: {board.variation_san(hint.line[:_HINT_PLIES])}")
        if hint.score is not None:
            self.screen.say(f"Verdict: {verdict(hint, board.turn)}.")

    def _draw(self, argument: str) -> None:
        board = self.game.board
        if board.can_claim_draw():
            self.game.claim_draw()
        elif self.game.ending is None and not self.opponent.agrees_to_draw(board):
            self.screen.say(f"You offer a draw. {self.opponent.name} wants to play on.")
            return
        else:
            self.game.agree_draw()
        self._conclude()

    def _resign(self) -> None:
        self.game.resign(self.game.player)
        self._conclude()

    def _flip(self) -> None:
        self.screen.flipped = not self.screen.flipped
        self.screen.show(self.game)

    def _save(self, argument: str) -> None:
        if not self.game.sans:
            raise NotPossible("There is no move yet to save.")
        if argument:
            try:
                GameFile(Path(argument).expanduser()).write(self._pgn())
            except OSError as error:
                raise NotPossible(f"{argument}: {error.strerror or error}") from None
        self.screen.say(f"The game is in {argument or self.file.path}.")

    def _leave(self) -> None:
        self._open = False

    # The game goes on

    def _reply(self) -> None:
        """Let the engine move if it is its turn, show the board, and say how the game stands."""
        board, name = self.game.board, self.opponent.name
        if not self.game.ending and not self.game.players_turn:
            if board.can_claim_draw() and self.opponent.content_with_draw(board):
                self.game.claim_draw()
            else:
                with self.screen.thinking(name):
                    move = self.opponent.choose(board)
                words = self._in_words(move)
                self.game.push(move)
                self._record()
                self.screen.show(self.game)
                self.screen.say(f"{name} plays {words}.")
        if self.game.ending:
            self._conclude()
        elif board.can_claim_draw():
            self.screen.say("You may claim a draw: type `draw`.", "bold")

    def _in_words(self, move: Move) -> str:
        return f"{self.game.board.san(move)}: {move_in_words(self.game.board, move)}"

    def _conclude(self) -> None:
        self._record()
        if self.game.board.turn != self.game.player:  # after the person's own last move
            self.screen.show(self.game)
        self.screen.say(f"{self.game.result}  {self.game.ending}", "bold")
        if self.game.sans:
            self.screen.say(f"The game is in {self.file.path}.")

    def _record(self) -> None:
        """Bring the file up to date."""
        self.file.write(self._pgn() if self.game.sans else "")

    def _pgn(self) -> str:
        return pgn_text(self.game, self.screen.names, date.today())


def verdict(hint: Hint, white_to_move: bool) -> str:
    """The score of a hint in words."""
    from ...search.limits import Score

    assert hint.score is not None
    relative = hint.score.relative
    return score_in_words(Score(relative.score() or 0, relative.mate()), white_to_move)


def opening_line(title: str, player: bool, names: Mapping[bool, str]) -> str:
    """Who plays what."""
    return f"{title}: you have {side_name(player)} against {names[not player]}."
