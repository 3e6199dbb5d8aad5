"""The row of aces of a finished stage: what each one paid, also while they add up."""

from collections.abc import Callable
from functools import partial

import pygame

from game.climb.aces import AceEffect, AceName, Slots
from game.climb.score import AcePart, ClimbScore, GoldState
from game.page.climb_words import name_ace, word_card, write_factor
from game.ui.draw.climb_picture import AceLook, draw_ace
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.parts import Picture, Row

_WORDS = 26
"""Units of height of an ace's payment, below its hexagon."""

SECONDS = 0.2
"""Seconds of an ace's jump."""


def ace_row(
    context: Context,
    slots: Slots,
    score: ClimbScore,
    *,
    size: float,
    age: Callable[[AceName], float] = lambda _: SECONDS,
) -> Row:
    """Return held aces in a row, each with what it paid or that it failed.

    `age` returns the seconds since an ace has paid, below 0 while that is still to come.
    """
    catalogue, made = context.catalogue, {part.ace: part for part in score.parts}
    aces = []
    for index, slot in enumerate(slots):
        part, name = made.get(slot.ace), name_ace(catalogue, slot.ace)
        paid = "" if part is None else word_paid(context, part)
        look = AceLook(slot.ace, slot.level)
        aces.append(
            Picture(
                partial(_paint, context, look, part, partial(age, slot.ace)),
                share=1,
                least=36,
                reads=f"{name} {paid}".strip(),
                tooltip=f"{name}. {word_card(catalogue, slots, index)}",
            )
        )
    return Row(*aces, even=True, size=size, id="aces")


def word_paid(context: Context, part: AcePart) -> str:
    """Return an ace's payment, "" for Echo, which pays through its neighbour."""
    if part.effect is AceEffect.ECHO:
        return ""
    if part.effect is not AceEffect.GOLD:
        return f"+{write_factor(context.catalogue, part.added)}"
    if part.state is GoldState.LOST:
        return context.text("climb.table.failed")
    return f"×{write_factor(context.catalogue, part.factor)}"


def _paint(
    context: Context,
    look: AceLook,
    part: AcePart | None,
    age: Callable[[], float],
    surface: pygame.Surface,
    rect: Rect,
) -> None:
    """Paint an ace with its payment; gold comes down on its place, others jump."""
    painter, passed = context.painter, age()
    p, types = painter.theme.palette, painter.theme.type
    head, foot = rect.cut_bottom(min(painter.px(_WORDS), rect.h // 3))[::-1]
    radius = min(head.w, head.h) * 0.48
    centre = (rect.x + radius, float(head.centre[1]))
    jump = max(0.0, 1 - passed / SECONDS) if passed >= 0 else 0.0
    is_gold = part is not None and part.effect is AceEffect.GOLD
    has_failed = part is not None and part.state is GoldState.LOST and passed >= 0
    grown = 1 + jump * (0.5 if is_gold and not has_failed else 0.12)
    at = (centre[0], centre[1] - painter.px(10) * jump)
    shown = look._replace(is_paying=jump > 0, has_failed=has_failed)
    draw_ace(surface, painter, at, radius * grown, shown)
    if part is None or passed < 0:
        return
    words = word_paid(context, part)
    ink = p.bad if has_failed else p.accent if is_gold else p.cool
    style = types.label.coloured(ink)
    shrink = min(1.0, rect.w / max(1, painter.text_width(words, style)))
    place = (round(centre[0]), foot.centre[1])
    painter.text(surface, words, place, style.sized(style.size * shrink), "centre")
