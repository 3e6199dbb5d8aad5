"""The loudness of every effect as its files hold it, as the table `tests/golden/loudness.txt`.

    python -m tests.tools.effect_levels

Integrated loudness as EBU R 128 takes it from ITU-R BS.1770 (ffmpeg's `ebur128` prints the same),
measured by `pyloudnorm`; a file shorter than a block of 400 ms is followed by silence.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import soundfile

from game.resources import asset
from game.tools.sound.levels import loudness
from game.tools.sound.synth import true_peak
from game.ui.sound.names import PITCH_STEPS, Sound


def table() -> str:
    """Return the table: a row a sound, a row a level of a stroke."""
    head = "| sound | LUFS | true peak, dBTP | seconds |\n|---|---|---|---|\n"
    return head + "".join(map(_row, Sound)) + "".join(_stroke_rows())


def _row(sound: Sound) -> str:
    steps = range(PITCH_STEPS.get(sound, 1))
    return _measured(sound.value, sound, steps)


def _stroke_rows() -> Iterator[str]:
    for step, points in enumerate(("20 to 29", "30 to 44", "45 to 59", "60 and more")):
        yield _measured(f"stroke of {points} points", Sound.STROKE, range(step, step + 1))


def _measured(name: str, sound: Sound, steps: range) -> str:
    waves = [
        soundfile.read(asset("sounds", sound.file_name(step, variation)))
        for step in steps
        for variation in range(sound.variations)
    ]
    loud = sorted(loudness(wave) for wave, _ in waves)
    peak = max(20 * math.log10(true_peak(wave)) for wave, _ in waves)
    long = max(len(wave) / rate for wave, rate in waves)
    span = f"{loud[0]:.1f}" if loud[-1] - loud[0] < 0.5 else f"{loud[0]:.1f} to {loud[-1]:.1f}"
    return f"| {name} | {span} | {peak:.1f} | {long:.1f} |\n"


if __name__ == "__main__":
    print(table(), end="")
