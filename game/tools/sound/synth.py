"""What effects, music and voices are made with: notes, noise, rooms, levels, files.

A wave is mono, an array of shape (samples,); a picture of a room is stereo, (samples, 2). Both are
floats, 1.0 being full scale, at `RATE` samples a second.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import soundfile
from numpy.typing import NDArray

RATE: Final = 44_100

Wave = NDArray[np.float64]

Timbre = Sequence[tuple[float, float, float]]
"""Partials: (multiple of the pitch, loudness, share of the decay time)."""

MARIMBA: Final[Timbre] = ((1.0, 1.0, 1.0), (3.93, 0.28, 0.28), (9.2, 0.07, 0.1))
BELL: Final[Timbre] = (
    (1.0, 1.0, 1.0),
    (2.0, 0.34, 0.7),
    (3.0, 0.13, 0.45),
    (4.16, 0.06, 0.3),
    (5.43, 0.03, 0.2),
)
ROUND: Final[Timbre] = ((1.0, 1.0, 1.0), (2.0, 0.12, 0.6))
HARP: Final[Timbre] = tuple((k, 0.9**k / k, 1 / (1 + 0.45 * (k - 1))) for k in range(1, 9))

PENTATONIC: Final = (0, 2, 4, 7, 9)
"""Everything that has a pitch takes it from these, so that no two sounds quarrel."""


def pitch(semitones: float) -> float:
    """Hertz, counted from middle C."""
    return float(261.6256 * 2 ** (semitones / 12))


def degree(step: int) -> int:
    """The semitones of a step of the pentatonic scale, from middle C upwards."""
    octave, place = divmod(step, len(PENTATONIC))
    return 12 * octave + PENTATONIC[place]


def seconds(length: float) -> Wave:
    """The moments of a wave that lasts so long."""
    return np.arange(round(length * RATE)) / RATE


def tone(
    hertz: float,
    length: float,
    timbre: Timbre = BELL,
    *,
    decay: float = 0.25,
    attack: float = 0.004,
    bend: float = 1.0,
) -> Wave:
    """A struck note; `decay` is the time in which it falls to a third, `bend` its last pitch."""
    t = seconds(length)
    glide = np.cumsum(hertz * bend ** (t / length)) * (2 * math.pi / RATE)
    out = np.zeros_like(t)
    for multiple, loudness, share in timbre:
        if hertz * multiple * max(1.0, bend) < RATE * 0.42:
            out += loudness * np.sin(glide * multiple) * np.exp(-t / (decay * share))
    return shaped(out, attack)


def shaped(wave: Wave, attack: float, release: float = 0.012) -> Wave:
    """A soft start and an end in silence, so that nothing clicks."""
    rise, fall = (min(len(wave), max(1, round(s * RATE))) for s in (attack, release))
    out = wave.copy()
    out[:rise] *= 0.5 - 0.5 * np.cos(np.pi * np.arange(rise) / rise)
    out[-fall:] *= (0.5 - 0.5 * np.cos(np.pi * np.arange(fall) / fall))[::-1]
    return out


def filtered(wave: Wave, low: float = 0.0, high: float = RATE / 2, slope: int = 2) -> Wave:
    """What lies between two frequencies; the edges fall by 6 dB an octave times `slope`."""
    size = len(wave) + RATE // 4
    f = np.fft.rfftfreq(size, 1 / RATE)
    gain = (1 + (f / high) ** (2 * slope)) ** -0.5
    if low:
        with np.errstate(divide="ignore"):
            gain = gain * (1 + np.where(f > 0, low / f, np.inf) ** (2 * slope)) ** -0.5
    out: Wave = np.fft.irfft(np.fft.rfft(wave, size) * gain, size)[: len(wave)]
    return out


def breath(length: float, low: float, high: float, random: np.random.Generator) -> Wave:
    """Air moving: noise whose middle glides from `low` to `high` hertz."""
    t = seconds(length)
    bands = 12
    out = np.zeros_like(t)
    noise = random.standard_normal(len(t))
    for i in range(bands):
        centre = low * (high / low) ** (i / (bands - 1))
        window = np.exp(-0.5 * ((t / length - i / (bands - 1)) / 0.12) ** 2)
        out += filtered(noise, centre / 1.35, centre * 1.35) * window
    return shaped(out * np.sin(np.pi * t / length) ** 2, 0.002)


def knock(hertz: float, length: float) -> Wave:
    """Wood on wood."""
    return tone(hertz, length, MARIMBA, decay=length * 0.22, attack=0.001)


def layered(*layers: tuple[float, float, Wave]) -> Wave:
    """Waves added up: (delay in seconds, loudness, wave)."""
    starts = [round(delay * RATE) for delay, _, _ in layers]
    out = np.zeros(max(s + len(w) for s, (_, _, w) in zip(starts, layers, strict=True)))
    for start, (_, loudness, wave) in zip(starts, layers, strict=True):
        out[start : start + len(wave)] += loudness * wave
    return out


def room(length: float, random: np.random.Generator, brightness: float = 5_000) -> Wave:
    """A room's answer to a click, stereo: noise that dies away, the sides different."""
    t = seconds(length)
    sides = [filtered(random.standard_normal(len(t)), 180, brightness, 1) for _ in range(2)]
    out: Wave = np.stack(sides, axis=1) * np.exp(-6.9 * t / length)[:, None]
    out[: round(0.006 * RATE)] = 0
    out /= np.sqrt((out**2).sum(axis=0))
    return out


def in_room(wave: Wave, answer: Wave, wetness: float) -> Wave:
    """A mono wave in the middle of a room, its tail included; stereo."""
    size = len(wave) + len(answer)
    heard = np.fft.irfft(
        np.fft.rfft(wave, size)[:, None] * np.fft.rfft(answer, size, axis=0), size, axis=0
    )
    out = wetness * heard
    out[: len(wave)] += wave[:, None]
    return out


def trimmed(wave: Wave, floor: float = 0.0012) -> Wave:
    """Without the silence at its end, which fades out."""
    loud = np.flatnonzero(np.abs(wave).max(axis=1) > floor * np.abs(wave).max())
    out = wave[: loud[-1] + 1].copy()
    fall = min(len(out), round(0.03 * RATE))
    out[-fall:] *= np.linspace(1, 0, fall)[:, None]
    return out


def true_peak(wave: Wave) -> float:
    """The highest point between the samples too, from four times as many (as ITU-R BS.1770)."""
    size = len(wave)
    bins = np.fft.rfft(wave, axis=0)
    finer = np.zeros((2 * size + 1, *wave.shape[1:]), complex)
    finer[: len(bins)] = bins
    return float(np.abs(np.fft.irfft(finer, 4 * size, axis=0)).max() * 4)


def write_ogg(path: Path, wave: Wave, quality: float = 0.4) -> int:
    """Write a wave as Ogg Vorbis; the file's length in bytes. `quality` is 0 to 1."""
    path.parent.mkdir(parents=True, exist_ok=True)
    channels = 1 if wave.ndim == 1 else wave.shape[1]
    with soundfile.SoundFile(
        path, "w", RATE, channels, format="OGG", subtype="VORBIS", compression_level=1 - quality
    ) as file:
        # All at once it overflows the encoder's stack.
        for start in range(0, len(wave), RATE):
            file.write(wave[start : start + RATE])
    return path.stat().st_size
