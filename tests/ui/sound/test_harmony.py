"""The chords of the music: their notes, and how a pad voices them."""

from __future__ import annotations

import itertools
from random import Random
from zlib import crc32

import pytest

from game.ui.sound.harmony import (
    BRIGHT,
    COUNTS,
    CYCLES,
    DUSKY,
    ENDINGS,
    HOME,
    ChordCycle,
    nearest,
    notes_in,
    voice,
)
from game.ui.sound.music import PITCH_CLASSES


def test_the_chords_of_all_cycles_are_what_they_were() -> None:
    cycles = [
        [(chord.tones, chord.bass, sorted(chord.scale)) for chord in cycle]
        for cycle in (*CYCLES, *ENDINGS, *COUNTS)
    ]
    assert crc32(repr(cycles).encode()) == 3178153150


def test_each_place_has_cycles_of_its_own_and_an_hour_goes_through_all() -> None:
    assert len(CYCLES) >= 4
    assert {cycle[0].scale for cycle in CYCLES} == {HOME, BRIGHT, DUSKY}
    for cycle in (*CYCLES, *ENDINGS, *COUNTS):
        for chord in cycle:
            assert set(chord.tones) <= chord.scale <= PITCH_CLASSES
            assert chord.bass in chord.scale
    assert all(chord.bass == 7 for cycle in ENDINGS for chord in cycle), "the bass waits for C"
    assert all(cycle[0].tones[0] == 0 for cycle in COUNTS), "and there it is"


@pytest.mark.parametrize("cycle", [*CYCLES, *ENDINGS, *COUNTS])
def test_the_chords_of_the_bed_move_little_and_stay_clear(cycle: ChordCycle) -> None:
    chance = Random(3)
    before: tuple[int, ...] = (-12, -5, 0, 4)
    for chord in cycle:
        laid = voice(chord, before, chance)
        assert {p % 12 for p in laid} == set(chord.tones)
        assert all(b - a >= (5 if a < -8 else 2) for a, b in itertools.pairwise(laid))
        assert sum(min(abs(p - q) for q in before) for p in laid) / len(laid) <= 3.5
        before = laid


def test_the_nearest_pitch_is_the_lower_of_two() -> None:
    assert [nearest((0, 4, 10), wanted) for wanted in (-9, 1.9, 2, 2.1, 7, 99)] == [
        0,
        0,
        0,
        4,
        4,
        10,
    ]
    assert notes_in((0, 7), -6, 12) == (-5, 0, 7, 12)
