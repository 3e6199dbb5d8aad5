"""The tools for effects, music and voices: notes, noise, rooms, levels, files.

A wave is mono, an array of shape (samples,); a picture of a room is stereo, (samples, 2). Both are
floats, 1.0 being full scale, at `RATE` samples a second.
"""

import math
import tempfile
import zlib
from collections.abc import Sequence
from functools import reduce
from pathlib import Path
from typing import Final

import numpy as np
import soundfile
from numpy.typing import NDArray

from game.ui.sound.music import RATE

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

PENTATONIC: Final = (0, 2, 4, 7, 9)
"""Everything that has a pitch takes it from these, so that no two sounds quarrel."""


def pitch(semitones: float) -> float:
    """Hertz, counted from middle C."""
    return float(261.6256 * 2 ** (semitones / 12))


def degree(step: int) -> int:
    """The semitones of a step of the pentatonic scale, from middle C upwards."""
    octave, place = divmod(step, len(PENTATONIC))
    return 12 * octave + PENTATONIC[place]


def moments(length: float) -> Wave:
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
    t = moments(length)
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
    """Return the part between two frequencies; the edges fall by 6 dB an octave times `slope`."""
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
    t = moments(length)
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


_REFLECTIONS: Final = ((0.0071, 0.42), (0.0113, 0.36), (0.0167, 0.33), (0.0229, 0.27),
                       (0.0293, 0.25), (0.0371, 0.20), (0.0467, 0.17), (0.0583, 0.14))  # fmt: skip
"""A room's first reflections: seconds and strength; each reaches one side before the other."""

_BANDS: Final = ((125, 1.0), (250, 1.0), (500, 0.92), (1_000, 0.8), (2_000, 0.64), (4_000, 0.46),
                 (8_000, 0.28), (16_000, 0.15))  # fmt: skip
"""The middles of octaves, and how long each rings as a share of the longest: air and walls swallow
high sounds first."""


def room(length: float, random: np.random.Generator, brightness: float = 5_000) -> Wave:
    """A room's answer to a click, stereo, of energy one: early reflections, then a tail.

    The lowest octaves fall by 60 dB in `length` seconds, higher ones sooner; above `brightness`
    hertz everything is weaker.
    """
    t = moments(length)
    sides = []
    for side in (-1, 1):
        noise = random.standard_normal(len(t))
        tail = np.zeros_like(t)
        for middle, share in _BANDS:
            band = filtered(noise, middle / 2**0.5, middle * 2**0.5, 3)
            tail += band * np.exp(-6.9 * t / (length * share))
        tail *= np.clip((t - 0.012) / 0.05, 0, 1)
        early = np.zeros_like(t)
        for i, (delay, strength) in enumerate(_REFLECTIONS):
            at = round((delay + side * (-1) ** i * 0.0009) * RATE)
            if at < len(early):
                early[at] = strength * (1 - 0.25 * side * (-1) ** i)
        heard = tail / np.sqrt((tail**2).sum()) + 0.9 * early
        sides.append(filtered(heard, 160, brightness, 1))
    out: Wave = np.stack(sides, axis=1)
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


_LONGEST_BLOCK: Final = 1 << 17
_PEAK_MARGIN: Final = 1 << 11


def true_peak(wave: Wave) -> float:
    """The highest point between the samples too, from four times as many (as ITU-R BS.1770).

    Long waves are looked at block by block, each with a margin whose own edge does not count.
    """
    size = min(_LONGEST_BLOCK, 1 << (len(wave) + 2 * _PEAK_MARGIN - 1).bit_length())
    inner = size - 2 * _PEAK_MARGIN
    padded = np.pad(wave, [(_PEAK_MARGIN, size)] + [(0, 0)] * (wave.ndim - 1))
    peak = 0.0
    for start in range(0, len(wave), inner):
        bins = np.fft.rfft(padded[start : start + size], axis=0)
        finer = np.zeros((2 * size + 1, *wave.shape[1:]), complex)
        finer[: len(bins)] = bins
        between = np.fft.irfft(finer, 4 * size, axis=0)[4 * _PEAK_MARGIN : -4 * _PEAK_MARGIN]
        peak = max(peak, float(np.abs(between).max()) * 4)
    return peak


def write_ogg(path: Path, wave: Wave, quality: float = 0.4) -> int:
    """Write a wave as Ogg Vorbis; the file's length in bytes. `quality` is 0 to 1.

    The encoder is given 20 bits, which hide how machines differ in a sine's last digit, and what it
    writes gets a serial number made of the file's name instead of a random one: the same wave is
    the same file.
    """
    whole = np.round(wave * 2**20) / 2**20
    path.parent.mkdir(parents=True, exist_ok=True)
    channels = 1 if wave.ndim == 1 else wave.shape[1]
    with soundfile.SoundFile(
        path, "w", RATE, channels, format="OGG", subtype="VORBIS", compression_level=1 - quality
    ) as file:
        # All at once it overflows the encoder's stack.
        for start in range(0, len(whole), RATE):
            file.write(whole[start : start + RATE])
    return path.write_bytes(with_serial(path.read_bytes(), zlib.crc32(path.name.encode())))


KNOWN_ENCODER: Final = 0xAE1733E6
"""The checksum of a reference stream from the encoder that wrote the stored files."""


def encoder() -> int:
    """The checksum of what this processor's encoder makes of the same numbers.

    libvorbis divides by approximate reciprocals (`rcpps`), which the makers of processors have
    agreed on to twelve bits: the same wave becomes other bytes on another maker's.
    """
    n = np.arange(RATE, dtype=np.int64)
    wave = ((n * n * 7_919 + n * 104_729) % 65_521 - 32_760) / 2**20
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "probe.ogg"
        write_ogg(path, np.stack([wave, wave[::-1]], axis=1))
        return zlib.crc32(path.read_bytes())


_OGG_CRC: Final = tuple(
    reduce(lambda crc, _: (crc << 1) ^ (0x104C11DB7 if crc >> 31 else 0), range(8), byte << 24)
    for byte in range(256)
)


def with_serial(stream: bytes, serial: int) -> bytes:
    """Return an Ogg stream with another serial number in each page, and new checksums."""
    out = bytearray(stream)
    start = 0
    while start < len(out):
        segments = out[start + 26]
        size = 27 + segments + sum(out[start + 27 : start + 27 + segments])
        out[start + 14 : start + 18] = serial.to_bytes(4, "little")
        out[start + 22 : start + 26] = bytes(4)
        crc = 0
        for byte in out[start : start + size]:
            crc = ((crc << 8) & 0xFFFFFFFF) ^ _OGG_CRC[(crc >> 24) ^ byte]
        out[start + 22 : start + 26] = crc.to_bytes(4, "little")
        start += size
    return bytes(out)
