"""The recorded notes of the music, and the game's cues for the music; no pygame."""

from enum import Enum, StrEnum, auto
from typing import Final, NamedTuple

RATE: Final = 44_100
"""Samples a second of every recording."""

NOTE_MARGIN: Final = 2_048
"""Samples of silence before each note of a pack, which the decoder may blur."""

LEAD: Final = 256
"""Samples of the silence that are played with a note, so that the blurred start is not cut."""

PITCH_CLASSES: Final = frozenset({0, 2, 4, 5, 6, 7, 9, 10, 11})
"""Recorded semitones above each C: C major and its neighbours on both sides, F and G major."""


class NotePack(NamedTuple):
    """The file of one instrument struck at one strength: a slot a note, lowest first.

    `low` and `high` are semitones from middle C, both included; `samples` is a note's length.
    """

    stem: str
    low: int
    high: int
    samples: int

    @property
    def pitches(self) -> tuple[int, ...]:
        """The recorded semitones from middle C, rising."""
        return tuple(p for p in range(self.low, self.high + 1) if p % 12 in PITCH_CLASSES)

    def start_of(self, pitch: int) -> int:
        """Return the sample at which a note is cut out, just before the sound begins."""
        return self.pitches.index(pitch) * (NOTE_MARGIN + self.samples) + NOTE_MARGIN - LEAD


class Instrument(Enum):
    """Instruments with their packs, the softest first."""

    PAD = (NotePack("pad", -15, 4, 176_400),)
    BASS = (NotePack("bass", -24, -10, 88_200),)
    MARIMBA = (NotePack("marimba-soft", -8, 12, 37_485), NotePack("marimba-hard", -8, 12, 41_895))
    PLUCK = (NotePack("pluck-soft", -12, 16, 79_380), NotePack("pluck-hard", 0, 19, 72_765))
    VIBES = (NotePack("vibes", 4, 26, 92_610),)
    GLASS = (NotePack("glass", 19, 31, 77_175),)

    @property
    def packs(self) -> tuple[NotePack, ...]:
        """The instrument's packs, the softest first."""
        packs: tuple[NotePack, ...] = self.value
        return packs

    def pack_for(self, pitch: int, velocity: float) -> NotePack:
        """Return the pack that holds a note at a strength of 0 to 1."""
        wanted = self.packs[min(int(velocity * len(self.packs)), len(self.packs) - 1)]
        return wanted if wanted.low <= pitch <= wanted.high else self.packs[0]

    @property
    def low(self) -> int:
        """The lowest note."""
        return min(pack.low for pack in self.packs)

    @property
    def high(self) -> int:
        """The highest note of the softest pack."""
        return self.packs[0].high


PACKS: Final = tuple(pack for instrument in Instrument for pack in instrument.packs)


class Mood(StrEnum):
    """The places of the game that have music of their own."""

    MENU = auto()
    TABLE = auto()
    COUNT = auto()


class MusicCue(NamedTuple):
    """A cue of the game for the music.

    `life` is the share of the table's lines that are alive, 0 to 1. `is_ending` says that five
    tiles or fewer are left, `is_held` that the last one is being turned. `tune` are the numbers
    and lengths of a board's lines in their order, (0, 1) for each that earns nothing.
    """

    mood: Mood
    life: float = 0.0
    is_ending: bool = False
    is_held: bool = False
    tune: tuple[tuple[int, int], ...] = ()
