"""The names of sounds: their files, steps and volumes."""

from __future__ import annotations

import itertools
from dataclasses import replace

from game.resources import asset
from game.storage.settings import Settings
from game.ui.sound.names import (
    LENGTHS,
    PITCH_STEPS,
    UNDER_SPEECH,
    Sound,
    Volumes,
    count_step,
    line_step,
    number_step,
    weight_step,
)
from tests.each import each


def test_every_sound_has_its_files_and_every_file_its_sound() -> None:
    names = {
        sound.file_name(step, variation)
        for sound in Sound
        for step in range(PITCH_STEPS.get(sound, 1))
        for variation in range(sound.variations)
    }
    assert names == {path.name for path in asset("sounds").iterdir()}
    assert all(sound.variations > 1 for sound in Sound), "nothing repeats exactly"


def test_steps_stay_within_their_files() -> None:
    assert Sound.COUNT.file_name(99) == Sound.COUNT.file_name(PITCH_STEPS[Sound.COUNT] - 1)
    assert Sound.CALL.file_name(3) == Sound.CALL.file_name(0)
    assert Sound.CALL.file_name(0, 7) == Sound.CALL.file_name(0, 2)
    assert Sound.PLACE.file_name(-1) == Sound.PLACE.file_name(0)
    assert [line_step(2, length) for length in (1, 2, 5, 6)] == [4, 4, 7, 7]
    lines = [line_step(number, length) for number in range(1, 10) for length in LENGTHS]
    assert lines == list(range(PITCH_STEPS[Sound.LINE]))
    assert [number_step(n) for n in range(1, 10)] == list(range(PITCH_STEPS[Sound.ALIVE]))
    assert [count_step(n) for n in range(1, 10)] == list(range(9))
    assert count_step(99) == PITCH_STEPS[Sound.COUNT] - 1
    weights = [weight_step(points) for points in range(6, 25)]
    assert weights == [0] * 5 + [1] * 5 + [2] * 5 + [3] * 4
    assert set(weights) == set(range(PITCH_STEPS[Sound.PLACE]))


@each([(False, True, True, True), *itertools.product((True, False), repeat=4)])
def test_volumes_are_those_of_the_settings(
    is_muted: bool, has_music: bool, has_speech: bool, has_voice: bool
) -> None:
    """Reading aloud names the tiles itself: the caller is silent, and the music lower."""
    voice = 0.6 * has_voice
    settings = replace(
        Settings(),
        volume=0.3, music_volume=0.5, voice_volume=voice,
        is_muted=is_muted, has_music=has_music, has_speech=has_speech,
    )  # fmt: skip
    music = 0.5 * (UNDER_SPEECH if has_speech else 1.0) * has_music
    wanted = (0.3, music, 0.0 if has_speech else voice)
    assert Volumes.of(settings) == ((0.0, 0.0, 0.0) if is_muted else wanted)


@each(itertools.product((0.0, 0.4), repeat=3))
def test_volumes_are_zero_where_all_three_are(effects: float, music: float, voice: float) -> None:
    assert Volumes(effects, music, voice).are_zero is (max(effects, music, voice) == 0)
