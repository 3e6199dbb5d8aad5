"""A small picture of every goal, drawn with the game's tiles and icons."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import pygame

from game.progress.goals import LEVEL_GOALS, Goal
from game.rules.boards import CLASSIC
from game.rules.tiles import Direction, Tile
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.portraits import draw_portrait
from game.ui.draw.shapes import SUPERSAMPLE, clear_canvas, shrink
from game.ui.draw.sprites.hexagons import fill_hex
from game.ui.draw.sprites.wells import Well
from game.ui.draw.theme import METALS, WHITE, Colour
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect


@dataclass(frozen=True, slots=True)
class Motif:
    """The elements of a goal's picture.

    `lines`: numbers on lines of the classic board, in order for each direction, 0 for no line.
    `text` is written on `metal` or over the lines. `icons` or `tiles` are side by side; `portrait`
    names a computer; `stars` are below.

    `stamens` is the number of filled stamens, `seats` that of players drawn.
    """

    lines: tuple[tuple[Direction, tuple[int, ...]], ...] = ()
    text: str = ""
    metal: str = ""
    icons: tuple[Icon, ...] = ()
    tiles: tuple[str, ...] = ()
    stamens: int = 0
    seats: int = 0
    portrait: str = ""
    stars: int = 0


_V, _R, _F = Direction.VERTICAL, Direction.RISING, Direction.FALLING

_MOTIFS: Final[Mapping[Goal, Motif]] = {
    Goal.LINE_OF_FIVE: Motif(((_F, (0, 0, 8, 0, 0)),)),
    Goal.FIVE_NINES: Motif(((_V, (0, 0, 9, 0, 0)),), text="9"),
    Goal.THREE_FIVES: Motif(((_V, (0, 0, 5, 0, 0)), (_R, (0, 0, 7, 0, 0)), (_F, (0, 0, 4, 0, 0)))),
    Goal.ALL_COLUMNS: Motif(((_V, (9, 5, 1, 5, 9)),)),
    Goal.ONE_DIRECTION: Motif(((_R, (2, 6, 7, 6, 2)),)),
    Goal.ALL_NUMBERS: Motif(((_V, (0, 1, 5, 9, 0)), (_R, (0, 2, 6, 7, 0)), (_F, (0, 3, 4, 8, 0)))),
    Goal.TEN_LINES: Motif(((_V, (9, 5, 1, 5, 9)), (_R, (2, 6, 7, 6, 2))), text="10"),
    Goal.TWELVE_LINES: Motif(
        ((_V, (9, 5, 1, 5, 9)), (_R, (2, 6, 7, 6, 2)), (_F, (3, 0, 0, 0, 3))), text="12"
    ),
    Goal.NO_BROKEN_LINE: Motif(
        ((_V, (9, 5, 1, 5, 9)), (_R, (2, 6, 7, 6, 2)), (_F, (3, 4, 8, 4, 3)))
    ),
    Goal.POINTS_100: Motif(text="100", metal="bronze"),
    Goal.POINTS_150: Motif(text="150", metal="silver"),
    Goal.POINTS_180: Motif(text="180", metal="gold"),
    Goal.POINTS_200: Motif(text="200", metal="gold", stars=2),
    Goal.POINTS_220: Motif(text="220", metal="master", stars=3),
    **{
        Goal(f"beat-{level}"): Motif(portrait=level, stars=number)
        for number, level in enumerate(LEVEL_GOALS, 1)
    },
    Goal.BEAT_MASTER: Motif(portrait="master", metal="master"),
    Goal.FULL_TABLE: Motif(seats=6),
    Goal.SHARED_WIN: Motif(seats=2, icons=(Icon.TROPHY,)),
    Goal.EVERY_EDITION: Motif(icons=(Icon.BOOK,), text="5"),
    Goal.FOUR_DAFFODILS: Motif(tiles=("2**", "*1*", "**3", "***")),
    Goal.WILD_LINE: Motif(tiles=("***", "***")),
    Goal.THREE_STAMENS: Motif(stamens=3),
    Goal.SUN_AND_MOON: Motif(icons=(Icon.SUN, Icon.MOON)),
    Goal.DOUBLE_LINE: Motif(((_V, (0, 0, 9, 0, 0)),), icons=(Icon.SUN,)),
    Goal.BONUSES: Motif(text="+30", metal="plain"),
    Goal.TEN_GAMES: Motif(text="10", metal="plain"),
    Goal.HUNDRED_GAMES: Motif(text="100", metal="plain", stars=3),
    Goal.STEADY: Motif(icons=(Icon.CHART,), text="5"),
    Goal.BETTER_AGAIN: Motif(icons=(Icon.RESTART,)),
    Goal.WEEK_OF_DAYS: Motif(icons=(Icon.FLAME,), text="7"),
    Goal.CLIMB_STAGE_6: Motif(icons=(Icon.SUMMIT,), stars=1),
    Goal.CLIMB_STAGE_9: Motif(icons=(Icon.SUMMIT,), stars=2),
    Goal.CLIMB_SUMMIT: Motif(icons=(Icon.SUMMIT,), stars=3),
    Goal.CLIMB_NO_ACES: Motif(icons=(Icon.SUMMIT, Icon.PERSON)),
}

_PALE: Final = 70
"""The opacity of a goal not earned yet, of 255."""


def draw_goal(
    surface: pygame.Surface, area: Rect, painter: Painter, goal: Goal, *, is_earned: bool
) -> None:
    """Draw a goal's picture in the middle of `area`, pale unless it is earned."""
    side = min(area.w, area.h)

    def render() -> pygame.Surface:
        picture = _render(painter, _MOTIFS[goal], side)
        if not is_earned:
            picture.fill((*WHITE, _PALE), special_flags=pygame.BLEND_RGBA_MULT)
        return picture

    made = painter.cached((goal, side, is_earned), render)
    surface.blit(made, area.centred(side, side)[:2])


