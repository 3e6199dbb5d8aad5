"""Attacks on a club by raw clients, each on a real server ("A server that outlives its guests")."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import nats
import pytest
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js.api import AckPolicy, ConsumerConfig
from nats.js.errors import APIError

from game.net.club import ClubKeeper, Quota, read_status, sweep_listeners
from game.net.host import GUEST, HOUSE_MEGABYTES, HostedServer, Tls, open_keeper
from game.net.invitations import Invitation
from game.net.keys import encrypt_always_alike, new_secret
from game.net.server import (
    BUCKET,
    MAX_QUEUED_BYTES,
    STREAM,
    ServerTransport,
    invitation_address,
    make_bucket,
)
from game.net.trouble import Trouble, TroubleError, public_address
from tests.net.test_server import Table

PATIENCE = 30.0


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HostedServer]:
    """A club with two members and its guest."""
    monkeypatch.setattr("game.net.server.PATIENCE", 2.0)
    hosted = HostedServer(tmp_path / "club", users=("anna", "ben"), keep_days=365)
    yield hosted
    hosted.stop()


def address(club: HostedServer, user: str) -> str:
    return f"nats://{user}:{club.users[user]}@127.0.0.1:{club.port}"


def ask(url: str, work: Callable[[Client], Awaitable[object]]) -> object:
    """Let a raw client of that user do something."""
    user = url.partition("//")[2].partition(":")[0]

    async def run() -> object:
        client = await nats.connect(
            url, allow_reconnect=False, error_cb=quiet, inbox_prefix=f"_INBOX.{user}"
        )
        try:
            return await work(client)
        finally:
            await client.close()

    return asyncio.run(run())


async def quiet(error: Exception) -> None:
    """What is refused is looked at where it is awaited."""


def road_at(url: str) -> ServerTransport:
    return ServerTransport(url, Invitation(bytes(32), new_secret(), public_address(url)))


def wait_for(look: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < end
        time.sleep(0.05)


def count_listeners(club: HostedServer) -> int:
    async def count() -> int:
        client = await club.connect()
        try:
            info = await client.jetstream().stream_info(STREAM)
            return int(info.state.consumer_count)
        finally:
            await client.close()

    return asyncio.run(count())


# --- credentials ---


def test_invitations_carry_the_clubs_guest_and_no_member(club: HostedServer) -> None:
    url = invitation_address(address(club, "anna"))
    assert url == address(club, GUEST)
    assert club.users["anna"] not in url
    assert invitation_address("nats://127.0.0.1:4222") == "nats://127.0.0.1:4222"
    assert invitation_address("nats://anna:word@127.0.0.1:1") == "nats://127.0.0.1:1"


def test_a_guest_reads_and_adds_and_hears_nobody_elses_answers(club: HostedServer) -> None:
    async def try_all(client: Client) -> int:
        stream = client.jetstream(timeout=0.5)
        refused = 0
        for attempt in (
            lambda: stream.delete_stream(STREAM),
            lambda: stream.purge_stream(STREAM),
            lambda: stream.consumers_info(STREAM),
            lambda: stream.publish("other.subject", b"x"),
        ):
            try:
                await attempt()
            except (APIError, NatsError, TimeoutError):
                refused += 1
        return refused

    assert ask(address(club, GUEST), try_all) == 4

    async def listen_to_anna(client: Client) -> str:
        told: list[str] = []

        async def note(error: Exception) -> None:
            told.append(str(error))

        client._error_cb = note
        await client.subscribe("_INBOX.anna.>")
        await client.flush()
        await asyncio.sleep(0.2)
        return " ".join(told)

    assert "permissions violation" in str(ask(address(club, GUEST), listen_to_anna)).lower()


def test_no_password_is_told_where_the_server_does_not_answer(club: HostedServer) -> None:
    url = address(club, "anna")
    club.stop()
    road = road_at(url)
    with pytest.raises(TroubleError) as told:
        road.receive()
    road.close()
    assert club.users["anna"] not in str(told.value)
    assert told.value.trouble is Trouble.NOTHING_LISTENS
    club.start()


# --- what one guest could use up for all ---


async def make_listeners(client: Client, count: int, prefix: str) -> int:
    stream = client.jetstream(timeout=5)
    made = 0
    for i in range(count):
        config = ConsumerConfig(
            name=f"{prefix}{i}",
            durable_name=f"{prefix}{i}",
            ack_policy=AckPolicy.NONE,
            deliver_subject=f"{client._inbox_prefix.decode()}.x{i}",
        )
        try:
            await stream.add_consumer(STREAM, config)
            made += 1
        except (APIError, NatsError, TimeoutError):
            break
    return made


def test_listeners_that_nobody_hears_are_swept(
    club: HostedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.club.SWEEP_SECONDS", 0.3)

    async def attack(client: Client) -> int:
        return await make_listeners(client, 100, "junk")

    assert ask(address(club, GUEST), attack) == 100
    road = road_at(address(club, "ben"))
    road.receive()
    keeper = ClubKeeper(club)
    wait_for(lambda: count_listeners(club) == 1)
    road.receive(to_the_end=True)
    keeper.close()
    road.close()


def test_no_user_keeps_the_others_from_listening(
    club: HostedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.club.LISTENERS_OF_GUESTS", 20)

    async def attack(client: Client) -> int:
        for i in range(60):
            await client.subscribe(f"_INBOX.{GUEST}.x{i}")
        made = await make_listeners(client, 60, "heard")
        keeper = await club.connect()
        await sweep_listeners(keeper.jetstream(), set())
        await keeper.close()
        return made

    assert ask(address(club, GUEST), attack) == 60
    assert count_listeners(club) <= 20


def test_the_server_forgets_listeners_by_itself(club: HostedServer) -> None:
    async def limits(client: Client) -> float:
        info = await client.jetstream().stream_info(STREAM)
        assert info.config.consumer_limits is not None
        made = await client.jetstream().add_consumer(
            STREAM, ConsumerConfig(durable_name="mine", name="mine", ack_policy=AckPolicy.NONE)
        )
        assert made.config.inactive_threshold == info.config.consumer_limits.inactive_threshold
        return float(info.config.consumer_limits.inactive_threshold or 0)

    assert ask(address(club, "anna"), limits) == 300


def flood(url: str, road: str, count: int, size: int = 100) -> None:
    async def put(client: Client) -> None:
        for i in range(count):
            await client.publish(f"$KV.{BUCKET}.{road}.{i:032x}", os.urandom(size))
            if i % 500 == 499:
                await client.flush()
        await client.flush()

    ask(url, put)


def test_a_road_past_its_quota_is_told_and_the_others_go_on(
    tmp_path: Path, club: HostedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.club.SWEEP_SECONDS", 0.3)
    keeper = ClubKeeper(club, Quota(messages=400, bytes=1 << 20))
    url = address(club, "anna")
    table, other = Table(tmp_path / "one", club, url), Table(tmp_path / "two", club, url)
    table.play(2)
    time.sleep(0.5)
    flood(address(club, GUEST), table.invitation.road.hex(), 600)
    wait_for(lambda: keeper.closed_roads == {table.invitation.road.hex()})
    told: list[TroubleError] = []
    end = time.monotonic() + PATIENCE
    while not any(one.trouble is Trouble.OVER_QUOTA for one in told):
        assert time.monotonic() < end
        for home in table.homes:
            try:
                home.step(int(time.time()))
            except TroubleError as error:
                told.append(error)
    other.play()
    other.check()
    for one in (table, other):
        one.close()
    keeper.close()


def test_junk_on_a_road_is_one_line(tmp_path: Path, club: HostedServer) -> None:
    table = Table(tmp_path, club, address(club, "anna"))
    table.play(2)
    flood(address(club, GUEST), table.invitation.road.hex(), 3_000)
    table.play()
    table.check()
    table.close()
    env = {**os.environ, "TAKE_IT_EASY_HOME": str(tmp_path / "watching"), "LC_ALL": "C.UTF-8"}
    invitation = replace(table.invitation, url=address(club, GUEST))
    words = ["apart", "join", str(invitation), "--name", "Late"]
    done = subprocess.run(
        [sys.executable, "-m", "game", *words], env=env, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("efused") == 1
    assert len(done.stderr.splitlines()) < 40


def test_a_full_server_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.net.server.PATIENCE", 2.0)
    club = HostedServer(tmp_path / "club", users=("anna",), megabytes=2)
    try:
        flood(address(club, GUEST), "0" * 32, 400, 16_000)
        table = Table(tmp_path / "homes", club, address(club, "anna"))
        told: list[TroubleError] = []
        for _ in range(3):
            with contextlib.suppress(OSError):
                try:
                    table.homes[0].step(int(time.time()))
                except TroubleError as error:
                    told.append(error)
                    raise
        table.close()
        assert Trouble.FULL in {one.trouble for one in told}
    finally:
        club.stop()


def test_half_open_and_slow_connections_keep_nobody_out(tmp_path: Path, club: HostedServer) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(300):
            half = stack.enter_context(socket.create_connection(("127.0.0.1", club.port), 5))
            half.sendall(b"CONN")
        table = Table(tmp_path, club, address(club, "anna"))
        table.play(3)
        table.close()


# --- a server that cannot be trusted ---


class EvilServer:
    """Speaks as much of the protocol as a client needs, and then what it likes."""

    def __init__(self, says: Callable[[socket.socket], None]) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._says = says
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._speak, args=(client,), daemon=True).start()

    def _speak(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            client.sendall(
                b'INFO {"server_id":"x","version":"2.10.0","max_payload":1048576,'
                b'"headers":true,"proto":1}\r\n'
            )
            while b"PING" not in client.recv(4096):
                pass
            client.sendall(b"PONG\r\n")
            self._says(client)

    def close(self) -> None:
        self._listening.close()


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="counts memory as Linux does")
@pytest.mark.parametrize("kind", ["message", "line"])
def test_an_endless_message_fills_no_memory(kind: str) -> None:
    def says(client: socket.socket) -> None:
        head = b"MSG a 1 99999999999\r\n" if kind == "message" else b"INFO "
        client.sendall(head)
        for _ in range(400):
            client.sendall(b"x" * (1 << 20))

    server = EvilServer(says)
    before = resident()
    road = road_at(f"nats://127.0.0.1:{server.port}")
    most = before
    end = time.monotonic() + 3
    while time.monotonic() < end:
        most = max(most, resident())
        time.sleep(0.02)
    road.close()
    server.close()
    assert most - before < 60 << 20


@pytest.mark.parametrize("met", [asyncio.CancelledError, NatsError, OSError])
def test_a_table_is_left_whatever_the_library_meets(
    met: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def says(client: socket.socket) -> None:
        while client.recv(4096):
            pass

    async def close(client: Client) -> None:
        others.append(asyncio.ensure_future(begin_another()))
        await asyncio.sleep(0)
        raise met

    async def begin_another() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            others.append(asyncio.ensure_future(asyncio.sleep(60)))

    others: list[asyncio.Future[None]] = []
    server = EvilServer(says)
    road = road_at(f"nats://127.0.0.1:{server.port}")
    end = time.monotonic() + PATIENCE
    while road._client is None and time.monotonic() < end:
        time.sleep(0.01)
    monkeypatch.setattr(Client, "close", close)
    road.close()
    server.close()
    assert not road._thread.is_alive()
    assert [other.cancelled() for other in others] == [True, True]


def test_what_is_not_read_yet_is_bounded() -> None:
    road = road_at("nats://127.0.0.1:1")

    now = datetime.now(UTC)
    place = SimpleNamespace(num_pending=5, sequence=SimpleNamespace(consumer=1), timestamp=now)
    message = SimpleNamespace(subject="x", data=bytes(16_000), metadata=place)

    async def send() -> None:
        for _ in range(MAX_QUEUED_BYTES // 16_000 + 2_000):
            await road._take(message)  # type: ignore[arg-type]

    asyncio.run(send())
    assert road._came.qsize() <= MAX_QUEUED_BYTES // 16_000 + 2
    assert road._is_flooded
    road.close()


# --- errors told apart ---


def trouble_at(url: str) -> Trouble:
    road = road_at(url)
    try:
        end = time.monotonic() + PATIENCE
        found = Trouble.NO_ANSWER
        while found is Trouble.NO_ANSWER:
            assert time.monotonic() < end
            with pytest.raises(TroubleError) as told:
                road.receive()
            found = told.value.trouble
        return found
    finally:
        road.close()


def test_errors_are_told_apart(
    club: HostedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.server.PATIENCE", 1.0)
    assert trouble_at("nats://no-such-machine.invalid:4222") is Trouble.NO_NAME
    assert trouble_at("nats://127.0.0.1:1") is Trouble.NOTHING_LISTENS
    assert trouble_at(f"nats://anna:wrong@127.0.0.1:{club.port}") is Trouble.USER_REFUSED
    assert trouble_at(f"nats://127.0.0.1:{club.port}") is Trouble.USER_REFUSED


def test_a_certificate_that_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.net.server.PATIENCE", 1.0)
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key),
         "-out", str(cert), "-days", "2", "-subj", "/CN=localhost"],
        capture_output=True,
    )  # fmt: skip
    assert made.returncode == 0
    club = HostedServer(tmp_path / "club", tls=Tls(cert, key), users=("anna",))
    try:
        url = f"tls://anna:{club.users['anna']}@localhost:{club.port}"
        assert trouble_at(url) is Trouble.NOT_TRUSTED
    finally:
        club.stop()
    assert ssl.OPENSSL_VERSION


def test_an_ordinary_server_gets_its_bucket_or_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.server.PATIENCE", 1.0)
    hosted = HostedServer(tmp_path / "server")

    async def remove() -> None:
        client = await hosted.connect()
        await client.jetstream().delete_stream(STREAM)
        await client.close()

    try:
        asyncio.run(remove())
        # Guests may not make it.
        assert trouble_at(hosted.url) is Trouble.NO_BUCKET
        keeper = f"nats://keeper:{hosted._keeper.password}@127.0.0.1:{hosted.port}"
        road = road_at(keeper)
        wait_for(lambda: not road.receive()[0] if road._is_synced.wait(1) else False)
        road.close()
    finally:
        hosted.stop()


# --- the club's keeper ---


def test_a_club_says_who_uses_how_much(tmp_path: Path, club: HostedServer) -> None:
    table = Table(tmp_path / "homes", club, address(club, "anna"))
    table.play(3)

    async def look() -> object:
        client = await open_keeper(club.folder)
        try:
            return await read_status(client, club.folder)
        finally:
            await client.close()

    found = asyncio.run(look())
    told = str(found)
    assert table.invitation.road.hex() in told
    assert "('anna', 2)" in told
    assert "keep_days=365" in told
    assert f"room={HOUSE_MEGABYTES << 20}," in told
    table.close()


def test_the_guest_can_be_replaced_without_touching_a_member(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    first = HostedServer(folder, users=("anna",), keep_days=30)
    anna, old = first.users["anna"], first.users[GUEST]
    assert first.new_users == ("anna", GUEST)
    first.stop()
    kept = folder / "keeper.json"
    kept.write_text(kept.read_text().replace(old, ""))
    again = HostedServer(folder, users=("anna",), keep_days=60)
    try:
        assert again.new_users == ()  # an empty word is made anew, the name is known
        assert again.users["anna"] == anna
        assert again.users[GUEST] not in ("", old)
        url = f"nats://anna:{anna}@127.0.0.1:{again.port}"
        assert again.users[GUEST] in invitation_address(url)
    finally:
        again.stop()


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_the_server_ends_with_its_game_even_when_that_is_killed(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from game.net.host import HostedServer\n"
        f"print(HostedServer(Path({str(tmp_path)!r})).port, flush=True); time.sleep(60)"
    )
    game = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert game.stdout is not None
    port = int(game.stdout.readline())
    socket.create_connection(("127.0.0.1", port), 1).close()
    game.send_signal(signal.SIGKILL)
    game.wait()

    def is_gone() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            return True
        return False

    wait_for(is_gone, 10)


def test_one_line_is_one_message_whoever_puts_it() -> None:
    key = new_secret()
    assert encrypt_always_alike(key, b"x") == encrypt_always_alike(key, b"x")
    assert make_bucket is not None
