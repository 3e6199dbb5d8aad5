"""Opening a table apart: who sits here, how long a call takes, and which way it travels."""

from enum import Enum
from functools import partial
from typing import Final

import pygame

from game.locale import write_duration, write_span
from game.net.home import Desk
from game.net.service import Opening
from game.play.table import TableSetup
from game.rules.match import PlayerKind
from game.rules.names import clean_name, show_name
from game.rules.ruleset import CallRule
from game.ui.draw.icons import Icon
from game.ui.frame.apart import has_host
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Navigation, Pulse, Replace
from game.ui.layout.rects import Rect, View
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.scenes.apart.words import HOST_COMMAND, rules_name
from game.ui.scenes.shared.names import rules_words
from game.ui.widgets import (
    Label,
    Look,
    PageHead,
    PressResult,
    Segmented,
    Stepper,
    TextField,
    Toggle,
    Widget,
    WidgetScene,
)

_HOUR: Final = 3600
LIVE_TIMES: Final = (15, 30, 45, 60, 90, 120, 180, 300, 600)
LEAGUE_TIMES: Final = tuple(_HOUR * h for h in (1, 3, 6, 12, 24, 48, 72, 120, 168, 336))


class Way(Enum):
    """Which way a table's entries travel."""

    HOUSE = "house"
    """This home's own server, which the others in the house find."""
    SERVER = "server"
    FILES = "files"


