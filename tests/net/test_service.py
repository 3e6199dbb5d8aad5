"""Tables as a screen plays them: services in threads, a real server, flows at usual tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Protocol

import pytest

from game.bots.players.registry import make_bot
from game.bots.players.stand_ins import StandIns
from game.net.home import Desk, Draft, Home, HomeBusy
from game.net.host import HostedServer
from game.net.invitations import Invitation, read_invitation
from game.net.master import SeatRequest
from game.net.names import marks_of
from game.net.notice import read_notices
from game.net.playing import TableOpening
from game.net.service import Service, TableSnapshot
from game.net.table_flow import ApartFlow, game_of, marked_match
from game.play.league import stand_league
from game.play.table_control import TableControl, TableSignal
from game.play.table_game import Stage
from game.progress.engines import EngineClient
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset

PATIENCE = 60.0
LEAGUE = Ruleset.parse("classic free mail none bonus=call")
BOT = make_bot("random")


def wait_for(look: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not look():
        assert time.monotonic() < end
        time.sleep(0.02)


class Start(Protocol):
    """Starts the service of a home, by its own clock."""

    def __call__(self, name: str, now: Callable[[], float] = ...) -> Service: ...


@pytest.fixture
def server(tmp_path: Path) -> Iterator[HostedServer]:
    """A club's, which nobody's home takes with it."""
    hosted = HostedServer(tmp_path / "club")
    yield hosted
    hosted.stop()


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Start]:
    with ExitStack() as stack:

        def start(name: str, now: Callable[[], float] = time.time) -> Service:
            service = Service(Home(tmp_path / name), StandIns(), now)
            service.open().result(PATIENCE)
            stack.callback(service.close)
            return service

        yield start


class Screen:
    """One home's usual table, with a player who places at random at once."""

    def __init__(self, service: Service, table: bytes) -> None:
        self.service, self.table = service, table
        self.game = game_of(service.seen[table], "7")
        flow = ApartFlow(service, table, lambda: 0.0, time.time)
        self.control = TableControl(self.game, EngineClient(), time.monotonic, flow)
        self.random = Random(1)
        self.is_over = False

    def step(self) -> None:
        news = self.control.advance(0.02, is_moving=False)
        self.is_over |= TableSignal.OVER in news
        stage = self.game.stage()
        if stage is Stage.ACT and self.control.flow.can_place(self.control):
            choice = BOT.choose(self.game.match, self.game.view, self.random)
            self.control.place(choice.tile, choice.space)
        elif stage is Stage.CLOSE:
            self.control.close_or_go_on()


