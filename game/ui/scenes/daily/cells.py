"""A day of the calendar: the flag of its game, or an empty hexagon with its number."""

from datetime import date

import pygame

from game.locale import write_date
from game.progress.daily import STANDARD_EDITION, editions_on
from game.ui.draw.bands import draw_flag, draw_hexagon, draw_hexagon_focus
from game.ui.draw.painter import Painter
from game.ui.draw.theme import METALS, Colour
from game.ui.frame.context import Context
from game.ui.layout.rects import Point
from game.ui.parts import Picture
from game.ui.scenes.daily.control import DailyControl
from game.ui.scenes.shared.flags import bands_of_result
from game.ui.widgets import OnPress, Widget
from game.ui.widgets.buttons import idle_ink


def day_words(context: Context, day: date) -> str:
    """Return a date with its weekday."""
    weekday = context.text(f"daily.weekday.{day.weekday()}")
    return context.text("daily.day", weekday=weekday, date=write_date(context.catalogue, day))


class DayCell(Widget):
    """A day of the month on display; pressing it chooses it."""

    def __init__(
        self, context: Context, control: DailyControl, day: date, on_press: OnPress
    ) -> None:
        super().__init__(on_press, tooltip=self.words, reads=self.words, id=day)
        self._context, self._control, self.day = context, control, day
        if not control.is_open(day):
            self.why_disabled = ""

    @property
    def is_tab_stop(self) -> bool:
        # The calendar is one focus stop: the chosen day, or the month's first.
        control = self._control
        days = [day for day in control.days() if day is not None and control.is_open(day)]
        return self.day == (control.day if control.day in days else days[0])

    def words(self) -> str:
        """Return the date and the result of its deal in words."""
        text, book = self._context.text, self._control.book
        date = day_words(self._context, self.day)
        attempts = book.attempts(self.day)
        if not attempts:
            return text("daily.not_yet", date=date)
        points = text("terms.count.points", count=attempts[0].result.total)
        medal = book.medal(self.day)
        if medal is None:
            return text("daily.cell", date=date, points=points)
        name = text(f"daily.medal.{medal.value}")
        return text("daily.cell_medal", date=date, points=points, medal=name)

    def radius(self, painter: Painter) -> float:
        """Return the flag's radius in pixels."""
        return min(self.rect.w * 0.42, self.rect.h * 0.45, painter.px(44))

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, control = painter.theme.palette, self._control
        centre, radius = self.rect.centre, self.radius(painter)
        is_chosen, is_today = control.day == self.day, control.book.today == self.day
        style, number = painter.theme.type.label, str(self.day.day)
        if not self.is_enabled:
            idle = style.coloured(idle_ink(painter))
            painter.text(surface, number, centre, idle, "centre")
            return
        if is_chosen or self.is_hovered:
            edge = p.chosen if is_chosen else p.line
            draw_hexagon(surface, painter, centre, radius + painter.px(6), edge)
        if control.book.attempts(self.day):
            self._draw_flag(surface, painter, centre, radius)
        elif is_today:
            ink = painter.theme.ink_on(p.gold)
            draw_hexagon(surface, painter, centre, radius, p.gold, ink, painter.px(3))
            painter.text(surface, number, centre, style.coloured(ink), "centre")
        else:
            inner = radius if is_chosen else radius * 0.74
            draw_hexagon(surface, painter, centre, inner, p.faint)
            painter.text(surface, number, centre, style.coloured(p.ink_soft), "centre")
        self._draw_others(surface, painter, centre, radius)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        is_chosen = self._control.day == self.day
        radius = self.radius(painter) + (painter.px(6) if is_chosen else 0)
        draw_hexagon_focus(surface, painter, self.rect.centre, radius)

    def _draw_flag(
        self, surface: pygame.Surface, painter: Painter, centre: Point, radius: float
    ) -> None:
        book = self._control.book
        result = book.attempts(self.day)[0].result
        best, _ = book.possible(self.day)
        edge = metal_edge(painter, book.metal(self.day))
        draw_flag(surface, painter, centre, radius, bands_of_result(result), best, edge)
        types, p = painter.theme.type, painter.theme.palette
        style = types.label if radius >= painter.px(28) else types.strong
        words = self._context.catalogue.number(result.total)
        inked = style.coloured(p.digit)._replace(outline=4)
        painter.text(surface, words, centre, inked, "centre")

    def _draw_others(
        self, surface: pygame.Surface, painter: Painter, centre: Point, radius: float
    ) -> None:
        """Draw a spot for the edition of that weekday, filled once its deal was played."""
        book = self._control.book
        others = [name for name in editions_on(self.day) if name != STANDARD_EDITION]
        for index, name in enumerate(others):
            at = (centre[0] + radius * 0.98 + painter.px(12 * index), centre[1] - radius * 0.72)
            draw_spot(surface, painter, at, is_played=bool(book.attempts(self.day, name)))


class Swatch(Picture):
    """A small picture in a legend."""

    def measure(self, painter: Painter) -> tuple[int, int]:
        return painter.px(26), painter.px(26)


def metal_edge(painter: Painter, metal: str) -> Colour | None:
    """Return the colour of a medal's edge; None without a medal."""
    if metal in ("", "plain"):
        return None
    if metal == "gold":
        return painter.theme.palette.gold
    return METALS[metal].top if metal in ("master", "silver") else METALS[metal].foot


def draw_spot(surface: pygame.Surface, painter: Painter, at: Point, *, is_played: bool) -> None:
    """Draw the spot of another edition's deal."""
    p = painter.theme.palette
    fill = p.gold if is_played else p.sky
    draw_hexagon(surface, painter, at, painter.px(7), fill, p.ink_soft, max(1, painter.px(1.5)))
