"""Composes the music bar by bar, from random numbers and the cues of the game; no pygame.

A pass is a cycle of chords with an arrangement of its own: which parts rest when, their rhythms,
the theme that the melody turns over. Parts play on a grid of sixteenths, loud where the bar is
heavy; only strummed notes are meant to fall apart. No two bars are made alike.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from typing import Final, NamedTuple

from game.ui.sound.harmony import (
    COUNTS,
    CYCLES,
    ENDINGS,
    HOME,
    OCTAVE,
    Chord,
    ChordCycle,
    nearest,
    notes_in,
    voice,
)
from game.ui.sound.music import Instrument, Mood, MusicCue

SIXTEENTHS: Final = 16
"""Sixteenths in a bar."""

STEP_SECONDS: Final = 9_216 / 44_100
"""A sixteenth: 18 of the mixer's buffers, which makes 71.8 beats a minute."""

BAR_SECONDS: Final = SIXTEENTHS * STEP_SECONDS


class MusicNote(NamedTuple):
    """One note of a bar.

    `step` counts sixteenths from the bar's beginning, `pitch` semitones from middle C; `velocity`,
    0 to 1, is how hard it is struck, `loudness` the share of its recording's level.
    """

    step: float
    instrument: Instrument
    pitch: int
    velocity: float
    loudness: float


class MusicPart(Enum):
    """The parts of the music, each of which rests and enters as a whole."""

    BED = auto()
    PULSE = auto()
    BASS = auto()
    HARP = auto()
    SPARKS = auto()
    TUNE = auto()
    RUN = auto()


_LOUDNESS: Final[Mapping[MusicPart, float]] = {
    MusicPart.BED: 0.85,
    MusicPart.PULSE: 0.52,
    MusicPart.BASS: 0.42,
    MusicPart.HARP: 0.68,
    MusicPart.SPARKS: 0.55,
    MusicPart.TUNE: 0.58,
    MusicPart.RUN: 0.5,
}
"""The share of the recordings' level at which each part plays."""

_AT_ONCE: Final = 1.5
"""The most loudness of one step's notes together."""

_THICKENING: Final = (MusicPart.PULSE, MusicPart.BASS, MusicPart.HARP, MusicPart.SPARKS)
"""Parts that join the bed at the table, in this order."""


def parts_of(cue: MusicCue) -> Mapping[MusicPart, float]:
    """Return how much of each part is heard, 0 to 1; a part not named is silent.

    At the table each quarter of `life` brings a part in; the harp is never wholly away.
    """
    match cue.mood:
        case Mood.MENU:
            return {MusicPart.BED: 1.0, MusicPart.HARP: 0.5, MusicPart.TUNE: 1.0}
        case Mood.COUNT:
            return {
                MusicPart.BED: 0.6,
                MusicPart.BASS: 1.0,
                MusicPart.RUN: 1.0,
                MusicPart.TUNE: 1.0,
            }
        case Mood.TABLE:
            filled = cue.life * len(_THICKENING)
            parts = {part: min(1.0, filled - i) for i, part in enumerate(_THICKENING)}
            parts[MusicPart.HARP] = max(0.35, parts[MusicPart.HARP])
            parts[MusicPart.TUNE] = max(0.0, min(1.0, filled - 1.5))
            return {MusicPart.BED: 1.0} | {
                part: level for part, level in parts.items() if level > 0
            }


_PULSES: Final = (
    (0, 3, 6, 8, 11, 14),
    (0, 3, 6, 10, 12),
    (0, 2, 6, 8, 12, 14),
    (0, 4, 7, 10, 13),
    (0, 6, 8, 11, 14),
    (2, 4, 8, 10, 14),
)
_BASSES: Final = (
    ((0, 0), (14, 0)),
    ((0, 0), (6, 0), (8, 7)),
    ((0, 0), (10, 7)),
    ((0, 0), (8, 0), (11, 12)),
    ((0, 0), (12, 7), (14, 0)),
)
"""Steps, and semitones above the chord's lowest note."""

