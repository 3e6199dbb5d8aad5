"""The form that opens a table apart: rules, players, time, transport, and the players here."""

from collections.abc import Iterator
from enum import Enum
from functools import partial
from typing import Final

from game.bots.players.registry import LEVELS
from game.locale import write_span
from game.net.journal.store import LeadSettings, TableOpening
from game.play.choices import MAX_NAME
from game.play.editions import all_editions
from game.play.table import TableSetup
from game.rules.names import clean_name
from game.rules.ruleset import MAX_PLAYERS, CallRule, Ruleset
from game.ui.draw.icons import Icon
from game.ui.frame.apart import is_table_file
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Dropped, Intent
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse, Push, Replace
from game.ui.parts import (
    MAIN,
    ActionBand,
    Ink,
    ListRow,
    Maybe,
    PageScene,
    Panel,
    Row,
    Scroll,
    Sides,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.apart.going import bring
from game.ui.scenes.apart.pending_request import PendingRequest
from game.ui.scenes.apart.waiting import WaitingScene
from game.ui.scenes.apart.words import copied_words, pace_words
from game.ui.scenes.editions.rows import edition_rows, press_digit
from game.ui.scenes.shared.choosing import USUAL_LEVEL, default_name
from game.ui.scenes.shared.names import bot_name, rules_words
from game.ui.widgets import Segmented, Stepper, TextField

_HOUR: Final = 3600
TIMES: Final = tuple(_HOUR * h for h in (1, 3, 6, 12, 24, 48, 72, 120, 168, 336))


class TransportChoice(Enum):
    """The transport of a table."""

    FOLDER = "folder"
    MAIL = "mail"


_LOW: Final = 740
"""Units of page height below which editions have one line each."""

_NARROW: Final = 1100
"""Units of width under which people and computers have a line each."""

_NAME: Final = 300
"""Units of width of a name's field."""


class OpeningScene(PageScene):
    """The form that opens a table; its public attributes are its choices.

    `people` of the `names` play here, and `computers` of one `level`. A league led here has no
    players here, since the leader could know the calls.
    """

    door = 3

    def __init__(self, context: Context, rules: Ruleset | None = None) -> None:
        super().__init__(context)
        self._request: PendingRequest[Navigation] = PendingRequest(context)
        self._trouble = ""
        card = all_editions()[0]
        self.rules = card.rules if rules is None else rules
        self.seats = max(2, card.usual)
        self.seconds = 72 * _HOUR
        self.names = [default_name(context, seat) for seat in range(MAX_PLAYERS)]
        self.computers, self.level = 0, USUAL_LEVEL
        self.league = ""
        self.choose_transport(TransportChoice.FOLDER)

    @property
    def _is_league(self) -> bool:
        return self.rules.call is CallRule.MAIL

    def choose_transport(self, transport: TransportChoice) -> None:
        """Choose a transport, and the default players for it."""
        self.transport, self._trouble = transport, ""
        self.address = ""
        self.people, self.computers = 0 if self._is_league else 1, 0

    def page(self) -> Widget:
        text = self.context.text
        return self.headed(
            text("together.open"),
            Sides(
                self._list(),
                Panel(*self._questions(), *self._who(), Spacer(share=1), gap=8, pad=0, share=1),
                gap=44,
                pad=(20, 0, 20, 0),
                share=1,
            ),
            Row(
                self._status(),
                ActionBand(
                    text("together.open_now"),
                    self._begin,
                    icon=Icon.PLAY,
                    id=MAIN,
                    shortcut=Action.CONFIRM,
                    why_disabled=self._why_not(),
                ),
                gap=34,
                pad=(20, 0, 0, 0),
            ),
        )

    def _list(self) -> Widget:
        """Return the list of editions; a low page shows only their names."""
        text = self.context.text
        chosen = next((card.name for card in all_editions() if card.rules == self.rules), "")
        is_low = self.view.units_high < _LOW
        rows = (
            *edition_rows(
                self.context,
                lambda card: self._set_rules(card.rules, max(2, card.usual)),
                chosen,
                is_low=is_low,
            ),
            ListRow(
                self._choose_rules,
                text("editions.custom.name"),
                "" if is_low else text("editions.custom.short"),
                is_chosen=not chosen,
                tooltip=rules_words(self.context, self.rules),
                id="custom",
            ),
            Spacer(share=1),
        )
        return Panel(Scroll(*rows), pad=0, size=300)

    def _questions(self) -> Iterator[Maybe]:
        """Yield the form's fields, each with its caption at the left."""
        text = self.context.text
        numbers = [(n, str(n)) for n in range(2, MAX_PLAYERS + 1)]
        yield self._asked("seats", Segmented(numbers, self.seats, self._set_seats))
        yield self._asked(
            "pace",
            Stepper(
                TIMES,
                self.seconds,
                partial(self._put, "seconds"),
                show=partial(write_span, self.context.catalogue),
                reads=pace_words(self.context, self.seconds),
            ),
        )
        yield self._asked("league", self._field("league", "league", 60))
        named = [(one, text(f"together.way.{one.value}")) for one in TransportChoice]
        yield self._asked("way", Segmented(named, self.transport, self.choose_transport))
        yield self.transport is TransportChoice.FOLDER and self._asked(
            "address", self._field("address", self.transport.value, 1_000)
        )
        about = text(f"together.way_about.{self.transport.value}")
        yield self._asked("", Text(about, "body", most=620, grow=1))

    def _who(self) -> Iterator[Maybe]:
        text = self.context.text

        def count(name: str, others: int) -> Stepper[int]:
            return Stepper(
                range(self.seats - others),
                getattr(self, name),
                partial(self._put, name),
                show=lambda number: text(f"together.{name}", count=number),
            )

        people, computers = count("people", self.computers), count("computers", self.people)
        is_narrow = self.view.units_wide < _NARROW
        yield self._asked("here", people, not is_narrow and computers)
        yield is_narrow and self._asked("", computers)
        yield self.people + self.computers > 0 and self._asked(
            "",
            *(
                TextField(
                    self.context,
                    self.names[seat],
                    partial(self.names.__setitem__, seat),
                    max_length=MAX_NAME,
                    placeholder=text("together.name"),
                    most=_NAME,
                    share=1,
                    id=seat,
                )
                for seat in range(self.people)
            ),
            self.computers > 0
            and Stepper(
                LEVELS,
                self.level,
                partial(self._put, "level"),
                show=partial(bot_name, self.context),
            ),
        )

    def _asked(self, key: str, *controls: Maybe) -> Widget:
        """Return a field with its caption; without `key` it continues the field above."""
        caption = self.context.text(f"together.ask.{key}") if key else ""
        return Row(
            Text(caption, "body", size=150),
            Row(*controls, gap=10, share=1, stacks=True),
            gap=16,
            id=key or None,
        )

    def _field(self, name: str, hint: str, longest: int) -> Widget:
        return TextField(
            self.context,
            getattr(self, name),
            partial(self._put, name),
            max_length=longest,
            placeholder=self.context.text(f"together.{hint}"),
            on_enter=lambda _: self._begin(),
            most=620,
            grow=1,
            id=name,
        )

    def _status(self) -> Widget:
        """Return the line with an error, or with the number of seats for guests."""
        text = self.context.text
        words = text("together.guests", count=self.seats - self.people - self.computers)
        if not self.people:
            words = f"{words} {text('together.only_lead')}"
        if self._request.is_open:
            words = text("together.opening")
        trouble = self._trouble
        ink: Ink = "bad" if trouble else "ink_soft"
        return Text(trouble or words, "label", ink, lines=4, share=1, live=trouble)

    # choices

    def _choose_rules(self) -> Navigation:
        def take(setup: TableSetup) -> Navigation:
            self._set_rules(setup.rules, self.seats)
            return Pop()

        return Push(self.context.routes.setup(begin=take, people=self.seats))

    def _set_rules(self, rules: Ruleset, seats: int) -> None:
        was_league = self._is_league
        self.rules, self._trouble = rules, ""
        self._set_seats(seats)
        if self._is_league is not was_league:
            self.choose_transport(TransportChoice.FOLDER)

    def _set_seats(self, seats: int) -> None:
        self.seats = seats
        self.people = min(self.people, seats - 1)
        self.computers = min(self.computers, seats - 1 - self.people)

    def _put(self, name: str, value: object) -> None:
        """Store a field's value."""
        self._trouble = ""
        setattr(self, name, value)

    def _why_not(self) -> str | None:
        text = self.context.text
        if self.transport is TransportChoice.FOLDER and not self.address.strip():
            return text(f"together.needs_{self.transport.value}")
        names = [clean_name(name) for name in self.names[: self.people]]
        if "" in names or len(set(names)) < len(names):
            return text("together.needs_names")
        return None

    def _begin(self) -> None:
        self._trouble = self._why_not() or ""
        if self._trouble or self._request.is_open:
            return
        address, level = self.address.strip(), bot_name(self.context, self.level)
        bots = [f"{level} {n}" if n > 1 else level for n in range(1, self.computers + 1)]
        opening = TableOpening(
            self.rules,
            self.seats,
            self.seconds,
            tuple(map(clean_name, self.names[: self.people])),
            tuple((name, self.level) for name in bots),
            folder=address if self.transport is TransportChoice.FOLDER else "",
            substitute=self.level if self.computers else None,
            # A league is led by hand; the game master can change both at the table.
            lead_settings=LeadSettings(
                by_hand=self._is_league,
                league=clean_name(self.league),
                lets_in=self._is_league,
            ),
        )
        self._remember(opening.people[0] if opening.people else "")
        self._request.ask(self.context.apart.service.open_table(opening), self._invite)

    def _remember(self, name: str) -> None:
        """Store the typed name for the next table."""
        if name and name != default_name(self.context, 0):
            change_settings(self.context, player_name=name)

    def _invite(self, table: bytes) -> Navigation:
        """Copy the invitation, and open the page that shows it."""
        context = self.context
        snapshot = context.apart.service.snapshot(table)
        if snapshot.is_gone:
            return Replace(context.routes.apart_next(table))
        invitation = context.apart.service.invitation(table)
        copied = copied_words(context, invitation, context.text("together.copied"))
        return Replace(WaitingScene(context, table, copied))

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Dropped(path) if is_table_file(path):
                return Replace(bring(self.context, path=path))
            case Dropped(path):
                self.choose_transport(TransportChoice.FOLDER)
                self.address = path
                return None
            case Command(digit=int(digit)):
                return press_digit(self.context, self.root, digit)
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        came = self._request.poll()
        if isinstance(came, str):
            self._trouble = came
            self.renew()
        return STILL if came is None else Pulse(True, None if isinstance(came, str) else came)
