"""Rooms of phones for the gallery: their server is in memory, and letters and address are fixed."""

from __future__ import annotations

from random import Random

from game.page.tables import tables_of
from game.play.phone_room import PhoneRoom, Word
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match import Player, PlayerKind
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.phones.calling import CallingScene
from game.ui.scenes.phones.inviting import InvitingScene
from game.ui.scenes.phones.sitting import SittingScene
from tests.play.phones import House
from tests.play.room_guest import Guest

NAMES = ("Anna", "Björn", "Ștefan", "Großmutter Hildegard", "Zoé", "Ben")


class _Page:
    """An open page of a phone."""

    address = "192.0.2.10"


class _NoServer:
    """A server whose phones say only what a sample lets them say."""

    port = 32875

    def __init__(self) -> None:
        self.arrived: list[tuple[_Page, Word | None]] = []

    def poll(self) -> list[tuple[_Page, Word | None]]:
        """Return what a sample let them say."""
        arrived, self.arrived = self.arrived, []
        return arrived

    def send(self, visitor: object, value: Word, *, is_state: bool = False) -> None:
        """Send nothing."""

    def close(self) -> None:
        """Close nothing."""


def _room(context: Context, count: int, addresses: int = 1) -> tuple[PhoneRoom, list[_Page]]:
    server = _NoServer()
    room = PhoneRoom(server, tables_of, ("192.168.178.24", "10.8.0.2")[:addresses])
    room.code = "ZNVC"
    pages = [_Page() for _ in NAMES[:count]]
    for page, name in zip(pages, NAMES, strict=False):
        server.arrived.append((page, {"do": "join", "name": name, "code": "ZNVC"}))
    room.poll()
    context.phones = room
    return room, pages


def invitation(
    context: Context, guests: int = 3, computers: int = 0, addresses: int = 1
) -> InvitingScene:
    """The page that invites, with so many guests."""
    _room(context, guests, addresses)
    scene = InvitingScene(context)
    scene.computers = computers
    return scene


def beside(context: Context, guests: int = 2, *, gone: bool = True) -> Scene:
    """The table of somebody who plays at the big screen beside phones, in the first call."""
    room, pages = _room(context, guests)
    players = (Player("Cleo"), *(Player(name) for name in NAMES[:guests]))
    phones = frozenset(range(1, guests + 1))
    setup = TableSetup(Ruleset(), players, "42", phones=phones)
    game = TableGame.start(setup, meta=setup.to_meta())
    room.seat(game)
    game.begin_round()
    server = room.server
    assert isinstance(server, _NoServer)
    if gone:
        server.arrived.append((pages[-1], None))
    room.poll()
    return context.routes.played_table(game)


def calling(
    context: Context,
    guests: int = 3,
    rules: str = "classic free single none",
    calls: int = 12,
    *,
    bots: int = 0,
    is_hidden: bool = False,
    gone: bool = False,
    asks: bool = False,
    limit: int | None = None,
) -> CallingScene:
    """The screen that calls, in the middle of a match; the first has placed."""
    room, pages = _room(context, guests)
    players = [Player(name) for name in NAMES[:guests]]
    players += [Player("Fox", PlayerKind.BOT, "fox")] * bots
    setup = TableSetup(
        Ruleset.parse(rules),
        tuple(players),
        "42",
        phones=frozenset(range(guests)),
        has_hidden_boards=is_hidden,
        answer_seconds=limit,
    )
    game = TableGame.start(setup, meta=setup.to_meta())
    room.seat(game)
    random, server = Random(3), room.server
    assert isinstance(server, _NoServer)
    game.begin_round()
    for call in range(calls):
        if call:
            game.call_next()
        for seat, page in enumerate(pages[: guests if call < calls - 1 else 1]):
            assert room.seats is not None
            while (state := room.seats.view(seat))["do"] == "place":
                tile = random.choice(state["hand"])
                space = max(tile["spaces"], key=lambda one: (tile["spaces"][one]["gain"], one))
                word = {"do": "place", "at": state["at"], "tile": tile["tile"], "space": int(space)}
                server.arrived.append((page, word))
                room.poll()
        while any(seat >= guests for seat in game.awaited()):
            from game.rules.match import legal_placements
            from game.rules.moves import Place

            seat = max(game.awaited())
            p = legal_placements(game.match, seat)[0]
            game.perform(Place(seat, p.tile, p.space))
    assert room.seats is not None
    room.seats.take_events(0.0, context.engines)
    if gone:
        server.arrived.append((pages[-1], None))
    if asks:
        word = {"do": "join", "name": "Dora", "code": "ZNVC"}
        server.arrived.append((_Page(), word))
    room.poll()
    return CallingScene(context, room, game)


def sitting(
    context: Context, link: str = "http://192.168.178.24:32875/", *, is_there: bool = False
) -> SittingScene:
    """The page that asks another program's room for a seat; `is_there` while it waits."""
    scene = SittingScene(context, link)
    scene.name = NAMES[1]
    if is_there:
        house = House(NAMES[0], NAMES[3])
        context.room_seat = Guest(house, NAMES[1]).seat
        context.room_seat.key = "0" * 22
    return scene


def seat(
    context: Context,
    rules: str = "classic free single none",
    calls: int = 9,
    guests: int = 3,
    *,
    is_hidden: bool = False,
    is_done: bool = False,
    cut: bool = False,
    error: str = "",
    limit: int | None = None,
) -> Scene:
    """The table of a seat at a room, in the middle of a match."""
    house = House(*NAMES[:guests])
    guest = Guest(house, NAMES[4], 7)
    house.phones.append(guest.line.phone)
    game = house.begins(rules, has_hidden_boards=is_hidden, answer_seconds=limit)
    house.phones.pop()
    random = Random(3)
    game.begin_round()
    for call in range(calls):
        if call:
            game.call_next()
        house.room.poll()
        for phone in house.phones if call < calls - 1 else house.phones[:1]:
            while phone.state["do"] == "place":
                house.answers(phone, random)
        guest.poll()
        while (call < calls - 1 or is_done) and guest.seat.match.round.seats[guest.seat.you].hand:
            guest.plays()
    assert house.room.seats is not None
    house.room.seats.take_events(0.0, context.engines)
    house.room.poll()
    guest.poll()
    guest.seat.error = error
    guest.line.is_open = not cut
    context.room_seat = guest.seat
    return context.routes.room_table()