_SHAPES: Final = (
    (0, 1, 2, 3, 4, 3, 2, 1),
    (0, 2, 1, 3, 2, 4, 3, 5),
    (0, 2, 4, 5, 4, 2, 3, 1),
    (4, 3, 2, 1, 0, 2, 3, 5),
    (0, 3, 1, 4, 2, 5, 4, 2),
)
"""Broken chords: the chord's notes by place, an eighth each."""

_RHYTHMS: Final = (
    (0, 6, 8, 16),
    (0, 4, 6, 12, 16, 22),
    (2, 4, 8, 14, 16),
    (0, 3, 6, 8, 16, 20, 24),
    (4, 8, 10, 12, 16, 24),
    (0, 8, 11, 14, 16),
    (0, 2, 4, 12, 16, 20),
    (6, 8, 12, 14, 16, 26),
)
"""Themes of two bars."""

_PLANS: Final = ((0, 4), (0, 2, 6), (2, 4), (0,), (4,), (0, 2, 4), ())
"""Bars of a pass in which the melody begins a phrase; elsewhere it rests."""

_HELD: Final = ENDINGS[0][0]

_HALF: Final = 4
"""Bars for which a part rests or plays."""


def accent(step: float) -> float:
    """Return how heavy a place in the bar is, 0 to 1."""
    place = step % SIXTEENTHS
    weights = ((16, 1.0), (8, 0.88), (4, 0.78), (2, 0.66))
    return next((weight for unit, weight in weights if place % unit == 0), 0.55)


def _with_room(notes: list[MusicNote]) -> list[MusicNote]:
    """Soften the notes of a step that has so many that their peaks would add up; the pad has
    none.
    """
    together: dict[float, float] = defaultdict(float)
    for note in notes:
        together[note.step] += note.loudness * (note.instrument is not Instrument.PAD)
    shares = {step: min(1.0, _AT_ONCE / loud) for step, loud in together.items() if loud > 0}
    return [note._replace(loudness=note.loudness * shares.get(note.step, 1.0)) for note in notes]


@dataclass(frozen=True, slots=True)
class _Pass:
    """The choices that hold while a cycle of chords is played once.

    `cycle` are the chords, a bar each. `resting` are parts with the half of the pass in which each
    pauses. `pulses` are the wood's rhythm and answer, `bass` steps with semitones above the chord's
    lowest note, `shape` the broken chord's notes by place. `plan` are the bars in which the melody
    begins a phrase; it is played by `soloist` in the steps of `rhythm`, with `moves` between notes.
    """

    cycle: ChordCycle
    resting: frozenset[tuple[MusicPart, int]]
    pulses: tuple[tuple[int, ...], tuple[int, ...]]
    bass: tuple[tuple[int, int], ...]
    shape: tuple[int, ...]
    plan: tuple[int, ...]
    rhythm: tuple[int, ...]
    moves: tuple[int, ...]
    soloist: Instrument


