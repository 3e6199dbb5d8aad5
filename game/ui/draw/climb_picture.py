"""Draws aces, ropes, crystals, pennants, and the path up the mountain."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from game.climb.aces import ACES, AceName, Rarity
from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import SLOPE, draw_band, draw_hexagon
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.portraits import draw_portrait
from game.ui.draw.theme import CLIMB_SKIES, CLIMB_SUN, SILVER, Colour, Sky, TextStyle, Theme
from game.ui.layout.rects import Point, Rect

ACE_ICONS: Final[Mapping[AceName, Icon]] = {
    AceName.NINES: Icon.CHART,
    AceName.LOW_ROAD: Icon.DOWN,
    AceName.MIDDLE_WAY: Icon.MINUS,
    AceName.LONG_HAUL: Icon.FIVE,
    AceName.SHORT_CUTS: Icon.DOTS,
    AceName.RAINBOW: Icon.RAINBOW,
    AceName.TWINS: Icon.TOGETHER,
    AceName.EARLY_BIRD: Icon.CLOCK,
    AceName.SCRAP: Icon.CLOSE,
    AceName.SWAP: Icon.SWAP,
    AceName.FINALE: Icon.FLAG,
    AceName.FORK: Icon.FORK,
    AceName.STREAK: Icon.FLAME,
    AceName.SUN_AND_MOON: Icon.SUN,
    AceName.GOLD_MINE: Icon.PIECE,
    AceName.CROWN: Icon.TROPHY,
    AceName.ROOTS: Icon.BULB,
    AceName.MISER: Icon.POCKET,
    AceName.LAST_WORD: Icon.BELL,
    AceName.TWO_PAIRS: Icon.COPY,
    AceName.FULL_BLOOM: Icon.SNOWFLAKE,
    AceName.HIGH_LIFE: Icon.UP,
    AceName.SEVEN_COLOURS: Icon.STAR,
    AceName.ECHO: Icon.ECHO,
}

_MOST_PIPS: Final = 5
_PENNANT: Final = 25
_FACE: Final = 20
"""Units: the height of a pennant's band, the radius of the hexagon on its pole."""

PENNANTS_APART: Final = 30.5
"""Units from the top of a pole to the next one at which a face does not touch a band."""


class AceLook(NamedTuple):
    """The look of an ace: the level, whether the ace pays at this moment, or has failed."""

    ace: AceName
    level: int = 1
    is_paying: bool = False
    has_failed: bool = False


def draw_ace(
    surface: pygame.Surface, painter: Painter, centre: Point, radius: float, look: AceLook
) -> None:
    """Draw an ace: the number of edges says its rarity, small hexagons at its foot its level."""
    p, rarity = painter.theme.palette, ACES[look.ace].rarity
    fill, ink = _ace_colours(painter, rarity)
    edge = p.gold if look.is_paying else p.cool if rarity is Rarity.COMMON else ink
    if look.has_failed:
        fill, edge, ink = (mix_colour(one, p.sky_foot, 0.55) for one in (fill, edge, ink))
    thin = max(1.0, radius / 22)
    draw_hexagon(surface, painter, centre, radius, fill, edge, 2 * thin)
    rings = {Rarity.COMMON: 0, Rarity.SILVER: 1, Rarity.GOLD: 2}[rarity]
    for ring in range(rings):
        inner = mix_colour(fill, ink, 0.45)
        draw_hexagon(
            surface, painter, centre, radius - (3 + 2.6 * ring) * 2 * thin, fill, inner, thin
        )
    x, y = centre
    painter.icon(surface, ACE_ICONS[look.ace], (x, y - radius * 0.12), round(radius * 0.84), ink)
    low, size = y + radius * 0.56, max(2.0, radius * 0.1)
    if look.level > _MOST_PIPS:
        style = painter.theme.type.strong.sized(radius * 0.36 / painter.view.scale)
        painter.text(surface, str(look.level), (x, low), style.coloured(ink), "centre")
    else:
        for pip in range(look.level):
            at = (x + (pip - (look.level - 1) / 2) * size * 2.3, low)
            draw_hexagon(surface, painter, at, size, ink)
    if look.has_failed:
        thick = max(2, round(radius * 0.1))
        strike = Rect(round(x - radius), round(y - thick / 2), round(2 * radius), thick)
        surface.fill(p.bad, strike)


