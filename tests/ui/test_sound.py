"""Sound: nothing clips or waits; silence where there is no device; music that has no seam."""

from __future__ import annotations

import array
import itertools
import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.locale import Language
from game.resources import asset
from game.rules.tiles import TILES
from game.ui.frame import sound_desk
from game.ui.frame.music_names import MARGIN, Mood, MusicLayer, layers_of
from game.ui.frame.sound import Mixer
from game.ui.frame.sound_desk import EFFECT_PEAK, EFFECTS_SHARE, SoundDesk, join_ends
from game.ui.frame.sound_names import (
    LENGTHS,
    STEPS,
    Sound,
    Volumes,
    line_step,
    number_step,
    weight_step,
)

LOUD = Volumes(1.0, 1.0, 1.0)


def test_every_sound_has_its_files_and_every_file_its_sound() -> None:
    names = {
        sound.file_name(step, variation)
        for sound in Sound
        for step in range(STEPS.get(sound, 1))
        for variation in range(sound.variations)
    }
    assert names == {path.name for path in asset("sounds").iterdir()}
    assert all(sound.variations > 1 for sound in Sound), "nothing repeats exactly"


def test_steps_stay_within_their_files() -> None:
    assert Sound.COUNT.file_name(99) == Sound.COUNT.file_name(STEPS[Sound.COUNT] - 1)
    assert Sound.CALL.file_name(3) == Sound.CALL.file_name(0)
    lines = [line_step(number, length) for number in range(1, 10) for length in LENGTHS]
    assert lines == list(range(STEPS[Sound.LINE]))
    assert [number_step(n) for n in range(1, 10)] == list(range(STEPS[Sound.ALIVE]))
    weights = [weight_step(points) for points in range(6, 25)]
    assert weights == sorted(weights)
    assert set(weights) == set(range(STEPS[Sound.PLACE]))


def test_the_table_thickens_with_the_lines_that_live() -> None:
    heard = [layers_of(Mood.TABLE, life / 20) for life in range(21)]
    for thin, thick in itertools.pairwise(heard):
        assert all(thick[layer] >= level for layer, level in thin.items())
    assert set(heard[0]) == {MusicLayer.BED}
    assert len(heard[-1]) == 5
    assert heard[-1] == layers_of(Mood.TABLE, 2.0)
    assert {MusicLayer.TUNE} == set(layers_of(Mood.MENU)) - set(heard[-1])
    assert {MusicLayer.COUNT} == set(layers_of(Mood.COUNT)) - set(heard[-1])


def test_a_loop_passes_over_into_what_precedes_its_beginning() -> None:
    count = MARGIN + 3_000 + MARGIN
    # A ramp: what follows its last sample can only be what stands before its first one.
    samples = array.array("h", (i for i in range(count) for _ in range(2)))
    loop = array.array("h", bytes(join_ends(samples.tobytes())))
    assert len(loop) == 2 * 3_000
    assert loop[0] == MARGIN
    assert loop[-1] == MARGIN - 1
    assert max(abs(a - b) for a, b in zip(loop[2:-2:2], loop[4::2], strict=True)) <= 5


def test_without_a_device_there_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    mixer = Mixer(asset(), LOUD)
    mixer.open()
    mixer.follow(Mood.MENU)
    mixer.play(Sound.CALL)
    mixer.call(TILES[:3], Language.FRENCH)
    mixer.set_volumes(Volumes(0, 0, 0))
    mixer.settle()
    assert not mixer.is_open
    mixer.close()
    mixer.close()
    mixer.play(Sound.CALL)


def test_silent_nothing_is_even_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("it was opened")

    monkeypatch.setattr(sound_desk, "_open_device", fail)
    mixer = Mixer(asset(), Volumes(0, 0, 0))
    mixer.open()
    mixer.follow(Mood.TABLE, 1.0)
    mixer.play(Sound.CALL)
    mixer.call(TILES[:1], Language.GERMAN)
    mixer.settle()
    mixer.close()


