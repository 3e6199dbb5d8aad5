"""Tables that are opened, joined and resumed, from home to home, by programs that are killed."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.net.journal.invitations import Invitation, read_invitation
from game.net.journal.store import Seating, TableOpening, TableStore
from game.net.service.tables import join_table, open_table
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import MAX_PLAYERS
from tests.net.kills import KilledMatch
from tests.net.worlds import CLASSIC, MAIL


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


def test_one_program_asks_for_no_more_seats_than_there_are(tmp_path: Path) -> None:
    store, invitation = TableStore(tmp_path), Invitation(bytes(16), b"k" * 32)
    for number in range(MAX_PLAYERS):
        join_table(store, invitation, f"Ben {number}")
    for _ in range(2):
        with pytest.raises(FormatError) as caught:
            join_table(store, invitation, "Cleo")
        assert caught.value.fault is Fault.WRONG_SEATS
    assert len(store.table(bytes(16)).seats) == MAX_PLAYERS
