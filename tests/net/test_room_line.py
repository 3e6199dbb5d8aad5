"""The line from a window to a room: whole matches through a bad network, and hostile rooms."""

from __future__ import annotations

import asyncio
import contextlib
import json
import ssl
import threading
import time
from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from game.net import room_line
from game.net.phones import NoThread
from game.net.room_line import RoomLine
from game.play.own_seats import own_seats
from game.play.room_address import RoomAddress, read_address
from game.rules.match_score import score_match
from tests.net.certificates import CERTIFICATE, CERTIFICATE_KEY
from tests.net.rooms import OpenRoom
from tests.phone.wire import Wire
from tests.play.room_guest import Guest

Talk = Callable[[ServerConnection], Awaitable[None]]


def wait_for(look: Callable[[], object], seconds: float = 60) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < end
        time.sleep(0.01)


class Side:
    """An asyncio program in a thread: a foreign room, or a proxy."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.port = 0
        self._is_open = threading.Event()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=lambda: self.loop.run_until_complete(self._run()))

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()
        assert self._is_open.wait(20)

    async def _run(self) -> None:
        async with contextlib.AsyncExitStack() as stack:
            self.port = await self.open(stack)
            self._is_open.set()
            await self._stop.wait()

    async def open(self, stack: contextlib.AsyncExitStack) -> int:
        """Listen; return the port."""
        raise NotImplementedError

    def close(self) -> None:
        """End it."""
        self.loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(20)


class ForeignRoom(Side):
    """A server that says what a test lets it say."""

    def __init__(self, talk: Talk, secure: ssl.SSLContext | None = None) -> None:
        super().__init__()
        self._talk, self._secure = talk, secure
        self.heard: list[str | bytes] = []
        self.lines = 0

    async def _meet(self, line: ServerConnection) -> None:
        self.lines += 1
        with contextlib.suppress(Exception):
            await self._talk(line)
            async for word in line:
                self.heard.append(word)

    async def open(self, stack: contextlib.AsyncExitStack) -> int:
        """Listen on this machine."""
        one = await stack.enter_async_context(
            serve(self._meet, "127.0.0.1", 0, ssl=self._secure, max_size=None, compression=None)
        )
        return int(next(iter(one.sockets)).getsockname()[1])


class RealGuest(Guest):
    """A guest in memory whose line is a real one."""

    def __init__(self, address: RoomAddress, name: str, seed: int) -> None:
        self._to, self.kills, self._next = address, 0, 0.0
        super().__init__(None, name, seed)

    def _sit(self, **values: object) -> Any:
        self.address = self._to
        self.line = RoomLine(self._to)  # type: ignore[assignment]
        return super()._sit(**values)

    def come_back(self) -> None:
        """Be killed and started again."""
        self.line.close()
        self.kills += 1
        match, self.control = self.home.saved[-1], None
        self.seat = self._sit(key=self.seat.key, resumed=match)

    def plays(self) -> None:
        """Act as often as a person: words faster than a room takes them wait there for seconds."""
        if time.monotonic() < self._next:
            self.poll()
        else:
            self._next = time.monotonic() + 0.1
            super().plays()


@pytest.mark.parametrize(
    ("rules", "seconds", "delay"),
    [
        pytest.param(
            *("classic free single none", None, 0.004), marks=(pytest.mark.slow, pytest.mark.sweep)
        ),
        pytest.param("daffodil-4 free pairs rays rounds=2", None, 0.004, marks=pytest.mark.slow),
        pytest.param("classic free pairs none", None, 0.05, marks=pytest.mark.slow),
        ("classic free mail none", 60, 0.004),
    ],
)
def test_two_windows_play_through_a_bad_network_and_lose_nothing(
    rules: str, seconds: int | None, delay: float
) -> None:
    """A long way stalls for two seconds, too."""
    room = OpenRoom()
    network = Wire(room.server.port, delay)
    is_long = delay > 0.01
    pause = 10 if is_long else 1
    address = read_address(f"http://127.0.0.1:{network.port}/#{room.room.code}")
    assert address is not None
    guests = [RealGuest(address, name, seed) for seed, name in enumerate(("Anna", "Björn"))]
    steps = kills = 0
    try:

        def all_sit() -> bool:
            room.step()
            for guest in guests:
                guest.poll()
            return all(len(guest.seat.waiting) == 2 for guest in guests)

        wait_for(all_sit)
        game = room.begins(rules, bots=1, has_hidden_boards=True, answer_seconds=seconds)
        end = time.monotonic() + 300
        while not all(g.seat.game and g.seat.match.is_complete for g in guests):
            assert time.monotonic() < end
            steps += 1
            assert [guest.seat.end for guest in guests] == ["", ""]
            if room.step(0.002) and not game.match.is_complete:
                game.begin_round()
            if steps % (40 * pause) == 25 and network.cuts < 12:
                network.cut()
            elif is_long and steps % 400 == 200 and network.cuts < 5:
                network.stall(2.0)
            elif steps % (90 * pause) == 60 and kills < 40 and guests[kills % 2].seat.has_table:
                guests[kills % 2].come_back()
                kills += 1
            for guest in guests:
                guest.plays()
            time.sleep(0.003)
        for guest in guests:
            match = guest.seat.match
            assert [r.calls for r in match.rounds] == [r.calls for r in game.match.rounds]
            assert [r.seats for r in match.rounds] == [r.seats for r in game.match.rounds]
            assert score_match(match) == score_match(game.match)
            assert guest.kills or own_seats(match) == (guest.seat.you,)
        assert network.cuts
    finally:
        for guest in guests:
            guest.line.close()
        network.close()
        room.close()


# hostile rooms


def opened(talk: Talk, wake: Callable[[], object] = bool) -> tuple[ForeignRoom, RoomLine]:
    """A foreign room, and a line to it."""
    room = ForeignRoom(talk)
    room.start()
    address = read_address(f"http://127.0.0.1:{room.port}/#BCDF")
    assert address is not None
    return room, RoomLine(address, wake)


async def says_much(line: ServerConnection) -> None:
    """Say a word of a megabyte."""
    await line.send('{"state":"' + "x" * (1 << 20) + '"}')


async def says_deep(line: ServerConnection) -> None:
    """Say brackets in brackets, and never an object."""
    for _ in range(40):
        await line.send("[" * 100_000)


async def says_junk(line: ServerConnection) -> None:
    """Say bytes, texts that are no JSON, numbers without end, keys twice."""
    for word in (b"\0" * 99, "x", "[]", "3", '"a"', '{"a":1' + "0" * 9999, '{"a":1,"a":2}', "NaN"):
        for _ in range(4):
            await line.send(word)


@pytest.mark.parametrize("talk", [says_much, says_deep, says_junk])
def test_a_room_that_says_no_words_is_left_and_called_no_room(talk: Talk) -> None:
    room, line = opened(talk)
    try:
        wait_for(lambda: room.lines >= 2 and line.trouble == "no-room")
        assert not any("a" in word for word in line.poll() if not word.get("a"))
    finally:
        line.close()
        room.close()


@pytest.mark.slow
def test_a_flood_waits_at_the_room_and_the_line_still_closes() -> None:
    said = 0

    async def floods(line: ServerConnection) -> None:
        nonlocal said
        while True:
            await line.send('{"state":{"pad":"' + "x" * 60_000 + '"}}')
            said += 1

    room, line = opened(floods)
    try:
        wait_for(lambda: line.opened)
        time.sleep(1.0)
        first = said
        time.sleep(0.5)
        # The room stands still while nobody reads: what waits here is bounded.
        assert said == first < 600
        assert 0 < len(line.poll()) <= 16
        wait_for(lambda: line.poll() and said > first)
    finally:
        line.close()
        room.close()


def test_a_room_that_falls_silent_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(line: ServerConnection) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(room_line, "QUIET_SECONDS", 0.2)
    room, line = opened(nothing)
    try:
        wait_for(lambda: room.lines >= 2)
        wait_for(lambda: line.trouble == "no-answer")
    finally:
        line.close()
        room.close()


def test_what_is_said_on_a_closed_line_is_not_said_on_the_next() -> None:
    """The window is woken as a line is opened or lost, and at each word."""
    wakes = count()

    async def closes_the_first(line: ServerConnection) -> None:
        if room.lines == 1:
            await line.close()
        else:
            await line.send('{"a":1}')

    room, line = opened(closes_the_first, partial(next, wakes))
    try:
        wait_for(lambda: line.opened == 1 and not line.is_open)
        line.send({"do": "old"}, 1)
        wait_for(lambda: line.opened == 2 and line.is_open)
        assert line.trouble == "", "that of the line before is over"
        line.send({"do": "late"}, 1)
        line.send({"do": "new"}, 2)
        wait_for(lambda: room.heard)
        assert [json.loads(word) for word in room.heard] == [{"do": "new"}]
        wait_for(line.poll)
        line.close()
        assert next(wakes) == 4
    finally:
        line.close()
        room.close()


def test_a_redirect_is_followed_nowhere() -> None:
    there, here = ForeignRoom(says_junk), ForeignRoom(says_junk)
    there.start()

    def away(connection: ServerConnection, request: Request) -> Response:
        answer = connection.respond(302, "")
        answer.headers["Location"] = f"ws://127.0.0.1:{there.port}/socket"
        return answer

    async def open_here(stack: contextlib.AsyncExitStack) -> int:
        one = await stack.enter_async_context(
            serve(says_junk, "127.0.0.1", 0, process_request=away)
        )
        return int(next(iter(one.sockets)).getsockname()[1])

    here.open = open_here  # type: ignore[method-assign]
    here.start()
    address = read_address(f"http://127.0.0.1:{here.port}/#BCDF")
    assert address is not None
    line = RoomLine(address)
    try:
        wait_for(lambda: line.trouble)
        assert line.trouble == "no-room"
        assert there.lines == 0
    finally:
        line.close()
        here.close()
        there.close()


# certificates


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, str]:
    """A certificate of one's own for this machine, as a server uses it, and its SHA-256."""
    folder = tmp_path_factory.mktemp("certificate")
    key, cert = Path(folder, "key.pem"), Path(folder, "cert.pem")
    key.write_text(CERTIFICATE_KEY)
    cert.write_text(CERTIFICATE)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    shown = ssl.PEM_cert_to_DER_cert(cert.read_text("ascii"))
    return context, sha256(shown).hexdigest()


