"""The parts that show what a board being entered earns: the total, and a chip a line or ray."""

from functools import partial

import pygame

from game.rules.placement import Position
from game.rules.ruleset import Ruleset
from game.rules.scoring import BoardScore, find_rays, score_lines
from game.ui.draw.animation import mix_colour
from game.ui.draw.theme import TextStyle
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.parts import SILENT, Picture, Row, Text, Widget
from game.ui.scenes.shared.names import line_sum


def score_parts(
    context: Context, rules: Ruleset, position: Position, score: BoardScore
) -> tuple[Widget, Widget]:
    """The total as it stands with its parts in words, and a chip for each line and ray."""
    text = context.text

    def points(count: float) -> str:
        return text("terms.count.points", count=count)

    lines = sum(line.points for line in score.lines)
    words = [text("entry.lines", count=len(score.lines), points=points(lines))]
    if rules.rays.value == "rays":
        rays = sum(ray.points for ray in score.rays)
        words.append(text("entry.rays", count=len(score.rays), points=points(rays)))
    number = context.catalogue.number(score.total)
    sums = [
        line_sum(context.catalogue, len(s.line), s.number, s.points, is_late=False)
        for s in score.lines
    ]
    chips = partial(_draw_chips, context, rules, position)
    return (
        Row(
            Text(
                number,
                "display",
                "accent",
                align="centre",
                lines=1,
                share=36,
                reads=points(score.total),
            ),
            Text("\n".join(words), share=64),
            gap=12,
        ),
        Picture(chips, share=18, least=64, reads="\n".join(sums) or SILENT),
    )


def _draw_chips(
    context: Context, rules: Ruleset, position: Position, surface: pygame.Surface, area: Rect
) -> None:
    painter = context.painter
    p = painter.theme.palette
    chips: list[tuple[int | None, bool, str]] = [
        (
            s.number,
            False,
            f"{len(s.line)} × {s.number} = {context.catalogue.number(s.points)}",
        )
        for s in score_lines(rules.grid, position)
    ]
    if rules.rays.value != "none":
        # Which of them is the best ray is known when all boards are.
        has_points = rules.rays.value == "rays"
        chips += [
            (None, ray.symbol == "sun", f"{len(ray.line)} × {ray.points // len(ray.line)}")
            if has_points
            else (None, ray.symbol == "sun", str(len(ray.line)))
            for ray in find_rays(rules.grid, position)
        ]
    if not chips:
        return
    gap, columns = painter.px(6), 3
    while -(-len(chips) // columns) * (painter.px(24) + gap) - gap > area.h and columns < 5:
        columns += 1
    count_rows = -(-len(chips) // columns)
    height = min(painter.px(28), (area.h - gap * (count_rows - 1)) // count_rows)
    cells = [
        cell for row in area.stack([height] * count_rows, gap) for cell in row.columns(columns, gap)
    ]
    for cell, (digit, is_sun, words) in zip(cells, chips, strict=False):
        painter.box(surface, cell, mix_colour(p.panel, p.raised, 0.7), radius=cell.h // 2)
        badge, rest = cell.cut_left(cell.h, painter.px(2))
        at = (badge.x + badge.w / 2, badge.y + badge.h / 2)
        if digit is None:
            painter.sprites.draw_symbol(surface, at, badge.h * 0.34, is_sun=is_sun)
        else:
            colour = painter.theme.stripes[digit]
            edge = mix_colour(colour, p.light, 0.5)
            painter.disc(surface, at, badge.h * 0.32, colour, edge, max(1.0, badge.h * 0.05))
        if columns > 4:
            words = words.rpartition("= ")[2]
        style = TextStyle(15.5, p.ink, is_bold=True)
        painter.text_in(surface, words, rest.inset(painter.px(3), 0), style, max_lines=1)
