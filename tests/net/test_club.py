"""A club: its command, its users and bounds, how it is killed and goes on."""

from __future__ import annotations

import contextlib
import math
import os
import re
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from game.__main__ import main
from game.bots.players.local_engines import LocalEngines
from game.net.at_club import open_at_club
from game.net.club import TABLES_OF_USER, Club
from game.net.events import read_line
from game.net.floods import MOST_MESSAGES
from game.net.host import HostedServer
from game.net.invitations import read_invitation
from game.net.journal import Journal
from game.net.live import (
    FETCHED_AT_ONCE,
    GET,
    JOURNALS,
    ServerTransport,
    is_seat_user,
    journal_subject,
)
from game.net.requests import LeaveBody, RematchBody, make_request
from game.net.trouble import TransportError, Trouble
from game.net.wire import NatsLink
from game.rules.ruleset import Ruleset
from tests.net.clubs import (
    RULES,
    calls_of,
    check_tables,
    end_club,
    free_port,
    open_tables,
    sit_down,
    start_club,
    wait_for_calls,
)

PATIENCE = 60.0


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A club without users, in this program."""
    host = partial(HostedServer, tmp_path / "club", is_club=True)
    running = Club(tmp_path / "club", host, LocalEngines(), keep_days=30)
    running.start()
    yield running
    running.close()


def address_of(club: Club) -> str:
    assert club.server is not None
    return f"nats://127.0.0.1:{club.server.port}"


def wait_until(condition: object) -> None:
    assert callable(condition)
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_club_leads_a_match_and_a_rematch(club: Club, tmp_path: Path) -> None:
    tables = open_tables(tmp_path, address_of(club), 1)
    assert check_tables(tables) == 1
    opened = read_line(tables[0][0].guest.journal.lines[0]).body
    assert opened.club  # type: ignore[union-attr]
    # Somebody who played asks for another match: the club opens it and invites all.
    guest = tables[0][0].guest
    stored = guest.stored
    asked = make_request(
        stored.id, stored.seats[0].secret, stored.seating.invitation.key, RematchBody()
    )
    url, id = stored.seating.invitation.url, stored.id
    transport = ServerTransport(url, id, leads=False)
    transport.send([asked.text])

    def following_table() -> str:
        table = Journal.in_memory(id, transport.read_journal(0)).table
        return "" if table is None else table.rematch

    wait_until(following_table)
    following = read_invitation(following_table())
    transport.close()
    assert following.table != id
    players = [sit_down(tmp_path / "again", following, name) for name in ("Ann", "Ben")]
    for player in players:
        player.start()
    check_tables([players])


def test_a_club_that_is_killed_goes_on_within_seconds(tmp_path: Path) -> None:
    """Its server is killed with it; its tables and guests are those of before."""
    folder, port = tmp_path / "club", free_port()
    club = start_club(folder, port)
    try:
        tables = open_tables(tmp_path, f"nats://127.0.0.1:{port}", 4, 0.3)
        for calls in (12, 40):
            wait_for_calls(tables, calls)
            club.kill()
            club.wait()
            club = start_club(folder, port)
            began, known = time.monotonic(), calls_of(tables)
            wait_for_calls(tables, known + 4)
            assert time.monotonic() - began < 20
        assert check_tables(tables) > len(tables)
    finally:
        end_club(club)


def test_a_club_says_that_its_server_has_ended_and_runs_again(tmp_path: Path) -> None:
    folder, port = tmp_path / "club", free_port()
    club = start_club(folder, port)
    for _ in range(2):
        number = int((folder / "server.pid").read_text())
        os.kill(number, signal.SIGKILL)
        wait_until(lambda number=number: int((folder / "server.pid").read_text()) != number)
        wait_until(lambda: can_open(f"nats://127.0.0.1:{port}"))
        time.sleep(1)
    assert end_club(club).count("runs again") == 2


def can_open(url: str) -> bool:
    with contextlib.suppress(OSError):
        return bool(open_at_club(url, RULES, 2, 600))
    return False


def test_quick_guests_never_wait_for_room(club: Club, tmp_path: Path) -> None:
    """They answer within the tick, for rounds on end: none is told to have used up anything."""
    rules = Ruleset.parse("classic free single none rounds=4")
    tables = open_tables(tmp_path, address_of(club), 2, rules=rules)
    check_tables(tables)
    for players in tables:
        for player in players:
            assert player.troubles == {}
            assert player.longest < 10


def test_one_program_runs_the_club_of_a_folder(club: Club, tmp_path: Path) -> None:
    done = run_club(tmp_path, "--data", str(club.folder))
    assert done.returncode == 1
    assert str(club.folder) in done.stderr
    assert "Traceback" not in done.stderr


def test_one_user_may_open_so_many_tables(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    host = partial(HostedServer, folder, is_club=True, users=("anna", "ben"))
    club = Club(folder, host, LocalEngines(), keep_days=30)
    club.start()
    try:
        assert club.server is not None
        words = club.server.secrets.users
        urls = {name: f"nats://{name}:{words[name]}@127.0.0.1:{club.server.port}" for name in words}
        for _ in range(TABLES_OF_USER):
            open_at_club(urls["anna"], RULES, 2, 600)
        with pytest.raises(TransportError) as caught:
            open_at_club(urls["anna"], RULES, 2, 600)
        assert caught.value.trouble is Trouble.OVER_QUOTA
        invitation = open_at_club(urls["ben"], RULES, 2, 600)
        assert "anna" not in invitation.url
        assert not any(word in invitation.url for word in words.values())
        # Nobody else opens any, nor under another's name.
        for url in (address_of(club), urls["anna"].replace(words["anna"], "0" * 32)):
            with pytest.raises(TransportError) as caught:
                open_at_club(url, RULES, 2, 600)
            assert caught.value.trouble is Trouble.USER_REFUSED
        link = NatsLink(urls["anna"])
        with pytest.raises(TransportError) as caught:
            link.ask("tie.request.open.own.ben", b"{}")
        assert caught.value.trouble is Trouble.NOT_ALLOWED
        link.close()
        # A user who floods is shut out as well, alone.
        flood(urls["anna"], "tie.request.open.own.anna")
        open_at_club(urls["ben"], RULES, 2, 600)
    finally:
        club.close()


@pytest.mark.parametrize(
    "odd",
    [b"", b"[1]", b"{}", b'{"id":5}', b'{"id":"a","rules":"?","seats":2}', b"\xff" * 100,
     b'{"id":"b","rules":"classic free single none","seats":-1,"seconds":9,"title":"","bots":[]}',
     b'{"id":"c","rules":"classic free single none","seats":2,"seconds":9,"title":5,"bots":7}'],
)  # fmt: skip
def test_odd_wishes_open_nothing(club: Club, odd: bytes) -> None:
    link = NatsLink(address_of(club))
    link.ask("tie.request.open.own.guest", odd)
    link.close()
    open_at_club(address_of(club), RULES, 2, 600)
    assert club.problem == ""
    assert len(club._tables) == 1


def test_a_guest_with_odd_requests_stops_nobody(club: Club, tmp_path: Path) -> None:
    url = address_of(club)
    tables = open_tables(tmp_path, url, 1, 0.05)
    bad = open_at_club(url, RULES, 3, 600, [("Club", "random")])
    link = NatsLink(bad.url)
    good = make_request(bad.table, b"a" * 32, bad.key, LeaveBody()).text
    for number in range(300):
        slot = number % 16
        odd = (b"x" * 10_000, b"[]", good.encode(), b'{"table":5}', b"\n" * 1_000)[number % 5]
        try:
            link.ask(f"tie.request.{bad.table.hex()}.all.{slot:x}", odd)
        except OSError:
            continue
    check_tables(tables)
    # Its own table goes on as well.
    players = [sit_down(tmp_path / "bad", bad, name) for name in ("Ann", "Ben")]
    for player in players:
        player.start()
    check_tables([players])
    link.close()


def flood(url: str, *subjects: str) -> None:
    """Publish until the user is refused."""
    link, end = NatsLink(url), time.monotonic() + PATIENCE
    while link.trouble is not Trouble.USER_REFUSED:
        assert time.monotonic() < end
        with contextlib.suppress(OSError):
            for subject in subjects * 200:
                link.publish(subject, b"x" * 500)
    link.close()


def test_a_guest_who_floods_is_shut_out_and_others_play_on(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the same table too: they come back as users of their own."""
    monkeypatch.setattr("game.net.floods.CONNECTIONS_AT_ONCE", 2)
    url = address_of(club)
    tables = open_tables(tmp_path, url, 2, 0.2)
    wait_for_calls(tables, 4)
    invitation = tables[0][0].guest.stored.seating.invitation
    id = invitation.table.hex()
    flood(
        invitation.url, f"tie.request.{id}.all.0", f"tie.request.{'0' * 32}.all.0", "tie.news.x.1"
    )
    assert not all(player.is_done for players in tables for player in players)
    check_tables(tables[1:])
    for player in tables[0]:
        assert player.thread is not None
        player.thread.join(PATIENCE)
        assert player.is_done
        assert player.troubles["user-refused"]
        assert is_seat_user(player.transport._link.user)
        player.transport.close()
    assert club.problem == ""


