"""The daily deal: today's as the one thing to press, the calendar as a shelf of medals."""

from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import groupby
from typing import Final

import pygame

from game.locale import write_date, write_duration, write_percent
from game.play.daily import SHARES, STANDARD, Medal, deal_on, editions_on
from game.rules.placement import Position, empty_position
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.draw.theme import Colour
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import ANIMATING, STILL, Navigation, Pulse
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect, View
from game.ui.scenes.daily.cells import DayCell, draw_total
from game.ui.scenes.daily.control import DailyControl, DealStanding
from game.ui.scenes.shared.names import attempt_words
from game.ui.scenes.shared.starting import begin_or_ask, continue_match, start_match
from game.ui.widgets import Button, IconButton, Look, PageHead, PressResult, Segmented, WidgetScene
from game.ui.widgets.toast import Toast

_HOLLOW, _FULL = "⬡", "⬢"

_PLAY: Final = {
    DealStanding.WAITING: "daily.continue",
    DealStanding.COUNTED: "daily.practise",
    DealStanding.MISSED: "daily.practise",
    DealStanding.LOST: "daily.practise",
}

_TICK: Final = 1.0
"""Seconds between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class DailyLayout:
    """Rectangles in pixels."""

    streak: Rect
    calendar: Rect
    month: Rect
    names: Rect
    days: Rect
    legend: Rect
    card: Rect
    heading: Rect
    about: Rect
    board: Rect
    notes: Rect
    share: Rect
    share_title: Rect
    lines: Rect
    remark: Rect


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on the chosen deal: a title and perhaps a line about it."""

    icon: Icon
    colour: Colour
    title: str
    words: str = ""


