"""The music: layers in C, 72 beats a minute, each a loop whose end is its beginning.

A loop is a circle from the start: a note that rings on past the end rings on at the beginning, and
so does the room's answer, which is a circular convolution. The layers last different numbers of
bars, so that hardly any moment comes twice in an hour; notes are those of the pentatonic scale,
which go with every chord of the bed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from game.resources import resource_root
from game.tools.sound.levels import levelled
from game.tools.sound.synth import (
    BELL,
    HARP,
    MARIMBA,
    RATE,
    ROUND,
    Wave,
    degree,
    filtered,
    pitch,
    room,
    seconds,
    shaped,
    tone,
    write_ogg,
)
from game.ui.frame.music_names import MARGIN, MusicLayer

BEAT: Final = 36_750
"""Samples: exactly 72 beats a minute."""

BAR: Final = 4 * BEAT

_CHORDS: Final = (
    (-12, -5, 4, 7, 14),
    (-15, -8, 0, 7, 16),
    (-19, -7, 0, 4, 9),
    (-17, -5, 2, 7, 12),
)
"""C with a ninth, A minor with a seventh, F with a seventh, G with a fourth: two bars each."""


@dataclass(slots=True)
class SoundLoop:
    """A circle of stereo sound that notes are laid on."""

    bars: int
    chance: np.random.Generator
    samples: Wave = field(init=False)

    def __post_init__(self) -> None:
        self.samples = np.zeros((self.bars * BAR, 2))

    def add(self, beat: float, wave: Wave, loudness: float = 1.0, side: float = 0.0) -> None:
        """Lay a mono wave on a beat, `side` from -1 (left) to 1."""
        at = round((beat + 0.012 * self.chance.normal()) * BEAT)
        where = np.arange(at, at + len(wave)) % len(self.samples)
        angle = (side + 1) * np.pi / 4
        sides = np.array([np.cos(angle), np.sin(angle)])
        # What rings on longer than the circle meets itself: every sample counts.
        np.add.at(self.samples, where, loudness * wave[:, None] * sides)

    def in_hall(self, length: float, wetness: float, brightness: float = 4_000) -> Wave:
        """The circle in a large room, whose answer goes round too."""
        answer = room(length, np.random.default_rng(3), brightness)
        size = len(self.samples)
        padded = np.zeros_like(self.samples)
        np.add.at(padded, np.arange(len(answer)) % size, answer)
        heard = np.fft.irfft(
            np.fft.rfft(self.samples, axis=0) * np.fft.rfft(padded, axis=0), size, axis=0
        )
        return self.samples + wetness * heard


def _bed(loop: SoundLoop) -> Wave:
    """Slow chords that breathe."""
    for i, chord in enumerate(_CHORDS):
        for j, semitones in enumerate(chord):
            for detune in (-0.06, 0.05):
                t = seconds(2 * BAR / RATE + 3.2)
                hertz = pitch(semitones + detune)
                swell = 1 + 0.25 * np.sin(2 * np.pi * t * 0.11 + loop.chance.uniform(0, 6.28))
                wave = sum(
                    (np.sin(2 * np.pi * hertz * k * t + loop.chance.uniform(0, 6.28)) / k**1.7
                     for k in range(1, 9)),
                    np.zeros_like(t),
                )  # fmt: skip
                side = loop.chance.uniform(-0.7, 0.7) if j else 0.0
                wave = filtered(shaped(wave * swell, 2.6, 3.0), 60, 1_500, 1)
                loop.add(8 * i - 1.5, wave, 0.8 if j else 0.6, side)
    return loop.in_hall(3.2, 0.9, 2_600)


_BASS_LINE: Final = ((0, 2.6, 1.0), (3.5, 0.9, 0.5), (4, 2.2, 0.8), (6.5, 1, 0.5))
"""Beat, seconds, loudness."""


def _bass(loop: SoundLoop) -> Wave:
    for i, chord in enumerate(_CHORDS):
        root = pitch(chord[0] - 12 if chord[0] > -16 else chord[0])
        for beat, length, loudness in _BASS_LINE:
            wave = tone(root, length, ROUND, decay=0.7, attack=0.03)
            loop.add(8 * i + beat, filtered(wave, 35, 700, 1), loudness)
    return loop.in_hall(1.2, 0.12)


def _pulse(loop: SoundLoop) -> Wave:
    """Soft wood, sixteen steps to a bar of which few sound; every bar a little otherwise."""
    pattern = (0, 3, 6, 8, 11, 14)
    for bar in range(loop.bars):
        for step in pattern:
            if loop.chance.random() < 0.12:
                continue
            note = degree(int(loop.chance.choice((-5, -3, -2, 0, 2))))
            strength = (0.9 if step in (0, 8) else 0.55) * loop.chance.uniform(0.75, 1.0)
            wave = filtered(tone(pitch(note), 0.5, MARIMBA, decay=0.12), 80, 2_800, 1)
            loop.add(4 * bar + step / 4, wave, strength, 0.45 * (-1) ** step)
    return loop.in_hall(1.4, 0.25)


def _harp(loop: SoundLoop) -> Wave:
    """Broken chords, up and down, with a rest to breathe."""
    shapes = ((0, 2, 4, 5, 7, 5, 4, 2), (0, 3, 4, 7, 8, 7, 4, 3), (2, 4, 5, 7, 9, 7, 5, 4))
    for bar in range(loop.bars):
        if bar % 5 == 4:
            continue
        shape = shapes[int(loop.chance.integers(len(shapes)))]
        for i, step in enumerate(shape):
            wave = filtered(tone(pitch(degree(step)), 1.5, HARP, decay=0.32), 120, 4_500, 1)
            strength = (0.55 + 0.3 * (i == 0)) * loop.chance.uniform(0.8, 1.0)
            loop.add(4 * bar + i / 2, wave, strength, 0.6 * np.sin(i * 0.8 + bar))
    return loop.in_hall(2.2, 0.4)


def _sparks(loop: SoundLoop) -> Wave:
    """High bells, few and far between."""
    beat = 1.0
    while beat < 4 * loop.bars - 1:
        note = pitch(degree(int(loop.chance.integers(10, 16))))
        side = loop.chance.uniform(-0.9, 0.9)
        loop.add(beat, tone(note, 2.0, BELL, decay=0.45), loop.chance.uniform(0.5, 0.9), side)
        if loop.chance.random() < 0.45:
            echo = pitch(degree(int(loop.chance.integers(10, 16))))
            loop.add(beat + 0.5, tone(echo, 1.6, BELL, decay=0.35), 0.4, -side)
        beat += float(loop.chance.choice((1.5, 2, 2.5, 3, 4)))
    return loop.in_hall(3.0, 0.6, 6_000)


def _tune(loop: SoundLoop) -> Wave:
    """The menu's: a question, an answer, a long breath."""
    phrases = (
        ((0, 5), (1, 7), (1.5, 8), (3, 7), (4, 5), (5.5, 4), (6, 5)),
        ((0, 4), (1, 5), (2, 7), (3.5, 9), (4, 8), (6, 7)),
        ((0, 7), (0.5, 8), (1, 10), (3, 9), (4, 7), (5, 5), (6, 4), (7, 5)),
    )
    for i, phrase in enumerate(phrases):
        for beat, step in phrase:
            wave = tone(pitch(degree(step)), 2.2, HARP, decay=0.5, attack=0.006)
            loop.add(16 * i + beat, filtered(wave, 120, 3_800, 1), 0.9, 0.2)
            if beat in (0, 4):
                low = tone(pitch(degree(step - 5)), 2.4, ROUND, decay=0.7, attack=0.02)
                loop.add(16 * i + beat, low, 0.5, -0.3)
        for beat in (9, 10.5, 12, 13.5):
            note = degree(int(loop.chance.choice((7, 8, 9, 10))))
            side = loop.chance.uniform(-0.7, 0.7)
            loop.add(16 * i + beat, tone(pitch(note), 1.8, BELL, decay=0.4), 0.3, side)
    return loop.in_hall(2.6, 0.5)


