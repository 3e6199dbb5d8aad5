"""Opening a table apart: who sits here, how long a call takes, and which way it travels."""

from collections.abc import Iterator
from enum import Enum
from functools import partial
from typing import Final

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
from game.ui.parts import MAIN, AlignedRows, Ink, Maybe, PageScene, Panel, Row, Spacer, Text, Widget
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.scenes.apart.words import HOST_COMMAND, rules_name
from game.ui.scenes.shared.names import rules_words
from game.ui.widgets import Button, Look, PressResult, Segmented, Stepper, TextField, Toggle

_HOUR: Final = 3600
LIVE_TIMES: Final = (15, 30, 45, 60, 90, 120, 180, 300, 600)
LEAGUE_TIMES: Final = tuple(_HOUR * h for h in (1, 3, 6, 12, 24, 48, 72, 120, 168, 336))


class Way(Enum):
    """Which way a table's entries travel."""

    HOUSE = "house"
    """This home's own server, which the others in the house find."""
    SERVER = "server"
    FILES = "files"


class OpeningScene(PageScene):
    """See the module's docstring. `setup` says rules and seats, chosen before.

    The pace follows the rules: a league by its deadlines, everything else live. `seconds`, `way`,
    `address` (of a server, or a folder), `league`, `by_hand` and `lets_in` are what is chosen.
    """

    def __init__(self, context: Context, setup: TableSetup) -> None:
        super().__init__(context)
        self._setup = setup
        self._request: PendingRequest[Navigation] = PendingRequest(context)
        self._trouble = ""
        self.is_league = setup.rules.call is CallRule.MAIL
        self.people = [i for i, p in enumerate(setup.players) if p.kind is PlayerKind.HUMAN]
        self.here = {seat: seat == self.people[0] for seat in self.people}
        self.seconds = 72 * _HOUR if self.is_league else 60
        self.way = Way.HOUSE
        self.address = self.league = ""
        self.by_hand = self.lets_in = self.is_league
        self.keys[Action.CONFIRM] = self._begin

    def page(self) -> Widget:
        """Who at the left, how at the right."""
        text, rules = self.context.text, self._setup.rules
        about = f"{rules_name(self.context, rules)} · {rules_words(self.context, rules)}"
        return self.headed(
            text("together.open"),
            Row(
                Panel(
                    Text(text("together.who"), "strong"),
                    AlignedRows(*map(self._person, self.people), gap=8),
                    Spacer(share=1),
                    Text(text("together.who_about"), "caption"),
                    gap=10,
                    pad=(26, 20),
                    share=1,
                ),
                Panel(
                    *self._choices(),
                    Spacer(share=1),
                    Button(
                        text("together.open_now"),
                        self._begin,
                        icon=Icon.PLAY,
                        look=Look.PRIMARY,
                        id=MAIN,
                        why_disabled=self._why_not(),
                    ),
                    gap=4,
                    pad=(26, 20),
                    share=1,
                ),
                gap=20,
                share=1,
            ),
            beside=(Text(about, "caption", align="right", share=1),),
            back=text("together.back"),
        )

    def _person(self, seat: int) -> Widget:
        text = self.context.text
        places = [(True, text("together.here")), (False, text("together.elsewhere"))]
        name = show_name(self._setup.players[seat].name)
        here = Segmented(places, self.here[seat], partial(self._put_seat, seat), grow=1, id=seat)
        return Row(Text(name, lines=1), here, gap=16)

    def _choices(self) -> Iterator[Maybe]:
        """Each with its caption above it."""
        text = self.context.text
        times = LEAGUE_TIMES if self.is_league else LIVE_TIMES
        yield Text(text("together.time"), "strong")
        yield Stepper(times, self.seconds, partial(self._put, "seconds"), show=self._time_words)
        yield Text(text("together.way_caption"), "strong")
        ways = [(way, text(f"together.way.{way.value}")) for way in Way]
        yield Segmented(ways, self.way, partial(self._put, "way"))
        yield self._about_way()
        yield self.way is not Way.HOUSE and TextField(
            self.context,
            self.address,
            partial(self._put, "address"),
            max_length=1_000,
            placeholder=text(f"together.{'server' if self.way is Way.SERVER else 'folder'}"),
            on_enter=lambda _: self._begin(),
            id="address",
        )
        yield self.is_league and Text(text("together.league_caption"), "strong")
        yield self.is_league and TextField(
            self.context,
            self.league,
            partial(self._put, "league"),
            max_length=60,
            placeholder=text("together.league"),
            id="league",
        )
        yield self.is_league and Toggle(
            text("together.by_hand"), self.by_hand, partial(self._put, "by_hand")
        )
        yield Toggle(text("together.lets_in"), self.lets_in, partial(self._put, "lets_in"))

    def _about_way(self) -> Widget:
        text = self.context.text
        words = self._trouble or text(f"together.way_about.{self.way.value}")
        if self._request.is_open:
            words = text("together.opening")
        ink: Ink = "bad" if self._trouble else "ink_soft"
        return Text(words, "caption", ink, valign="top", size=46)

    def _time_words(self, seconds: int) -> str:
        write = write_duration if seconds < _HOUR else write_span
        return write(self.context.catalogue, seconds)

    def _put_seat(self, seat: int, is_here: bool) -> PressResult:
        self.here[seat] = is_here
        return self._put("_trouble", "")

    def _put(self, name: str, value: object) -> PressResult:
        """Choose something."""
        self._trouble = ""
        setattr(self, name, value)
        return None

    def _why_not(self) -> str | None:
        is_nowhere = self.way is Way.SERVER and not self.address.strip()
        return self.context.text("together.needs_server") if is_nowhere else None

    def _begin(self) -> Navigation | None:
        if self._why_not() is not None or self._request.is_open:
            return None
        if self.way is Way.HOUSE and not has_host():
            self._trouble = self.context.text("together.no_host", command=HOST_COMMAND)
            return None
        players = self._setup.players
        address = self.address.strip()
        bots = [(p.name, p.bot or "") for p in players if p.kind is PlayerKind.BOT]
        opening = Opening(
            self._setup.rules,
            len(players),
            self.seconds,
            tuple(players[seat].name for seat in self.people if self.here[seat]),
            tuple(bots),
            is_hosted=self.way is Way.HOUSE,
            server=address if self.way is Way.SERVER else "",
            folder=address if self.way is Way.FILES else "",
            substitute=bots[0][1] if bots else None,
            desk=Desk(
                by_hand=self.is_league and self.by_hand,
                league=clean_name(self.league) if self.is_league else "",
                lets_in=self.lets_in,
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
            self.renew()
        return STILL if came is None else Pulse(True, None if isinstance(came, str) else came)
