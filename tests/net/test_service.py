"""The window's tables in their threads, and each request of a screen to them."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.net.journal.draft import Draft
from game.net.journal.invitations import Invitation, read_invitation
from game.net.journal.journal import Journal
from game.net.journal.keys import new_secret, public_of
from game.net.journal.names import names_of
from game.net.journal.requests import RematchBody, read_request
from game.net.journal.seating import SeatRequest
from game.net.journal.store import LeadSettings, OwnSeat, StoreBusy, TableOpening, TableStore
from game.net.journal.table import calls_of_match
from game.net.post.guest import Guest
from game.net.post.leader import Leader
from game.net.post.turn_files import read_turn_files
from game.net.service.notice import Notice, read_notices
from game.net.service.service import Service, _Runner
from game.net.service.snapshots import TableSnapshot, gone_table, take_snapshot
from game.net.service.table_flow import ApartFlow, ApartKeeper
from game.play.table_control import TableControl
from game.progress.engine_client import EngineClient
from game.rules.errors import Fault, FormatError
from game.rules.match import legal_placements
from game.storage.problems import Problem, ProblemKind
from tests.net.reader import read_journal
from tests.net.worlds import CLASSIC, MAIL, RandomEngines, World, any_turn

DAY = 86_400


def opening(**options: object) -> TableOpening:
    return TableOpening(CLASSIC, 2, 3600, ("Ana",), **options)  # type: ignore[arg-type]


# each request, without threads


LEADER = "leader"


class Still:
    """A home whose tables have no threads: their steps are the test's."""

    def __init__(self, folder: Path) -> None:
        self.at, self.woken = 1_000_000.0, 0
        self.service = Service(TableStore(folder), RandomEngines(), lambda: self.at, self._wake)
        self.service.open().result(20)

    def _wake(self) -> None:
        self.woken += 1

    def open(self, people: tuple[str, ...] = ("Ana", "Bea"), **options: object) -> bytes:
        """Open a table, by hand where no folder is named, and play it to its first call."""
        opening = TableOpening(CLASSIC, 2, 3600, people, **options)  # type: ignore[arg-type]
        id = self.service.open_table(opening).result(20)
        self.step()
        return id

    def step(self) -> None:
        """Let every table's thread do what it does in a second."""
        self.at += 1
        for runner in self.service._runners.values():
            runner._serve()
            runner.player.step(self.at)
            runner.publish()

    def seen(self, id: bytes) -> TableSnapshot:
        return self.service.snapshot(id)

    def turn(self, id: bytes, seat: int) -> str:
        """Any turn of a seat."""
        table = self.seen(id).table
        assert table is not None
        return any_turn(table, seat, Random(seat))


@pytest.fixture
def still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Still]]:
    """Homes whose tables have no threads, by the names of their folders."""
    monkeypatch.setattr("game.net.service.service.start_thread", lambda *_, **__: None)
    homes: list[Still] = []

    def open_home(name: str) -> Still:
        homes.append(Still(tmp_path / name))
        return homes[-1]

    yield open_home
    for home in homes:
        home.service.close()


def finished(folder: Path) -> tuple[World, TableSnapshot]:
    """A league table that is over, and what its leader's screen shows of it."""
    settings = LeadSettings(by_hand=True, lets_in=True, wait_until=7, sent_away=("ab",))
    house = [("Sam", None), ("Robo", "random")]
    world = World(folder, MAIL, house=house, guests=("Sam",), seconds=7200).begin()
    while not world.table.seed:
        for seat, player in ((0, world.leader), (2, world.guests["Sam"])):
            if world.table.call is not None:
                player.hand_in(seat, any_turn(world.table, seat, world.random))
        world.step(1)
    world.store.keep(replace(world.store.seating, lead_settings=settings))
    return world, take_snapshot(world.store, world.leader, world.now)