@pytest.mark.parametrize(
    ("named", "trouble"), [("right", ""), ("wrong", "certificate"), ("", "certificate")]
)
def test_an_own_certificate_is_the_one_that_the_address_names(
    certificate: tuple[ssl.SSLContext, str], named: str, trouble: str
) -> None:
    async def greets(line: ServerConnection) -> None:
        await line.send('{"waiting":["Anna"]}')

    context, digest = certificate
    room = ForeignRoom(greets, context)
    room.start()
    mark = {"right": f"&cert={digest.upper()}", "wrong": "&cert=" + "0" * 64, "": ""}[named]
    address = read_address(f"https://127.0.0.1:{room.port}/#BCDF{mark}")
    assert address is not None
    line = RoomLine(address)
    try:
        wait_for(lambda: line.trouble or line.opened)
        assert line.trouble == trouble
        line.send({"do": "join"}, line.opened)
        if trouble:
            # Nothing is said to a stranger.
            assert line.opened == 0
            assert room.heard == []
        else:
            wait_for(lambda: room.heard)
            assert json.loads(room.heard[0]) == {"do": "join"}
    finally:
        line.close()
        room.close()


def test_a_room_without_tls_at_a_secure_address_is_no_room() -> None:
    room = ForeignRoom(says_junk)
    room.start()
    address = read_address(f"https://127.0.0.1:{room.port}/#BCDF")
    assert address is not None
    line = RoomLine(address)
    try:
        wait_for(lambda: line.trouble)
        assert line.trouble in ("no-room", "no-answer")
    finally:
        line.close()
        room.close()


