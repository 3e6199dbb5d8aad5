"""The instruments: each plays one note from a model of what vibrates, dry and mono.

Strings are Karplus–Strong loops whose first period is shaped by where and how hard the string is
plucked; what they drive is a wooden body. Bars are sums of decaying modes, whose balance comes from
the hardness of the mallet; the mallet itself is a short noise.
"""

import zlib
from collections.abc import Sequence
from typing import Final

import numpy as np

from game.tools.sound.synth import Wave, filtered, moments, pitch, shaped
from game.ui.sound.music import RATE


def chance_of(*names: object) -> np.random.Generator:
    """Return a random generator seeded by these names."""
    return np.random.default_rng(zlib.crc32(repr(names).encode()))


def string(
    semitones: float,
    length: float,
    *,
    velocity: float,
    pick: float = 0.17,
    ring: float = 3.0,
    damping: float = 0.16,
) -> Wave:
    """A plucked string.

    `pick` is where it is plucked, as a share of its length; `ring` the seconds in which the lowest
    partial falls by 60 dB; `damping`, 0 to 0.5, how much sooner high partials die.
    """
    hertz = pitch(semitones)
    chance = chance_of("string", semitones)
    # The loop's filter (damping, 1 - 2 damping, damping) delays by one sample, the interpolation
    # by one and a fraction.
    period = RATE / hertz
    whole = int(period - 2)
    fraction = period - 2 - whole
    interpolation = _lagrange(fraction)
    loss = np.array([damping, 1 - 2 * damping, damping])
    loss *= 10 ** (-3 / (hertz * ring))
    taps = np.convolve(interpolation, loss)
    out = np.zeros(round(length * RATE) + whole)
    first = _plucked_period(round(period), pick, velocity, chance)
    out[: len(first)] = first
    for start in range(whole, len(out), whole):
        size = min(whole, len(out) - start)
        for j, tap in enumerate(taps):
            begin = start - whole - j
            if begin + size <= 0:
                continue
            skipped = max(0, -begin)
            out[start + skipped : start + size] += tap * out[begin + skipped : begin + size]
    out = out[: round(length * RATE)]
    size = round(0.02 * RATE)
    nail = filtered(chance.standard_normal(size), 2_500, 13_000, 1)
    out[:size] += 0.1 * velocity * nail * np.exp(-np.arange(size) / RATE / 0.0025)
    return shaped(out, 0.0008)


def _lagrange(fraction: float) -> Wave:
    """Four taps that delay by one sample and a fraction."""
    d = 1 + fraction
    taps = np.ones(4)
    for i in range(4):
        for k in range(4):
            if k != i:
                taps[i] *= (d - k) / (i - k)
    return taps