def test_whoever_reads_a_long_journal_at_once_is_no_flood(club: Club) -> None:
    """Several times what a connection may send for long, and then less than that."""
    invitation = open_at_club(address_of(club), RULES, 2, 600)
    link = NatsLink(invitation.url)
    line = f"{GET}.{JOURNALS}.{journal_subject(invitation.table.hex(), 1)}"
    for count in (12 * MOST_MESSAGES, 1):
        for _ in range(0, count, FETCHED_AT_ONCE):
            link.ask_all([(line, b"", {})] * min(FETCHED_AT_ONCE, count))
        before, end = club._guard.counts, time.monotonic() + PATIENCE
        while club._guard.counts is before:
            assert time.monotonic() < end
            time.sleep(0.05)
    assert any(sent > 12 * MOST_MESSAGES for sent, *_ in club._guard.counts.values())
    assert club._guard.banned == frozenset()
    assert link.ask(line).status == ""
    link.close()


def test_tables_that_nobody_touches_go(tmp_path: Path) -> None:
    folder, now = tmp_path / "club", [time.time()]
    host = partial(HostedServer, folder, is_club=True)
    club = Club(folder, host, LocalEngines(), keep_days=30, now=lambda: now[0])
    club.start()
    try:
        invitation = open_at_club(address_of(club), RULES, 2, 600)
        transport = ServerTransport(invitation.url, invitation.table, leads=False)
        wait_until(lambda: len(transport.read_journal(0)) == 1)
        assert abs(transport.goes_at - time.time() - 30 * 86_400) < 60
        now[0] += 31 * 86_400
        club._swept = -math.inf
        wait_until(lambda: not club._tables)
        transport.close()

        def is_refused() -> bool:
            link = NatsLink(invitation.url)
            with contextlib.suppress(TransportError), contextlib.closing(link):
                link.reach()
            return link.trouble is Trouble.USER_REFUSED

        wait_until(is_refused)
    finally:
        club.close()


