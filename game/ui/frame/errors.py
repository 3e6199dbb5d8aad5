"""What can go wrong with the window, worded by `game.__main__`."""

from __future__ import annotations

__all__ = ["NoDisplayError"]


class NoDisplayError(Exception):
    """There is no screen to open a window on.

    `driver` is what SDL fell back to silently (`offscreen`, `dummy`), or "" where it refused.
    """

    def __init__(self, driver: str = "") -> None:
        self.driver = driver
        super().__init__(f"no display{f' (SDL offers only {driver!r})' if driver else ''}")
