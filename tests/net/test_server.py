"""The live transport over a real server, which the tests start, flood, kill and replace."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from game.net.host import HostedServer, NoServerError, find_server, read_secrets
from game.net.live import ServerTransport, is_server_url
from game.net.transport import LedElsewhere
from game.net.trouble import TransportError, Trouble, public_address
from game.net.wire import Ask, NatsLink, NatsMessage

TABLE, OTHER = bytes(range(16)), bytes(range(1, 17))
PATIENCE = 30.0

_T = TypeVar("_T")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[HostedServer]:
    """A server of its own for each test, in a home as Romanians and Germans have them."""
    hosted = HostedServer(tmp_path / "Jürgen Ștefan" / "server")
    yield hosted
    hosted.stop()


@pytest.fixture
def opened() -> Iterator[list[ServerTransport]]:
    """Transports that are closed at the end."""
    transports: list[ServerTransport] = []
    yield transports
    for transport in transports:
        transport.close()


def lead(
    server: HostedServer, opened: list[ServerTransport], table: bytes = TABLE
) -> ServerTransport:
    opened.append(ServerTransport(server.url, table, leads=True))
    return opened[-1]


def sit(
    server: HostedServer, opened: list[ServerTransport], table: bytes = TABLE
) -> ServerTransport:
    url = server.guest_url(table, "127.0.0.1")
    opened.append(ServerTransport(url, table, leads=False))
    return opened[-1]


def kill(server: HostedServer) -> None:
    """End it at once, as nobody asked."""
    assert server._process is not None
    server._process.kill()
    server.stop()


def again(act: Callable[[], _T]) -> _T:
    """What comes once the server is there, as a table's thread tries again and again."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return act()
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.05)


def read_until(guest: ServerTransport, count: int) -> list[str]:
    lines: list[str] = []
    end = time.monotonic() + PATIENCE
    while len(lines) < count:
        assert time.monotonic() < end, lines
        known = len(lines)
        lines += again(lambda known=known: guest.read_journal(known))  # type: ignore[misc]
        if len(lines) < count:
            guest.wait(0.2)
    return lines


def lines_of(count: int) -> list[str]:
    return [f"line {number}" for number in range(1, count + 1)]


def test_lines_are_read_from_any_place_and_as_they_come(
    server: HostedServer, opened: list[ServerTransport]
) -> None:
    leader, guest = lead(server, opened), sit(server, opened)
    fence = leader.take_lead(0)
    assert guest.read_journal(0) == []
    lines = lines_of(150)
    for count in (1, 2, 100, 101, 150):
        leader.write_journal(lines[:count], fence)
        leader.write_journal(lines[:count], fence)
        assert read_until(guest, count)[-1] == lines[count - 1]
    late = sit(server, opened)
    assert list(late.read_journal(0)) == lines
    assert list(late.read_journal(77)) == lines[77:]
    assert list(guest.read_journal(150)) == []


def test_lines_that_came_are_read_after_the_server_did_not_answer(
    server: HostedServer, opened: list[ServerTransport], monkeypatch: pytest.MonkeyPatch
) -> None:
    leader, guest = lead(server, opened), sit(server, opened)
    fence, lines = leader.take_lead(0), lines_of(2)
    assert guest.read_journal(0) == []
    leader.write_journal(lines, fence)

    def fail(link: NatsLink, asks: object) -> list[NatsMessage]:
        raise TransportError(Trouble.NO_ANSWER, link.address)

    end, has_failed = time.monotonic() + 20, False
    with monkeypatch.context() as patch:
        patch.setattr(NatsLink, "ask_all", fail)
        while not has_failed:
            assert time.monotonic() < end
            guest.wait(0.1)
            try:
                guest.read_journal(0)
            except TransportError:
                has_failed = True
    assert list(guest.read_journal(0)) == lines