def has_begun(seen: TableSnapshot) -> bool:
    return seen.table is not None and seen.table.match is not None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("classic free single none", "Ben"),
        ("daffodil-4 free pairs none", "Ben"),
        ("classic free mail none bonus=call", "Ana"),
    ],
)
def test_two_homes_play_a_match_at_their_tables(services: Start, text: str, name: str) -> None:
    rules = Ruleset.parse(text)
    one, two = services("one"), services("two")
    table = one.open_table(
        TableOpening(rules, 3, 600, ("Ana",), (("Bot", "random"),), is_hosted=True)
    ).result(PATIENCE)
    assert two.join(one.invitation(table), name).result(PATIENCE) == table
    wait_for(lambda: has_begun(one.seen[table]) and has_begun(two.seen[table]))
    screens = [Screen(one, table), Screen(two, table)]
    end = time.monotonic() + PATIENCE
    while not all(screen.is_over for screen in screens):
        assert time.monotonic() < end
        for screen in screens:
            screen.step()
        time.sleep(0.005)
    first, second = (screen.game.match for screen in screens)
    assert first.is_complete
    assert first.rounds == second.rounds
    names = [p.name for p in second.players]
    told = two.seen[table].table
    assert told is not None
    marks = [f" ({chair.author.hex()[:4]})" if name == "Ana" else "" for chair in told.chairs]
    assert names == [f"Ana{marks[0]}", "Bot", f"{name}{marks[2]}"]
    assert {n.is_over for n in read_notices(two.home.folder)} == {True}
    wait_for(lambda: one.seen[table].is_settled and two.seen[table].is_settled)
    assert two.seen[table].rematch == ""
    one.lead(table, Desk(league="Autumn", wait_until=1 << 40, sent_away=("00",)))
    wait_for(lambda: one.seen[table].seating.desk.league == "Autumn")
    again = one.rematch(table).result(PATIENCE)
    desk = one.seen[again].seating.desk
    assert desk == Desk(league="Autumn"), "nobody is sent away, or waited for, once more"
    wait_for(lambda: two.seen[table].rematch != "")
    wait_for(lambda: [n.waits for n in read_notices(two.home.folder)] == [True])
    assert two.join_rematch(table).result(PATIENCE) == again != table
    wait_for(lambda: has_begun(one.seen[again]) and has_begun(two.seen[again]))
    found = two.seen[again].table
    assert found is not None
    assert found.match is not None
    assert (found.opened.rules, found.opened.seconds) == (rules, 600)
    # People of one name keep their marks, though their keys are new, and rows of their own.
    assert [p.name for p in found.match.players] == names
    matches = [marked_match(one.seen[id]) for id in (table, again)]
    assert {row.name: row.matches for row in stand_league(matches)} == dict.fromkeys(names, 2)


def test_what_was_handed_in_stays(services: Start) -> None:
    one, two = services("one"), services("two")
    table = one.open_table(TableOpening(Ruleset(), 2, 600, ("Ana",), is_hosted=True)).result(
        PATIENCE
    )
    two.join(one.invitation(table), "Ben").result(PATIENCE)
    wait_for(lambda: has_begun(one.seen[table]) and has_begun(two.seen[table]))
    wait_for(lambda: bool(two.seen[table].waited))
    screen = Screen(two, table)
    while screen.game.stage() is Stage.ACT or screen.game.stage() is Stage.BEGIN:
        screen.step()
    assert screen.game.can_take_back()
    assert screen.control.flow.can_place(screen.control)
    # Nobody sits there: nothing is handed in, and the table is played on.
    two.hand_in(table, 2, Draft(b"", ""))
    changes = two.changes
    wait_for(lambda: screen.control.advance(0.02, is_moving=False) is not None
             and 1 in two.seen[table].handed)  # fmt: skip
    assert not screen.game.can_take_back()
    assert not screen.control.flow.can_place(screen.control)
    assert two.changes > changes
    # The house has not answered: what Ben handed in waits on the disk for it, unsigned.
    assert 1 in two.seen[table].waited
    drafts = (two.home.folder / table.hex() / "drafts.json").read_text()
    assert "@" in drafts
    # Its program ends and comes again; then the house answers, and Ben's turn counts.
    two.close()
    again = services("two")
    wait_for(lambda: table in again.seen and 1 in again.seen[table].handed)
    house = Screen(one, table)
    end = time.monotonic() + PATIENCE
    while _calls(one, table) < 2:
        assert time.monotonic() < end
        house.step()
        time.sleep(0.01)
    found = one.seen[table].table
    assert found is not None
    assert found.missed == ()


def test_a_table_led_by_hand_waits_for_its_game_master(services: Start) -> None:
    service = services("one")
    rules = Ruleset.parse("classic free mail none bonus=call")
    opening = TableOpening(
        rules, 2, 3600, (), (("A", "random"), ("B", "random")), desk=Desk(by_hand=True, league="L")
    )
    table = service.open_table(opening).result(PATIENCE)
    wait_for(lambda: has_begun(service.seen[table]) and service.seen[table].can_go_on)
    seen = service.seen[table]
    assert seen.table is not None
    assert seen.table.calls == 0
    wait_for(lambda: [n.waits for n in read_notices(service.home.folder)] == [True])
    for call in range(1, 10):
        desk = service.seen[table].seating.desk
        service.lead(table, desk, goes_on=True)
        wait_for(lambda: _calls(service, table) == call and service.seen[table].can_go_on)  # noqa: B023
        service.lead(table, desk, goes_on=True)
        wait_for(lambda: not _is_open(service, table))
    wait_for(lambda: service.seen[table].is_over)
    assert desk.league == "L"
    path = service.save_report("r.html", "<p>x").result(PATIENCE)
    assert path.parent == service.home.folder / "reports"


