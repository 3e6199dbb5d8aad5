"""Installations with their tables: in the window's threads, from home to home, killed."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.net.journal.invitations import Invitation, read_invitation
from game.net.journal.journal import Journal
from game.net.journal.store import LeadSettings, Seating, StoreBusy, TableOpening, TableStore
from game.net.service.notice import read_notices
from game.net.service.service import Service
from game.net.service.table_flow import ApartFlow, ApartKeeper
from game.net.service.tables import join_table, open_table
from game.play.table_control import TableControl
from game.progress.engine_client import EngineClient
from game.rules.errors import Fault, FormatError
from game.rules.match import legal_placements
from game.rules.ruleset import MAX_PLAYERS
from tests.net.kills import KilledMatch
from tests.net.reader import read_journal
from tests.net.worlds import CLASSIC, MAIL, RandomEngines, any_turn


class House:
    """Some installations, each with its tables' threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.services: dict[str, Service] = {}
        self.random = Random(1)

    def open(self, name: str) -> Service:
        service = Service(TableStore(self.folder / name), RandomEngines())
        service.open().result(20)
        self.services[name] = service
        return service

    def close(self, name: str) -> None:
        self.services.pop(name).close()

    def until(self, condition: Callable[[], object], *, plays: bool = True) -> None:
        """Until something holds; people hand in whatever they may."""
        end = time.monotonic() + 90
        while not condition():
            assert time.monotonic() < end
            for service in self.services.values() if plays else ():
                for id, seen in service.snapshots.items():
                    for seat in seen.own_seats:
                        if seen.waits_for_me and seat in seen.waited - seen.handed_in:
                            assert seen.table is not None
                            service.hand_in(id, seat, any_turn(seen.table, seat, self.random))
            time.sleep(0.02)

    def calls(self, name: str, id: bytes) -> int:
        """The number of calls that a window has seen."""
        table = self.services[name].snapshots[id].table
        return 0 if table is None else table.calls

    def is_over(self, name: str, id: bytes) -> bool:
        table = self.services[name].snapshots[id].table
        return table is not None and bool(table.seed)

    def journals(self, id: bytes) -> list[list[str]]:
        return [Journal(id, path).lines for path in self.folder.glob(f"*/{id.hex()}/journal.jsonl")]


class Table:
    """A table's page, as the window opens it."""

    def __init__(self, service: Service, id: bytes) -> None:
        match = ApartKeeper(service, id)
        self.game = match.game()
        flow = ApartFlow(match, time.time)
        self.control = TableControl(self.game, EngineClient(), time.monotonic, flow)
        self.control.advance(0.0, is_moving=False)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    for name in list(house.services):
        house.close(name)


