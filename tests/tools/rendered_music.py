"""Plays what the game's composer writes into an array, faster than time."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.tools.sound.synth import Wave
from game.ui.sound.composer import BAR_SECONDS, STEP_SECONDS, Composer, MusicNote
from game.ui.sound.music import RATE, MusicCue, NotePack

StereoWave = NDArray[np.float32]

RecordedNotes = Mapping[tuple[NotePack, int], StereoWave]
"""The recorded sound of a pack's note, by pack and pitch."""

_TAIL: Final = 5.0
"""Seconds in which the last notes ring out."""


def cut(pack: NotePack, samples: Wave, every: int = 1) -> dict[tuple[NotePack, int], StereoWave]:
    """The notes of a pack's file; with `every` above 1 in as many times fewer samples a second."""
    cuts = {}
    for pitch in pack.pitches:
        start = pack.start_of(pitch)
        note = samples[start : start + pack.samples]
        if every > 1:
            size = len(note) // every
            note = np.fft.irfft(np.fft.rfft(note, axis=0)[: size // 2 + 1], size, axis=0) / every
        cuts[pack, pitch] = note.astype(np.float32)
    return cuts


def compose(
    seed: int, seconds: float, cue_at: Callable[[float], MusicCue]
) -> list[tuple[float, MusicNote]]:
    """Return the composer's notes of so many seconds; `cue_at` gives the game's cue at each."""
    composer = Composer(Random(seed))
    written = []
    for bar in range(round(seconds / BAR_SECONDS)):
        begin = bar * BAR_SECONDS
        for note in composer.next_bar(cue_at(begin)):
            written.append((begin + note.step * STEP_SECONDS, note))
    return written


Score = Sequence[tuple[float, MusicNote]]
"""Notes and the seconds at which they begin."""


def render(score: Score, notes: RecordedNotes, every: int = 1) -> StereoWave:
    """A score as it sounds with the music's slider at its top; sides as the notes have them."""
    rate = RATE / every
    sides = next(iter(notes.values())).shape[1:]
    seconds = max(at for at, _ in score) + _TAIL
    out: StereoWave = np.zeros((round(seconds * rate), *sides), np.float32)
    for at, note in score:
        heard = notes[note.instrument.pack_for(note.pitch, note.velocity), note.pitch]
        begin = round(at * rate)
        out[begin : begin + len(heard)] += note.loudness * heard
    return out
