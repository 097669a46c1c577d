"""Games that the arbiter ends by the engines' scores or by length, counted as Cute Chess counts."""

from __future__ import annotations

from .record import MoveRecord, Reason, Rules

#: Result, reason and the numbers behind it.
Ending = tuple[str, Reason, str]


class Adjudicator:
    """Counts of one game. A move without score or depth, as an opening's, begins its side's counts anew."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._plies = 0
        self._drawish = 0  # moves in a row, of both sides, with a score near zero
        self._lost = {True: 0, False: 0}  # moves in a row with a losing score, by "is White's"
        self._won = {True: 0, False: 0}

    def after(self, move: MoveRecord, white: bool, irreversible: bool) -> Ending | None:
        """Count a move that `white` has made, which did not end the game; the ending, if it now is one.

        An irreversible move (a capture or a pawn's) begins the count for a draw anew.
        """
        self._plies += 1
        if irreversible:
            self._drawish = 0
        if move.score is None or move.depth <= 0:
            self._drawish = self._lost[white] = self._won[white] = 0
        else:
            self._count(move.score.value, white)
            if ending := self._draw() or self._resignation(white):
                return ending
        if self._rules.maxmoves and self._plies >= 2 * self._rules.maxmoves:
            return "1/2-1/2", Reason.LENGTH, f"{self._plies} plies"
        return None

    def _count(self, score: int, white: bool) -> None:
        rules = self._rules
        self._drawish = self._drawish + 1 if abs(score) <= rules.draw_score else 0
        self._lost[white] = self._lost[white] + 1 if score <= -rules.resign_score else 0
        self._won[white] = self._won[white] + 1 if score >= rules.resign_score else 0

    def _draw(self) -> Ending | None:
        rules = self._rules
        if not rules.draw_movecount or self._drawish < 2 * rules.draw_movecount:
            return None
        if self._plies // 2 < rules.draw_movenumber:
            return None
        return (
            "1/2-1/2",
            Reason.DRAW_ADJUDICATION,
            f"{self._drawish} scores in a row within {rules.draw_score} centipawns",
        )

    def _resignation(self, white: bool) -> Ending | None:
        rules = self._rules
        if not rules.resign_movecount or self._lost[white] < rules.resign_movecount:
            return None
        if rules.resign_twosided and self._won[not white] < rules.resign_movecount:
            return None
        return (
            "0-1" if white else "1-0",
            Reason.RESIGN_ADJUDICATION,
            f"{self._lost[white]} scores in a row of {-rules.resign_score} centipawns or worse",
        )