def test_a_device_that_vanishes_and_files_that_are_broken_leave_silence(tmp_path: Path) -> None:
    mixer = Mixer(asset(), LOUD)
    mixer.play(Sound.CALL)
    mixer.settle()
    assert mixer.is_open, "the dummy device"
    pygame.mixer.quit()
    for sound in Sound:
        mixer.play(sound, step=2)
    mixer.follow(Mood.COUNT)
    mixer.settle()
    mixer.close()
    (tmp_path / "music").mkdir()
    for layer in MusicLayer:
        (tmp_path / "music" / f"{layer}.ogg").write_bytes(b"OggS and then nothing")
    broken = Mixer(tmp_path, LOUD)
    broken.follow(Mood.MENU)
    broken.open()
    broken.play(Sound.CALL)
    broken.call(TILES[:2], Language.ENGLISH)
    broken.settle()
    broken.close()


def test_whoever_leaves_waits_for_one_file_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read is not given up half-way: pygame would crash under its thread."""
    read: list[str] = []
    desk = SoundDesk(asset(), LOUD, layers_of(Mood.TABLE, 1.0))

    def read_slowly(name: str = "", **_: object) -> None:
        read.append(name)
        desk.end()
        raise pygame.error("not that either")

    monkeypatch.setattr(pygame.mixer, "Sound", read_slowly)
    desk.ask(desk.begin)
    desk.work()
    assert len(read) == 1
    assert not desk.is_open


def test_effects_share_what_they_may_reach() -> None:
    mixer = Mixer(asset(), Volumes(effects=1.0))
    for i in range(40):
        mixer.play(list(Sound)[i % len(Sound)], step=i)
    mixer.settle()
    assert mixer._desk is not None
    shares = [share for _, _, share in mixer._desk._sounding]
    assert len(shares) > 3
    assert sum(shares) <= EFFECTS_SHARE + 1e-9
    assert max(shares) <= EFFECT_PEAK
    mixer.close()


def test_no_recording_comes_twice_in_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    mixer = Mixer(asset(), Volumes(effects=1.0))
    loaded: list[str] = []
    monkeypatch.setattr(SoundDesk, "_load", lambda desk, name: loaded.append(name))
    for _ in range(30):
        mixer.play(Sound.PLACE, step=1)
    mixer.settle()
    mixer.close()
    assert len(set(loaded)) == Sound.PLACE.variations
    assert all(a != b for a, b in itertools.pairwise(loaded))


def test_a_call_broken_off_at_its_end_does_not_soften_the_next() -> None:
    """SDL leaves a channel half faded whose sound ends during the fade."""
    mixer = Mixer(asset(), Volumes(0.0, 0.0, 1.0))
    mixer.open()
    mixer.settle()
    channel = pygame.mixer.Channel(len(MusicLayer))
    channel.set_volume(0.3)
    mixer.call(TILES[:1], Language.ENGLISH)
    mixer.settle()
    assert channel.get_busy()
    assert channel.get_volume() == 1.0
    mixer.close()


_BUSY = """
import sys, time
from game.locale import Language
from game.resources import asset
from game.rules.tiles import TILES
from game.ui.frame.music_names import Mood
from game.ui.frame.sound import Mixer
from game.ui.frame.sound_names import Sound, Volumes
mixer = Mixer(asset(), Volumes(1.0, 1.0, 1.0))
mixer.follow(Mood.TABLE, 1.0)
mixer.open()
mixer.settle()
time.sleep(2.6)
mixer.call(TILES[28:30], Language.ENGLISH)
for i in range(20):
    mixer.play((Sound.TOTAL, Sound.RECORD, Sound.LINE, Sound.PLACE)[i % 4], step=i)
mixer.play(Sound.PLACE, side=-1.0, delay=3.2)
mixer.settle()
time.sleep(4)
mixer.close()
"""


def test_twenty_at_once_with_music_and_voice_do_not_clip(tmp_path: Path) -> None:
    """What SDL's disk driver writes is what would have been heard."""
    raw = tmp_path / "heard.raw"
    environment = dict(os.environ, SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(raw))
    command = [sys.executable, "-c", _BUSY]
    subprocess.run(command, env=environment, check=True, timeout=60, capture_output=True)
    samples = array.array("h", raw.read_bytes()[: raw.stat().st_size // 4 * 4])
    assert len(samples) > 2 * 44_100 * 5
    top = max(map(abs, samples))
    assert 0.1 * 32_767 < top < 0.98 * 32_767, "loud, and never at the end of the scale"
