"""The tables that a club lists: for whom, how long, and what a club may not make of its answer."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from game.bots.players.local_engines import LocalEngines
from game.net import at_club
from game.net.at_club import MAX_LISTED, ListedTable, list_at_club, open_at_club
from game.net.club import Club
from game.net.host import HostedServer
from game.net.invitations import Invitation
from game.net.live import store_message
from game.net.service import Service
from game.net.store import TableOpening, TableStore
from game.net.trouble import TransportError, Trouble
from game.rules.errors import Fault, FormatError
from game.rules.names import MAX_NAME_LENGTH
from game.rules.ruleset import Ruleset
from tests.net.clubs import RULES, check_tables, sit_down
from tests.net.test_club import wait_until
from tests.net.worlds import RandomEngines


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A club with two users, in this program."""
    host = partial(HostedServer, tmp_path / "club", is_club=True, users=("anna", "ben"))
    running = Club(tmp_path / "club", host, LocalEngines(), keep_days=30)
    running.start()
    yield running
    running.close()


def url_of(club: Club, user: str) -> str:
    assert club.server is not None
    words = club.server.secrets.users
    return f"nats://{user}:{words[user]}@127.0.0.1:{club.server.port}"


def listed(club: Club, user: str = "ben") -> list[bytes]:
    return [table.invitation.table for table in list_at_club(url_of(club, user))]


def test_a_listed_table_is_shown_to_users_until_its_seats_are_taken(
    club: Club, tmp_path: Path
) -> None:
    anna = url_of(club, "anna")
    open_at_club(anna, RULES, 2, 600)
    shown = open_at_club(anna, RULES, 3, 600, [("Bot", "random")], title="Cup", is_listed=True)
    wait_until(lambda: listed(club))
    (table,) = list_at_club(url_of(club, "ben"))
    assert table.invitation == shown
    assert (table.rules, table.seats, table.seconds, table.title) == (RULES, 3, 600, "Cup")
    wait_until(lambda: list_at_club(anna)[0].names == ("Bot",))
    assert list_at_club(anna)[0].free == 2
    # A press asks for a seat; who has none is told nothing of it any more.
    players = [sit_down(tmp_path / "sit", table.invitation, name) for name in ("Ann", "Ben")]
    players[0].start()
    wait_until(lambda: list_at_club(anna)[0].free == 1)
    players[1].start()
    wait_until(lambda: not listed(club))
    check_tables([players])
    assert listed(club) == []
    # Nor is a rematch listed: its seats are for those who sat there.
    assert club._open_again(players[0].guest.table)  # type: ignore[arg-type]
    assert listed(club) == []


def test_a_club_that_is_started_again_lists_what_it_listed(tmp_path: Path) -> None:
    ids: list[bytes] = []
    for _ in range(2):
        host = partial(HostedServer, tmp_path / "club", is_club=True, users=("anna", "ben"))
        club = Club(tmp_path / "club", host, LocalEngines(), keep_days=30)
        club.start()
        if not ids:
            ids.append(open_at_club(url_of(club, "anna"), RULES, 2, 600, is_listed=True).table)
        wait_until(lambda club=club: listed(club) == ids)
        club.close()


def test_nobody_else_is_shown_the_list(club: Club) -> None:
    """Neither a stranger nor a table's guest, nor who says a wrong password."""
    anna = url_of(club, "anna")
    invitation = open_at_club(anna, RULES, 2, 600, is_listed=True)
    assert club.server is not None
    odd = anna.replace(club.server.secrets.users["anna"], "0" * 32)
    for url in (odd, f"nats://127.0.0.1:{club.server.port}"):
        with pytest.raises(TransportError) as caught:
            list_at_club(url)
        assert caught.value.trouble is Trouble.USER_REFUSED
    with pytest.raises(TransportError):
        list_at_club(invitation.url)


@pytest.mark.parametrize("odd", [math.inf, 1e300, 2.5, "2", None, True, 0, 1 << 70])
def test_a_wish_for_an_odd_number_is_refused(club: Club, odd: object) -> None:
    anna = url_of(club, "anna")
    for field in ("seats", "seconds"):
        wanted = {"seats": 2, "seconds": 600, "bots": [], "title": "", "address": anna}
        answer = at_club._ask(anna, rules=str(RULES), **wanted | {field: odd})
        assert answer == {"trouble": Trouble.NOT_ALLOWED.value}