def test_each_request_reaches_its_own_table_and_one_that_is_refused_stops_no_other(
    still: Callable[[str], Still],
) -> None:
    home = still("ana")
    service, one, two = home.service, home.open(), home.open()
    untouched = home.seen(two)
    assert home.seen(one).own_seats == (0, 1)
    (tile,) = home.seen(one).table.match.round.calls[-1]  # type: ignore[union-attr]
    for text in ("no turn", f"{tile}@c3 {tile}@c4"):
        service.hand_in(one, 0, text)
    service.hand_in(one, 1, home.turn(one, 1))
    home.step()
    assert home.seen(one).handed_in == frozenset({1})
    assert home.seen(one).waited == frozenset({0})
    service.take_back(one, 1)
    home.step()
    assert home.seen(one).handed_in == frozenset()
    service.remind(one)
    home.step()
    reminded = home.seen(one).reminded
    assert reminded is not None
    assert reminded.waited == (0, 1)
    service.leave_seat(one, 1)
    home.step()
    assert home.seen(one).left == (1,)
    assert home.seen(two) == untouched
    request = SeatRequest(1, engine="random")
    service.substitute(one, request)
    service.lead(one, LeadSettings(by_hand=True), goes_on=True)
    # Other settings do not end the step that is asked for.
    service.lead(one, LeadSettings(by_hand=True, league="Winter"))
    players = {id: runner.player for id, runner in service._runners.items()}
    for runner in service._runners.values():
        runner._serve()
    leaders = [player for player in players.values() if isinstance(player, Leader)]
    assert [(leader.request, leader.goes_on) for leader in leaders] == [
        (request, True),
        (None, False),
    ]
    assert service._runners[one].stored.lead_settings == LeadSettings(by_hand=True, league="Winter")
    assert service._runners[two].stored.lead_settings == LeadSettings()
    unknown, changes = bytes(16), service.changes
    service.hand_in(unknown, 0, "")
    service.take_back(unknown, 0)
    service.remind(unknown)
    service.ask_for_rematch(unknown)
    service.lead(unknown, LeadSettings())
    assert (service.changes, service.snapshot(unknown).is_gone) == (changes, True)
    for asked in (service.turn_file(unknown), service.rematch(unknown)):
        with pytest.raises(FormatError) as caught:
            asked.result(20)
        assert caught.value.fault is Fault.NO_TABLE


def test_what_the_disk_or_the_folder_fails_is_tried_again_in_its_order(
    still: Callable[[str], Still], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = still("ana")
    service, id = home.service, home.open()

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    service.hand_in(id, 0, home.turn(id, 0))
    home.step()
    (runner,) = service._runners.values()
    with monkeypatch.context() as patch:
        patch.setattr("game.net.journal.store.write_atomically", refuse)
        patch.setattr(Journal, "append", refuse)
        service.take_back(id, 0)
        service.leave_seat(id, 1)
        service.lead(id, LeadSettings(league="Winter"))
        runner._serve()
    assert (home.seen(id).left, home.seen(id).handed_in) == ((), frozenset({0}))
    home.step()
    assert (home.seen(id).left, home.seen(id).handed_in) == ((1,), frozenset())
    assert service.store.table(id).lead_settings == LeadSettings(league="Winter")


def test_settings_that_are_the_same_are_not_written(
    still: Callable[[str], Still], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = still("ana")
    id = home.open()
    (runner,) = home.service._runners.values()

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("game.net.journal.store.write_atomically", refuse)
        runner.lead(runner.stored.lead_settings, goes_on=True)
        with pytest.raises(OSError, match="No space"):
            runner.lead(LeadSettings(league="Winter"))
    assert isinstance(runner.player, Leader)
    assert runner.player.goes_on
    assert home.service.store.table(id).lead_settings == LeadSettings()


@pytest.mark.parametrize(
    ("is_over", "is_earlier", "days", "is_played"),
    [
        (True, False, 7, True),
        (True, False, 7.001, False),
        (False, False, 99, True),
        (False, True, 0, False),
    ],
)
def test_a_table_is_played_on_until_a_week_after_its_last_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_over: bool,
    is_earlier: bool,
    days: float,
    is_played: bool,
) -> None:
    started: list[object] = []
    monkeypatch.setattr("game.net.service.service.start_thread", started.append)
    world = World(tmp_path).begin()
    opened = replace(world.table.opened, club=is_earlier)
    table = replace(world.table, opened=opened, at=world.table.begun_at + 30 * DAY)
    if is_over:
        table = replace(table, call=None, calls=calls_of_match(CLASSIC))
    service = Service(TableStore(tmp_path / LEADER), RandomEngines(), lambda: table.at + days * DAY)
    runner = _Runner(service, service.store.table(table.id), RandomEngines())
    runner.player.journal.table = table
    runner.start()
    assert bool(started) is is_played
    assert bool(service.snapshot(table.id).trouble) is is_played, "the thread was refused"
    service.close()


def test_a_request_made_while_the_program_ends_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path).begin()
    service = Service(TableStore(tmp_path / LEADER), RandomEngines())
    runner = _Runner(service, world.store, RandomEngines())
    done: list[str] = []

    def step(_: float) -> bool:
        runner.ask(lambda: done.append("asked during the last step"))
        return False

    service._runners[world.table.id] = runner
    runner.player.step = step  # type: ignore[method-assign, assignment]
    runner.end()
    runner._run()
    assert len(done) == 1
    closed: list[str] = []
    monkeypatch.setattr(RandomEngines, "close", lambda _: closed.append("engines"))
    monkeypatch.setattr(runner, "end", lambda: closed.append("table"))
    service.close()
    assert closed == ["table", "engines"], "no choice is asked for afterwards"


