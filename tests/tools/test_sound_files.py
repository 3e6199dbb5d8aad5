"""The files that sound: their loudness and true peaks, the loops' seams, the caller's words."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Final

import numpy as np
import pytest
import soundfile

from game.locale import Language, load_catalogue
from game.resources import asset
from game.rules.tiles import TILES, Tile
from game.tools.sound import effects, music
from game.tools.sound.levels import loudness
from game.tools.sound.synth import RATE, Wave, true_peak
from game.ui.frame.music_names import MARGIN, Mood, MusicLayer, layers_of
from game.ui.frame.sound_desk import EFFECT_PEAK, EFFECTS_SHARE, join_ends
from game.ui.frame.sound_names import STEPS, Sound
from game.ui.frame.voice_names import voice_file, words_of

VOICE_PEAK: Final = 0.26


def read(*parts: str) -> Wave:
    """A file's samples."""
    samples, rate = soundfile.read(asset(*parts))
    assert rate == RATE
    wave: Wave = samples
    return wave


def recordings(sound: Sound) -> list[tuple[int, Wave]]:
    """All recordings of a sound with their step."""
    return [
        (step, read("sounds", sound.file_name(step, variation)))
        for step in range(STEPS.get(sound, 1))
        for variation in range(sound.variations)
    ]


def loop_of(layer: MusicLayer) -> Wave:
    """A layer as the mixer plays it, joined."""
    whole = np.round(read("music", f"{layer}.ogg") * 32_767).astype("<i2")
    joined = np.frombuffer(bytes(join_ends(whole.tobytes())), "<i2").reshape(-1, 2)
    return joined / 32_767


@pytest.mark.parametrize("sound", Sound)
def test_effects_are_even_short_and_stay_below_their_peak(sound: Sound) -> None:
    levels = []
    for _, wave in recordings(sound):
        assert wave.shape[1] == 2
        assert true_peak(wave) <= EFFECT_PEAK
        assert np.abs(wave[-1]).max() < 0.004, "it ends in silence"
        assert len(wave) / RATE < 3.2
        levels.append(loudness(wave))
    assert max(levels) - min(levels) < 2.5
    assert -40 < min(levels) <= max(levels) < -22


def test_no_two_recordings_are_the_same() -> None:
    for sound in Sound:
        for (step, one), (other_step, two) in itertools.combinations(recordings(sound), 2):
            if step == other_step:
                size = min(len(one), len(two))
                apart = np.abs(one[:size] - two[:size]).max()
                assert apart > 0.02 * np.abs(one).max(), (sound, step)


def strongest(wave: Wave, low: float, high: float) -> float:
    """The frequency that is strongest between two."""
    spectrum = np.abs(np.fft.rfft(wave.sum(axis=1), 1 << 17))
    f = np.fft.rfftfreq(1 << 17, 1 / RATE)
    inside = (f > low) & (f < high)
    return float(f[inside][spectrum[inside].argmax()])


def test_higher_numbers_are_higher_longer_lines_last_and_heavy_tiles_are_low() -> None:
    lines = dict(recordings(Sound.LINE))
    for length in range(4):
        pitches = [strongest(lines[number * 4 + length][:2_900], 200, 1_400) for number in range(9)]
        assert pitches == sorted(pitches)
    for number in range(9):
        lengths = [len(lines[number * 4 + length]) for length in range(4)]
        assert lengths[0] + 1_500 < lengths[3]
    weights = [strongest(wave, 40, 240) for _, wave in recordings(Sound.PLACE)][::3]
    assert weights == sorted(weights, reverse=True)


def test_effects_are_what_their_recipe_makes() -> None:
    for sound, step in ((Sound.BUTTON, 0), (Sound.PLACE, 3), (Sound.COUNT, 5)):
        made, kept = effects.synthesise(sound, step), read("sounds", sound.file_name(step))
        assert abs(len(made) - len(kept)) < 64
        size = min(len(made), len(kept))
        alike = np.corrcoef(made[:size, 0], kept[:size, 0])[0, 1]
        assert alike > 0.97


