"""The music's layers, and how much of each is heard when; no pygame."""

from collections.abc import Mapping
from enum import Enum, StrEnum, auto
from typing import Final

MARGIN: Final = 4_410
"""Samples that stand in a layer's file before its loop and after it, to be cut off."""


class MusicLayer(StrEnum):
    """Parts in one key and tempo, each as many bars long as no other but `BASS` and `BED`.

    Played together they repeat after 840 bars, three quarters of an hour; a value is the stem of
    its file.
    """

    BED = "bed"
    BASS = "bass"
    PULSE = "pulse"
    HARP = "harp"
    SPARKS = "sparks"
    TUNE = "tune"
    COUNT = "count"


class Mood(Enum):
    """Where the player is."""

    MENU = auto()
    TABLE = auto()
    COUNT = auto()


_MENU: Final[Mapping[MusicLayer, float]] = {MusicLayer.BED: 1.0, MusicLayer.TUNE: 1.0}
_COUNT: Final[Mapping[MusicLayer, float]] = {
    MusicLayer.BED: 0.6,
    MusicLayer.BASS: 1.0,
    MusicLayer.COUNT: 1.0,
}
_THICKENING: Final = (MusicLayer.PULSE, MusicLayer.BASS, MusicLayer.HARP, MusicLayer.SPARKS)
"""What joins the bed at the table, in this order."""


def layers_of(mood: Mood, life: float = 0.0) -> Mapping[MusicLayer, float]:
    """How much of each layer is heard, 0 to 1; a layer not named is silent.

    `life` is the share of the table's lines that live, 0 to 1: each quarter brings a layer in.
    """
    match mood:
        case Mood.MENU:
            return _MENU
        case Mood.COUNT:
            return _COUNT
        case Mood.TABLE:
            filled = max(0.0, min(1.0, life)) * len(_THICKENING)
            parts = {layer: min(1.0, filled - i) for i, layer in enumerate(_THICKENING)}
            return {MusicLayer.BED: 1.0} | {
                layer: part for layer, part in parts.items() if part > 0
            }
