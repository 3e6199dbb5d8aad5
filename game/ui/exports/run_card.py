"""The picture of a run to send: who came how far, and a row of pieces for each stage."""

from datetime import date
from functools import partial
from typing import Final

import pygame

from game.locale import Catalogue
from game.page.run_result import run_title
from game.progress.run.outcome import (
    ABOVE,
    BROKEN,
    MISSED,
    PASSED,
    SQUARES,
    RunOutcome,
    outcome_of,
    squares_of,
)
from game.progress.run.record import RunRecord, kind_name
from game.progress.run.scores import name_of_run
from game.rules.names import show_name
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.titles import draw_title
from game.ui.exports.saving import save_still
from game.ui.layout.rects import Rect

_IN_COLUMN: Final = 12
"""Stages below each other; more of them stand in two columns."""

_MOST_PIECES: Final = SQUARES + 3


def picture_of_run(run: RunRecord, catalogue: Catalogue, day: date | None) -> bytes:
    """Return the PNG of a run's picture; `day` is the one whose run it is."""
    return save_still(partial(draw_run, outcome_of(run), catalogue, day))


def draw_run(
    outcome: RunOutcome, catalogue: Catalogue, day: date | None, painter: Painter
) -> pygame.Surface:
    """Return the picture of how a run ended, of the painter's size."""
    surface = pygame.Surface(painter.view.area.size)
    painter.draw_background(surface)
    px = painter.px
    right, left = painter.view.area.inset(px(34), px(26)).cut_right(
        painter.view.area.w * 42 // 100, px(30)
    )
    _draw_stages(surface, painter, outcome, left)
    _draw_words(surface, painter, catalogue, outcome, day, right)
    return surface


def _draw_words(
    surface: pygame.Surface,
    painter: Painter,
    catalogue: Catalogue,
    outcome: RunOutcome,
    day: date | None,
    area: Rect,
) -> None:
    px, types, p, text = painter.px, painter.theme.type, painter.theme.palette, catalogue.text
    run = outcome.run
    head, rest = area.cut_top(px(104), px(16))
    draw_title(surface, painter, head, "centre")
    name, rest = rest.cut_top(px(44))
    title = run_title(catalogue, day)
    painter.text_in(surface, title, name, types.heading, "centre", max_lines=1)
    foot, rest = rest.cut_bottom(px(34))
    about = [text(f"run.kind.{kind_name(is_timed=run.is_timed)}")]
    if day is None:
        about.append(text("run.end.seed", seed=run.seed))
    soft = types.caption.coloured(p.ink_soft)
    painter.text_in(surface, " · ".join(about), foot, soft, "centre", max_lines=1)
    block = rest.centred(rest.w, min(rest.h, px(330)))
    who, block = block.cut_top(px(50))
    player = show_name(name_of_run(run))
    painter.text_in(surface, player, who, types.title, "centre", max_lines=1)
    reached, block = block.cut_bottom(px(60))
    style = types.number.sized(block.h * 0.55 / painter.view.scale).coloured(p.accent)
    points = catalogue.number(outcome.state.points)
    painter.text_in(surface, points, block, style, "centre", max_lines=1)
    words = text("run.end.reached", stage=str(outcome.stage))
    painter.text_in(surface, words, reached, types.title, "centre", max_lines=1)


def _draw_stages(
    surface: pygame.Surface, painter: Painter, outcome: RunOutcome, area: Rect
) -> None:
    """Draw a row for each stage: its number, and its pieces in their colours."""
    p, rows = painter.theme.palette, squares_of(outcome)
    inks = {PASSED: p.good, ABOVE: p.cool, MISSED: p.fair, BROKEN: p.bad}
    columns = max(1, -(-len(rows) // _IN_COLUMN))
    most = max(1, -(-len(rows) // columns))
    height = min(area.h / most, painter.px(84), area.w / columns / (_MOST_PIECES + 2))
    block = area.centred(area.w, round(height * most))
    for index, row in enumerate(rows):
        x = block.x + block.w * (index // most) / columns
        y = block.y + height * (index % most + 0.5)
        style = painter.theme.type.label.sized(height * 0.44 / painter.view.scale)
        at = (round(x + height * 0.5), round(y))
        painter.text(surface, str(index + 1), at, style.coloured(p.ink_soft), "centre")
        for place, square in enumerate(row):
            ink, icon = inks.get(square, p.ink_muted), Icon.PIECE if square in inks else Icon.HEX
            centre = (x + height * (place + 1.5), y)
            painter.icon(surface, icon, centre, round(height * 0.86), ink)
