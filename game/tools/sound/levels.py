"""Loudness by ITU-R BS.1770: measured, and set."""

from typing import Final

import numpy as np

from game.tools.sound.synth import Wave, true_peak
from game.ui.sound.music import RATE

_BLOCK: Final = 0.4
"""Seconds, the shortest that the norm measures; shorter sounds are followed by silence."""


def loudness(wave: Wave) -> float:
    """Return the integrated loudness in LUFS."""
    # It loads SciPy, for a second: longer than most of what else these tools do.
    import pyloudnorm

    missing = round(_BLOCK * RATE) + 1 - len(wave)
    if missing > 0:
        wave = np.concatenate([wave, np.zeros((missing, *wave.shape[1:]))])
    return float(pyloudnorm.Meter(RATE, block_size=_BLOCK).integrated_loudness(wave))


def levelled(wave: Wave, wanted: float, peak: float) -> Wave:
    """The wave at a loudness in LUFS; what rises above `peak` is rounded off, softly."""
    for _ in range(4):
        wave = wave * 10 ** ((wanted - loudness(wave)) / 20)
        top = true_peak(wave)
        if top <= peak:
            break
        wave = soft_clipped(wave, peak)
    return wave * min(1.0, peak * 0.98 / true_peak(wave))


def soft_clipped(wave: Wave, peak: float) -> Wave:
    """Straight up to six tenths of `peak`, and never above it."""
    knee = 0.6 * peak
    over = np.maximum(np.abs(wave) - knee, 0) / (peak - knee)
    return np.sign(wave) * (np.minimum(np.abs(wave), knee) + (peak - knee) * np.tanh(over))