def test_the_command_with_tls_and_users(tmp_path: Path, certificate: tuple[Path, Path]) -> None:
    port, (cert, key) = free_port(), certificate
    words = ["--cert", str(cert), "--key", str(key), "--user", "anna", "--user", "ben"]
    shown = []
    for _ in range(2):
        club = start_club(tmp_path / "club", port, *words)
        assert club.stdout is not None
        shown.append([club.stdout.readline().strip() for _ in range(2)])
        url = shown[0][0].replace("HOST", "localhost")
        mark = f"#{sha256(ssl.PEM_cert_to_DER_cert(cert.read_text())).hexdigest()}"
        text = "import sys; from tests.net.test_club import try_to_open; try_to_open(sys.argv[1:])"
        host = url.partition("@")[2]
        urls = [url, f"tls://{host}", url.replace("tls:", "nats:"), url.partition("#")[0]]
        done = subprocess.run(
            [sys.executable, "-c", text, *urls], capture_output=True, text=True,
            timeout=PATIENCE, check=True,
        )  # fmt: skip
        # The server demands TLS of those too whose address does not.
        assert done.stdout.split() == [f"tls{mark}", "user-refused", f"nats{mark}", "not-trusted"]
        end_club(club)
    assert re.fullmatch(rf"tls://anna:[0-9a-f]{{32}}@HOST:{port}{mark}", shown[0][0])
    assert shown[1] == [f"tls://{name}@HOST:{port}{mark}" for name in ("anna", "ben")]


def try_to_open(urls: list[str]) -> None:
    """Print for each address how an invitation begins and ends, or the trouble."""
    for url in urls:
        try:
            scheme, _, rest = open_at_club(url, RULES, 2, 600).url.partition(":")
            print(scheme + "".join(rest.partition("#")[1:]))
        except TransportError as error:
            print(error.trouble.value)


def run_club(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "TAKE_IT_EASY_HOME": str(home), "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "game", "club", *words],
        env=env, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [("--listen", "nowhere"), ("--listen", "localhost:0"), ("--listen", "127.0.0.1:²"),
     ("--listen", "127.0.0.1:99999"), ("--cert", "x.pem"), ("--user", "a b"),
     ("--user", "admin"), ("--user", "guest"), ("--user", "é"), ("--user", "anna"),
     ("--cert", "no.pem", "--key", "no.pem")],
)  # fmt: skip
def test_what_no_club_can_be_started_with_is_named(words: tuple[str, ...], tmp_path: Path) -> None:
    """The last but one: passwords would travel in the clear, beyond this machine."""
    done = run_club(tmp_path, *words)
    assert done.returncode == 2
    assert done.stderr
    assert "Traceback" not in done.stderr


def test_the_status_of_a_club(club: Club, tmp_path: Path) -> None:
    open_at_club(address_of(club), RULES, 2, 600)
    done = run_club(tmp_path, "--status", "--data", str(tmp_path / "club"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "MB" in done.stdout
    assert "30" in done.stdout
    assert "guest: 1" in done.stdout
    none = run_club(tmp_path, "--status", "--data", str(tmp_path / "elsewhere"))
    assert none.returncode == 1
    assert "Traceback" not in none.stderr


def test_a_port_that_is_taken_is_named(club: Club, tmp_path: Path) -> None:
    listen = address_of(club).removeprefix("nats://")
    done = run_club(tmp_path, "--listen", listen, "--data", str(tmp_path / "second"))
    assert done.returncode == 1
    assert "listens" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_server_program_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("game.cli.club.find_server", lambda: None)
    assert main(["club"]) == 1
    assert "pip install 'take-it-easy-game[host]'" in capsys.readouterr().err


def test_an_address_without_a_club_says_so(tmp_path: Path) -> None:
    server = HostedServer(tmp_path / "server")
    try:
        with pytest.raises(TransportError) as caught:
            open_at_club(server.url, Ruleset(), 2, 600)
        assert caught.value.trouble is Trouble.NO_CLUB
    finally:
        server.stop()
