"""An hour of the game's own music, measured whole; ten minutes of a processor and 4 GB of memory.

    python -m tests.tools.hour_of_music [SEED] [LIFE]

Prints the loudness of every minute, the true peak of the hour, what is left of it above 200 and
6,000 Hz, the highest likeness of its seconds at any lag from eight seconds on, and how often any
bar came twice. The music's slider is at its top; the default sliders take 3.8 dB away.
"""

from __future__ import annotations

import math
import sys
from collections import Counter

import numpy as np

from game.tools.sound.levels import loudness
from game.tools.sound.synth import true_peak
from game.ui.sound.composer import BAR_SECONDS
from game.ui.sound.music import PACKS, RATE, Mood, MusicCue
from tests.tools.rendered_music import compose, render
from tests.tools.test_sound_files import above, chroma, likeness_by_lag, notes_of

_MINUTE = 60 * RATE


def main(seed: int = 1, life: float = 1.0) -> None:
    """Compose, render and measure."""
    score = compose(seed, 3_600, lambda _: MusicCue(Mood.TABLE, life))
    notes = {key: note for pack in PACKS for key, note in notes_of(pack).items()}
    wave = render(score, notes)[: -_MINUTE // 10]
    minutes = [wave[i : i + _MINUTE].astype(float) for i in range(0, len(wave) - _MINUTE, _MINUTE)]
    levels = [loudness(minute) for minute in minutes]
    print(f"{len(score)} notes, {len(score) / 3_600:.1f} a second")
    print(f"minutes: {min(levels):.1f} to {max(levels):.1f} LUFS, mean {np.mean(levels):.1f}")
    print(f"true peak {20 * math.log10(max(map(true_peak, minutes))):.1f} dBTP")
    for hertz in (200, 6_000):
        left = np.mean([loudness(above(minute, hertz)) for minute in minutes[::10]])
        print(f"above {hertz} Hz: {left:.1f} LUFS")
    alike = likeness_by_lag(chroma(wave.mean(axis=1), RATE)[1:])[7:]
    print(f"likeness from 8 s on: at most {alike.max():.3f}, at {alike.argmax() + 8} s")
    bars = Counter(int(at / BAR_SECONDS) for at, _ in score)
    written = Counter(
        tuple((round(at % BAR_SECONDS, 3), *note[1:]) for at, note in score[a : a + 8])
        for a in range(0, len(score) - 8, 8)
    )
    print(f"{len(bars)} bars; eight notes in a row came at most {max(written.values())} times")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *map(float, sys.argv[2:3]))