def test_who_took_the_lead_last_alone_can_write(
    server: HostedServer, opened: list[ServerTransport]
) -> None:
    first, second, guest = lead(server, opened), lead(server, opened), sit(server, opened)
    old = first.take_lead(7)
    first.write_journal(["a", "b"], old)
    new = second.take_lead(0)
    assert 7 < old < new
    with pytest.raises(LedElsewhere):
        first.write_journal(["a", "b", "late"], old)
    second.write_journal(["a", "b", "c"], new)
    with pytest.raises(LedElsewhere):
        first.write_journal(["a", "b", "late", "later"], old)
    assert read_until(guest, 3) == ["a", "b", "c"]
    # What was written by a lower number gives way where the two copies part.
    newest = lead(server, opened)
    newest.write_journal(["a", "other"], newest.take_lead(new))
    assert list(sit(server, opened).read_journal(0))[:2] == ["a", "other"]


def test_requests_stand_until_they_are_read_and_come_again_to_a_new_leader(
    server: HostedServer, opened: list[ServerTransport]
) -> None:
    leader, guest = lead(server, opened), sit(server, opened)
    leader.take_lead(0)
    for asked in (["one"], ["one"], ["one", "two"], ["two"]):
        guest.send(asked)
    read: list[str] = []
    while not read:
        leader.wait(1.0)
        read += leader.read_requests()
    # The newest message says all that is asked still.
    assert read == ["two"]
    guest.send(["two", "three"])
    while len(read) < 2:
        leader.wait(1.0)
        read += leader.read_requests()
    assert read == ["two", "three"]
    assert list(lead(server, opened).read_requests()) == ["two", "three"]


def test_a_withdrawn_request_that_is_heard_late_is_dropped(
    server: HostedServer, opened: list[ServerTransport]
) -> None:
    leader, guest = lead(server, opened), sit(server, opened)
    leader.take_lead(0)
    guest.send(["turn"])
    end = time.monotonic() + PATIENCE
    while not leader._came:
        assert time.monotonic() < end
        leader.wait(1.0)
    late = leader._came[0]
    guest.send(["back"])
    assert list(leader.read_requests()) == ["back"]
    leader._hear_request(late)
    assert list(leader.read_requests()) == []


def test_a_server_killed_and_started_again_loses_nothing(
    server: HostedServer, opened: list[ServerTransport]
) -> None:
    leader, guest = lead(server, opened), sit(server, opened)
    fence, lines = leader.take_lead(0), lines_of(30)
    for count in range(5, 31, 5):
        leader.write_journal(lines[:count], fence)
        guest.send([f"request {count}"])
        kill(server)
        with pytest.raises(TransportError):
            leader.take_lead(fence)
        server.start()
        # The password is new at every start; the table's guests need not know.
        leader = lead(server, opened)
        fence = leader.take_lead(fence)
        assert f"request {count}" in leader.read_requests()
    assert read_until(guest, 30) == lines


def test_a_server_that_lost_its_store_is_told_everything_again(
    server: HostedServer, opened: list[ServerTransport]
) -> None:
    leader, guest = lead(server, opened), sit(server, opened)
    fence, lines = leader.take_lead(3), lines_of(20)
    leader.write_journal(lines, fence)
    guest.send(["request"])
    kill(server)
    shutil.rmtree(server.folder / "store")
    server.start()
    leader = lead(server, opened)
    leader.write_journal([*lines, "line 21"], leader.take_lead(fence))
    again(lambda: guest.send(["request"]))
    assert list(again(leader.read_requests)) == ["request"]
    assert len(read_until(guest, 21)) == 21


FORBIDDEN = (
    f"tie.journal.{TABLE.hex()}.1",
    f"tie.journal.{TABLE.hex()}.lead",
    f"tie.request.{TABLE.hex()}.anything",
    f"tie.request.{OTHER.hex()}.all.0",
    f"tie.request.{TABLE.hex()}.own.0",
    f"tie.news.{TABLE.hex()}.1",
    f"tie.table.{TABLE.hex()}",
    "tie.request.open.own.guest",
    f"$JS.API.DIRECT.GET.TIE_JOURNAL.tie.journal.{OTHER.hex()}.1",
    "$JS.API.DIRECT.GET.TIE_JOURNAL",
    "$JS.API.STREAM.INFO.TIE_JOURNAL",
    "$JS.API.STREAM.NAMES",
    "$JS.API.STREAM.PURGE.TIE_REQUESTS",
    "$JS.API.STREAM.DELETE.TIE_JOURNAL",
    "$JS.API.STREAM.UPDATE.TIE_JOURNAL",
    "$JS.API.STREAM.CREATE.MINE",
    "$JS.API.CONSUMER.CREATE.TIE_JOURNAL",
    "$JS.API.CONSUMER.DELETE.TIE_JOURNAL.other",
    "$SYS.REQ.SERVER.PING",
)