class DailyScene(WidgetScene):
    """The calendar at the left; the chosen deal and its result at the right."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.control = DailyControl(context)
        self._picture = BoardPicture(context.painter)
        self._layout: DailyLayout | None = None
        self._position: Position | None = None
        self._result: tuple[str, ...] = ()
        self._shown: tuple[date, str] | None = None
        """Whose result that is."""
        self._since_tick = 0.0
        self._minutes = ""
        self._toast = Toast(context)
        self._head = PageHead(context, "daily.heading", "daily.back")
        self._play = Button(self._play_words, self._start, icon=Icon.PLAY, look=Look.PRIMARY)
        self._copy = self.button("daily.copy", self._copy_text, Icon.COPY)
        self._earlier = self._turner(-1, Icon.LEFT, "daily.earlier")
        self._later = self._turner(1, Icon.RIGHT, "daily.later")
        self._now = self.button("daily.now", self._show_today, look=Look.QUIET)
        self._editions: Segmented[str] | None = None
        self._cells: list[DayCell] = []
        self._refresh()
        self.form.focus(self._play, is_shown=False)

    def _turner(self, months: int, icon: Icon, key: str) -> IconButton:
        def words() -> str:
            return self.context.text(key, month=self._month_words(months))

        return IconButton(icon, partial(self._turn, months), tooltip=words)

    # what is shown

    def _refresh(self) -> None:
        """Make the widgets and the words of the chosen day and the month in view."""
        control, context = self.control, self.context
        focused = self.form.focused
        kept = focused.day if isinstance(focused, DayCell) else None
        self._cells = [
            DayCell(context, control, day, partial(self._choose, day))
            for day in control.days()
            if day is not None
        ]
        names = editions_on(control.day)
        self._editions = None
        if len(names) > 1:
            options = [(name, partial(context.text, f"editions.{name}.name")) for name in names]
            self._editions = Segmented(options, control.edition, self._choose_edition)
        for button, months in ((self._earlier, -1), (self._later, 1)):
            button.why_disabled = None if control.can_turn(months) else ""
        self._now.is_hidden = control.day >= control.book.today
        is_open = control.standing in (DealStanding.OPEN, DealStanding.WAITING)
        self._play.look = Look.PRIMARY if is_open else Look.NORMAL
        has_deal = control.standing is not DealStanding.NONE
        self._play.why_disabled = None if has_deal else context.text("daily.none")
        self._look_at_match()
        self._copy.why_disabled = None if self._result else ""
        editions = [self._editions] if self._editions is not None else []
        self.form.replace(
            [
                self._head.back,
                self._play,
                *editions,
                self._copy,
                self._earlier,
                self._now,
                self._later,
                *self._cells,
            ]
        )
        if kept is not None:
            cell = next((c for c in self._cells if c.day == kept), None)
            self.form.focus(cell or self._play)
        if self._layout is not None:
            self.resize(self.view)

    def _look_at_match(self) -> None:
        """The board and the text of the attempt at the chosen deal."""
        control = self.control
        played, match = control.attempt, control.waiting
        if match is None and played is not None:
            match = control.match_of(played)
        self._position = None
        if match is not None and match.rounds:
            seat = next((i for i, p in enumerate(match.players) if p.bot is None), 0)
            self._position = match.rounds[-1].seats[seat].position
        self._shown, self._result = control.shown_result(), ()
        if self._shown is None:
            return
        day, edition = self._shown
        match = control.match_of(control.book.attempts(day, edition)[0])
        if match is None or control.is_unknown(day, edition):
            return
        from game.page.possible import Possible, seat_to_show
        from game.page.result import describe_result

        best, master = control.book.possible(day, edition)
        has_all = best is not None and master is not None
        lines = describe_result(
            match,
            seat_to_show(match),
            self.context.catalogue,
            possible=Possible((), best or 0, master or 0) if has_all else None,
            daily=deal_on(day, edition),
        )
        self._result = (*lines, *self._streak_line(day))

    def _streak_line(self, day: date) -> tuple[str, ...]:
        book = self.control.book
        played = book.days_in_time()
        is_shown = day in played and day == max(played) and book.streak > 1
        return (self.context.text("daily.row", count=book.streak),) if is_shown else ()

    def _month_words(self, months: int = 0) -> str:
        month = self.control.month_after(months)
        name = self.context.text(f"format.month.{month.month}")
        name = name[:1].upper() + name[1:]
        return self.context.text("daily.month", month=name, year=str(month.year))

    def _day_words(self, day: date) -> str:
        weekday = self.context.text(f"daily.weekday.{day.weekday()}")
        date = write_date(self.context.catalogue, day)
        return self.context.text("daily.day", weekday=weekday, date=date)

    def _play_words(self) -> str:
        control = self.control
        key = "daily.play_today" if control.day == control.book.today else "daily.play"
        return self.context.text(_PLAY.get(control.standing, key))

    # what is done

    def _choose(self, day: date) -> PressResult:
        if day == self.control.day and self.control.standing in (
            DealStanding.OPEN,
            DealStanding.WAITING,
        ):
            return self._start()
        self.control.choose(day)
        self._refresh()
        return None

    def _choose_edition(self, edition: str) -> PressResult:
        self.control.choose(self.control.day, edition)
        self._refresh()
        return None

    def _turn(self, months: int) -> PressResult:
        self.control.turn(months)
        self._refresh()
        return None

    def _show_today(self) -> PressResult:
        self.control.show_today()
        self._refresh()
        return None

    def _start(self) -> Navigation | None:
        control, context = self.control, self.context
        waiting = control.waiting
        if waiting is not None:
            return continue_match(context, waiting)
        setup = control.setup()
        return begin_or_ask(context, lambda: start_match(context, setup))

    def _copy_text(self) -> PressResult:
        is_copied = self.context.copy_text("\n".join(self._result))
        key = "daily.copied" if is_copied else "daily.not_copied"
        self._toast.show(self.context.text(key), 4.0, is_bad=not is_copied)
        return None

    # the scene

    def enter(self) -> None:
        """A deal may have been played meanwhile."""
        self.control.load()
        self._refresh()

    def leave(self) -> None:
        """Master need not think any more."""
        self.control.stop()

    def react(self, intent: Intent) -> Navigation | None:
        """Escape goes back, pages turn the months, Home shows today, the copy key copies."""
        match intent:
            case Command(Action.PAGE_UP | Action.PAGE_DOWN as action):
                return self._turn(-1 if action is Action.PAGE_UP else 1)
            case Command(Action.FIRST):
                return self._show_today()
            case Command(Action.COPY, is_repeat=False) if self._result:
                return self._copy_text()
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        """Take what engines found; turn the page at midnight."""
        has_changed = self._toast.advance(dt)
        if self.control.look():
            self._refresh()
            has_changed = True
        self._since_tick += dt
        if self._since_tick >= _TICK:
            self._since_tick = 0.0
            if self.control.is_stale:
                self.control.load()
                self._refresh()
                has_changed = True
            minutes = self._next_words()
            has_changed |= minutes != self._minutes
            self._minutes = minutes
        return ANIMATING if has_changed else STILL

    def _next_words(self) -> str:
        minutes = max(1, -(-int(self.control.until_next.total_seconds()) // 60))
        return write_duration(self.context.catalogue, minutes * 60)

    def resize(self, view: View) -> None:
        """Place everything."""
        super().resize(view)
        self._picture.forget()
        self._minutes = self._next_words()
        layout = self._layout = self._lay_out(view)
        columns = layout.names.columns(7, view.px(4))
        rows = layout.days.rows(6, view.px(4))
        cells = [Rect(column.x, row.y, column.w, row.h) for row in rows for column in columns]
        placed = dict(zip(self.control.days(), cells, strict=True))
        for cell in self._cells:
            cell.place(placed[cell.day])
        side = layout.month.h
        self._earlier.place(layout.month.cut_left(side)[0])
        self._later.place(layout.month.cut_right(side)[0])
        now, _ = layout.month.cut_right(side + view.px(8))[1].cut_right(view.px(132))
        self._now.place(now)

    def _lay_out(self, view: View) -> DailyLayout:
        px = view.px
        area = self._head.place(view)
        streak = self._head.cut_right(px(300))
        left, right = area.weighted_columns([1.36, 1.0], px(16))
        inner = left.inset(px(14), px(12))
        month, inner = inner.cut_top(px(42), px(6))
        names, inner = inner.cut_top(px(24), px(2))
        legend, days = inner.cut_bottom(px(40), px(8))
        share, card = right.cut_bottom(min(px(266), right.h * 42 // 100), px(14))
        inside = card.inset(px(20), px(14))
        heading, inside = inside.cut_top(px(34))
        about, inside = inside.cut_top(px(42 if self._editions is not None else 24), px(8))
        play, inside = inside.cut_bottom(px(54), px(10))
        self._play.place(play)
        if self._editions is not None:
            self._editions.place(about)
        board, notes = inside.cut_left(min(inside.h * 108 // 100, inside.w * 48 // 100), px(14))
        below = share.inset(px(20), px(12))
        share_title, below = below.cut_top(px(28), px(6))
        foot, lines = below.cut_bottom(px(44), px(8))
        width = min(self._copy.measure(self.context.painter)[0], foot.w * 55 // 100)
        copy, remark = foot.cut_right(width, px(12))
        self._copy.place(copy)
        return DailyLayout(
            streak, left, month, names, days, legend, card, heading, about, board, notes,
            share, share_title, lines, remark,
        )  # fmt: skip

    # picture

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background, the panels and what is written on them."""
        super().draw_below(surface)
        layout, painter = self._layout, self.context.painter
        if layout is None:
            return
        types, text = painter.theme.type, self.context.text
        self._head.draw(surface)
        self._draw_streak(surface, layout.streak)
        painter.panel(surface, layout.calendar)
        month = layout.month.inset(layout.month.h + painter.px(150), 0)
        painter.text_in(surface, self._month_words(), month, types.heading, "centre", max_lines=1)
        for day, column in enumerate(layout.names.columns(7, painter.px(4))):
            words = text(f"daily.weekday_short.{day}")
            painter.text_in(surface, words, column, types.caption, "centre", max_lines=1)
        self._draw_bands(surface)
        self._draw_legend(surface, layout.legend)
        self._draw_card(surface, layout)
        self._draw_share(surface, layout)

    def draw_above(self, surface: pygame.Surface) -> None:
        """What has just been done."""
        self._toast.draw(surface, self.view.area)

    def _draw_streak(self, surface: pygame.Surface, rect: Rect) -> None:
        count = self.control.book.streak
        if not count:
            return
        painter = self.context.painter
        p = painter.theme.palette
        words = self.context.text("daily.row", count=count)
        style = painter.theme.type.label
        size = painter.px(24)
        width = min(rect.w, painter.text_width(words, style) + size + painter.px(50))
        badge = rect.cut_right(width)[0]
        painter.box(surface, badge, (*p.poor, 34), p.poor, radius=badge.h // 2)
        inner = badge.inset(painter.px(18), 0)
        painter.icon(surface, Icon.FLAME, (inner.x + size / 2, inner.centre[1]), size, p.poor)
        words_area = inner.cut_left(size, painter.px(8))[1]
        painter.text_in(surface, words, words_area, style, max_lines=1)

    def _draw_bands(self, surface: pygame.Surface) -> None:
        """One band behind days of a week that follow each other without a gap."""
        painter = self.context.painter
        p, days = painter.theme.palette, self.control.book.days_in_time()
        for (_, is_made), row in groupby(self._cells, lambda c: (c.rect.y, c.day in days)):
            first, *others = [cell.rect for cell in row]
            if is_made and others:
                band = first._replace(w=others[-1].right - first.x)
                painter.box(surface, band, (*p.poor, 26), p.poor, radius=painter.px(16))

    def _draw_legend(self, surface: pygame.Surface, rect: Rect) -> None:
        painter, text = self.context.painter, self.context.text
        p, types = painter.theme.palette, painter.theme.type
        pygame.draw.line(surface, p.panel_edge, rect[:2], (rect.right, rect.y))
        shares = dict(reversed(SHARES))
        names = [text(f"daily.medal.{medal.value}") for medal in shares] + [
            text("daily.medal.master")
        ]
        percents = [write_percent(self.context.catalogue, share / 100) for share in shares.values()]
        percents[-1] = text("daily.share_of_best", percent=percents[-1])
        words = [*(f"{n} {s}" for n, s in zip(names, percents, strict=False)), names[-1]]
        size, gap = painter.px(30), painter.px(4)
        widths = [painter.text_width(w, types.small) + size + gap * 2 for w in words]
        row = rect.cut_bottom(rect.h - painter.px(6))[0]
        cells = row.weighted_columns(widths, gap)
        for medal, line, cell in zip((*shares, Medal.MASTER), words, cells, strict=True):
            at = (cell.x + size / 2, cell.centre[1])
            painter.sprites.draw_medal(surface, medal.value, at, painter.px(11))
            area = cell.cut_left(size, gap)[1]
            style = types.small.coloured(p.ink_soft)
            painter.text_in(surface, line, area, style, max_lines=2)

    def _draw_card(self, surface: pygame.Surface, layout: DailyLayout) -> None:
        painter, control, text = self.context.painter, self.control, self.context.text
        types = painter.theme.type
        is_open = control.standing in (DealStanding.OPEN, DealStanding.WAITING)
        painter.panel(surface, layout.card, is_lit=is_open)
        day = self._day_words(control.day)
        painter.text_in(surface, day, layout.heading, types.heading, max_lines=1)
        if self._editions is None:
            edition = text(f"editions.{STANDARD}.name")
            words = text("daily.deal", number=str(control.deal.number), edition=edition)
            painter.text_in(surface, words, layout.about, types.body, max_lines=1)
        self._draw_board(surface, layout.board)
        self._draw_notes(surface, layout.notes)

    def _draw_board(self, surface: pygame.Surface, area: Rect) -> None:
        """The board that was made, or one whose tiles still lie face down."""
        rules, painter = self.control.deal.rules, self.context.painter
        board = lay_out_board(rules.grid, area, 0.3)
        position = self._position or empty_position(rules.grid)
        look = BoardLook(rules, position, has_badges=False, has_names=False)
        self._picture.draw(surface, board, look)
        if self._position is None:
            for centre in board.centres:
                painter.sprites.draw_tile(surface, None, centre, board.tile_radius)

    def _draw_notes(self, surface: pygame.Surface, area: Rect) -> None:
        painter, control = self.context.painter, self.control
        if control.attempt is not None and control.standing is not DealStanding.WAITING:
            medal, area = area.cut_top(min(area.h * 44 // 100, painter.px(110)), painter.px(6))
            self._draw_outcome(surface, medal)
        notes = self._notes()
        p, types = painter.theme.palette, painter.theme.type
        size, small = painter.px(22), types.small.coloured(p.ink_soft)
        width = area.w - size - painter.px(10)
        # Each gets room in proportion to its words.
        heads = [painter.height_of(n.title, width, types.strong) for n in notes]
        bodies = [painter.height_of(n.words, width, small) if n.words else 0 for n in notes]
        wanted = [head + body for head, body in zip(heads, bodies, strict=True)]
        cells = area.weighted_rows(wanted, painter.px(6))
        for note, head, height, cell in zip(notes, heads, wanted, cells, strict=True):
            side, inner = cell.cut_left(size, painter.px(10))
            inner = inner.centred(inner.w, min(inner.h, height))
            top, below = inner.cut_top(inner.h * head // height)
            painter.icon(surface, note.icon, (side.centre[0], top.centre[1]), size, note.colour)
            painter.text_in(surface, note.title, top, types.strong)
            if note.words:
                painter.text_in(surface, note.words, below, small, valign="top")

    def _notes(self) -> list[Note]:
        """What there is to say about the chosen deal."""
        control, text = self.control, self.context.text
        p = self.context.painter.theme.palette
        book = control.book
        is_today = control.day == book.today
        notes: list[Note] = []
        match control.standing:
            case DealStanding.NONE:
                about = text(
                    "daily.none_about", date=write_date(self.context.catalogue, book.today)
                )
                notes.append(Note(Icon.CALENDAR, p.poor, text("daily.none"), about))
            case DealStanding.OPEN:
                notes.append(Note(Icon.LOCK, p.accent, text("daily.one"), text("daily.one_about")))
            case DealStanding.WAITING:
                notes.append(
                    Note(Icon.PLAY, p.accent, text("daily.begun"), text("daily.begun_about"))
                )
            case DealStanding.MISSED if control.attempt is not None:
                why = attempt_words(self.context, control.attempt)
                notes.append(Note(Icon.LOCK, p.ink_muted, text("daily.missed"), why))
            case DealStanding.LOST:
                notes.append(
                    Note(Icon.LOCK, p.ink_muted, text("daily.lost"), text("daily.lost_about"))
                )
            case _:
                pass
        if is_today:
            is_made = book.today in book.days_in_time()
            words = text("daily.next", time=self._minutes)
            row = text("daily.day_row", count=book.streak + (0 if is_made else 1))
            notes.append(Note(Icon.FLAME, p.poor, row, words))
        elif control.standing is DealStanding.OPEN:
            about = text("daily.archived_about")
            notes.append(Note(Icon.CALENDAR, p.cool, text("daily.archived"), about))
        again = book.attempts(control.day, control.edition)[1:]
        if again:
            best = self.context.catalogue.number(max(played.own.total for played in again))
            games = text("terms.count.games", count=len(again))
            words = text("daily.again", count=games, best=best)
            notes.append(Note(Icon.RESTART, p.ink_muted, words, ""))
        return notes

    def _draw_outcome(self, surface: pygame.Surface, area: Rect) -> None:
        """The medal with its total, what was possible, what Master made."""
        painter, control, text = self.context.painter, self.control, self.context.text
        types, number = painter.theme.type, self.context.catalogue.number
        played = control.attempt
        if played is None:
            return
        medal = control.book.medal(control.day, control.edition)
        best, master = control.book.possible(control.day, control.edition)
        side = min(area.h, painter.px(92))
        spot, words = area.cut_left(side, painter.px(12))
        counts = control.standing is DealStanding.COUNTED
        metal = control.metal(control.day, control.edition)
        draw_total(surface, painter, metal, spot.centre, side * 0.46, number(played.own.total))
        lines = []
        if counts and medal is not None:
            lines.append((text(f"daily.medal.{medal.value}"), types.label))
        elif counts and not control.is_thinking:
            lines.append((text("daily.no_medal"), types.strong))
        if best is not None:
            points = number(played.own.total)
            line = text("result.of_best", points=points, best=number(best))
            lines.append((line, types.caption))
        if master is not None:
            lines.append((text("result.master", points=number(master)), types.caption))
        elif control.is_thinking:
            lines.append((text("daily.thinking"), types.caption))
        for (line, style), cell in zip(lines, words.rows(max(1, len(lines))), strict=True):
            painter.text_in(surface, line, cell, style)

    def _draw_share(self, surface: pygame.Surface, layout: DailyLayout) -> None:
        painter, text = self.context.painter, self.context.text
        p, types = painter.theme.palette, painter.theme.type
        painter.panel(surface, layout.share)
        title = text("daily.share_title")
        if self._shown is not None:
            date = write_date(self.context.catalogue, self._shown[0])
            title = text("daily.share_of", date=date)
        painter.text_in(surface, title, layout.share_title, types.strong.sized(19), max_lines=1)
        painter.box(surface, layout.lines, p.sunken, p.panel_edge)
        inner = layout.lines.inset(painter.px(14), painter.px(8))
        if not self._result:
            words = text("daily.share_none" if self._shown is None else "daily.thinking")
            painter.text_in(surface, words, inner, types.body, "centre")
            return
        for line, cell in zip(self._result, inner.rows(len(self._result)), strict=True):
            if set(line) <= {_HOLLOW, _FULL}:
                self._draw_bar(surface, line, cell)
            else:
                style = types.caption.coloured(p.ink)
                painter.text_in(surface, line, cell, style, max_lines=1)
        remark = types.small.coloured(p.ink_soft)
        painter.text_in(surface, text("daily.spoils_nothing"), layout.remark, remark)

    def _draw_bar(self, surface: pygame.Surface, line: str, cell: Rect) -> None:
        """The hexagons of the text, as shapes."""
        painter = self.context.painter
        p = painter.theme.palette
        size = min(painter.px(20), cell.h)
        for index, sign in enumerate(line):
            at = (cell.x + size * (index + 0.5), cell.centre[1])
            icon = Icon.HEX if sign == _HOLLOW else Icon.PIECE
            colour = p.ink_muted if sign == _HOLLOW else p.accent
            painter.icon(surface, icon, at, size, colour)
