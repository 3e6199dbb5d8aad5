"""The page of a seat at another program's room: by its address, in this window or the browser."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from game.play.choices import MAX_NAME
from game.play.room_address import RoomAddress, read_address
from game.play.room_seat import RoomSeat
from game.rules.match import Match
from game.rules.meta import ROOM_KEY, MetaObject, read_meta
from game.rules.names import clean_name
from game.storage.database import with_identity
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.opening import Opening, open_link
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse, Replace, Scene
from game.ui.frame.wake import wake
from game.ui.parts import (
    MAIN,
    ActionBand,
    Column,
    Maybe,
    PageScene,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.people_pictures import seat_picture
from game.ui.scenes.shared.room_words import seat_trouble
from game.ui.widgets import TextField

_LONGEST: Final = 400


class SittingScene(PageScene):
    """The form that asks a room for a seat, and the wait for its match."""

    door = 3

    def __init__(self, context: Context, link: str = "") -> None:
        super().__init__(context)
        self.link, self.letters = link.strip()[:_LONGEST], ""
        self.name = context.preferences.player_name
        self._trouble = ""
        self._opening: Opening | None = None
        self._known: object = None
        if link:
            context.leave_room()

    def page(self) -> Widget:
        text, seat = self.context.text, self.context.room_seat
        is_in = seat is not None and (seat.company or seat.is_late)
        if seat is not None and is_in and not seat_trouble(self.context, seat):
            return self.headed(text("room.seat.title"), *self._wait(seat))
        return self.headed(text("room.seat.title"), self._form(), self._foot())

    def _wait(self, seat: RoomSeat) -> Iterator[Widget]:
        text = self.context.text
        begins = "waiting_elsewhere" if seat.address.is_elsewhere else "waiting"
        words = "wait" if seat.game is not None else "asks" if seat.is_late else begins
        people = (
            Row(seat_picture(self.context, i), Text(name, "title", lines=1, live=name), gap=12)
            for i, name in enumerate(seat.company)
        )
        yield Column(
            Text(text(f"phone.{words}"), "action", lines=2, live=True, id=MAIN),
            Scroll(*people, gap=10, share=1),
            gap=14,
            pad=(20, 14, 20, 0),
            share=1,
        )
        leave = WordLink(text("phone.leave"), self._leave, leads=True, id="leave")
        yield Row(leave, Spacer(share=1), pad=(20, 0, 0, 0))

    def _form(self) -> Widget:
        text, address, words = self.context.text, read_address(self.link), self._words()
        has_letters = address is None or bool(address.letters or address.key)
        return Column(
            Text(text("room.seat.about"), "label", "ink_soft", most=900),
            Spacer(share=1),
            *self._field("link", text("room.seat.address"), _LONGEST, most=1000),
            Spacer(share=1),
            *self._field("name", text("phone.name"), MAX_NAME, most=430),
            not has_letters and Spacer(share=1),
            *(() if has_letters else self._field("letters", text("phone.code"), 64, most=430)),
            Spacer(share=1),
            Text(words, "label", "bad", most=1000, live=words, id="trouble"),
            Spacer(share=8),
            gap=6,
            pad=(20, 14, 20, 0),
            align="left",
            share=1,
        )

    def _field(self, name: str, words: str, longest: int, *, most: int) -> Iterator[Maybe]:
        def put(value: str) -> None:
            setattr(self, name, value)
            self._trouble = ""

        yield Text(words, "strong", "ink_soft")
        field = TextField(
            self.context,
            getattr(self, name),
            put,
            placeholder=words,
            max_length=longest,
            on_enter=lambda _: self._sit(),
            id=name,
            grow=1,
        )
        yield Row(field, most=most)

    def _foot(self) -> Widget:
        text, seat = self.context.text, self.context.room_seat
        is_asking = seat is not None and not seat.end and not self._words()
        return Row(
            WordLink(
                text("room.seat.in_browser"),
                self._open_browser,
                icon=Icon.SEND,
                why_disabled=None if read_address(self.link) else text("room.seat.needs_address"),
                id="browser",
            ),
            Spacer(share=1),
            is_asking and Text(text("room.seat.finding"), "label", "ink_soft", live=True),
            ActionBand(
                text("phone.join"),
                self._sit,
                icon=Icon.PLAY,
                id="sit",
                shortcut=Action.CONFIRM,
                why_disabled=self._why_not(),
            ),
            gap=34,
            pad=(20, 0, 0, 0),
        )

    def _words(self) -> str:
        """Return what went wrong; "" for nothing."""
        seat = self.context.room_seat
        return self._trouble or ("" if seat is None else seat_trouble(self.context, seat))

    def _why_not(self) -> str | None:
        text, address = self.context.text, read_address(self.link)
        if address is None:
            return text("room.seat.needs_address")
        if not (address.letters or address.key or self.letters.strip()):
            return text("phone.code")
        return None if clean_name(self.name) or address.key else text("phone.error.name")

    def _sit(self) -> None:
        address = read_address(self.link)
        if address is None or self._why_not() is not None:
            return
        name, letters = clean_name(self.name), address.letters or self.letters.strip().upper()
        if name and name != self.context.preferences.player_name:
            change_settings(self.context, player_name=name)
        address, seat = address._replace(letters=letters), self.context.room_seat
        is_asked = seat is not None and (seat.address, seat.name) == (address, name)
        if seat is not None and is_asked and not (seat.end or seat.error):
            # A room that hears two lines ask under one name refuses the second.
            return
        last, key = _last_seat(self.context), ""
        if last.text("at") == address.place + address.folder:
            key = last.text("key")
        try:
            take_seat(self.context, address, name=name, key=key)
        except OSError:
            self._trouble = self.context.text("room.no_thread")

    def _open_browser(self) -> None:
        address = read_address(self.link)
        if address is not None:
            self._opening = open_link(address.link)

    def _leave(self) -> Navigation:
        self.context.leave_room()
        return Pop()

    def animate(self, dt: float) -> Pulse:
        seat = self.context.room_seat
        if self._opening is not None and self._opening.take_failure():
            self._trouble = self.context.text("together.no_browser", link=self.link)
            return self.redraw()
        if seat is None:
            return STILL
        if seat.has_table:
            return Pulse(True, Replace(self.context.routes.room_table()))
        known = (seat.changes, seat.line.is_open, seat.line.trouble, seat.end)
        if known == self._known:
            return STILL
        self._known = known
        _note_seat(self.context, seat)
        return self.redraw()


def take_seat(
    context: Context,
    address: RoomAddress,
    *,
    name: str = "",
    key: str = "",
    resumed: Match | None = None,
) -> RoomSeat:
    """Open a line to a room and ask for a seat there. Raises `OSError` without a thread."""
    # Loaded with the first room, as the server of one.
    from game.net.room_line import RoomLine

    context.leave_room()
    seat = RoomSeat(
        RoomLine(address, wake),
        address,
        context.store,
        with_identity,
        lambda: context.now(),
        name=name,
        key=key,
        resumed=resumed,
    )
    context.room_seat = seat
    return seat


def resume_seat(context: Context, address: RoomAddress, match: Match) -> Scene:
    """Return the table of a match at a room that this window left, or why there is none."""
    key = read_meta(match.meta).object(ROOM_KEY).text("key")
    try:
        take_seat(context, address, key=key, resumed=match)
    except OSError:
        return notice(context, context.text("room.no_thread"))
    return context.routes.room_table()


def _last_seat(context: Context) -> MetaObject:
    """Return the last room and the key of the seat there; damaged text counts as none."""
    with suppress(ValueError, RecursionError):
        return MetaObject(json.loads(context.preferences.last_seat or "{}"))
    return MetaObject()


def _note_seat(context: Context, seat: RoomSeat) -> None:
    """Store the key of a seat, by which a killed window comes back before the match."""
    stored = json.dumps({"at": seat.address.place + seat.address.folder, "key": seat.key})
    if seat.key and (seat.waiting or seat.is_late) and stored != context.preferences.last_seat:
        change_settings(context, last_seat=stored)
