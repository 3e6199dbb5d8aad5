"""The music's notes: every instrument that the composer plays, one recording a note.

Each note is heard from its place on the instrument, low ones at the left, in one hall; a file has
the notes of one instrument at one strength (`music_names.NotePack`). The game itself composes the
music of them.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np

from game.resources import resource_root
from game.tools.sound.instruments import GLASS, METAL, WOOD, bar, bass, bowed, in_body, string
from game.tools.sound.levels import levelled
from game.tools.sound.synth import Wave, in_room, room, write_ogg
from game.ui.sound.music import NOTE_MARGIN, PACKS, RATE, NotePack

LOUDEST_NOTE: Final = 0.5
"""No note goes higher."""

QUALITY: Final = 0.3


@cache
def _hall() -> Wave:
    return room(1.9, np.random.default_rng(3), 9_000)


def _marimba(velocity: float) -> Callable[[int, float], Wave]:
    def play(semitones: int, length: float) -> Wave:
        decay = 0.2 * 2 ** (-semitones / 30)
        hardness = 1_100 if velocity < 0.5 else 2_600
        return bar(
            semitones, length, WOOD, velocity=velocity, decay=decay, hardness=hardness, click=0.16
        )

    return play


def _pluck(velocity: float) -> Callable[[int, float], Wave]:
    def play(semitones: int, length: float) -> Wave:
        ring = 3.2 * 2 ** (-semitones / 24)
        # A harder finger plucks nearer to the end.
        pick, damping = (0.29, 0.2) if velocity < 0.5 else (0.13, 0.09)
        return in_body(
            string(semitones, length, velocity=velocity, pick=pick, ring=ring, damping=damping)
        )

    return play


def _vibes(semitones: int, length: float) -> Wave:
    decay = 0.75 * 2 ** (-semitones / 40)
    wave = bar(semitones, length, METAL, velocity=0.6, decay=decay, hardness=4_200, click=0.06)
    t = np.arange(len(wave)) / RATE
    # The fans above the tubes turn.
    tremolo: Wave = wave * (1 - 0.14 * (0.5 - 0.5 * np.cos(2 * np.pi * 4.6 * t)))
    return tremolo


def _glass(semitones: int, length: float) -> Wave:
    decay = 0.5 * 2 ** (-(semitones - 19) / 30)
    return bar(semitones, length, GLASS, velocity=0.7, decay=decay, hardness=9_000, click=0.05)


_PLAYERS: Final[dict[str, tuple[Callable[[int, float], Wave], float, float, float]]] = {
    "pad": (bowed, -27.0, 0.5, 0.25),
    "bass": (bass, -22.0, 0.12, 0.0),
    "marimba-soft": (_marimba(0.4), -25.0, 0.22, 0.4),
    "marimba-hard": (_marimba(0.9), -23.0, 0.22, 0.4),
    "pluck-soft": (_pluck(0.35), -24.0, 0.3, 0.45),
    "pluck-hard": (_pluck(0.9), -22.0, 0.3, 0.45),
    "vibes": (_vibes, -24.0, 0.34, 0.35),
    "glass": (_glass, -26.0, 0.4, 0.6),
}
"""For each pack: the function for a note, its loudness in LUFS, the share of the hall, and the
width of the instrument to either side."""


def synthesise_note(pack: NotePack, semitones: int) -> Wave:
    """Return one note of a pack, stereo, at its level, its end faded out."""
    play, loudness, wetness, width = _PLAYERS[pack.stem]
    length = pack.samples / RATE
    dry = play(semitones, length)
    wet = in_room(dry, _hall(), wetness)[: pack.samples]
    place = (semitones - pack.low) / (pack.high - pack.low) * 2 - 1
    angle = (1 + width * place) * np.pi / 4
    wet *= np.array([np.cos(angle), np.sin(angle)]) * 2**0.5
    fall = round(0.45 * pack.samples)
    wet[-fall:] *= (0.5 + 0.5 * np.cos(np.pi * np.arange(fall) / fall))[:, None] ** 1.5
    return levelled(wet, loudness, LOUDEST_NOTE)


def record(pack: NotePack) -> Wave:
    """All notes of a pack, each behind its margin."""
    silence = np.zeros((NOTE_MARGIN, 2))
    parts = [part for p in pack.pitches for part in (silence, synthesise_note(pack, p))]
    return np.concatenate([*parts, silence])


def write_music() -> int:
    """Write every pack; bytes."""
    folder = resource_root() / "assets" / "music"
    for old in folder.glob("*.ogg"):
        old.unlink()
    return sum(write_ogg(folder / f"{pack.stem}.ogg", record(pack), QUALITY) for pack in PACKS)
