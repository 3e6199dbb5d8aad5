"""The page Today: the month as flags, and the chosen day's deal with its action."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final

import pygame

from game.locale import write_date, write_duration, write_percent
from game.locale.errors import word_error
from game.play.own_seats import seat_of_honour
from game.play.public_boards import PublicBoard, covered_board, public_board
from game.progress.daily import SHARES, STANDARD_EDITION, Medal, deal_on, editions_on
from game.progress.days_code import MadeDay, read_days_code, write_days_code
from game.rules.errors import FormatError
from game.storage.files import typed_path
from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import draw_band, draw_hexagon
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Dropped, Intent
from game.ui.frame.scene import STILL, Ignored, Navigation, Pulse, Push
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect, View
from game.ui.parts import (
    MAIN,
    SILENT,
    ActionBand,
    Cells,
    Column,
    DialogChoice,
    NumberWord,
    Over,
    PageScene,
    Panel,
    Picture,
    Row,
    Scroll,
    Sides,
    Spacer,
    Text,
    Widget,
    WordLink,
    make_dialog,
)
from game.ui.scenes.daily.cells import DayCell, Swatch, day_words, draw_spot, metal_edge
from game.ui.scenes.daily.comparison import Comparison
from game.ui.scenes.daily.control import DailyControl, DealState
from game.ui.scenes.shared.arriving import paste_links
from game.ui.scenes.shared.names import attempt_words, name_points
from game.ui.scenes.shared.starting import continue_match, start_match
from game.ui.widgets import IconButton, PressResult, Segmented, Toast

if TYPE_CHECKING:
    from game.page.result import DailyResult

_GAP: Final = 4
"""Units between two days."""

_WEEKS, _AROUND = 588, 220
"""Most units of height of the six weeks, and of what is above and below them."""

_WITH_DEAL, _LEAST_WEEKS = 900, 300
"""In an upright window: units of height of all else, the deal included, and least of the weeks."""

_PLAY: Final = {
    DealState.WAITING: "menu.continue",
    DealState.COUNTED: "daily.practise",
    DealState.MISSED: "daily.practise",
    DealState.LOST: "daily.practise",
}

_THICKER: Final = (7, 30, 100)
"""Consecutive days from which the band gets thicker."""

_FEW: Final = 3
"""Sentences about a deal that never scroll."""

_APART: Final = 40
_LEAST_ASIDE: Final = 450.0
"""Units between the calendar and the deal, and the deal's least width."""

_WIDE: Final = 520.0
"""Units of the deal's width from which the action band is high."""

_TICK: Final = 1.0
"""Seconds between two checks of the clock."""


