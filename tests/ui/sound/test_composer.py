"""The music that the game composes: in time, in harmony, and never the same twice."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.ruleset import Ruleset
from game.ui.scenes.count.control import CountControl
from game.ui.sound.composer import (
    BAR_SECONDS,
    SIXTEENTHS,
    Composer,
    MusicNote,
    MusicPart,
    accent,
    parts_of,
    tune_pitch,
)
from game.ui.sound.harmony import (
    notes_in,
)
from game.ui.sound.music import Instrument, Mood, MusicCue
from tests.gallery.records import play_out

HOUR = round(3_600 / BAR_SECONDS)
BOARD = ((9, 5), (1, 3), (4, 4), (7, 3), (3, 5), (8, 4))
CUES = (
    MusicCue(Mood.MENU),
    MusicCue(Mood.TABLE),
    MusicCue(Mood.TABLE, 0.6),
    MusicCue(Mood.TABLE, 1.0),
    MusicCue(Mood.TABLE, 0.7, is_ending=True),
    MusicCue(Mood.COUNT, tune=BOARD),
)


def bars_of(cue: MusicCue, count: int, seed: int = 1) -> list[list[MusicNote]]:
    """The bars that a composer makes while the game stays as it is."""
    composer = Composer(Random(seed))
    return [composer.next_bar(cue) for _ in range(count)]


cues = st.builds(
    MusicCue,
    st.sampled_from(Mood),
    st.floats(0, 1),
    is_ending=st.booleans(),
    is_held=st.booleans(),
    tune=st.sampled_from(((), BOARD, ((5, 3),))),
)


@given(st.integers(), st.lists(cues, min_size=1, max_size=30))
def test_whatever_happens_every_note_was_recorded(seed: int, told: list[MusicCue]) -> None:
    composer = Composer(Random(seed))
    for cue in told:
        notes = composer.next_bar(cue)
        assert [note.step for note in notes] == sorted(note.step for note in notes)
        for note in notes:
            assert 0 <= note.step < SIXTEENTHS
            assert 0 < note.velocity <= 1
            assert 0 < note.loudness <= 1
            pack = note.instrument.pack_for(note.pitch, note.velocity)
            assert note.pitch in pack.pitches


@pytest.mark.parametrize(
    ("cue", "digest"),
    [
        (MusicCue(Mood.MENU), 2464937183),
        (MusicCue(Mood.TABLE, 0.6), 3685303541),
        (MusicCue(Mood.TABLE, 1.0, is_ending=True), 2673021140),
        (MusicCue(Mood.COUNT), 2805245799),
        (MusicCue(Mood.COUNT, tune=((3, 4), (0, 1), (9, 3), (1, 5))), 1053410689),
        (MusicCue(Mood.TABLE, is_held=True), 4225282278),
    ],
)
def test_the_music_of_a_seed_is_what_it_was(cue: MusicCue, digest: int) -> None:
    """Compare each note of four passes."""
    composer = Composer(Random(7))
    assert digest_of([composer.next_bar(cue) for _ in range(32)]) == digest


def digest_of(bars: list[list[MusicNote]]) -> int:
    """Return a checksum of each note of some bars, which changes with the music."""
    notes = [
        [
            (
                round(n.step, 6),
                n.instrument.name,
                n.pitch,
                round(n.velocity, 6),
                round(n.loudness, 6),
            )
            for n in bar
        ]
        for bar in bars
    ]
    return crc32(repr(notes).encode())


def test_the_music_of_an_evening_is_what_it_was() -> None:
    """From the menu to the count and back: each change of the cue, and each breath that is held."""
    table, tune = MusicCue(Mood.TABLE, 0.3), ((3, 4), (0, 1), (9, 3), (1, 5))
    ending = table._replace(life=0.8, is_ending=True)
    cues = [
        *[MusicCue(Mood.MENU)] * 5,
        *[table] * 5,
        *[table._replace(life=life / 4) for life in range(-1, 6) for _ in range(2)],
        *[ending] * 3,
        *[ending._replace(is_held=True)] * 3,
        *[ending] * 2,
        *[ending._replace(is_held=True)] * 2,
        *[MusicCue(Mood.COUNT, tune=tune)] * 12,
        *[MusicCue(Mood.COUNT, tune=BOARD)] * 3,
        *[MusicCue(Mood.MENU)] * 12,
    ]
    composer = Composer(Random(11))
    assert digest_of([composer.next_bar(cue) for cue in cues]) == 599809002
    assert parts_of(table._replace(life=2.0)) == parts_of(table._replace(life=1.0))
    assert parts_of(table._replace(life=-1.0)) == parts_of(table._replace(life=0.0))


def test_the_same_chance_writes_the_same_and_another_something_else() -> None:
    assert bars_of(CUES[3], 30) == bars_of(CUES[3], 30)
    assert bars_of(CUES[3], 30) != bars_of(CUES[3], 30, seed=2)


@pytest.mark.parametrize("cue", CUES)
def test_in_an_hour_no_bar_comes_twice(cue: MusicCue) -> None:
    bars = [tuple(bar) for bar in bars_of(cue, HOUR) if bar]
    assert len(set(bars)) == len(bars)
    # Nor the same tunes in other dresses: what is struck when, of three bars in a row.
    struck = [tuple((n.step, n.instrument, n.pitch) for n in bar) for bar in bars]
    threes = Counter(zip(struck, struck[1:], struck[2:], strict=False))
    assert max(threes.values()) <= 2


def test_the_table_thickens_with_the_lines_that_live() -> None:
    heard = [parts_of(MusicCue(Mood.TABLE, life / 20)) for life in range(21)]
    for thin, thick in itertools.pairwise(heard):
        assert all(thick[part] >= level for part, level in thin.items())
    assert set(heard[0]) == {MusicPart.BED, MusicPart.HARP}
    assert len(heard[-1]) == 6
    assert heard[-1] == parts_of(MusicCue(Mood.TABLE, 2.0))


def test_parts_pause_but_something_always_plays() -> None:
    bars = bars_of(CUES[3], 400)
    assert all(bars)
    for instrument in Instrument:
        heard = sum(any(n.instrument is instrument for n in bar) for bar in bars) / len(bars)
        assert 0.2 < heard < 1.0, instrument


def test_the_melody_knows_the_chord_and_rests() -> None:
    """On heavy steps the melody's notes belong to what the bed plays in the same bar."""
    inside = total = 0
    bars = bars_of(CUES[0], 400)
    for bar in bars:
        below = {n.pitch % 12 for n in bar if n.instrument in (Instrument.PAD, Instrument.PLUCK)}
        heavy = [n for n in bar if n.instrument is Instrument.VIBES and n.step % 8 == 0]
        if len(below) > 3:
            total += len(heavy)
            inside += sum(n.pitch % 12 in below for n in heavy)
    assert total > 40
    assert inside / total > 0.9
    silent = sum(all(n.instrument is not Instrument.VIBES for n in bar) for bar in bars)
    assert 0.3 < silent / len(bars) < 0.9


