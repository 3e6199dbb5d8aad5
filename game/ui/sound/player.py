"""The protocol `SoundPlayer`, by which scenes play sounds, and one that plays nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypedDict, Unpack

if TYPE_CHECKING:
    from game.locale import Language
    from game.rules.tiles import Tile
    from game.ui.sound.music import MusicCue
    from game.ui.sound.names import Sound, Volumes


class How(TypedDict, total=False):
    """The way in which a sound is played.

    `step` chooses a form where a sound has several, `loudness` is 1 at most, `side` is where the
    thing is on screen, from -1 (left) to 1; `delay` are seconds.
    """

    step: int
    loudness: float
    side: float
    delay: float


class SoundPlayer(Protocol):
    """Plays effects, the caller's voice and music; `game.ui.sound.mixer.Mixer` is the real one."""

    def play(self, sound: Sound, **how: Unpack[How]) -> None:
        """Start a sound."""

    def call(self, tiles: Sequence[Tile], language: Language, delay: float = 0.0) -> None:
        """Let the caller call tiles, one after the other, in `delay` seconds; what it is still
        saying it breaks off.
        """

    def tell_reading(self, languages: Sequence[Language]) -> None:
        """Let the caller say in each of the languages how to have everything read aloud. In none
        of them: break that off.
        """

    def follow(self, cue: MusicCue) -> None:
        """Let the music follow the game: the player's place and progress."""

    def set_volumes(self, volumes: Volumes) -> None:
        """Set the volumes from now on."""

    def rest(self, *, is_resting: bool) -> None:
        """Pause while the window is hidden, and resume afterwards."""


class Silence:
    """A sound player that plays nothing."""

    def play(self, sound: Sound, **how: Unpack[How]) -> None:
        """Do nothing."""

    def call(self, tiles: Sequence[Tile], language: Language, delay: float = 0.0) -> None:
        """Do nothing."""

    def tell_reading(self, languages: Sequence[Language]) -> None:
        """Do nothing."""

    def follow(self, cue: MusicCue) -> None:
        """Do nothing."""

    def set_volumes(self, volumes: Volumes) -> None:
        """Do nothing."""

    def rest(self, *, is_resting: bool) -> None:
        """Do nothing."""
