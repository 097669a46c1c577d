"""Getting the kernels ready beside the conversation."""

from __future__ import annotations

import threading
from collections.abc import Callable


class WarmUpError(RuntimeError):
    """The kernels could not be made ready; the engine can talk but not play."""


class WarmUp:
    """Runs `work` once, on a thread of its own, and lets others wait for its end.

    `work` gets a function to say with what it is doing; it says something only if that takes time, that is
    when kernels have to be compiled.
    """

    def __init__(
        self,
        work: Callable[[Callable[[str], None]], None],
        say: Callable[[str], None],
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._work = work
        self._say = say
        self._changed = changed  # called when `cold` or `done` turns true
        self._done = threading.Event()
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None
        self.cold = False  # set by the first report: this will take seconds

    def start(self) -> None:
        """Begin, unless that was done already. Only the reading thread calls this."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="warm-up", daemon=True)
            self._thread.start()

    @property
    def done(self) -> bool:
        return self._done.is_set()

    def wait(self) -> None:
        """Return when the kernels are ready. Raises `WarmUpError` if they never will be."""
        self._done.wait()
        if self._error is not None:
            raise WarmUpError(f"the kernels cannot be loaded: {self._error}") from self._error

    def _run(self) -> None:
        try:
            self._work(self._report)
        except BaseException as error:  # whatever it was: those who wait must hear of it
            self._error = error
            self._say(f"error: {error}")
        finally:
            self._done.set()
            self._changed()

    def _report(self, text: str) -> None:
        self.cold = True
        self._say(text)
        self._changed()
