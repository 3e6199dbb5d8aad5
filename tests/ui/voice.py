"""A screen reader for tests: it keeps what it reads."""

from __future__ import annotations

from game.locale import Language
from game.ui.frame.context import Mute

__all__ = ["Voice"]


class Voice(Mute):
    """A screen reader that follows the focus, or a voice that reads what the game says."""

    is_there = True

    def __init__(self, *, is_followed: bool = True) -> None:
        self.is_followed = is_followed
        self.spoken: list[str] = []
        self.urgent: list[str] = []

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        """Keep the words."""
        self.spoken.append(words)
        self.urgent += [words] * is_urgent