def _count(loop: SoundLoop) -> Wave:
    """A light that runs: eighths that climb for two bars and start again higher."""
    for bar in range(loop.bars):
        for i in range(8):
            step = (i % 4) + (bar % 2) * 2 + 2 * (i // 4)
            wave = filtered(tone(pitch(degree(step)), 0.7, MARIMBA, decay=0.16), 120, 3_600, 1)
            loop.add(4 * bar + i / 2, wave, 0.6 + 0.25 * (i % 4 == 0), 0.5 * (-1) ** i)
        swell = tone(pitch(degree(5 + bar % 2)), 3.2, HARP, decay=0.8, attack=0.4)
        loop.add(4 * bar, filtered(swell, 120, 2_400, 1), 0.35)
    return loop.in_hall(1.8, 0.35)


_LAYERS: Final[dict[MusicLayer, tuple[Callable[[SoundLoop], Wave], int, float, float]]] = {
    MusicLayer.BED: (_bed, 8, -34.0, 0.085),
    MusicLayer.BASS: (_bass, 8, -34.0, 0.07),
    MusicLayer.PULSE: (_pulse, 6, -36.0, 0.06),
    MusicLayer.HARP: (_harp, 10, -36.0, 0.06),
    MusicLayer.SPARKS: (_sparks, 14, -37.0, 0.055),
    MusicLayer.TUNE: (_tune, 12, -33.0, 0.085),
    MusicLayer.COUNT: (_count, 4, -33.0, 0.085),
}
"""What makes a layer, its bars, its loudness in LUFS, and its highest peak: those that ever sound
together stay below a third of full scale."""


def synthesise(layer: MusicLayer) -> Wave:
    """A layer's loop, stereo."""
    make, bars, loudness, peak = _LAYERS[layer]
    return levelled(make(SoundLoop(bars, np.random.default_rng(bars))), loudness, peak)


def with_margins(loop: Wave) -> Wave:
    """A loop with its end before it and its beginning after it, for an encoder blurs edges."""
    return np.concatenate([loop[-MARGIN:], loop, loop[:MARGIN]])


def write_music(folder: Path | None = None) -> int:
    """Write every layer; bytes."""
    folder = folder or resource_root() / "assets" / "music"
    return sum(
        write_ogg(folder / f"{layer}.ogg", with_margins(synthesise(layer)), 0.3)
        for layer in MusicLayer
    )