def test_a_guest_may_read_its_table_and_ask_and_nothing_else(
    server: HostedServer, opened: list[ServerTransport]
) -> None:
    leader, other = lead(server, opened), lead(server, opened, OTHER)
    leader.write_journal(["line 1"], leader.take_lead(0))
    other.write_journal(["secret"], other.take_lead(0))
    guest, link = sit(server, opened), NatsLink(server.guest_url(TABLE, "127.0.0.1"))
    heard: list[bytes] = []
    listeners = []
    for subject in (f"tie.news.{OTHER.hex()}.*", "tie.asked.>", "_INBOX.>", ">"):
        listeners.append(NatsLink(server.guest_url(TABLE, "127.0.0.1")))
        listeners[-1].subscribe(subject, lambda message: heard.append(message.data))
        listeners[-1].reach()
    for subject in FORBIDDEN:
        with pytest.raises(TransportError) as caught:
            link.ask(subject, b"{}")
        assert caught.value.trouble is Trouble.NOT_ALLOWED, subject
    other.write_journal(["secret", "secret 2"], 1)
    guest.send(["request"])
    assert list(again(leader.read_requests)) == ["request"]
    assert read_until(guest, 1) == ["line 1"]
    assert heard == []
    assert not any(listener.is_up for listener in listeners)
    link.close()


def test_a_guest_who_floods_stops_nobody_else(
    server: HostedServer, opened: list[ServerTransport]
) -> None:
    leader, other = lead(server, opened), lead(server, opened, OTHER)
    fence = leader.take_lead(0)
    other.take_lead(0)
    flooder, guest = NatsLink(server.guest_url(OTHER, "127.0.0.1")), sit(server, opened)
    is_over = threading.Event()

    def flood() -> None:
        asks: list[Ask] = [
            (f"tie.request.{OTHER.hex()}.all.{number % 9}", bytes(1_000), {})
            for number in range(500)
        ]
        while not is_over.is_set():
            try:
                flooder.ask_all(asks)
            except OSError:
                continue

    thread = threading.Thread(target=flood, daemon=True)
    thread.start()
    try:
        lines: list[str] = []
        for number in range(20):
            guest.send([f"request {number}"])
            while f"request {number}" not in (came := list(leader.read_requests())):
                assert not came
                leader.wait(1.0)
            lines.append(f"line {number}")
            leader.write_journal(lines, fence)
            assert read_until(guest, len(lines)) == lines
    finally:
        is_over.set()
        thread.join(PATIENCE)
    admin = read_secrets(server.folder).link()
    state = admin.ask("$JS.API.STREAM.INFO.TIE_REQUESTS").json()["state"]
    # Each guest has one message, the newest.
    assert state["messages"] <= 9 + 1
    admin.close()
    flooder.close()
    # Its own table goes on too.
    other.read_requests()
    polite = sit(server, opened, OTHER)
    again(lambda: polite.send(["please"]))
    end = time.monotonic() + PATIENCE
    while "please" not in other.read_requests():
        assert time.monotonic() < end
        other.wait(0.2)


class OddServer:
    """Listens, sends each who connects the same bytes, and remembers what they sent."""

    def __init__(self, greeting: bytes, port: int = 0) -> None:
        self.greeting = greeting
        self.got: list[bytes] = []
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            self.got.append(b"")
            place = len(self.got) - 1
            connection.settimeout(1.0)
            try:
                connection.sendall(self.greeting)
                while data := connection.recv(4_096):
                    self.got[place] += data
            except OSError:
                return

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()