@pytest.mark.parametrize("layer", MusicLayer)
def test_layers_are_whole_bars_without_a_seam(layer: MusicLayer) -> None:
    loop = loop_of(layer)
    assert len(loop) % music.BAR == 0
    assert len(read("music", f"{layer}.ogg")) == len(loop) + 2 * MARGIN
    # A click is a sharp bend: compare the bends around the seam with those elsewhere.
    turned = np.concatenate([loop[-2_000:], loop[:2_000]])
    bends = np.abs(np.diff(loop, 2, axis=0)).max(axis=1)
    seam = np.abs(np.diff(turned, 2, axis=0)).max(axis=1)[1_985:2_015].max()
    assert seam <= np.percentile(bends, 99.9) + 2 / 32_767
    assert 20 < RATE * 60 / music.BEAT < 90
    assert -38 < loudness(loop) < -31


def test_what_sounds_together_stays_within_full_scale() -> None:
    peaks = {layer: true_peak(loop_of(layer)) for layer in MusicLayer}
    moods = [layers_of(mood, 1.0) for mood in Mood]
    together = max(sum(peaks[layer] * level for layer, level in mood.items()) for mood in moods)
    assert together + VOICE_PEAK + EFFECTS_SHARE < 1.0


def test_the_same_moment_hardly_comes_twice_in_an_hour() -> None:
    bars = [len(loop_of(layer)) // music.BAR for layer in layers_of(Mood.TABLE, 1.0)]
    seconds = np.lcm.reduce(bars) * music.BAR / RATE
    assert seconds > 45 * 60


@pytest.mark.parametrize("language", Language)
def test_calls_have_a_level_a_length_and_differ(language: Language) -> None:
    spoken = {tile: read("voices", *voice_file(language, tile).split("/")) for tile in TILES}
    assert {p.name for p in asset("voices", language.value).iterdir()} == {
        Path(voice_file(language, tile)).name for tile in TILES
    }
    shapes = {}
    for tile, wave in spoken.items():
        assert 0.9 < len(wave) / RATE < 2.4, tile
        # Both sides play the one there is.
        assert -25.5 < loudness(np.stack([wave, wave], axis=1)) < -22.5, tile
        assert true_peak(wave) <= VOICE_PEAK, tile
        assert max(abs(wave[0]), abs(wave[-1])) < 0.002, "it neither begins nor ends with a click"
        frames = wave[: len(wave) // 441 * 441].reshape(-1, 441)
        bands = np.abs(np.fft.rfft(frames))[:, :100].reshape(len(frames), 20, 5).sum(axis=2)
        shapes[tile] = np.log(bands + 1e-4)
    for one, two in itertools.combinations(TILES, 2):
        size = min(len(shapes[one]), len(shapes[two]))
        assert np.abs(shapes[one][:size] - shapes[two][:size]).mean() > 0.25, (one, two)


def test_a_recogniser_understands_the_english_calls() -> None:
    """Offline, with its own model: any number may stand anywhere, so nothing is given away."""
    pocketsphinx = pytest.importorskip("pocketsphinx")
    catalogue = load_catalogue(Language.ENGLISH)
    numbers = " | ".join(catalogue.text(f"heard.number.{n}") for n in range(1, 10))
    grammar = (
        "#JSGF V1.0; grammar calls; public <call> = <number> <number> <number> | triple wild"
        f" | double wild with (black | white | pink); <number> = {numbers};"
    )
    decoder = pocketsphinx.Decoder(lm=None, samprate=16_000, loglevel="FATAL")
    decoder.add_jsgf_string("calls", grammar)
    decoder.activate_search("calls")
    noise = np.random.default_rng(0)

    def hear(tile: Tile) -> str:
        wave = read("voices", *voice_file(Language.ENGLISH, tile).split("/"))
        size = round(len(wave) * 16_000 / RATE)
        slow = np.fft.irfft(np.fft.rfft(wave)[: size // 2 + 1], size)
        padded = np.pad(slow / np.abs(slow).max() * 0.6, 4_000)
        padded += noise.normal(0, 0.001, len(padded))
        decoder.start_utt()
        decoder.process_raw((padded * 32_767).astype("<i2").tobytes(), full_utt=True)
        decoder.end_utt()
        return decoder.hyp().hypstr if decoder.hyp() else ""

    said = {tile: words_of(catalogue, tile).replace(",", "").lower() for tile in TILES}
    missed = {tile: heard for tile in TILES if (heard := hear(tile)) != said[tile]}
    assert not missed