class OpeningScene(WidgetScene):
    """See the module's docstring. `setup` says rules and seats, chosen before.

    The pace follows the rules: a league by its deadlines, everything else live.
    """

    def __init__(self, context: Context, setup: TableSetup) -> None:
        super().__init__(context)
        self._setup = setup
        self._request: PendingRequest[Navigation] = PendingRequest(context)
        self._trouble = ""
        text = context.text
        self.is_league = setup.rules.call is CallRule.MAIL
        self.people = [i for i, p in enumerate(setup.players) if p.kind is PlayerKind.HUMAN]
        self._head = PageHead(context, "together.open", "together.back")
        self.here = {seat: seat == self.people[0] for seat in self.people}
        self._places: list[Segmented[bool]] = [
            Segmented(
                [
                    (True, lambda: text("together.here")),
                    (False, lambda: text("together.elsewhere")),
                ],
                self.here[seat],
                partial(self._place_seat, seat),
            )
            for seat in self.people
        ]
        self._names = [
            Label(partial(show_name, setup.players[seat].name), max_lines=1) for seat in self.people
        ]
        self._time = Stepper(
            LEAGUE_TIMES if self.is_league else LIVE_TIMES,
            72 * _HOUR if self.is_league else 60,
            self._sync_value,
            show=self._time_words,
        )
        self._way = Segmented(
            [(way, partial(text, f"together.way.{way.value}")) for way in Way],
            Way.HOUSE,
            self._sync_value,
        )
        self.address = TextField(
            context, "", self._sync_value, max_length=1_000, placeholder=self._address_words,
            on_enter=lambda _: self._begin(),
        )  # fmt: skip
        self.league = TextField(
            context, "", self._sync_value, max_length=60,
            placeholder=lambda: text("together.league"),
        )  # fmt: skip
        self._by_hand = Toggle(lambda: text("together.by_hand"), self.is_league, self._sync_value)
        self._lets_in = Toggle(lambda: text("together.lets_in"), self.is_league, self._sync_value)
        self._button = self.button("together.open_now", self._begin, Icon.PLAY, Look.PRIMARY)
        widgets: list[Widget] = [self._head.back]
        for name, place in zip(self._names, self._places, strict=True):
            widgets += [name, place]
        widgets += [self._time, self._way, self.address, self.league, self._by_hand]
        widgets += [self._lets_in, self._button]
        self.form.replace(widgets)
        self.form.rest = self._button
        self.keys[Action.CONFIRM] = self._begin
        self.form.focus(self._button, is_shown=False)
        self._rules = self._left = self._right = self._way_about = Rect(0, 0, 0, 0)
        self._captions: list[tuple[str, Rect]] = []
        self._sync_value(None)

    def _time_words(self, seconds: int) -> str:
        if seconds < _HOUR:
            return write_duration(self.context.catalogue, seconds)
        return write_span(self.context.catalogue, seconds)

    def _address_words(self) -> str:
        return self.context.text(f"together.{'server' if self._is(Way.SERVER) else 'folder'}")

    def _is(self, way: Way) -> bool:
        return self._way.value is way

    def _place_seat(self, seat: int, is_here: bool) -> PressResult:
        self.here[seat] = is_here
        return self._sync_value(None)

    def _sync_value(self, value: object) -> PressResult:
        self._trouble = ""
        self.address.is_hidden = self._is(Way.HOUSE)
        self._by_hand.is_hidden = self.league.is_hidden = not self.is_league
        why = None
        if self._is(Way.SERVER) and not self.address.text.strip():
            why = self.context.text("together.needs_server")
        self._button.why_disabled = why
        return None

    def _begin(self) -> Navigation | None:
        if self._button.why_disabled is not None or self._request.is_open:
            return None
        if self._is(Way.HOUSE) and not has_host():
            self._trouble = self.context.text("together.no_host", command=HOST_COMMAND)
            return None
        players = self._setup.players
        address = self.address.text.strip()
        bots = [(p.name, p.bot or "") for p in players if p.kind is PlayerKind.BOT]
        opening = Opening(
            self._setup.rules,
            len(players),
            self._time.value,
            tuple(players[seat].name for seat in self.people if self.here[seat]),
            tuple(bots),
            is_hosted=self._is(Way.HOUSE),
            server=address if self._is(Way.SERVER) else "",
            folder=address if self._is(Way.FILES) else "",
            substitute=bots[0][1] if bots else None,
            desk=Desk(
                by_hand=self.is_league and self._by_hand.is_on,
                league=clean_name(self.league.text) if self.is_league else "",
                lets_in=self._lets_in.is_on,
            ),
        )
        service = self.context.apart.service
        self._request.ask(
            service.open_table(opening),
            lambda id: Replace(self.context.routes.apart_next(id)),
        )
        return None

    def animate(self, dt: float) -> Pulse:
        """Go on to the invitation once the table is open."""
        came = self._request.poll()
        if isinstance(came, str):
            self._trouble = came
        return STILL if came is None else Pulse(True, None if isinstance(came, str) else came)

    def resize(self, view: View) -> None:
        """Who at the left, how at the right."""
        super().resize(view)
        px = view.px
        area = self._head.place(view)
        self._rules = self._head.cut_right(area.w // 2)
        self._left, self._right = area.columns(2, px(20))
        self._captions = []
        inner = self._left.inset(px(26), px(20))
        self._captions.append(("together.who", inner.cut_top(px(28))[0]))
        _, inner = inner.cut_top(px(28), px(10))
        about, inner = inner.cut_bottom(px(84), px(10))
        self._captions.append(("together.who_about", about))
        height = min(px(46), (inner.h - px(8) * 5) // 6)
        for name, place, line in zip(
            self._names, self._places, inner.stack([height] * len(self.people), px(8)), strict=True
        ):
            left, right = line.cut_left(line.w * 36 // 100, px(10))
            name.place(left)
            place.place(right)
        inner = self._right.inset(px(26), px(20))
        foot, inner = inner.cut_bottom(px(52), px(10))
        self._button.place(foot)

        def row(key: str, height: int = 44) -> Rect:
            nonlocal inner
            caption, inner = inner.cut_top(px(24), px(2))
            line, inner = inner.cut_top(px(height), px(10))
            self._captions.append((key, caption))
            return line

        self._time.place(row("together.time"))
        self._way.place(row("together.way_caption"))
        self._way_about, inner = inner.cut_top(px(46), px(6))
        line, inner = inner.cut_top(px(44), px(10))
        self.address.place(line)
        if self.is_league:
            self.league.place(row("together.league_caption"))
            line, inner = inner.cut_top(px(36), px(2))
            self._by_hand.place(line)
        line, inner = inner.cut_top(px(36))
        self._lets_in.place(line)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Panels and captions."""
        super().draw_below(surface)
        painter, text = self.context.painter, self.context.text
        theme, palette = painter.theme.type, painter.theme.palette
        self._head.draw(surface)
        rules = self._setup.rules
        words = f"{rules_name(self.context, rules)} · {rules_words(self.context, rules)}"
        painter.text_in(surface, words, self._rules, theme.caption, "right")
        painter.panel(surface, self._left)
        painter.panel(surface, self._right)
        for key, rect in self._captions:
            style = theme.caption if key.endswith("_about") else theme.strong
            painter.text_in(surface, text(key), rect, style, valign="bottom")
        words = self._trouble or text(f"together.way_about.{self._way.value.value}")
        if self._request.is_open:
            words = text("together.opening")
        ink = palette.bad if self._trouble else palette.ink_soft
        style = theme.caption.coloured(ink)
        painter.text_in(surface, words, self._way_about, style, valign="top")
