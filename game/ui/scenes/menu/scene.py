"""The menu: the main choices, with a board that plays by itself beside them.

Everything has a fixed place, whether or not matches wait. The first frame shows the buttons. The
records are read after it, and then the modules that a table needs are loaded, bit by bit.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.locale import write_date, write_span
from game.play.editions import all_editions
from game.rules.ruleset import Ruleset
from game.ui.draw.icons import Icon
from game.ui.draw.sprites import Well
from game.ui.draw.titles import TITLE, draw_title
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import CloseAsked, Command, Intent
from game.ui.frame.scene import ANIMATING, STILL, Ignored, Navigation, Pulse, Push, Quit
from game.ui.frame.topics import labelled
from game.ui.layout.rects import Rect, View
from game.ui.parts import (
    MAIN,
    SILENT,
    Cells,
    Column,
    Ink,
    Maybe,
    PageScene,
    Picture,
    PressedPanel,
    Row,
    Sign,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.menu.link import QuietLink
from game.ui.scenes.menu.loading import load_behind
from game.ui.scenes.menu.progress import (
    DailyProgress,
    DayProgress,
    LadderProgress,
    LevelProgress,
    blank_days,
    read_days,
    read_ladder,
    read_level,
)
from game.ui.sound.music import Mood, MusicCue
from game.ui.widgets import OnPress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from game.progress.run.progress import RunProgress
    from game.storage.autosave import WaitingMatch
    from game.ui.frame.scene import Scene
    from game.ui.parts.leaves import Paint
    from game.ui.scenes.menu.attract import Attract
    from game.ui.scenes.shared.waiting import SmallBoards

SHOWN: Final = 3
"""Waiting matches that have a place on the menu; their page has all of them."""

_HEIGHTS: Final = (87, 87, 65, 118, 38, 79, 25, 75)
"""How high the rows are beside each other, from the title to the small buttons."""

_GAP: Final = 9
_MARGIN: Final = 22

_SMALL_BOARD: Final = 46
_ALL_WAITING: Final = 48
"""How wide a waiting match's board is, and the way to all of them."""


