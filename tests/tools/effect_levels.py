"""The loudness of every effect as its files hold it, as the table `tests/golden/loudness.txt`.

    python -m tests.tools.effect_levels

Integrated loudness as EBU R 128 takes it from ITU-R BS.1770 (ffmpeg's `ebur128` prints the same),
measured by `pyloudnorm`; a file shorter than a block of 400 ms is followed by silence.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import soundfile

from game.resources import asset
from game.tools.sound.levels import loudness
from game.tools.sound.synth import true_peak
from game.ui.sound.names import PITCH_STEPS, Sound


class Levels(NamedTuple):
    """The loudness of a recording in LUFS, its true peak, 1 for full scale, and its length."""

    loudness: float
    peak: float
    seconds: float


@cache
def levels_of(sound: Sound, step: int, variation: int) -> Levels:
    """Measure one recording of a sound."""
    wave, rate = soundfile.read(asset("sounds", sound.file_name(step, variation)))
    return Levels(loudness(wave), true_peak(wave), len(wave) / rate)


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
    measured = [levels_of(sound, step, v) for step in steps for v in range(sound.variations)]
    loud = sorted(each.loudness for each in measured)
    peak = 20 * math.log10(max(each.peak for each in measured))
    long = max(each.seconds for each in measured)
    span = f"{loud[0]:.1f}" if loud[-1] - loud[0] < 0.5 else f"{loud[0]:.1f} to {loud[-1]:.1f}"
    return f"| {name} | {span} | {peak:.1f} | {long:.1f} |\n"


if __name__ == "__main__":
    print(table(), end="")
