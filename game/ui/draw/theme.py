"""Colours, type sizes, radii and spacing: the looks as data; no pygame here.

This is the one home of every colour (a test reads the others for them). Lengths are in units
(`View.px` makes pixels of them).
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple, Self, TypeAlias

from game.rules.numbers import BOX_COLOURS
from game.ui.draw.animation import mix_colour

Colour = tuple[int, int, int]

BLACK: Final[Colour] = (0, 0, 0)
WHITE: Final[Colour] = (255, 255, 255)
"""Not for pictures themselves: for masks, for what a multiplication leaves as it is, and for codes
that a machine reads."""

SILVER: Final[Colour] = (206, 214, 234)
"""The edges of a silver ace of the Climb."""

STRIPES: Final[Mapping[int, Colour]] = {
    number: (int(sign[1:3], 16), int(sign[3:5], 16), int(sign[5:7], 16))
    for number, sign in BOX_COLOURS.items()
}
"""The stripes of the box."""


CLEAR_STRIPES: Final[Mapping[int, Colour]] = {
    1: (24, 24, 32),
    2: (244, 244, 250),
    3: (255, 194, 214),
    4: (8, 62, 226),
    5: (120, 132, 170),
    6: (176, 4, 40),
    7: (90, 216, 60),
    8: (184, 80, 14),
    9: (246, 226, 20),
}
"""The same hues with other lightness, where two of one direction would look alike to eyes that lack
one kind of cone: the search maximised the smallest difference."""


CLIMB_SKIES: Final[tuple[tuple[Colour, Colour], ...]] = (
    ((30, 24, 84), (12, 9, 36)),
    ((44, 26, 96), (16, 10, 42)),
    ((66, 28, 104), (22, 11, 48)),
    ((92, 30, 104), (28, 12, 50)),
    ((124, 34, 92), (36, 13, 50)),
    ((150, 44, 76), (42, 14, 46)),
    ((176, 64, 60), (50, 18, 42)),
    ((206, 96, 52), (60, 24, 40)),
    ((232, 140, 64), (74, 32, 42)),
)
"""The light and the foot of the Climb's skies, by stage; the last one is that of all above."""

CLIMB_SUN: Final[Colour] = (255, 190, 120)


class Sky(NamedTuple):
    """A sky from top to foot, and the light in that sky: colour and strength, and middle and reach
    in shares of the window.
    """

    top: Colour
    foot: Colour
    light: Colour
    strength: float
    at: tuple[float, float]
    reach: tuple[float, float]


class Metal(NamedTuple):
    """The colours of a medal: lit from above, with a bright edge, and figures in `ink`."""

    top: Colour
    foot: Colour
    edge: Colour
    ink: Colour
    glows: bool = False


METALS: Final[Mapping[str, Metal]] = {
    "bronze": Metal((248, 196, 150), (208, 140, 88), (255, 218, 184), (30, 12, 0)),
    "silver": Metal((241, 243, 248), (161, 168, 190), (255, 255, 255), (26, 26, 38)),
    "gold": Metal((255, 226, 122), (240, 166, 8), (255, 240, 190), (44, 26, 2)),
    "master": Metal((164, 104, 255), (98, 34, 190), (206, 170, 255), (255, 255, 255), True),
    "plain": Metal((92, 82, 160), (58, 50, 112), (128, 116, 206), (255, 255, 255)),
}
"""Metals by the names in `game.progress.daily.Medal`; plain is a total without a medal."""

_SHINY: Final = frozenset(colour for metal in METALS.values() for colour in metal[:2])
"""The colours of medals' edges."""


