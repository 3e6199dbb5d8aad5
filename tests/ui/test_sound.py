"""Sounds: made again from arithmetic, even, unclipped; silence where there is no device."""

from __future__ import annotations

import math
import sys
import wave
from array import array
from pathlib import Path

import pygame
import pytest

from game.resources import asset
from game.tools.sounds import RATE, synthesise
from game.ui.frame.sound import Mixer
from game.ui.frame.sound_names import STEPS, Sound

FILES = [(sound, step) for sound in Sound for step in range(STEPS.get(sound, 1))]


def read(path: Path) -> array[int]:
    """A file's samples."""
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        samples = array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        samples.byteswap()
    return samples


@pytest.mark.parametrize(("sound", "step"), FILES)
def test_files_are_short_even_and_unclipped(sound: Sound, step: int) -> None:
    samples = read(asset("sounds", sound.file_name(step)))
    assert len(samples) / RATE <= 2.2
    assert 3_000 < max(map(abs, samples)) < 25_000
    assert abs(samples[-1]) < 200, "it ends in silence"
    loudness = math.sqrt(sum(s * s for s in samples) / len(samples)) / 32_767
    assert 0.02 < loudness < 0.12


@pytest.mark.parametrize(
    ("sound", "step"), [(Sound.BUTTON, 0), (Sound.TICK, 0), (Sound.PLACE, 0), (Sound.COUNT, 3)]
)
def test_files_are_what_the_recipe_makes(sound: Sound, step: int) -> None:
    made, kept = synthesise(sound, step), read(asset("sounds", sound.file_name(step)))
    assert len(made) == len(kept)
    assert max(abs(a - b) for a, b in zip(made, kept, strict=True)) <= 2


def test_steps_beyond_the_last_are_the_last() -> None:
    assert Sound.LINE.file_name(99) == Sound.LINE.file_name(STEPS[Sound.LINE] - 1)
    assert Sound.CALL.file_name(3) == "call.wav"


def test_without_a_device_there_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    mixer = Mixer(asset("sounds"))
    mixer.play(Sound.CALL)
    mixer.set_volume(1.0, is_muted=True)
    mixer.close()
    assert not mixer.open()


def test_muted_nothing_is_even_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("it was opened")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    Mixer(asset("sounds"), is_muted=True).play(Sound.CALL)
    Mixer(asset("sounds"), volume=0).play(Sound.CALL)


def test_a_device_that_vanishes_leaves_silence(tmp_path: Path) -> None:
    mixer = Mixer(asset("sounds"))
    assert mixer.open(), "the dummy device"
    pygame.mixer.quit()
    for sound in Sound:
        mixer.play(sound, step=2)
    mixer.close()
    broken = Mixer(tmp_path)
    broken.play(Sound.CALL)
    broken.close()