class Composer:
    """Composes one bar after the other; the same chance and the same cues give the same music."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._pass: _Pass | None = None
        self._bar = 0
        self._kind: object = None
        self._recent: list[ChordCycle] = []
        self._voicing: tuple[int, ...] = (-12, -5, 0, 4)
        self._phrase: dict[int, list[MusicNote]] = {}
        self._last_pitch = 14.0
        self._tune_step = 0
        self._held = 0

    def next_bar(self, cue: MusicCue) -> list[MusicNote]:
        """Return the notes of the next bar, in the order of their steps.

        While a breath is held there are none for a bar, and then a chord at a time.
        """
        if cue.is_held:
            self._pass = None
            self._held += 1
            quiet = self._bed(_HELD, is_new=True) if self._held % 2 == 0 else ()
            return [note._replace(loudness=0.4 * note.loudness) for note in quiet]
        self._held = 0
        kind = cue.mood, cue.is_ending, cue.tune
        if self._pass is None or kind != self._kind or self._bar == len(self._pass.cycle):
            if kind != self._kind:
                self._tune_step = 0
            self._kind = kind
            self._pass = self._new_pass(cue)
            self._bar = 0
            self._phrase = {}
        notes = sorted(self._notes(self._pass, cue), key=lambda note: note.step)
        self._bar += 1
        return _with_room(notes)

    def _new_pass(self, cue: MusicCue) -> _Pass:
        chance = self._chance
        choices = COUNTS if cue.mood is Mood.COUNT else ENDINGS if cue.is_ending else CYCLES
        fresh = [cycle for cycle in choices if cycle not in self._recent[-2:]]
        here = self._recent[-1][0].scale if self._recent else HOME
        # It stays where it is as often as it goes; from one neighbour to the other hardly ever.
        weights = [
            {True: 1.0, False: 1.0 if HOME in (c[0].scale, here) else 0.25}[c[0].scale == here]
            for c in fresh
        ]
        cycle = chance.choices(fresh, weights)[0]
        self._recent = [*self._recent[-2:], cycle]
        return _Pass(
            cycle,
            self._rests(len(cycle)),
            (chance.choice(_PULSES), chance.choice(_PULSES)),
            chance.choice(_BASSES),
            chance.choice(_SHAPES),
            chance.choice(_PLANS if cue.mood is Mood.TABLE else _PLANS[:3]),
            chance.choice(_RHYTHMS),
            tuple(chance.choice((-2, -1, -1, 1, 1, 2, 3)) for _ in range(8)),
            chance.choice((Instrument.VIBES, Instrument.VIBES, Instrument.PLUCK)),
        )

    def _rests(self, bars: int) -> frozenset[tuple[MusicPart, int]]:
        """Parts and the halves of the pass in which they pause: two parts at most at a time."""
        resting = set()
        for half in range((bars + _HALF - 1) // _HALF):
            for part in self._chance.sample(_THICKENING, 2):
                if self._chance.random() < 0.45:
                    resting.add((part, half))
            if self._chance.random() < 0.1:
                resting.add((MusicPart.BED, half))
        return frozenset(resting)

    def _notes(self, played: _Pass, cue: MusicCue) -> Iterator[MusicNote]:
        bar = self._bar
        chord = played.cycle[bar]
        is_new = bar == 0 or chord != played.cycle[bar - 1]
        for part, level in parts_of(cue).items():
            is_bare = len(parts_of(cue)) < 4
            if (part, bar // _HALF) in played.resting and not is_bare and not cue.is_ending:
                continue
            match part:
                case MusicPart.BED:
                    notes = self._bed(chord, is_new=is_new)
                case MusicPart.PULSE:
                    notes = self._pulse(played, chord, is_steady=cue.is_ending)
                case MusicPart.BASS:
                    notes = self._bass(played, chord, is_new=is_new)
                case MusicPart.HARP:
                    notes = self._harp(played, chord, level)
                case MusicPart.SPARKS:
                    notes = self._sparks(chord)
                case MusicPart.RUN:
                    notes = self._run(chord)
                case MusicPart.TUNE:
                    notes = self._board_tune(cue) if cue.tune else self._melody(played)
            loudness = _LOUDNESS[part] * (level if part is not MusicPart.HARP else max(level, 0.6))
            for note in notes:
                yield note._replace(loudness=min(1.0, note.loudness * loudness))

    def _note(self, step: float, instrument: Instrument, pitch: int, velocity: float) -> MusicNote:
        """Return a note a shade louder or softer than asked for; its accent is the bar's."""
        struck = velocity * self._chance.uniform(0.93, 1.0)
        return MusicNote(step, instrument, pitch, struck, 0.35 + 0.65 * struck)

    def _bed(self, chord: Chord, *, is_new: bool) -> Iterator[MusicNote]:
        """A chord that swells; while it lasts, half of it once more, elsewhere in the bar."""
        chance = self._chance
        if is_new:
            self._voicing = voice(chord, self._voicing, chance)
        entering = list(self._voicing)
        if not is_new:
            entering = chance.sample(entering, 2)
        at = 0.0 if is_new else chance.choice((0.0, 2.0, 4.0))
        for pitch in entering:
            yield self._note(at, Instrument.PAD, pitch, chance.uniform(0.75, 1.0))
            at += chance.choice((0.0, 1.0, 1.0, 2.0))

    def _pulse(self, played: _Pass, chord: Chord, *, is_steady: bool) -> Iterator[MusicNote]:
        """Wood: a rhythm three times, then its answer; towards the end steady eighths."""
        chance = self._chance
        pitches = notes_in(chord.tones, Instrument.MARIMBA.low, Instrument.MARIMBA.high)
        rhythm = played.pulses[self._bar % _HALF == _HALF - 1]
        for i, step in enumerate(range(0, SIXTEENTHS, 2) if is_steady else rhythm):
            if chance.random() < 0.1 and step:
                continue
            place = (played.shape[i % len(played.shape)] + self._bar) % min(5, len(pitches))
            if chance.random() < 0.15:
                place = chance.randrange(len(pitches))
            struck = accent(step) * (0.7 if is_steady else 1.0)
            yield self._note(step, Instrument.MARIMBA, pitches[place], struck)

    def _bass(self, played: _Pass, chord: Chord, *, is_new: bool) -> Iterator[MusicNote]:
        """Yield the chord's lowest note, and before another chord a step towards that one's."""
        chance, low, high = self._chance, Instrument.BASS.low, Instrument.BASS.high
        root = low + (chord.bass - low) % OCTAVE
        for step, interval in played.bass if is_new else played.bass[:1]:
            pitch = root + interval
            if pitch > high or pitch % OCTAVE not in chord.scale:
                pitch = root
            yield self._note(step, Instrument.BASS, pitch, accent(step))
        coming = played.cycle[(self._bar + 1) % len(played.cycle)].bass
        if coming != chord.bass and chance.random() < 0.4:
            goal = low + (coming - low) % OCTAVE
            beside = [p for p in notes_in(chord.scale, low, high) if 0 < abs(p - goal) <= 2]
            if beside:
                yield self._note(15.0, Instrument.BASS, chance.choice(beside), 0.5)

    def _harp(self, played: _Pass, chord: Chord, level: float) -> Iterator[MusicNote]:
        """Yield a broken chord with holes: the fewer, the more the harp is wanted."""
        chance = self._chance
        pitches = notes_in(chord.tones, Instrument.PLUCK.low, Instrument.PLUCK.high)
        bottom = (self._bar * 2 + len(played.plan)) % 3
        if self._bar % _HALF == _HALF - 1 and level < 1 and chance.random() < 0.5:
            # A strummed chord to breathe on.
            for i, pitch in enumerate(pitches[bottom : bottom + 5]):
                yield self._note(0.22 * i, Instrument.PLUCK, pitch, 0.6 - 0.03 * i)
            return
        for i, place in enumerate(played.shape):
            if chance.random() < 0.18 + 0.55 * (1 - level) and (i or chance.random() < 0.4):
                continue
            pitch = pitches[min(place + bottom, len(pitches) - 1)]
            yield self._note(2 * i, Instrument.PLUCK, pitch, 0.75 * accent(2 * i))

    def _sparks(self, chord: Chord) -> Iterator[MusicNote]:
        """Yield glass notes, far up and off the beat, each with an echo."""
        chance = self._chance
        pitches = notes_in(chord.tones, Instrument.GLASS.low, Instrument.GLASS.high)
        for step in sorted(chance.sample((2, 3, 6, 7, 10, 11, 14), chance.choice((0, 1, 2, 2)))):
            pitch = chance.choice(pitches)
            yield self._note(step, Instrument.GLASS, pitch, chance.uniform(0.6, 0.9))
            if step + 3 < SIXTEENTHS:
                yield self._note(step + 3, Instrument.GLASS, pitch, 0.25)

    def _run(self, chord: Chord) -> Iterator[MusicNote]:
        """The count's light that runs: eighths that climb through the chord."""
        pitches = notes_in(chord.tones, Instrument.MARIMBA.low, Instrument.MARIMBA.high)
        start = self._bar % 2
        for i in range(8):
            if i % 4 == 3 and self._chance.random() < 0.3:
                continue
            place = min(start + i % 4 + i // 4, len(pitches) - 1)
            yield self._note(2 * i, Instrument.MARIMBA, pitches[place], accent(2 * i))

    def _melody(self, played: _Pass) -> Iterator[MusicNote]:
        """The theme, phrase by phrase: on heavy steps a note of the chord, between them a walk."""
        if self._bar in played.plan:
            self._phrase = self._new_phrase(played)
        yield from self._phrase.pop(self._bar, ())

    def _new_phrase(self, played: _Pass) -> dict[int, list[MusicNote]]:
        """Return a phrase of two bars: notes by the bar of the pass."""
        low, high = played.soloist.low + 3, played.soloist.high
        is_last = self._bar == played.plan[-1]
        notes: dict[int, list[MusicNote]] = {}
        pitch = self._last_pitch if low <= self._last_pitch <= high else (low + high) / 2
        steps = [s for s in played.rhythm if s < SIXTEENTHS * (len(played.cycle) - self._bar)]
        leapt = 0
        for i, step in enumerate(steps):
            bar, place = divmod(step, SIXTEENTHS)
            chord = played.cycle[self._bar + bar]
            scale = notes_in(chord.scale, low, high)
            move = -1 if leapt > 2 else 1 if leapt < -2 else played.moves[i % len(played.moves)]
            # The theme goes down where it would leave the instrument, and up at the bottom.
            here = scale.index(nearest(scale, pitch))
            if not 0 <= here + move < len(scale):
                move = -move
            leapt = move
            pitch = scale[here + move] if i else scale[here]
            is_closing = i == len(steps) - 1
            if place % 8 == 0 or is_closing:
                tones = chord.tones[:1] if is_closing and is_last else chord.tones
                pitch = nearest(notes_in(tones, low, high), pitch)
            arc = 0.7 + 0.3 * (1 - abs(2 * i / max(1, len(steps) - 1) - 1))
            note = self._note(place, played.soloist, int(pitch), arc * (0.6 + 0.4 * accent(place)))
            notes.setdefault(self._bar + bar, []).append(note)
        self._last_pitch = pitch
        return notes

    def _board_tune(self, cue: MusicCue) -> Iterator[MusicNote]:
        """Play the tune of a board: a line's number is a pitch, its length how long it lasts.

        A line that earns nothing is a rest, so that boards with the same numbers differ.
        """
        lengths = [2 * length for _, length in cue.tune]
        whole = -(-(sum(lengths) + SIXTEENTHS) // SIXTEENTHS) * SIXTEENTHS
        begin = self._tune_step
        self._tune_step = begin + SIXTEENTHS
        at = begin // whole * whole
        soloist = Instrument.VIBES if begin // whole % 2 == 0 else Instrument.PLUCK
        for (number, _), length in zip(cue.tune, lengths, strict=True):
            if number and begin <= at < begin + SIXTEENTHS:
                pitch = tune_pitch(number) - (OCTAVE if soloist is Instrument.PLUCK else 0)
                yield self._note(at - begin, soloist, pitch, 0.6 + 0.3 * accent(at))
            at += length


def tune_pitch(number: int) -> int:
    """Return the semitones of a line's number, on the scale that the effects are tuned to."""
    octave, place = divmod(number + 2, 5)
    return OCTAVE * octave + (0, 2, 4, 7, 9)[place]
