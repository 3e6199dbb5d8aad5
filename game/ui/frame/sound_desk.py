"""What the thread of the mixer does: the device, the files, effects, voice and music.

What is heard at once never clips: music, voice and effects each have a share of full scale, no file
goes above a known peak, and an effect for which little of the share is left is softer.
"""

from __future__ import annotations

import heapq
import itertools
import time
from array import array
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from typing import TYPE_CHECKING, Final

import pygame

from game.ui.frame.music_names import MARGIN, MusicLayer
from game.ui.frame.muted_stderr import muted_stderr
from game.ui.frame.sound_names import STEPS, Sound, Volumes

if TYPE_CHECKING:
    from game.ui.frame.sound_player import How

RATE: Final = 44_100
EFFECTS: Final = 16
"""How many effects sound at once; one more takes the place of the oldest."""

EFFECTS_SHARE: Final = 0.40
EFFECT_PEAK: Final = 0.27
"""What effects together may reach of full scale, and what one file does at most."""

_VOICE: Final = len(MusicLayer)
"""The caller's channel; those before it are the music's, those behind it the effects'."""

_STEP: Final = 0.05
_FADE: Final = 2.4
"""Seconds between two steps of a fade, and of a whole one."""

_DUCKED: Final = 0.5
"""The music's share of itself while the caller speaks."""

_CUT: Final = 60
"""Milliseconds in which a call that is broken off goes away."""

_SEAM: Final = 1_024
"""Samples over which a loop's end becomes what comes before its beginning."""