ODD = (
    b"",
    b"INFO [1]\r\n",
    b"INFO null\r\n",
    b"INFO {}\r\nPONG\r\n\xff\xfe\r\n",
    b'INFO {"server_id":[],"tls_required":"yes","connect_urls":5}\r\nPONG\r\nMSG a b c\r\n',
    b"INFO {}\r\nPONG\r\nMSG a 0 99999999999\r\n",
    b"INFO {}\r\nPONG\r\nHMSG a 0 5 2\r\nab\r\n",
    b"INFO {}\r\n-ERR \xff\xff\r\n",
    b"INFO {}\r\nPONG\r\n" + bytes(3_000_000),
    b"INFO " + b"[" * 60_000 + b"\r\n",
    b"x" * 200_000,
    b"HTTP/1.1 200 OK\r\n\r\n",
)


@pytest.mark.parametrize("greeting", ODD, ids=range(len(ODD)))
def test_an_odd_answer_is_no_answer_and_is_tried_again(
    greeting: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: list[ServerTransport]
) -> None:
    monkeypatch.setattr("game.net.wire.CONNECT_SECONDS", 1.0)
    monkeypatch.setattr("game.net.wire.ANSWER_SECONDS", 1.0)
    odd = OddServer(greeting)
    transport = ServerTransport(f"nats://127.0.0.1:{odd.port}", TABLE, leads=False)
    opened.append(transport)
    for act in (lambda: transport.read_journal(0), lambda: transport.send(["request"])):
        with pytest.raises(TransportError):
            act()
        transport.wait(0.1)
    odd.close()
    server = HostedServer(tmp_path / "server", port=odd.port)
    try:
        assert not list(again(lambda: sit(server, opened).read_journal(0)))
        with pytest.raises(TransportError) as caught:
            again_without_user(transport)
        assert caught.value.trouble is Trouble.USER_REFUSED
    finally:
        server.stop()


def again_without_user(transport: ServerTransport) -> None:
    """Ask until the real server has answered, which knows nobody without a name."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            transport.read_journal(0)
            return
        except TransportError as error:
            if error.trouble is Trouble.USER_REFUSED or time.monotonic() > end:
                raise
            time.sleep(0.1)


def test_an_address_that_demands_tls_sends_nothing_without(opened: list[ServerTransport]) -> None:
    for greeting in (b"INFO {}\r\n", b'INFO {"tls_required":false,"auth_required":true}\r\n'):
        plain = OddServer(greeting)
        url = f"tls://anna:secret@127.0.0.1:{plain.port}"
        transport = ServerTransport(url, TABLE, leads=False)
        opened.append(transport)
        with pytest.raises(TransportError) as caught:
            transport.read_journal(0)
        assert caught.value.trouble is Trouble.NO_TLS
        assert "secret" not in str(caught.value)
        plain.close()
        assert b"".join(plain.got) == b""


def test_addresses_that_a_server_recommends_are_not_followed(
    opened: list[ServerTransport], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = OddServer(b"INFO {}\r\n")
    text = f'INFO {{"connect_urls":["127.0.0.1:{other.port}"]}}\r\nPONG\r\n'
    odd = OddServer(text.encode() + text.encode())
    transport = ServerTransport(f"nats://127.0.0.1:{odd.port}", TABLE, leads=False)
    opened.append(transport)
    monkeypatch.setattr("game.net.wire.ANSWER_SECONDS", 0.5)
    for _ in range(3):
        with pytest.raises(TransportError):
            transport.send(["request"])
        time.sleep(0.6)
    odd.close()
    other.close()
    assert other.got == []


def test_tls_is_spoken_with_a_certificate_that_is_trusted(
    tmp_path: Path, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    from game.net.host import Tls

    kept = [shutil.copy(path, tmp_path / f"ç{path.name}") for path in certificate]
    server = HostedServer(tmp_path / "Jürgen", tls=Tls(*map(Path, kept)))
    try:
        url = server.guest_url(TABLE, "localhost")
        assert url.startswith("tls://")
        without_mark = url.partition("#")[0]
        link = NatsLink(without_mark)
        with pytest.raises(TransportError) as caught:
            link.reach()
        assert caught.value.trouble is Trouble.NOT_TRUSTED
        # Whoever has the invitation knows the certificate, and takes no other for it.
        assert url == f"{without_mark}#{server.fingerprint}"
        link = NatsLink(url)
        link.reach()
        link.close()
        for wrong in ("0" * 64, server.fingerprint.upper(), server.fingerprint[:-1]):
            sent: list[object] = []
            link = NatsLink(f"{without_mark}#{wrong}")
            monkeypatch.setattr("game.net.wire.json.dumps", sent.append)
            with pytest.raises(TransportError) as caught:
                link.reach()
            monkeypatch.undo()
            assert (caught.value.trouble, sent) == (Trouble.NOT_TRUSTED, [])
            assert "#" not in caught.value.address
        plain = HostedServer(tmp_path / "plain")
        link = NatsLink(f"{plain.url}#{server.fingerprint}")
        with pytest.raises(TransportError) as caught:
            link.reach()
        plain.stop()
        assert caught.value.trouble is Trouble.NO_TLS
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
        assert server._find_fingerprint() == ""
        link = NatsLink(without_mark)
        link.reach()
        assert isinstance(link._socket, ssl.SSLSocket)
        link.close()
    finally:
        server.stop()


def test_the_keepers_password_goes_to_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever listens at the stored port is passed by; a club that asked for that port says so."""
    monkeypatch.setattr("game.net.host.PORT_SECONDS", 0.5)
    server = HostedServer(tmp_path / "server")
    port, before = server.port, read_secrets(server.folder).password
    guest = server.guest_url(TABLE, "127.0.0.1")
    server.stop()
    thief = OddServer(b"INFO {}\r\nPONG\r\n", port)
    try:
        with pytest.raises(NoServerError, match="listens"):
            HostedServer(tmp_path / "server", port=port)
        moved = HostedServer(tmp_path / "server")
        assert moved.port != port
        assert read_secrets(server.folder).password != before
        # The table's user stays who it was.
        assert moved.guest_url(TABLE, "127.0.0.1").rpartition("@")[0] == guest.rpartition("@")[0]
        moved.stop()
    finally:
        thief.close()
    assert b"".join(thief.got) == b""
    for name in ("secrets.json", "server.conf"):
        assert stat.S_IMODE((tmp_path / "server" / name).stat().st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="a program of a shell script")
