"""The picture of a climb to send: a camp for each stage, who came how far, the aces."""

from datetime import date
from functools import partial
from typing import Final

import pygame

from game.climb.record import ClimbRecord, ClimbStep
from game.climb.sharing import climber_of
from game.climb.stage_rules import boss_of
from game.locale import Catalogue, write_date
from game.page.climb_words import name_stage
from game.rules.names import show_name
from game.ui.draw.bands import draw_hexagon
from game.ui.draw.climb_picture import (
    AceLook,
    MountainPath,
    draw_ace,
    draw_path,
    draw_pennant,
    path_in,
    tint_of,
)
from game.ui.draw.painter import Painter
from game.ui.draw.titles import TITLE
from game.ui.exports.card import draw_card_head
from game.ui.exports.saving import save_still
from game.ui.layout.rects import Rect

_CLIMB: Final = 6
"""The number whose stripe is the Climb's."""

_LEAST_CAMPS: Final = 9
_POLE: Final = 58


def picture_of_climb(climb: ClimbRecord, catalogue: Catalogue, day: date | None) -> bytes:
    """Return the PNG of a climb's picture; `day` is the one whose climb it is."""
    return save_still(partial(draw_climb, climb, catalogue, day))


def draw_climb(
    climb: ClimbRecord,
    catalogue: Catalogue,
    day: date | None,
    surface: pygame.Surface,
    painter: Painter,
) -> None:
    """Draw the picture of how a climb ended, on a surface of the painter's size."""
    area, px = painter.view.area, painter.px
    steps = list(climb.steps())
    tint = tint_of(painter.theme, len(steps))
    painter.draw_background(surface, tint.sky)
    room = Rect(px(46), px(150), area.w - px(92), px(330))
    path = path_in(room, max(_LEAST_CAMPS, len(steps)))
    path = path._replace(left=float(room.x))
    draw_path(surface, painter, path, tint, path.left)
    for step in steps:
        _draw_camp(surface, painter, path, step)
    about = "" if day is None else write_date(catalogue, day)
    draw_card_head(surface, painter, _CLIMB, catalogue.text("menu.climb"), about)
    player = show_name(climber_of(climb))
    if steps:
        x, y = path.camp(len(steps))
        foot = (x, y - px(24))
        fill = painter.theme.stripes[4]
        draw_pennant(surface, painter, foot, px(_POLE), player, fill, is_own=True)
    _draw_words(surface, painter, catalogue, climb, steps, has_seed=day is None)


def _draw_camp(
    surface: pygame.Surface, painter: Painter, path: MountainPath, step: ClimbStep
) -> None:
    """Draw a stage's camp: its colour says its crystals, a white edge a boss."""
    p, px, stage = painter.theme.palette, painter.px, step.end.stage
    inks = (p.good, p.cool, p.moon_ink, p.accent)
    crystals = min(step.end.crystals, len(inks))
    fill = inks[crystals - 1] if crystals else p.bad if step.after.is_over else p.poor
    is_boss = boss_of(stage) is not None
    radius = min(path.step * 0.42, px(34 if is_boss else 27))
    x, y = path.camp(stage)
    centre = (x, y - radius * 0.3)
    draw_hexagon(surface, painter, centre, radius, fill, p.band_light if is_boss else None, px(4))
    if radius > px(14):
        style = painter.theme.type.label.coloured(p.band_dark)
        painter.text(surface, str(stage), centre, style, "centre")


def _draw_words(
    surface: pygame.Surface,
    painter: Painter,
    catalogue: Catalogue,
    climb: ClimbRecord,
    steps: list[ClimbStep],
    *,
    has_seed: bool,
) -> None:
    """Write the game and the seed at the left, the total, the height and the aces at the right."""
    px, types, area = painter.px, painter.theme.type, painter.view.area
    left = Rect(px(46), area.bottom - px(112), px(330), px(62))
    painter.text_in(surface, TITLE, left, types.action, max_lines=1)
    if has_seed:
        words = catalogue.text("score.seed", seed=climb.seed)
        below = left._replace(y=left.bottom, h=px(30))
        painter.text_in(surface, words, below, types.strong, max_lines=1)
    if not steps:
        return
    last = steps[-1]
    right = Rect(area.w // 2 + px(20), area.bottom - px(290), area.w // 2 - px(66), px(270))
    head, rest = right.cut_top(px(40))
    reached = name_stage(catalogue, last.end.stage)
    painter.text_in(surface, reached, head, types.title, "right", max_lines=1)
    aces, number = rest.cut_bottom(px(92), px(8))
    total = catalogue.number(last.chosen.total)
    style = types.score.coloured(painter.theme.palette.accent)
    painter.text_in(surface, total, number, style, "right", max_lines=1)
    slots = last.chosen.slots
    for index, slot in enumerate(slots):
        x = aces.right - px(44) - (len(slots) - 1 - index) * px(98)
        draw_ace(surface, painter, (x, aces.centre[1]), px(44), AceLook(slot.ace, slot.level))
