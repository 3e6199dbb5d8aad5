"""The page that invites phones: the square, the address, the letters, and who is here."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from game.bots.players.registry import LEVELS
from game.locale import write_duration
from game.play.choices import CLOCKS
from game.play.editions import Edition, all_editions, find_edition
from game.play.phone_room import PhoneRoom, RoomGuest
from game.play.table import TableSetup
from game.rules.match import Player, PlayerKind
from game.rules.ruleset import MAX_PLAYERS
from game.storage.codes import new_seed
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Navigation, Pulse, Reset
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    ActionBand,
    Column,
    Maybe,
    PageScene,
    Panel,
    Picture,
    Row,
    Scroll,
    Sides,
    Spacer,
    Style,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.editions.rows import edition_rows
from game.ui.scenes.phones.opening import open_room
from game.ui.scenes.shared.choosing import USUAL_LEVEL, default_name
from game.ui.scenes.shared.last_room import read_last_room
from game.ui.scenes.shared.names import bot_name, with_firewall
from game.ui.scenes.shared.people_pictures import seat_picture
from game.ui.scenes.shared.room_square import draw_square
from game.ui.scenes.shared.room_words import closed_words
from game.ui.widgets import IconButton, Stepper, Toggle

_LOW: Final = 740
"""Units of the window's height below which the editions have one line each."""

_NARROW: Final = 1180
"""Units of page width below which a guest's row has an icon instead of words."""

_TALL_SQUARE: Final = 260
"""The least units of height of the square in an upright window, before the page grows."""


