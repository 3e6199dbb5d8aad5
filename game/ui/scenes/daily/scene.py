"""The daily deal: today's with its button, and a calendar of medals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final

import pygame

from game.locale import write_date, write_duration, write_percent
from game.play.outside import BoardOutside, board_outside, covered_board
from game.play.own_seats import seat_of_honour
from game.progress.daily import SHARES, STANDARD, DailyDeal, Medal, deal_on, editions_on
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.draw.theme import Colour
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Dropped, Intent
from game.ui.frame.scene import STILL, Navigation, Pulse, Push
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect, View
from game.ui.parts import (
    MAIN,
    SILENT,
    Box,
    Cells,
    Column,
    DialogChoice,
    Ink,
    Over,
    PageScene,
    Panel,
    Picture,
    Row,
    Scroll,
    Sign,
    Spacer,
    Text,
    Widget,
    ask,
)
from game.ui.scenes.daily.cells import DayCell, draw_spot, draw_total
from game.ui.scenes.daily.control import DailyControl, DealStanding
from game.ui.scenes.shared.names import attempt_words, beaten_words, bot_name
from game.ui.scenes.shared.result_text import result_line
from game.ui.scenes.shared.starting import continue_match, start_match
from game.ui.widgets import Button, IconButton, Look, PressResult, Segmented, Toast

if TYPE_CHECKING:
    from game.page.result import DailyResult

_GAP: Final = 4
"""Units between two days."""

_PLAY: Final = {
    DealStanding.WAITING: "daily.continue",
    DealStanding.COUNTED: "daily.practise",
    DealStanding.MISSED: "daily.practise",
    DealStanding.LOST: "daily.practise",
}

_LOW: Final = 700
"""Units of height."""

_TICK: Final = 1.0
"""Seconds between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on the chosen deal: a title and perhaps a line about it."""

    icon: Icon
    ink: Ink
    title: str
    words: str = ""


class DailyScene(PageScene):
    """The calendar at the left; the chosen deal and its result at the right."""

    door = 8

    turns_at_midnight = True
    counted = ("streak", "calendar")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.control = DailyControl(context)
        self._picture = BoardPicture(context.painter)
        self._board_shown: BoardOutside | None = None
        self.result: tuple[str, ...] = ()
        """The text that can be copied, in lines."""
        self._shown: tuple[date, str] | None = None
        """Whose result that is."""
        self._since_tick = 0.0
        self.minutes = self._next_words()
        """How long it is to the next deal, in words."""
        self._toast = Toast(context)
        self._look_at_match()

    # what is shown

    def page(self) -> Widget:
        text, streak = self.context.text, self.control.book.streak
        row = text("daily.row", count=streak)
        badge = Row(
            Sign(Icon.FLAME, "poor", 24),
            Text(row, "label"),
            gap=8,
            pad=(16, 6),
            look="panel",
            id="streak",
        )
        paste = Button(
            text("daily.paste"),
            self._paste,
            icon=Icon.COPY,
            look=Look.QUIET,
            shortcut=Action.PASTE,
            tooltip=text("daily.paste_file"),
            id="paste",
        )
        climb = Button(
            text("menu.climb"),
            lambda: Push(self.context.routes.run_start()),
            icon=Icon.SUMMIT,
            look=Look.QUIET,
            id="climb",
        )
        return self.headed(
            text("daily.heading"),
            Row(
                self._calendar(),
                Column(self._card(), self._to_share(), gap=14, share=1),
                gap=16,
                share=1,
            ),
            beside=(climb, paste, bool(streak) and badge),
            back=text("daily.back"),
        )

    def _calendar(self) -> Widget:
        """The month between the buttons that turn it, its days, and what the medals mean."""
        control, text = self.control, self.context.text
        names = (text(f"format.weekday_short.{day}") for day in range(7))
        cells = [self._cell(day) for day in control.days()]
        played = [c for c in cells if isinstance(c, DayCell) and control.book.attempts(c.day)]
        return Panel(
            Row(
                self._turner(-1, Icon.LEFT, "daily.earlier"),
                Text(self._month_words(), "heading", align="centre", lines=1, share=1),
                control.day < control.book.today
                and Button(text("daily.now"), self._show_today, look=Look.QUIET, id="now"),
                self._turner(1, Icon.RIGHT, "daily.later"),
                gap=8,
                size=42,
            ),
            Cells(
                *(Text(name, "caption", align="centre", lines=1) for name in names),
                columns=7,
                gap=_GAP,
                reads=SILENT,
            ),
            Over(
                Picture(self._paint_streaks),
                Cells(
                    *cells,
                    columns=7,
                    gap=_GAP,
                    reads="\n".join(cell.words() for cell in played) or text("daily.none_played"),
                    id="calendar",
                ),
                share=1,
            ),
            Row(*self._legend(), gap=10),
            Row(*self._spots(), gap=10),
            gap=6,
            pad=(14, 12),
            share=1.36,
        )

    def _turner(self, months: int, icon: Icon, key: str) -> Widget:
        words = self.context.text(key, month=self._month_words(months))
        why = None if self.control.can_turn(months) else ""
        turn = partial(self.control.turn, months)
        return IconButton(icon, turn, tooltip=words, why_disabled=why, size=42, id=key)

    def _cell(self, day: date | None) -> Widget:
        if day is None:
            return Spacer()
        return DayCell(self.context, self.control, day, partial(self._choose, day))

    def _legend(self) -> Iterator[Widget]:
        """The medals with the share of the best board that each is given for."""
        text = self.context.text
        shares = dict(reversed(SHARES))
        percents = [write_percent(self.context.catalogue, share / 100) for share in shares.values()]
        percents[-1] = text("daily.share_of_best", percent=percents[-1])
        asked = [
            f"{text(f'daily.medal.{medal.value}')} {percent}"
            for medal, percent in zip(shares, percents, strict=True)
        ]
        asked.append(text("daily.legend.master"))
        for medal, words in zip((*shares, Medal.MASTER), asked, strict=True):
            yield Row(
                Picture(partial(self._paint_medal, medal), size=24),
                Text(words, "small", "ink_soft", lines=2, share=1),
                gap=4,
                grow=1,
            )

    def _spots(self) -> Iterator[Widget]:
        """What a day's spot means, dark and lit."""
        for is_played, key in ((False, "daily.spot"), (True, "daily.spot_played")):
            yield Row(
                Picture(partial(self._paint_spot, is_played), size=24),
                Text(self.context.text(key), "small", "ink_soft", lines=1, share=1),
                gap=4,
                grow=1,
            )

    def _card(self) -> Widget:
        """The chosen deal, what there is to say about it, and the button that plays it."""
        control, text = self.control, self.context.text
        is_open = control.standing in (DealStanding.OPEN, DealStanding.WAITING)
        names = editions_on(control.day)
        options = [(name, text(f"editions.{name}.name")) for name in names]
        edition = text(f"editions.{STANDARD}.name")
        deal = text("daily.deal", number=str(control.deal.number), edition=edition)
        has_outcome = control.attempt is not None and control.standing is not DealStanding.WAITING
        has_deal = control.standing is not DealStanding.NONE
        usual = self.context.painter.least_word_scale
        # Words of a larger interface shrink before anything scrolls.
        notes = Column if usual < 1 else Scroll
        return Panel(
            Text(self._day_words(control.day), "heading", lines=1),
            Segmented(options, control.edition, self._choose_edition, id="editions")
            if len(names) > 1
            else Text(deal, lines=1),
            Row(
                Picture(
                    self._paint_board,
                    share=36 if self._is_low else 48,
                    least=56 if self._is_low else 110 * usual,
                ),
                notes(
                    has_outcome and self._outcome(),
                    *map(self._note, self._notes()),
                    gap=8,
                    share=64 if self._is_low else 52,
                ),
                gap=14,
                share=1,
            ),
            has_outcome and self._comparison(),
            Button(
                self._play_words(),
                self._start,
                icon=Icon.PLAY,
                look=Look.PRIMARY if is_open else Look.NORMAL,
                why_disabled=None if has_deal else text("daily.none"),
                size=max(44, 54 * usual),
                id=MAIN,
            ),
            gap=8 * usual,
            pad=(20, 14 * usual),
            look="panel",
            share=58,
        )

    def _note(self, note: Note) -> Widget:
        return Column(
            Row(Sign(note.icon, note.ink), Text(note.title, "strong", share=1), gap=10),
            bool(note.words)
            and Row(Spacer(size=22), Text(note.words, "small", "ink_soft", share=1), gap=10),
        )

    def _outcome(self) -> Widget:
        """The medal with its total, what was possible, what Master made."""
        control, text, number = self.control, self.context.text, self.context.catalogue.number
        assert control.attempt is not None
        medal = control.book.medal(control.day, control.edition)
        best, master = control.book.possible(control.day, control.edition)
        counts = control.standing is DealStanding.COUNTED
        points = number(control.attempt.result.total)
        points_words = text("terms.count.points", count=control.attempt.result.total)
        # In a narrow window the words need the medal's room; the calendar shows it.
        is_wide = self.view.area.w > 1100 * self.view.scale
        return Row(
            is_wide and Picture(self._paint_total, size=76, across=76, reads=points_words),
            Column(
                counts and medal is not None and Text(text(f"daily.medal.{medal.value}"), "label"),
                counts
                and medal is None
                and not control.is_thinking
                and Text(text("daily.no_medal"), "strong"),
                (best is not None or not is_wide)
                and Text(
                    points_words
                    if best is None
                    else text("result.of_best", points=points, best=number(best)),
                    "caption",
                ),
                master is not None
                and Text(text("result.master", points=number(master)), "caption"),
                master is None and control.is_thinking and Text(text("daily.thinking"), "caption"),
                gap=2,
                share=1,
            ),
            gap=12,
            stacks=True,
        )

    def _comparison(self) -> Widget:
        """The scale with what computers and friends made of the deal, and a sentence about it."""
        words = self._comparison_words()
        return Column(
            Picture(self._paint_comparison, size=22, reads=SILENT),
            Text(words, "small", "ink_soft", align="centre", lines=2),
            gap=2,
            explain=self._made_words(),
            id="compared",
        )

    def _comparison_words(self) -> str:
        """Return how many computers were beaten, and which were not."""
        control, text = self.control, self.context.text
        made = control.book.computers(control.day, control.edition)
        if not made or control.attempt is None:
            return text("daily.comparing")
        total = control.attempt.result.total
        ahead = [
            text("breakdown.named", name=bot_name(self.context, level), points=self._number(points))
            for level, points in made.items()
            if points >= total
        ]
        return " · ".join((beaten_words(self.context, total, made), *ahead))

    def _made_words(self) -> str:
        """Return everybody's total of the chosen deal, the highest first."""
        control, text = self.control, self.context.text
        book, day, edition = control.book, control.day, control.edition
        made = [
            (bot_name(self.context, level), total)
            for level, total in book.computers(day, edition).items()
        ]
        made += [
            (friend.name or text("daily.friend"), friend.total)
            for friend in book.friends(day, edition)
        ]
        return "\n".join(
            text("breakdown.named", name=name, points=self._number(total))
            for name, total in sorted(made, key=lambda one: -one[1])
        )

    def _number(self, points: float) -> str:
        return self.context.catalogue.number(points)

    def _to_share(self) -> Widget:
        """The text that spoils nothing, and the button that copies it."""
        text, result = self.context.text, self.result
        title = text("daily.share_title")
        if self._shown is not None:
            title = text("daily.share_of", date=write_date(self.context.catalogue, self._shown[0]))
        # What has just been done stands in its place, where it covers nothing.
        toast = self._toast
        ink: Ink | None = None if not toast.is_shown else "bad" if toast.is_bad else "good"
        none = text("daily.share_none" if self._shown is None else "daily.thinking")
        why = None if result else ""
        is_low, usual = self._is_low, self.context.painter.least_word_scale
        words, copy = text("daily.copy"), Action.COPY
        head = Row(
            Text(toast.words if toast.is_shown else title, "strong", ink, lines=1, share=1),
            is_low
            and IconButton(
                Icon.COPY,
                self._copy_text,
                tooltip=words,
                why_disabled=why,
                shortcut=copy,
                size=38 * usual,
                id="copy",
            ),
            gap=8,
        )
        if is_low:
            head.size = 38 * usual
        return Panel(
            head,
            Box(
                *map(result_line, result),
                not result and Text(none, align="centre", share=1),
                gap=2,
                share=1,
            ),
            not is_low
            and Row(
                Button(
                    words,
                    self._copy_text,
                    icon=Icon.COPY,
                    why_disabled=why,
                    shortcut=copy,
                    id="copy",
                ),
                bool(result) and Text(text("daily.spoils_nothing"), "small", "ink_soft", share=1),
                gap=12,
            ),
            gap=8 * usual,
            pad=(20, 12 * usual),
            share=0 if is_low else 42,
        )

    @property
    def _is_low(self) -> bool:
        """Whether the window has too little height for a button below the result."""
        return self.view.area.h < _LOW * self.view.scale

    def _look_at_match(self) -> None:
        """Take the board and the text of the attempt at the chosen deal for what is shown."""
        control = self.control
        played, match = control.attempt, control.waiting
        if match is None and played is not None:
            match = control.match_of(played)
        self._board_shown = None
        if match is not None and match.rounds:
            seat = next((i for i, p in enumerate(match.players) if p.bot is None), 0)
            self._board_shown = board_outside(match, seat)
        self._shown, self.result = control.shown_result(), ()
        if self._shown is None:
            return
        day, edition = self._shown
        match = control.match_of(control.book.attempts(day, edition)[0])
        if match is None or control.is_unknown(day, edition):
            return
        from game.page.possible import Possible
        from game.page.result import describe_result

        best, master = control.book.possible(day, edition)
        has_all = best is not None and master is not None
        lines = describe_result(
            match,
            seat_of_honour(match),
            self.context.catalogue,
            possible=Possible((), best or 0, master or 0) if has_all else None,
            daily=deal_on(day, edition),
        )
        self.result = (*lines, *self._streak_line(day))

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

    def _notes(self) -> Iterator[Note]:
        """What there is to say about the chosen deal."""
        control, text = self.control, self.context.text
        book = control.book
        is_today = control.day == book.today
        match control.standing:
            case DealStanding.NONE:
                about = text(
                    "daily.none_about", date=write_date(self.context.catalogue, book.today)
                )
                yield Note(Icon.CALENDAR, "poor", text("daily.none"), about)
            case DealStanding.OPEN:
                yield Note(Icon.LOCK, "accent", text("daily.one"), text("daily.one_about"))
            case DealStanding.WAITING:
                yield Note(Icon.PLAY, "accent", text("daily.begun"), text("daily.begun_about"))
            case DealStanding.MISSED if control.attempt is not None:
                why = attempt_words(self.context, control.attempt)
                yield Note(Icon.LOCK, "ink_muted", text("daily.missed"), why)
            case DealStanding.LOST:
                yield Note(Icon.LOCK, "ink_muted", text("daily.lost"), text("daily.lost_about"))
        if is_today:
            is_made = book.today in book.days_in_time()
            words = text("daily.next", time=self.minutes)
            row = text("daily.day_row", count=book.streak + (0 if is_made else 1))
            yield Note(Icon.FLAME, "poor", row, words)
        elif control.standing is DealStanding.OPEN:
            about = text("daily.archived_about")
            yield Note(Icon.CALENDAR, "cool", text("daily.archived"), about)
        if (run := control.run) is not None:
            stage = text("run.end.reached", stage=str(run.stage))
            words = f"{stage} · {text('terms.count.points', count=run.points)}"
            yield Note(Icon.SUMMIT, "cool", text("run.start.of_day"), words)
        elif is_today:
            yield Note(Icon.SUMMIT, "cool", text("run.start.today"), text("menu.climb_today"))
        elsewhere = book.elsewhere(control.day, control.edition)
        if elsewhere is not None:
            points = text("terms.count.points", count=elsewhere)
            yield Note(Icon.CALENDAR, "cool", text("daily.elsewhere", points=points))
        friends = book.friends(control.day, control.edition)
        if friends:
            points = " · ".join(f"{name} {self._number(total)}".strip() for total, name in friends)
            yield Note(Icon.TOGETHER, "cool", text("daily.friends", points=points))
        again = book.attempts(control.day, control.edition)[1:]
        if again:
            best = self.context.catalogue.number(max(played.result.total for played in again))
            games = text("terms.count.games", count=len(again))
            words = text("daily.again", count=games, best=best)
            yield Note(Icon.RESTART, "ink_muted", words, "")

    # what is done

    def _choose(self, day: date) -> PressResult:
        if day == self.control.day and self.control.standing in (
            DealStanding.OPEN,
            DealStanding.WAITING,
        ):
            return self._start()
        self.control.choose(day)
        self._look_at_match()
        return None

    def _choose_edition(self, edition: str) -> None:
        self.control.choose(self.control.day, edition)
        self._look_at_match()

    def _show_today(self) -> None:
        self.control.show_today()
        self._look_at_match()

    def _start(self) -> Navigation | None:
        control, context = self.control, self.context
        waiting = control.waiting
        if waiting is not None:
            return continue_match(context, waiting)
        return start_match(context, control.setup())

    def _copy_text(self) -> None:
        is_copied = self.context.copy_text("\n".join(self.result))
        key = "daily.copied" if is_copied else "daily.not_copied"
        self._toast.show(self.context.text(key), 4.0, is_bad=not is_copied)

    def _paste(self) -> PressResult:
        """Ask whose result the clipboard holds, or a file whose path it holds; show its day."""
        context, text = self.context, self.context.text
        from game.page.result import read_daily_result

        pasted = context.paste_text()
        result = read_daily_result(pasted, self.control.book.today)
        if result is None and len(pasted.strip().splitlines()) == 1:
            return self._bring(pasted.strip().strip("\"'"))
        if result is None:
            self._toast.show(text("daily.not_pasted"), 4.0, is_bad=True)
            return None
        return self._ask_whose(result)

    def _bring(self, path: str) -> PressResult:
        """Read a friend's result from a file; a text's may be one's own from a page."""
        result = self.control.read_file(path)
        if result is None:
            self._toast.show(self.context.text("daily.not_pasted"), 4.0, is_bad=True)
            return None
        if not result.name:
            return self._ask_whose(result)
        self.control.keep_friend(result)
        self._look_at_match()
        points = self.context.text("terms.count.points", count=result.total)
        self._toast.show(self.context.text("daily.brought", name=result.name, points=points), 4.0)
        return None

    def _ask_whose(self, result: DailyResult) -> PressResult:
        keep = partial(self._keep_pasted, result.deal, result.total)
        return Push(
            ask(
                self.context,
                "daily.paste_title",
                "daily.paste_about",
                DialogChoice("daily.paste_friend", partial(keep, is_mine=False)),
                DialogChoice("daily.paste_own", partial(keep, is_mine=True)),
                DialogChoice("play.cancel"),
            )
        )

    def _keep_pasted(self, deal: DailyDeal, total: float, *, is_mine: bool) -> None:
        self.control.keep_pasted(deal, total, is_mine=is_mine)
        self._look_at_match()

    # the scene

    def enter(self) -> None:
        self.control.load()
        self._look_at_match()
        super().enter()

    def leave(self) -> None:
        super().leave()
        self.control.stop()

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(Action.PAGE_UP | Action.PAGE_DOWN as action):
                self.control.turn(-1 if action is Action.PAGE_UP else 1)
            case Command(Action.FIRST):
                self._show_today()
            case Dropped(path):
                return self._bring(path)
            case _:
                return super().react(intent)
        return None

    def animate(self, dt: float) -> Pulse:
        has_changed = self._toast.expire(dt)
        has_news = self.control.poll()
        self._since_tick += dt
        if self._since_tick >= _TICK:
            self._since_tick = 0.0
            was, self.minutes = self.minutes, self._next_words()
            has_changed |= was != self.minutes
        if has_news:
            self._look_at_match()
        if has_news or has_changed:
            return self.redraw()
        return STILL

    def _next_words(self) -> str:
        minutes = max(1, -(-int(self.control.until_next.total_seconds()) // 60))
        return write_duration(self.context.catalogue, minutes * 60)

    def resize(self, view: View) -> None:
        self.minutes = self._next_words()
        super().resize(view)

    # pictures

    def _paint_streaks(self, surface: pygame.Surface, room: Rect) -> None:
        """Paint one band behind days of a week that follow each other without a gap."""
        painter = self.context.painter
        p, days = painter.theme.palette, self.control.book.days_in_time()
        cells = zip(self.control.days(), room.grid(7, 6, painter.px(_GAP)), strict=True)
        for (_, is_made), row in groupby(cells, lambda cell: (cell[1].y, cell[0] in days)):
            first, *others = [rect for _, rect in row]
            if is_made and others:
                band = first._replace(w=others[-1].right - first.x)
                painter.box(surface, band, (*p.poor, 26), p.poor, radius=painter.px(16))

    def _paint_spot(self, is_played: bool, surface: pygame.Surface, rect: Rect) -> None:
        draw_spot(surface, self.context.painter, rect.centre, is_played=is_played)

    def _paint_medal(self, medal: Medal, surface: pygame.Surface, room: Rect) -> None:
        painter = self.context.painter
        painter.sprites.draw_medal(surface, medal.value, room.centre, painter.px(11))

    def _paint_total(self, surface: pygame.Surface, room: Rect) -> None:
        control, played = self.control, self.control.attempt
        if played is not None:
            total = self.context.catalogue.number(played.result.total)
            metal = control.book.metal(control.day, control.edition)
            radius = min(room.size) * 0.46
            draw_total(surface, self.context.painter, metal, room.centre, radius, total)

    def _paint_comparison(self, surface: pygame.Surface, room: Rect) -> None:
        """Paint a line from 0 to the best total, with a dot for each; the player's is larger."""
        control, painter = self.control, self.context.painter
        p, book, played = painter.theme.palette, control.book, control.attempt
        if played is None:
            return
        day, edition = control.day, control.edition
        computers, friends = book.computers(day, edition), book.friends(day, edition)
        totals = [played.result.total, *computers.values(), *(friend.total for friend in friends)]
        best, _ = book.possible(day, edition)
        end = max(*totals, best or 0, 1)
        line = room.centred(room.w - painter.px(24), painter.px(6))
        painter.box(surface, line, p.sunken, p.panel_edge, radius=line.h // 2)

        def spot(points: float, radius: float, colour: Colour) -> None:
            at = (line.x + line.w * max(0.0, points) / end, line.centre[1])
            painter.disc(surface, at, painter.px(radius), colour, p.outline, painter.px(2))

        for points in computers.values():
            spot(points, 6, p.ink_soft)
        for friend in friends:
            spot(friend.total, 6, p.cool)
        spot(played.result.total, 9, p.accent)

    def _paint_board(self, surface: pygame.Surface, room: Rect) -> None:
        """Paint the board that was made, or one whose tiles still lie face down."""
        rules = self.control.deal.rules
        board = lay_out_board(rules.grid, room, 0.3)
        position, face_down = self._board_shown or covered_board(rules)
        look = BoardLook(rules, position, has_badges=False, has_names=False, face_down=face_down)
        self._picture.draw(surface, board, look)