@pytest.mark.parametrize("text", ["nats-server: v2.9.25", "nats-server: v1.4.1", "hello", ""])
def test_an_unfit_server_program_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_server() is None
    with pytest.raises(NoServerError, match="nats-server"):
        HostedServer(tmp_path / "server")
    program = tmp_path / "nats-server"
    program.write_text(f"#!/bin/sh\necho '{text}'\n")
    program.chmod(0o755)
    with pytest.raises(NoServerError, match=r"2\.15"):
        HostedServer(tmp_path / "server")


@pytest.mark.skipif(os.name != "posix", reason="ends a program by its number")
def test_a_server_ends_with_the_program_that_started_it(tmp_path: Path) -> None:
    text = (
        "import os, sys; from pathlib import Path; from game.net.host import HostedServer; "
        "server = HostedServer(Path(sys.argv[1])); print(server.port, flush=True); "
        "os.kill(os.getpid(), 9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", text, str(tmp_path / "server")], capture_output=True, text=True
    )
    again = HostedServer(tmp_path / "server")
    assert again.port == int(done.stdout)
    again.stop()


@pytest.mark.parametrize(
    ("url", "is_one"),
    [
        ("nats://localhost:4222", True),
        ("tls://example.org", True),
        ("nats://", False),
        ("http://localhost", False),
        ("nats://[::1", False),
        ("nats://a:0", False),
        ("nats://ä.org", False),
        (f"tls://a.org:1#{'0a' * 32}", True),
        ("tls://a.org:1#0a", False),
        (f"tls://a.org:1#{'0A' * 32}", False),
        ("file:///a", False),
        ("", False),
    ],
)
def test_server_urls(url: str, is_one: bool) -> None:
    assert is_server_url(url) is is_one
    assert public_address("tls://anna:word@a.org:1") == "tls://a.org:1"
    assert public_address(f"tls://anna:word@a.org:1#{'0' * 64}") == "tls://a.org:1"
