"""A day of the calendar: its number, and the medal or the total that was made."""

from datetime import date

import pygame

from game.locale import write_date
from game.progress.daily import STANDARD, editions_on
from game.ui.draw.painter import Painter
from game.ui.draw.sprites import Well
from game.ui.draw.value_chip import draw_on_metal
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.scenes.daily.control import DailyControl
from game.ui.widgets import OnPress, Widget


class DayCell(Widget):
    """One day of the month in view; pressing it chooses it."""

    def __init__(
        self, context: Context, control: DailyControl, day: date, on_press: OnPress
    ) -> None:
        super().__init__(on_press, tooltip=self.words, reads=self.words, id=day)
        self._context, self._control, self.day = context, control, day
        if not control.is_open(day):
            self.why_disabled = ""

    @property
    def is_tab_stop(self) -> bool:
        # The calendar is one stop: the chosen day, or the month's first where that is elsewhere.
        control = self._control
        days = [day for day in control.days() if day is not None and control.is_open(day)]
        return self.day == (control.day if control.day in days else days[0])

    def words(self) -> str:
        """The date and what was made of its deal."""
        text, book = self._context.text, self._control.book
        weekday = text(f"daily.weekday.{self.day.weekday()}")
        date = write_date(self._context.catalogue, self.day)
        date = text("daily.day", weekday=weekday, date=date)
        attempts = book.attempts(self.day)
        if not attempts:
            return text("daily.not_yet", date=date)
        points = text("terms.count.points", count=attempts[0].result.total)
        medal = book.medal(self.day)
        if medal is None:
            return text("daily.cell", date=date, points=points)
        name = text(f"daily.medal.{medal.value}")
        return text("daily.cell_medal", date=date, points=points, medal=name)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, types, control = painter.theme.palette, painter.theme.type, self._control
        is_chosen, is_today = control.day == self.day, control.book.today == self.day
        if is_today or is_chosen or self.is_hovered or self.shows_focus:
            fill = p.raised_press if self.is_pressed else p.raised
            edge = p.accent if is_today else p.raised_edge
            width = max(1.5, (2.6 if is_chosen else 1.4) * painter.view.scale)
            if self.is_enabled:
                painter.box(surface, self.rect.inset(painter.px(2)), fill, edge, width=width)
        number = str(self.day.day)
        attempts = control.book.attempts(self.day)
        if not self.is_enabled:
            style = types.label.sized(17).coloured(p.ink_muted)
            painter.text(surface, number, self.rect.centre, style, "centre")
            return
        corner = self.rect.inset(painter.px(9), painter.px(8))
        small = types.caption.sized(14).coloured(p.ink if is_today else p.ink_soft)
        painter.text(surface, number, (corner.x, corner.y + painter.px(6)), small)
        centre, radius = self._middle(painter)
        if attempts:
            self._draw_medal(surface, painter, centre, radius)
        elif is_today:
            room = self.rect.inset(painter.px(7))
            foot = Rect(room.x, round(centre[1] - radius), room.w, round(radius * 2))
            words = self._context.text("daily.today")
            style = types.label.sized(17).coloured(p.accent)
            painter.text_in(surface, words, foot, style, "centre", max_lines=1)
        else:
            painter.sprites.draw_well(surface, centre, radius, Well.EMPTY)
        self._draw_others(surface, painter, corner)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        painter.focus_ring(surface, self.rect.inset(painter.px(4)))

    def _middle(self, painter: Painter) -> tuple[tuple[float, float], float]:
        radius = min(self.rect.w * 0.33, self.rect.h * 0.41)
        return (self.rect.centre[0] + painter.px(5), self.rect.centre[1] + painter.px(2)), radius

    def _draw_medal(
        self, surface: pygame.Surface, painter: Painter, centre: tuple[float, float], radius: float
    ) -> None:
        total = self._context.catalogue.number(
            self._control.book.attempts(self.day)[0].result.total
        )
        draw_total(surface, painter, self._control.book.metal(self.day), centre, radius, total)

    def _draw_others(self, surface: pygame.Surface, painter: Painter, corner: Rect) -> None:
        """Draw a spot for the edition whose weekday it is, lit once it was played."""
        book = self._control.book
        others = [name for name in editions_on(self.day) if name != STANDARD]
        for index, name in enumerate(others):
            at = (corner.right - painter.px(4 + 10 * index), corner.y + painter.px(5))
            draw_spot(surface, painter, at, is_played=bool(book.attempts(self.day, name)))


def draw_spot(
    surface: pygame.Surface, painter: Painter, at: tuple[float, float], *, is_played: bool
) -> None:
    """Draw the spot that stands for another edition's deal."""
    p = painter.theme.palette
    fill = p.accent if is_played else p.sunken
    painter.disc(surface, at, painter.px(4), fill, p.raised_edge, painter.px(1))


def draw_total(
    surface: pygame.Surface,
    painter: Painter,
    metal: str,
    centre: tuple[float, float],
    radius: float,
    total: str,
) -> None:
    """Draw a total on its metal; on an empty well where it does not count (`metal` is empty)."""
    share = 0.72 if len(total) < 4 else 0.56
    draw_on_metal(surface, painter, metal, centre, radius, total, share)