def _plucked_period(size: int, pick: float, velocity: float, chance: np.random.Generator) -> Wave:
    """The first period: partials without a node where it is plucked, harder ones brighter."""
    k = np.arange(1, size // 2)
    brightness = 1_500 + 6_500 * velocity**1.5
    strength = np.abs(np.sin(np.pi * k * pick)) / k**0.75
    strength *= (1 + (k * RATE / size / brightness) ** 2) ** -1.0
    bins = np.zeros(size // 2 + 1, complex)
    bins[1 : size // 2] = strength * np.exp(2j * np.pi * chance.random(len(k)))
    period: Wave = np.fft.irfft(bins, size)
    period /= np.abs(period).max()
    return period


_BODY: Final = ((98, 0.30, 0.055), (196, 0.55, 0.05), (268, 0.4, 0.04), (410, 0.45, 0.03),
                (615, 0.3, 0.022), (980, 0.22, 0.016), (1_650, 0.16, 0.010))  # fmt: skip
"""A wooden body's resonances: hertz, strength, seconds of decay."""


def in_body(wave: Wave, depth: float = 0.5) -> Wave:
    """A string's sound with the answer of the body that it drives."""
    t = moments(0.25)
    answer = sum(
        (s * np.sin(2 * np.pi * f * t) * np.exp(-t / d) / (d * RATE / 8) for f, s, d in _BODY),
        np.zeros_like(t),
    )
    size = len(wave) + len(answer)
    driven = np.fft.irfft(np.fft.rfft(wave, size) * np.fft.rfft(answer, size), size)[: len(wave)]
    out: Wave = wave + depth * driven
    return out


Modes = Sequence[tuple[float, float, float]]
"""The modes of a bar: (multiple of the pitch, strength, share of the lowest mode's decay)."""

WOOD: Final[Modes] = ((1.0, 1.0, 1.0), (3.98, 0.42, 0.24), (9.4, 0.22, 0.09), (16.2, 0.12, 0.05))
"""A marimba's bar, cut so that its second mode is two octaves above the first."""

METAL: Final[Modes] = (
    (1.0, 1.0, 1.0),
    (2.003, 0.06, 0.8),
    (4.0, 0.5, 0.36),
    (9.9, 0.24, 0.13),
    (17.1, 0.12, 0.07),
)
"""A vibraphone's bar; the faint octave is its tube's."""

GLASS: Final[Modes] = (
    (1.0, 1.0, 1.0),
    (2.756, 0.5, 0.55),
    (5.404, 0.34, 0.34),
    (8.933, 0.22, 0.2),
)
"""A straight bar without tuning, free at both ends: a glockenspiel's."""


def bar(
    semitones: float,
    length: float,
    modes: Modes,
    *,
    velocity: float,
    decay: float,
    hardness: float = 4_000,
    click: float = 0.1,
) -> Wave:
    """A struck bar; `decay` is the time in which its lowest mode falls to a third.

    A mallet rouses modes up to about `hardness` hertz, more when it strikes harder; `click` is how
    much of the mallet itself is heard.
    """
    hertz = pitch(semitones)
    t = moments(length)
    chance = chance_of("bar", semitones, velocity)
    edge = hardness * (0.45 + 0.9 * velocity)
    out = np.zeros_like(t)
    for multiple, strength, share in modes:
        f = hertz * multiple
        if f < 0.4 * RATE:
            roused = strength * np.exp(-((f / edge) ** 2) / 2) if f > hertz else strength
            out += roused * np.sin(2 * np.pi * f * t) * np.exp(-t / (decay * share))
    size = round(0.03 * RATE)
    noise = filtered(chance.standard_normal(size), 700, max(2 * edge, 7_000), 1)
    noise *= np.exp(-np.arange(size) / RATE / (0.0035 + 0.002 * (1 - velocity)))
    out[:size] += click * velocity * noise
    return shaped(out, 0.0012)


def bass(semitones: float, length: float) -> Wave:
    """A plucked bass: its second to fifth harmonics carry the note through small speakers."""
    hertz = pitch(semitones)
    t = moments(length)
    out = np.zeros_like(t)
    for k, strength in enumerate((0.7, 1.0, 0.9, 0.7, 0.55, 0.3, 0.18, 0.1), 1):
        bent = hertz * k * np.sqrt(1 + 0.00012 * k * k)
        # The case resonates from 200 to 500 hertz, whatever the note.
        strength *= 0.5 + 1.5 * np.exp(-(np.log2(bent / 320) ** 2))
        decay = 0.95 / (1 + 0.16 * (k - 1))
        out += strength * np.sin(2 * np.pi * bent * t + 0.7 * k) * np.exp(-t / decay)
    thumb = string(semitones, length, velocity=0.3, pick=0.28, ring=2.0, damping=0.3)
    return shaped(out / 2.5 + 0.5 * in_body(thumb, 0.2), 0.007, 0.05)


def bowed(semitones: float, length: float) -> Wave:
    """A soft chord tone that swells and goes: a few strings, slightly apart, bowed in a row."""
    hertz = pitch(semitones)
    t = moments(length)
    chance = chance_of("bowed", semitones)
    out = np.zeros_like(t)
    for cents in (-5.0, 1.5, 6.0):
        drift = 2.0 * np.sin(
            2 * np.pi * (0.31 + 0.1 * chance.random()) * t + 6.28 * chance.random()
        )
        phase = np.cumsum(hertz * 2 ** ((cents + drift) / 1200)) / RATE + chance.random()
        for k in range(1, 15):
            if hertz * k < 7_000:
                # Higher partials come later and go sooner, as under a bow.
                bloom = np.sin(np.pi * np.clip(t / length, 0, 1)) ** (0.25 * (k - 1))
                out += bloom * np.sin(2 * np.pi * k * phase) / k**1.3
    air = filtered(chance.standard_normal(len(t)), 2_000, 9_000, 1)
    out += 0.035 * out.std() / air.std() * air * np.sin(np.pi * t / length)
    swell = np.minimum(1, t / 0.8) * np.clip((length - t) / 2.2, 0, 1) ** 1.5
    return filtered(out * swell, 90)
