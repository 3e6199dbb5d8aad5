"""The players' harvests side by side on one scale, with totals above and earned hexagons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Unpack

import pygame

from game.page.holders import find_holders
from game.play.own_seats import people_here
from game.play.table import TableSetup
from game.ui.draw.animation import mix_colour
from game.ui.draw.avatars import draw_avatar
from game.ui.draw.bands import (
    SLOPE,
    ScoreBand,
    TotalMark,
    draw_band,
    draw_band_focus,
    draw_dotted,
    draw_ghost,
    draw_hero,
    draw_hexagon,
    draw_hexagon_focus,
    draw_marks,
    draw_rise_left,
    draw_score_band,
    end_around,
    harvest_rects,
    is_mute,
)
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.portraits import draw_portrait, has_portrait
from game.ui.draw.theme import Colour, TextStyle, Theme, contrast
from game.ui.frame.context import Context
from game.ui.layout.lengths import spread_apart
from game.ui.layout.rects import Rect, View
from game.ui.parts.boxes import Container
from game.ui.scenes.count.control import CountControl
from game.ui.scenes.count.steps import (
    explain_step,
    rounds_words,
    spoken_step,
    step_words,
    total_words,
)
from game.ui.scenes.shared.flags import band_of_step
from game.ui.scenes.shared.names import seat_words
from game.ui.widgets.base import OnPress, Widget, WidgetOptions

_ALONE: Final = 480
_WIDEST: Final = 480
"""Most units of width of a single column."""

_BESIDE: Final = 600
_BESIDE_MANY: Final = 540
"""Least units of width for the board and its words, and beside five or six columns."""

_TALL: Final = 0.8
"""A full column's share of the window's height."""

_HEAD: Final = 176
_HEAD_ALONE: Final = 190
"""Units above the highest harvest: for name, hexagon and total, or for the one number."""

_HEXAGONS: Final = 76
"""Units of height of the earned hexagons above the players' heads."""

_NOW: Final = 1.18
"""The factor on the size of the hexagon that the title names."""

_BEYOND: Final = 0.38
"""Most of a band's colour in the sky beyond its fold, as a share."""

_READABLE: Final = 4.6
"""The least contrast of soft words on it."""

_NAMED: Final = 1100
"""Units of width of a window in which the words beside a thin band name its line."""

_SUM: Final = 29
"""Units of height below a round, for its sum."""


@dataclass(frozen=True, slots=True)
class Earned:
    """Something earned, shown as a hexagon: `paint` draws into it, `words` name it.

    `is_due`: it has appeared. `is_now`: the title names it, so it is drawn larger. `ribbon` is the
    colour of the band that it hangs on, which comes down from the window's top.

    `id` names the hexagon, `edge` is the colour of its rim, `on_press` the navigation of a press,
    None for none.
    """

    id: str
    words: str
    paint: Callable[[pygame.Surface, Rect], object]
    edge: Colour
    on_press: OnPress | None = None
    is_now: bool = False
    ribbon: Colour | None = None
    is_due: bool = True


class HarvestBand(Widget):
    """One counted band of the board on display; hovered or focused it grows to fit its words.

    `Harvests` draws it at rest.
    """

    is_focusable = False

    def __init__(self, context: Context, control: CountControl, index: int) -> None:
        step = control.harvest(control.seat)[index]
        spoken = spoken_step(context, control.match, control.seat, step)
        words = step_words(context, control.match, control.seat, step)
        about = explain_step(context, step)
        why = f"{words}\n{about}"
        super().__init__(explain=why, tooltip=why, reads=spoken, id=("band", index))
        self.step, self.index, self._about = step, index, about

    @property
    def is_pointed_at(self) -> bool:
        """Whether the pointer or the focus is on it."""
        return self.is_hovered or self.shows_focus

    def explanation(self) -> str:
        # The sum is read with the spaces of the line.
        return self._about

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        if self.is_pointed_at:
            draw_score_band(surface, painter, band_of_step(self.step), _grown(painter, self.rect))

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        draw_band_focus(surface, painter, _grown(painter, self.rect))