class DailyScene(PageScene):
    """The calendar at the left; the chosen deal and its board at the right."""

    door = 8

    turns_at_midnight = True
    counted = ("streak", "calendar")

    def __init__(self, context: Context, pasted: str = "") -> None:
        super().__init__(context)
        self._pasted = pasted
        """The result that is asked about once the page is shown."""
        self.control = DailyControl(context)
        self._comparison = Comparison(context, self.control)
        self._picture = BoardPicture(context.painter)
        self._board_shown: PublicBoard | None = None
        self.result: tuple[str, ...] = ()
        """The lines of the text that can be copied."""
        self._shown: tuple[date, str] | None = None
        """The deal of that text: its day and edition."""
        self._since_tick = 0.0
        self._is_explained = False
        """Whether the pointer or the focus is on a day."""
        self._has_asked = False
        """Whether the calendar was asked for before the first result."""
        self.minutes = self._next_words()
        """The time until the next deal, in words."""
        self._toast = Toast(context)
        self._read_attempt()

    # the page

    def page(self) -> Widget:
        text = self.context.text
        return self.headed(
            text("menu.today"),
            Sides(
                self._first() if self._is_first else self._calendar(),
                self._deal(),
                gap=_APART,
                share=1,
            ),
            beside=(self._of_day(),),
        )

    @property
    def _aside(self) -> float:
        """The width of the chosen deal's side in units."""
        return max(_LEAST_ASIDE, 0.4 * (self.view.units_wide - 130))

    def _of_day(self) -> Widget:
        """Return the chosen day, its deal, and the consecutive days, for the head."""
        control, text, streak = self.control, self.context.text, self.control.book.streak
        edition = text(f"editions.{control.edition}.name")
        words = text("daily.deal", number=str(control.deal.number), edition=edition)
        if control.state is DealState.OPEN:
            words = f"{edition} · {text('daily.one')}"
        number, row = self.context.catalogue.number(streak), text("daily.row", count=streak)
        return Row(
            Column(
                Text(day_words(self.context, control.day), "heading", lines=1),
                Text(words, "body", lines=1, halves=True),
                share=1,
            ),
            bool(streak)
            and Row(
                Text(row.replace(number, "", 1).strip(), "strong", align="right", lines=2, most=90),
                Text(number, "display", "poor", align="right", lines=1),
                gap=10,
                reads=row,
                id="streak",
            ),
            gap=14,
            size=self._aside,
        )

    @property
    def _is_first(self) -> bool:
        """Whether the player has neither played a daily deal nor opened the calendar."""
        book = self.control.book
        return not (self._has_asked or book.days_in_time() or book.attempts(book.today))

    def _first(self) -> Widget:
        """Return what the day's deal is, for a player who has not played one."""
        text = self.context.text
        sentences = ("daily.first_same", "menu.rule", "daily.first_counts")
        return Panel(
            Text(text("daily.first"), "title"),
            *(Text(text(key), "label", "ink_soft", most=520) for key in sentences),
            WordLink(text("daily.calendar"), self._ask_calendar, leads=True, id="calendar"),
            Spacer(share=1),
            gap=18,
            pad=(20, 20, 0, 0),
            align="left",
            share=1,
        )

    def _ask_calendar(self) -> None:
        self._has_asked = True

    def _calendar(self) -> Widget:
        """Return the month: its arrows, its days, and the legend."""
        control, text = self.control, self.context.text
        names = (text(f"format.weekday_short.{day}") for day in range(7))
        cells = [self._cell(day) for day in control.days()]
        played = [c for c in cells if isinstance(c, DayCell) and control.book.attempts(c.day)]
        is_upright = self.view.is_upright
        room = self.view.units_high - (_WITH_DEAL if is_upright else _AROUND)
        is_high = is_upright or room > _WEEKS
        month = (
            Picture(self._paint_streaks, reads=SILENT),
            Cells(
                *cells,
                columns=7,
                gap=_GAP,
                reads="\n".join(cell.words() for cell in played) or text("daily.none_played"),
                id="calendar",
            ),
        )
        return Panel(
            Row(
                Text(self._month_words(), "heading", lines=1),
                self._turner(-1, Icon.LEFT, "daily.earlier"),
                self._turner(1, Icon.RIGHT, "daily.later"),
                Spacer(share=1),
                control.day < control.book.today
                and WordLink(text("daily.now"), self._show_today, id="now"),
                gap=10,
                size=44,
            ),
            Cells(
                *(Text(name, "body", align="centre", lines=1) for name in names),
                columns=7,
                gap=_GAP,
                reads=SILENT,
            ),
            Over(*month, size=min(_WEEKS, max(_LEAST_WEEKS, room)))
            if is_high
            else Over(*month, share=1),
            is_high and Spacer(share=1),
            # A legend explains what the pointer or the focus is on, and nothing else asks for it.
            Row(*(self._legend() if self._is_explained else ()), Spacer(share=1), gap=14, size=32),
            gap=6,
            pad=(20, 0, 0, 0),
            share=1,
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
        """Yield the medals' edges with the share of the best total that each requires."""
        text = self.context.text
        shares = dict(reversed(SHARES))
        percents = [write_percent(self.context.catalogue, share / 100) for share in shares.values()]
        percents[-1] = text("daily.share_of_best", percent=percents[-1])
        asked = [*percents, text("daily.legend.master")]
        for medal, words in zip((*shares, Medal.MASTER), asked, strict=True):
            name = "" if medal is Medal.MASTER else text(f"daily.medal.{medal.value}")
            yield Row(
                Swatch(partial(self._paint_edge, medal), reads=SILENT),
                Text(words, "body", lines=2, reads=f"{name} {words}".strip()),
                gap=8,
            )
        yield Row(
            Swatch(partial(self._paint_spot, False), reads=SILENT),
            Text(text("daily.spot"), "body", lines=2),
            gap=8,
        )

    def _deal(self) -> Widget:
        """Return the chosen deal: its board, sentences about it, and its actions."""
        control, text = self.control, self.context.text
        is_open = control.state in (DealState.OPEN, DealState.WAITING, DealState.NONE)
        has_deal = control.state is not DealState.NONE
        names = editions_on(control.day)
        options = [(name, text(f"editions.{name}.name")) for name in names]
        has_outcome = control.attempt is not None and control.state is not DealState.WAITING
        toast = self._toast
        usual = self.context.painter.least_word_scale
        least = 320 if self.is_enlarged else 90 * usual
        sentences = [*self._notes()]
        # The board gives way to a few sentences; many scroll, but under a larger interface, where
        # words shrink before anything scrolls.
        notes = Column if usual < 1 or len(sentences) <= _FEW else Scroll
        return Panel(
            len(names) > 1
            and Segmented(options, control.edition, self._choose_edition, id="editions"),
            Picture(self._paint_board, share=1, least=least, reads=SILENT),
            has_outcome and self._outcome(),
            has_outcome and self._compared(),
            notes(
                toast.is_shown and Text(toast.words, "strong", "bad" if toast.is_bad else "good"),
                *(Text(words, "body", lines=2) for words in sentences),
                gap=4,
            ),
            is_open
            and ActionBand(
                self._play_words(),
                self._start,
                icon=Icon.PLAY,
                why_disabled=None if has_deal else text("daily.none"),
                small=self._aside < _WIDE,
                id=MAIN,
            ),
            Row(*self._links(), gap=24)
            if is_open and self._aside >= _WIDE
            else Cells(*self._links(), columns=2, gap=4),
            gap=10 * usual,
            pad=0,
            size=self._aside,
        )

    def _links(self) -> Iterator[Widget]:
        """Yield the links at the foot; a deal that was played can be practised."""
        text = self.context.text
        if self.control.state in _PLAY and self.control.state is not DealState.WAITING:
            yield WordLink(self._play_words(), self._start, id=MAIN)
        yield WordLink(
            text("climb.start.of_day"),
            lambda: Push(self.context.routes.climb_start()),
            leads=True,
            id="climb",
        )
        yield from paste_links(self.context)
        yield WordLink(
            self._copy_words(),
            self._copy_text,
            why_disabled=None if self.result else self._why_no_result(),
            shortcut=Action.COPY,
            explain="\n".join(self.result),
            id="copy",
        )
        yield WordLink(text("daily.copy_days"), self._copy_days, id="copy_days")

    def _outcome(self) -> Widget:
        """Return the total with the best possible one, the medal, and Master's total."""
        control, text, number = self.control, self.context.text, self.context.catalogue.number
        assert control.attempt is not None
        medal = control.book.medal(control.day, control.edition)
        best, master = control.book.possible(control.day, control.edition)
        counts = control.state is DealState.COUNTED
        total = control.attempt.result.total
        points = number(total)
        words = text("terms.count.points", count=total)
        if best is not None:
            words = text("result.of_best", points=points, best=number(best))
        about = []
        if medal is not None:
            about.append(text(f"daily.medal.{medal.value}"))
        elif counts and not control.is_thinking:
            about.append(text("daily.no_medal"))
        if master is not None:
            about.append(text("result.master", points=number(master)))
        if control.is_thinking:
            about.append(text("daily.thinking"))
        return Row(
            NumberWord(points, words.replace(points, "", 1).strip(), is_gold=True, reads=words),
            Text(" · ".join(about), "strong", align="right", lines=2, share=1),
            gap=18,
            stacks=True,
        )

    def _compared(self) -> Widget:
        """Return the line with the totals of computers and friends, and a sentence about it."""
        return Column(
            Picture(self._comparison.paint, size=44, reads=SILENT),
            Text(self._comparison.words(), "body", lines=2),
            gap=2,
            explain=self._comparison.words_of_all(),
            id="compared",
        )

    def _number(self, points: float) -> str:
        return self.context.catalogue.number(points)

    def _copy_words(self) -> str:
        """Return the caption of the link that copies: of this day's, yesterday's or the last
        result.
        """
        if self._shown is None or self._shown[0] == self.control.day:
            return self.context.text("daily.copy")
        is_yesterday = self._shown[0] == self.control.book.today - timedelta(days=1)
        return self.context.text("daily.copy_yesterday" if is_yesterday else "daily.copy_last")

    def _why_no_result(self) -> str:
        return self.context.text("daily.share_none" if self._shown is None else "daily.thinking")

    def _read_attempt(self) -> None:
        """Read the board and the text of the attempt at the chosen deal."""
        control = self.control
        played, match = control.attempt, control.waiting
        if match is None and played is not None:
            match = control.match_of(played)
        self._board_shown = None
        if match is not None and match.rounds:
            seat = next((i for i, p in enumerate(match.players) if p.bot is None), 0)
            self._board_shown = public_board(match, seat)
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

    def _play_words(self) -> str:
        control = self.control
        if control.state in _PLAY:
            return self.context.text(_PLAY[control.state])
        if control.day != control.book.today or control.edition != STANDARD_EDITION:
            return self.context.text("daily.play")
        return self.context.text("daily.play_day")

    def _notes(self) -> Iterator[str]:
        """Yield sentences about the chosen deal."""
        control, text = self.control, self.context.text
        book = control.book
        is_today = control.day == book.today
        match control.state:
            case DealState.NONE:
                day = write_date(self.context.catalogue, book.today)
                yield text("daily.none")
                yield text("daily.none_about", date=day)
            case DealState.OPEN if not is_today:
                yield text("daily.archived_about")
            case DealState.WAITING:
                yield text("daily.begun")
            case DealState.MISSED if control.attempt is not None:
                why = attempt_words(self.context, control.attempt)
                yield f"{text('daily.missed')} · {why}"
            case DealState.LOST:
                yield f"{text('daily.lost')} · {text('daily.lost_about')}"
        if is_today:
            yield text("daily.next", time=self.minutes)
        if (run := control.climb) is not None:
            stage = text("climb.score.stage", stage=str(run.stage))
            points = text("terms.count.points", count=run.points)
            words = f"{stage} · {points}"
            yield text("format.named", name=text("climb.start.of_day"), words=words)
        elsewhere = book.elsewhere(control.day, control.edition)
        if elsewhere is not None:
            points = text("terms.count.points", count=elsewhere)
            yield text("daily.elsewhere", points=points)
        friends = book.friends(control.day, control.edition)
        if friends:
            each = (
                name_points(self.context, name, total) if name else self._number(total)
                for total, name in friends
            )
            yield text("daily.friends", points=" · ".join(each))
        again = book.attempts(control.day, control.edition)[1:]
        if again:
            best = self.context.catalogue.number(max(played.result.total for played in again))
            games = text("terms.count.games", count=len(again))
            yield text("daily.again", count=games, best=best)

    # actions

    def _choose(self, day: date) -> PressResult:
        if day == self.control.day and self.control.state in (
            DealState.OPEN,
            DealState.WAITING,
        ):
            return self._start()
        self.control.choose(day)
        self._read_attempt()
        return None

    def _choose_edition(self, edition: str) -> None:
        self.control.choose(self.control.day, edition)
        self._read_attempt()

    def _show_today(self) -> None:
        self.control.show_today()
        self._read_attempt()

    def _start(self) -> Navigation | None:
        control, context = self.control, self.context
        waiting = control.waiting
        if waiting is not None:
            return continue_match(context, waiting)
        return start_match(context, control.setup())

    def _copy_text(self) -> None:
        is_copied = self.context.copy_text("\n".join(self.result))
        key = "daily.copied" if is_copied else "menu.not_copied"
        self._toast.show(self.context.text(key), is_bad=not is_copied)

    def _copy_days(self) -> None:
        days = self.control.book.made_days()
        is_copied = bool(days) and self.context.copy_text(write_days_code(days))
        words = self.context.text("daily.days_copied", count=len(days)) if is_copied else ""
        why = "menu.not_copied" if days else "daily.share_none"
        self._toast.show(words or self.context.text(why), is_bad=not is_copied)

    def _take_days(self, days: tuple[MadeDay, ...]) -> None:
        count = self.control.book.take_days(days)
        text = self.context.text
        words = text("daily.days_brought", count=count) if count else text("daily.days_known")
        self._toast.show(words)
        self._read_attempt()

    def _read(self, pasted: str) -> Navigation | None:
        """Take the days of a pasted code, ask whose a pasted result is, or read the file whose path
        it is; leave any other text to the window.
        """
        from game.page.result import read_daily_result

        try:
            days = read_days_code(pasted, self.control.book.today)
        except FormatError as error:
            self._toast.show(word_error(self.context.catalogue, error), is_bad=True)
            return None
        if days is not None:
            self._take_days(days)
            return None
        result = read_daily_result(pasted, self.control.book.today)
        if result is not None:
            return self._ask_whose(result)
        line = pasted.strip()
        return self._bring(typed_path(line)) if line and "\n" not in line else Ignored()

    def _bring(self, path: str) -> Navigation | None:
        """Read a friend's result from a file; a text can also be the user's own, from a web
        page. Any other file is the window's.
        """
        result = self.control.read_file(path)
        if result is None:
            return Ignored()
        if not result.name:
            return self._ask_whose(result)
        self.control.store_friend(result)
        self._read_attempt()
        points = self.context.text("terms.count.points", count=result.total)
        self._toast.show(self.context.text("daily.brought", name=result.name, points=points))
        return None

    def _ask_whose(self, result: DailyResult) -> Push:
        keep = partial(self.control.store_pasted, result.deal, result.total)
        return Push(
            make_dialog(
                self.context,
                "daily.paste_title",
                "daily.paste_about",
                DialogChoice("daily.paste_friend", partial(keep, is_mine=False)),
                DialogChoice("daily.paste_own", partial(keep, is_mine=True)),
                DialogChoice("caller.cancel"),
            )
        )

    # the scene

    def enter(self) -> None:
        self.control.load()
        self._read_attempt()
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
            case Command(Action.PASTE, is_repeat=False):
                return self._read(self.context.paste_text())
            case Dropped(path):
                return self._bring(path)
            case _:
                return super().react(intent)
        return None

    def animate(self, dt: float) -> Pulse:
        if self._pasted:
            pasted, self._pasted = self._pasted, ""
            answer = self._read(pasted)
            self.renew()
            return Pulse(True, answer)
        has_changed = self._toast.expire(dt)
        has_news = self.control.poll()
        self._since_tick += dt
        if self._since_tick >= _TICK:
            self._since_tick = 0.0
            was, self.minutes = self.minutes, self._next_words()
            has_changed |= was != self.minutes
        if has_news:
            self._read_attempt()
        cells = [part for part in self.root.walk() if isinstance(part, DayCell)]
        is_explained = any(cell.is_hovered or cell.shows_focus for cell in cells)
        has_changed |= is_explained is not self._is_explained
        self._is_explained = is_explained
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
        """Paint a band behind consecutive days.

        It leaves the window at the end of a week and enters again; the current one is bright up to
        today.
        """
        painter, book, today = self.context.painter, self.control.book, self.control.book.today
        fill, dim = painter.theme.stripes[8], painter.theme.palette.sky
        days = set(book.days_in_time())
        if book.streak:
            days.add(today)
        cells = [part for part in self.root.walk() if isinstance(part, DayCell)]
        for (_, is_made), group in groupby(cells, lambda cell: (cell.rect.y, cell.day in days)):
            row = list(group)
            first, last = row[0], row[-1]
            before, after = _length(days, first.day, -1), _length(days, last.day, 1)
            length = before + after + len(row)
            if not is_made or length < 2:
                continue
            goes_on = book.streak and last.day + timedelta(days=after) == today
            thick = painter.px(28 + 10 * sum(length >= step for step in _THICKER))
            left = painter.view.area.x if before else first.rect.centre[0]
            right = room.right + painter.px(20) if after else last.rect.centre[0]
            band = Rect(left, first.rect.centre[1] - thick // 2, right - left, thick)
            draw_band(surface, painter, fill if goes_on else mix_colour(fill, dim, 0.55), band)

    def _paint_spot(self, is_played: bool, surface: pygame.Surface, rect: Rect) -> None:
        draw_spot(surface, self.context.painter, rect.centre, is_played=is_played)

    def _paint_edge(self, medal: Medal, surface: pygame.Surface, room: Rect) -> None:
        painter = self.context.painter
        well, edge = painter.theme.palette.well, metal_edge(painter, medal.value)
        draw_hexagon(surface, painter, room.centre, painter.px(12), well, edge, painter.px(3))

    def _paint_board(self, surface: pygame.Surface, room: Rect) -> None:
        """Paint the board of the attempt, or one with its tiles face down."""
        rules = self.control.deal.rules
        board = lay_out_board(rules.grid, room, 0.3)
        position, face_down = self._board_shown or covered_board(rules)
        look = BoardLook(rules, position, has_badges=False, has_names=False, face_down=face_down)
        self._picture.draw(surface, board, look)


def _length(days: set[date], day: date, step: int) -> int:
    """Return how many consecutive days follow `day`, or precede it."""
    count = 0
    while day + timedelta(days=(count + 1) * step) in days:
        count += 1
    return count
