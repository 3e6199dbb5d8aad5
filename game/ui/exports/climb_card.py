"""The picture of a climb to send: who came how far, a square for each stage, the aces."""

from datetime import date
from functools import partial
from typing import Final

import pygame

from game.locale import Catalogue
from game.page.climb_words import climb_title, name_stage
from game.progress.climb.ladder import boss_of
from game.progress.climb.record import ClimbRecord, ClimbStep
from game.progress.climb.sharing import climber_of
from game.rules.names import show_name
from game.ui.draw.bands import draw_hexagon
from game.ui.draw.climb_picture import AceLook, draw_ace
from game.ui.draw.painter import Painter
from game.ui.draw.titles import draw_title
from game.ui.exports.saving import save_still
from game.ui.layout.rects import Rect

_IN_ROW: Final = 6


def picture_of_climb(climb: ClimbRecord, catalogue: Catalogue, day: date | None) -> bytes:
    """Return the PNG of a climb's picture; `day` is the one whose climb it is."""
    return save_still(partial(draw_climb, climb, catalogue, day))


def draw_climb(
    climb: ClimbRecord, catalogue: Catalogue, day: date | None, painter: Painter
) -> pygame.Surface:
    """Return the picture of how a climb ended, of the painter's size."""
    surface = pygame.Surface(painter.view.area.size)
    painter.draw_background(surface)
    px, types, p = painter.px, painter.theme.type, painter.theme.palette
    area = painter.view.area.inset(px(34), px(26))
    right, left = area.cut_right(area.w * 44 // 100, px(30))
    steps = list(climb.steps())
    _draw_stages(surface, painter, steps, left)
    head, rest = right.cut_top(px(104), px(16))
    draw_title(surface, painter, head, "centre")
    name, rest = rest.cut_top(px(44))
    title = climb_title(catalogue, day)
    painter.text_in(surface, title, name, types.heading, "centre", max_lines=1)
    foot, rest = rest.cut_bottom(px(34))
    if day is None:
        words = catalogue.text("score.seed", seed=climb.seed)
        painter.text_in(surface, words, foot, types.strong, "centre", max_lines=1)
    if not steps:
        return surface
    last = steps[-1]
    aces, rest = rest.cut_bottom(px(110), px(8))
    slots = last.chosen.slots
    for index, slot in enumerate(slots):
        x = aces.centre[0] + (index - (len(slots) - 1) / 2) * px(104)
        look = AceLook(slot.ace, slot.level)
        draw_ace(surface, painter, (x, aces.centre[1]), px(48), look)
    who, rest = rest.cut_top(px(50))
    player = show_name(climber_of(climb))
    painter.text_in(surface, player, who, types.title, "centre", max_lines=1)
    reached, rest = rest.cut_bottom(px(60))
    style = types.number.coloured(p.accent)
    total = catalogue.number(last.chosen.total)
    painter.text_in(surface, total, rest, style, "centre", max_lines=1)
    words = name_stage(catalogue, last.end.stage)
    painter.text_in(surface, words, reached, types.title, "centre", max_lines=1)
    return surface


def _draw_stages(
    surface: pygame.Surface, painter: Painter, steps: list[ClimbStep], area: Rect
) -> None:
    """Draw a hexagon for each stage: its colour says its crystals, a golden edge a boss."""
    p = painter.theme.palette
    inks = (p.good, p.cool, p.moon_ink, p.accent)
    rows = max(1, -(-len(steps) // _IN_ROW))
    pitch = min(area.w / _IN_ROW, area.h / max(3, rows))
    top = area.centre[1] - pitch * rows / 2
    for index, step in enumerate(steps):
        row, column = divmod(index, _IN_ROW)
        centre = (area.x + pitch * (column + 0.5), top + pitch * (row + 0.5))
        crystals = min(step.end.crystals, len(inks))
        fill = inks[crystals - 1] if crystals else p.bad if step.after.is_over else p.poor
        is_boss = boss_of(step.end.stage) is not None
        edge = p.light if is_boss else None
        draw_hexagon(surface, painter, centre, pitch * 0.46, fill, edge, pitch * 0.06)
        style = painter.theme.type.title.coloured(p.band_dark)
        painter.text(surface, str(step.end.stage), centre, style, "centre")