def _grown(painter: Painter, rect: Rect) -> Rect:
    """Return a band's rectangle, high enough for its words, inside the window."""
    high = max(rect.h, painter.px(30))
    foot = min(painter.view.area.bottom, rect.centre[1] + high // 2)
    return rect._replace(y=foot - high, h=high)


class PlayerHead(Widget):
    """A player's name, hexagon and total above the harvest; a press shows that board."""

    def __init__(
        self,
        seat: int,
        on_press: OnPress,
        paint: Callable[[pygame.Surface, PlayerHead], object],
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self.seat, self.paint = seat, paint

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        self.paint(surface, self)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        draw_band_focus(surface, painter, _cut_head(painter, self.rect)[0], "cut", "cut")


def _cut_head(painter: Painter, rect: Rect) -> tuple[Rect, Rect, Rect]:
    """Return the places of the name, the hexagon and the total in a player's head."""
    name, rest = rect.cut_top(painter.px(38))
    return name, *rest.cut_top(painter.px(62))


class EarnedHexagon(Widget):
    """An earned hexagon in the free part of the column."""

    def __init__(self, earned: Earned) -> None:
        words = earned.words
        super().__init__(earned.on_press, reads=words, tooltip=words, id=earned.id)
        self.earned = earned
        self.is_focusable = earned.on_press is not None and earned.is_due

    @property
    def radius(self) -> float:
        """Half of the hexagon's width, in pixels."""
        return self.rect.w / 2

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        if not self.earned.is_due:
            return
        p, centre = painter.theme.palette, self.rect.centre
        edge = mix_colour(self.earned.edge, p.light, 0.12 * self.is_hovered)
        # In an upright window the ribbon would cross the board.
        if self.earned.ribbon is not None and painter.view.area.w > painter.view.area.h:
            high = round(self.radius * 0.6)
            at = (round(centre[0]), round(centre[1]) - high)
            draw_rise_left(surface, self.earned.ribbon, at, high, painter.view.area.w)
        radius = self.radius * (_NOW if self.earned.is_now else 1.0)
        draw_hexagon(surface, painter, centre, radius, p.well, edge, radius / 11)
        side = round(radius * 1.06)
        self.earned.paint(surface, self.rect.centred(side, side))

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        draw_hexagon_focus(surface, painter, self.rect.centre, self.radius)


def beyond_fold(theme: Theme, fill: Colour) -> Colour:
    """Return a band's colour in the sky beyond its fold: as much of it as words on it allow."""
    p, share = theme.palette, _BEYOND
    while share > 0 and contrast(mix_colour(p.sky_foot, fill, share), p.ink_soft) < _READABLE:
        share -= 0.02
    return mix_colour(p.sky_foot, fill, share)


class Spoken(Widget):
    """A drawn part of the columns, as a widget for the screen reader and for explanations."""

    is_focusable = False


class Harvests(Container):
    """The right side of the count: one column for each player, down to the window's foot.

    `pace` gives the progress of the latest band ("fly") and of the rolling number ("number"), 0 to
    1. A full column has `full` points. `marks` cross the free part of a single column; `missed` is
    a total that was not reached. `number` and `scale` are the spoken forms of total and marks.
    """

    def __init__(
        self,
        context: Context,
        setup: TableSetup,
        control: CountControl,
        *,
        marks: Sequence[TotalMark],
        full: int,
        missed: float | None,
        earned: Sequence[Earned],
        number: Spoken,
        scale: Spoken,
        pace: Callable[[str], float],
        is_pale: bool,
        **common: Unpack[WidgetOptions],
    ) -> None:
        seats = range(len(control.match.players))
        heads = () if control.is_alone else tuple(self._head(context, control, s) for s in seats)
        count = len(control.harvest(control.seat)) if control.is_done else 0
        bands = (HarvestBand(context, control, index) for index in range(count))
        hexagons = map(EarnedHexagon, earned)
        super().__init__(number, scale, *heads, *hexagons, *bands, **common)
        self.context, self.setup, self.control = context, setup, control
        self.marks, self.missed, self.pace = tuple(marks), missed, pace
        self.is_pale = is_pale
        self.full = full
        self._columns: list[Rect] = []
        self._placed: list[list[tuple[list[ScoreBand], list[Rect]]]] = []
        totals = (scored.total for scored in control.score.players)
        self.highest = max(*totals, missed or 0.0, 0.0)

    def _head(self, context: Context, control: CountControl, seat: int) -> PlayerHead:
        name = seat_words(context, control.match, seat)
        words = total_words(context, control.match, seat, control.total(seat))
        if rounds := rounds_words(context, control.score.players[seat]):
            words = f"{words} {rounds}."

        def show() -> None:
            control.show(seat=seat)

        return PlayerHead(
            seat, show, self._paint_head, tooltip=name, reads=words, id=("seat", seat)
        )

    @property
    def hexagons(self) -> list[EarnedHexagon]:
        """The widgets of the earned hexagons."""
        return [part for part in self.parts if isinstance(part, EarnedHexagon)]

    def leaves(self) -> Iterator[Widget]:
        yield self
        for part in self.parts:
            yield from part.leaves()

    # layout

    @staticmethod
    def width(control: CountControl, view: View) -> float:
        """Return the units of width of all columns in a window."""
        units = view.units_wide
        if control.is_alone:
            return min(_ALONE, units * 0.375)
        count = len(control.match.players)
        beside = _BESIDE if count < 5 else _BESIDE_MANY
        least = 0.6 if view.is_upright and count > 3 else 0.45
        return max(min(units - beside, 84 + 514 * count), units * least)

    def columns(self, painter: Painter) -> list[Rect]:
        """Return each player's column, as high as the scale."""
        rect, control = self.rect, self.control
        over = _HEXAGONS if self.hexagons else 0
        head = painter.px(_HEAD_ALONE if control.is_alone else _HEAD + over)
        free = rect.h - head - self._gap(painter) * len(control.match.rounds)
        room = free * self.full / max(1.0, self.highest)
        high = round(min(_TALL * rect.h, room))
        foot = rect._replace(y=rect.bottom - high, h=high)
        if control.is_alone:
            return [foot]
        count = len(control.match.players)
        has_rounds = len(control.match.rounds) > 1
        right = painter.px(40 if count < 5 else 24)
        left = painter.px(48 if has_rounds else 12)
        inner = foot.cut_right(right)[1].cut_left(left)[1]
        gap = self._apart(painter)
        wide = min(painter.px(_WIDEST), (inner.w - gap * (count - 1)) // count)
        left = inner.right - count * wide - (count - 1) * gap
        # Local players first: players elsewhere see theirs first on their own screens.
        here = people_here(control.match)
        order = sorted(range(count), key=lambda seat: seat not in here)
        places = {seat: left + i * (wide + gap) for i, seat in enumerate(order)}
        return [inner._replace(x=places[seat], w=wide) for seat in range(count)]

    def _apart(self, painter: Painter) -> int:
        """Return the width of the gap between two columns."""
        count = len(self.control.match.players)
        return painter.px(34 if count < 5 else 28 if count < 7 else 18)

    def _gap(self, painter: Painter) -> int:
        """Return the height of the gap below a round, for its sum."""
        return painter.px(_SUM) if len(self.control.match.rounds) > 1 else 0

    def _place_bands(
        self, painter: Painter, column: Rect, seat: int
    ) -> list[tuple[list[ScoreBand], list[Rect]]]:
        """Return for each round its bands and their rectangles.

        With several players a band has no rectangle until it is counted.
        """
        placed, gap = [], self._gap(painter)
        column = column._replace(y=column.y - gap)
        for index in range(len(self.control.match.rounds)):
            steps, lit = self.control.harvest(seat, index), self.control.lit(seat, index)
            is_all = self.control.is_alone
            bands = [band_of_step(step) for i, step in enumerate(steps) if is_all or i in lit]
            rects = harvest_rects(painter, column, bands, self.full)
            placed.append((bands, rects))
            top = rects[-1].y if rects else column.bottom
            column = column._replace(y=column.y - (column.bottom - top + gap))
        return placed

    def _top_of(self, seat: int) -> int:
        """Return the upper edge of a seat's harvest, in pixels."""
        tops = [rects[-1].y for _, rects in self._placed[seat] if rects]
        return min(tops, default=self._columns[seat].bottom)

    def arrange(self, context: Context, rect: Rect) -> None:
        super().arrange(context, rect)
        painter, control = context.painter, self.control
        columns = self._columns = self.columns(painter)
        self._placed = [self._place_bands(painter, each, i) for i, each in enumerate(columns)]
        for part in self.parts:
            match part.id:
                case ("seat", int(seat)):
                    top, high = self._top_of(seat), painter.px(_HEAD - 12)
                    wide = columns[seat].inset(-painter.px(6), 0)
                    part.arrange(context, wide._replace(y=top - high - painter.px(6), h=high))
                case ("band", int(index)):
                    part.arrange(context, self._placed[control.seat][control.round][1][index])
                case "number" if control.is_alone:
                    part.arrange(context, self._number_rect(painter))
                case "scale" if control.is_alone:
                    part.arrange(context, self._free_rect(painter))
                case "number" | "scale":
                    part.arrange(context, rect._replace(h=0))
        self._place_hexagons(context)

    def _free_rect(self, painter: Painter) -> Rect:
        """Return the free part of a single column, from its top to the number, for the marks.

        Hexagons are ignored: they may arrive late, and the marks must not move then.
        """
        column, foot = self._columns[0], self._number_rect(painter).y
        top = max(self.rect.y, min(column.y, foot - painter.px(32)))
        return column._replace(y=top, h=max(1, foot - top))

    def _number_rect(self, painter: Painter) -> Rect:
        """Return the rectangle of the one number: on top of the harvest or of the missed total."""
        column, top = self._columns[0], self._top_of(0)
        if self.missed is not None:
            top = min(top, round(column.bottom - self.missed * column.h / self.full))
        style = self._number_style(painter)
        high = round(painter.px(style.size) * 0.78)
        wide = painter.text_width(self._number(self.control.score.players[0].total), style)
        return Rect(column.x + painter.px(24), top - high - painter.px(18), wide, high)

    def _number_style(self, painter: Painter) -> TextStyle:
        size = min(150.0, self.rect.w / painter.view.scale * 0.31)
        return painter.theme.type.score.sized(size)

    def _number(self, points: float) -> str:
        return self.context.catalogue.number(points)

    def _place_hexagons(self, context: Context) -> None:
        """Place the earned hexagons: right of the number for one player, else at the top left of
        the columns.
        """
        painter, count = context.painter, len(self.hexagons)
        if not count:
            return
        gap = painter.px(12)
        if self.control.is_alone:
            number = self._number_rect(painter)
            left, right = number.right + painter.px(24), self._columns[0].right - painter.px(24)
            foot = number.bottom + painter.px(6)
            radius = painter.px(54 if count == 1 else 48 if count < 5 else 32)
        else:
            left, right = self.rect.x, self.rect.right - painter.px(40)
            radius = painter.px(26)
            foot = painter.px(20) + 2 * radius
        in_one_row = (right - left - (count - 1) * gap) // (2 * count)
        radius = max(painter.px(26), min(radius, in_one_row))
        wide, high = 2 * radius, round(1.74 * radius)
        in_row = max(1, (right - left + gap) // (wide + gap))
        for index, part in enumerate(self.hexagons):
            row, place = divmod(index, in_row)
            x = right - (place + 1) * wide - place * gap
            y = foot - (row + 1) * high - row * gap
            part.arrange(context, Rect(x, y, wide, high))

    # pictures

    def draw_beyond(self, surface: pygame.Surface, painter: Painter, share: float) -> None:
        """Draw the bands of a single column going on behind their fold, over so much of the sky.

        They are pale, because words lie on them.
        """
        theme, gap = painter.theme, max(1, painter.px(1.6))
        fold = self._columns[0].x + painter.px(15)
        for bands, rects in self._placed[0]:
            for one, rect in zip(bands, rects, strict=True):
                ink = theme.stripes[one.number] if one.kind == "line" else theme.palette.well
                colour = beyond_fold(theme, ink)
                at, high = (fold, rect.y + gap), rect.h - gap
                draw_rise_left(surface, colour, at, high, round(fold * share))

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        control, columns = self.control, self._columns
        for seat in range(len(columns)):
            self._draw_column(surface, painter, seat)
        if control.is_alone:
            self._draw_alone(surface, painter)
            return
        winners = control.score.winners
        if control.is_done and control.match.is_complete and len(winners) > 1:
            top = min(map(self._top_of, winners))
            ends = [columns[seat] for seat in winners]
            at = (min(each.x for each in ends) - painter.px(16), top - painter.px(5))
            right = max(each.right for each in ends) + painter.px(16)
            draw_dotted(surface, painter, at, right, painter.theme.palette.accent)

    def draw_moving(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw the parts that move during the count: the latest bands and the numbers."""
        control = self.control
        for seat, column in enumerate(self._columns):
            latest = control.latest(seat)
            if latest is None:
                continue
            bands, rects = self._placed[seat][-1]
            place = latest if control.is_alone else len(rects) - 1
            if control.is_alone:
                self._draw_lit(surface, painter, bands[place], rects[place])
            else:
                away = round((1 - self.pace("fly")) * (self.rect.right - column.x))
                draw_score_band(surface, painter, bands[place], rects[place].moved(away, 0))
        if control.is_alone:
            self._draw_number(surface, painter)
        for head in self.parts:
            if isinstance(head, PlayerHead):
                self._draw_total(surface, painter, _cut_head(painter, head.rect)[2], head.seat)

    def _draw_column(self, surface: pygame.Surface, painter: Painter, seat: int) -> None:
        control, last = self.control, len(self.control.match.rounds) - 1
        for index, (bands, rects) in enumerate(self._placed[seat]):
            lit = control.lit(seat, index)
            latest = None
            if index == last and not control.is_done:
                latest = control.latest(seat)
                if latest is not None and not control.is_alone:
                    latest = len(rects) - 1
            for place, (one, rect) in enumerate(zip(bands, rects, strict=True)):
                if place == latest:
                    continue
                if control.is_alone and place not in lit:
                    self._draw_dark(surface, painter, one, rect)
                else:
                    draw_score_band(surface, painter, one, rect)
            if control.is_done and not control.is_alone and rects:
                self._draw_thin(surface, painter, bands, rects)
            if last and rects:
                self._draw_sum(surface, painter, seat, index)

    def _draw_thin(
        self,
        surface: pygame.Surface,
        painter: Painter,
        bands: list[ScoreBand],
        rects: list[Rect],
    ) -> None:
        """Write the points of bands too thin for words right of their column, each on a thread, the
        largest ones where not all have room.
        """
        p, high, thread = painter.theme.palette, painter.px(19), painter.px(6)
        # A sunset may be behind the last round.
        ink = p.ink if self.control.match.is_complete else p.ink_soft
        style = painter.theme.type.strong.coloured(ink)
        column, foot = rects[0], rects[0].bottom
        right = min((x for x, *_ in self._columns if x > column.x), default=self.rect.right)
        room = right - column.right - thread
        thin = [
            (one, rect)
            for one, rect in zip(bands, rects, strict=True)
            if is_mute(painter, rect)
            and painter.text_width(self._number(one.points), style) <= room
        ]
        most = (foot - rects[-1].y) // high
        largest = sorted(thin, key=lambda each: -each[0].points)[:most]
        largest.sort(key=lambda each: each[1].y)
        ys = spread_apart((rect.centre[1] for _, rect in largest), high, foot - high / 2)
        for (one, rect), y in zip(largest, ys, strict=True):
            ends = (column.right + 1, rect.centre[1]), (column.right + thread - painter.px(2), y)
            pygame.draw.aaline(surface, ink, *ends)
            painter.text(surface, self._number(one.points), (column.right + thread, y), style)

    @staticmethod
    def _draw_dark(surface: pygame.Surface, painter: Painter, one: ScoreBand, rect: Rect) -> None:
        """Draw the outline of a band that is not counted yet."""
        theme, gap = painter.theme, max(1, painter.px(1.6))
        ink = theme.stripes[one.number] if one.number else theme.palette.cool
        ink = mix_colour(ink, theme.palette.sky_foot, 0.4)
        draw_ghost(surface, painter, rect._replace(y=rect.y + gap, h=rect.h - gap), ink)

    def _draw_lit(
        self, surface: pygame.Surface, painter: Painter, one: ScoreBand, rect: Rect
    ) -> None:
        """Draw the band being counted, extended to the left with its points."""
        theme, p = painter.theme, painter.theme.palette
        fill = theme.stripes[one.number] if one.kind == "line" else p.well
        grown = _grown(painter, rect)
        reach = round(painter.px(104) * min(1.0, self.pace("fly") + 0.3))
        out = Rect(rect.x - reach, grown.y + 1, reach + painter.px(16), grown.h - 1)
        draw_band(surface, painter, fill, out, start="cut")
        draw_score_band(surface, painter, one, grown)
        with painter.ink_on(fill):
            at = (out.x + grown.h * SLOPE + painter.px(6), grown.centre[1])
            words = f"+{self._number(one.points)}"
            if at[0] + painter.text_width(words, theme.type.label) < rect.x:
                painter.text(surface, words, at, theme.type.label)

    def _sum(self, seat: int, index: int) -> str:
        steps, lit = self.control.harvest(seat, index), self.control.lit(seat, index)
        return self._number(sum(steps[i].points for i in lit))

    def _draw_sum(self, surface: pygame.Surface, painter: Painter, seat: int, index: int) -> None:
        """Draw a round's sum in the gap below it, and its name left of the first column."""
        p, style = painter.theme.palette, painter.theme.type.strong
        column, (_, rects) = self._columns[seat], self._placed[seat][index]
        top, foot = rects[-1].y, rects[0].bottom
        at = (column.centre[0], foot + painter.px(_SUM) // 2)
        is_last = index == len(self.control.match.rounds) - 1
        label = painter.theme.type.label.coloured(p.ink if is_last else p.ink_soft)
        painter.text(surface, self._sum(seat, index), at, label, "centre")
        if column.x == min(each.x for each in self._columns):
            name = self.context.text("breakdown.round_short", number=index + 1)
            at = (column.x - painter.px(14), (top + foot) // 2)
            painter.text(surface, name, at, style.coloured(p.ink_soft), "right")

    def _draw_alone(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw the parts of a single column: the missed total, the marks, the number."""
        column, top, number = self._columns[0], self._top_of(0), self._number_rect(painter)
        if self.missed is not None and self.control.is_done:
            asked = round(column.bottom - self.missed * column.h / self.full)
            gap = painter.px(2)
            if top - asked > 2 * gap:
                ghost = column._replace(y=asked, h=top - asked - gap)
                draw_ghost(surface, painter, ghost, painter.theme.palette.bad)
        covered = number._replace(w=column.w) if self.hexagons else number
        draw_marks(surface, painter, column, self.marks, self.full, top, covered)
        if self.control.is_done:
            self._draw_beside(surface, painter)
            self._draw_number(surface, painter)

    def _draw_beside(self, surface: pygame.Surface, painter: Painter) -> None:
        """Write the words of bands too thin for them left of the column, each on a thread, apart
        from each other and from the marks.
        """
        px, p, column = painter.px, painter.theme.palette, self._columns[0]
        style, last = painter.theme.type.strong.coloured(p.ink_soft), column.bottom + px(10)
        marks = [round(column.bottom - m.points * column.h / self.full) for m in self.marks]
        ((bands, rects),) = self._placed[0]
        for one, rect in zip(bands, rects, strict=True):
            if not is_mute(painter, rect):
                continue
            y = last = min(rect.centre[1], last - px(20))
            for mark in sorted(marks, reverse=True):
                if abs(mark - y) < px(20):
                    y = last = mark - px(20)
            # Where words are large there are links beside.
            name = one.name if painter.view.units_wide >= _NAMED else ""
            words = f"{name} {self._number(one.points)}".strip()
            painter.text(surface, words, (column.x - px(26), y), style, "right")
            ends = (column.x - px(22), y), (column.x - px(3), rect.centre[1])
            pygame.draw.aaline(surface, p.ink_soft, *ends)

    def _draw_number(self, surface: pygame.Surface, painter: Painter) -> None:
        """Draw the single number, which rolls while a band is counted."""
        number, words = self._number_rect(painter), self._number(self._rolled(0))
        at, style = (number.x, number.centre[1]), self._number_style(painter)
        if self.is_pale:
            painter.text(surface, words, at, style)
        else:
            draw_hero(surface, painter, words, at, style)

    def _rolled(self, seat: int) -> float:
        """Return a seat's total so far, which rolls while a band is counted."""
        control, latest = self.control, self.control.latest(seat)
        if latest is None or control.is_done:
            return control.total(seat)
        gained = control.harvest(seat)[latest].points
        return control.total(seat) - round(gained * (1 - self.pace("number")))

    def _paint_head(self, surface: pygame.Surface, head: PlayerHead) -> None:
        """Draw a player's name, hexagon and total."""
        context, control, rect, seat = self.context, self.control, head.rect, head.seat
        painter = context.painter
        p, types = painter.theme.palette, painter.theme.type
        is_over = control.is_done and control.match.is_complete
        is_winner = is_over and seat in control.score.winners
        is_chosen = control.is_done and seat == control.seat
        name_at, face, foot = _cut_head(painter, rect)
        # A name may use most of the gap between the columns.
        style, room = types.label, rect.w + self._apart(painter) - painter.px(14)
        name = seat_words(context, control.match, seat)
        if painter.text_width(name, style) > room:
            style = painter.lessened(types.strong)
        name = painter.shorten(name, room, style)
        fill = p.chosen if is_chosen else p.faint if head.is_hovered else None
        if fill is not None:
            wide = min(room, painter.text_width(name, style) + painter.px(44))
            cut = name_at.centred(wide, name_at.h)
            end = end_around(painter, cut, name, cut, style)
            draw_band(surface, painter, fill, cut, end, start=end)
        with painter.ink_on(fill):
            painter.text(surface, name, name_at.centre, style, "centre")
        self._draw_face(surface, seat, face, is_winner=is_winner)
        if control.is_done:
            self._draw_total(surface, painter, foot, seat, is_winner=is_winner)

    def _draw_total(
        self,
        surface: pygame.Surface,
        painter: Painter,
        foot: Rect,
        seat: int,
        *,
        is_winner: bool = False,
    ) -> None:
        p, wide = painter.theme.palette, foot.w / painter.view.scale
        size = max(21.0, min(62.0 if is_winner else 46.0, wide * 0.42))
        style = painter.theme.type.display.sized(size).coloured(p.accent if is_winner else p.ink)
        painter.text(surface, self._number(self._rolled(seat)), foot.centre, style, "centre")

    def _draw_face(
        self, surface: pygame.Surface, seat: int, rect: Rect, *, is_winner: bool
    ) -> None:
        """Draw a player's hexagon in the seat's colour, with a cup, an avatar or a face."""
        painter = self.context.painter
        match = self.control.match
        bot = match.players[seat].bot or find_holders(match)[seat][-1].bot or ""
        colour = painter.theme.seats[self.setup.colour_of(seat)]
        radius = min(painter.px(29), rect.w * 0.4)
        avatar = "" if bot else self.setup.avatar_of(seat)
        if avatar and not is_winner:
            draw_avatar(surface, painter, avatar, colour, rect.centre, 2 * radius)
            return
        draw_hexagon(surface, painter, rect.centre, radius, colour)
        side = round(radius * 1.1)
        ink = painter.theme.ink_on(colour)
        if is_winner:
            painter.icon(surface, Icon.TROPHY, rect.centre, side, ink)
        elif has_portrait(bot):
            draw_portrait(surface, painter, bot, rect.centre, side * 1.25)
        else:
            painter.icon(surface, Icon.ROBOT if bot else Icon.PERSON, rect.centre, side, ink)