def _calls(service: Service, table: bytes) -> int:
    found = service.seen[table].table
    assert found is not None
    return found.calls


def _is_open(service: Service, table: bytes) -> bool:
    found = service.seen[table].table
    assert found is not None
    return found.call is not None


def test_a_table_by_hand_travels_in_packets(services: Start) -> None:
    one, two = services("one"), services("two")
    table = one.open_table(TableOpening(Ruleset(), 2, 3600, ("Ana",))).result(PATIENCE)
    two.join(one.invitation(table), "Ben").result(PATIENCE)
    for _ in range(2):
        wait_for(lambda: table in two.seen)
        two.take(one.packet(table).result(PATIENCE)).result(PATIENCE)
        one.take(two.packet(table).result(PATIENCE)).result(PATIENCE)
        time.sleep(0.3)
    wait_for(lambda: has_begun(one.seen[table]))
    two.take(one.packet(table).result(PATIENCE)).result(PATIENCE)
    wait_for(lambda: has_begun(two.seen[table]))
    with pytest.raises(FormatError) as refused:
        two.take("TIE1P.nonsense").result(PATIENCE)
    assert isinstance(refused.value.fault, Fault)


def test_why_a_server_carries_nothing_is_told_by_kind(services: Start) -> None:
    one = services("one")
    url = "nats://anna:secret@127.0.0.1:1"
    table = one.open_table(TableOpening(Ruleset(), 2, 60, ("Ana",), server=url)).result(PATIENCE)
    wait_for(lambda: one.seen[table].trouble_kind == "nothing-listens")
    assert "secret" not in one.seen[table].trouble
    assert "secret" not in str(read_invitation(one.invitation(table)).url)


def test_a_folder_that_is_none_is_refused(services: Start, tmp_path: Path) -> None:
    one, two = services("one"), services("two")
    opening = TableOpening(Ruleset(), 2, 60, ("Ana",), folder=str(tmp_path))
    table = one.open_table(opening).result(PATIENCE)
    with pytest.raises(FormatError) as refused:
        two.join(one.invitation(table), "Ben", str(tmp_path / "none")).result(PATIENCE)
    assert refused.value.fault is Fault.NO_SUCH_FOLDER
    assert two.join(one.invitation(table), "Ben", str(tmp_path)).result(PATIENCE) == table


def test_a_home_is_played_by_one_program(services: Start) -> None:
    one = services("one")
    other = Service(one.home, StandIns())
    with pytest.raises(HomeBusy):
        other.open().result(PATIENCE)
    other.close()


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "nats://", "file://elsewhere/x"])
def test_what_is_no_road_is_refused(services: Start, url: str) -> None:
    one = services("one")
    with pytest.raises(FormatError):
        one.open_table(TableOpening(Ruleset(), 2, 60, ("Ana",), server=url)).result(PATIENCE)
    assert one.seen == {}


