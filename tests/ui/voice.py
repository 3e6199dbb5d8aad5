"""A screen reader for tests: it keeps what it reads."""

from __future__ import annotations

from game.locale import Language
from game.ui.frame.context import Mute

__all__ = ["Voice"]


class Voice(Mute):
    """A screen reader that follows the focus."""

    is_there = is_followed = True

    def __init__(self) -> None:
        self.spoken: list[str] = []

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        """Keep the words."""
        self.spoken.append(words)
