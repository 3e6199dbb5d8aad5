"""The harvest of a board being entered, and the rays whose score depends on other boards."""

from functools import partial

import pygame

from game.rules.placement import Position
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import BoardScore, find_rays
from game.ui.draw.bands import draw_harvest, harvest_scale, reap_score
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.parts import Maybe, Picture, Row, Sign, Spacer, Text
from game.ui.scenes.shared.names import line_sum


def harvest(context: Context, rules: Ruleset, score: BoardScore, width: float) -> Picture:
    """Return the lines and rays of a board as bands, with the total above them."""
    text = context.text

    def points(count: float) -> str:
        return text("terms.count.points", count=count)

    lines = points(sum(line.points for line in score.lines))
    words = [points(score.total), text("entry.lines", count=len(score.lines), points=lines)]
    if rules.rays is RayRule.RAYS:
        rays = points(sum(ray.points for ray in score.rays))
        words.append(text("entry.rays", count=len(score.rays), points=rays))
    words += [
        line_sum(context.catalogue, len(s.line), s.number, s.points, is_late=False)
        for s in score.lines
    ]
    return Picture(partial(_draw, context, score), reads="\n".join(words), size=width)


def _draw(context: Context, score: BoardScore, surface: pygame.Surface, rect: Rect) -> None:
    painter = context.painter
    area, head = painter.view.area, painter.px(90)
    foot = area.bottom - rect.y
    column = Rect(rect.x, rect.y + head, area.right - rect.x, foot - head)
    top = draw_harvest(surface, painter, column, reap_score(score), harvest_scale(score.total))
    box = rect._replace(y=top - head, h=head)
    style = painter.theme.type.number
    total = context.catalogue.number(score.total)
    painter.text_in(surface, total, box, style, "centre", max_lines=1)


def lying_rays(context: Context, rules: Ruleset, position: Position) -> Maybe:
    """Return the rays of a board where only the best ray of all boards counts, or None."""
    if rules.rays in (RayRule.NONE, RayRule.RAYS):
        return None
    rays = find_rays(rules.grid, position)
    icons = {"sun": Icon.SUN, "moon": Icon.MOON}
    signs = [
        part
        for ray in rays
        for part in (
            Sign(icons[ray.symbol], "accent"),
            Text(context.catalogue.number(len(ray.line)), "label"),
        )
    ]
    return bool(rays) and Row(*signs, Spacer(share=1), gap=8)
