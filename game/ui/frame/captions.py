"""Captions: the sounds in words, on every screen, for players who do not hear them.

`Captions` is a `SoundPlayer` that passes every call on to the real one and stores the words of the
latest sounds. Sounds of one kind that follow each other quickly share a caption.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Unpack

import pygame

from game.locale import Catalogue, Language
from game.ui.draw.painter import Painter
from game.ui.layout.rects import Rect
from game.ui.sound.music import MusicCue
from game.ui.sound.names import LENGTHS, Sound, Volumes
from game.ui.sound.player import How, SoundPlayer
from game.ui.sound.voices import caller_words

if TYPE_CHECKING:
    from game.rules.tiles import Tile

_SECONDS: Final = 3.5
_TOGETHER: Final = 0.7
"""Seconds after a sound in which another one joins its caption."""

_KEYS: Final[Mapping[Sound, Callable[[int], str]]] = MappingProxyType(
    {
        Sound.ALIVE: lambda step: "alive",
        Sound.LINE: lambda step: "line",
        Sound.LINE_DIES: lambda step: "dies",
        Sound.RAY: lambda step: "moon_ray" if step else "sun_ray",
        Sound.TAKE_BACK: lambda step: "taken_back",
        Sound.TOTAL: lambda step: "total",
        Sound.RECORD: lambda step: "record",
        Sound.WIN: lambda step: "win",
        Sound.BEATEN: lambda step: "beaten",
        Sound.FIRST: lambda step: "first",
        Sound.GOAL: lambda step: "goal",
        Sound.REFUSE: lambda step: "refuse",
        Sound.TICK: lambda step: "tick",
        Sound.LAST_CALL: lambda step: "last_call",
        Sound.MEDAL: lambda step: "medal",
        Sound.LEVEL: lambda step: "level",
        Sound.RIGHT: lambda step: "right_row" if step else "right",
        Sound.ACE: lambda step: "ace",
        Sound.CLIMB_BEGIN: lambda step: "climb_begin",
        Sound.CLIMB_PASSED: lambda step: "climb_passed",
        Sound.CLIMB_FAR: lambda step: "climb_far",
        Sound.CLIMB_JUST: lambda step: "climb_just",
        Sound.CLIMB_HOLDS: lambda step: "climb_holds",
        Sound.CLIMB_BELOW: lambda step: "climb_below",
        Sound.CLIMB_BOSS: lambda step: "climb_boss",
        Sound.CLIMB_SUMMIT: lambda step: "climb_summit",
        Sound.CLIMB_OVER: lambda step: "climb_over",
        Sound.CLIMB_REACHED: lambda step: "climb_reached",
    }
)
"""Catalogue keys below `heard.caption`, by the sound's step. Sounds of visible events have no
caption: buttons, steps, a tile taken, placed or turned, a sum being counted."""


@dataclass(slots=True, eq=False, repr=False)
class _Caption:
    """`steps` of all sounds of one kind that were heard together; a call's `tiles`."""

    key: str
    steps: list[int]
    tiles: tuple[Tile, ...] = ()

    def words(self, catalogue: Catalogue) -> str:
        """Return the caption in the player's language."""
        match self.key:
            case "call":
                called = " – ".join(caller_words(catalogue, tile) for tile in self.tiles)
                return catalogue.text("heard.caption.call", words=called)
            case "alive":
                numbers = ", ".join(str(step + 1) for step in dict.fromkeys(self.steps))
                return catalogue.text("heard.caption.alive", numbers=numbers)
            case "line":
                number, length = divmod(self.steps[0], len(LENGTHS))
                values = {"number": number + 1, "length": LENGTHS[length]}
                return catalogue.text("heard.caption.line", **values)
            case "right_row":
                return catalogue.text("heard.caption.right_row", count=self.steps[-1] + 1)
            case "dies":
                return catalogue.text("heard.caption.dies", count=len(self.steps))
            case "tick":
                return catalogue.text("heard.caption.tick", seconds=self.steps[-1])
            case _:
                return catalogue.text(f"heard.caption.{self.key}")


class Captions:
    """A sound player that forwards every call, and stores the words of the latest sounds."""

    def __init__(self, player: SoundPlayer) -> None:
        self._player = player
        self._coming: list[tuple[float, _Caption]] = []
        self._shown: list[_Caption] = []
        self._age = 0.0

    def play(self, sound: Sound, **how: Unpack[How]) -> None:
        self._player.play(sound, **how)
        if sound in _KEYS:
            step = how.get("step", 0)
            self._coming.append((how.get("delay", 0.0), _Caption(_KEYS[sound](step), [step])))

    def call(self, tiles: Sequence[Tile], language: Language, delay: float = 0.0) -> None:
        self._player.call(tiles, language, delay)
        self._coming.append((delay, _Caption("call", [], tuple(tiles))))

    def tell_reading(self, languages: Sequence[Language]) -> None:
        self._player.tell_reading(languages)

    def follow(self, cue: MusicCue) -> None:
        """Forward the music's cue; music has no caption."""
        self._player.follow(cue)

    def set_volumes(self, volumes: Volumes) -> None:
        """Forward the volumes."""
        self._player.set_volumes(volumes)

    def rest(self, *, is_resting: bool) -> None:
        """Forward that the game is hidden, or seen again."""
        self._player.rest(is_resting=is_resting)

    def words(self, catalogue: Catalogue) -> str:
        """Return the words shown now, "" for none."""
        return " · ".join(caption.words(catalogue) for caption in self._shown)

    def advance(self, dt: float) -> bool:
        """Let time pass; return whether the captions changed."""
        self._age += dt
        due = [caption for left, caption in self._coming if left <= dt]
        self._coming = [(left - dt, caption) for left, caption in self._coming if left > dt]
        for caption in due:
            self._show(caption)
        if self._shown and self._age > _SECONDS:
            self._shown = []
            return True
        return bool(due)

    def _show(self, caption: _Caption) -> None:
        if self._age > _TOGETHER:
            self._shown = []
        self._age = 0.0
        for shown in self._shown:
            if shown.key == caption.key and caption.key != "line":
                shown.steps += caption.steps
                shown.tiles = caption.tiles
                return
        self._shown.append(caption)

    def draw(
        self, surface: pygame.Surface, painter: Painter, catalogue: Catalogue, strip: Rect
    ) -> None:
        """Draw the captions in the strip below the scenes that is reserved for them."""
        surface.fill(painter.theme.palette.sunken, strip)
        words = self.words(catalogue)
        if words:
            inner = strip.inset(painter.px(20), painter.px(3))
            painter.text_in(surface, words, inner, painter.theme.type.strong, "centre", max_lines=1)
