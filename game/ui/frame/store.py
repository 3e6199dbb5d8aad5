"""What scenes ask of `context.store`, and how preferences change while the game runs.

`game.storage.Storage` is the real store. `PlainStore` keeps everything in memory, for the
gallery and for tests.
"""

from __future__ import annotations

import dataclasses
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, cast

from game.locale import Language, load_catalogue
from game.storage import (
    Filter,
    PlayedMatch,
    Problem,
    Saved,
    Settings,
    Streaks,
    Summary,
    open_profile,
)

if TYPE_CHECKING:
    from game.rules.match import Match
    from game.ui.frame.context import Context

__all__ = [
    "History",
    "MatchKeeper",
    "PlainStore",
    "SettingsKeeper",
    "Store",
    "change_settings",
    "obey_settings",
    "settings_of",
    "speak",
    "store_of",
]


class SettingsKeeper(Protocol):
    """Reads and writes preferences."""

    def load(self) -> tuple[Settings, tuple[Problem, ...]]:
        """The stored preferences, and what was wrong with them."""
        ...

    def save(self, settings: Settings) -> Problem | None:
        """Write them; the problem where that failed."""
        ...


class MatchKeeper(Protocol):
    """Keeps the one match that is being played."""

    def save(self, match: Match) -> Problem | None:
        """Write the match; the problem where that failed."""
        ...

    def load(self) -> Saved:
        """The match to go on with."""
        ...

    def clear(self) -> None:
        """Forget it."""
        ...


class History(Protocol):
    """Finished matches."""

    def add_match(
        self,
        match: Match,
        *,
        edition: str = "",
        is_coached: bool = False,
        finished_at: datetime | None = None,
    ) -> int | None:
        """Keep a finished match; its id."""
        ...

    def record(self, number: int) -> str | None:
        """The record of a match."""
        ...

    def delete_match(self, number: int) -> None:
        """Forget a match."""
        ...

    def last_matches(self, most: int = 20, start: int = 0) -> tuple[PlayedMatch, ...]:
        """The latest matches, newest first."""
        ...

    def best(self, which: Filter = ...) -> float | None:
        """The highest total."""
        ...

    def totals(self, which: Filter = ...) -> tuple[float, ...]:
        """All totals, oldest first."""
        ...

    def summarise(self, which: Filter = ...) -> Summary:
        """Count, best, means and wins."""
        ...

    def histogram(self, which: Filter = ..., width: int = 10) -> dict[int, int]:
        """How many totals lie in each bin."""
        ...

    def streaks(self, which: Filter = ...) -> Streaks:
        """Days and wins in a row."""
        ...


class Store(Protocol):
    """Everything of one player that outlives a run."""

    @property
    def settings(self) -> SettingsKeeper:
        """Preferences."""
        ...

    @property
    def autosave(self) -> MatchKeeper:
        """The match being played."""
        ...

    @property
    def profile(self) -> History:
        """Finished matches."""
        ...


class _PlainSettings:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def load(self) -> tuple[Settings, tuple[Problem, ...]]:
        return self._settings, ()

    def save(self, settings: Settings) -> Problem | None:
        self._settings = settings
        return None


class _PlainAutosave:
    def __init__(self) -> None:
        self._match: Match | None = None

    def save(self, match: Match) -> Problem | None:
        self._match = match
        return None

    def load(self) -> Saved:
        return Saved(self._match)

    def clear(self) -> None:
        self._match = None


class PlainStore:
    """A store that is forgotten at the end."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings: SettingsKeeper = _PlainSettings(settings or Settings())
        self.autosave: MatchKeeper = _PlainAutosave()
        self.profile: History = open_profile(None)


def store_of(context: Context) -> Store:
    """The context's store; one that forgets is put there where none was wired in."""
    if context.store is None:
        context.store = PlainStore()
    return cast("Store", context.store)


def settings_of(context: Context) -> Settings:
    """The preferences as they are now."""
    preferences: object = context.preferences
    if isinstance(preferences, Settings):
        return preferences
    plain = context.preferences
    return Settings(
        language=context.catalogue.language.value,
        interface_scale=plain.interface_scale,
        has_reduced_motion=plain.has_reduced_motion,
        has_stripe_patterns=plain.has_stripe_patterns,
        is_muted=plain.is_muted,
        volume=plain.volume,
    )


def obey_settings(context: Context, settings: Settings) -> None:
    """Make these the preferences, and let sound and pictures follow them."""
    context.preferences = settings
    context.sound.set_volume(settings.volume, is_muted=settings.is_muted)
    sprites = context.painter.sprites
    if sprites.has_patterns != settings.has_stripe_patterns:
        sprites.has_patterns = settings.has_stripe_patterns
        sprites.clear()


def change_settings(context: Context, **changes: Any) -> Problem | None:
    """Change preferences by name, obey them, and store them.

    Returns the problem where they could not be stored; they hold for this run even so. A
    scene whose change moves or restyles what is on screen answers `Refresh()` afterwards.
    Raises `ValueError` for a value out of bounds.
    """
    settings = dataclasses.replace(settings_of(context), **changes)
    obey_settings(context, settings)
    return store_of(context).settings.save(settings)


def speak(context: Context, language: Language) -> None:
    """Switch to a language and remember it; answer `Refresh()` where scenes are open."""
    context.catalogue = load_catalogue(language)
    change_settings(context, language=language.value)
