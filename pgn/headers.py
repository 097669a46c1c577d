"""`Headers`, the tags of a game: python-chess's, which finds a tag in any case and knows our games."""

from __future__ import annotations

import chess.pgn

from ..engine.named_boards import NamedBoard, board_class
from ..engine.variants import CHESS, Variant
from .which import named, shown_by

#: Tags as the PGN standard and the programs that we know write them, besides the seven that all games have.
_TAGS = """
    Variant SetUp FEN PieceLetters TimeControl WhiteTimeControl BlackTimeControl Termination PlyCount
    Annotator Mode Time UTCDate UTCTime ECO NIC Opening Variation SubVariation WhiteElo BlackElo WhiteTitle
    BlackTitle WhiteType BlackType WhiteNA BlackNA EventDate EventSponsor Section Stage Board Source
    GameDuration GameStartTime GameEndTime
"""
_USUAL = {name.lower(): name for name in (*chess.pgn.TAG_ROSTER, *_TAGS.split())}


def usual_name(name: str) -> str:
    """A tag's name as it is usually written; unknown ones stay as they are."""
    return _USUAL.get(name.lower(), name)


class Headers(chess.pgn.Headers):
    """The tags of a game, in the manner of python-chess."""

    def game(self, default: Variant = CHESS) -> Variant:
        """The game played: as the tag Variant says, else as the FEN shows, else `default`.

        Where the FEN leaves a choice it is `default` if that is one of the games.
        Raises `ValueError` for a game that is not ours.
        """
        variant = named(self.get("Variant", ""))
        if variant is None:
            variant = shown_by(self["FEN"], default) if "FEN" in self else default
        return variant

    def variant(self) -> type[NamedBoard]:  # type: ignore[override]
        """The class of the game's boards. Raises `ValueError` for a game that is not ours."""
        return board_class(self.game())

    def board(self) -> NamedBoard:  # type: ignore[override]
        """The position before the first move. Raises `ValueError`, `InvalidFenError`."""
        return self.variant()(self.get("FEN"))

    def __setitem__(self, key: str, value: str) -> None:
        super().__setitem__(usual_name(key), value)

    def __getitem__(self, key: str) -> str:
        return super().__getitem__(usual_name(key))

    def __delitem__(self, key: str) -> None:
        super().__delitem__(usual_name(key))