def test_a_seat_that_is_given_up_is_taken_by_a_computer(
    services: Start,
) -> None:
    one, two = services("one"), services("two")
    rules = Ruleset.parse("classic free mail none bonus=call")
    opening = TableOpening(rules, 2, 3600, (), (("A", "random"),), is_hosted=True,
                      desk=Desk(by_hand=True))  # fmt: skip
    table = one.open_table(opening).result(PATIENCE)
    two.join(one.invitation(table), "Ben").result(PATIENCE)
    wait_for(lambda: has_begun(one.seen[table]) and one.seen[table].can_go_on)
    wait_for(lambda: has_begun(two.seen[table]) and two.seen[table].own == (1,))
    two.leave_seat(table, 1)
    wait_for(lambda: one.seen[table].free == (1,) and two.seen[table].own == ())
    one.substitute(table, SeatRequest(1, engine="greedy"))
    wait_for(lambda: one.seen[table].can_go_on)
    assert _calls(one, table) == 0
    one.lead(table, one.seen[table].seating.desk, goes_on=True)
    wait_for(lambda: one.seen[table].free == () and _calls(one, table) == 1)
    found = one.seen[table].table
    assert found is not None
    assert [(s.left.name, s.came.bot, s.has_left) for s in found.substitutions] == [
        ("Ben", "greedy", True)
    ]


class Clock:
    """One machine's clock, as wrong as it is set."""

    def __init__(self, ahead: float = 0.0) -> None:
        self.ahead = ahead

    def __call__(self) -> float:
        return time.time() + self.ahead


