"""The highest level that the rest of a recording reaches, so that a mix never clips; no pygame."""

from typing import Final

CEILING: Final = 0.84
"""The share of full scale that music, voice and effects reach together at most; -1 dBTP is 0.89."""

MUSIC_PEAK: Final = 0.45
"""The music's peak, stepped back, with the music's slider at the top: 0.44 in two hours."""

VOICE_PEAK: Final = 0.40
EFFECTS_PEAK: Final = 0.40
"""The peaks of the caller, and of all effects together, with their sliders at the top."""

_LEVELS: Final = (1.0, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12, 0.09, 0.06, 0.04)
"""Shares of a recording's own peak; after its last sample above one, its bound falls to it."""


def fit(effects: float, music: float, voice: float) -> float:
    """Return the factor, 1 at most, by which sliders of 0 to 1 keep all three below the ceiling."""
    together = effects * EFFECTS_PEAK + music * MUSIC_PEAK + voice * VOICE_PEAK
    return min(1.0, CEILING / together) if together > 0 else 1.0


class PeakBounds:
    """The highest sample that is still to come of a recording, by the seconds played."""

    __slots__ = ("_steps", "peak")

    def __init__(self, samples: bytes, bytes_per_second: int) -> None:
        """Read signed 16-bit samples; only their higher bytes are looked at, in C."""
        highs = samples[1::2]
        magnitudes = highs.translate(_MAGNITUDES)
        top = max(set(magnitudes), default=0)
        self.peak = top / 128
        self._steps: list[tuple[float, float]] = []
        for level, lower in zip(_LEVELS, (*_LEVELS[1:], 0.0), strict=True):
            # From the last sample above the next step on, that step is the bound.
            floor = int(top * lower)
            above = bytes(m > floor for m in range(256))
            last = magnitudes.translate(above).rfind(1)
            self._steps.append((2 * (last + 1) / bytes_per_second, level * self.peak))

    def at(self, seconds: float) -> float:
        """Return the share of full scale that no sample after `seconds` exceeds."""
        return next((bound for until, bound in self._steps if seconds <= until), 0.0)


_MAGNITUDES: Final = bytes(b + 1 if b < 128 else 256 - b for b in range(256))
"""A sample's magnitude by the higher byte, rounded up, in steps of 1/128."""