class Palette(NamedTuple):
    """A theme's colours.

    The `accent` is for words, `gold` for fills. `ink_dark` is the ink on the accent. Pieces are
    modelled by mixing in `light` and `dark`, `depth` times as strongly as at night; shadows are of
    `shadow`, `shade` times as dark. Digits on pieces are of `digit` with an edge of `halo`. The
    stripes of dead lines fade into `faded`, and digits that can score no more to a share of
    `spent`; tiles no longer in the bag are greys times `gone`, outlined with `gone_edge`. A
    symbol's ring is its colour at `ring`. `is_flat` themes mark lines with solid bars, not with
    light; those with `is_plain` write a number's words in the ink, not in the number's colour.

    `line` is for edges, tracks and empty switches, `faint` for empty places. A `chosen` band shows
    the selection, one of `danger` an error; `card` is below questions and drawers. Words on any
    band are `band_dark` or `band_light`, by `Theme.ink_on`. Behind a fold a band is mixed with
    `fold` by `fold_share`. The `sunset` is the sky of a great moment; None keeps the usual sky.
    `tint` is the share of the colours of the Climb's skies.

    `ink`, `ink_soft` and `ink_name` are for words, quieter ones, and names of spaces; `sunken` is
    the ground of discs and small marks, `focus` the frame of the keyboard's focus with
    `cursor_edge` around. `good`, `fair`, `poor` and `bad` are degrees of a result, `cool` is
    neutral. `tile`, `plate` and `well` are the bodies of tiles, board and spaces, each with an edge
    (`tile_edge`, `plate_edge`, `well_edge`); `outline` is around tiles, `bevel` on their rims.
    `sun` and `moon` colour symbols on tiles, `sun_ink` and `moon_ink` words and bands, `symbol`
    their disc. `stamen` and `stamen_grain` are the daffodil's. A stripe has `stripe_edge` and
    `stripe_shade`; a black one `black_edge` and `black_glint`, its digit `black_digit` and
    `black_halo`. `pattern_dark` and `pattern_light` draw the numbers' patterns. `fade` is the share
    of `faded` in a dead stripe, `track_alpha` the opacity of tracks. The sky is `sky` at the top
    and `sky_foot` at the bottom, with `glow` in the middle.
    """

    sunken: Colour = (16, 11, 36)
    ink: Colour = (255, 255, 255)
    ink_soft: Colour = (206, 198, 240)
    ink_name: Colour = (184, 174, 236)
    ink_dark: Colour = (28, 18, 8)
    accent: Colour = STRIPES[9]
    gold: Colour = STRIPES[9]
    focus: Colour = (255, 255, 255)
    good: Colour = (94, 220, 130)
    fair: Colour = (178, 224, 108)
    poor: Colour = (255, 176, 84)
    bad: Colour = (255, 128, 140)
    cool: Colour = (108, 188, 255)
    tile: Colour = (58, 50, 104)
    tile_edge: Colour = (168, 158, 226)
    plate: Colour = (44, 35, 92)
    plate_edge: Colour = (44, 35, 92)
    well: Colour = (16, 11, 36)
    well_edge: Colour = (52, 44, 100)
    outline: Colour = (14, 12, 26)
    sun: Colour = (255, 214, 92)
    moon: Colour = (196, 206, 255)
    sun_ink: Colour = (255, 214, 92)
    moon_ink: Colour = (196, 206, 255)
    symbol: Colour = (14, 12, 26)
    stamen: Colour = (120, 74, 10)
    stamen_grain: Colour = (255, 206, 58)
    digit: Colour = (255, 255, 255)
    halo: Colour = (14, 12, 26)
    black_digit: Colour = (255, 255, 255)
    black_halo: Colour = (14, 12, 26)
    cursor_edge: Colour = (10, 8, 20)
    stripe_edge: tuple[int, int, int, int] = (10, 8, 20, 120)
    stripe_shade: Colour = (10, 8, 20)
    black_edge: Colour = (206, 208, 226)
    black_glint: Colour = (150, 152, 176)
    bevel: tuple[int, int, int, int] = (8, 6, 18, 34)
    faded: Colour = (0, 0, 0)
    fade: float = 0.76
    spent: float = 0.45
    ring: float = 0.32
    gone: tuple[int, int, int, int] = (150, 140, 205, 112)
    gone_edge: Colour = (132, 121, 200)
    pattern_dark: tuple[int, int, int, int] = (20, 14, 30, 190)
    pattern_light: tuple[int, int, int, int] = (255, 255, 255, 190)
    light: Colour = (255, 255, 255)
    dark: Colour = (0, 0, 0)
    depth: float = 1.0
    shadow: Colour = (0, 0, 0)
    shade: float = 1.0
    track_alpha: int = 118
    is_flat: bool = False
    is_plain: bool = False
    sky: Colour = (27, 19, 62)
    sky_foot: Colour = (13, 9, 33)
    glow: tuple[int, int, int, int] = (70, 50, 150, 110)
    line: Colour = (108, 100, 142)
    faint: Colour = (50, 42, 85)
    card: Colour = (58, 49, 104)
    chosen: Colour = (255, 255, 255)
    danger: Colour = (122, 14, 34)
    band_dark: Colour = (24, 14, 40)
    band_light: Colour = (255, 255, 255)
    fold: Colour = (0, 0, 0)
    fold_share: float = 0.16
    sunset: Sky | None = Sky(
        (22, 14, 52), (88, 34, 98), (250, 120, 80), 0.78, (0.94, 1.04), (0.52, 0.8)
    )
    tint: float = 1.0

    @property
    def plain_sky(self) -> Sky:
        """The sky behind everything, with a glow."""
        red, green, blue, alpha = self.glow
        light = (red, green, blue)
        return Sky(self.sky, self.sky_foot, light, alpha / 255, (0.5, 0.48), (0.42, 0.56))


