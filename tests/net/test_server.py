"""The transport over a real JetStream server, which the tests start, kill and start again."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import nats
import pytest
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js.errors import APIError

from game.net.fold import TableStage
from game.net.home import Home, KeptCard
from game.net.host import HostedServer, NoServerError, find_server
from game.net.invitations import read_invitation
from game.net.keys import Card, new_secret
from game.net.playing import Playing, join_table, start_table
from game.net.server import BUCKET, STREAM, ServerTransport, is_server_url
from game.net.trouble import public_address
from game.rules.ruleset import Ruleset
from tests.net import referee
from tests.net.referee import read_table
from tests.net.worlds import RandomEngines, forks_of, record_text

RULES = Ruleset.parse("classic free mail none")
PATIENCE = 90.0


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HostedServer]:
    """A server of its own for each test, and programs that ask it again soon."""
    monkeypatch.setattr("game.net.server.PATIENCE", 1.0)
    hosted = HostedServer(tmp_path / "server")
    yield hosted
    hosted.stop()


class Table:
    """A game master and one guest, each with its own connection."""

    def __init__(self, folder: Path, server: HostedServer, url: str = "") -> None:
        house = [KeptCard(Card(b""), "House", "random")]
        url = url or server.url
        public = public_address(url)
        kept = start_table(Home(folder / "master"), RULES, 2, 1_000, house, public, server=url)
        self.invitation = kept.seating.invitation
        guest = KeptCard(Card(new_secret()), "Guest", "random")
        other = join_table(Home(folder / "guest"), self.invitation, guest)
        self.transports = [ServerTransport(url, self.invitation) for _ in range(2)]
        self.homes = [
            Playing(kept, RandomEngines(), (self.transports[0],)),
            Playing(other, RandomEngines(), (self.transports[1],)),
        ]
        self.troubles = 0

    def step(self) -> None:
        for home, transport in zip(self.homes, self.transports, strict=True):
            try:
                step = home.step(int(time.time()))
                if not (step.said or step.came):
                    transport.wait(0.05)
            except OSError:
                self.troubles += 1

    def play(self, calls: int = 9) -> None:
        """Until so many calls are closed in both homes."""
        deadline = time.monotonic() + PATIENCE
        while not all(self.has_closed(home, calls) for home in self.homes):
            assert time.monotonic() < deadline, "it does not go on"
            self.step()

    def has_closed(self, home: Playing, calls: int) -> bool:
        table = home.table
        if calls == 9:
            return home.reading.is_settled
        return (table is not None and table.calls >= calls and table.call is None) or (
            table is not None and (table.calls > calls or table.stage is TableStage.OVER)
        )  # fmt: skip

    def check(self) -> None:
        one, two = self.homes
        assert record_text(one.table) == record_text(two.table) != ""
        assert forks_of(one.kept.log) == ()
        lines = [e.line for e in one.kept.log]
        other = read_table(lines, self.invitation.table.hex())
        assert (other.refused, other.calls) == ([], 9)

    def close(self) -> None:
        for transport in self.transports:
            transport.close()


@pytest.fixture
def table(tmp_path: Path, server: HostedServer) -> Iterator[Table]:
    made = Table(tmp_path, server)
    yield made
    made.close()


def test_a_match_by_a_server(table: Table, server: HostedServer) -> None:
    table.play()
    table.check()
    fresh = ServerTransport(server.url, table.invitation)
    entries, refused = fresh.receive()
    assert {e.hash for e in entries} == {e.hash for e in table.homes[0].kept.log}
    assert refused == ()
    fresh.close()


def test_programs_know_when_a_server_forgets_a_table(tmp_path: Path) -> None:
    hosted = HostedServer(tmp_path / "club", keep_days=30)
    table = Table(tmp_path, hosted)
    try:
        table.play(1)
        for transport in table.transports:
            assert abs(transport.goes_at - time.time() - 30 * 86_400) < 60
    finally:
        table.close()
        hosted.stop()


def test_each_line_is_held_once_whoever_puts_it(table: Table, server: HostedServer) -> None:
    table.play(3)
    for transport in table.transports:
        transport.held.clear()
    for home, transport in zip(table.homes, table.transports, strict=True):
        transport.send(home.kept.log)
    union = {e.hash for home in table.homes for e in home.kept.log}
    assert ask(server, count_messages) == len(union)


def test_a_server_killed_and_started_again_loses_nothing(
    table: Table, server: HostedServer
) -> None:
    for calls in (2, 5, 7):
        table.play(calls)
        server.kill()
        table.step()
        server.start()
    table.play()
    table.check()
    assert table.troubles > 0


def test_programs_put_back_what_a_server_lost(table: Table, server: HostedServer) -> None:
    table.play(4)
    server.kill()
    shutil.rmtree(server.folder / "store")
    server.start()
    table.play()
    table.check()
    assert ask(server, count_messages) == len(table.homes[0].kept.log)


def ask(server: HostedServer, work: Callable[[Client], Awaitable[int]]) -> int:
    async def run() -> int:
        client = await nats.connect(server.url, allow_reconnect=False, error_cb=quiet)
        try:
            return int(await work(client))
        finally:
            await client.close()

    return asyncio.run(run())


async def quiet(error: Exception) -> None:
    """What is refused is looked at where it is awaited."""


async def count_messages(client: Client) -> int:
    info = await client.jetstream().stream_info(STREAM)
    assert info.state is not None
    return int(info.state.messages)


def test_another_program_reads_the_bucket(table: Table, server: HostedServer) -> None:
    """By the library's own key-value store, and the second reader."""
    table.play()
    key, lines = table.invitation.key, []

    async def read(client: Client) -> int:
        bucket = await client.jetstream().key_value(BUCKET)
        watcher = await bucket.watchall()
        while (found := await watcher.updates()) is not None:  # type: ignore[no-untyped-call]
            assert found.value is not None
            lines.append(referee.read_message(key, found.key, found.value))
        return len(lines)

    assert ask(server, read) == len(table.homes[0].kept.log)
    assert {e.line for e in table.homes[0].kept.log} == set(lines)
    assert read_table(lines, table.invitation.table.hex(), check_signatures=True).calls == 9


