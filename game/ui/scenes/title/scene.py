"""The title: five doors and a few links, with a board that plays by itself in front of the folds.

The first frame shows the doors. Then the records are read, the modules of a table are loaded, and
its first pictures are rendered, in small steps. Doors change their thickness only while another
scene covers the title, so nothing moves under a pointer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from game.locale import write_date, write_list, write_span
from game.net.service.notice import Notice
from game.storage.autosave import WaitingMatch
from game.storage.profile import STANDARD_RULES
from game.ui.draw.animation import ease_out, mix, mix_colour
from game.ui.draw.bands import (
    MITRE,
    draw_band,
    draw_flag,
    draw_fold,
    draw_hexagon,
    read_bands,
)
from game.ui.draw.icons import Icon
from game.ui.draw.surface_cache import Prerender
from game.ui.draw.titles import (
    NAME_HEIGHT,
    NAME_LEFT,
    NAME_TOP,
    TITLE,
    draw_example,
    draw_name,
    title_column,
    title_factor,
)
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import CloseAsked, Command, Intent, PointerPressed
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import ANIMATING, STILL, Ignored, Navigation, Pulse, Push, Quit, Scene
from game.ui.frame.topics import labelled
from game.ui.layout.rects import Rect, View
from game.ui.parts import (
    MAIN,
    SILENT,
    Column,
    Maybe,
    PageScene,
    Picture,
    Row,
    Spacer,
    Style,
    Text,
    Widget,
)
from game.ui.parts.bands import Door
from game.ui.parts.boxes import natural_width
from game.ui.scenes.shared.title_board import beside_or_below
from game.ui.scenes.title.loading import load_behind
from game.ui.scenes.title.progress import (
    OPEN_AFTER,
    DailyProgress,
    DayProgress,
    GoalsProgress,
    blank_days,
    doors_open_after,
    read_days,
    read_goals,
    read_level,
)
from game.ui.sound.music import Mood, MusicCue
from game.ui.widgets import OnPress
from game.ui.widgets.buttons import WordLink

if TYPE_CHECKING:
    from game.climb.progress import ClimbProgress
    from game.play.examples import ExampleBoard
    from game.progress.level import LevelEstimate
    from game.ui.scenes.title.attract import Attract

DOORS: Final = {"play": 9, "today": 8, "climb": 6, "together": 3, "you": 4}
"""The doors in order, each with the number whose stripe colour it has."""

_THICK: Final = 136
_THIN: Final = 74
_PINSTRIPE: Final = 9
_GAP: Final = 8
_TOP: Final = 196
"""The top of the first door, the heights of doors and gaps, for a window 800 units high."""

_LINKS: Final = 74
"""Units of height of the links below the doors."""

_BADGE: Final = 58
"""Units left of a door's word, for its number."""

_STATES_END: Final = 462
"""Most units from the left to the end of the doors' states."""


_AHEAD: Final = 0.004
"""Seconds of a tick for pictures of the coming table, while the board waits."""

_GROWING: Final = 0.4
"""Seconds in which a pinstripe grows into a door."""

_SOON: Final = 3600
"""Seconds to the end of a turn below which its door becomes the thick one."""


class _DoorPlace(NamedTuple):
    """A door's band in units: its top, its height, and its end at the foot."""

    top: float
    height: float
    end: float


