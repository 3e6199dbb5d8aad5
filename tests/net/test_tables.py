"""Tables that are opened, joined and resumed, from home to home, by programs that are killed."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.net.journal.invitations import Invitation, read_invitation
from game.net.journal.store import LeadSettings, Seating, TableOpening, TableStore
from game.net.post.folder import FolderTransport
from game.net.post.guest import Guest
from game.net.post.leader import Leader
from game.net.post.transport import LedElsewhere
from game.net.service.tables import (
    POLL_SECONDS,
    check_address,
    join_table,
    lead_or_follow,
    make_player,
    open_table,
    open_transport,
)
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import MAX_PLAYERS
from tests.net.kills import KilledMatch
from tests.net.worlds import CLASSIC, MAIL, RandomEngines


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
    by_folder = join_table(store, first, "Ben", str(shared)).seating
    assert by_folder == replace(joined, folder=str(shared)), "the same invitation"
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


@pytest.mark.slow
def test_programs_killed_at_any_moment_lose_nothing(tmp_path: Path) -> None:
    """A league of computers by a folder; leader and guest are killed in turn and begin again."""
    shared, random = tmp_path / "shared", Random(5)
    shared.mkdir()
    match = KilledMatch(tmp_path, shared, ("ana",), str(MAIL))
    for name in ("master", "ana"):
        time.sleep(random.uniform(0.6, 1.6))
        match.kill(name)
    match.check()


def test_one_program_asks_for_no_more_seats_than_there_are(tmp_path: Path) -> None:
    store, invitation = TableStore(tmp_path), Invitation(bytes(16), b"k" * 32)
    for number in range(MAX_PLAYERS):
        join_table(store, invitation, f"Ben {number}")
    for _ in range(2):
        with pytest.raises(FormatError) as caught:
            join_table(store, invitation, "Cleo")
        assert caught.value.fault is Fault.WRONG_SEATS
    assert len(store.table(bytes(16)).seats) == MAX_PLAYERS


def test_an_opened_table_has_every_value_that_it_was_opened_with(tmp_path: Path) -> None:
    (tmp_path / "a folder").mkdir()
    settings = LeadSettings(by_hand=True, league="Winter", lets_in=True)
    opening = TableOpening(
        MAIL, 5, 7200, ("Ana", "Bea"), (("Robo", "fox"),), str(tmp_path / "a folder"), "owl",
        settings,
    )  # fmt: skip
    store = TableStore(tmp_path / "home")
    stored = open_table(store, opening)
    opened, seating = stored.journal.table, store.table(stored.id).seating
    assert opened is not None
    assert (opened.opened.rules, opened.opened.seats, opened.opened.seconds) == (MAIL, 5, 7200)
    assert (opened.opened.title, opened.opened.key) == ("Winter", seating.invitation.key)
    assert [(seat.name, seat.bot) for seat in seating.seats] == [
        ("Ana", None),
        ("Bea", None),
        ("Robo", "fox"),
    ]
    assert len({seat.secret for seat in seating.seats}) == 3
    assert (seating.substitute, seating.lead_settings) == ("owl", settings)
    assert seating.folder == str(tmp_path / "a folder")
    assert seating.invitation.url == (tmp_path / "a folder").as_uri()
    assert isinstance(open_transport(seating), FolderTransport)
    by_hand = open_table(store, replace(opening, folder=""))
    assert (by_hand.seating.folder, by_hand.seating.invitation.url) == (None, "")
    assert open_transport(by_hand.seating) is None
    # The folder that is chosen here comes before the address.
    other = replace(seating, folder=str(tmp_path / "home"))
    transport = open_transport(other)
    assert isinstance(transport, FolderTransport)
    assert transport.shared == tmp_path / "home"
    for wrong in ({"folder": str(tmp_path / "none")}, {"seconds": 0}):
        with pytest.raises(FormatError):
            open_table(store, replace(opening, **wrong))
    assert len(store.tables()) == 2
    assert isinstance(make_player(stored, RandomEngines()), Leader)
    joined = join_table(TableStore(tmp_path / "guest"), by_hand.seating.invitation, "Ben")
    assert isinstance(make_player(joined, RandomEngines()), Guest)


def test_a_seat_key_is_taken_once_and_a_name_asks_once(tmp_path: Path) -> None:
    store, bare = TableStore(tmp_path), Invitation(bytes(16), b"k" * 32)
    watching = join_table(store, bare, "")
    assert watching.seats == ()
    keys = [replace(bare, secret=bytes([number]) * 32) for number in (1, 2)]
    for key in (*keys, keys[0]):
        join_table(store, key, "Ben", bot="fox")
    assert [(s.secret[0], s.name, s.bot) for s in store.table(bytes(16)).seats] == [
        (2, "", "fox"),
        (1, "", "fox"),
    ]
    for name in ("Ben", "Ben", "Cat"):
        joined = join_table(store, bare, name)
    assert [seat.name for seat in joined.seats] == ["", "", "Ben", "Cat"]
    assert joined.seating.invitation == bare
    assert not joined.seating.leads


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("", None),
        ("file:///shared", Fault.NOT_ITS_FOLDER),
        ("FILE:///shared", Fault.NOT_ITS_FOLDER),
        ("/shared", Fault.NOT_ITS_FOLDER),
        ("//server/shared", Fault.NOT_ITS_FOLDER),
        ("\\\\server\\shared", Fault.NOT_ITS_FOLDER),
        ("nats://x:1", Fault.EARLIER_TABLE),
        ("tls://x:1", Fault.EARLIER_TABLE),
        ("http://x:1", Fault.NO_ADDRESS),
        ("x", Fault.NO_ADDRESS),
    ],
)
def test_no_address_of_a_message_is_opened(url: str, fault: Fault | None) -> None:
    if fault is None:
        check_address(url)
        return
    with pytest.raises(FormatError) as caught:
        check_address(url)
    assert caught.value.fault is fault


def test_a_step_that_fails_is_repeated_and_one_that_another_program_leads_ends(
    tmp_path: Path,
) -> None:
    stored = open_table(TableStore(tmp_path), TableOpening(CLASSIC, 2, 3600, ("Ana",)))
    player, waits, prepared = make_player(stored, RandomEngines()), list[float](), list[int]()
    errors: list[Exception | None] = [OSError("gone"), None, ValueError("odd"), LedElsewhere()]

    def reach() -> None:
        prepared.append(0)
        error = errors.pop(0)
        if error is not None:
            raise error

    def prepare() -> None:
        assert stored.journal.table is not None
        assert stored.journal.table.applicants == (), "before the step"
        prepared.append(1)

    steps = lead_or_follow(stored, player, reach, prepare, lambda: 7.0, waits.append)
    assert str(next(steps)) == "gone"
    assert next(steps) is None
    assert stored.journal.table is not None
    assert [one.name for one in stored.journal.table.applicants] == ["Ana"]
    assert str(next(steps)) == "odd"
    with pytest.raises(LedElsewhere):
        next(steps)
    assert (waits, prepared) == ([POLL_SECONDS] * 3, [0, 0, 1, 0, 0])