class MenuScene(PageScene):
    """The menu; it also reports the problems of stored files."""

    turns_at_midnight = True
    counted = ("level", "daily", "challenges")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.attract: Attract | None = None
        self._boards: SmallBoards | None = None
        self._is_shown = False
        self._days: DailyProgress = blank_days(context.store.today)
        self._ladder: LadderProgress | None = None
        self._level: LevelProgress | None = None
        self._run: RunProgress | None = None
        self._unread: Iterator[None] = iter(())
        self._behind = load_behind(context.catalogue)
        self._waiting: tuple[WaitingMatch, ...] = ()
        self.keys = {
            Action.CANCEL: self._ask_to_quit,
            Action.HELP: lambda: Push(context.routes.rules()),
        }
        self._look()

    def _look(self) -> None:
        """Look what waits, and read the records after the next picture."""
        store = self.context.store
        store.file_waiting()
        self._waiting = store.waiting()
        self._best = store.profile.best(str(Ruleset()))
        self._notices = [n for n in self.context.apart.notices() if n.waits and not n.is_over]
        self._unread = self._read()

    def _read(self) -> Iterator[None]:
        """Read the records; each part is drawn before the next is read."""
        self._days = read_days(self.context)
        yield
        self._ladder = read_ladder(self.context)
        yield
        from game.progress.run.progress import read_run_progress

        self._run = read_run_progress(self.context.store)
        yield
        self._level = read_level(self.context)
        yield

    @property
    def latest(self) -> WaitingMatch | None:
        """The match that Continue opens."""
        return next(iter(self._waiting), None)

    # the page

    def page(self) -> Widget:
        # Heights that depend on nothing that is told: nothing moves.
        free = self.view.area.h / self.view.scale - 2 * _MARGIN - (len(_HEIGHTS) - 1) * _GAP
        # Whole pixels may add up to some more.
        heights = [(free - 8) * part / sum(_HEIGHTS) for part in _HEIGHTS]
        head, main, waiting, progress, climb, others, editions, small = heights
        width = min(570.0, self.view.area.w / self.view.scale * 0.5)
        return Row(
            Column(
                Row(
                    Picture(self._paint_title, share=1, least=40, reads=TITLE),
                    self._standing(),
                    gap=12,
                    size=head,
                ),
                Row(self._main(), self._new(), gap=12, size=main),
                Row(*self._waiting_row(width, waiting), gap=12, size=waiting),
                Row(self._today(), self._challenges(), gap=12, even=True, size=progress),
                self._climb(climb),
                self._others(others),
                self._editions(editions),
                Cells(*self._small(), columns=4, gap=8, size=small),
                gap=_GAP,
                size=width,
            ),
            Picture(self._paint_board, id="board", share=1),
            gap=30,
            pad=(44, _MARGIN),
        )

    def _standing(self) -> Widget:
        """The level, how far up it is, and the next one."""
        text, number, level = self.context.text, self.context.catalogue.number, self._level
        name, mean, about = text("level.yours"), "?", ""
        if level is not None:
            from game.ui.scenes.shared.names import bot_name

            standing = level.standing
            if standing.level is not None and standing.mean is not None:
                name, mean = bot_name(self.context, standing.level), number(standing.mean, 0)
            if level.missing:
                about = text("level.to_first", count=level.missing)
            elif standing.level is None and level.is_asking:
                about = text("level.to_measure")
            elif standing.following is not None:
                other, points = standing.following
                points_words = number(points, 0)
                about = text(
                    "level.begins", name=bot_name(self.context, other), points=points_words
                )
        has_level = level is not None and level.standing.level is not None
        spoken = [text("level.yours"), *([f"{name} {mean}"] if has_level else [])]
        return PressedPanel(
            partial(self._open, self.context.routes.records),
            Spacer(share=1),
            Row(
                Text(name, "caption", "ink", lines=1, share=1),
                Text(mean, "caption", "accent", lines=1),
                gap=8,
                reads=labelled(spoken),
            ),
            Picture(self._paint_level, size=8, least=8),
            Text(about, "small", "ink_muted", lines=2),
            Spacer(share=1),
            pad=(12, 2),
            gap=3,
            size=184,
            tooltip=text("level.standard_about"),
            id="level",
        )

    def _main(self) -> Widget:
        """The one large button."""
        text, icon = self.context.text, Icon.PLAY
        press: OnPress
        if (latest := self.latest) is not None:
            from game.ui.scenes.shared.waiting import standing_words, waiting_name

            name, standing = (f(self.context, latest.match) for f in (waiting_name, standing_words))
            label, about = text("menu.continue"), f"{name} · {standing}"
            press = partial(self._continue, latest)
        elif self._best is None and not self.context.preferences.has_seen_tutorial:
            label, about = text("menu.tutorial"), text("menu.tutorial_about")
            press = partial(self._open, self.context.routes.tutorial)
        else:
            label, about = text("menu.quick"), text("menu.quick_about")
            if self._best:
                about = text("menu.quick_best", points=text("terms.count.points", count=self._best))
            press = self._play_quickly
        return PressedPanel(
            press,
            Row(
                Picture(partial(self._paint_disc, icon), size=60, least=40),
                Column(
                    Spacer(share=1),
                    Text(label, "title", "ink_dark", lines=1),
                    Text(about, "caption", "ink_dark", lines=1),
                    Spacer(share=1),
                    share=1,
                ),
                gap=16,
                share=1,
            ),
            is_loud=True,
            pad=(18, 4),
            share=1,
            id=MAIN,
        )

    def _new(self) -> Widget:
        return PressedPanel(
            partial(self._open, self.context.routes.setup),
            Spacer(share=1),
            Row(Spacer(share=1), Sign(Icon.PLUS, "ink", 26), Spacer(share=1)),
            Text(self.context.text("menu.new"), "strong", align="centre", lines=2),
            Spacer(share=1),
            pad=(8, 2),
            size=132,
            id="new",
        )

    def _waiting_row(self, width: float, height: float) -> list[Widget]:
        """Up to three matches that wait, and the way to all of them."""
        text, count = self.context.text, len(self._waiting)
        if not count:
            return [
                Row(
                    Spacer(share=1),
                    Sign(Icon.HOURGLASS, "ink_muted", 22),
                    Text(text("menu.waits_here"), "caption", "ink_muted"),
                    Spacer(share=1),
                    look="sunken",
                    gap=10,
                    share=1,
                )
            ]
        shown = [(one, self._waiting_words(one)) for one in self._waiting[:SHOWN]]
        room = (width - 12 - _ALL_WAITING - 8 * (SHOWN - 1)) / SHOWN - _SMALL_BOARD - 18
        has_boards = all(self._fits(words, room, height - 8) for _, words in shown)
        cards: list[Maybe] = [self._waiting_card(*one, has_board=has_boards) for one in shown]
        free = [Row(look="sunken") for _ in range(SHOWN - len(cards))]
        return [
            Row(*cards, *free, gap=8, even=True, share=1),
            PressedPanel(
                partial(self._open, self.context.routes.waiting),
                Spacer(share=1),
                Row(Spacer(share=1), Sign(Icon.DOTS, "ink", 24), Spacer(share=1)),
                Text(
                    self.context.catalogue.number(count),
                    "caption",
                    align="centre",
                    reads=labelled((text("menu.waiting_all"), str(count))),
                ),
                Spacer(share=1),
                pad=(4, 4),
                gap=0,
                size=_ALL_WAITING,
                tooltip=text("menu.waiting_all"),
                id="waiting",
            ),
        ]

    def _waiting_words(self, waiting: WaitingMatch) -> tuple[str, str]:
        """Its name, and where it stands."""
        from game.ui.scenes.shared.waiting import standing_words, waiting_name

        match = waiting.match
        return waiting_name(self.context, match), standing_words(self.context, match, is_short=True)

    def _fits(self, lines: tuple[str, str], width: float, height: float) -> bool:
        """Whether there is room for both below each other, no word broken."""
        painter, style = self.context.painter, self.context.painter.theme.type.small
        room = painter.px(width)
        is_low = sum(painter.height_of(line, room, style) for line in lines) <= painter.px(height)
        return is_low and all(painter.widest_word(line, style) <= room for line in lines)

    def _waiting_card(
        self, waiting: WaitingMatch, words: tuple[str, str], *, has_board: bool
    ) -> Widget:
        name, where = words
        paint = self._small_board(waiting)
        return PressedPanel(
            partial(self._continue, waiting),
            Row(
                has_board and Picture(paint, size=_SMALL_BOARD, least=30, reads=SILENT),
                Column(
                    Spacer(share=1),
                    Text(name, "small", "ink", lines=2),
                    Text(where, "small", "ink_soft", lines=2),
                    Spacer(share=1),
                    share=1,
                ),
                gap=5,
                share=1,
            ),
            pad=(5 if has_board else 10, 3),
            is_marked=waiting is self.latest,
            id=waiting.key,
        )

    def _today(self) -> Widget:
        text, catalogue, days = self.context.text, self.context.catalogue, self._days
        about = write_date(catalogue, self.context.store.today)
        if days.total is not None:
            about = f"{about} · {text('terms.count.points', count=days.total)}"
        return PressedPanel(
            partial(self._open, self.context.routes.daily),
            Row(
                Sign(Icon.CALENDAR, "accent", 20),
                Text(text("menu.daily"), "strong", lines=1, share=1),
                days.streak > 0 and Sign(Icon.FLAME, "fair", 18),
                days.streak > 0
                and Text(
                    catalogue.number(days.streak),
                    "strong",
                    "fair",
                    reads=text("daily.row", count=days.streak),
                ),
                gap=8,
            ),
            Text(about, "small", "ink_soft", lines=1),
            Row(*(self._day(one) for one in days.days), even=True, share=1, reads=SILENT),
            pad=(14, 8),
            gap=2,
            id="daily",
        )

    def _day(self, one: DayProgress) -> Widget:
        is_today = one.day == self.context.store.today
        words = self.context.text(f"format.weekday_short.{one.day.weekday()}")
        ink: Ink = "accent" if is_today else "ink_muted"
        return Column(
            Picture(partial(self._paint_medal, one), share=1, least=22),
            Text(words, "small", ink, align="centre", lines=1),
        )

    def _challenges(self) -> Widget:
        text, ladder = self.context.text, self._ladder
        head = Row(
            Sign(Icon.TARGET, "accent", 20),
            Text(text("menu.challenges"), "strong", lines=1, share=1),
            gap=8,
        )
        body: list[Maybe] = [Spacer(share=1)]
        if ladder is not None:
            of, done = (
                text(f"challenges.{key}", done=ladder.met, count=ladder.challenges)
                for key in ("of", "done")
            )
            number = text("challenges.number", number=str(ladder.number))
            kind = text(f"challenges.kind_name.{ladder.challenge.kind.value}")
            grade = ladder.challenge.grade
            body = [
                Row(
                    Picture(self._paint_bar, share=1, least=8),
                    Text(of, "small", "ink_soft", reads=done),
                    gap=10,
                ),
                Row(
                    Picture(self._paint_number, size=46, least=30, reads=number),
                    Column(
                        Spacer(share=1),
                        Text(kind, "caption", "ink", lines=2),
                        Row(
                            *(Sign(Icon.STAR, "good", 13) for _ in range(grade)),
                            reads=text("challenges.grade", grade=grade),
                        ),
                        Spacer(share=1),
                        share=1,
                    ),
                    gap=10,
                    share=1,
                ),
            ]
        press = partial(self._open, self.context.routes.challenges)
        return PressedPanel(press, head, *body, pad=(14, 8), gap=4, id="challenges")

    def _climb(self, height: float) -> Widget:
        """The run: the one that waits, today's, or that today's is still to be climbed."""
        text, run = self.context.text, self._run
        about, best = "", ""
        if run is not None:
            about = text("menu.climb_today")
            if run.waits:
                about = text("run.start.go_on", stage=str(run.waits))
            elif run.today is not None:
                points = text("terms.count.points", count=run.today.points)
                about = text("menu.climb_played", stage=str(run.today.stage), points=points)
            if run.best is not None:
                best = self.context.catalogue.number(run.best.points)
        spoken = [*filter(None, (text("menu.climb"), about))]
        return PressedPanel(
            partial(self._open, self.context.routes.run_start),
            Row(
                Sign(Icon.SUMMIT, "accent", 24),
                Text(text("menu.climb"), "strong", lines=1),
                Text(
                    about,
                    "small",
                    "good" if run is not None and run.waits else "ink_soft",
                    align="right",
                    lines=1,
                    share=1,
                ),
                bool(best) and Sign(Icon.TROPHY, "accent", 16),
                bool(best) and Text(best, "strong", "accent", lines=1),
                gap=10,
                share=1,
                reads=labelled(spoken),
            ),
            pad=(14, 2),
            size=height,
            id="run",
        )

    def _others(self, height: float) -> Widget:
        """With whom to play: at this screen, or elsewhere."""
        text = self.context.text
        about, pictures = text("menu.together_about"), list[Widget]()
        if self._days.tonight and not self._notices:
            from game.ui.scenes.shared.names import tonight_words
            from game.ui.scenes.shared.people_pictures import people_pictures

            about = tonight_words(self.context, self._days.tonight)
            pictures = list(people_pictures(self.context, self._days.tonight, 28))
        if self._notices:
            about = text("together.your_turn")
        if timed := [notice.until for notice in self._notices if notice.until]:
            left = min(timed) - self.context.apart.now()
            over = text("together.time_over")
            time = write_span(self.context.catalogue, left) if left >= 1 else over
            about = text("menu.together_waiting", count=len(self._notices), time=time)
        return Row(
            # More than two would leave too little room for the words.
            *(pictures if 0 < len(pictures) < 3 else [Sign(Icon.TOGETHER, "ink", 28)]),
            Column(
                Spacer(share=1),
                Text(text("menu.together"), "strong", lines=1),
                Text(
                    about,
                    "small",
                    "good" if self._notices else "ink_soft",
                    lines=2,
                    live=bool(self._notices)
                    and labelled((text("menu.together"), text("together.your_turn"))),
                ),
                Spacer(share=1),
                share=1,
            ),
            self._place("here", partial(self._open, self.context.routes.people)),
            self._place("elsewhere", partial(self._open, self.context.routes.apart)),
            look="panel",
            gap=12,
            # In a low row three lines of words come before the margin.
            pad=(16, max(3.0, min(12.0, (height - (70 if self._days.tonight else 56)) / 2))),
            size=height,
        )

    def _place(self, name: str, press: OnPress) -> Widget:
        is_marked = name == "elsewhere" and bool(self._notices)
        label = Text(self.context.text(f"menu.{name}"), "strong", align="centre", lines=1, share=1)
        return PressedPanel(press, label, pad=(14, 2), is_marked=is_marked, size=122, id=name)

    def _editions(self, height: float) -> Widget:
        text = self.context.text
        return Row(
            Text(text("menu.editions"), "small", "ink_muted"),
            *(
                QuietLink(
                    text(f"menu.edition.{card.name}"),
                    partial(self._open_setup, card.name),
                    tooltip=text(f"editions.{card.name}.about"),
                    grow=1,
                    id=("edition", card.name),
                )
                for card in all_editions()
            ),
            gap=4,
            size=height,
        )

    def _small(self) -> list[Widget]:
        """What concerns the program more than the game."""
        routes = self.context.routes
        entries: tuple[tuple[str, Icon, Callable[[], Scene]], ...] = (
            ("records", Icon.CHART, routes.records),
            ("goals", Icon.TROPHY, routes.goals),
            ("box", Icon.BELL, routes.box),
            ("rules", Icon.BOOK, routes.rules),
            ("tutorial", Icon.BULB, routes.tutorial),
            ("settings", Icon.SETTINGS, routes.settings),
            ("about", Icon.HELP, routes.about),
        )
        buttons = [self._quiet(name, icon, partial(self._open, to)) for name, icon, to in entries]
        return [*buttons, self._quiet("quit", Icon.CLOSE, self._quit)]

    def _quiet(self, name: str, icon: Icon, press: OnPress) -> Widget:
        label = Text(self.context.text(f"menu.{name}"), "small", "ink_soft", lines=2, share=1)
        row = Row(Sign(icon, "ink_soft", 18), label, gap=6, share=1)
        return PressedPanel(press, row, pad=(7, 2), id=name)

    def _heading_words(self) -> list[str]:
        return [TITLE]

    # what is pressed

    def _open(self, route: Callable[[], Scene]) -> Navigation:
        return Push(route())

    def _open_setup(self, edition: str) -> Navigation:
        return Push(self.context.routes.setup(edition))

    def _continue(self, waiting: WaitingMatch) -> Navigation:
        from game.ui.scenes.shared.starting import continue_match

        return continue_match(self.context, waiting.match)

    def _play_quickly(self) -> Navigation:
        from game.storage.codes import new_seed
        from game.ui.scenes.shared.choosing import choices_of_edition, table_of
        from game.ui.scenes.shared.starting import start_match

        choices = choices_of_edition(self.context, all_editions()[0])
        return start_match(self.context, table_of(self.context, choices, new_seed()))

    def _quit(self) -> Navigation:
        """Leave at once where nothing is at stake; a key that leads back everywhere asks."""
        is_safe = not self._waiting or self.context.store.autosave.is_safe
        return Quit() if is_safe else self._ask_to_quit()

    def _ask_to_quit(self) -> Navigation:
        from game.ui.scenes.shared.dialogs import confirm_quit

        return Push(confirm_quit(self.context, has_match=bool(self._waiting)))

    # the scene

    def enter(self) -> None:
        self.context.sound.follow(MusicCue(Mood.MENU))
        if self._is_covered:
            self._look()
        super().enter()

    def handle(self, intent: Intent) -> Navigation | None:
        if self.attract is not None:
            self.attract.wake()
        return super().handle(intent)

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(digit=int(digit)):
                named = (card.name for card in all_editions() if card.place == digit)
                name = next(named, None)
                return Ignored() if name is None else self._open_setup(name)
            case CloseAsked():
                return Quit()
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        # The first frame waits for nothing; after it the records are read and everything that a
        # table needs is loaded, bit by bit, before the board begins to play.
        # Behind a dialog nothing can be told.
        problem = None if self._is_covered else self.context.store.problems.take()
        if problem is not None:
            from game.ui.scenes.shared.dialogs import problem_notice

            return Pulse(True, Push(problem_notice(self.context, problem)))
        if not self._is_shown:
            self._is_shown = True
            return ANIMATING
        if next(self._unread, self) is None:
            return self.redraw()
        if self.attract is not None:
            return Pulse(needs_frame=self.attract.advance(dt))
        if next(self._behind, self) is None:
            return STILL
        from game.ui.scenes.menu.attract import Attract

        self.attract = Attract(self.context)
        self.attract.resize(self.part("board").rect)
        return ANIMATING

    def resize(self, view: View) -> None:
        super().resize(view)
        if self.attract is not None:
            self.attract.resize(self.part("board").rect)

    # what is painted

    def _paint_title(self, surface: pygame.Surface, rect: Rect) -> None:
        draw_title(surface, self.context.painter, rect)

    def _paint_board(self, surface: pygame.Surface, rect: Rect) -> None:
        if self.attract is not None:
            self.attract.draw(surface)

    def _small_board(self, waiting: WaitingMatch) -> Paint:
        """What draws a waiting match's board; the first picture does without."""
        if not self._is_shown:
            return lambda *_: None
        if self._boards is None:
            from game.ui.scenes.shared.waiting import SmallBoards

            self._boards = SmallBoards(self.context)
        return self._boards.paint(waiting)

    def _paint_disc(self, icon: Icon, surface: pygame.Surface, rect: Rect) -> None:
        painter = self.context.painter
        p, radius = painter.theme.palette, min(rect.size) * 0.46
        painter.disc(surface, rect.centre, radius, p.ink_dark)
        painter.icon(surface, icon, rect.centre, round(radius), p.accent)

    def _paint_medal(self, one: DayProgress, surface: pygame.Surface, rect: Rect) -> None:
        painter = self.context.painter
        radius = min(rect.w * 0.46, rect.h * 0.48)
        if one.metal:
            painter.sprites.draw_medal(surface, one.metal, rect.centre, radius)
            return
        well = Well.LEGAL if one.day == self.context.store.today else Well.EMPTY
        painter.sprites.draw_well(surface, rect.centre, radius, well)

    def _paint_bar(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint how many challenges are met, as a bar."""
        if self._ladder is not None:
            self._draw_bar(surface, rect, self._ladder.met / self._ladder.challenges)

    def _paint_level(self, surface: pygame.Surface, rect: Rect) -> None:
        self._draw_bar(surface, rect, 0.0 if self._level is None else self._level.share)

    def _draw_bar(self, surface: pygame.Surface, rect: Rect, share: float) -> None:
        painter = self.context.painter
        p, bar = painter.theme.palette, rect.centred(rect.w, painter.px(8))
        painter.bar(surface, bar, share or None, p.accent)

    def _paint_number(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the next challenge's number in its hexagon."""
        painter, ladder = self.context.painter, self._ladder
        if ladder is None:
            return
        painter.sprites.draw_well(surface, rect.centre, min(rect.w, rect.h) * 0.48, Well.LEGAL)
        painter.text(surface, str(ladder.number), rect.centre, painter.theme.type.strong, "centre")