def test_a_snapshot_is_published_once_and_the_menus_notices_follow_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path, guests=("Ben",)).begin()
    home = Still(tmp_path / "home")
    service, written = home.service, list[list[Notice]]()
    monkeypatch.setattr(
        "game.net.service.service.write_notices", lambda _, notices: written.append([*notices])
    )
    first = take_snapshot(world.stores["Ben"], world.guests["Ben"], world.now)
    again = str(Invitation(bytes(16), first.seating.invitation.key))
    over = replace(first, is_stopped=True)
    for snapshot, changes, count in (
        (first, 1, 1),
        (replace(first), 1, 1),
        (replace(first, trouble="x"), 2, 1),
        (over, 3, 2),
        (replace(over, rematch=again), 4, 3),
        (replace(over, rematch=again, is_late=True), 5, 3),
    ):
        service.show(snapshot)
        assert (service.changes, home.woken, len(written)) == (changes, changes, count)
        assert service.snapshots[first.id] == snapshot
    (notice,) = written[0]
    assert notice == first.notice()
    assert written[1] == [over.notice()]
    # Players who are invited to a rematch have it before them.
    assert written[2] == [over.notice()._replace(waits=True, is_over=False)]

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("game.net.service.service.write_notices", refuse)
    service.show(first)
    assert service.snapshots[first.id] == first
    service.close()