def digit_colours(palette: Palette, number: int | None) -> tuple[Colour, Colour]:
    """Return the colours of a number's digit on the number's stripe, and of the digit's edge."""
    if number == 1:
        return palette.black_digit, palette.black_halo
    return palette.digit, palette.halo


class TextStyle(NamedTuple):
    """The look of words: `size` is the height of the em in units; `leading` the distance between
    lines, in sizes; `outline` the width of a dark edge around the letters in units.
    """

    size: float
    colour: Colour
    is_bold: bool = False
    leading: float = 1.3
    outline: float = 0.0

    def coloured(self, colour: Colour) -> Self:
        """Return the same in another colour."""
        return self._replace(colour=colour)

    def sized(self, size: float) -> Self:
        """Return the same in another size."""
        return self._replace(size=size)


LEAST_SIZE: Final = 17.5
"""The smallest words: 14 pixels in a window of 1024×640."""


class Type(NamedTuple):
    """The type scale: take a style from here and change colour or size where needed.

    `display` is for the name, `title`, `heading` and `label` for pages, sections and controls,
    `body` and `strong` for text, `number` for large figures, `points` for points in rows, `action`
    for the band of the one thing to do, `score` for a result.
    """

    display: TextStyle
    title: TextStyle
    heading: TextStyle
    body: TextStyle
    strong: TextStyle
    label: TextStyle
    number: TextStyle
    points: TextStyle
    action: TextStyle
    score: TextStyle


def _type_in(p: Palette) -> Type:
    """Return the type scale in a palette's inks."""
    return Type(
        display=TextStyle(62, p.ink, is_bold=True, leading=1.1),
        title=TextStyle(34, p.ink, is_bold=True, leading=1.15),
        heading=TextStyle(27, p.ink, is_bold=True, leading=1.2),
        body=TextStyle(LEAST_SIZE, p.ink_soft, leading=1.4),
        strong=TextStyle(LEAST_SIZE, p.ink, is_bold=True, leading=1.4),
        label=TextStyle(21, p.ink, is_bold=True, leading=1.2),
        number=TextStyle(84, p.ink, is_bold=True, leading=1.0),
        points=TextStyle(27, p.accent, is_bold=True, leading=1.1),
        action=TextStyle(46, p.ink, is_bold=True, leading=1.15),
        score=TextStyle(150, p.ink, is_bold=True, leading=1.0),
    )


class Theme(NamedTuple):
    """Everything together; lengths in units.

    A number's colour is `stripes[number]` on a tile, `lights[number]` where its line is marked on
    the board, `inks[number]` in words and charts on a panel. `seats` are the boxed sets' colours
    as inks, by the names in `game.play.table.SEAT_COLOURS`.

    `name` and `stripe_set` are the settings' names of theme and stripes, `palette` and `type` the
    colours and the styles of words. `control_height` is that of a button.
    """

    name: str
    stripe_set: str
    palette: Palette
    type: Type
    stripes: Mapping[int, Colour]
    lights: Mapping[int, Colour]
    inks: Mapping[int, Colour]
    seats: Mapping[str, Colour]
    control_height: float = 46

    def ink_on(self, ground: Colour) -> Colour:
        """Return the ink of words on a band of that colour: dark or light, the plainer of both."""
        p = self.palette
        return max((p.band_dark, p.band_light), key=lambda ink: contrast(ink, ground))

    def idle_ink(self, ground: Colour) -> Colour:
        """Return the ink of words on that colour which can do nothing now: pale, but legible."""
        ink = self.ink_on(ground)
        shares = (mix_colour(ground, ink, step / 50) for step in range(50))
        return next((pale for pale in shares if contrast(pale, ground) >= _IDLE), ink)

    def lit_sky(self, number: int) -> Sky | None:
        """Return the sky of a page behind the door of that number: lit in the door's colour from
        where its band leaves, as far as words stay legible. Flat themes have none.
        """
        p = self.palette
        if p.is_flat:
            return None
        shares = (mix_colour(p.sky, self.stripes[number], step / 50) for step in range(30, 0, -1))
        light = next((one for one in shares if self._is_legible_on(one)), p.sky)
        return Sky(p.sky, p.sky_foot, light, _DOOR_LIGHT, (0.9, 0.0), (0.85, 1.15))

    def _is_legible_on(self, sky: Colour) -> bool:
        p = self.palette
        return all(
            contrast(sky, ink) >= least
            for ink, least in ((p.ink, 9.9), (p.ink_soft, 6.0), (p.accent, 6.6))
        )

    @property
    def gold_rim(self) -> Colour | None:
        """The ink edge of what is filled with gold, where gold alone is hardly seen on the sky."""
        return self.rim_around(self.palette.gold)

    def rim_around(self, edge: Colour) -> Colour | None:
        """Return the ink edge around gold or a medal's metal that is hardly seen on the sky."""
        p = self.palette
        is_pale = edge in (p.gold, *_SHINY) and contrast(edge, p.sky) < _PALE
        return p.ink if is_pale else None

    def band_edges(self, fill: Colour) -> tuple[Colour | None, Colour | None]:
        """Return the colours of the edges at a band's top and foot, None where none is needed.

        A black band has an edge at the top, one too pale for the sky an edge at the foot.
        """
        number = next((n for n, colour in self.stripes.items() if colour == fill), None)
        if number is None:
            return None, None
        is_pale = number > 1 and contrast(fill, self.palette.sky) < _PALE
        return _LIGHTS[1] if number == 1 else None, self.inks[number] if is_pale else None