def _render(painter: Painter, motif: Motif, side: int) -> pygame.Surface:
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    area = Rect(0, 0, side, side)
    if motif.lines:
        picture.blit(_board(painter, motif, side), (0, 0))
    if motif.metal:
        painter.sprites.draw_medal(picture, motif.metal, area.centre, side * 0.44)
    for index in range(motif.seats):
        angle = index * 2 * math.pi / motif.seats
        reach = side * (0.33 if motif.seats > 2 else 0.26)
        at = (side / 2 - reach * math.cos(angle), side / 2 - reach * math.sin(angle))
        colours = list(painter.theme.seats.values())
        painter.icon(picture, Icon.PERSON, at, side * 30 // 100, colours[index])
    _draw_row(painter, picture, motif, side)
    if motif.portrait:
        centre = side / 2, side * (0.42 if motif.stars else 0.5)
        draw_portrait(
            picture, painter, motif.portrait, centre, side * (0.62 if motif.metal else 0.74)
        )
    if motif.text:
        _write(painter, picture, motif, side)
    size = max(8, side * 20 // 100)
    for index in range(motif.stars):
        at = (side / 2 + (index - (motif.stars - 1) / 2) * size * 0.9, side - size * 0.5)
        painter.icon(picture, Icon.STAR, at, size, painter.theme.palette.gold)
    return picture


def _draw_row(painter: Painter, picture: pygame.Surface, motif: Motif, side: int) -> None:
    """Draw icons, tiles or stamens side by side, or in two columns."""
    p = painter.theme.palette
    count = len(motif.icons) + len(motif.tiles) + motif.stamens
    columns = count if count < 3 else 2
    ink: Colour = METALS[motif.metal].ink if motif.metal else p.gold
    small = motif.lines or motif.text or motif.seats
    for index in range(count):
        row, column = divmod(index, columns)
        rows = -(-count // columns)
        in_row = min(columns, count - row * columns)
        x = side * (0.5 + (column - (in_row - 1) / 2) * 0.46)
        y = side * (0.5 + (row - (rows - 1) / 2) * 0.44)
        if motif.tiles:
            radius = side * (0.27 if count < 3 else 0.24)
            painter.sprites.draw_tile(picture, Tile.parse(motif.tiles[index]), (x, y), radius)
        elif motif.stamens:
            painter.sprites.draw_well(picture, (x, y), side * 0.24, Well.STAMEN)
        else:
            share = 34 if small else 62 if count == 1 else 44
            place = (side * 0.74, side * 0.28) if motif.lines else (x, y)
            place = (side * 0.36, y) if motif.text else place
            share = 56 if motif.text else share
            painter.icon(picture, motif.icons[index], place, side * share // 100, ink)


def _write(painter: Painter, picture: pygame.Surface, motif: Motif, side: int) -> None:
    p, scale = painter.theme.palette, painter.view.scale
    size = side / scale * (0.27 if len(motif.text) > 2 else 0.34)
    ink = METALS[motif.metal].ink if motif.metal else p.ink
    style = painter.theme.type.label.sized(size).coloured(ink)
    if not motif.metal:
        style = type(style)(size, p.ink, True, 1.2, 0.0)
    x = 0.76 if motif.icons else 0.5
    at = (side * x, side * 0.5)
    if motif.lines:
        painter.disc(picture, at, side * 0.24, p.sunken, p.gold, max(1, side // 40))
    painter.text(picture, motif.text, at, style, "centre")


def _board(painter: Painter, motif: Motif, side: int) -> pygame.Surface:
    """Return the classic board with the motif's lines."""
    theme, k = painter.theme, SUPERSAMPLE
    canvas = clear_canvas(side * k, side * k)
    layout = lay_out_board(CLASSIC, Rect(0, 0, side * k, side * k), 0.1)
    for centre in layout.centres:
        fill_hex(canvas, theme.palette.well_edge, centre, layout.radius * 0.92)
    for direction, numbers in motif.lines:
        lines = [line for line in CLASSIC.lines if line.direction is direction]
        for line, number in zip(lines, numbers, strict=True):
            if number:
                first, last = layout.line_ends(line.index)
                width = max(2, round(layout.radius * 0.5))
                colour = theme.stripes[number]
                pygame.draw.line(canvas, theme.palette.outline, first, last, width + 2 * k)
                pygame.draw.line(canvas, colour, first, last, width)
    return shrink(canvas, k)
