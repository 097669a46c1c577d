"""One side's clock in a game, counted as Cute Chess does."""

from __future__ import annotations

from .spec import TimeControl


class Clock:
    """What an engine has left, in seconds. The first increment is there from the start."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left = None if control.base is None else control.base + control.increment
        self.moves_left = control.moves  # to the next control; 0: there is none

    @property
    def allowed(self) -> float | None:
        """Seconds for the next move; None if nothing but nodes or depth limits it."""
        return self.control.movetime if self.left is None else self.left

    def overrun(self, seconds: float, margin: float) -> bool:
        """Whether a move took too long, in whole milliseconds, which is all that an engine is told."""
        return self.allowed is not None and int(1000 * seconds) > int(1000 * (self.allowed + margin))

    def spend(self, seconds: float) -> None:
        """Take a move's time. What was overrun within a margin stays owing: it cannot be used twice."""
        if self.left is None or self.control.base is None:
            return
        self.left += self.control.increment - seconds
        if self.moves_left:
            self.moves_left -= 1
            if not self.moves_left:
                self.moves_left = self.control.moves
                self.left += self.control.base