@cache
def contrast(one: Colour, two: Colour) -> float:
    """Return the contrast of two colours by WCAG 2: 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    shares = (c / 255 for c in colour)
    r, g, b = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


_DOOR_LIGHT: Final = 0.9
"""The strength of a door's light."""

_IDLE: Final = 3.4
"""The contrast of the words of what is disabled."""

_PALE: Final = 3.0
"""The least contrast of a band's fill and the sky without an edge at the band's foot."""

_LIGHTS: Final = {1: (174, 176, 203), 5: (108, 116, 140)}
"""Black and grey as light on something dark: black is its pale edge, and grey darker than that."""

_LIGHT_SEATS: Final[Mapping[str, Colour]] = {
    "red": (255, 124, 134),
    "blue": (108, 188, 255),
    "green": (118, 224, 128),
    "yellow": (255, 206, 58),
    "purple": (208, 150, 255),
    "orange": (255, 160, 84),
    "turquoise": (72, 220, 208),
    "grey": (196, 200, 214),
}
"""The seats' inks on something dark."""


_Colouring: TypeAlias = (
    "tuple[Palette, Mapping[int, Colour], Mapping[int, Colour], Mapping[str, Colour]]"
)
"""A theme's palette, which lights and inks differ from the stripes, and the seats' inks."""


def _night() -> _Colouring:
    return (
        Palette(),
        _LIGHTS,
        {**_LIGHTS, 4: (70, 126, 255), 6: (226, 48, 72)},
        _LIGHT_SEATS,
    )


def _daylight() -> _Colouring:
    """Linen and ivory: dark digits on a halo of paper, wood for the board."""
    palette = Palette(
        sunken=(255, 250, 240),
        ink=(34, 26, 56),
        ink_soft=(88, 76, 112),
        ink_name=(38, 28, 8),
        ink_dark=(255, 253, 247),
        accent=(119, 83, 0),
        focus=(34, 26, 56),
        good=(10, 104, 48),
        fair=(86, 104, 0),
        poor=(152, 76, 0),
        bad=(179, 21, 45),
        cool=(20, 78, 164),
        tile=(248, 241, 226),
        tile_edge=(255, 255, 255),
        plate=(229, 210, 172),
        plate_edge=(229, 210, 172),
        well=(209, 185, 143),
        well_edge=(160, 130, 84),
        outline=(112, 88, 52),
        sun=(255, 206, 72),
        moon=(206, 214, 255),
        sun_ink=(130, 90, 0),
        moon_ink=(70, 74, 150),
        symbol=(30, 22, 40),
        stamen=(255, 190, 30),
        stamen_grain=(176, 108, 0),
        digit=(20, 14, 30),
        halo=(255, 253, 246),
        black_digit=(255, 253, 246),
        black_halo=(20, 14, 30),
        cursor_edge=(255, 253, 246),
        stripe_edge=(58, 52, 84, 200),
        stripe_shade=(40, 30, 52),
        black_edge=(24, 24, 32),
        black_glint=(104, 106, 128),
        bevel=(90, 66, 30, 30),
        faded=(16, 8, 2),
        gone=(235, 215, 175, 120),
        gone_edge=(130, 106, 62),
        dark=(96, 62, 16),
        depth=0.42,
        shadow=(84, 56, 16),
        shade=0.42,
        track_alpha=255,
        is_flat=True,
        sky=(252, 246, 234),
        sky_foot=(240, 229, 207),
        glow=(252, 246, 234, 0),
        line=(134, 124, 146),
        faint=(231, 224, 218),
        card=(229, 210, 172),
        chosen=(34, 26, 56),
        fold=(90, 50, 10),
        sunset=None,
        tint=0.22,
    )
    inks = {
        1: (20, 20, 28),
        2: (138, 125, 158),
        3: (213, 72, 141),
        4: (14, 43, 147),
        5: (84, 92, 110),
        6: (132, 4, 26),
        7: (56, 138, 54),
        8: (134, 62, 0),
        9: (148, 108, 0),
    }
    seats = {
        "red": (176, 24, 44),
        "blue": (20, 84, 176),
        "green": (14, 106, 50),
        "yellow": (122, 86, 0),
        "purple": (112, 48, 168),
        "orange": (160, 68, 0),
        "turquoise": (0, 98, 104),
        "grey": (84, 82, 92),
    }
    return palette, {}, inks, seats