async def touch_everything(client: Client) -> int:
    """What a guest may not do; how much was refused."""
    stream = client.jetstream(timeout=0.3)
    info = await stream.stream_info(STREAM)
    refused = 0
    for attempt in (
        lambda: stream.delete_stream(STREAM),
        lambda: stream.purge_stream(STREAM),
        lambda: stream.delete_msg(STREAM, 1),
        lambda: stream.update_stream(info.config, deny_delete=False),
        lambda: stream.add_stream(name="mine", subjects=["mine"]),
        lambda: stream.publish(f"$KV.{BUCKET}.x.y", b"", headers={"Nats-Rollup": "all"}),
    ):
        try:
            await attempt()
        except (APIError, NatsError, TimeoutError):
            refused += 1
    return refused


def test_guests_only_add_and_read(table: Table, server: HostedServer) -> None:
    table.play(2)
    before = ask(server, count_messages)
    assert ask(server, touch_everything) == 6
    assert ask(server, count_messages) == before


def test_foreign_messages_are_refused_and_spoil_nothing(table: Table, server: HostedServer) -> None:
    table.play(2)
    road = table.invitation.road.hex()

    async def add_rubbish(client: Client) -> int:
        stream = client.jetstream()
        for i, data in enumerate([b"", b"x" * 100, b"x" * 16_000]):
            await stream.publish(f"$KV.{BUCKET}.{road}.{i:032x}", data)
        return 0

    ask(server, add_rubbish)
    table.play()
    table.check()


def test_the_store_tells_nothing(table: Table, server: HostedServer) -> None:
    table.play()
    server.stop()
    stored = b"".join(p.read_bytes() for p in server.folder.rglob("*") if p.is_file())
    assert len(stored) > 10_000
    for secret in (b"Guest", b"House", b"random", b"@c3", table.invitation.table.hex().encode()):
        assert secret not in stored


def test_without_a_server_it_waits_and_says_so(tmp_path: Path, server: HostedServer) -> None:
    server.kill()
    made = Table(tmp_path / "more", server)
    with pytest.raises(OSError, match="nothing listens"):
        made.homes[0].step(1)
    assert len(made.homes[0].kept.log) == 1, "nothing is said before the transport was read"
    server.start()
    made.play(1)
    made.close()


def test_a_server_that_outlived_its_program_is_taken_over(tmp_path: Path) -> None:
    folder = tmp_path / "server"
    first = HostedServer(folder)
    process = first._process
    assert process is not None
    again = HostedServer(folder)
    assert (again.url, again._process) == (first.url, None)
    again.stop()
    process.wait(20)
    third = HostedServer(folder)
    assert third.url == first.url, "invitations stay true"
    third.stop()
    (folder / "keeper.json").write_text("{")
    fourth = HostedServer(folder)
    fourth.stop()
    assert (folder / "keeper.json").stat().st_mode & 0o77 == 0


def test_somebody_elses_port_is_not_taken_for_the_server(tmp_path: Path) -> None:
    """Neither who says nothing there nor another home's server."""
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        pytest.raises(NoServerError, match=r"server\.log"),
    ):
        HostedServer(tmp_path / "one", port=silent.getsockname()[1])
    other = HostedServer(tmp_path / "two")
    try:
        with pytest.raises(NoServerError, match=r"server\.log"):
            HostedServer(tmp_path / "three", port=other.port)
    finally:
        other.stop()


def test_a_match_by_commands(tmp_path: Path, server: HostedServer) -> None:
    def start(home: str, *words: str) -> subprocess.Popen[str]:
        env = {**os.environ, "TAKE_IT_EASY_HOME": str(tmp_path / home), "LC_ALL": "C.UTF-8"}
        command = [sys.executable, "-m", "game", "apart", *words]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, env=env, stdout=pipe, stderr=pipe, text=True)

    words = ("--rules", str(RULES), "--seats", "2", "--server", server.url)
    master = start("m", "open", *words)
    assert master.stdout is not None
    invitation = master.stdout.readline().strip()
    assert read_invitation(invitation).url == server.url
    guests = [start(n, "join", invitation, "--name", n, "--bot", "random") for n in ("a", "b")]
    for process in (master, *guests):
        _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, err
        assert "The game is over" in err
        assert "Task was destroyed" not in err


def test_a_machine_without_a_server_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find_server() is not None
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_server() is None
    with pytest.raises(NoServerError, match="nats-server"):
        HostedServer(tmp_path / "server")


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
        ("file:///a", False),
        ("", False),
    ],
)
def test_server_urls(url: str, is_one: bool) -> None:
    assert is_server_url(url) is is_one
