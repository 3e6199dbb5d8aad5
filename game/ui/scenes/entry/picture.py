"""The picture of a board being entered: the board, what it earns, what can still be put down."""

from dataclasses import dataclass

import pygame

from game.rules.placement import Position
from game.rules.ruleset import Ruleset
from game.rules.scoring import BoardScore, find_rays, score_lines
from game.ui.draw.animation import mix_colour
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.theme import TextStyle
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Rect, View


@dataclass(frozen=True, slots=True)
class EntryLayout:
    """Rectangles in pixels: the board at the left, all else at the right, buttons at the foot."""

    back: Rect
    title: Rect
    board: BoardLayout
    panel: Rect
    tabs: tuple[Rect, ...]
    total: Rect
    parts: Rect
    chips: Rect
    rack_label: Rect
    rack: Rect
    status: Rect
    buttons: tuple[Rect, ...]


def lay_out_entry(view: View, rules: Ruleset, tabs: int, buttons: int) -> EntryLayout:
    """`tabs` rows of choices head the panel; `buttons` share the foot."""
    px = view.px
    area = view.area.inset(px(24), px(16))
    foot, area = area.cut_bottom(px(50), px(12))
    head, area = area.cut_top(px(46), px(8))
    back, title = head.cut_left(head.h, px(14))
    panel, left = area.cut_right(min(px(500), area.w * 46 // 100), px(18))
    panel = Rect(panel.x, head.y, panel.w, area.bottom - head.y)
    title = Rect(title.x, title.y, panel.x - px(18) - title.x, title.h)
    board = lay_out_board(rules.grid, left, 0.62, has_aside=rules.has_aside)
    inner = panel.inset(px(20), px(14))
    rows = []
    for _ in range(tabs):
        row, inner = inner.cut_top(px(42), px(8))
        rows.append(row)
    score, inner = inner.cut_top(px(62), px(4))
    total, parts = score.cut_left(score.w * 36 // 100, px(12))
    chips, inner = inner.cut_top(min(px(92), inner.h // 5), px(6))
    status, inner = inner.cut_bottom(px(48), px(6))
    rack_label, rack = inner.cut_top(px(26), px(4))
    return EntryLayout(
        back,
        title,
        board,
        panel,
        tuple(rows),
        total,
        parts,
        chips,
        rack_label,
        rack,
        status,
        tuple(foot.columns(buttons, px(12))),
    )


class SmallBoard:
    """The best board, as large as a rectangle allows."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._picture = BoardPicture(context.painter)

    def forget(self) -> None:
        """Render anew next time (after a resize)."""
        self._picture.forget()

    def draw(self, surface: pygame.Surface, rules: Ruleset, position: Position, rect: Rect) -> None:
        """Draw it."""
        layout = lay_out_board(rules.grid, rect, 0.5)
        look = BoardLook(rules, position, has_names=False, is_over=True)
        self._picture.draw(surface, layout, look)


def draw_score(
    surface: pygame.Surface,
    context: Context,
    layout: EntryLayout,
    rules: Ruleset,
    position: Position,
    score: BoardScore,
) -> None:
    """The total as it stands, its parts in words, and a chip for each line and ray."""
    painter = context.painter
    types, p = painter.theme.type, painter.theme.palette
    number = context.catalogue.number(score.total)
    style = types.number.sized(58).coloured(p.accent)
    painter.text_in(surface, number, layout.total, style, "centre", max_lines=1)
    lines = sum(line.points for line in score.lines)
    words = [
        context.text(
            "entry.lines",
            count=len(score.lines),
            points=context.text("terms.count.points", count=lines),
        )
    ]
    if rules.rays.value == "rays":
        rays = sum(ray.points for ray in score.rays)
        points = context.text("terms.count.points", count=rays)
        words.append(context.text("entry.rays", count=len(score.rays), points=points))
    painter.text_in(surface, "\n".join(words), layout.parts, types.body)
    _draw_chips(surface, context, layout.chips, rules, position)


def _draw_chips(
    surface: pygame.Surface, context: Context, area: Rect, rules: Ruleset, position: Position
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
    while -(-len(chips) // columns) * (painter.px(24) + gap) - gap > area.h and columns < 6:
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
