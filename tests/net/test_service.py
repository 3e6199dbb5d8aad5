"""Tables as a screen plays them: services in threads, a real server, flows at usual tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from game.bots.players.registry import make_bot
from game.bots.players.stand_ins import StandIns
from game.net.home import Desk, Home, HomeBusy
from game.net.notice import read_notices
from game.net.service import Opening, Seen, Service
from game.net.table_flow import ApartFlow, session_of
from game.play.table import TableSetup
from game.play.table_control import Sign, TableControl
from game.play.table_game import Stage, TableGame
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset
from game.ui.frame.engines import Engines

PATIENCE = 60.0
BOT = make_bot("random")


def wait_for(look: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not look():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Callable[[str], Service]]:
    with ExitStack() as stack:

        def start(name: str) -> Service:
            service = Service(Home(tmp_path / name), StandIns())
            service.open().result(PATIENCE)
            stack.callback(service.close)
            return service

        yield start


class Screen:
    """One home's usual table, with a player who places at random at once."""

    def __init__(self, service: Service, table: bytes) -> None:
        self.service, self.table = service, table
        seen = service.seen[table]
        assert seen.table is not None
        assert seen.table.match is not None
        players = seen.table.match.players
        self.game = TableGame(
            TableSetup(seen.table.opened.rules, players, "7"), session_of(seen), Engines()
        )
        flow = ApartFlow(service, table, lambda: 0.0, time.time)
        self.control = TableControl(self.game, time.monotonic, flow)
        self.random = Random(1)
        self.is_over = False

    def step(self) -> None:
        news = self.control.advance(0.02, is_moving=False)
        self.is_over |= Sign.OVER in news
        stage = self.game.stage()
        if stage is Stage.ACT and self.control.flow.can_place(self.control):
            choice = BOT.choose(self.game.match, self.game.view, self.random)
            self.control.place(choice.tile, choice.space)
        elif stage is Stage.CLOSE:
            self.control.close_or_go_on()


def has_begun(seen: Seen) -> bool:
    return seen.table is not None and seen.table.match is not None


@pytest.mark.parametrize(
    "text",
    ["classic free single none", "daffodil-4 free pairs none", "classic free mail none bonus=call"],
)
def test_two_homes_play_a_match_at_their_tables(
    services: Callable[[str], Service], text: str
) -> None:
    rules = Ruleset.parse(text)
    one, two = services("one"), services("two")
    table = one.open_table(
        Opening(rules, 3, 600, ("Ana",), (("Bot", "random"),), is_hosted=True)
    ).result(PATIENCE)
    assert two.join(one.invitation(table), "Ben").result(PATIENCE) == table
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
    assert [p.name for p in second.players] == ["Ana", "Bot", "Ben"]
    assert {n.is_over for n in read_notices(two.home.folder)} == {True}


def test_what_was_handed_in_stays(services: Callable[[str], Service]) -> None:
    one, two = services("one"), services("two")
    table = one.open_table(Opening(Ruleset(), 2, 600, ("Ana",), is_hosted=True)).result(PATIENCE)
    two.join(one.invitation(table), "Ben").result(PATIENCE)
    wait_for(lambda: has_begun(one.seen[table]) and has_begun(two.seen[table]))
    wait_for(lambda: bool(two.seen[table].waited))
    screen = Screen(two, table)
    while screen.game.stage() is Stage.ACT or screen.game.stage() is Stage.BEGIN:
        screen.step()
    assert screen.game.can_take_back()
    wait_for(lambda: screen.control.advance(0.02, is_moving=False) is not None
             and 1 in two.seen[table].handed)  # fmt: skip
    assert not screen.game.can_take_back()
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


def test_a_table_led_by_hand_waits_for_its_game_master(services: Callable[[str], Service]) -> None:
    service = services("one")
    rules = Ruleset.parse("classic free mail none bonus=call")
    opening = Opening(
        rules, 2, 3600, (), (("A", "random"), ("B", "random")), desk=Desk(by_hand=True, league="L")
    )
    table = service.open_table(opening).result(PATIENCE)
    wait_for(lambda: has_begun(service.seen[table]) and service.seen[table].can_go_on)
    seen = service.seen[table]
    assert seen.table is not None
    assert seen.table.calls == 0
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


def test_a_table_by_hand_travels_in_packets(services: Callable[[str], Service]) -> None:
    one, two = services("one"), services("two")
    table = one.open_table(Opening(Ruleset(), 2, 3600, ("Ana",))).result(PATIENCE)
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


def test_a_home_is_played_by_one_program(services: Callable[[str], Service]) -> None:
    one = services("one")
    other = Service(one.home, StandIns())
    with pytest.raises(HomeBusy):
        other.open().result(PATIENCE)
    other.close()


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "nats://", "file://elsewhere/x"])
def test_what_is_no_road_is_refused(services: Callable[[str], Service], url: str) -> None:
    one = services("one")
    with pytest.raises(FormatError):
        one.open_table(Opening(Ruleset(), 2, 60, ("Ana",), server=url)).result(PATIENCE)
    assert one.seen == {}


def test_a_seat_that_is_given_up_is_taken_by_a_computer(
    services: Callable[[str], Service],
) -> None:
    one, two = services("one"), services("two")
    rules = Ruleset.parse("classic free mail none bonus=call")
    opening = Opening(rules, 2, 3600, (), (("A", "random"),), is_hosted=True,
                      desk=Desk(by_hand=True))  # fmt: skip
    table = one.open_table(opening).result(PATIENCE)
    two.join(one.invitation(table), "Ben").result(PATIENCE)
    wait_for(lambda: has_begun(one.seen[table]) and one.seen[table].can_go_on)
    wait_for(lambda: has_begun(two.seen[table]) and two.seen[table].own == (1,))
    two.leave_seat(table, 1)
    wait_for(lambda: one.seen[table].free == (1,) and two.seen[table].own == ())
    one.substitute(table, "greedy")
    wait_for(lambda: one.seen[table].free == () and _calls(one, table) == 1)
    found = one.seen[table].table
    assert found is not None
    assert [(s.left.name, s.came.bot, s.has_left) for s in found.substitutions] == [
        ("Ben", "greedy", True)
    ]