def test_another_users_name_in_a_header_is_ignored(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sender's headers come before the server's own."""
    forged = {"Nats-Subject": "tie.request.open.own.ben", "Nats-Sequence": "0"}
    with monkeypatch.context() as patched:
        patched.setattr(at_club, "store_message", partial(store_message, headers=forged))
        open_at_club(url_of(club, "anna"), RULES, 2, 600)
    assert [table.user for table in club._tables.values()] == ["anna"]


def test_as_many_tables_are_listed_as_a_message_holds(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.club.MAX_ANSWER", 2_000)
    for number in range(9):
        open_at_club(url_of(club, "anna"), RULES, 2, 600, title=f"Cup {number}", is_listed=True)
    wait_until(lambda: sum(led.leader.has_opened for led in tuple(club._led.values())) == 9)
    titles = [table.title for table in list_at_club(url_of(club, "ben"))]
    assert 2 < len(titles) < 9
    assert titles[0] == "Cup 8"


HERE = Invitation(bytes(16), b"k" * 32, "nats://t1:word@club:4222")
GOOD = ListedTable(HERE, RULES, 3, 600, "Cup", ("Ann",)).write()
ODD: list[object] = [
    5, None, [], "x", {}, {"tables": 5}, {"tables": {"a": 1}}, {"tables": [5, None, [], {}]},
    {"tables": [GOOD | {"seats": 10**30}]}, {"tables": [GOOD | {"seats": -1}]},
    {"tables": [GOOD | {"seats": True}]}, {"tables": [GOOD | {"seconds": 1e9}]},
    {"tables": [GOOD | {"rules": "?"}]}, {"tables": [GOOD | {"names": "Ann"}]},
    {"tables": [GOOD | {"names": ["x"] * 99}]}, {"tables": [GOOD | {"more": 1}]},
    {"tables": [GOOD | {"title": ["Cup"]}]}, {"tables": [GOOD | {"invitation": "TIE1I.9.x"}]},
    *(
        {"tables": [GOOD | {"invitation": str(replace(HERE, url=url))}]}
        for url in ("nats://t1:w@evil:4222", "nats://t1:w@club:1", "file:///tmp", "", "nats://[")
    ),
]  # fmt: skip


@pytest.mark.parametrize("answer", ODD)
def test_an_odd_answer_lists_nothing(monkeypatch: pytest.MonkeyPatch, answer: object) -> None:
    value = answer if isinstance(answer, dict) else {}
    monkeypatch.setattr(at_club, "_ask", lambda url, **wanted: value)
    assert list_at_club("nats://anna:word@club:4222") == ()


def test_a_long_answer_with_strange_names_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "\u202eAn\nn\0" + "x" * 500
    rows = [GOOD | {"names": [name], "title": "A\u200b" + "\n"}] * (MAX_LISTED + 50)
    answer = json.loads(json.dumps({"tables": rows}))
    monkeypatch.setattr(at_club, "_ask", lambda url, **wanted: answer)
    tables = list_at_club("nats://anna:word@club:4222")
    assert len(tables) == MAX_LISTED
    assert all(len(table.names[0]) <= MAX_NAME_LENGTH for table in tables)
    assert all("\n" not in table.names[0] + table.title for table in tables)


def test_a_window_is_shown_what_it_does_not_know_yet(club: Club, tmp_path: Path) -> None:
    service = Service(TableStore(tmp_path / "one"), RandomEngines())
    service.open().result(20)
    try:
        url = url_of(club, "anna")
        opening = TableOpening(Ruleset(), 2, 600, ("Ann",), server=url, is_listed=True)
        mine = service.open_table(opening).result(20)
        other = open_at_club(url_of(club, "ben"), RULES, 2, 600, is_listed=True)
        wait_until(lambda: len(listed(club)) == 2)
        tables = service.listed_at(url).result(20)
        assert [table.invitation for table in tables] == [other]
        assert service.join(str(tables[0].invitation), "Ann").result(20) == other.table
        assert {mine, other.table} == set(service.snapshots)
        with pytest.raises(FormatError) as caught:
            service.listed_at("file:///tmp").result(20)
        assert caught.value.fault is Fault.NOT_A_SERVER
    finally:
        service.close()