def test_a_lost_line_is_opened_again_after_ever_longer_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses, sleep = list[float](), asyncio.sleep

    async def note(seconds: float) -> None:
        pauses.append(round(seconds, 2))
        if len(pauses) == 7:
            raise asyncio.CancelledError
        await sleep(0)

    class Nowhere:
        def __init__(self, *_: object, **__: object) -> None:
            pass

        async def __aenter__(self) -> None:
            raise OSError("no answer")

        async def __aexit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(room_line, "_Connect", Nowhere)
    monkeypatch.setattr(asyncio, "sleep", note)
    line = RoomLine(RoomAddress("x:1", "x", 1))
    line._thread.join(20)  # type: ignore[union-attr]
    assert pauses == [0.3, 0.48, 0.77, 1.23, 1.97, 3.0, 3.0]
    assert (line.is_open, line.opened, line.trouble) == (False, 0, "no-answer")


def test_a_line_without_a_thread_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    address = read_address("127.0.0.1:1/BCDF")
    assert address is not None
    monkeypatch.setattr(room_line, "start_thread", lambda *_: None)
    with pytest.raises(NoThread):
        RoomLine(address)


def test_a_name_that_no_server_can_have_is_known_as_such() -> None:
    address = read_address(f"{'a' * 70}.example:4242")
    assert address is not None
    line = RoomLine(address)
    wait_for(lambda: line.trouble)
    assert (line.trouble, line.is_open, line.opened) == ("no-name", False, 0)
    line.close()