def _ace_colours(painter: Painter, rarity: Rarity) -> tuple[Colour, Colour]:
    p, gold = painter.theme.palette, painter.theme.stripes[9]
    if rarity is Rarity.COMMON:
        return p.sunken, p.cool
    return SILVER if rarity is Rarity.SILVER else gold, p.band_dark


def draw_camp(
    surface: pygame.Surface,
    painter: Painter,
    centre: Point,
    radius: float,
    stage: int,
    edge: Colour,
    style: TextStyle,
) -> None:
    """Draw the camp of a stage that is not played: a dark hexagon with its number."""
    p = painter.theme.palette
    draw_hexagon(surface, painter, centre, radius, p.band_dark, edge, painter.px(4))
    painter.text(surface, str(stage), centre, style.coloured(p.band_light), "centre")


def draw_crystal(
    surface: pygame.Surface,
    painter: Painter,
    centre: Point,
    height: float,
    *,
    is_hollow: bool = False,
) -> None:
    """Draw an upright crystal in three shades of ice; one that is not won yet is hollow."""
    p, (x, y), half, wide = painter.theme.palette, centre, height / 2, height * 0.3
    outline = [
        (x, y - half),
        (x + wide, y - half * 0.45),
        (x + wide, y + half * 0.45),
        (x, y + half),
        (x - wide, y + half * 0.45),
        (x - wide, y - half * 0.45),
    ]
    if is_hollow:
        pygame.draw.polygon(surface, p.cool, outline, max(1, painter.px(2)))
        return
    pygame.draw.polygon(surface, p.cool, outline)
    left = [outline[0], (x, y + half * 0.2), outline[4], outline[5]]
    pygame.draw.polygon(surface, mix_colour(p.cool, p.light, 0.4), left)
    foot = [outline[2], outline[3], outline[4], (x, y + half * 0.2)]
    pygame.draw.polygon(surface, mix_colour(p.cool, p.dark, 0.3), foot)


