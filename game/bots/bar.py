"""A progress bar for the terminal; drawn only if standard error is one."""

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

EVERY_SECONDS: Final = 0.1
BAR_WIDTH: Final = 24


class Bar:
    """A progress bar over `total` pieces of work: one line of standard error, erased at last."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown: float | None = None
        self._width = 0
        self.is_drawn = sys.stderr is not None and sys.stderr.isatty()

    def show(self, done: int, words: str = "") -> None:
        """Redraw the bar, unless it was drawn very recently."""
        now = time.monotonic()
        if not self.is_drawn or (self._shown is not None and now - self._shown < EVERY_SECONDS):
            return
        self._shown = now
        full = BAR_WIDTH * done // max(1, self._total)
        line = f"[{'#' * full}{'-' * (BAR_WIDTH - full)}] {done}/{self._total}  {words}"
        columns = shutil.get_terminal_size().columns
        self._write(line[: columns - 1])

    def clear(self) -> None:
        """Erase the bar before other output."""
        if self._shown is not None:
            self._shown = None
            self._write("")
            print("\r", end="", file=sys.stderr, flush=True)

    def _write(self, line: str) -> None:
        """Overwrite the line: plain Windows consoles have no escape sequence that clears it."""
        print(f"\r{line.ljust(self._width)}", end="", file=sys.stderr, flush=True)
        self._width = len(line)


@contextmanager
def percent_bar(words: str = "") -> Iterator[Callable[[float], None]]:
    """Yield a function that displays a share of work done, 0 to 1; remove the bar at the end."""
    bar = Bar(100)
    try:
        yield lambda share: bar.show(round(share * 100), words)
    finally:
        bar.clear()
