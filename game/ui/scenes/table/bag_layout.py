"""Where the bag's tiles and counts lie; no pygame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.rules.tiles import FALLING_NUMBERS, RISING_NUMBERS, VERTICAL_NUMBERS, Tile
from game.ui.layout.hexes import SQRT3
from game.ui.layout.rects import Point, Rect, View

__all__ = ["BagLayout", "lay_out_bag"]

_GROUP_GAP: Final = 0.55
_WIDEST_GAP: Final = 1.1
_PITCH_X: Final = 2.16
_PITCH_Y: Final = SQRT3 + 0.14
"""In tile radii."""

_LABEL: Final = 38
_CHIP: Final = 27
"""In units."""


@dataclass(frozen=True, slots=True)
class BagLayout:
    """`origin` is the centre of the first tile; `labels` stand right of the three groups,
    `chips` are the counts of the rising and of the falling numbers. `group_gap` is in radii.
    """

    heading: Rect
    origin: Point
    radius: float
    group_gap: float
    labels: tuple[Rect, ...]
    chips: tuple[tuple[Rect, ...], ...]

    def centre(self, tile: Tile) -> Point:
        """Where a tile lies: by its top number, left number and right number (T1)."""
        x, y = self.origin
        r = self.radius
        if tile.is_wild:
            column = tile.index - 27
            return x + r * column * _PITCH_X, y + r * (9 * _PITCH_Y + 3 * self.group_gap)
        assert tile.vertical is not None
        assert tile.rising is not None
        assert tile.falling is not None
        group = VERTICAL_NUMBERS.index(tile.vertical)
        row = group * 3 + RISING_NUMBERS.index(tile.rising)
        column = FALLING_NUMBERS.index(tile.falling)
        return x + r * column * _PITCH_X, y + r * (row * _PITCH_Y + group * self.group_gap)


def lay_out_bag(view: View, panel: Rect, *, has_wilds: bool) -> BagLayout:
    """Lay out the bag in its panel, tiles as large as it allows."""
    px = view.px
    inner = panel.inset(px(14), px(10))
    heading, inner = inner.cut_top(px(26), px(6))
    gap = px(5)
    chip = min(px(_CHIP), inner.h // 14)
    chips_area, grid = inner.cut_bottom(2 * chip + gap, px(10))
    label = px(_LABEL)
    rows, gaps = (10, 3) if has_wilds else (9, 2)
    tallest = rows * _PITCH_Y + gaps * _GROUP_GAP
    radius = min((grid.w - label) / (3 * _PITCH_X), grid.h / tallest)
    if has_wilds:
        # The four wild tiles stand in a row of their own that ends under the labels.
        radius = min(radius, grid.w / (4 * _PITCH_X))
    used_w = radius * 3 * _PITCH_X + label
    left = grid.x + (grid.w - used_w) / 2
    # What height is left parts the groups.
    group_gap = min(_WIDEST_GAP, (grid.h / radius - rows * _PITCH_Y) / gaps)
    top = grid.y + (grid.h - radius * (rows * _PITCH_Y + gaps * group_gap)) / 2
    origin = (left + radius * _PITCH_X / 2, top + radius * _PITCH_Y / 2)
    labels = []
    for group in range(3):
        y = top + radius * group * (3 * _PITCH_Y + group_gap)
        x = round(left + radius * 3 * _PITCH_X)
        labels.append(Rect(x, round(y), label, round(radius * 3 * _PITCH_Y)))
    rows_of_chips = chips_area.rows(2, gap)
    return BagLayout(
        heading,
        origin,
        radius,
        group_gap,
        tuple(labels),
        tuple(tuple(row.columns(3, gap)) for row in rows_of_chips),
    )
