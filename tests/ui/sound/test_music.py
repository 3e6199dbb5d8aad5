"""The recorded notes: which pack has a note, and where the note is in the pack's file."""

from __future__ import annotations

from itertools import pairwise

import pygame

from game.resources import asset
from game.ui.sound.music import (
    LEAD,
    NOTE_MARGIN,
    PACKS,
    PITCH_CLASSES,
    RATE,
    Instrument,
    Mood,
    MusicCue,
    NotePack,
)
from tests.each import each


@each(PACKS)
def test_a_pack_s_notes_follow_each_other_behind_their_silence(pack: NotePack) -> None:
    pitches = pack.pitches
    assert [*pitches] == [p for p in range(pack.low, pack.high + 1) if p % 12 in PITCH_CLASSES]
    assert (pitches[0], pitches[-1]) == (pack.low, pack.high)
    starts = [pack.start_of(pitch) for pitch in pitches]
    assert starts[0] == NOTE_MARGIN - LEAD
    assert {after - before for before, after in pairwise(starts)} == {NOTE_MARGIN + pack.samples}


def test_a_pack_s_file_has_room_for_all_its_notes() -> None:
    pygame.mixer.init(RATE, -16, 2, 512, allowedchanges=0)
    try:
        (pack,) = Instrument.GLASS.packs
        frames = len(pygame.mixer.Sound(asset("music", f"{pack.stem}.ogg")).get_raw()) // 4
    finally:
        pygame.mixer.quit()
    whole = len(pack.pitches) * (NOTE_MARGIN + pack.samples)
    assert whole - LEAD <= frames <= whole + 2 * NOTE_MARGIN


def test_a_note_is_of_the_pack_of_its_strength_or_of_the_softest_that_has_it() -> None:
    pluck, marimba = Instrument.PLUCK, Instrument.MARIMBA
    for instrument, pitch, velocity, number in (
        (marimba, 0, 0.0, 0),
        (marimba, 0, 0.49, 0),
        (marimba, 0, 0.5, 1),
        (marimba, 0, 1.0, 1),
        (pluck, -12, 1.0, 0),
        (pluck, -1, 1.0, 0),
        (pluck, 0, 1.0, 1),
        (pluck, 19, 1.0, 1),
        (pluck, 16, 0.2, 0),
        (Instrument.PAD, 4, 1.0, 0),
    ):
        pack = instrument.pack_for(pitch, velocity)
        assert pack is instrument.packs[number], (pitch, velocity)
        assert pitch in pack.pitches


def test_an_instrument_reaches_from_its_lowest_note_to_the_softest_pack_s_highest() -> None:
    reach = {one.name: (one.low, one.high) for one in Instrument}
    assert reach == {
        "PAD": (-15, 4),
        "BASS": (-24, -10),
        "MARIMBA": (-8, 12),
        "PLUCK": (-12, 16),
        "VIBES": (4, 26),
        "GLASS": (19, 31),
    }
    assert len({pack.stem for pack in PACKS}) == len(PACKS) == 8


def test_a_cue_without_more_is_a_place_of_no_life_nor_end() -> None:
    assert MusicCue(Mood.MENU) == (Mood.MENU, 0.0, False, False, ())
    assert [*Mood] == ["menu", "table", "count"]
