"""The high-score table as parts of a page: ten places, the first three on medals."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame

from game.locale import write_date
from game.progress.run.scores import PLACES_SHOWN, RankedRun, name_on_table
from game.storage.runs import FinishedRun
from game.ui.draw.icons import Icon
from game.ui.draw.value_chip import draw_on_metal
from game.ui.frame.context import Context
from game.ui.frame.topics import labelled
from game.ui.layout.rects import Rect
from game.ui.parts import SILENT, AlignedRows, Picture, PressedRow, Row, Sign, Spacer, Text, Widget
from game.ui.widgets import PressResult

_MEDALS: Final = ("gold", "silver", "bronze")

_ROW: Final = 38
"""The least height of a row in units."""


def score_rows(
    context: Context,
    ranked: Sequence[RankedRun],
    press: Callable[[FinishedRun], PressResult],
    *,
    has_places: bool = True,
) -> Widget:
    """Every place of a table, taken or free; or, without places, a list of own runs."""
    rows: list[Widget] = [_row(context, one, press, has_places=has_places) for one in ranked]
    if has_places:
        rows += [_free_row(context, place) for place in range(len(rows) + 1, PLACES_SHOWN + 1)]
    return AlignedRows(*rows, gap=2)


def _row(
    context: Context,
    ranked: RankedRun,
    press: Callable[[FinishedRun], PressResult],
    *,
    has_places: bool,
) -> Widget:
    text, run = context.text, ranked.run
    name = name_on_table(run)
    stage = text("run.scores.stage", stage=str(run.stage))
    points = text("terms.count.points", count=run.points)
    day = write_date(context.catalogue, run.finished_at.astimezone(context.store.zone).date())
    is_practice = not ranked.place
    about = text("run.scores.practice") if is_practice else day
    friend = text("run.scores.friend")
    place = [f"{ranked.place}."] if has_places else []
    spoken = [*place, name, *([friend] if run.name else []), stage, points, about]
    return PressedRow(
        partial(press, run),
        Picture(partial(_paint_place, context, ranked.place), size=34, least=30, reads=SILENT)
        if has_places
        else Sign(Icon.DICE if not run.day else Icon.CALENDAR, "ink_soft", 20),
        Text(name, "strong", "cool" if run.name else "ink", lines=1, share=1),
        Sign(Icon.TOGETHER, "cool", 20, tooltip=friend) if run.name else Spacer(size=20),
        Text(about, "small", "ink_muted", lines=1, align="right"),
        Text(stage, "caption", "ink_soft", lines=1, align="right"),
        Text(context.catalogue.number(run.points), "strong", "accent", lines=1, align="right"),
        gap=10,
        size=_ROW,
        pad=(8, 2),
        reads=labelled(spoken),
        id=("run", run.identity),
    )


def _free_row(context: Context, place: int) -> Widget:
    return Row(
        Picture(partial(_paint_place, context, place), size=34, least=30),
        Text("· · ·", "caption", "ink_muted", lines=1, share=1),
        *(Spacer() for _ in range(4)),
        gap=10,
        size=_ROW,
        pad=(8, 2),
        reads=SILENT,
    )


def _paint_place(context: Context, place: int, surface: pygame.Surface, room: Rect) -> None:
    """Paint the place on gold, silver, bronze, or in a well."""
    metal = _MEDALS[place - 1] if place <= len(_MEDALS) else ""
    radius = min(room.size) * 0.46
    draw_on_metal(surface, context.painter, metal, room.centre, radius, str(place), 0.9)
