"""What a conversation has set up: the options' values, the game, the position and the searcher.

Only the desk's thread uses it, so nothing here changes under a running search.
"""

from __future__ import annotations

from ..engine.variants import find
from ..search.limits import Settings
from . import format as form
from . import memory
from .backend import Backend
from .go import shown
from .options import Option, OptionError, Options
from .parse import SetOption, SetPosition
from .wire import Wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..engine.board import Board
    from ..eval.nnue.files import Network
    from ..search.searcher import Searcher

MAX_GAME_PLIES = 20_000  # longer games are refused: replaying one must not take minutes


class Table:
    """The playing table: a board on it, a searcher at it. What is refused leaves everything as it was."""

    def __init__(self, wire: Wire, backend: Backend, tuning: bool = False) -> None:
        self._wire = wire
        self._backend = backend
        self.options = Options(tuning)
        self._variant = find(self.options.text("UCI_Variant"))
        self._board: Board | None = None  # None: the start position, not built yet
        self._searcher: Searcher | None = None
        self._network: Network | None = None
        self._network_for: tuple[str, str] | None = None  # the game and EvalFile that it belongs to
        self._hash_mb = self.options.number("Hash")

    # -- the position ---------------------------------------------------------------------------------------

    def board(self) -> Board:
        """The current position; whoever gets it leaves it unchanged. Needs warm kernels."""
        if self._board is None:
            self._board = self._backend.board(self._variant.name)
        return self._board

    def set_position(self, command: SetPosition) -> None:
        """Obey `position`, whole or not at all; a refusal names the wrong move. Needs warm kernels."""
        if len(command.moves) > MAX_GAME_PLIES:
            self._refuse(f"{len(command.moves)} moves, {MAX_GAME_PLIES} are the most")
            return
        try:
            board = self._backend.board(self._variant.name, command.fen, self._reading_letters(command.fen))
        except ValueError as error:
            self._refuse(str(error))
            return
        for number, text in enumerate(command.moves, 1):
            try:
                board.push_uci(text)
            except ValueError as error:
                self._refuse(f"move {number}: {error}")
                return
        self._board = board

    def _refuse(self, reason: str) -> None:
        self._wire.say(f"position refused, the old one stays: {shown(reason, 400)}")

    def flip(self) -> None:
        """Change colours. Needs warm kernels."""
        self._board = self.board().mirror()

    # -- how things are written -----------------------------------------------------------------------------

    @property
    def letters(self) -> str:
        """The set of piece letters to write; the choice is Grand Chess's only."""
        return self.options.text("PieceLetters") if self._variant.name == "grand" else "AC"

    @property
    def tenth_file(self) -> str:
        """What moves call the tenth file."""
        return "m" if self._variant.tenth_file == "m" and self.options.text("UCI_TenthFile") == "m" else "j"

    def _reading_letters(self, fen: str | None) -> str | None:
        """The set of letters to read `fen` with; None lets the reader decide. An A shows that it is AC."""
        if fen is None or self.letters == "AC" or "a" in fen.split()[0].lower():
            return None
        return self.letters

    # -- options --------------------------------------------------------------------------------------------

    def set_option(self, command: SetOption) -> None:
        """Obey `setoption`."""
        try:
            row, remark = self.options.set(command.name, command.value)
        except OptionError as error:
            self._wire.say(shown(str(error), 300))
            return
        if remark:
            self._wire.say(remark)
        self._apply(row)

    def _apply(self, row: Option) -> None:
        """Do what a new value asks for now; most are looked at when they are needed."""
        if row.name == "UCI_Variant":
            variant = find(self.options.text(row.name))
            if variant is not self._variant:
                self._variant = variant
                self._board = None
                self.forget()
            self._wire.send(form.variant_line(variant))
        elif row.name == "EvalFile":
            self._network_for = None  # a file of the same name may be another one now
        elif row.name == "Hash":
            self._resize(self.options.number(row.name))
        elif row.name == "Clear Hash":
            self.forget()
        elif row.name == "Debug Log File":
            try:
                self._wire.open_log(self.options.text(row.name))
            except (OSError, ValueError) as error:
                self.options.put(row.name, "")
                self._wire.say(f"no log file: {error}")

    def settings(self) -> Settings:
        """What the options say about searching."""
        options = self.options
        return Settings(
            threads=options.number("Threads"),
            multipv=options.number("MultiPV"),
            move_overhead=options.number("Move Overhead"),
            skill_level=options.number("Skill Level"),
            limit_strength=options.truth("UCI_LimitStrength"),
            elo=options.number("UCI_Elo"),
            analyse=options.truth("UCI_AnalyseMode"),
            params=options.changed_params(),
            network=self.network(),
        )

    def network(self) -> Network | None:
        """What evaluates, None for the hand-written evaluation. That a file is of no use is said once."""
        wanted = self._variant.name, self.options.text("EvalFile")
        if wanted != self._network_for:
            self._network_for = wanted
            try:
                self._network = self._backend.network(self._variant, wanted[1])
            except ValueError as error:
                self._network = None
                self._wire.say(f"EvalFile: {shown(str(error), 300)}; the hand-written evaluation is used")
        return self._network

    # -- the searcher ---------------------------------------------------------------------------------------

    def searcher(self) -> Searcher:
        """The searcher, made when first needed, smaller if there is no room. Needs warm kernels."""
        while self._searcher is None:
            try:
                self._searcher = self._backend.searcher(self._hash_mb)
            except MemoryError:
                if self._hash_mb == 1:
                    raise
                self._hash_mb = max(1, min(16, self._hash_mb // 2))
                self.options.put("Hash", self._hash_mb)
                self._wire.say(f"not enough memory: Hash is {self._hash_mb} MB")
        return self._searcher

    def forget(self) -> None:
        """Clear what earlier searches left behind."""
        if self._searcher is not None:
            self._searcher.new_game()

    def _resize(self, megabytes: int) -> None:
        if megabytes == self._hash_mb:
            return
        try:
            if megabytes > self._hash_mb:
                memory.check(megabytes - self._hash_mb)
            if self._searcher is not None:
                self._searcher.resize(megabytes)
        except MemoryError as error:
            self.options.put("Hash", self._hash_mb)
            self._wire.say(f"Hash stays at {self._hash_mb} MB: {str(error) or 'not enough memory'}")
            return
        self._hash_mb = megabytes
