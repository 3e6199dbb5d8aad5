"""Colours, type sizes, radii and spacing: the look as data; no pygame here.

Lengths are in units (`View.px` makes pixels of them).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


Colour = tuple[int, int, int]

STRIPES: Final[Mapping[int, Colour]] = MappingProxyType(
    {
        1: (24, 24, 32),
        2: (244, 244, 250),
        3: (255, 148, 208),
        4: (40, 98, 234),
        5: (138, 146, 166),
        6: (206, 24, 48),
        7: (112, 222, 76),
        8: (233, 114, 4),
        9: (255, 214, 44),
    }
)
"""The box's stripe colours (T2), tuned so that numbers sharing a direction stay apart for
colour-blind eyes: red is dark and green is light, blue is dark and orange is light."""


SEATS: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        "red": (255, 118, 128),
        "blue": (108, 188, 255),
        "green": (118, 224, 128),
        "yellow": (255, 206, 58),
        "purple": (208, 150, 255),
        "orange": (255, 160, 84),
    }
)
"""The inks of the boxed sets' colours, by the names in `game.play.table.SEAT_COLOURS`."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The interface's colours."""

    backdrop: Colour = (38, 30, 82)
    backdrop_edge: Colour = (13, 10, 32)
    pattern: Colour = (58, 48, 116)
    panel: Colour = (20, 16, 46)
    panel_edge: Colour = (56, 47, 112)
    raised: Colour = (48, 40, 100)
    raised_hover: Colour = (66, 56, 134)
    raised_press: Colour = (37, 30, 80)
    raised_edge: Colour = (94, 82, 172)
    sunken: Colour = (13, 10, 32)
    ink: Colour = (255, 255, 255)
    ink_soft: Colour = (190, 180, 242)
    ink_muted: Colour = (146, 136, 206)
    ink_name: Colour = (150, 141, 206)
    ink_dark: Colour = (28, 18, 8)
    accent: Colour = (255, 206, 58)
    accent_hover: Colour = (255, 222, 116)
    accent_press: Colour = (224, 168, 24)
    accent_edge: Colour = (255, 238, 170)
    focus: Colour = (255, 255, 255)
    good: Colour = (94, 220, 130)
    fair: Colour = (178, 224, 108)
    poor: Colour = (255, 176, 84)
    bad: Colour = (255, 104, 120)
    cool: Colour = (108, 188, 255)
    tile: Colour = (66, 58, 116)
    tile_edge: Colour = (168, 158, 226)
    plate: Colour = (42, 34, 86)
    plate_edge: Colour = (86, 74, 170)
    well: Colour = (19, 15, 40)
    well_edge: Colour = (52, 44, 100)
    outline: Colour = (14, 12, 26)
    sun: Colour = (255, 214, 92)
    moon: Colour = (196, 206, 255)


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How words look: `size` is the height of the em in units; `leading` the distance between
    lines, in sizes; `outline` the width of a dark edge around the letters in units.
    """

    size: float
    colour: Colour
    is_bold: bool = False
    leading: float = 1.3
    outline: float = 0.0

    def coloured(self, colour: Colour) -> TextStyle:
        """The same in another colour."""
        return replace(self, colour=colour)

    def sized(self, size: float) -> TextStyle:
        """The same in another size."""
        return replace(self, size=size)


_P: Final = Palette()


@dataclass(frozen=True, slots=True)
class Type:
    """The type scale: take a style from here and change colour or size where needed."""

    display: TextStyle = TextStyle(64, _P.ink, is_bold=True, leading=1.1)
    title: TextStyle = TextStyle(38, _P.ink, is_bold=True, leading=1.15)
    heading: TextStyle = TextStyle(25, _P.ink, is_bold=True, leading=1.2)
    body: TextStyle = TextStyle(17.5, _P.ink_soft, leading=1.4)
    strong: TextStyle = TextStyle(17.5, _P.ink, is_bold=True, leading=1.4)
    label: TextStyle = TextStyle(19, _P.ink, is_bold=True, leading=1.2)
    caption: TextStyle = TextStyle(15.5, _P.ink_soft, is_bold=True, leading=1.25)
    small: TextStyle = TextStyle(14.5, _P.ink_muted, leading=1.3)
    number: TextStyle = TextStyle(76, _P.ink, is_bold=True, leading=1.0)
    points: TextStyle = TextStyle(24, _P.accent, is_bold=True, leading=1.1)


@dataclass(frozen=True, slots=True)
class Theme:
    """Everything together; lengths in units."""

    palette: Palette = field(default_factory=Palette)
    type: Type = field(default_factory=Type)
    stripes: Mapping[int, Colour] = field(default_factory=lambda: STRIPES)
    seats: Mapping[str, Colour] = field(default_factory=lambda: SEATS)
    radius: float = 12
    radius_small: float = 8
    border: float = 1.5
    focus_width: float = 2.5
    margin: float = 28
    control_height: float = 46
    control_padding: float = 18


DEFAULT_THEME: Final = Theme()