def test_heavy_steps_are_louder_and_on_the_grid() -> None:
    assert accent(0) > accent(8) > accent(4) > accent(2) > accent(1)
    bars = bars_of(CUES[3], 400)
    wood = [n for bar in bars for n in bar if n.instrument is Instrument.MARIMBA]
    assert all(n.step == int(n.step) for n in wood)
    mean = {
        place: sum(n.velocity for n in wood if n.step == place) / sum(n.step == place for n in wood)
        for place in (0, 8, 6, 3)
    }
    assert mean[0] > mean[8] > mean[6] > mean[3]


def test_the_breath_is_held_for_a_bar_and_then_hardly_heard() -> None:
    composer = Composer(Random(1))
    composer.next_bar(CUES[4])
    held = MusicCue(Mood.TABLE, 0.7, is_ending=True, is_held=True)
    bars = [composer.next_bar(held) for _ in range(6)]
    assert not bars[0]
    assert all(n.instrument is Instrument.PAD and n.loudness < 0.4 for bar in bars for n in bar)
    assert composer.next_bar(CUES[4])


def struck(tune: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """When each note of a tune is struck, in sixteenths, and its pitch."""
    notes, at = {}, 0
    for number, length in tune:
        if number:
            notes[at] = tune_pitch(number)
        at += 2 * length
    return notes


def test_different_boards_have_different_tunes() -> None:
    """The share of notes that two boards strike at the same time at the same pitch."""
    matches = [play_out(Ruleset(), ("Ana",), str(seed), "standard") for seed in range(20)]
    tunes = [struck(CountControl(match, is_counted=True).tune) for match in matches]
    shares = [
        len(one.items() & other.items()) / max(len(one), len(other))
        for one, other in itertools.combinations(tunes, 2)
    ]
    assert sum(shares) / len(shares) < 0.04
    assert max(shares) < 0.5


def test_a_board_is_counted_to_its_own_tune() -> None:
    bars = bars_of(CUES[-1], 8)
    notes = [
        (SIXTEENTHS * i + n.step, n.pitch)
        for i, bar in enumerate(bars)
        for n in bar
        if n.instrument is Instrument.VIBES
    ]
    first = notes[: len(BOARD)]
    assert [pitch for _, pitch in first] == [tune_pitch(number) for number, _ in BOARD]
    rhythm = [b - a for (a, _), (b, _) in itertools.pairwise(first)]
    assert rhythm == [2 * length for _, length in BOARD[:-1]]
    pitches = [tune_pitch(n) for n in range(1, 10)]
    assert pitches == sorted(pitches)
    assert set(pitches) <= set(notes_in(frozenset({0, 2, 4, 7, 9}), 4, 26))
    rested = bars_of(MusicCue(Mood.COUNT, tune=((0, 1), *BOARD)), 1)
    vibes = [(n.step, n.pitch) for n in rested[0] if n.instrument is Instrument.VIBES]
    assert vibes[0] == (2, first[0][1]), "a line that earns nothing is a rest"
    other = bars_of(MusicCue(Mood.COUNT, tune=((2, 3), (6, 4))), 2)
    assert [n.pitch for n in other[0] if n.instrument is Instrument.VIBES] != [
        n.pitch for n in bars[0] if n.instrument is Instrument.VIBES
    ]
    again = bars_of(MusicCue(Mood.COUNT, tune=((9, 5), (1, 3))), 8)
    heard = [
        [n.pitch for n in bar if n.instrument in (Instrument.VIBES, Instrument.PLUCK)]
        for bar in again
    ]
    high, low = tune_pitch(9), tune_pitch(1)
    assert heard[:4] == [[high, low], [], [high - 12, low - 12], []], "by turns"
    assert heard[4:] == heard[:4]


def test_another_board_s_tune_begins_at_its_beginning() -> None:
    composer = Composer(Random(1))
    for cue in (CUES[-1], CUES[-1], MusicCue(Mood.COUNT, tune=((3, 5), (2, 4)))):
        notes = [n for n in composer.next_bar(cue) if n.instrument is Instrument.VIBES]
    assert [(n.step, n.pitch) for n in notes] == [(0, tune_pitch(3)), (10, tune_pitch(2))]


def test_a_note_has_the_hardest_recording_that_holds_it() -> None:
    for instrument in Instrument:
        packs = instrument.packs
        assert (instrument.low, instrument.high) == (min(p.low for p in packs), packs[0].high)
        for pitch in range(instrument.low, instrument.high + 1):
            for hundredths in (0, 49, 50, 99, 100):
                wanted = packs[min(len(packs) - 1, hundredths * len(packs) // 100)]
                has_it = wanted.low <= pitch <= wanted.high
                pack = instrument.pack_for(pitch, hundredths / 100)
                assert pack is (wanted if has_it else packs[0])
