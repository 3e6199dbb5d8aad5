"""The game's sounds, made from arithmetic: `python -m game.tools.sounds [OUTDIR]`.

For developers: writes `assets/sounds/*.wav` anew, the same on every machine up to rounding:
mono, 16 bits, 22 kHz, for nothing in them is higher than a third of that. Warm wood and soft
bells: few partials, quick decays, nothing harsh.
"""

from __future__ import annotations

import math
import sys
import wave
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from game.resources import asset
from game.ui.frame.sound_names import STEPS, Sound

RATE: Final = 22_050
Wave = list[float]

_PENTATONIC: Final = (0, 2, 4, 7, 9, 12, 14, 16)
_MARIMBA: Final = ((1.0, 1.0, 1.0), (3.93, 0.28, 0.28), (9.2, 0.07, 0.1))
_SOFT_BELL: Final = ((1.0, 1.0, 1.0), (2.0, 0.34, 0.7), (3.0, 0.13, 0.45), (4.16, 0.06, 0.3))
_ROUND: Final = ((1.0, 1.0, 1.0), (2.0, 0.12, 0.6))
"""Timbres: (multiple of the pitch, loudness, share of the decay time)."""


def _pitch(semitones: float) -> float:
    """Hertz, counted from middle C."""
    return float(261.6256 * 2 ** (semitones / 12))


def _tone(
    hertz: float,
    seconds: float,
    timbre: Sequence[tuple[float, float, float]] = _SOFT_BELL,
    *,
    decay: float = 0.25,
    attack: float = 0.004,
    bend: float = 1.0,
) -> Wave:
    """A struck note; `decay` is the time in which it falls to a third, `bend` its last pitch."""
    count = round(seconds * RATE)
    out = [0.0] * count
    for multiple, loudness, share in timbre:
        phase = 0.0
        for i in range(count):
            t = i / RATE
            now = hertz * multiple * bend ** (t / seconds)
            phase += 2 * math.pi * now / RATE
            out[i] += loudness * math.sin(phase) * math.exp(-t / (decay * share))
    return _shape(out, attack)


def _shape(samples: Wave, attack: float) -> Wave:
    """A soft start and an end in silence, so that nothing clicks."""
    rise = max(1, round(attack * RATE))
    fall = min(len(samples), round(0.012 * RATE))
    for i in range(min(rise, len(samples))):
        samples[i] *= 0.5 - 0.5 * math.cos(math.pi * i / rise)
    for i in range(fall):
        samples[-1 - i] *= i / fall
    return samples


def _noise() -> Iterator[float]:
    """White noise, -1…1, from a small generator that is the same everywhere."""
    state = 0x2545F491
    while True:
        state ^= (state << 13) & 0xFFFFFFFF
        state ^= state >> 17
        state ^= (state << 5) & 0xFFFFFFFF
        yield state / 0x7FFFFFFF - 1.0


def _breath(seconds: float, low: float, high: float, loudness: float) -> Wave:
    """Air moving: noise through a filter whose middle glides from `low` to `high` hertz."""
    count = round(seconds * RATE)
    out, band, below = [], 0.0, 0.0
    noise = _noise()
    for i in range(count):
        t = i / count
        f = 2 * math.sin(math.pi * (low * (high / low) ** t) / RATE)
        below += f * band
        band += f * (next(noise) - below - 0.7 * band)
        out.append(loudness * band * math.sin(math.pi * t) ** 2)
    return out


def _knock(hertz: float, seconds: float, loudness: float) -> Wave:
    """Wood on wood."""
    body = _tone(hertz, seconds, _MARIMBA, decay=seconds * 0.22, attack=0.001)
    return [loudness * s for s in body]


def _mix(*layers: tuple[float, Wave]) -> Wave:
    """Layers, each after its delay in seconds."""
    length = max(round(delay * RATE) + len(samples) for delay, samples in layers)
    out = [0.0] * length
    for delay, samples in layers:
        start = round(delay * RATE)
        for i, sample in enumerate(samples):
            out[start + i] += sample
    return out


def _room(samples: Wave, amount: float = 0.16) -> Wave:
    """A little room: three soft echoes."""
    quiet = [[s * amount * g for s in samples] for g in (1.0, 0.62, 0.4)]
    return _mix((0.0, samples), (0.031, quiet[0]), (0.053, quiet[1]), (0.079, quiet[2]))


def _scaled(samples: Wave, factor: float) -> Wave:
    return [s * factor for s in samples]


def _call(step: int) -> Wave:
    return _room(
        _mix(
            (0.0, _breath(0.16, 500, 2200, 0.5)),
            (0.05, _tone(_pitch(7), 0.30, _MARIMBA, decay=0.09)),
            (0.12, _tone(_pitch(14), 0.42, _MARIMBA, decay=0.12)),
        )
    )


def _place(step: int) -> Wave:
    return _mix(
        (0.0, _tone(150, 0.20, _ROUND, decay=0.055, attack=0.002, bend=0.5)),
        (0.0, _knock(430, 0.14, 0.45)),
        (0.0, _breath(0.05, 1500, 600, 0.35)),
        (0.055, _knock(520, 0.09, 0.14)),
    )


