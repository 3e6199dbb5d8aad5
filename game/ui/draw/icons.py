"""Icons, drawn as shapes on a 24 by 24 grid; none comes from a font."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final

import pygame

from game.ui.draw import icon_shapes
from game.ui.draw.icon_pen import Pen
from game.ui.draw.theme import Colour

__all__ = ["Icon", "render_icon"]


class Icon(StrEnum):
    """Every icon there is."""

    PLAY = "play"
    PAUSE = "pause"
    UNDO = "undo"
    RESTART = "restart"
    HOME = "home"
    SETTINGS = "settings"
    SOUND = "sound"
    MUTED = "muted"
    FULLSCREEN = "fullscreen"
    WINDOWED = "windowed"
    HELP = "help"
    BOOK = "book"
    TROPHY = "trophy"
    CHART = "chart"
    COPY = "copy"
    CHECK = "check"
    CLOSE = "close"
    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    SUN = "sun"
    MOON = "moon"
    CLOCK = "clock"
    PERSON = "person"
    ROBOT = "robot"
    DICE = "dice"
    SHARE = "share"
    PLUS = "plus"
    MINUS = "minus"
    FLAG = "flag"
    LANGUAGE = "language"
    HEX = "hex"
    SKIP = "skip"
    BULB = "bulb"
    STAR = "star"
    LOCK = "lock"
    PEN = "pen"


_DRAWERS: Final[dict[Icon, Callable[[Pen], None]]] = {
    Icon.PLAY: icon_shapes.draw_play,
    Icon.PAUSE: icon_shapes.draw_pause,
    Icon.UNDO: icon_shapes.draw_undo,
    Icon.RESTART: icon_shapes.draw_restart,
    Icon.HOME: icon_shapes.draw_home,
    Icon.SETTINGS: icon_shapes.draw_settings,
    Icon.SOUND: icon_shapes.draw_sound,
    Icon.MUTED: icon_shapes.draw_muted,
    Icon.FULLSCREEN: lambda pen: icon_shapes.draw_corners(pen, 8, 3.2),
    Icon.WINDOWED: lambda pen: icon_shapes.draw_corners(pen, 3.2, 8.4),
    Icon.HELP: icon_shapes.draw_help,
    Icon.BOOK: icon_shapes.draw_book,
    Icon.TROPHY: icon_shapes.draw_trophy,
    Icon.CHART: icon_shapes.draw_chart,
    Icon.COPY: icon_shapes.draw_copy,
    Icon.CHECK: icon_shapes.draw_check,
    Icon.CLOSE: icon_shapes.draw_close,
    Icon.UP: icon_shapes.draw_chevron(-90),
    Icon.DOWN: icon_shapes.draw_chevron(90),
    Icon.LEFT: icon_shapes.draw_chevron(180),
    Icon.RIGHT: icon_shapes.draw_chevron(0),
    Icon.SUN: icon_shapes.draw_sun,
    Icon.MOON: icon_shapes.draw_moon,
    Icon.CLOCK: icon_shapes.draw_clock,
    Icon.PERSON: icon_shapes.draw_person,
    Icon.ROBOT: icon_shapes.draw_robot,
    Icon.DICE: icon_shapes.draw_dice,
    Icon.SHARE: icon_shapes.draw_share,
    Icon.PLUS: icon_shapes.draw_plus,
    Icon.MINUS: icon_shapes.draw_minus,
    Icon.FLAG: icon_shapes.draw_flag,
    Icon.LANGUAGE: icon_shapes.draw_language,
    Icon.HEX: icon_shapes.draw_hexagon,
    Icon.SKIP: icon_shapes.draw_skip,
    Icon.BULB: icon_shapes.draw_bulb,
    Icon.STAR: icon_shapes.draw_star,
    Icon.LOCK: icon_shapes.draw_lock,
    Icon.PEN: icon_shapes.draw_pen,
}


def render_icon(icon: Icon, size: int, colour: Colour) -> pygame.Surface:
    """`icon` in a square of `size` pixels, in one colour on nothing."""
    pen = Pen(max(4, size), colour)
    _DRAWERS[icon](pen)
    return pen.finish()