class TitleScene(PageScene):
    """The title; it also reports damaged files. The board of an `example` is shown until its own
    board is ready.
    """

    turns_at_midnight = True
    counted = ("you", "today")

    def __init__(self, context: Context, example: ExampleBoard | None = None) -> None:
        super().__init__(context)
        self._example = example
        self.attract: Attract | None = None
        self._is_shown = False
        self._growing: frozenset[str] = frozenset()
        self._growth = 1.0
        self._days: DailyProgress = blank_days(context.store.today)
        self._estimate: LevelEstimate | None = None
        self._goals: GoalsProgress | None = None
        self._run: ClimbProgress | None = None
        self._unread: Iterator[None] = iter(())
        self._behind = load_behind(context.catalogue)
        self._ahead = Prerender()
        self._waiting: tuple[WaitingMatch, ...] = ()
        self._seconds_left: int | None = None
        self.keys = {
            Action.CANCEL: self._ask_to_quit,
            Action.HELP: lambda: Push(context.routes.rules(has_lesson=True)),
        }
        self._update()
        if self._urgent != "play":
            self.first = self._urgent

    def _update(self) -> None:
        """Update the saved games and notices, and restart the reading of records."""
        store = self.context.store
        store.file_waiting()
        self._waiting = store.waiting()
        self._best = store.profile.best(STANDARD_RULES)
        self._known = self.context.apart.changes
        self._notices = [n for n in self.context.apart.notices() if n.waits and not n.is_over]
        self._find_doors()
        # A turn about to end gets the thick door; another one only counts in the number.
        now = self.context.apart.now()
        is_soon = any(0 < notice.until < now + _SOON for notice in self._notices)
        self._urgent = "together" if is_soon else "play"
        self._seconds_left = self._count_seconds()
        self._unread = self._read()

    def _find_doors(self) -> None:
        """Find the open doors, and let those grow that were closed when the title was last
        shown.
        """
        context, self._open_doors = self.context, self._find_open_doors()
        shown, context.doors_shown = context.doors_shown, self._open_doors
        new = self._open_doors - (self._open_doors if shown is None else shown)
        if new and not context.preferences.has_reduced_motion:
            self._growing, self._growth = new, 0.0

    def _grow(self, dt: float) -> None:
        """Advance the growth of new doors."""
        self._growth = min(1.0, self._growth + dt / _GROWING)
        if self._growth == 1:
            self._growing = frozenset()

    def _find_open_doors(self) -> frozenset[str]:
        """Return the open doors for this player; the others are pinstripes."""
        games = self.context.store.profile.count_matches(3)
        doors = doors_open_after(3 if self.context.preferences.knows_game else games)
        if self._waiting:
            doors |= {"play"}
        return doors | {"together"} if self.context.apart.notices() else doors

    def _read(self) -> Iterator[None]:
        """Read the records, a part for each step, so that each is drawn before the next."""
        self._days = read_days(self.context)
        yield
        from game.climb.progress import read_climb_progress

        self._run = read_climb_progress(self.context.store)
        yield
        self._estimate = read_level(self.context)
        yield
        for goals in read_goals(self.context, self._goals):
            self._goals = goals
            yield

    @property
    def latest(self) -> WaitingMatch | None:
        """The saved match that the first door resumes."""
        return next(iter(self._waiting), None)

    @property
    def _is_newcomer(self) -> bool:
        """Whether the first door opens the tutorial."""
        knows = self.context.preferences.knows_game or self.context.preferences.has_seen_tutorial
        return not knows and self._best is None and not self._waiting

    # the page

    def page(self) -> Widget:
        left = Column(
            Column(
                Spacer(size=NAME_TOP * self._part),
                Row(
                    Picture(
                        partial(draw_name, self.context.painter), share=1, least=40, reads=TITLE
                    ),
                    pad=(NAME_LEFT, 0, 0, 0),
                    share=1,
                ),
                self._links(),
                size=self._places["play"].top,
            ),
            *self._doors(),
            *self._foot_links(),
            align="left",
            size=title_column(self.view),
        )
        board = Picture(self._paint_board, id="board", share=1, reads=SILENT)
        lowest = self._places["you"]
        return beside_or_below(self.view, left, board, lowest.top + lowest.height + _LINKS)

    @property
    def _part(self) -> float:
        """The factor on the doors' thickness at 800 units of height."""
        return title_factor(self.view)

    @property
    def _places(self) -> dict[str, _DoorPlace]:
        """The places of the doors; their folds start on one line, 15 degrees off
        vertical.
        """
        part = self._part
        fold = title_column(self.view) - 96
        top = begin = (230 if self._is_newcomer else _TOP) * part
        places = {}
        for name in DOORS:
            if name == self._urgent:
                thick: float = 210 if self._is_newcomer else _THICK
            elif name in self._growing:
                thick = mix(_PINSTRIPE, _THIN, ease_out(self._growth))
            else:
                thick = _THIN if name in self._open_doors else _PINSTRIPE
            foot = top + thick * part
            places[name] = _DoorPlace(top, foot - top, fold + (foot - begin) * MITRE)
            top = foot + _GAP * part
        return places

    def _links(self) -> Widget:
        """Return the links above the first door: the editions, and saved games."""
        text, more = self.context.text, len(self._waiting) - (self.latest is not None)
        first, painter = self._places["play"], self.context.painter
        high = first.top - (NAME_TOP + NAME_HEIGHT) * self._part
        if self._is_newcomer:
            return Spacer(size=high)
        editions = WordLink(
            text("menu.editions"),
            partial(self._open, self.context.routes.setup),
            leads=True,
            is_large=True,
            id="new",
            shortcut=Action.NEXT_CALL,
        )
        saved = text("menu.saved", count=more)
        waiting = more > 0 and self._link("waiting", saved, self.context.routes.waiting, leads=True)
        row = Row(editions, waiting, gap=16, pad=(58, 0, 0, 0), size=high)
        # No word is on the fold; the page Play lists the saved games too.
        fold = first.end - first.height * MITRE + high / 2
        is_wide = natural_width(row, painter) > painter.px(fold)
        return Row(editions, pad=(58, 0, 0, 0), size=high) if is_wide else row

    def _doors(self) -> list[Widget]:
        made = {
            "play": self._play,
            "today": self._today,
            "climb": self._climb,
            "together": self._together,
            "you": self._you,
        }
        rows: list[Widget] = []
        for index, (name, place) in enumerate(self._places.items()):
            gap = _GAP * self._part
            is_door = name in self._open_doors - self._growing or name == self._urgent
            band = made[name](place) if is_door else self._pinstripe(name, place)
            rows += [*([Spacer(size=gap)] if index else []), band]
        return rows

    def _pinstripe(self, name: str, place: _DoorPlace) -> Widget:
        """Return a closed door: a thin stripe, which says what opens it when it is asked."""

        def paint(surface: pygame.Surface, rect: Rect) -> None:
            painter = self.context.painter
            fill = painter.theme.stripes[DOORS[name]]
            band = Rect(painter.view.area.x, rect.y, rect.right - painter.view.area.x, rect.h)
            draw_fold(surface, painter, fill, band, painter.view.area.right)
            draw_band(surface, painter, fill, band, "fold")

        text = self.context.text
        missing = OPEN_AFTER[name] - self.context.store.profile.count_matches(OPEN_AFTER[name])
        opens = text("menu.opens", door=text(f"menu.{name}"), count=max(1, missing))
        return Picture(
            paint, least=2, size=place.height, across=place.end, reads=SILENT, explain=opens
        )

    def _door(
        self,
        name: str,
        place: _DoorPlace,
        press: OnPress,
        label: str,
        state: str = "",
        *beside: Widget,
        live: str = "",
        number: int = 0,
        icon: Icon | None = None,
    ) -> Widget:
        """Return a door; the thick one has its state below its word, the others at the right."""
        is_thick = name == self._urgent
        # The state ends before the fold, and all states end in one column.
        flat = place.end - place.height * MITRE
        end = min(_STATES_END, flat - 8)
        if is_thick:
            disc, lines = place.height * 0.63, 1
            word: Style = "display"
            if self._is_newcomer:
                # The only door says its word as large as the title, where there is room.
                disc, lines, painter = place.height * 0.5, 2, self.context.painter
                room = painter.px(end - _BADGE - 16 - disc)
                if painter.text_width(label, painter.theme.type.number) <= room:
                    word = "number"
            body: list[Maybe] = [
                icon is not None and Picture(partial(self._paint_disc, icon), size=disc, least=30),
                icon is not None and Spacer(size=16),
                Column(
                    Spacer(share=1),
                    Text(label, word, lines=1),
                    bool(state) and Text(state, "label", lines=lines, halves=True),
                    Spacer(share=1),
                    align="left",
                    gap=3,
                    share=1,
                ),
            ]
            # The state is below the middle, where the flat part of the band is longer.
            end = flat + place.height * MITRE * 0.2
        else:
            body = [
                Text(label, "title", lines=1),
                bool(state) and Text(state, "strong", align="right", lines=1, halves=True, share=1),
                bool(beside) and not state and Spacer(share=1),
                *beside,
            ]
        badge = Picture(partial(self._paint_badge, number), size=_BADGE, least=10, reads=SILENT)
        return Door(
            DOORS[name],
            press,
            Row(badge, *body, share=1),
            pad=(0, 0, max(0.0, place.end - end), 0),
            size=place.height,
            across=place.end,
            live=live,
            id=MAIN if name == "play" else name,
        )

    def _play(self, place: _DoorPlace) -> Widget:
        text, latest = self.context.text, self.latest
        door = partial(self._door, "play", place, icon=Icon.PLAY)
        if latest is not None:
            from game.ui.scenes.shared.waiting import progress_words, waiting_name

            name, where = (f(self.context, latest.match) for f in (waiting_name, progress_words))
            return door(partial(self._continue, latest), text("menu.continue"), f"{name} · {where}")
        if self._is_newcomer:
            press = partial(self._open, self.context.routes.tutorial)
            return door(press, text("menu.play"), text("menu.first_about"))
        about = text("menu.play_about")
        if self._best:
            about = text("menu.best", points=text("terms.count.points", count=self._best))
        return door(self._play_quickly, text("menu.play"), about)

    def _today(self, place: _DoorPlace) -> Widget:
        text, days = self.context.text, self._days
        spoken = [write_date(self.context.catalogue, self.context.store.today)]
        if days.total is not None:
            spoken.append(text("terms.count.points", count=days.total))
        elif days.is_open:
            spoken.append(text("menu.today_open"))
        if days.streak:
            spoken.append(text("daily.row", count=days.streak))
        painter = self.context.painter
        word = painter.text_width(text("menu.today"), painter.theme.type.title) / self.view.scale
        free = min(_STATES_END, place.end - place.height * MITRE) - _BADGE - word
        shown = days.days[-7:] if free > 7 * 38 + 24 else days.days[-5:]
        flags = Picture(
            partial(self._paint_days, shown),
            size=38 * len(shown),
            reads=", ".join(spoken),
            least=20,
        )
        press = partial(self._open, self.context.routes.daily)
        return self._door("today", place, press, text("menu.today"), "", flags)

    def _climb(self, place: _DoorPlace) -> Widget:
        text, run = self.context.text, self._run
        state = ""
        if run is not None:
            if run.waits:
                state = text("menu.climb_waits", stage=str(run.waits))
            elif (best := run.best or run.today) is not None:
                points = self.context.catalogue.number(best.points)
                state = text("menu.climb_best", stage=str(best.stage), points=points)
        press = partial(self._open, self.context.routes.climb_start)
        return self._door("climb", place, press, text("menu.climb"), state)

    def _together(self, place: _DoorPlace) -> Widget:
        text, waiting = self.context.text, len(self._notices)
        label, state, live = text("menu.together"), "", ""
        if self._notices:
            turn, others = text("menu.your_turn"), self._first_turn().players[1:]
            names = write_list(self.context.catalogue, [name for name in others if name])
            played = text("menu.has_played", name=others[0]) if names else turn
            state = " · ".join(filter(None, (played, self._time_left())))
            if self._urgent == "together":
                label, state = turn, " · ".join(filter(None, (names, self._time_left())))
            live = labelled((text("menu.together"), turn))
        elif self._days.tonight:
            from game.ui.scenes.shared.names import tonight_words

            state = tonight_words(self.context, self._days.tonight)
        press = partial(self._open, self.context.routes.apart)
        if waiting and self._urgent == "together":
            press = partial(self._open_turn, self._first_turn().table)
        return self._door("together", place, press, label, state, live=live, number=waiting)

    def _first_turn(self) -> Notice:
        """Return the notice whose turn ends first."""
        return min(self._notices, key=lambda one: (not one.until, one.until))

    def _time_left(self) -> str:
        """Return the time until the first turn ends in words, "" without a deadline."""
        if self._seconds_left is None:
            return ""
        if not self._seconds_left:
            return self.context.text("together.time_over")
        span = write_span(self.context.catalogue, self._seconds_left)
        return self.context.text("menu.time_left", time=span)

    def _count_seconds(self) -> int | None:
        """Return the whole seconds until the first turn ends; None without a deadline."""
        timed = [notice.until for notice in self._notices if notice.until]
        return max(0, int(min(timed) - self.context.apart.now())) if timed else None

    def _you(self, place: _DoorPlace) -> Widget:
        text, number = self.context.text, self.context.catalogue.number
        words, estimate = [], self._estimate
        if estimate is not None and estimate.level is not None:
            from game.ui.scenes.shared.names import bot_name

            name = bot_name(self.context, estimate.level)
            words.append(f"{name} {number(estimate.mean or 0, 0)}")
        if self._goals is not None:
            done = self._goals
            words.append(text("menu.goals", done=number(done.earned), count=done.goals))
        press = partial(self._open, self.context.routes.you)
        return self._door("you", place, press, text("menu.you"), " · ".join(words))

    def _foot_links(self) -> list[Widget]:
        """Return the rows of links below the doors."""
        text, routes = self.context.text, self.context.routes
        rows: list[Widget] = []
        is_closed = len(self._open_doors | {"play"}) < len(DOORS)
        if is_closed:
            links: list[Maybe] = [
                WordLink(text("menu.know"), self._open_all, leads=True, id="know")
            ]
            if "together" not in self._open_doors:
                links.append(self._link("join", text("menu.invited"), routes.join, leads=True))
            rows += [Spacer(size=18), Row(*links, gap=34, pad=(58, 0, 0, 0), size=48)]
        rows.append(Spacer(share=1))
        if self._is_newcomer:
            rows.append(Row(Text(text("menu.rule"), "body", most=460), pad=(58, 0, 20, 12)))
        names: list[Maybe] = [self._link("settings", text("menu.settings"), routes.settings)]
        if self._is_newcomer:
            language = self.context.catalogue.language.own_name
            names.append(self._link("language", language, routes.language))
        else:
            rules = partial(routes.rules, has_lesson=True)
            names.append(self._link("rules", text("menu.rules"), rules))
            names.append(self._link("box", text("menu.caller"), routes.box))
        quit_link = WordLink(text("menu.quit"), Quit, id="quit")
        rows.append(Row(*names, quit_link, gap=36, pad=(58, 0, 0, 0), size=48))
        rows.append(Spacer(size=20))
        return rows

    def _link(
        self, name: str, words: str, route: Callable[[], Scene], *, leads: bool = False
    ) -> Widget:
        return WordLink(words, partial(self._open, route), leads=leads, id=name)

    def _heading_words(self) -> list[str]:
        return [TITLE]

    # actions

    def _open(self, route: Callable[[], Scene]) -> Navigation:
        return Push(route())

    def _open_turn(self, table: str) -> Navigation:
        return Push(self.context.routes.apart(table))

    def _open_all(self) -> None:
        """Open every door, for a player who knows the game."""
        change_settings(self.context, knows_game=True)
        self._find_doors()

    def _continue(self, waiting: WaitingMatch) -> Navigation:
        from game.ui.scenes.shared.starting import continue_match

        return continue_match(self.context, waiting.match)

    def _play_quickly(self) -> Navigation:
        from game.play.editions import all_editions
        from game.storage.codes import new_seed
        from game.ui.scenes.shared.choosing import choices_of_edition, table_of
        from game.ui.scenes.shared.starting import start_match

        choices = choices_of_edition(self.context, all_editions()[0])
        return start_match(self.context, table_of(self.context, choices, new_seed()))

    def _ask_to_quit(self) -> Navigation:
        from game.ui.scenes.shared.dialogs import confirm_quit

        if not self.context.store.is_safe:
            # The stack asks another question.
            return Quit()
        return Push(confirm_quit(self.context, has_match=bool(self._waiting)))

    # the scene

    def enter(self) -> None:
        self.context.sound.follow(MusicCue(Mood.MENU))
        if self._is_covered:
            self._update()
        super().enter()

    def handle(self, intent: Intent) -> Navigation | None:
        if self.attract is not None:
            self.attract.wake()
        if self._growing and isinstance(intent, Command | PointerPressed):
            self._grow(_GROWING)
            self.renew()
        return super().handle(intent)

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(digit=int(digit)) if 1 <= digit <= len(DOORS):
                name = list(DOORS)[digit - 1]
                door = self.find(MAIN if name == "play" else name)
                return Ignored() if door is None else self.form.press(door).transition
            case CloseAsked():
                return Quit()
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        # After the first frame the records are read and a table's modules are loaded in small
        # steps, before the board begins to play. Nothing is announced behind a dialog.
        problem = None if self._is_covered else self.context.store.problems.take()
        if problem is not None:
            from game.ui.scenes.shared.dialogs import problem_notice

            return Pulse(True, Push(problem_notice(self.context, problem)))
        if not self._is_shown:
            self._is_shown = True
            return ANIMATING
        if self._growing:
            # The scene that closes over the title must end its transition first.
            self._grow(0.0 if self.context.is_in_transition else dt)
            return self.redraw()
        if next(self._unread, self) is None:
            return self.redraw()
        if self._known != self.context.apart.changes:
            self._update()
            return self.redraw()
        if self._seconds_left != (left := self._count_seconds()):
            self._seconds_left = left
            return self.redraw()
        if self.attract is not None:
            moves = self.attract.advance(dt)
            is_free = not (moves or self._is_covered or self.context.is_in_transition)
            return Pulse(moves, has_work=is_free and self._ahead.go_on(_AHEAD))
        if next(self._behind, self) is None:
            return STILL
        from game.ui.scenes.title.attract import Attract

        self.attract = Attract(self.context)
        self._lay_board(self.attract)
        return ANIMATING

    def resize(self, view: View) -> None:
        super().resize(view)
        if self.attract is not None:
            self._lay_board(self.attract)

    def _lay_board(self, attract: Attract) -> None:
        """Give the board its place, and begin to prepare a table of the window's size."""
        from game.ui.scenes.title.table_ahead import drawings_ahead

        attract.resize(self.part("board").rect)
        self._ahead = Prerender(drawings_ahead(self.context, self.view))

    # pictures

    def _paint_board(self, surface: pygame.Surface, rect: Rect) -> None:
        if self._example is not None and (self.attract is None or self.attract.is_appearing):
            draw_example(surface, self.context.painter, rect, self._example)
        if self.attract is not None:
            self.attract.draw(surface)

    def _paint_disc(self, icon: Icon, surface: pygame.Surface, rect: Rect) -> None:
        painter = self.context.painter
        p, radius = painter.theme.palette, min(rect.size) * 0.48
        painter.disc(surface, rect.centre, radius, p.band_dark)
        with painter.ink_on(None):
            painter.icon(surface, icon, rect.centre, round(radius), painter.theme.stripes[9])

    def _paint_badge(self, number: int, surface: pygame.Surface, rect: Rect) -> None:
        """Paint a number in a disc at the left of the door's word."""
        if not number:
            return
        painter = self.context.painter
        at = (rect.x + rect.w * 0.52, rect.centre[1])
        painter.disc(surface, at, painter.px(14), painter.theme.palette.band_dark)
        style = painter.theme.type.strong.coloured(painter.theme.palette.band_light)
        painter.text(surface, self.context.catalogue.number(number), at, style, "centre")

    def _paint_days(
        self, days: tuple[DayProgress, ...], surface: pygame.Surface, rect: Rect
    ) -> None:
        """Paint the last days as flags; today has an empty outline until it is played."""
        painter = self.context.painter
        p, fill = painter.theme.palette, painter.theme.stripes[DOORS["today"]]
        pitch, empty = rect.w / len(days), mix_colour(fill, p.band_dark, 0.2)
        radius = min(painter.px(18), pitch * 0.46)
        for index, one in enumerate(days):
            centre = (rect.x + (index + 0.5) * pitch, rect.centre[1])
            if one.total is not None:
                draw_flag(surface, painter, centre, radius, read_bands(one.lines), one.best)
            elif one.day == self.context.store.today:
                hole = mix_colour(empty, p.band_dark, 0.2)
                draw_hexagon(surface, painter, centre, radius, hole, p.band_dark, painter.px(2))
            else:
                draw_hexagon(surface, painter, centre, radius * 0.8, empty)
