"""Plays sounds with pygame's mixer; silent where there is no device.

One thread touches the device: it opens it, reads each file when it is first needed, and fades the
music, in the order asked for. A caller of `play` never waits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Unpack

from game.threads import start_thread
from game.ui.sound.names import STEPPING_FORWARD, Sound, Volumes
from game.ui.sound.voices import reading_file, voice_file

if TYPE_CHECKING:
    import threading

    from game.locale import Language
    from game.rules.tiles import Tile
    from game.ui.sound.music import MusicCue
    from game.ui.sound.player import How
    from game.ui.sound.worker import SoundWorker

_LONGEST_GOODBYE: Final = 1.0
"""Seconds in which the thread has to end."""


class Mixer:
    """Plays the files below `folder`; pygame's own mixer belongs to it from `open` to `close`.

    Nothing is opened before `open` or the first thing to be heard. No device, no thread, a
    broken file, a device pulled out: silence, never an error.
    """

    def __init__(self, folder: Path, volumes: Volumes | None = None) -> None:
        self._folder = folder
        self._volumes = volumes or Volumes()
        self._cue: MusicCue | None = None
        self.worker: SoundWorker | None = None
        """The worker on the mixer's thread; None until the first sound."""
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def open(self) -> None:
        """Open the device, and begin the music."""
        if not self._volumes.are_zero:
            self._ask(lambda worker: worker.begin())

    def play(self, sound: Sound, **how: Unpack[How]) -> None:
        if self._volumes.effects > 0:
            delay = how.get("delay", 0.0)
            if sound in STEPPING_FORWARD:
                # The music is back before the sound comes.
                self._ask(lambda worker: worker.duck(delay + STEPPING_FORWARD[sound]))
            self._ask(lambda worker: worker.play(sound, how), delay)

    def call(self, tiles: Sequence[Tile], language: Language, delay: float = 0.0) -> None:
        if self._volumes.voice > 0:
            names = [voice_file(language, tile) for tile in tiles]
            self._ask(lambda worker: worker.duck(delay + 1.0))
            self._ask(lambda worker: worker.speak(names), delay)

    def tell_reading(self, languages: Sequence[Language]) -> None:
        if self._volumes.voice > 0:
            names = [reading_file(language) for language in languages]
            self._ask(lambda worker: worker.speak(names))

    def follow(self, cue: MusicCue) -> None:
        self._cue = cue
        if self.worker is not None:
            self._ask(lambda worker: worker.follow(cue))

    def set_volumes(self, volumes: Volumes) -> None:
        """Set how loud everything is from now on; what becomes silent is cut off."""
        self._volumes = volumes
        if self.worker is not None or not volumes.are_zero:
            self._ask(lambda worker: worker.set_volumes(volumes))

    def rest(self, *, is_resting: bool) -> None:
        if self.worker is not None:
            self._ask(lambda worker: worker.rest(is_resting=is_resting))

    @property
    def is_open(self) -> bool:
        """Whether there is a device."""
        return self.worker is not None and bool(self.worker.is_open)

    def close(self) -> bool:
        """Close the device; return False if it does not answer, and its thread lives on."""
        if self.worker is not None and self._thread is not None and not self._is_closed:
            self.worker.end()
            self._thread.join(_LONGEST_GOODBYE)
        self._is_closed = True
        return self._thread is None or not self._thread.is_alive()

    def _ask(self, task: Callable[[SoundWorker], object], delay: float = 0.0) -> None:
        if self._is_closed:
            return
        if self.worker is None:
            from game.ui.sound.worker import SoundWorker

            worker = SoundWorker(self._folder, self._volumes, self._cue)
            self._thread = start_thread(worker.work, "sound")
            if self._thread is None:
                return
            self.worker = worker
        worker = self.worker
        worker.ask(lambda: task(worker), delay)