class InvitingScene(PageScene):
    """The form of a match on phones; guests join while it is open."""

    door = 3

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        last = read_last_room(context)
        self.card = find_edition(last.edition) or all_editions()[0]
        self.computers, self.level = 0, USUAL_LEVEL
        self.seconds: int | None = self.card.answer_seconds
        self.is_open, self.is_playing = not last.has_hidden_boards, False
        self.room: PhoneRoom | None = None
        self._known, self._trouble = -1, ""
        self._open()

    def _open(self) -> None:
        try:
            self.room = open_room(self.context)
            self.is_playing = bool(self.room.here)
        except OSError as error:
            self._trouble = closed_words(self.context, error)

    def page(self) -> Widget:
        text, room = self.context.text, self.room
        if room is None:
            trouble = Text(self._trouble, "action", "bad", share=1, valign="top")
            return self.headed(text("room.open"), Column(trouble, pad=(20, 30, 20, 0), share=1))
        is_upright = self.view.is_upright
        is_low = is_upright or self.view.units_high < _LOW
        editions = edition_rows(self.context, self._take, self.card.name, is_low=is_low)
        listed = Panel(Scroll(*editions, Spacer(share=1)), pad=0, size=300, id="editions")
        inviting = self._invitation(room), self._guests(room)
        warnings = f"{text('room.strangers')} {text('room.unreachable')}"
        return self.headed(
            text("room.open"),
            Sides(
                *((*inviting, listed) if is_upright else (listed, *inviting)),
                gap=20,
                pad=(20, 0, 20, 0),
                share=1,
            ),
            Row(
                Text(warnings, "body", "ink_soft", share=1, lines=3),
                ActionBand(
                    text("room.begin"),
                    self._begin,
                    icon=Icon.PLAY,
                    id=MAIN,
                    shortcut=Action.CONFIRM,
                    why_disabled=self._why_not(room),
                ),
                gap=34,
                pad=(20, 8, 0, 0),
            ),
        )

    def _invitation(self, room: PhoneRoom) -> Widget:
        text, link = self.context.text, room.link
        return Column(
            Text(with_firewall(self.context, text("room.about")), "label", "ink_soft"),
            Picture(
                lambda surface, rect: draw_square(surface, rect, link),
                least=_TALL_SQUARE if self.view.is_upright else 150,
                share=1,
                reads=link,
                id="square",
            ),
            Row(
                Text(room.host, "action", lines=1, id=READ_WITH_HEADING),
                Row(
                    Text(" ".join(room.code), "display", "accent", lines=1, grow=1, id="letters"),
                    len(room.addresses) > 1
                    and WordLink(
                        text("room.next_address"), room.next_address, leads=True, id="next"
                    ),
                    gap=20,
                    grow=1,
                ),
                gap=12,
                stacks=True,
            ),
            gap=6,
            share=1,
            id="invitation",
        )

    def _guests(self, room: PhoneRoom) -> Widget:
        text, set_to = self.context.text, self._set
        free = MAX_PLAYERS - max(1, len(room.guests)) - self.is_playing
        return Panel(
            Text(text("room.here"), "heading"),
            Scroll(*self._people(room), gap=2),
            Spacer(share=1),
            Row(
                Column(
                    Toggle(text("room.me"), self.is_playing, self._sit_here, id="me"),
                    Toggle(text("room.open_boards"), self.is_open, set_to("is_open"), id="open"),
                    gap=6,
                ),
                Column(
                    Stepper(
                        range(free + 1),
                        min(self.computers, free),
                        set_to("computers"),
                        show=lambda count: text("room.computers", count=count),
                        id="computers",
                    ),
                    self.computers > 0
                    and Stepper(
                        LEVELS,
                        self.level,
                        set_to("level"),
                        show=partial(bot_name, self.context),
                        id="level",
                    ),
                    Stepper(
                        CLOCKS, self.seconds, set_to("seconds"), show=self._clock_words, id="clock"
                    ),
                    gap=6,
                ),
                gap=6,
                even=True,
                stacks=True,
            ),
            gap=6,
            pad=0,
            share=1,
            id="guests",
        )

    def _set(self, name: str) -> partial[None]:
        return partial(setattr, self, name)

    def _clock_words(self, seconds: int | None) -> str:
        if seconds is None:
            return self.context.text("room.no_clock")
        time = write_duration(self.context.catalogue, seconds)
        return self.context.text("room.clock", time=time)

    def _people(self, room: PhoneRoom) -> Iterator[Maybe]:
        text = self.context.text
        if self.is_playing:
            yield Row(
                seat_picture(self.context, 0), Text(self._own_name, self._names, lines=1), gap=12
            )
        for seat, guest in enumerate(room.guests, int(self.is_playing)):
            yield self._guest_row(seat, guest)
        if not room.guests:
            yield Text(text("room.nobody"), "title", "ink_soft")
            last = read_last_room(self.context).words(self.context)
            yield bool(last) and Text(text("room.sat_here", names=last), "label", "ink_soft")

    def _guest_row(self, seat: int, guest: RoomGuest) -> Widget:
        words, id = self.context.text("room.not_you"), ("away", guest.digest)
        away = partial(self._send_away, guest)
        return Row(
            seat_picture(self.context, seat if guest.is_here else None),
            Text(guest.name, self._names, share=1, lines=2, live=guest.name),
            IconButton(Icon.CLOSE, away, tooltip=words, size=46, across=46, id=id)
            if self.view.units_wide < _NARROW and not self.view.is_upright
            else WordLink(words, away, leads=True, id=id),
            gap=12,
            id=guest.digest,
        )

    @property
    def _names(self) -> Style:
        """The style of the guests' names."""
        return "title" if self.view.is_upright else "heading"

    @property
    def _own_name(self) -> str:
        return default_name(self.context, 0)

    def _sit_here(self, is_playing: bool) -> None:
        self.is_playing = is_playing
        if self.room is not None:
            self.room.here = (self._own_name,) if is_playing else ()

    def _send_away(self, guest: RoomGuest) -> None:
        if self.room is not None:
            self.room.send_away(guest)

    def _take(self, card: Edition) -> None:
        self.card, self.seconds = card, card.answer_seconds

    def _why_not(self, room: PhoneRoom) -> str | None:
        text = self.context.text
        if not room.guests:
            return text("room.too_few")
        if room.guest_named(self._own_name) is not None and self.is_playing:
            return text("setup.name_twice", name=self._own_name)
        count = len(self._players(room))
        conflicts = self.card.rules.conflicts(count)
        return "\n".join(text(f"errors.conflict.{one.value}") for one in conflicts) or None

    def _players(self, room: PhoneRoom) -> tuple[Player, ...]:
        players = [Player(name) for name in (*room.here, *(guest.name for guest in room.guests))]
        name = bot_name(self.context, self.level)
        players += [
            Player(f"{name} {number + 1}" if number else name, PlayerKind.BOT, self.level)
            for number in range(min(self.computers, MAX_PLAYERS - len(players)))
        ]
        return tuple(players)

    def _begin(self) -> Navigation | None:
        room = self.room
        if room is None or self._why_not(room) is not None:
            return None
        first = len(room.here)
        mine = room.guest_named(self.context.preferences.player_name)
        setup = TableSetup(
            self.card.rules,
            self._players(room),
            new_seed(),
            edition=self.card.name,
            answer_seconds=self.seconds,
            has_hidden_boards=not self.is_open,
            phones=frozenset(range(first, first + len(room.guests))),
            owner=None if mine is None or room.here else mine,
        )
        return Reset(self.context.routes.new_table(setup))

    def animate(self, dt: float) -> Pulse:
        if self.room is None or self.room.changes == self._known:
            return STILL
        self._known = self.room.changes
        return self.redraw()