def draw_rope(
    surface: pygame.Surface, painter: Painter, rect: Rect, *, is_frayed: bool = False
) -> None:
    """Draw a rope along a band: strands as cuts of 30 degrees; of a lost one a frayed stump."""
    p = painter.theme.palette
    body = rect._replace(w=rect.w // 4) if is_frayed else rect
    colour = p.ink_soft if is_frayed else p.cool
    draw_band(surface, painter, colour, body, "cut")
    strand, lean = mix_colour(colour, p.sky_foot, 0.4), body.h * SLOPE
    pitch = max(4, painter.px(26))
    for x in range(body.x + pitch, round(body.right - lean), pitch):
        top, foot = (x + lean, body.y), (x, body.bottom - 1)
        pygame.draw.line(surface, strand, top, foot, max(1, painter.px(3)))


def draw_face(
    surface: pygame.Surface,
    painter: Painter,
    centre: Point,
    radius: float,
    fill: Colour,
    *,
    bot: str = "",
    is_own: bool = False,
) -> None:
    """Draw whose a climb is: a computer's portrait, or a person in a hexagon of a colour."""
    p = painter.theme.palette
    ground = p.band_dark if bot else p.band_light if is_own else fill
    draw_hexagon(surface, painter, centre, radius, ground, p.ink_soft if bot else p.band_light, 2)
    if bot:
        draw_portrait(surface, painter, bot, centre, radius * 1.25)
        return
    ink = painter.theme.ink_on(ground)
    painter.icon(surface, Icon.PERSON, centre, round(radius), ink)


def pole_tops(
    feet: Sequence[Point], slope: float, apart: float, pole: float, least: float
) -> list[float]:
    """Return the tops of pennants' poles from the left: on one line that rises by `slope`, and
    higher where they would not be `apart`.

    The shortest is as long as `pole`; raised ones make all shorter, down to `least`.
    """
    line = min((y + slope * x for x, y in feet), default=0.0) - pole
    tops: list[float] = []
    raised = 0.0
    for x, _ in feet:
        top = min([line - slope * x, *(top - apart for top in tops[-1:])])
        raised = max(raised, line - slope * x - top)
        tops.append(top)
    return [top + min(raised, pole - least) for top in tops]


def draw_pennant(
    surface: pygame.Surface,
    painter: Painter,
    foot: Point,
    length: float,
    words: str,
    fill: Colour,
    *,
    bot: str = "",
    is_own: bool = False,
) -> None:
    """Draw a pole on `foot` with a band that streams to the left, and the face of a computer or a
    person.
    """
    p, (x, y), high = painter.theme.palette, foot, painter.px(_PENNANT)
    top = y - length
    surface.fill(
        p.ink_soft, (round(x) - painter.px(1), round(top), max(2, painter.px(3)), round(length))
    )
    style = painter.theme.type.strong
    width = painter.text_width(words, style) + painter.px(2 * _FACE + 14)
    left, notch = x - width, high * 0.5
    band = [
        (left, top - high / 2),
        (x, top - high / 2),
        (x, top + high / 2),
        (left, top + high / 2),
    ]
    band.append((left + notch, top))
    pygame.draw.polygon(surface, fill, band)
    with painter.ink_on(fill):
        at = (x - painter.px(_FACE + 5), top)
        painter.text(surface, words, at, painter.theme.type.strong, "right")
    draw_face(surface, painter, (x, top), painter.px(_FACE), fill, bot=bot, is_own=is_own)


class Tint(NamedTuple):
    """The colours of a climb at a height: the sky, the mountain, and its lowest layer.

    `sky` is None in a theme whose sky has one colour.
    """

    sky: Sky | None
    rock: Colour
    deep: Colour


def tint_of(theme: Theme, stage: int, *, is_quiet: bool = False) -> Tint:
    """Return the colours of a stage's height; behind words the light `is_quiet`."""
    p = theme.palette
    light, foot = CLIMB_SKIES[min(max(stage, 1), len(CLIMB_SKIES)) - 1]
    at, reach = (1.02, -0.05), (0.7, 1.12)
    if is_quiet:
        light = mix_colour(light, foot, 0.55 if stage >= _HIGH else 0.35)
    if not p.tint:
        return Tint(None, p.card, p.sunken)
    if p.tint < 1:
        top = mix_colour(p.sky, light, p.tint / 2)
        sun = mix_colour(light, CLIMB_SUN, 0.5)
        # Coloured words are on both: neither may be darker than a card.
        rock = mix_colour(p.card, p.sky_foot, 0.5)
        return Tint(Sky(top, p.sky_foot, sun, 0.43, at, reach), rock, p.card)
    top = mix_colour(foot, light, 0.2 if is_quiet else 0.35)
    sky = Sky(top, foot, light, 0.9, at, reach)
    return Tint(sky, mix_colour(foot, p.dark, 0.35), mix_colour(foot, p.dark, 0.55))


class MountainPath(NamedTuple):
    """The path up the mountain: 30 degrees up for two camps, flat at each boss. `step` is the way
    from camp to camp, `left` where that to stage 1 begins, at the height `foot`.
    """

    left: float
    foot: float
    step: float

    def height(self, x: float) -> float:
        """Return the path's height at `x`, in pixels from the window's top."""
        group, along = divmod((x - self.left) / self.step, _GROUP)
        return self.foot - (group * _RISING + min(along, _RISING)) * self.step * SLOPE

    @property
    def slope(self) -> float:
        """The path's rise for each pixel to the right, from boss to boss."""
        return SLOPE * _RISING / _GROUP

    def camp(self, stage: int) -> Point:
        """Return the place of a stage's camp on the path."""
        group, place = divmod(stage - 1, _GROUP)
        x = self.left + (group * _GROUP + _PLACES[place]) * self.step
        return x, self.height(x)

    def line(self, area: Rect, begin: float | None = None) -> list[Point]:
        """Return the corners of the path through the window; it is flat up to `begin`."""
        first = int((area.x - self.left) / self.step // _GROUP)
        last = int((area.right - self.left) / self.step // _GROUP)
        xs = [float(area.x)]
        for group in range(first, last + 1):
            foot = self.left + group * _GROUP * self.step
            xs += [foot, foot + _RISING * self.step]
        shown = [x for x in [*xs, float(area.right)] if area.x <= x <= area.right]
        if begin is None:
            return [(x, self.height(x)) for x in shown]
        flat = self.height(begin)
        rest = [(x, self.height(x)) for x in shown if x > begin]
        return [(float(area.x), flat), (begin, flat), *rest]


_HIGH: Final = 7
"""The stage from which the light is so bright that words need more of the foot's colour."""

_STRATA: Final = 4
_DEEPER: Final = 76
"""The mountain's layers, and units from one to the next."""

_GROUP: Final = 3
_RISING: Final = 1.9
"""Camps from boss to boss, and the steps among them in which the path rises."""
_PLACES: Final = (0.45, 1.42, 2.45)
"""The places of a group's camps, in steps."""


def path_in(rect: Rect, camps: int) -> MountainPath:
    """Return the path with so many camps that fits into a rectangle."""
    rise = camps / _GROUP * _RISING * SLOPE
    return MountainPath(rect.x, rect.bottom, min(rect.w / camps, rect.h / rise))


def draw_path(
    surface: pygame.Surface,
    painter: Painter,
    path: MountainPath,
    tint: Tint,
    begin: float | None = None,
    *,
    is_plain: bool = False,
) -> None:
    """Draw the mountain below the path, and the path as the red band, flat as far as `begin`.

    Behind words the mountain `is_plain`: it has no layers.
    """
    theme, area, px = painter.theme, painter.view.area, painter.px
    thick, line = px(15), path.line(area, begin)
    foot = [(area.right, area.bottom), (area.x, area.bottom)]
    pygame.draw.polygon(surface, tint.rock, [*line, *foot])
    for number in range(0 if is_plain else _STRATA):
        ends = [(x, y + px(_DEEPER * (number + 1))) for x, y in line]
        layer = [*ends, *((x, y + px(34)) for x, y in reversed(ends))]
        is_dark = theme.palette.tint == 1
        shade, step = (theme.palette.light, 0.02) if is_dark else (theme.palette.fold, 0.01)
        colour = mix_colour(tint.rock, shade, 0.04 + step * number)
        pygame.draw.polygon(surface, colour, layer)
    red = theme.stripes[6]
    for (x, y), (u, v) in pairwise(line):
        shade = red if round(y) == round(v) else mix_colour(red, theme.palette.dark, 0.14)
        pygame.draw.polygon(surface, shade, [(x, y), (u, v), (u, v + thick), (x, y + thick)])


def draw_broken_path(
    surface: pygame.Surface, painter: Painter, tint: Tint, y: int, end: int
) -> None:
    """Draw the path that breaks off at the column `end`, and the rope that hangs into the deep."""
    theme, area, px = painter.theme, painter.view.area, painter.px
    p, thick = theme.palette, px(15)
    low = end - (area.bottom - y) * SLOPE
    rock = [(area.x, y), (end, y), (low, area.bottom), (area.x, area.bottom)]
    pygame.draw.polygon(surface, tint.rock, rock)
    red = [(area.x, y), (end, y), (end - thick * SLOPE, y + thick), (area.x, y + thick)]
    pygame.draw.polygon(surface, theme.stripes[6], red)
    top, ice = y - px(8), p.cool
    surface.fill(ice, (end - px(70), top, px(108), px(10)))
    for number in range(3):
        x, length = end + px(4 + 11 * number), 112 + 26 * (number * 2 % 3)
        strand = [(x, top), (x + px(9), top), (x + px(9), y + px(length - 5)), (x, y + px(length))]
        pygame.draw.polygon(surface, ice, strand)
    knot = mix_colour(ice, tint.deep, 0.5)
    for number in range(7):
        at = y + px(14 + 16 * number)
        twist = [(end + px(3), at), (end + px(36), at - px(18))]
        twist += [(end + px(36), at - px(13)), (end + px(3), at + px(5))]
        pygame.draw.polygon(surface, knot, twist)
    draw_hexagon(surface, painter, (end - px(74), top + px(4)), px(12), tint.deep, p.ink, px(4))