def _contrast() -> _Colouring:
    """Black and white, flat and still: the stripes are the only other colours."""
    palette = Palette(
        sunken=(0, 0, 0),
        ink_soft=(238, 238, 238),
        ink_name=(216, 216, 216),
        ink_dark=(0, 0, 0),
        focus=(255, 255, 255),
        good=(110, 255, 150),
        fair=(206, 255, 120),
        poor=(255, 190, 90),
        bad=(255, 160, 168),
        cool=(130, 206, 255),
        tile=(10, 10, 10),
        tile_edge=(255, 255, 255),
        plate=(18, 18, 18),
        plate_edge=(200, 200, 200),
        well=(0, 0, 0),
        well_edge=(112, 112, 112),
        outline=(0, 0, 0),
        symbol=(0, 0, 0),
        stamen=(90, 70, 0),
        stamen_grain=(255, 222, 0),
        halo=(0, 0, 0),
        black_halo=(0, 0, 0),
        cursor_edge=(0, 0, 0),
        stripe_edge=(0, 0, 0, 255),
        stripe_shade=(0, 0, 0),
        black_edge=(255, 255, 255),
        black_glint=(70, 70, 76),
        bevel=(0, 0, 0, 20),
        spent=0.55,
        ring=0.7,
        gone=(160, 160, 160, 110),
        gone_edge=(150, 150, 150),
        depth=0.2,
        shade=0.0,
        track_alpha=190,
        is_flat=True,
        is_plain=True,
        sky=(0, 0, 0),
        sky_foot=(0, 0, 0),
        sunset=None,
        tint=0.0,
        glow=(0, 0, 0, 0),
        line=(95, 95, 95),
        faint=(31, 31, 31),
        card=(40, 40, 40),
        band_dark=(0, 0, 0),
        fold_share=0.0,
    )
    seats = {**_LIGHT_SEATS, "red": (255, 156, 164), "purple": (216, 164, 255)}
    lights = {1: (180, 180, 194), 5: (112, 120, 142), 4: (84, 130, 255), 6: (232, 56, 80)}
    return palette, lights, lights, seats


_MAKERS: Final = {"night": _night, "daylight": _daylight, "contrast": _contrast}

THEMES: Final = tuple(_MAKERS)
"""The names of all themes, the default first."""


_STRIPE_SETS: Final = {"box": STRIPES, "clear": CLEAR_STRIPES}

STRIPE_SETS: Final = tuple(_STRIPE_SETS)
"""The names of the stripes' colours, those of the box first."""


@cache
def find_theme(name: str, stripe_set: str) -> Theme:
    """Return the theme of that name with these stripes; the default for an unknown one."""
    palette, lights, inks, seats = _MAKERS.get(name, _night)()
    stripes = _STRIPE_SETS.get(stripe_set, STRIPES)
    return Theme(
        name if name in _MAKERS else THEMES[0],
        stripe_set if stripe_set in _STRIPE_SETS else STRIPE_SETS[0],
        palette,
        _type_in(palette),
        stripes,
        {**stripes, **lights},
        {**stripes, **inks},
        {**seats},
    )


DEFAULT_THEME: Final = find_theme(THEMES[0], STRIPE_SETS[0])