class SoundDesk:
    """One thread calls `work`; from any other only `ask` and `end` may be called."""

    def __init__(self, folder: Path, volumes: Volumes, wanted: Mapping[MusicLayer, float]) -> None:
        self._tasks: SimpleQueue[tuple[float, Callable[[], object]] | None] = SimpleQueue()
        self._wanted = wanted
        self.is_open: bool | None = None
        self._folder = folder
        self._volumes = volumes
        self._later: list[tuple[float, int, Callable[[], object]]] = []
        self._order = itertools.count()
        self._files: dict[str, pygame.mixer.Sound | None] = {}
        self._random = Random()
        self._last: dict[tuple[Sound, int], int] = {}
        self._sounding: list[tuple[pygame.mixer.Channel, pygame.mixer.Sound, float]] = []
        self._levels: dict[MusicLayer, float] = {}
        self._next_fade: float | None = None
        self._next_word: float | None = None
        self._unsaid: list[str] = []
        self._is_resting = False
        self._is_ending = False

    # the thread

    def ask(self, task: Callable[[], object], delay: float = 0.0) -> None:
        """Let the thread do something in `delay` seconds."""
        self._tasks.put((time.monotonic() + delay, task))

    def end(self) -> None:
        """Let the thread give the device back and end, after the file it is reading at most."""
        self._is_ending = True
        self._tasks.put(None)

    def work(self) -> None:
        """Do what is asked, each when it is due, until nothing more is to be done."""
        while True:
            try:
                task = self._tasks.get(timeout=self._pause())
            except Empty:
                pass
            else:
                if task is None:
                    break
                heapq.heappush(self._later, (task[0], next(self._order), task[1]))
            now = time.monotonic()
            while self._later and self._later[0][0] <= now:
                # A device that has gone, a file that is broken: silence.
                with suppress(pygame.error, OSError, ValueError):
                    heapq.heappop(self._later)[2]()
            with suppress(pygame.error, OSError, ValueError):
                if self._next_word is not None and self._next_word <= now:
                    self._go_on_speaking()
                if self._next_fade is not None and self._next_fade <= now:
                    self.fade()
        if self.is_open:
            with suppress(pygame.error):
                pygame.mixer.quit()
        self.is_open = False

    def _pause(self) -> float | None:
        moments = [self._later[0][0]] if self._later else []
        moments += [m for m in (self._next_fade, self._next_word) if m is not None]
        return max(0.0, min(moments) - time.monotonic()) if moments else None

    def open(self) -> bool:
        """Open the device, once; whether there is one."""
        if self.is_open is None:
            self.is_open = _open_device()
        return self.is_open

    def begin(self) -> None:
        """Open the device, and begin the music."""
        if self.open():
            self.fade()

    # effects and voice

    def play(self, sound: Sound, how: How) -> None:
        """Start an effect, another recording than the last time."""
        if self._volumes.effects <= 0 or self._is_resting or not self.open():
            return
        side = how.get("side", 0.0)
        step = min(how.get("step", 0), STEPS.get(sound, 1) - 1)
        choices = [v for v in range(sound.variations) if v != self._last.get((sound, step))]
        self._last[sound, step] = chosen = self._random.choice(choices or [0])
        loaded = self._load(f"sounds/{sound.file_name(step, chosen)}")
        if loaded is None:
            return
        wish = self._volumes.effects * how.get("loudness", 1.0) * self._random.uniform(0.9, 1.0)
        self._sounding = [
            entry
            for entry in self._sounding
            if entry[0].get_busy() and entry[0].get_sound() is entry[1] and entry[1] is not loaded
        ]
        left = EFFECTS_SHARE - sum(share for _, _, share in self._sounding)
        loud = min(1.0, wish, max(0.0, left) / EFFECT_PEAK)
        if loaded.get_num_channels():
            # The same recording once more: it begins anew instead of being added to itself.
            loaded.stop()
        loaded.set_volume(loud)
        channel = self._free_channel()
        channel.play(loaded)
        channel.set_volume(min(1.0, 1 - 0.75 * side), min(1.0, 1 + 0.75 * side))
        self._sounding.append((channel, loaded, loud * EFFECT_PEAK))

    def _free_channel(self) -> pygame.mixer.Channel:
        """One that is silent, else the one that has sounded longest."""
        channels = [pygame.mixer.Channel(_VOICE + 1 + i) for i in range(EFFECTS)]
        busy = [channel for channel, _, _ in self._sounding]
        return next((c for c in channels if not c.get_busy()), (busy or channels)[0])

    def speak(self, names: list[str]) -> None:
        """Say calls one after the other, instead of what is being said."""
        if self._volumes.voice <= 0 or self._is_resting or not self.open():
            return
        self._unsaid = names
        pygame.mixer.Channel(_VOICE).fadeout(_CUT)
        self._go_on_speaking()

    def _go_on_speaking(self) -> None:
        channel = pygame.mixer.Channel(_VOICE)
        if channel.get_busy():
            self._next_word = time.monotonic() + _STEP
            return
        self._next_word = None
        if not self._unsaid:
            return
        loaded = self._load(f"voices/{self._unsaid.pop(0)}")
        if loaded is not None:
            loaded.set_volume(self._volumes.voice)
            channel.play(loaded)
            # A call that ended while it was being broken off leaves its channel half faded.
            channel.set_volume(1.0)
        if self._unsaid:
            self._next_word = time.monotonic() + _STEP
        if self._levels:
            self._next_fade = time.monotonic()

    def rest(self, *, is_resting: bool) -> None:
        """Hold everything that sounds, or let it go on."""
        self._is_resting = is_resting
        if self.is_open:
            (pygame.mixer.pause if is_resting else pygame.mixer.unpause)()

    # music

    def set_volumes(self, volumes: Volumes) -> None:
        """Obey; what becomes silent is cut off, and music that becomes loud again begins."""
        self._volumes = volumes
        if not self.is_open:
            if volumes.music > 0:
                self.fade()
            return
        if volumes.effects <= 0:
            for channel, _, _ in self._sounding:
                channel.stop()
        if volumes.voice <= 0:
            pygame.mixer.Channel(_VOICE).stop()
        self.fade()

    def follow(self, wanted: Mapping[MusicLayer, float]) -> None:
        """Pass over into other layers."""
        self._wanted = wanted
        self.fade()

    def fade(self) -> None:
        """Bring each layer a step nearer to where it is to be; and once more, until all are."""
        self._next_fade = None
        if self._volumes.music <= 0:
            if self._levels:
                for i in range(len(MusicLayer)):
                    pygame.mixer.Channel(i).stop()
            self._levels.clear()
            return
        wanted = self._wanted
        if not wanted or not self.open():
            return
        if not self._levels:
            self._begin_music()
        is_spoken = pygame.mixer.Channel(_VOICE).get_busy()
        is_moving = is_spoken
        for layer, level in self._levels.items():
            goal = wanted.get(layer, 0.0) * (_DUCKED if is_spoken else 1.0)
            step = _STEP / (0.3 if is_spoken else _FADE)
            level = min(goal, level + step) if level < goal else max(goal, level - step)
            is_moving |= level != goal
            self._levels[layer] = level
            loop = self._files.get(f"music/{layer}.ogg")
            if loop is not None:
                loop.set_volume(level * self._volumes.music)
        if is_moving:
            self._next_fade = time.monotonic() + _STEP

    def _begin_music(self) -> None:
        """Start all layers together, silent; they stay together, for all are whole bars."""
        loops = [(layer, self._load_loop(f"music/{layer}.ogg")) for layer in MusicLayer]
        for i, (layer, loop) in enumerate(loops):
            self._levels[layer] = 0.0
            if loop is not None:
                loop.set_volume(0.0)
                pygame.mixer.Channel(i).play(loop, loops=-1)

    # files

    def _load(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._files and not self._is_ending:
            try:
                self._files[name] = pygame.mixer.Sound(str(self._folder / name))
            except (pygame.error, OSError):
                self._files[name] = None
        return self._files.get(name)

    def _load_loop(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._files:
            loaded = self._load(name)
            if loaded is not None:
                self._files[name] = pygame.mixer.Sound(buffer=join_ends(loaded.get_raw()))
        return self._files.get(name)


def join_ends(samples: bytes) -> bytearray:
    """A loop cut out of its margins, whose end passes over into what precedes its beginning.

    `samples` are 16 bits, two sides.
    """
    frame = 4
    loop = bytearray(memoryview(samples)[MARGIN * frame : -MARGIN * frame])
    before = array("h", samples[(MARGIN - _SEAM) * frame : MARGIN * frame])
    ending = array("h", bytes(loop[-_SEAM * frame :]))
    for i, (old, new) in enumerate(zip(ending, before, strict=True)):
        share = (i // 2 + 1) / _SEAM
        ending[i] = round(old * (1 - share) + new * share)
    loop[-_SEAM * frame :] = ending.tobytes()
    return loop


def _open_device() -> bool:
    try:
        with muted_stderr():
            pygame.mixer.init(RATE, -16, 2, 512, allowedchanges=0)
    except (pygame.error, ImportError):
        return False
    pygame.mixer.set_num_channels(_VOICE + 1 + EFFECTS)
    return True
