"""What every scene is given."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from game.ui.frame.sound_names import Sound

if TYPE_CHECKING:
    from game.locale import Catalogue
    from game.locale.catalogue import Value
    from game.ui.draw.painter import Painter

__all__ = ["Context", "PlainPreferences", "Preferences", "Silence", "SoundPlayer"]


class Preferences(Protocol):
    """The settings that the window itself obeys; scenes may know of more.

    Read only, so that the frozen `game.storage.Settings` are preferences too: a change is a
    new object in `Context.preferences`.
    """

    @property
    def interface_scale(self) -> float:
        """0.75…2."""

    @property
    def has_reduced_motion(self) -> bool:
        """Whether things should jump instead of move."""

    @property
    def has_stripe_patterns(self) -> bool:
        """Whether stripes bear patterns as well as colours."""

    @property
    def is_muted(self) -> bool:
        """Whether nothing is to be heard."""

    @property
    def volume(self) -> float:
        """0…1."""


@dataclass(slots=True)
class PlainPreferences:
    """Preferences that are stored nowhere, at their defaults."""

    interface_scale: float = 1.0
    has_reduced_motion: bool = False
    has_stripe_patterns: bool = False
    is_muted: bool = False
    volume: float = 0.7


class SoundPlayer(Protocol):
    """Plays effects; `game.ui.frame.sound.Mixer` is the real one."""

    def play(self, sound: Sound, *, step: int = 0, loudness: float = 1.0) -> None:
        """Start a sound. `step` chooses a higher pitch where a sound has several."""

    def set_volume(self, volume: float, *, is_muted: bool) -> None:
        """Loudness of everything, 0…1."""


class Silence:
    """Plays nothing."""

    def play(self, sound: Sound, *, step: int = 0, loudness: float = 1.0) -> None:
        """Nothing."""

    def set_volume(self, volume: float, *, is_muted: bool) -> None:
        """Nothing."""


@dataclass(slots=True)
class Context:
    """The scenes' surroundings.

    Not frozen, because a player changes language and settings while scenes are open: assign
    the new `catalogue` or preference and return `Refresh()`. `random` is the cosmetic stream:
    it may decide where a spark flies, never what a game does. `store` is whatever
    `game.__main__` wires in to keep profiles and matches; it is typed where scenes use it.
    `now` is monotonic, in seconds.
    """

    painter: Painter
    catalogue: Catalogue
    preferences: Preferences = field(default_factory=PlainPreferences)
    sound: SoundPlayer = field(default_factory=Silence)
    store: Any = None
    now: Callable[[], float] = time.monotonic
    random: Random = field(default_factory=Random)
    copy_text: Callable[[str], bool] = lambda text: False
    paste_text: Callable[[], str] = lambda: ""

    def text(self, key: str, /, **values: Value) -> str:
        """The catalogue's sentence for `key`; raises `CatalogueError` where it has none."""
        return self.catalogue.text(key, **values)