def _line(step: int) -> Wave:
    base = _PENTATONIC[step] + 3
    notes = ((0.0, base), (0.07, base + 4), (0.14, base + 7), (0.21, base + 12))
    return _room(
        _mix(*((at, _tone(_pitch(n), 0.62, _SOFT_BELL, decay=0.19)) for at, n in notes)), 0.2
    )


def _line_dies(step: int) -> Wave:
    return _room(
        _mix(
            (0.0, _tone(_pitch(-2), 0.30, _ROUND, decay=0.10, attack=0.012)),
            (0.11, _tone(_pitch(-5), 0.42, _ROUND, decay=0.14, attack=0.012, bend=0.985)),
        )
    )


def _count(step: int) -> Wave:
    return _room(_tone(_pitch(_PENTATONIC[step] + 7), 0.36, _MARIMBA, decay=0.12))


def _total(step: int) -> Wave:
    notes = ((0.0, 0), (0.11, 4), (0.22, 7), (0.33, 12))
    rise = [(at, _tone(_pitch(n), 0.5, _SOFT_BELL, decay=0.16)) for at, n in notes]
    chord = [(0.46, _tone(_pitch(n), 1.5, _SOFT_BELL, decay=0.5)) for n in (0, 7, 12, 16, 19)]
    low = (0.46, _scaled(_tone(_pitch(-12), 1.3, _ROUND, decay=0.5, attack=0.01), 0.8))
    return _room(_mix(*rise, *chord, low), 0.22)


def _take_back(step: int) -> Wave:
    return _room(
        _mix(
            (0.0, _breath(0.15, 1800, 500, 0.4)),
            (0.02, _tone(_pitch(10), 0.22, _MARIMBA, decay=0.07)),
            (0.09, _tone(_pitch(5), 0.30, _MARIMBA, decay=0.09)),
        )
    )


def _refuse(step: int) -> Wave:
    return _mix(
        (0.0, _tone(128, 0.14, _ROUND, decay=0.06, attack=0.004)),
        (0.0, _scaled(_tone(191, 0.10, _ROUND, decay=0.04, attack=0.004), 0.5)),
        (0.10, _tone(112, 0.18, _ROUND, decay=0.07, attack=0.004)),
    )


_RECIPES: Final[dict[Sound, tuple[Callable[[int], Wave], float]]] = {
    Sound.CALL: (_call, 0.115),
    Sound.PICK: (lambda step: _tone(_pitch(12), 0.14, _MARIMBA, decay=0.035), 0.075),
    Sound.PLACE: (_place, 0.14),
    Sound.LINE: (_line, 0.135),
    Sound.LINE_DIES: (_line_dies, 0.10),
    Sound.COUNT: (_count, 0.11),
    Sound.TOTAL: (_total, 0.14),
    Sound.BUTTON: (lambda step: _tone(640, 0.10, _ROUND, decay=0.03, bend=0.72), 0.10),
    Sound.MOVE: (lambda step: _tone(980, 0.06, _ROUND, decay=0.014, bend=0.9), 0.055),
    Sound.REFUSE: (_refuse, 0.12),
    Sound.TAKE_BACK: (_take_back, 0.10),
    Sound.TICK: (lambda step: _knock(1250, 0.07, 1.0), 0.07),
}
"""What makes a sound, and how loud it ends up: the level of its loudest 50 ms."""


def synthesise(sound: Sound, step: int = 0) -> array[int]:
    """A sound's samples, 16 bits, evened out in loudness and never above -2.5 dB."""
    recipe, level = _RECIPES[sound]
    samples = _soften(recipe(step))
    window = round(0.05 * RATE)
    loudest = max(
        math.sqrt(sum(s * s for s in samples[i : i + window]) / window)
        for i in range(0, max(1, len(samples) - window // 2), window // 2)
    )
    gain = level / loudest
    gain = min(gain, 0.75 / max(abs(s) for s in samples))
    return array("h", (round(32767 * s * gain) for s in samples))


def _soften(samples: Wave) -> Wave:
    """Take the glassy edge off: a gentle low-pass at about 5 kHz."""
    out, held = [], 0.0
    k = 1 - math.exp(-2 * math.pi * 5200 / RATE)
    for s in samples:
        held += k * (s - held)
        out.append(held)
    return _shape(out, 0.0005)


def write_wav(path: Path, samples: array[int]) -> None:
    """Write samples as a WAV file."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        data = array("h", samples)
        if sys.byteorder == "big":
            data.byteswap()
        file.writeframes(data.tobytes())


def main(arguments: Sequence[str] | None = None) -> int:
    """Write every sound; the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    directory = Path(given[0]) if given else asset("sounds")
    directory.mkdir(parents=True, exist_ok=True)
    total = 0
    for sound in Sound:
        for step in range(STEPS.get(sound, 1)):
            path = directory / sound.file_name(step)
            write_wav(path, synthesise(sound, step))
            total += path.stat().st_size
    print(f"{total // 1024} KiB of sounds in {directory}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