def opening(**options: object) -> TableOpening:
    return TableOpening(CLASSIC, 2, 3600, ("Ana",), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("is_killed", [False, True])
@pytest.mark.parametrize("who", ["ana", "ben"])
def test_tiles_that_are_placed_and_not_handed_in_outlive_the_program(
    house: House, tmp_path: Path, who: str, is_killed: bool
) -> None:
    """A call of the league is three tiles and days long: two placed today, the third tomorrow."""
    shared = tmp_path / "shared"
    shared.mkdir()
    services = {name: house.open(name) for name in ("ana", "ben")}
    id = (
        services["ana"]
        .open_table(TableOpening(MAIL, 2, 72 * 3600, ("Ana",), folder=str(shared)))
        .result(20)
    )
    services["ben"].join(services["ana"].invitation(id), "Ben", str(shared)).result(20)
    house.until(lambda: services[who].snapshots[id].waits_for_me, plays=False)
    screen = Table(services[who], id)
    for _ in range(2):
        placement = legal_placements(screen.game.match, screen.game.view)[0]
        screen.control.place(placement.tile, placement.space)
    placed, hand = screen.game.position(), screen.game.hand()
    assert len(hand) == 1
    if is_killed:
        time.sleep(1.0)
        shutil.copytree(tmp_path / who, tmp_path / "later", ignore=shutil.ignore_patterns("lock"))
    house.close(who)
    again = house.open("later" if is_killed else who)
    house.until(lambda: again.snapshots[id].waits_for_me, plays=False)
    screen = Table(again, id)
    assert (screen.game.position(), screen.game.hand()) == (placed, hand)


def test_two_windows_play_by_a_folder_and_are_opened_again_in_between(
    house: House, tmp_path: Path
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    ana, ben = house.open("ana"), house.open("ben")
    with pytest.raises(StoreBusy):
        Service(TableStore(tmp_path / "ana"), RandomEngines()).open().result(20)
    id = ana.open_table(opening(folder=str(shared))).result(20)
    with pytest.raises(FormatError) as caught:
        ben.join(ana.invitation(id), "Ben").result(20)
    assert caught.value.fault is Fault.NOT_ITS_FOLDER
    assert ben.join(f"here: ‹{ana.invitation(id)}›.", "Ben", str(shared)).result(20) == id
    house.until(lambda: house.calls("ben", id) == 3)
    house.close("ana")
    house.close("ben")
    ana, ben = house.open("ana"), house.open("ben")
    house.until(lambda: all(house.is_over(name, id) for name in ("ana", "ben")))
    one, two = house.journals(id)
    assert one == two
    assert read_journal(one)[1] == []
    assert ana.snapshots[id].table.missed == ()  # type: ignore[union-attr]
    assert [notice.is_over for notice in read_notices(tmp_path / "ana")] == [True]
    # A deadline that was put off, and who was sent away, belong to the old table.
    ana.lead(id, LeadSettings(wait_until=10**10, sent_away=("ab",)))
    house.until(lambda: ana.snapshots[id].seating.lead_settings.wait_until > 0)
    next_id = ana.rematch(id).result(20)
    house.until(lambda: ben.snapshots[id].next_table == next_id)
    assert ana.snapshots[next_id].seating.lead_settings == LeadSettings()
    assert ben.rematch_waits(ben.snapshots[id])

    def is_noticed() -> bool:
        return [(n.waits, n.is_over) for n in read_notices(tmp_path / "ben")] == [(True, False)]

    # The file follows the table.
    house.until(is_noticed, plays=False)
    ben.join_rematch(id).result(20)
    house.until(lambda: house.calls("ben", next_id) == 2)


def test_a_table_by_turn_files(house: House) -> None:
    ana, ben = house.open("ana"), house.open("ben")
    id = ana.open_table(opening()).result(20)
    file = ana.turn_file(id).result(20)
    with pytest.raises(FormatError) as caught:
        ben.take(file).result(20)
    assert caught.value.fault is Fault.UNKNOWN_TURN_FILE
    ben.join(f"{ana.invitation(id)}\n\n{file}", "Ben").result(20)
    assert ben.snapshots[id].table is not None
    ana.take(ben.turn_file(id).result(20)).result(20)
    ben.take(ana.turn_file(id).result(20)).result(20)
    house.until(lambda: ben.snapshots[id].handed_in)
    assert ben.snapshots[id].unsent == 1
    assert ben.snapshots[id].must_send
    seat = ben.snapshots[id].own_seats[0]
    assert seat in ben.snapshots[id].unanswered
    # What no turn file holds is taken back by itself; what one holds is asked back.
    ben.take_back(id, seat)
    house.until(lambda: not ben.snapshots[id].handed_in, plays=False)
    assert not ben.snapshots[id].must_send
    house.until(lambda: ben.snapshots[id].handed_in)
    ben.turn_file(id).result(20)
    house.until(lambda: not ben.snapshots[id].must_send, plays=False)
    assert seat not in ben.snapshots[id].unanswered
    house.close("ben")
    ben = house.open("ben")
    assert not ben.snapshots[id].must_send
    assert ben.snapshots[id].handed_in == {seat}
    ben.take_back(id, seat)
    house.until(lambda: not ben.snapshots[id].handed_in, plays=False)
    assert ben.snapshots[id].must_send


def test_a_player_leaves_and_the_desk_is_led_by_hand(house: House, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    ana, ben = house.open("ana"), house.open("ben")
    lead_settings = LeadSettings(lets_in=True, league="Winter")
    id = ana.open_table(opening(folder=str(shared), lead_settings=lead_settings)).result(20)
    ben.join(ana.invitation(id), "Ana", str(shared)).result(20)
    house.until(lambda: ana.snapshots[id].can_go_on)
    assert sorted(bool(one.mark) for one in ana.snapshots[id].asking) == [True, True]
    ana.lead(id, lead_settings, goes_on=True)
    house.until(lambda: ben.snapshots[id].own_seats)
    assert ben.snapshots[id].league == "Winter"
    ben.leave_seat(id, ben.snapshots[id].own_seats[0])
    house.until(lambda: ana.snapshots[id].left or ana.snapshots[id].table.substitutions)  # type: ignore[union-attr]
    ana.remove(id).result(20)
    assert id not in ana.snapshots
    assert ana.store.tables() == ()


def test_two_windows_of_a_copied_home_and_one_leads(house: House, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    ana = house.open("ana")
    id = ana.open_table(opening(folder=str(shared))).result(20)
    # Whoever takes the lead last has it.
    house.until((shared / id.hex() / "leader.json").exists, plays=False)
    shutil.copytree(tmp_path / "ana", tmp_path / "copy")
    copy = house.open("copy")
    house.until(lambda: ana.snapshots[id].is_stopped, plays=False)
    assert not copy.snapshots[id].is_stopped
    ana.lead_here(id).result(20)
    house.until(lambda: copy.snapshots[id].is_stopped, plays=False)
    assert not ana.snapshots[id].is_stopped


# from home to home


def test_a_seat_key_and_a_leaders_key_go_on_elsewhere(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    opening = TableOpening(CLASSIC, 2, 3600, folder=str(shared))
    old = open_table(TableStore(tmp_path / "old"), opening)
    key = read_invitation(str(Invitation(old.id, old.seating.invitation.key, "", old.secret, True)))
    new = join_table(TableStore(tmp_path / "new"), key, "", str(shared))
    assert new.seating.leads
    assert new.secret == old.secret
    assert new.seating.invitation.secret == b""
    text = new.seating.write()
    assert Seating.read(text.encode()).secret == old.secret


def test_a_new_invitation_of_the_same_leader_leads_to_its_new_address(tmp_path: Path) -> None:
    """The table moves from mail to a folder and back: seats stay, the old address goes."""
    store, shared = TableStore(tmp_path / "guest"), tmp_path / "shared"
    shared.mkdir()
    first = Invitation(bytes(16), b"k" * 32)
    joined = join_table(store, first, "Ben").seating
    again = Invitation(first.table, first.key, shared.as_uri())
    with pytest.raises(FormatError) as caught:
        join_table(store, again, "Ben")
    assert caught.value.fault is Fault.NOT_ITS_FOLDER
    named = join_table(store, again, "Ben", str(shared)).seating
    assert (named.folder, named.seats) == (str(shared), joined.seats)
    # The folder that was named here holds for every invitation to a folder, and no longer.
    other = Invitation(first.table, first.key, (tmp_path / "other").as_uri())
    assert join_table(store, other, "Ben").seating.folder == str(shared)
    assert join_table(store, first, "Ben").seating.folder is None
    with pytest.raises(FormatError) as caught:
        join_table(store, replace(first, url="nats://x:1"), "Ben")
    assert caught.value.fault is Fault.EARLIER_TABLE
    with pytest.raises(FormatError) as caught:
        join_table(store, replace(first, url="http://x:1"), "Ben")
    assert caught.value.fault is Fault.NO_ADDRESS
    forged = Invitation(first.table, b"x" * 32)
    with pytest.raises(FormatError) as caught:
        join_table(store, forged, "Ben")
    assert caught.value.fault is Fault.OTHER_LEADER
    assert store.table(first.table).seating == join_table(store, first, "Ben").seating
    # Whoever leads is nowhere else.
    mine = store.keep(replace(joined, secret=b"s" * 32)).seating
    assert join_table(store, replace(first, url="nats://x:1"), "").seating == mine


def test_programs_killed_at_any_moment_lose_nothing(tmp_path: Path) -> None:
    """A league of computers by a folder; leader and guest are killed in turn and begin again."""
    shared, random = tmp_path / "shared", Random(5)
    shared.mkdir()
    match = KilledMatch(tmp_path, shared, ("ana",), str(MAIL))
    for name in ("master", "ana") * 2:
        time.sleep(random.uniform(0.6, 1.6))
        match.kill(name)
    match.check()


def test_of_two_turn_files_in_a_mail_the_damaged_one_is_said(house: House) -> None:
    """What is whole is taken all the same; a bad quotation below has lost nothing."""
    ana, ben = house.open("ana"), house.open("ben")
    one, two = (ana.open_table(opening()).result(20) for _ in range(2))
    for id in (one, two):
        ben.join(ana.invitation(id), "Ben").result(20)
    files = {id: ben.turn_file(id).result(20) for id in (one, two)}
    spoilt = files[two].rstrip()[:-9]
    quoted = "".join(f"> {line}\n" for line in spoilt.splitlines())
    assert ana.take(f"{files[one]}\n{quoted}").result(20) == one
    for text in (f"{files[one]}\nand\n{spoilt}\n", f"{spoilt}\nand\n{files[one]}\n"):
        with pytest.raises(FormatError) as caught:
            ana.take(text).result(20)
        assert caught.value.fault is Fault.ONE_DAMAGED
    house.until(lambda: ana.snapshots[one].own_seats, plays=False)
    assert not ana.snapshots[two].own_seats
    with pytest.raises(FormatError) as caught:
        ana.take(spoilt).result(20)
    assert caught.value.fault is Fault.CUT
    # What came with an invitation is told in the list.
    dan = house.open("dan")
    dan.join(f"{ana.invitation(one)}\n{ana.turn_file(one).result(20)[:-20]}", "Dan").result(20)
    assert [damage.fault for damage in dan.damaged] == [Fault.CUT]  # type: ignore[union-attr]


def test_one_program_asks_for_no_more_seats_than_there_are(tmp_path: Path) -> None:
    store, invitation = TableStore(tmp_path), Invitation(bytes(16), b"k" * 32)
    for number in range(MAX_PLAYERS):
        join_table(store, invitation, f"Ben {number}")
    for _ in range(2):
        with pytest.raises(FormatError) as caught:
            join_table(store, invitation, "Cleo")
        assert caught.value.fault is Fault.WRONG_SEATS
    assert len(store.table(bytes(16)).seats) == MAX_PLAYERS