def test_a_rematch_waits_for_guests_who_have_not_asked_for_a_seat(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ben",)).begin()
    service = Service(TableStore(tmp_path / "home"), RandomEngines())
    snapshot = take_snapshot(world.stores["Ben"], world.guests["Ben"], world.now)
    following = bytes(range(16))
    snapshot = replace(snapshot, rematch=str(Invitation(following, bytes(32))))
    assert service.rematch_waits(snapshot)
    clubs = replace(world.table, opened=replace(world.table.opened, club=True))
    for field, value in {
        "rematch": "",
        "own_seats": (),
        "is_master": True,
        "table": None,
    }.items():
        changed = replace(snapshot, **{field: value})  # type: ignore[arg-type]
        assert not service.rematch_waits(changed), field
    assert not service.rematch_waits(replace(snapshot, table=clubs))
    service.snapshots = {snapshot.id: snapshot}
    assert service.rematch_waits(snapshot)
    service.snapshots |= {following: gone_table(following)}
    assert not service.rematch_waits(snapshot), "the next table is known here"
    service.close()


def test_a_rematch_is_the_same_table_with_the_same_players(
    still: Callable[[str], Still], tmp_path: Path
) -> None:
    world, seen = finished(tmp_path)
    keys = [chair.key.hex()[:4] for chair in world.table.chairs]
    sams = [f"Sam ({key})" for key in (keys[0], keys[2])]
    home, guest = still(LEADER), still("guest Sam")
    service, id = home.service, world.table.id
    for wrong in (replace(seen, table=replace(world.table, calls=1)), replace(seen, table=None)):
        service.snapshots = {id: wrong}
        with pytest.raises(FormatError) as caught:
            service.rematch(id).result(20)
        assert caught.value.fault is Fault.NO_TABLE
    titled = replace(world.table, opened=replace(world.table.opened, title="Winter"))
    service.snapshots = {id: replace(seen, table=titled)}
    following = service.rematch(id).result(20)
    table, seating = home.seen(following).table, home.seen(following).seating
    assert table is not None
    assert table.opened == replace(
        titled.opened, table=following, promise=table.opened.promise, key=table.opened.key
    )
    assert [(seat.name, seat.bot) for seat in seating.seats] == [
        (sams[0], None),
        ("Robo", "random"),
    ]
    assert (seating.substitute, seating.folder) == ("random", None)
    assert seating.lead_settings == LeadSettings(by_hand=True, lets_in=True, league="Winter")
    home.step()
    assert home.seen(id).rematch == service.invitation(following)
    # The guest asks, and comes under the name that all have seen.
    guest.service.ask_for_rematch(id)
    service.ask_for_rematch(id)
    guest.step()
    asked = read_request(*guest.service.store.table(id).requests)
    assert asked.kind is RematchBody
    runner = guest.service._runners[id]
    assert isinstance(runner.player, Guest)
    assert runner.player.take(home.service._runners[id].player.journal.lines)
    runner.publish()
    assert guest.service.rematch_waits(guest.seen(id))
    assert guest.service.join_rematch(id).result(20) == following
    assert [seat.name for seat in guest.seen(following).seating.seats] == [sams[1]]
    assert not guest.service.rematch_waits(guest.seen(id))


def test_a_rematch_is_in_the_same_folder_for_all(
    still: Callable[[str], Still], tmp_path: Path
) -> None:
    world, seen = finished(tmp_path)
    home, guest, id = still(LEADER), still("guest Sam"), world.table.id
    bare, own = seen.seating.invitation, seen.seating.seats
    guests = guest.service.snapshots[id].seating.seats
    # The journal names the leader's seats; a player who has taken over the lead brings others.
    seats = (((), [0, 1]), (own, [0, 1]), (guests, [0, 1, 2]))
    for number, (folder, url) in enumerate(((True, False), (False, True), (True, True))):
        here, elsewhere = (tmp_path / f"{name} {number}" for name in ("here", "elsewhere"))
        here.mkdir()
        elsewhere.mkdir()
        seating = replace(
            seen.seating,
            seats=seats[number][0],
            folder=str(here) if folder else None,
            invitation=replace(bare, url=elsewhere.as_uri()) if url else bare,
        )
        home.service.snapshots = {id: replace(seen, seating=seating)}
        following = home.service.rematch(id).result(20)
        there = str(here if folder else elsewhere)
        assert home.seen(following).seating.folder == there
        names = names_of(world.table)
        assert [seat.name for seat in home.seen(following).seating.seats] == sorted(
            (names[seat] for seat in seats[number][1]), key=lambda name: name == "Robo"
        )
        stored = guest.service.snapshots[id]
        guest.service.snapshots = {
            id: replace(
                stored,
                rematch=home.service.invitation(following),
                seating=replace(
                    stored.seating,
                    folder=there,
                    seats=(*guests, OwnSeat(new_secret(), "Late"), OwnSeat(new_secret())),
                ),
                table=None if number == 2 else stored.table,
            )
        }
        guest.service.join_rematch(id).result(20)
        assert guest.seen(following).seating.folder == there
        # Whoever had no seat asks again under the own name, and a key without a name for none.
        sam = "Sam" if number == 2 else names[2]
        assert [one.name for one in guest.seen(following).seating.seats] == [sam, "Late"]


def test_a_join_that_is_refused_leaves_the_table_as_it_was(still: Callable[[str], Still]) -> None:
    ana, ben = still("ana"), still("ben")
    id, other = ana.open(("Ana",)), ana.open(("Ana",))
    ben.service.join(ana.service.invitation(id), "Ben").result(20)
    before = ben.seen(id).seating
    forged = Invitation(id, bytes(range(32)))
    stranger = replace(before.invitation, table=bytes(16), url="http://x:1")
    for invitation, fault in ((forged, Fault.OTHER_LEADER), (stranger, Fault.NO_ADDRESS)):
        with pytest.raises(FormatError) as caught:
            ben.service.join(str(invitation), "Ben").result(20)
        assert caught.value.fault is fault
    assert set(ben.service._runners) == set(ben.service.snapshots) == {id}
    assert ben.seen(id).seating == before
    assert read_turn_files(ben.service.turn_file(id).result(20))[0].table == id
    # A file of a table that is not played here came with the invitation: it is no damage.
    file = ana.service.turn_file(other).result(20)
    ben.service.join(f"{ana.service.invitation(id)} {file}", "Cleo").result(20)
    assert [seat.name for seat in ben.seen(id).seating.seats] == ["Ben", "Cleo"]
    assert not ben.service.damaged


def test_a_table_that_is_joined_again_is_played_by_one_thread(tmp_path: Path) -> None:
    service = Service(TableStore(tmp_path), RandomEngines())
    service.open().result(20)
    invitation = str(Invitation(bytes(16), public_of(new_secret())))
    service.join(invitation, "Ana").result(20)
    count = threading.active_count()
    service.join(invitation, "Bea").result(20)
    assert threading.active_count() == count
    service.close()


def test_the_files_of_a_mail_reach_their_tables_and_the_first_of_them_is_shown(
    still: Callable[[str], Still], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben = still("ana"), still("ben")
    ids = [ana.open(("Ana",)) for _ in range(3)]
    for id in ids[1:]:
        ben.service.join(ana.service.invitation(id), "Ben").result(20)
    files = [ana.service.turn_file(id).result(20) for id in ids]
    assert ben.service.take("\n".join(files)).result(20) == ids[1]
    assert all(ben.seen(id).table is not None for id in ids[1:])
    with pytest.raises(FormatError) as caught:
        ben.service.take(files[0]).result(20)
    assert caught.value.fault is Fault.UNKNOWN_TURN_FILE
    monkeypatch.setattr(
        "game.net.service.service.find_documents", lambda *, is_picture: tmp_path / str(is_picture)
    )
    paths = [ben.service.save_turn_file(ids[1]).result(20) for _ in range(2)]
    stem = f"take-it-easy-{ids[1].hex()[:6]}-0"
    assert [path.name for path in paths] == [f"{stem}.tieturn", f"{stem}-2.tieturn"]
    assert {path.parent for path in paths} == {tmp_path / "False"}
    text = ben.service.read_file(str(paths[0])).result(20)
    assert ana.service.take(text).result(20) == ids[1]
    ana.step()
    assert ana.seen(ids[1]).own_seats == (0,)
    assert [chair.player.name for chair in ana.seen(ids[1]).table.chairs] == ["Ana", "Ben"]  # type: ignore[union-attr]
    path = ana.service.save_turn_file(ids[1]).result(20)
    assert path.name == f"{stem[:-1]}1.tieturn", "the number of the call"
    report = ana.service.save_report("round.html", "<p>ș</p>").result(20)
    assert report == ana.service.store.folder / "reports" / "round.html"
    assert report.read_text("utf-8") == "<p>ș</p>"


def test_a_seat_key_is_the_leaders_or_that_of_the_first_seat(still: Callable[[str], Still]) -> None:
    ana, ben = still("ana"), still("ben")
    id = ana.open(("Ana",))
    for name in ("Ben", "Cleo"):
        ben.service.join(ana.service.invitation(id), name).result(20)
    assert read_invitation(ana.service.invitation(id)).secret == b""
    led = read_invitation(ana.service.seat_key(id))
    assert (led.secret, led.leads) == (ana.seen(id).seating.secret, True)
    seat = read_invitation(ben.service.seat_key(id))
    assert (seat.secret, seat.leads) == (ben.seen(id).seating.seats[0].secret, False)
    assert led.without_secret() == seat.without_secret()


def test_a_table_that_is_removed_is_in_no_list_and_no_notice(
    still: Callable[[str], Still], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = still("ana")
    one, two = home.open(), home.open()

    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as patch:
        patch.setattr(TableStore, "set_aside", refuse)
        with pytest.raises(OSError, match="Read-only"):
            home.service.remove(one).result(20)
    home.service.hand_in(one, 0, home.turn(one, 0))
    home.step()
    assert home.seen(one).handed_in == frozenset({0}), "it is played on"
    assert not home.service.is_filed(one)
    home.service.note_filed(one)
    assert (home.service.is_filed(one), home.service.is_filed(two)) == (True, False)
    changes, woken = home.service.changes, home.woken
    home.service.remove(one).result(20)
    assert set(home.service.snapshots) == set(home.service._runners) == {two}
    assert (home.service.changes, home.woken) == (changes + 1, woken + 1)
    assert [notice.table for notice in read_notices(home.service.store.folder)] == [two.hex()]
    assert home.service.store.tables() == (two,)
    # Its folder is gone: there is nothing to note it in.
    home.service.note_filed(one)
    assert not home.service.is_filed(one)


def test_what_is_placed_is_newer_than_the_disk_and_is_written_as_soon_as_it_can_be(
    still: Callable[[str], Still], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = still("ana")
    service, ids = home.service, [home.open() for _ in range(2)]
    drafts = [Draft(number, ()) for number in range(4)]
    for id in ids:
        service.keep_draft(id, drafts[0])
    assert service.are_drafts_safe
    for refused in ids:
        stored = service._runners[refused].stored

        def refuse(_: Draft) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(stored, "keep_draft", refuse)
            for draft in drafts[1:3]:
                service.keep_draft(refused, draft)
            assert not service.are_drafts_safe
            assert service.drafts[refused] == drafts[2]
            assert service.store.table(refused).draft == drafts[0]
            # The table is led here again: the draft in memory stays.
            service.lead_here(refused).result(20)
        assert service.drafts[refused] == drafts[2]
        assert service.are_drafts_safe
        assert service.store.table(refused).draft == drafts[2]
    problems = [one.path for one in service.damaged if isinstance(one, Problem)]
    assert problems == [service.store.folder_of(id) for id in ids], "each is shown once"
    service.drafts[ids[1]] = drafts[3]
    service.close()
    assert TableStore(service.store.folder).table(ids[1]).draft == drafts[3]
    again = still("ana")
    assert again.service.drafts == {ids[0]: drafts[2], ids[1]: drafts[3]}


def test_a_damaged_table_is_named_and_the_others_are_played(
    still: Callable[[str], Still],
) -> None:
    home = still("ana")
    ids = sorted(home.open() for _ in range(4))
    home.service.close()
    folders = [home.service.store.folder_of(id) for id in ids]
    (folders[0] / "table.json").write_text("{}")
    (folders[1] / "journal.jsonl").unlink()
    (folders[1] / "journal.jsonl").mkdir()
    with (folders[2] / "journal.jsonl").open("a") as file:
        file.write("spoilt\n")
    again = still("ana").service
    assert set(again.snapshots) == set(ids[2:])
    seating, journal, aside = again.damaged
    assert isinstance(seating, FormatError)
    assert isinstance(journal, FormatError)
    assert str(seating.where).startswith(f"{ids[0].hex()[:8]}: {folders[0]}")
    assert journal.where == ids[1].hex()[:8]
    assert isinstance(aside, Problem)
    assert (aside.kind, aside.path.parent) == (ProblemKind.CORRUPT, folders[2])


def test_a_clerk_without_a_thread_refuses_and_does_nothing_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service(TableStore(tmp_path), RandomEngines())

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        refused = service.open_table(opening())
        with pytest.raises(OSError, match="can't start"):
            refused.result(20)
    service.open().result(20)
    assert service.store.tables() == ()
    service.close()
    # The lock is free again.
    again = Service(TableStore(tmp_path), RandomEngines())
    again.open().result(20)
    again.close()


# in their threads


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