def play_on(screens: list[Screen], is_done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_done():
        assert time.monotonic() < end
        for screen in screens:
            screen.step()
        time.sleep(0.005)


def test_answers_count_that_came_while_the_masters_machine_was_off(
    server: HostedServer, services: Start
) -> None:
    at_home = Clock()
    one, two = services("one", at_home), services("two")
    opening = TableOpening(LEAGUE, 2, 3600, (), (("A", "random"),), server=server.url)
    table = one.open_table(opening).result(PATIENCE)
    two.join(one.invitation(table), "Ben").result(PATIENCE)
    wait_for(lambda: has_begun(two.seen[table]) and bool(two.seen[table].waited))
    call = _calls(two, table)
    one.close()
    screen = Screen(two, table)
    play_on([screen], lambda: two.seen[table].waited == frozenset())
    assert _calls(two, table) == call
    # A day later, long after the call's time.
    at_home.ahead = 24 * 3600
    again = services("one", at_home)
    wait_for(lambda: table in again.seen and _calls(again, table) == call + 1)
    found = again.seen[table].table
    assert found is not None
    assert found.missed == ()
    assert found.call is not None
    assert abs(found.call.until - at_home() - 3600) < 60
    # Who answers nothing for a day has missed the call by that clock.
    at_home.ahead += 24 * 3600
    delay = again.home.table(table).folder / "delay.json"
    wait_for(delay.is_file)
    assert _calls(again, table) == call + 1, "its program slept, and gives a tenth of the time more"
    at_home.ahead += 361
    wait_for(lambda: _calls(again, table) == call + 2)
    found = again.seen[table].table
    assert found is not None
    assert [(m.call, m.seat) for m in found.missed] == [(call + 1, 1)]


def test_who_is_out_of_a_live_table_plays_on_until_somebody_else_comes(
    server: HostedServer, services: Start
) -> None:
    clock = Clock()
    one, two = services("one", clock), services("two", clock)
    bots = (("A", "random"),)
    opening = TableOpening(Ruleset(), 2, 12, (), bots, server=server.url)
    table = one.open_table(opening).result(PATIENCE)
    two.join(one.invitation(table), "Ben").result(PATIENCE)
    for number in (1, 2, 3):
        wait_for(lambda: has_begun(two.seen[table]) and _calls(two, table) == number)  # noqa: B023
        # Both sleep: the game master's program gives half a minute more when it is back.
        for seconds in (13, 31):
            clock.ahead += seconds
            time.sleep(0.3)
    wait_for(lambda: _calls(two, table) == 4)
    seen = two.seen[table]
    assert (seen.own, seen.free) == ((1,), (1,))
    screen = Screen(two, table)
    play_on([screen], lambda: two.seen[table].is_over)
    found = one.seen[table].table
    assert found is not None
    assert {missed.seat for missed in found.missed} == {1}
    assert [missed.call for missed in found.missed] == [1, 2, 3]


@pytest.mark.parametrize("apart", [-3600, 3600])
def test_players_clocks_an_hour_apart_make_no_difference(
    server: HostedServer, services: Start, apart: int
) -> None:
    """Sixty seconds a call, and Ben's and Cleo's machines half an hour to either side."""
    one = services("one")
    two, three = services("two", Clock(apart / 2)), services("three", Clock(-apart / 2))
    table = one.open_table(TableOpening(Ruleset(), 3, 60, ("Ana",), server=server.url)).result(
        PATIENCE
    )
    homes = [one, two, three]
    for home, name in ((two, "Ben"), (three, "Cleo")):
        home.join(one.invitation(table), name).result(PATIENCE)
    wait_for(lambda: all(table in home.seen and has_begun(home.seen[table]) for home in homes))
    screens = [Screen(home, table) for home in homes]
    play_on(screens, lambda: all(home.seen[table].is_over for home in homes))
    found = [home.seen[table].table for home in homes]
    assert found[0] == found[1] == found[2]
    assert found[0] is not None
    assert found[0].missed == ()


def test_whoever_asks_for_every_seat_gets_what_the_master_lets_them(services: Start) -> None:
    one, two, flood = services("one"), services("two"), services("flood")
    opening = TableOpening(Ruleset(), 3, 600, ("Ana",), is_hosted=True, desk=Desk(lets_in=True))
    table = one.open_table(opening).result(PATIENCE)
    for i in range(4):
        flood.join(one.invitation(table), f"Mallory {i}").result(PATIENCE)
    wait_for(lambda: len(one.seen[table].asking) == 5 and one.seen[table].can_go_on)
    two.join(one.invitation(table), "Ben").result(PATIENCE)
    wait_for(lambda: len(one.seen[table].asking) == 6)
    assert not has_begun(one.seen[table])
    away = [a for a in one.seen[table].asking if a.name.startswith("Mallory")]
    desk = Desk(lets_in=True, sent_away=tuple(a.author.hex() for a in away))
    one.lead(table, desk)
    wait_for(lambda: sum(a.is_sent_away for a in one.seen[table].asking) == 4)
    one.lead(table, desk, goes_on=True)
    time.sleep(0.5)
    assert not has_begun(one.seen[table]), "a seat is free"
    # One of them may sit down after all; what is wanted is kept over a restart.
    one.close()
    one = services("one")
    wait_for(lambda: table in one.seen and one.seen[table].table is not None)
    assert one.seen[table].seating.desk == desk
    one.lead(table, Desk(lets_in=True, sent_away=desk.sent_away[1:]), goes_on=True)
    wait_for(lambda: has_begun(one.seen[table]))
    found = one.seen[table].table
    assert found is not None
    assert sorted(chair.player.name[:3] for chair in found.chairs) == ["Ana", "Ben", "Mal"]


def _two_seats_free(services: Start) -> tuple[Service, bytes]:
    """A league led by hand: who had two of its three seats has left, and Dora asks for one."""
    one, two, three = services("one"), services("two"), services("three")
    opening = TableOpening(LEAGUE, 3, 3600, (), (("A", "random"),), is_hosted=True,
                      desk=Desk(by_hand=True))  # fmt: skip
    table = one.open_table(opening).result(PATIENCE)
    for name in ("Ben", "Cleo"):
        two.join(one.invitation(table), name).result(PATIENCE)
        wait_for(lambda: any(a.name == name for a in one.seen[table].asking)  # noqa: B023
                 or has_begun(one.seen[table]))  # fmt: skip
    wait_for(lambda: has_begun(one.seen[table]) and two.seen[table].own == (1, 2))
    for seat in (1, 2):
        two.leave_seat(table, seat)
    three.join(one.invitation(table), "Dora").result(PATIENCE)
    wait_for(lambda: one.seen[table].free == (1, 2) and len(one.seen[table].asking) == 1)
    return one, table


def test_the_master_says_who_takes_which_free_seat(services: Start) -> None:
    one, table = _two_seats_free(services)
    dora = one.seen[table].asking[0].author
    # Not the first that is free.
    one.substitute(table, SeatRequest(2, engine="greedy"))
    wait_for(lambda: one.seen[table].free == (1,))
    one.substitute(table, SeatRequest(1, author=dora))
    wait_for(lambda: one.seen[table].free == ())
    found = one.seen[table].table
    assert found is not None
    assert [(s.seat, s.came.name, s.came.bot) for s in found.substitutions] == [
        (2, "greedy", "greedy"), (1, "Dora", None)
    ]  # fmt: skip
    assert _calls(one, table) == 0


def test_nobody_takes_the_seat_meant_for_somebody_who_has_gone(services: Start) -> None:
    one, table = _two_seats_free(services)
    one.substitute(table, SeatRequest(1, author=bytes(32)))
    one.lead(table, one.seen[table].seating.desk, goes_on=True)
    wait_for(lambda: _calls(one, table) == 1)
    assert one.seen[table].free == (1, 2)
    found = one.seen[table].table
    assert found is not None
    assert found.substitutions == ()


def test_who_only_watches_sees_the_match_and_asks_for_nothing(services: Start) -> None:
    one, two = services("one"), services("two")
    bots = (("A", "random"), ("B", "random"))
    opening = TableOpening(
        Ruleset(), 3, 600, ("Ana",), bots, is_hosted=True, desk=Desk(lets_in=True)
    )
    table = one.open_table(opening).result(PATIENCE)
    two.join(one.invitation(table), "").result(PATIENCE)
    wait_for(lambda: table in two.seen and two.seen[table].table is not None)
    wait_for(lambda: one.seen[table].can_go_on)
    assert [a.name for a in one.seen[table].asking] == ["Ana", "A", "B"]
    one.lead(table, Desk(lets_in=True), goes_on=True)
    wait_for(lambda: has_begun(one.seen[table]) and has_begun(two.seen[table]))
    assert two.seen[table].is_watching
    assert not one.seen[table].is_watching
    screens = [Screen(one, table), Screen(two, table)]
    play_on(screens, lambda: all(screen.is_over for screen in screens))
    assert screens[0].game.match.rounds == screens[1].game.match.rounds


def test_what_names_and_titles_hold_commands_nothing(services: Start) -> None:
    """Neither a terminal nor the direction of writing, and no path of anybody's choice."""
    one, two = services("one"), services("two")
    table = one.open_table(TableOpening(LEAGUE, 3, 600, ("Ana",), is_hosted=True)).result(PATIENCE)
    name = "../\x1b[2J\u202eneB\u2066\n\t\x00\u200f/" + "\u0301" * 20
    with pytest.raises(FormatError):
        two.join(one.invitation(table) + "A", "Ben").result(PATIENCE)
    two.join(one.invitation(table), name).result(PATIENCE)
    wait_for(lambda: len(one.seen[table].asking) == 2)
    shown = one.seen[table].asking[1].name
    assert shown.isprintable()
    assert not set(shown) & set("\x1b\u202e\u2066\n\t\x00\u200f")
    two.join(one.invitation(table), "Cleo").result(PATIENCE)
    wait_for(lambda: has_begun(one.seen[table]))
    players = game_of(one.seen[table], "7").match.players
    assert all(player.name.isprintable() for player in players)
    kept = {path.relative_to(one.home.folder).parts[0] for path in one.home.folder.rglob("*")}
    # A file with a point before its name is just being written.
    whole = {name for name in kept if not name.startswith(".")}
    assert whole == {"lock", "notices.json", "server", table.hex()}
    for url in ("file:///etc", "file:///../../etc", "file://somewhere/else"):
        text = str(Invitation(bytes(32), bytes(32), url))
        with pytest.raises(FormatError):
            two.join(text, "Ben").result(PATIENCE)
    assert two.home.tables() == (table,)


def test_a_dead_table_is_put_aside_and_an_address_mended(services: Start, tmp_path: Path) -> None:
    one = services("one")
    dead = one.open_table(TableOpening(Ruleset(), 2, 60, ("Ana",))).result(PATIENCE)
    lost = one.open_table(
        TableOpening(Ruleset(), 2, 60, ("Ana",), server="nats://127.0.0.1:1")
    ).result(PATIENCE)
    wait_for(lambda: one.seen[lost].trouble != "")
    one.remove(dead).result(PATIENCE)
    assert set(one.seen) == {lost} == set(one.home.tables())
    (aside,) = [path for path in one.home.folder.iterdir() if "removed" in path.name]
    assert (aside / "table.json").is_file(), "with the cards that nobody else has"
    shared = tmp_path / "shared"
    shared.mkdir()
    one.move(lost, folder=str(shared)).result(PATIENCE)
    wait_for(lambda: one.seen[lost].trouble == "" and any(shared.iterdir()))
    assert read_invitation(one.invitation(lost)).url == shared.as_uri()


def test_three_people_of_one_name_are_told_apart() -> None:
    people = [(bytes([1]) * 32, "Ana"), (bytes([2]) * 32, "ana"), (bytes([3]) * 32, "Ben")]
    marks = marks_of(people)
    assert [marks[author] for author, _ in people] == ["0101", "0202", ""]


def test_who_asks_stands_in_the_order_they_came_but_for_the_masters_own(
    server: HostedServer, services: Start
) -> None:
    """The game master's home sees its own people first; everybody else the order of the log."""
    one, two = services("one"), services("two")
    opening = TableOpening(Ruleset(), 3, 600, (), server=server.url, desk=Desk(lets_in=True))
    table = one.open_table(opening).result(PATIENCE)
    two.join(one.invitation(table), "Ben").result(PATIENCE)
    wait_for(lambda: [a.name for a in one.seen[table].asking] == ["Ben"])
    one.join(one.invitation(table), "Ana").result(PATIENCE)
    wait_for(lambda: [a.name for a in two.seen[table].asking] == ["Ben", "Ana"])
    two.join(one.invitation(table), "Cleo").result(PATIENCE)
    wait_for(lambda: [a.name for a in two.seen[table].asking] == ["Ben", "Ana", "Cleo"])
    wait_for(lambda: [a.name for a in one.seen[table].asking] == ["Ana", "Ben", "Cleo"])


def test_a_turn_that_waits_for_the_house_and_a_master_who_is_away_are_seen(
    server: HostedServer, services: Start
) -> None:
    clock = Clock()
    one, two = services("one"), services("two", clock)
    opening = TableOpening(Ruleset(), 2, 600, ("Ana",), server=server.url)
    table = one.open_table(opening).result(PATIENCE)
    two.join(one.invitation(table), "Ben").result(PATIENCE)
    wait_for(lambda: table in two.seen and has_begun(two.seen[table]))
    wait_for(lambda: bool(two.seen[table].waited))
    found = two.seen[table].table
    assert found is not None
    assert found.call is not None
    assert found.match is not None
    assert not two.seen[table].draft_waits
    assert two.seen[table].begun_at == found.call.since
    tile = found.match.round.calls[0][0]
    two.hand_in(table, 1, Draft(found.call.hash, f"{tile}@a1"))
    wait_for(lambda: two.seen[table].draft_waits)
    one.close()
    clock.ahead = 600
    time.sleep(0.5)
    assert not two.seen[table].is_late, "a close may still be on its way"
    clock.ahead = 600 + 20
    wait_for(lambda: two.seen[table].is_late)
    two.leave_seat(table, 1)
    wait_for(lambda: two.seen[table].left == (1,))
