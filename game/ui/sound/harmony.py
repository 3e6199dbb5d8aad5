"""The chords that the music moves through, in and around C major; no pygame."""

import itertools
from functools import cache
from random import Random
from typing import Final, NamedTuple

from game.ui.sound.music import Instrument

OCTAVE: Final = 12

_NOTES: Final = {"C": 0, "D": 2, "E": 4, "F": 5, "F#": 6, "G": 7, "A": 9, "Bb": 10, "B": 11}
_KINDS: Final = {
    "": (0, 4, 7),
    "add9": (0, 4, 7, 2),
    "6": (0, 4, 7, 9),
    "maj7": (0, 4, 7, 11),
    "m": (0, 3, 7),
    "m7": (0, 3, 7, 10),
    "m9": (0, 3, 7, 2),
    "sus": (0, 5, 7, 2),
    "7sus": (0, 5, 7, 10),
}

HOME: Final = frozenset({0, 2, 4, 5, 7, 9, 11})
BRIGHT: Final = frozenset({0, 2, 4, 6, 7, 9, 11})
DUSKY: Final = frozenset({0, 2, 4, 5, 7, 9, 10})
"""The scales of C, G and F major: all have the five notes that the effects are tuned to."""


class Chord(NamedTuple):
    """Pitch classes: the tones sounded, the bass below them, and the scale of melodies."""

    tones: tuple[int, ...]
    bass: int
    scale: frozenset[int]


ChordCycle = tuple[Chord, ...]
"""A chord for each bar."""


def _cycle(scale: frozenset[int], text: str) -> ChordCycle:
    """Chords written as `Am7*2 F/G`: a symbol, another bass behind a slash, bars if not one."""
    chords: list[Chord] = []
    for word in text.split():
        symbol, _, bars = word.partition("*")
        name, _, below = symbol.partition("/")
        size = 2 if name[1:2] in {"#", "b"} else 1
        root = _NOTES[name[:size]]
        tones = tuple((root + i) % OCTAVE for i in _KINDS[name[size:]])
        chords += [Chord(tones, _NOTES[below] if below else root, scale)] * int(bars or 1)
    return tuple(chords)


CYCLES: Final = (
    _cycle(HOME, "Cadd9*2 Am7*2 Fmaj7*2 Gsus G"),
    _cycle(HOME, "Fmaj7*2 C/E*2 Dm7*2 G6*2"),
    _cycle(HOME, "Am7*2 Em7*2 Fmaj7*2 C/G G"),
    _cycle(HOME, "Dm9*2 Gsus*2 Cmaj7*2 Am7*2"),
    _cycle(HOME, "Am C/G Fmaj7*2 Dm7 E7sus"),
    _cycle(HOME, "Cmaj7 Em7 Fmaj7 G6 Am7*2 Dm7 Fmaj7 C/E Gsus"),
    _cycle(BRIGHT, "G*2 Bm7*2 Em7*2 Cmaj7*2"),
    _cycle(BRIGHT, "Em*2 D/F# G Cmaj7*2 Am7 D"),
    _cycle(BRIGHT, "Cmaj7*2 D/C*2 Bm7*2 Em7*2"),
    _cycle(DUSKY, "Fmaj7*2 Dm7*2 Bbmaj7*2 C*2"),
    _cycle(DUSKY, "Bbmaj7*2 F/A*2 Gm7*2 C7sus*2"),
    _cycle(DUSKY, "Dm Am7 Bbmaj7*2 F*2 C/E C"),
)
"""Cycles that menus and tables choose from for each pass: six at home and three in each
neighbour."""

ENDINGS: Final = (
    _cycle(HOME, "F/G*2 Em7/G Dm7/G"),
    _cycle(HOME, "Dm7/G C/G F/G Gsus"),
    _cycle(HOME, "Am7/G F/G C/G Gsus"),
)
"""Cycles for the last five tiles: under all chords the bass stays on G, which leads to C."""

COUNTS: Final = (
    _cycle(HOME, "C F/A G/B C Am7 Dm7 Gsus G"),
    _cycle(HOME, "C Am7 F G Em7 Fmaj7 Dm7 G"),
    _cycle(HOME, "C/E F G Am7 F C/G Dm7 Gsus"),
    _cycle(HOME, "C G/B Am7 Em7 F C/E Dm7 G"),
)
"""Cycles for the count: in C, to which the ending led, and a chord a bar."""


@cache
def notes_in(tones: tuple[int, ...] | frozenset[int], low: int, high: int) -> tuple[int, ...]:
    """Return the semitones from middle C, rising, that belong to some pitch classes."""
    return tuple(p for p in range(low, high + 1) if p % OCTAVE in tones)


def nearest(pitches: tuple[int, ...], wanted: float) -> int:
    """Return the pitch nearest to `wanted`, the lower of two."""
    return min(pitches, key=lambda p: (abs(p - wanted), p))


def voice(chord: Chord, before: tuple[int, ...], chance: Random) -> tuple[int, ...]:
    """Return a chord's tones arranged for the pad so that each moves little from `before`.

    Low tones are at least a fourth apart, high ones a whole tone, so that they neither blur nor
    clash.
    """
    pad = Instrument.PAD
    choices = (notes_in((tone,), pad.low, pad.high) for tone in chord.tones)
    layouts = [tuple(sorted(layout)) for layout in itertools.product(*choices)]
    clear = [
        layout
        for layout in layouts
        if all(b - a >= (5 if a < -8 else 2) for a, b in itertools.pairwise(layout))
    ]

    def movement(layout: tuple[int, ...]) -> float:
        moved = sum(min(abs(p - q) for q in before) for p in layout)
        return moved + 0.12 * abs(sum(layout) / len(layout) + 4) + chance.random()

    return min(clear or layouts, key=movement)
