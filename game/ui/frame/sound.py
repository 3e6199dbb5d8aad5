"""Sound through pygame's mixer, or silence where there is none."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pygame

from game.ui.frame.hush import hushed_stderr
from game.ui.frame.sound_names import STEPS, Sound


class Mixer:
    """Plays the files in `directory`.

    Nothing is opened before `open` or the first `play`, so that the first frame need not wait
    for the sound card. No device, a broken file, a device pulled out: silence, never an error.
    """

    def __init__(self, directory: Path, volume: float = 0.7, *, is_muted: bool = False) -> None:
        self._directory = directory
        self._volume = volume
        self._is_muted = is_muted
        self._is_open: bool | None = None
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}

    def open(self) -> bool:
        """Open the device and load the sounds, once; whether there is a device."""
        if self._is_open is None:
            self._is_open = _open_device()
            if self._is_open:
                for sound in Sound:
                    for step in range(STEPS.get(sound, 1)):
                        self._load(sound.file_name(step))
        return self._is_open

    def play(self, sound: Sound, *, step: int = 0, loudness: float = 1.0) -> None:
        """Start a sound; `step` chooses a higher pitch where it has several."""
        if self._is_muted or self._volume <= 0 or not self.open():
            return
        loaded = self._load(sound.file_name(step))
        if loaded is None:
            return
        with suppress(pygame.error):
            loaded.set_volume(min(1.0, self._volume * loudness))
            loaded.play()

    def set_volume(self, volume: float, *, is_muted: bool) -> None:
        """Loudness of everything from now on, 0…1; muting also cuts what is sounding."""
        self._volume = volume
        self._is_muted = is_muted
        if is_muted and self._is_open:
            with suppress(pygame.error):
                pygame.mixer.stop()

    def close(self) -> None:
        """Give the device back."""
        if self._is_open:
            with suppress(pygame.error):
                pygame.mixer.quit()
        self._is_open = False
        self._sounds.clear()

    def _load(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._sounds:
            try:
                self._sounds[name] = pygame.mixer.Sound(str(self._directory / name))
            except (pygame.error, OSError):
                self._sounds[name] = None
        return self._sounds[name]


def _open_device() -> bool:
    try:
        with hushed_stderr():
            pygame.mixer.init(44_100, -16, 2, 512)
    except (pygame.error, ImportError):
        return False
    pygame.mixer.set_num_channels(16)
    return True
